"""Descent on ln R with a step size that looks at the data: θ_t = 1 + ‖Zᵀq_t‖².

The Hessian of ln R at w_t is the covariance of the rows under q_t. With rows of norm at most 1 its trace is at most
1 − ‖Zᵀq_t‖², the inverse of which is more than θ_t: so the step is one that the curvature at w_t allows, though it
says nothing of the curvature further on. The step is written with the problem's own operations, and so is run in
exact numbers.
"""

from typing import Any, NamedTuple


class State(NamedTuple):
    w: Any


class AdaptiveStep:
    def start(self, p):
        return State(p.zeros())

    def step(self, p, s):
        gradient = p.gradient(s.w)
        return State(s.w - (1 + (gradient * gradient).sum()) * gradient)


variant = AdaptiveStep()
