"""Two more losses of the kind Appendix C admits: increasing, with limits 0 and ∞, and ψ convex and ρ-smooth in ℓ∞.

    gentle       ℓ(z) = 2 exp(z/256)              ψ(ξ) = 256 ln Σ exp(ξᵢ/256)   ρ = 1/256   ‖∇ψ‖₁ = 1, ψ(0) = 256 ln n
    reciprocal   ℓ(z) = 1/(e − z) for z ≤ e − 1   ψ(ξ) = e − 1/S for S ≤ 1      ρ = 2n      ‖∇ψ‖₁ can be below 1
                 ℓ(z) = z − e + 2 for z ≥ e − 1   ψ(ξ) = S + e − 2 for S ≥ 1, with S = Σ ℓ(ξᵢ)

With ℓᵢ = ℓ(ξᵢ), the gradient of the second is (min(ℓᵢ, 1)/min(S, 1))². Where S < 1, ∇²ψ = 2 diag(ℓᵢ³)/S² − 2 ℓ²(ℓ²)ᵀ/S³
is nonnegative by Cauchy's inequality, and ⟨v, ∇²ψ v⟩ ≤ 2 Σ ℓᵢ³/S² ≤ 2 for |vᵢ| ≤ 1; where S > 1, ∇²ψ = diag ℓ''(ξᵢ)
with 0 ≤ ℓ'' ≤ 2.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmacheck.theory.core.arithmetic import Arithmetic, Array
from lemmacheck.theory.core.piecewise import positive_part
from lemmacheck.theory.margins.losses import ByDefinition, Exponential

SCALE = 256


@dataclass(frozen=True)
class Gentle:
    """ℓ(z) = 2 exp(z/256); ψ is 1/256-smooth with respect to ℓ∞."""

    name: str = "gentle"

    def value(self, num: Arithmetic, z: Any) -> Any:
        return 2 * num.exp(z / SCALE)

    def derivative(self, num: Arithmetic, z: Any) -> Any:
        return 2 * num.exp(z / SCALE) / SCALE

    def inverse(self, num: Arithmetic, s: Any) -> Any:
        return SCALE * num.log(s / 2)

    def psi(self, num: Arithmetic, xi: Array) -> Any:
        return SCALE * Exponential().psi(num, xi / SCALE)

    def psi_gradient(self, num: Arithmetic, xi: Array) -> Array:
        return Exponential().psi_gradient(num, xi / SCALE)

    def excess(self, num: Arithmetic, xi: Array) -> Any:
        return Exponential().excess(num, xi / SCALE)

    def shares(self, num: Arithmetic, xi: Array) -> tuple[Array, Array]:
        values, slopes = Exponential().shares(num, xi / SCALE)
        return values, slopes / SCALE

    def conjugate(self, num: Arithmetic, q: Array) -> Any:
        """ψ*(q) = 256 Σ qᵢ ln qᵢ for q ∈ Δₙ."""
        return SCALE * Exponential().conjugate(num, q)

    def rho(self, n: int) -> Fraction:
        return Fraction(1, SCALE)


@dataclass(frozen=True)
class Reciprocal(ByDefinition):
    """ℓ(z) = 1/(e − z) for z ≤ e − 1 and z − e + 2 for z ≥ e − 1; ψ is 2n-smooth with respect to ℓ∞."""

    name: str = "reciprocal"

    def value(self, num: Arithmetic, z: Any) -> Any:
        beyond = z - (num.exp(num.number(1)) - 1)
        return 1 / (1 + positive_part(num, -beyond)) + positive_part(num, beyond)

    def derivative(self, num: Arithmetic, z: Any) -> Any:
        """min(ℓ(z), 1)²."""
        return 1 / (1 + positive_part(num, num.exp(num.number(1)) - 1 - z)) ** 2

    def inverse(self, num: Arithmetic, s: Any) -> Any:
        """e − 1/s for s ≤ 1 and s + e − 2 for s ≥ 1."""
        return num.exp(num.number(1)) - 1 + positive_part(num, s - 1) - positive_part(num, 1 / s - 1)

    def excess(self, num: Arithmetic, xi: Array) -> Any:
        """Σ_{k≥2} (h(ℓₖ) + h(Sₖ₋₁) − h(Sₖ)) / h(Sₙ), with h(s) = min(s, 1)² and Sₖ = ℓ(ξ₁) + … + ℓ(ξₖ)."""
        h = self.derivative(num, self.inverse(num, self.value(num, xi).cumsum(-1)))
        beyond = self.derivative(num, xi[..., 1:]) + h[..., :-1] - h[..., 1:]
        return beyond.sum(-1) / h[..., -1]

    def conjugate(self, num: Arithmetic, q: Array) -> Any:
        """ψ*(q) = 2 − 2 Σ √qᵢ for q ∈ Δₙ: the supremum is at ℓ(ξᵢ) = √qᵢ, where S = Σ √qᵢ ≥ 1."""
        return 2 - 2 * num.sqrt(q).sum(-1)

    def rho(self, n: int) -> int:
        return 2 * n


@dataclass(frozen=True)
class Underrated(Exponential):
    """ℓ(z) = eᶻ, of whose ψ it is said for n ≥ 2 to be 1/8-smooth, which it is not."""

    name: str = "exponential, ρ=1/8"

    def rho(self, n: int) -> Any:
        return Fraction(1, 8) if n > 1 else 1
