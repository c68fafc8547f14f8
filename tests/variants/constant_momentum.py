"""Constant momentum, as in deep learning: β_t = 9/10 after the first step.

The implied λ_t tend to 1/10 and stay there: at most a constant factor faster than no momentum, and while they fall
they fall too fast for (B.8).
"""

from fractions import Fraction

from lemmacheck import momentum

variant = momentum(beta=lambda t: Fraction(9, 10) if t > 0 else 0)
