"""Losses ℓ with their inverse, and ψ(ξ) = ℓ⁻¹(Σᵢ ℓ(ξᵢ)), ∇ψ(ξ) = ℓ'(ξ) / ℓ'(ψ(ξ)).

    exponential   ψ(ξ) = ln Σₖ exp ξₖ                       ∇ψ(ξ)ᵢ = exp(ξᵢ − ψ(ξ))
    logistic      ψ(ξ) = ln Σₖ exp(ξₖ + Σ_{j<k} ℓ(ξⱼ))      ∇ψ(ξ)ᵢ = exp(ξᵢ + Σ_{j≠i} ℓ(ξⱼ) − ψ(ξ))

The second line telescopes Π(1 + exp ξⱼ) − 1, the sum of positive terms that ψ is the logarithm of. `rho` is
the smoothness of ψ with respect to ℓ∞, `conjugate` is ψ* on Δₙ.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.core.piecewise import above_zero, positive_part


class Loss(Protocol):
    """A strictly increasing loss with limit 0 at −∞ and ∞ at ∞."""

    @property
    def name(self) -> str: ...

    def value(self, num: Arithmetic, z: Any) -> Any: ...

    def derivative(self, num: Arithmetic, z: Any) -> Any: ...

    def inverse(self, num: Arithmetic, s: Any) -> Any: ...

    def psi(self, num: Arithmetic, xi: Array) -> Any: ...

    def psi_gradient(self, num: Arithmetic, xi: Array) -> Array: ...

    def excess(self, num: Arithmetic, xi: Array) -> Any:
        """‖∇ψ(ξ)‖₁ − 1, in a form without cancellation."""

    def shares(self, num: Arithmetic, xi: Array) -> tuple[Array, Array]:
        """ℓ(ξ) and ℓ'(ξ), both over the same positive factor."""

    def conjugate(self, num: Arithmetic, q: Array) -> Any:
        """ψ*(q) for q ∈ Δ_n."""

    def rho(self, n: int) -> Any: ...


@dataclass(frozen=True)
class Exponential:
    """ℓ(z) = eᶻ; ψ is 1-smooth with respect to ℓ∞."""

    name: str = "exponential"

    def value(self, num: Arithmetic, z: Any) -> Any:
        return num.exp(z)

    def derivative(self, num: Arithmetic, z: Any) -> Any:
        return num.exp(z)

    def inverse(self, num: Arithmetic, s: Any) -> Any:
        return num.log(s)

    def psi(self, num: Arithmetic, xi: Array) -> Any:
        """ln Σ exp(ξᵢ)."""
        top = num.anchor(xi)
        return top + num.log(self.weights(num, xi, top).sum(-1))

    def weights(self, num: Arithmetic, xi: Array, top: Any) -> Array:
        """exp(ξ − top)."""
        return num.exp(xi - column(top))

    def psi_gradient(self, num: Arithmetic, xi: Array) -> Array:
        """exp(ξ) / Σ exp(ξᵢ)."""
        weights, _ = self.shares(num, xi)
        return weights / column(weights.sum(-1))

    def excess(self, num: Arithmetic, xi: Array) -> Any:
        """0: a soft-max sums to 1."""
        return 0 * xi.sum(-1)

    def shares(self, num: Arithmetic, xi: Array) -> tuple[Array, Array]:
        """exp(ξ) / exp(c), twice, for a c near max ξ."""
        weights = self.weights(num, xi, num.anchor(xi))
        return weights, weights

    def conjugate(self, num: Arithmetic, q: Array) -> Any:
        """ψ*(q) = Σ qᵢ ln qᵢ for q ∈ Δₙ."""
        return num.xlogx(q).sum(-1)

    def rho(self, n: Any) -> int:
        return 1


@dataclass(frozen=True, eq=False)
class Repeated(Exponential):
    """The exponential loss of rows of which row i stands for mᵢ equal ones: ψ(ξ) = ln Σ mᵢ exp ξᵢ.

    A weight qᵢ is that of all mᵢ together, so that ∇ψ(ξ)ᵢ = mᵢ exp(ξᵢ − ψ(ξ)) and ψ*(q) = Σ qᵢ ln(qᵢ/mᵢ).
    """

    copies: Any = 1

    def weights(self, num: Arithmetic, xi: Array, top: Any) -> Array:
        return self.copies * super().weights(num, xi, top)

    def conjugate(self, num: Arithmetic, q: Array) -> Any:
        return super().conjugate(num, q) - (q * num.log(self.copies)).sum(-1)


@dataclass(frozen=True)
class Logistic:
    """ℓ(z) = ln(1 + eᶻ); ψ is n-smooth with respect to ℓ∞.

    With x⁺ = max(x, 0), a share of exp(Σ ξⱼ⁺) is taken out of every term, and exponents that are left over are
    near 0 where they matter: floats neither overflow nor cancel. One score alone is its own ψ, exactly.
    """

    name: str = "logistic"

    def value(self, num: Arithmetic, z: Any) -> Any:
        """z⁺ + ln(1 + e^{−|z|}), where ln(1 + x) = x·logrel(x)."""
        above = positive_part(num, z)
        tail = num.exp(z - 2 * above)
        return above + tail * num.logrel(tail)

    def derivative(self, num: Arithmetic, z: Any) -> Any:
        """eᶻ / (1 + eᶻ) = e^{min(z, 0)} / (1 + e^{−|z|})."""
        above = positive_part(num, z)
        return num.exp(z - above) / (1 + num.exp(z - 2 * above))

    def inverse(self, num: Arithmetic, s: Any) -> Any:
        """ln(eˢ − 1) = s + ln s + ln((1 − e⁻ˢ)/s)."""
        return s + num.log(s) + num.log(num.exprel(-s))

    def psi(self, num: Arithmetic, xi: Array) -> Any:
        """Σ ξⱼ⁺ + top + ln Σₖ exp(Mₖ − top), with Mₖ as in `exponents` and top near their largest."""
        _, below, top = self.exponents(num, xi)
        return positive_part(num, xi).sum(-1) + top + num.log(num.exp(below - column(top)).sum(-1))

    def psi_gradient(self, num: Arithmetic, xi: Array) -> Array:
        """exp(Nᵢ) / Σₖ exp(Mₖ)."""
        above, below, top = self.exponents(num, xi)
        return num.exp(above - column(top)) / column(num.exp(below - column(top)).sum(-1))

    def exponents(self, num: Arithmetic, xi: Array) -> tuple[Array, Array, Any]:
        """Nᵢ = ξᵢ + Σ_{j≠i} ℓ(ξⱼ) − Σ ξⱼ⁺ = min(ξᵢ, 0) + Σ_{j≠i} ln(1 + e^{−|ξⱼ|}),
        Mₖ = ξₖ + Σ_{j<k} ℓ(ξⱼ) − Σ ξⱼ⁺ = min(ξₖ, 0) + Σ_{j<k} ln(1 + e^{−|ξⱼ|}) − Σ_{j>k} ξⱼ⁺, and an anchor of M."""
        above = positive_part(num, xi)
        rest = num.log(1 + num.exp(xi - 2 * above))
        low, before = xi - above, sums_before(num, rest)
        below = low + before - sums_after(num, above)
        return low + before + sums_after(num, rest), below, num.anchor(below)

    def excess(self, num: Arithmetic, xi: Array) -> Any:
        """Σᵢ σᵢ Σ_{k<i} cₖ / Σₖ cₖ, with σ = ℓ'(ξ) and cₖ = σₖ Π_{j<k} (1 − σⱼ), which add up to ℓ'(ψ(ξ))."""
        _, slopes = self.shares(num, xi)
        shed = slopes * num.exp(-sums_before(num, self.value(num, xi)))
        return (self.derivative(num, xi) * sums_before(num, shed)).sum(-1) / shed.sum(-1)

    def shares(self, num: Arithmetic, xi: Array) -> tuple[Array, Array]:
        """ℓ(ξ) and ℓ'(ξ) over e^m, where m = min(max ξ, 0)."""
        above, top = positive_part(num, xi), num.maximum(xi)
        m = column(top - positive_part(num, top))
        tail = num.exp(xi - 2 * above)
        return above + num.exp(xi - 2 * above - m) * num.logrel(tail), num.exp(xi - above - m) / (1 + tail)

    def conjugate(self, num: Arithmetic, q: Array) -> Any:
        """ψ*(q) = Σ qᵢ ln qᵢ for q ∈ Δₙ, as for the exponential loss: ψ(ξ) ≥ ln Σ exp ξₖ, term by term of the
        formula above, so that ψ* ≤ Σ qᵢ ln qᵢ; and ψ(ξ − s) + s → ln Σ exp ξₖ as s → ∞ while ⟨q, ξ − s⟩ + s = ⟨q, ξ⟩,
        so that ψ*(q) ≥ ⟨q, ξ⟩ − ln Σ exp ξₖ for every ξ."""
        return num.xlogx(q).sum(-1)

    def rho(self, n: int) -> int:
        return n


def unknown_conjugate(num: Arithmetic, q: Any) -> Any:
    raise NotImplementedError(
        "this statement reads ψ*, and the loss was given without it; "
        "give OwnLoss a conjugate_on_simplex, a function of (arithmetic, q) for q ∈ Δ_n"
    )


class ByDefinition:
    """ψ(ξ) = ℓ⁻¹(Σ ℓ(ξᵢ)) and ∇ψ(ξ) = ℓ'(ξ)/ℓ'(ψ(ξ)), for a loss that has ℓ, ℓ' and ℓ⁻¹."""

    value: Any
    derivative: Any
    inverse: Any

    def psi(self, num: Arithmetic, xi: Array) -> Any:
        return self.inverse(num, self.value(num, xi).sum(-1))

    def psi_gradient(self, num: Arithmetic, xi: Array) -> Array:
        return self.derivative(num, xi) / column(self.derivative(num, self.psi(num, xi)))

    def excess(self, num: Arithmetic, xi: Array) -> Any:
        return self.psi_gradient(num, xi).sum(-1) - 1

    def shares(self, num: Arithmetic, xi: Array) -> tuple[Array, Array]:
        return self.value(num, xi), self.derivative(num, xi)


@dataclass(frozen=True)
class OwnLoss(ByDefinition):
    """A loss by its value, derivative and inverse, functions of (arithmetic, number), and ψ's smoothness, of n.

    `conjugate_on_simplex` is ψ*, a function of (arithmetic, q), where statements about D_{ψ*} are wanted.
    """

    name: str
    value: Callable[[Arithmetic, Any], Any]
    derivative: Callable[[Arithmetic, Any], Any]
    inverse: Callable[[Arithmetic, Any], Any]
    smoothness: Callable[[int], Any]
    conjugate_on_simplex: Callable[[Arithmetic, Any], Any] = unknown_conjugate

    def conjugate(self, num: Arithmetic, q: Array) -> Any:
        return self.conjugate_on_simplex(num, q)

    def rho(self, n: int) -> Any:
        return self.smoothness(n)


@dataclass(frozen=True)
class Jump:
    """ℓ(z) = 1/(1 − z) for z ≤ 0 and 2 + z for z > 0: strictly increasing, but with the gap (1, 2].

    `inverse` is inf {z : ℓ(z) ≥ s}, a true inverse exactly where ℓ takes the value s.
    """

    name: str = "jump"

    def value(self, num: Arithmetic, z: Any) -> Any:
        up, down = positive_part(num, z), positive_part(num, -z)
        return 1 / (1 + down) + up + above_zero(num, z)

    def inverse(self, num: Arithmetic, s: Any) -> Any:
        return positive_part(num, s - 2) - positive_part(num, 1 / s - 1)


def sums_before(num: Arithmetic, x: Array) -> Array:
    """Σ_{j<k} xⱼ for each k, along the last axis; exactly 0 for the first."""
    nothing = np.broadcast_to(num.array([0]), (*x.shape[:-1], 1))
    return np.concatenate([nothing, x[..., :-1].cumsum(-1)], axis=-1)


def sums_after(num: Arithmetic, x: Array) -> Array:
    """Σ_{j>k} xⱼ for each k, along the last axis; exactly 0 for the last."""
    return sums_before(num, x[..., ::-1])[..., ::-1]
