"""No momentum: β_t = 0, which is normalised gradient descent, w_{t+1} = w_t − Zᵀq_t.

The implied λ_t are all 1 and meet (B.8) with room: the statements about general schedules apply, but promise no more
than a gap of order 1/t. The bounds of order 1/t² are broken.
"""

from lemmacheck import momentum

variant = momentum(beta=lambda t: 0)
