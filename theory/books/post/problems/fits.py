"""The two data-fitting terms of scores y ∈ ℝⁿ for the exponential loss, with their gradients and conjugates.

    L(y) = Σ exp y_i           ∇L(y) = exp y                L*(a) = Σ (a_i ln a_i − a_i)  for a ≥ 0
    L̃(y) = ln Σ exp y_i        ∇L̃(y) = exp y / Σ exp y_i    L̃*(a) = Σ a_i ln a_i          for a ∈ Δ_n

`bend` bounds |F(y+x) − F(y) − ⟨∇F(y), x⟩| for |x_i| ≤ r_i, to second order in r; `mass` is Σ_i ∇F(0)_i.
"""

from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.arithmetic import Arithmetic, Array
from lemmacheck.theory.margins.losses import Exponential


@dataclass(frozen=True)
class SumOfLosses:
    """L."""

    def value(self, num: Arithmetic, y: Array) -> Any:
        return num.exp(y).sum(-1)

    def gradient(self, num: Arithmetic, y: Array) -> Array:
        return num.exp(y)

    def conjugate(self, num: Arithmetic, a: Array) -> Any:
        return (num.xlogx(a) - a).sum(-1)

    def bend(self, num: Arithmetic, y: Array, r: Array) -> Any:
        """½ Σ r_i² exp(y_i + r_i)."""
        return (r * r * num.exp(y + r)).sum(-1) / 2

    def mass(self, n: int) -> int:
        return n


@dataclass(frozen=True)
class LogOfLosses:
    """L̃ = ln ∘ L."""

    def value(self, num: Arithmetic, y: Array) -> Any:
        return Exponential().psi(num, y)

    def gradient(self, num: Arithmetic, y: Array) -> Array:
        return Exponential().psi_gradient(num, y)

    def conjugate(self, num: Arithmetic, a: Array) -> Any:
        return num.xlogx(a).sum(-1)

    def bend(self, num: Arithmetic, y: Array, r: Array) -> Any:
        """½ max r_i²."""
        return num.maximum(r) ** 2 / 2

    def mass(self, n: int) -> int:
        return 1


Fit = SumOfLosses | LogOfLosses
FITS: tuple[Fit, ...] = (SumOfLosses(), LogOfLosses())


@dataclass(frozen=True)
class Quadratic:
    """Ψ(w) = (λ/2)‖w − c‖₂², with Ψ*(v) = ⟨c, v⟩ + ‖v‖₂²/(2λ)."""

    lam: Any
    centre: Array

    def value(self, w: Array) -> Any:
        return self.lam * ((w - self.centre) ** 2).sum(-1) / 2

    def conjugate(self, v: Array) -> Any:
        return (self.centre * v).sum(-1) + (v * v).sum(-1) / (2 * self.lam)
