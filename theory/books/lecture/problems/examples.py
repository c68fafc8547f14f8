"""A function that is an average over examples, ℓ(w, z_i) = φ(⟨z_i, w⟩ − y_i), and a first point at distance B from w*.

    f(w) = R(w) = Σ_i D_i ℓ(w, z_i)        ∇ℓ(w, z_i) = φ'(⟨z_i, w⟩ − y_i) z_i, at a kink a subgradient

D is uniform, or as 1 : 2 : … : n. φ is Huber's function, |u|, max(0, u), u²/2 or u⁴/4; for the first three
‖∇ℓ‖ ≤ max_i ‖z_i‖ ≤ ρ. Everything is convex.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.problems.objectives import Curve, Objective
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.core.piecewise import at_least_zero


@dataclass(frozen=True)
class Kinked:
    """φ(u) = low·u for u < 0 and high·u for u ≥ 0, with the slope `high` at 0."""

    low: int
    high: int

    def slope(self, num: Arithmetic, u: Array) -> Array:
        """φ'(u)."""
        return self.low + (self.high - self.low) * at_least_zero(num, u)

    def value(self, num: Arithmetic, u: Array) -> Array:
        """φ(u)."""
        return self.slope(num, u) * u


@dataclass(frozen=True)
class FourthPower:
    """φ(u) = u⁴/4."""

    def slope(self, num: Arithmetic, u: Array) -> Array:
        return u**3

    def value(self, num: Arithmetic, u: Array) -> Array:
        return u**4 / 4


ABSOLUTE, HINGE, FOURTH = Kinked(-1, 1), Kinked(0, 1), FourthPower()
ROUNDED = Curve(Fraction(-1), Fraction(1))  # Huber's function: u²/2, and |u| − 1/2 beyond ±1

Targets = Callable[[list[Fraction]], list[Fraction]]


def fitted(scores: list[Fraction]) -> list[Fraction]:
    """y_i = ⟨z_i, w⟩."""
    return scores


def scattered(scores: list[Fraction]) -> list[Fraction]:
    """y_i = ⟨z_i, w⟩ ± 1/2, the signs in turn."""
    return [y + Fraction((-1) ** i, 2) for i, y in enumerate(scores)]


def margins(scores: list[Fraction]) -> list[Fraction]:
    """y_i = −1: with φ(u) = max(0, u) the hinge loss max(0, 1 + ⟨z_i, w⟩)."""
    return [Fraction(-1) for _ in scores]


@dataclass(frozen=True)
class Sample:
    """Which examples the rows make: φ, the targets y, whether D is uneven, and B."""

    phi: Any = ROUNDED
    targets: Targets = fitted
    uneven: bool = False
    distance: int = 2


@dataclass(frozen=True)
class Examples(Objective):
    """f, with w* = `best`, w_1 = `first`, the probabilities D and a bound ρ on the gradients of the examples."""

    y: Array
    share: Array
    phi: Any
    best: Array
    first: Array
    rho: Any

    @property
    def minimiser(self) -> Array:
        return self.best

    @property
    def B_squared(self) -> Any:
        """B² = ‖w* − w_1‖²."""
        return self.squared(self.best - self.first)

    @property
    def beta(self) -> Any:
        """Σ_i D_i ‖z_i‖²: f is so smooth where φ is 1-smooth."""
        return (self.share * self.squared(self.Z)).sum(-1)

    def residuals(self, w: Array) -> Array:
        """⟨z_i, w⟩ − y_i."""
        return self.scores(w) - self.y

    def losses(self, w: Array) -> Array:
        """ℓ(w, z_1), …, ℓ(w, z_n)."""
        return np.asanyarray(self.phi.value(self.num, self.residuals(w)))

    def loss_gradients(self, w: Array) -> Array:
        """∇ℓ(w, z_1), …, ∇ℓ(w, z_n), as rows."""
        return column(self.phi.slope(self.num, self.residuals(w))) * self.Z

    def value(self, w: Array) -> Any:
        return (self.share * self.losses(w)).sum(-1)

    def gradient(self, w: Array) -> Array:
        return self.combine(self.share * self.phi.slope(self.num, self.residuals(w)))

    def around(self) -> Array:
        """Points at most B from w_1: w_1 ± B e_j, and the middle of w_1 and w*."""
        axes = self.B * self.num.array(np.eye(self.d, dtype=int).tolist())
        return np.concatenate([self.first + axes, self.first - axes, (self.first + self.best)[None] / 2])

    def blocks(self, most: int = 4) -> Array:
        """The examples in at most so many blocks, a row each, 1 at its examples; up to so many, they are alone."""
        parts = np.array_split(np.eye(self.n, dtype=int), [k * self.n // most for k in range(1, most)])
        return self.num.array([part.sum(0).tolist() for part in parts for _ in part[:1]])
