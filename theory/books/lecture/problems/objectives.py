"""Convex functions of w ∈ ℝᵈ made of the rows z_i of Z, with a minimiser w* that is known.

    smooth       f(w) = Σ_i h(⟨z_i, w − w*⟩) + (λ/2)‖w − w*‖²,  β = λ + ‖Z‖_F²,  κ = β/λ
    Lipschitz    f(w) = max_i |⟨z_i, w − w*⟩|,  ρ ≥ ‖z_i‖ for every row

h(x) = g x − g²/2 with g = h'(x), which is x kept between two bounds: a square, Huber's function, or one side of
a square; each is convex and 1-smooth, least at 0. Methods start at 0, at the distance B = ‖w*‖ = 2 from w*.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.core.evaluated import row_by_row
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.piecewise import larger, smaller


@dataclass(frozen=True)
class Curve:
    """h(x) = g x − g²/2, g = h'(x) = x, but no less than `low` and no more than `high`, where these are given."""

    low: Fraction | None = None
    high: Fraction | None = None

    def slope(self, num: Arithmetic, x: Array) -> Array:
        """h'(x)."""
        below = x if self.high is None else smaller(num, x, num.number(self.high))
        return below if self.low is None else larger(num, below, num.number(self.low))

    def value(self, num: Arithmetic, x: Array) -> Array:
        """h(x)."""
        g = self.slope(num, x)
        return g * x - g * g / 2


SQUARE, HUBER, ONE_SIDED = Curve(), Curve(Fraction(-1, 4), Fraction(1, 4)), Curve(Fraction(0))


@dataclass(frozen=True)
class Regression:
    """Which smooth f the rows make: κ (None: λ = 0) and h; `beta` and `lam` are factors, 1 unless told wrongly."""

    kappa: int | None = 9
    curve: Curve = SQUARE
    beta: Fraction = Fraction(1)
    lam: Fraction = Fraction(1)


class Objective(Matrix):
    """f, of which a subclass knows the value, the gradient and a minimiser w*."""

    @property
    def minimiser(self) -> Array:
        """w*."""
        raise NotImplementedError

    @property
    def centre(self) -> Array:
        """Where `points` are laid out: at w*."""
        return self.minimiser

    @property
    def B_squared(self) -> Any:
        """B² = ‖w_0 − w*‖² for the start w_0 = 0."""
        return self.squared(self.minimiser)

    @property
    def B(self) -> Any:
        """B."""
        return self.sqrt(self.B_squared)

    def value(self, w: Array) -> Any:
        raise NotImplementedError

    def gradient(self, w: Array) -> Array:
        raise NotImplementedError

    def gap(self, w: Array) -> Any:
        """f(w) − f(w*)."""
        return self.value(w) - self.value(self.minimiser)

    @row_by_row
    def divergence(self, x: Array, y: Array) -> Any:
        """f(x) − f(y) − ⟨∇f(y), x − y⟩."""
        return self.value(x) - self.value(y) - self.inner(self.gradient(y), x - y)

    def moves(self) -> Array:
        """v ≠ 0 in ℝᵈ: the axes both ways, and longer ones."""
        axes = np.eye(self.d, dtype=int)
        rows = np.concatenate([axes, -axes, 8 * axes[:1], [np.arange(1, self.d + 1)], -3 * axes[-1:]])
        return self.fixed(rows)

    def points(self) -> Array:
        """The start 0, the centre, and where the moves lead from there."""
        around = self.centre + np.concatenate([0 * self.moves()[:1], self.moves()])
        return np.concatenate([self.zero()[None], around])

    def pairs(self) -> tuple[Array, Array]:
        """Pairs of these points, near and far."""
        x = self.points()
        return np.concatenate([x, x, x]), np.concatenate([np.roll(x, k, axis=0) for k in (1, 2, self.d)])


@dataclass(frozen=True)
class SmoothObjective(Objective):
    """f(w) = Σ_i h(⟨z_i, w − w*⟩) + (μ/2)‖w − w*‖², said to be β-smooth and λ-strongly convex."""

    origin: Array
    curve: Curve
    mu: Any
    beta: Any
    lam: Any

    @property
    def minimiser(self) -> Array:
        return self.origin

    @property
    def kappa(self) -> Any:
        """κ = β/λ."""
        return self.beta / self.lam

    def value(self, w: Array) -> Any:
        off = w - self.minimiser
        return self.curve.value(self.num, self.scores(off)).sum(-1) + self.mu * self.squared(off) / 2

    def gradient(self, w: Array) -> Array:
        off = w - self.minimiser
        return self.combine(self.curve.slope(self.num, self.scores(off))) + column(self.mu) * off


@dataclass(frozen=True)
class LipschitzObjective(Objective):
    """f(w) = max_i |⟨z_i, w − w*⟩|, said to be ρ-Lipschitz; w* is said to be at most `radius` from the start."""

    origin: Array
    rho: Any
    radius: Any

    @property
    def minimiser(self) -> Array:
        return self.origin

    def signed(self, w: Array) -> Array:
        """⟨z_i, w − w*⟩ and −⟨z_i, w − w*⟩ for every i."""
        scores = self.scores(w - self.minimiser)
        return np.concatenate([scores, -scores], axis=-1)

    def value(self, w: Array) -> Any:
        return self.linf(self.scores(w - self.minimiser))

    def gradient(self, w: Array) -> Array:
        """A subgradient: ±z_i for the first ±⟨z_i, w − w*⟩ that is largest."""
        first = self.num.first_largest(self.signed(w))
        return self.combine(first[..., : self.n] - first[..., self.n :])
