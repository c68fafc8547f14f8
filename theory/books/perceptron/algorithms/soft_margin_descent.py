"""Gradient descent on the soft-margin objective f, and gradient ascent on its dual D, side by side.

w_{t+1} = w_t − g_t/(t+1),  g_t = w_t − C Σ_i 1[⟨w_t, x_iy_i⟩ ≤ 1] x_iy_i ∈ ∂f(w_t),  w_0 = 0
α_{t+1} = α_t + ∇D(α_t)/L, each entry moved into [0, C],  L = ‖Z‖_F²,  α_0 = 0
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from lemmacheck.theory.books.perceptron.problems.soft_margin import SoftMarginProblem
from lemmacheck.theory.core.arithmetic import Array, Number, column


class State(NamedTuple):
    """t, w_t and α_t."""

    t: Number
    w: Array
    alpha: Array


@dataclass(frozen=True)
class SoftMarginDescent:
    """Both methods for one C."""

    C: Fraction = Fraction(1)

    def start(self, p: SoftMarginProblem) -> State:
        return State(p.num.number(0), p.zero(), 0 * p.uniform())

    def step(self, p: SoftMarginProblem, s: State) -> State:
        return State(s.t + 1, s.w - self.slope(p, s.w) / (s.t + 1), self.ascended(p, s.alpha))

    def slope(self, p: SoftMarginProblem, w: Array) -> Array:
        """g ∈ ∂f(w)."""
        return w + column(p.C) * p.combine(p.violated(w))

    def ascended(self, p: SoftMarginProblem, alpha: Array) -> Array:
        """α + ∇D(α)/L, moved into [0, C]."""
        return p.boxed(alpha + p.dual_gradient(alpha) / column(p.L))
