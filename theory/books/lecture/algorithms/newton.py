"""Newton's method on a quadratic f(x) = ½xᵀAx − bᵀx from w_0 = 0, with what it and a gradient step have to store.

w_{t+1} = w_t − (∇²f)⁻¹∇f(w_t),  ∇²f = A
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.lecture.problems.quadratics import solve
from lemmacheck.theory.core.arithmetic import Array, Number


class State(NamedTuple):
    t: Number
    w: Array
    gradient: Array
    hessian: Array


@dataclass(frozen=True)
class Newton:
    """Newton's method on the quadratic that the rows and `family` make."""

    family: Any

    def start(self, f: Any) -> State:
        return self.at(f, f.num.number(0), f.zero())

    def step(self, f: Any, s: State) -> State:
        return self.at(f, s.t + 1, s.w - self.direction(s))

    def direction(self, s: State) -> Array:
        """(∇²f)⁻¹∇f."""
        return solve(s.hessian, s.gradient)

    def at(self, f: Any, t: Number, w: Array) -> State:
        return State(t, w, f.gradient(w), f.A)
