"""Losses ℓ with their inverse, and ψ(ξ) = ℓ⁻¹(Σᵢ ℓ(ξᵢ)), ∇ψ(ξ) = ℓ'(ξ) / ℓ'(ψ(ξ)).

For ℓ(z) = eᶻ, ψ is ln-sum-exp and ∇ψ the soft-max; both are shifted by max ξ, which changes
nothing but keeps floats finite. `rho` is the smoothness of ψ with respect to the ℓ∞ norm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from theory.arithmetic import Arithmetic, Array, column


class Loss(Protocol):
    """A strictly increasing loss with limit 0 at −∞ and ∞ at ∞."""

    @property
    def name(self) -> str: ...

    def value(self, num: Arithmetic, z: Any) -> Any: ...

    def derivative(self, num: Arithmetic, z: Any) -> Any: ...

    def inverse(self, num: Arithmetic, s: Any) -> Any: ...

    def psi(self, num: Arithmetic, xi: Array) -> Any: ...

    def psi_gradient(self, num: Arithmetic, xi: Array) -> Array: ...

    def shares(self, num: Arithmetic, xi: Array) -> tuple[Array, Array]:
        """ℓ(ξ) and ℓ'(ξ), both over the same positive factor."""
        ...

    def rho(self, n: int) -> int: ...


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
        top = num.maximum(xi)
        return top + num.log(num.exp(xi - column(top)).sum(-1))

    def psi_gradient(self, num: Arithmetic, xi: Array) -> Array:
        """exp(ξ) / Σ exp(ξᵢ)."""
        weights, _ = self.shares(num, xi)
        return weights / column(weights.sum(-1))

    def shares(self, num: Arithmetic, xi: Array) -> tuple[Array, Array]:
        """exp(ξ) / exp(max ξ), twice."""
        weights = num.exp(xi - column(num.maximum(xi)))
        return weights, weights

    def rho(self, n: int) -> int:
        return 1


@dataclass(frozen=True)
class Logistic:
    """ℓ(z) = ln(1 + eᶻ); ψ is n-smooth with respect to ℓ∞."""

    name: str = "logistic"

    def value(self, num: Arithmetic, z: Any) -> Any:
        return num.log(1 + num.exp(z))

    def derivative(self, num: Arithmetic, z: Any) -> Any:
        """eᶻ / (1 + eᶻ)."""
        return 1 / (1 + num.exp(-z))

    def inverse(self, num: Arithmetic, s: Any) -> Any:
        return num.log(num.exp(s) - 1)

    def psi(self, num: Arithmetic, xi: Array) -> Any:
        return self.inverse(num, self.value(num, xi).sum(-1))

    def psi_gradient(self, num: Arithmetic, xi: Array) -> Array:
        return self.derivative(num, xi) / column(self.derivative(num, self.psi(num, xi)))

    def shares(self, num: Arithmetic, xi: Array) -> tuple[Array, Array]:
        return self.value(num, xi), self.derivative(num, xi)

    def rho(self, n: int) -> int:
        return n


@dataclass(frozen=True)
class Jump:
    """ℓ(z) = 1/(1 − z) for z ≤ 0 and 2 + z for z > 0: strictly increasing, but with the gap (1, 2].

    `inverse` is inf {z : ℓ(z) ≥ s}, a true inverse exactly where ℓ takes the value s.
    """

    name: str = "jump"

    def value(self, num: Arithmetic, z: Any) -> Any:
        up, down = _positive(num, z), _positive(num, -z)
        return 1 / (1 + down) + up + num.ratio(up, up)

    def inverse(self, num: Arithmetic, s: Any) -> Any:
        return _positive(num, s - 2) - _positive(num, 1 / s - 1)


def _positive(num: Arithmetic, z: Any) -> Any:
    """max(z, 0), elementwise."""
    z = np.asarray(z)
    return np.asarray(num.maximum(np.stack([z, 0 * z], axis=-1)))
