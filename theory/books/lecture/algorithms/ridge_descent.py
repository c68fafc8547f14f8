"""Gradient descent on ridge regression: w_{t+1} = w_t − η(2 Σ_i (⟨w_t, φ(x_i)⟩ − y_i) φ(x_i) + 2λw_t), t ≥ 1.

The first state is w_1, usually 0. The data and η being rational, so is the run, but for factors √2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck.theory.books.lecture.problems.ridge import Ridge, Squares
from lemmacheck.theory.core.arithmetic import Array, Number


class State(NamedTuple):
    """t and w_t."""

    t: Number
    w: Array


def origin(p: Ridge) -> Array:
    """w_1 = 0."""
    return 0 * p.Phi[..., 0, :]


def across(p: Ridge) -> Array:
    """w_1 orthogonal to all φ(x_i)."""
    return p.across


@dataclass(frozen=True)
class RidgeDescent:
    """Gradient descent with features and a λ, from a first point, with steps of length η."""

    map: Any = Squares()
    lam: Fraction = Fraction(1, 2)
    eta: Fraction = Fraction(1, 16)
    first: Callable[[Ridge], Array] = origin

    def start(self, p: Ridge) -> State:
        return State(p.num.number(1), self.first(p))

    def step(self, p: Ridge, s: State) -> State:
        return State(s.t + 1, s.w - p.num.number(self.eta) * self.slope(p, s.w))

    def slope(self, p: Ridge, w: Array) -> Array:
        """∇F(w)."""
        return p.gradient(w)
