"""The ℓ₁ margin problem: rows z_i under an arithmetic with the exact optimum of w ↦ min_i ⟨w, −z_i⟩ / ‖w‖₁.

γ₁(w) = −max_i (Zw)_i / ‖w‖₁,  γ₁(0) = 0        edge(q) = ‖Zᵀq‖_∞
γ̄₁ = max γ₁⁺ = min_{q∈Δ} ‖Zᵀq‖_∞                  L̃(y) = ln Σ exp y_i,  ∇L̃(Zw) ∝ exp(Zw)
"""

from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.core.evaluated import row_by_row
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.piecewise import sign
from lemmacheck.theory.core.shared import read_only
from lemmacheck.theory.margins.losses import Exponential


@dataclass(frozen=True)
class L1Optimum:
    """γ̄₁, an optimal w of ℓ₁ norm at most 1 and an optimal q ∈ Δ_n; each with a time axis."""

    gamma: Array
    w: Array
    q: Array

    def __post_init__(self) -> None:
        read_only(self)


@dataclass(frozen=True)
class L1Problem(Matrix):
    """Z with the functions of it that boosting uses."""

    optimum: L1Optimum

    def edge(self, q: Array) -> Any:
        """‖Zᵀq‖_∞."""
        return self.linf(self.combine(q))

    @row_by_row
    def margin(self, w: Array) -> Any:
        """γ₁(w), with γ₁(0) = 0."""
        return self.num.ratio(-self.maximum(self.scores(w)), self.l1(w))

    @row_by_row
    def softmax(self, xi: Array) -> Array:
        """The q ∈ Δ_n with q ∝ exp(ξ): ∇L̃(ξ)."""
        return Exponential().psi_gradient(self.num, xi)

    @row_by_row
    def psi(self, xi: Array) -> Any:
        """L̃(ξ) = ln Σ exp ξ_i."""
        return Exponential().psi(self.num, xi)

    def first_coordinate(self, x: Array) -> Array:
        """sign(x_k) e_k for the first k with |x_k| = ‖x‖_∞, the sign of 0 being 1: an element of ∂‖·‖_∞(x)."""
        return steepest(self.num, x, self.num.first_largest(abs(x)))


def steepest(num: Arithmetic, x: Array, chosen: Array) -> Array:
    """The chosen vertex e_k with the sign of x_k; the sign of 0 is 1."""
    return column(sign(num, (x * chosen).sum(-1))) * chosen


def reweighted(p: L1Problem, q: Array, vote: Array) -> Array:
    """The weights after a vote: ∝ q exp(Z vote)."""
    after = q * p.exp(p.scores(vote))
    return after / column(after.sum(-1))
