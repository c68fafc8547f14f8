"""The margin problem under an arithmetic: the rows z_i = −y_i x_i of Z, and the paper's functions of it.

γ(w) = min_i y_i⟨w, x_i⟩ / ‖w‖ = −max_i (Zw)_i / ‖w‖,  γ(0) = 0         φ(q) = ‖Zᵀq‖² / 2
ψ(ξ) = ℓ⁻¹(Σ ℓ(ξ_i)),  R(w) = (1/n) Σ ℓ(⟨w, z_i⟩)                    γ̄ = max γ = min_{q∈Δ} ‖Zᵀq‖

A row may stand for m_i equal ones. Then n = Σ m_i, and q_i is the weight of them all: Zᵀq, ⟨q, ξ⟩ and φ(q) are what
they are on the rows written out; softmax, ψ, ψ*, R and the entropy count the copies.
"""

from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.core.evaluated import row_by_row
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.shared import read_only
from lemmacheck.theory.margins.copies import Copies, Once
from lemmacheck.theory.margins.losses import Exponential, Loss


@dataclass(frozen=True)
class Optimum:
    """The exact optimum under an arithmetic: γ̄², dual optima q̄ (one a row), Zᵀq̄; each with a time axis."""

    gamma_squared: Array
    q: Array
    direction: Array
    num: Arithmetic

    def __post_init__(self) -> None:
        read_only(self)

    @property
    def gamma(self) -> Any:
        """γ̄."""
        return self.num.sqrt(self.gamma_squared)

    @property
    def phi(self) -> Any:
        """φ(q̄) = ‖Zᵀq̄‖² / 2."""
        return (self.direction * self.direction).sum(-1) / 2

    @property
    def u(self) -> Array:
        """ū, the maximum-margin unit vector of separable data: the w of norm 1 with −Zw ≥ γ̄."""
        return -self.direction / column(self.gamma)


@dataclass(frozen=True)
class Problem(Matrix):
    """Z with the functions of it that the statements use, all under one arithmetic."""

    optimum: Optimum
    loss: Loss = Exponential()
    copies: Once | Copies = Once()

    @property
    def n(self) -> Any:
        """The number of rows, one that stands for m equal ones counted m times."""
        return self.copies.count(self.Z)

    def uniform(self) -> Array:
        """q with the weight 1/n for each of the n rows."""
        return self.copies.of(self.ones(self.Z.shape[-2])) / column(self.num.array(self.n))

    @property
    def rho(self) -> Any:
        """ρ, the smoothness of ψ with respect to ℓ∞."""
        return self.num.number(self.loss.rho(self.n))

    @row_by_row
    def margin(self, w: Array) -> Any:
        """γ(w) = −max_i (Zw)_i / ‖w‖₂, with γ(0) = 0."""
        return self.num.ratio(-self.maximum(self.scores(w)), self.norm(w))

    @row_by_row
    def psi(self, xi: Array) -> Any:
        """ψ(ξ)."""
        return self.copies.loss(self.loss).psi(self.num, xi)

    @row_by_row
    def psi_gradient(self, xi: Array) -> Array:
        """∇ψ(ξ)."""
        return self.copies.loss(self.loss).psi_gradient(self.num, xi)

    @row_by_row
    def softmax(self, xi: Array) -> Array:
        """The q ∈ Δ_n with q ∝ exp(ξ)."""
        return self.copies.loss(Exponential()).psi_gradient(self.num, xi)

    @row_by_row
    def risk(self, w: Array) -> Any:
        """R(w) = (1/n) Σ ℓ(⟨w, z_i⟩)."""
        return self.copies.of(self.loss.value(self.num, self.scores(w))).sum(-1) / self.n

    @row_by_row
    def risk_gradient(self, w: Array) -> Array:
        """∇R(w) = (1/n) Σ ℓ'(⟨w, z_i⟩) z_i."""
        return self.combine(self.copies.of(self.loss.derivative(self.num, self.scores(w)))) / self.n

    @row_by_row
    def relative_risk_gradient(self, w: Array) -> Array:
        """∇R(w)/R(w), where R(w) itself may be too small for a float."""
        losses, slopes = self.copies.loss(self.loss).shares(self.num, self.scores(w))
        return self.combine(slopes) / column(losses.sum(-1))

    @row_by_row
    def phi(self, q: Array) -> Any:
        """φ(q) = ‖Zᵀq‖₂² / 2."""
        return self.squared(self.combine(q)) / 2

    @row_by_row
    def phi_gradient(self, q: Array) -> Array:
        """∇φ(q) = ZZᵀq."""
        return self.scores(self.combine(q))

    def entropy(self, q: Array) -> Any:
        """Σ q_i ln q_i, with 0 ln 0 = 0."""
        return self.copies.loss(Exponential()).conjugate(self.num, q)

    def conjugate(self, q: Array) -> Any:
        """ψ*(q) for q ∈ Δ_n."""
        return self.copies.loss(self.loss).conjugate(self.num, q)

    @row_by_row
    def conjugate_of_gradient(self, p: Array) -> Any:
        """ψ*(∇ψ(p)) = ⟨p, ∇ψ(p)⟩ − ψ(p)."""
        return self.inner(p, self.psi_gradient(p)) - self.psi(p)

    @row_by_row
    def divergence(self, q: Array, p: Array) -> Any:
        """D_{ψ*}(q, ∇ψ(p)) = ψ*(q) − ψ*(∇ψ(p)) − ⟨p, q − ∇ψ(p)⟩ = ψ*(q) + ψ(p) − ⟨p, q⟩ for q ∈ Δ_n."""
        return self.conjugate(q) + self.psi(p) - self.inner(p, q)
