"""The batch perceptron: supergradient ascent on the hard margin w ↦ min_i (−Zw)_i.

    w_{t+1} = w_t − η_t z_{i_t},  i_t the first index with (Zw_t)_i = max_j (Zw_t)_j,  w_0 = 0

−z_i is a supergradient at w wherever i attains max_j (Zw)_j. The dual variable is q_t = e_{i_t}, so that
z_{i_t} = Zᵀq_t. The data being rational, so is the whole run for rational η_t.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.books.jst.algorithms.gradient_descent import State
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.schedules import one
from lemmacheck.theory.margins.problem import Problem


@dataclass(frozen=True)
class BatchPerceptron:
    """The batch perceptron with step sizes η_t."""

    eta: Callable[[Any], Any] = one

    def start(self, p: Problem) -> State:
        return State(p.num.number(0), p.zero(), self.worst(p, p.zero()))

    def step(self, p: Problem, s: State) -> State:
        w = s.w - self.eta(s.t) * p.combine(s.q)
        return State(s.t + 1, w, self.worst(p, w))

    def worst(self, p: Problem, w: Array) -> Array:
        """e_i for the first row i of the smallest margin."""
        return p.num.first_largest(p.scores(w))
