"""Four times the step: θ_t = 4 where the paper asks for θ_t ≤ 1.

On data whose longest row has norm 1/2 it would be right, and twice as fast; on rows of norm 1 it is not.
"""

from lemmacheck import schedule

variant = schedule(lam=lambda t: 2 / (t + 2), theta=lambda t: 4)
