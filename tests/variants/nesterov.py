"""Nesterov's own momentum (t − 1)/(t + 2): one step later than the paper's t/(t + 1).

The implied λ_t are 1, 1, 4/5, … and meet (B.8), so that every statement about general schedules applies; the
statements about λ_t = 2/(t+2) do not.
"""

from lemmacheck import momentum

variant = momentum(beta=lambda t: (t - 1) / (t + 2) if t > 0 else 0)
