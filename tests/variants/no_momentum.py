"""No momentum: β_t = 0, which is normalised gradient descent, w_{t+1} = w_t − Zᵀq_t.

The implied λ_t are all 1, which (B.8) allows only with equality at no t ≥ 1: the rate 1/t² is lost.
"""

from theory import momentum

variant = momentum(beta=lambda t: 0)
