"""The two support vector machines on examples x_i y_i = −z_i.

hard   min ½‖w‖²  s.t. 1 ≤ ⟨w, x_i y_i⟩      w* = −Zᵀq̄/γ̄², multipliers q̄/γ̄², value 1/(2γ̄²)
soft   inf ½‖w‖² + C Σ_i ℓ_h(−⟨w, x_i y_i⟩),  ℓ_h(z) = max{0, 1 + z}
dual   max D(α) = Σ_i α_i − ½‖Σ_i α_i x_i y_i‖²  over 0 ≤ α ≤ C
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.piecewise import clamped
from lemmacheck.theory.margins.problem import Problem


def margins(p: Problem, w: Array) -> Array:
    """⟨w, x_i y_i⟩."""
    return -p.scores(w)


def hinge(p: Problem, z: Any) -> Array:
    """ℓ_h(z) = max{0, 1 + z}."""
    return p.positive_part(1 + z)


def penalised(p: Problem, w: Array, C: Any) -> Any:
    """½‖w‖² + C Σ_i max{0, 1 − ⟨w, x_i y_i⟩}."""
    return p.squared(w) / 2 + C * hinge(p, -margins(p, w)).sum(-1)


def lagrangian(p: Problem, w: Array, alpha: Array) -> Any:
    """½‖w‖² + Σ_i α_i (1 − ⟨w, x_i y_i⟩)."""
    return p.squared(w) / 2 + (alpha * (1 - margins(p, w))).sum(-1)


def hard_solution(p: Problem) -> Array:
    """w* = −Zᵀq̄/γ̄²."""
    return -p.optimum.direction / column(p.optimum.gamma_squared)


def hard_multipliers(p: Problem) -> Array:
    """q̄/γ̄², for each of the known q̄."""
    return p.optimum.q / column(p.optimum.gamma_squared)


def hard_value(p: Problem) -> Any:
    """1/(2γ̄²)."""
    return 1 / (2 * p.optimum.gamma_squared)


@dataclass(frozen=True)
class SoftMargin:
    """Which C."""

    C: Fraction = Fraction(1)


@dataclass(frozen=True, kw_only=True)
class SoftMarginProblem(Problem):
    """The examples with C and an optimal α of the dual."""

    C: Any
    best: Array

    @property
    def w_C(self) -> Array:
        """Σ_i α_i x_i y_i of the optimal α, with a time axis."""
        return -self.combine(self.best)[None]

    def objective(self, w: Array) -> Any:
        """½‖w‖² + C Σ_i ℓ_h(−⟨w, x_i y_i⟩)."""
        return penalised(self, w, self.C)

    def dual(self, alpha: Array) -> Any:
        """D(α)."""
        return alpha.sum(-1) - self.squared(self.combine(alpha)) / 2

    def dual_gradient(self, alpha: Array) -> Array:
        """∇D(α) = 1 − ZZᵀα."""
        return 1 - self.scores(self.combine(alpha))

    def violated(self, w: Array) -> Array:
        """1[⟨w, x_i y_i⟩ ≤ 1], a slope of the hinge at −⟨w, x_i y_i⟩."""
        return self.at_least_zero(1 - margins(self, w))

    def boxed(self, alpha: Array) -> Array:
        """Each entry moved into [0, C]."""
        return clamped(self.num, alpha, 0 * alpha, column(self.C))

    @property
    def L(self) -> Any:
        """‖Z‖_F², or 1 where Z = 0: ZZᵀ is not larger."""
        square = self.squared(self.Z).sum(-1)
        return square + self.at_least_zero(-square)
