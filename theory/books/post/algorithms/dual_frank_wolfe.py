"""The Frank-Wolfe-like method of the "fully dual" approach, for Ψ = λψ, ψ(w) = φ(‖w‖₁), as the post prints it:

    w_{t+1} = (1 − η)w_t + η x_t,  x_t ∈ (1/λ) ∂ψ*(−V*a_t),  a_t = ∇L̃(Vw_t)

The approach itself has x_t ∈ ∂Ψ*(−V*a_t) = ∂ψ*(−V*a_t/λ), which is the same for φ(x) = x²/2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.post.problems.coordinates import CoordinateProblem, first
from lemmacheck.theory.books.post.problems.potentials import Square
from lemmacheck.theory.core.arithmetic import Array, Number, column
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.schedules import Constant


class State(NamedTuple):
    t: Number
    w: Array
    a: Array
    x: Array


def zero(p: Matrix) -> Array:
    """0."""
    return p.zero()


def ones(p: Matrix) -> Array:
    """(1, …, 1)."""
    return p.zero() + 1


@dataclass(frozen=True)
class DualFrankWolfe:
    """The method as printed, from any w_0."""

    eta: Callable[[Any], Any] = Constant(1, 2)
    lam: Callable[[Any], Any] = Constant(1, 16)
    phi: Any = Square()
    origin: Callable[[Matrix], Array] = zero
    vertex: Callable[[CoordinateProblem, Array], Array] = first

    def start(self, p: CoordinateProblem) -> State:
        return self.at(p, p.num.number(0), self.origin(p))

    def step(self, p: CoordinateProblem, s: State) -> State:
        eta = self.eta(s.t)
        return self.at(p, s.t + 1, (1 - eta) * s.w + eta * s.x)

    def at(self, p: CoordinateProblem, t: Number, w: Array) -> State:
        a = p.softmax(p.scores(w))
        return State(t, w, a, column(self.length(p, t, p.edge(a))) * self.vertex(p, p.scores(w)))

    def length(self, p: CoordinateProblem, t: Number, edge: Any) -> Any:
        """‖x_t‖₁ = (1/λ)(φ*)'(‖V*a_t‖_∞)."""
        return self.phi.slope(p.num, edge) / self.lam(t)
