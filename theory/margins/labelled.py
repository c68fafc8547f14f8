"""Labelled examples (x_i, y_i), y_i = ±1, and what the perceptron makes of them; the rows of Z are z_i = −y_i x_i.

    σ_r(z) = max{0, z} = z⁺        ŷ = 2·1[⟨w, x⟩ ≥ 0] − 1        F(w) = Σ_i σ_r(⟨w, −x_i y_i⟩)

A unit vector ū separates with margin γ if ⟨ū, x_i y_i⟩ ≥ γ > 0 for all i: γ is the largest such number, and ū is
one of the unit vectors that do, the one of maximum margin or another.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.margins.problem import Problem


@dataclass(frozen=True)
class InTurn:
    """The labels +1, −1, +1, … whatever the examples."""

    def __call__(self, rows: Sequence[Any]) -> list[int]:
        return [(-1) ** i for i in range(len(rows))]


@dataclass(frozen=True)
class All:
    """The same label for all examples."""

    label: int

    def __call__(self, rows: Sequence[Any]) -> list[int]:
        return [self.label for _ in rows]


@dataclass(frozen=True, kw_only=True)
class PerceptronProblem(Problem):
    """The inputs X (n × d) and their labels, with Z and its optimum; `separator` is the direction of ū."""

    X: Array
    labels: Array
    separator: Callable[[Any], Array]

    @property
    def examples(self) -> Array:
        """x_1 y_1, …, x_n y_n."""
        return -self.Z

    @property
    def direction(self) -> Array:
        """The direction v of the separator, with a time axis."""
        return self.separator(self)

    @property
    def u_bar(self) -> Array:
        """ū = v/‖v‖; 0 where v = 0."""
        v = self.direction
        return self.num.ratio(v, column(self.norm(v)))

    @property
    def gamma(self) -> Any:
        """γ = min_i ⟨ū, x_i y_i⟩."""
        return self.minimum(self.margins(self.u_bar))

    def margins(self, w: Array) -> Array:
        """⟨w, x_1 y_1⟩, …, ⟨w, x_n y_n⟩."""
        return self.inner(w[..., None, :], self.examples)

    def relu_slope(self, z: Any) -> Any:
        """σ_r'(z), and 1 at 0: the difference quotient of σ_r from z over |z|, and from 0 over 1."""
        size = abs(z) + self.at_least_zero(z) * self.at_least_zero(-z)
        return (self.positive_part(z + size) - self.positive_part(z)) / size

    def predict(self, w: Array, x: Array) -> Any:
        """ŷ = 2·1[⟨w, x⟩ ≥ 0] − 1."""
        return self.sign(self.inner(w, x))

    def objective(self, w: Array) -> Any:
        """F(w) = Σ_i σ_r(⟨w, −x_i y_i⟩)."""
        return self.positive_part(-self.margins(w)).sum(-1)


def of_maximum_margin(p: PerceptronProblem) -> Array:
    """−Zᵀq̄."""
    return -p.optimum.direction


def tilted(p: PerceptronProblem) -> Array:
    """−Zᵀq̄ + (γ̄²/2d)(1, −1, 1, …): of margin γ̄²/2 or more, before it is scaled to norm 1, if ‖z_i‖ ≤ 1 for all i."""
    signs = p.num.array([(-1) ** k for k in range(p.d)])
    return -p.optimum.direction + column(p.optimum.gamma_squared) * signs / (2 * p.d)
