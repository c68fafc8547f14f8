"""SGD with statistical queries: each coordinate of ∇R(w_t) is asked for, and answered within a tolerance τ.

q_j(z) = ∂_jℓ(w_t, z) ∈ [−ρ, ρ],  |v_{t,j} − E_{z~D} q_j(z)| ≤ τ,  w_{t+1} = w_t − ηv_t
τ = ρ/(d(√T + T)),  η = B/(2ρ√T) in a run of T steps
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.lecture.problems.examples import ABSOLUTE, Examples, Sample
from lemmacheck.theory.core.arithmetic import Array, Number, column


class State(NamedTuple):
    t: Number
    w: Array
    v: Array


def exactly(f: Examples, w: Array) -> Array:
    """No error."""
    return 0 * w


def too_much(f: Examples, w: Array) -> Array:
    """Every answer is τ too large."""
    return 0 * w + 1


def away(f: Examples, w: Array) -> Array:
    """Every answer moves w away from w*."""
    return -f.sign(w - f.minimiser)


@dataclass(frozen=True)
class Answered:
    """Steps of one size, on answers that miss by τ times what `missed` says."""

    missed: Callable[[Examples, Array], Array]
    tau: Any
    eta: Any
    rho: Any

    def start(self, f: Examples) -> State:
        return State(f.num.number(0), f.first, self.asked(f, f.first))

    def step(self, f: Examples, s: State) -> State:
        w = s.w - column(self.eta) * s.v
        return State(s.t + 1, w, self.asked(f, w))

    def asked(self, f: Examples, w: Array) -> Array:
        """The answers to the d queries."""
        return f.gradient(w) + column(self.tau) * self.missed(f, w)


@dataclass(frozen=True)
class StatisticalQueries:
    """The method, on the R of a family."""

    missed: Callable[[Examples, Array], Array] = exactly
    family: Sample = Sample(ABSOLUTE)
    method: type = Answered

    def tuned(self, f: Examples, steps: int) -> Any:
        root = f.sqrt(f.num.number(steps))
        return self.method(self.missed, f.rho / (f.d * (root + steps)), f.B / (2 * f.rho * root), f.rho)
