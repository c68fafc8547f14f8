"""The ℓ₁-penalised problem: P(w) = Ψ(w) + L̃(Vw) with Ψ = λ‖·‖₁, V = Z and L̃(y) = ln Σ exp y_i.

prox_{τΨ}(v) = argmin_u τΨ(u) + ½‖u − v‖₂², which shrinks every entry of v by τλ towards 0. P is bounded below
exactly if λ ≥ γ̄₁, the best ℓ₁ margin; a `Penalty` makes λ of γ̄₁ and of ‖V*1/n‖_∞, from which on w = 0 is best.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmacheck.theory.books.post.problems.l1 import L1Problem
from lemmacheck.theory.core.arithmetic import Array, column

Penalty = Callable[[Fraction, Fraction], Fraction]


@dataclass(frozen=True)
class Fixed:
    """λ = p/q whatever the data."""

    numerator: int
    denominator: int = 1

    def __call__(self, margin: Fraction, largest: Fraction) -> Fraction:
        return Fraction(self.numerator, self.denominator)


@dataclass(frozen=True)
class Between:
    """λ = (γ̄₁ + ‖V*1/n‖_∞)/2 + 1/64: above γ̄₁, and mostly not so large that w = 0 is best."""

    def __call__(self, margin: Fraction, largest: Fraction) -> Fraction:
        return (margin + largest) / 2 + Fraction(1, 64)


@dataclass(frozen=True)
class Penalised:
    """The problem alone, for one rule that gives λ; it has no steps."""

    penalty: Penalty = Fixed(1, 2)


@dataclass(frozen=True, kw_only=True)
class L1Penalised(L1Problem):
    """Z with λ."""

    lam: Any

    def regulariser(self, w: Array) -> Any:
        """Ψ(w)."""
        return self.lam * self.l1(w)

    def primal(self, w: Array) -> Any:
        """P(w)."""
        return self.regulariser(w) + self.psi(self.scores(w))

    def prox(self, tau: Any, v: Array) -> Array:
        """prox_{τΨ}(v) = max(v − τλ, 0) − max(−v − τλ, 0)."""
        by = column(tau * self.lam)
        return self.positive_part(v - by) - self.positive_part(-v - by)
