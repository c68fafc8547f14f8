"""The mean squares of SGD with noise on a quadratic with diagonal A, in closed form: no paths are listed.

w_{t+1} = w_t − η_t(∇f(w_t) + ξ_t),  E ξ_t = 0,  E ξ_{t,j}² = 1, independent of the past;  w_1 = 0
m_{t,j} = E(w_t − w*)_j²,  m_{t+1,j} = (1 − η_t λ_j)² m_{t,j} + η_t²,  E f(w_t) − f(w*) = ½ Σ_j λ_j m_{t,j}
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.lecture.problems.quadratics import Quadratic
from lemmacheck.theory.core.arithmetic import Array, Number, column


class State(NamedTuple):
    t: Number
    m: Array


def delayed(f: Quadratic, t: Any) -> Any:
    """η_t = 2/(λ(t + 2κ))."""
    return 2 / (f.lam * (t + 2 * f.kappa))


def harmonic(f: Quadratic, t: Any) -> Any:
    """η_t = 1/(λt)."""
    return 1 / (f.lam * t)


def constant(f: Quadratic, t: Any) -> Any:
    """η_t = 1/β."""
    return 1 / f.beta + 0 * t


@dataclass(frozen=True)
class MeanSquares:
    """The mean squares for the quadratic of a family and step sizes η_t, t = 1, 2, …"""

    family: Any
    eta: Callable[[Quadratic, Any], Any] = delayed

    def start(self, f: Quadratic) -> State:
        return State(f.num.number(0), f.minimiser**2)

    def step(self, f: Quadratic, s: State) -> State:
        eta = column(self.eta(f, s.t + 1))
        return State(s.t + 1, (1 - eta * f.diagonal) ** 2 * s.m + eta**2)
