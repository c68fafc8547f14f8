"""What a weak learner's edges x = −Zᵀq become: a potential h(x), and the vote ∇h(x) ∈ ℝᵈ that is added to w.

Largest(φ)     h(x) = φ*(‖x‖_∞) = ψ*(x) for ψ(w) = φ(‖w‖₁)     vote (φ*)'(‖x‖_∞) sign(x_k) e_k, |x_k| = ‖x‖_∞
HalfSquare(r)  h(x) = ‖x‖_r²/2, r = 2, 4, 8, …                 (r−1)-smooth with respect to ‖·‖_r
SoftMax(s)     h(x) = s ln (1/(2d)) Σ_k (e^{x_k/s} + e^{−x_k/s})   (1/s)-smooth with respect to ‖·‖_∞

‖x‖_∞ − s ln 2d ≤ SoftMax(s) ≤ ‖x‖_∞, and the votes of SoftMax have ‖·‖₁ ≤ 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.books.post.problems.l1 import L1Problem
from lemmacheck.theory.books.post.problems.potentials import Potential, Square
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.margins.losses import Exponential


@dataclass(frozen=True)
class Largest:
    """h(x) = φ*(‖x‖_∞), with the first of the coordinates that tie."""

    phi: Potential = Square()

    def value(self, p: L1Problem, x: Array) -> Any:
        return self.phi.conjugate(p.num, p.linf(x))

    def vote(self, p: L1Problem, x: Array) -> Array:
        return column(self.phi.slope(p.num, p.linf(x))) * p.first_coordinate(x)


@dataclass(frozen=True)
class HalfSquare:
    """h(x) = ‖x‖_r²/2 for r = 2^{k+1}, k = `halvings`."""

    halvings: int = 1

    @property
    def r(self) -> int:
        return 2 ** (self.halvings + 1)

    def smoothness(self, p: L1Problem) -> Any:
        """L = r − 1."""
        return p.num.number(self.r - 1)

    def square(self, p: L1Problem, x: Array) -> Any:
        """‖x‖_r² = (Σ x_k^r)^{2/r}."""
        root = (x**self.r).sum(-1)
        for _ in range(self.halvings):
            root = p.num.root_of_squares(root)
        return root

    def value(self, p: L1Problem, x: Array) -> Any:
        return self.square(p, x) / 2

    def vote(self, p: L1Problem, x: Array) -> Array:
        """x_k^{r−1} ‖x‖_r² / Σ x_j^r."""
        return p.num.ratio(column(self.square(p, x)) * x ** (self.r - 1), column((x**self.r).sum(-1)))

    def rows(self, p: L1Problem) -> Any:
        """‖z_i‖_r^r for each row, at most 1 where the potential of Zᵀq is as smooth in q as h is."""
        return (p.Z**self.r).sum(-1)

    def floor(self, p: L1Problem) -> Any:
        """γ̄₁²/2 ≤ h(Zᵀq) for every q ∈ Δ_n."""
        return p.optimum.gamma**2 / 2


@dataclass(frozen=True)
class SoftMax:
    """h(x) = s ln (1/(2d)) Σ_k (e^{x_k/s} + e^{−x_k/s})."""

    s: Fraction = Fraction(1, 4)

    def scale(self, p: L1Problem) -> Any:
        """s."""
        return p.num.number(self.s)

    def smoothness(self, p: L1Problem) -> Any:
        """L = 1/s."""
        return 1 / self.scale(p)

    def value(self, p: L1Problem, x: Array) -> Any:
        return soft_maximum(p, x, self.scale(p))

    def vote(self, p: L1Problem, x: Array) -> Array:
        return soft_vote(p, x, self.scale(p))

    def rows(self, p: L1Problem) -> Any:
        """‖z_i‖_∞ for each row, at most 1 where the potential of Zᵀq is as smooth in q as h is."""
        return p.linf(p.Z)

    def floor(self, p: L1Problem) -> Any:
        """γ̄₁ − s ln 2d ≤ h(Zᵀq) for every q ∈ Δ_n."""
        return p.optimum.gamma - self.scale(p) * p.log(p.num.number(2 * p.d))


@dataclass(frozen=True)
class BalancedSoftMax(SoftMax):
    """The soft maximum of the scale that is best for T steps, s = 2√(ln n/ln 2d)/T; with one row, as for two."""

    steps: int = 1

    def scale(self, p: L1Problem) -> Any:
        rows = p.num.number(p.n + 1 // p.n)
        return 2 * p.sqrt(p.log(rows) / p.log(p.num.number(2 * p.d))) / self.steps


def soft_maximum(p: L1Problem, x: Array, s: Any) -> Any:
    """s ln (1/(2d)) Σ_k (e^{x_k/s} + e^{−x_k/s})."""
    return s * (Exponential().psi(p.num, np.concatenate([x, -x], axis=-1) / s) - p.log(p.num.number(2 * p.d)))


def soft_vote(p: L1Problem, x: Array, s: Any) -> Array:
    """Its gradient: the soft-max of (x, −x)/s, the second half taken from the first."""
    weights = Exponential().psi_gradient(p.num, np.concatenate([x, -x], axis=-1) / s)
    return weights[..., : p.d] - weights[..., p.d :]
