"""Ridge regression on features: min_w F(w), F(w) = Σ_i (⟨w, φ(x_i)⟩ − y_i)² + λ‖w‖², with x_i the rows of Z.

Φ ∈ ℝ^{n×m} with rows φ(x_i),  K = ΦΦᵀ ∈ ℝ^{n×n},  K_ij = k(x_i, x_j)
primal  w* = (ΦᵀΦ + λI)⁻¹Φᵀy          dual  α* = (K + λI)⁻¹y,  w* = Φᵀα*
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.problems.quadratics import solve
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.shared import once


@dataclass(frozen=True)
class Identity:
    """φ(x) = x, k(x, x') = ⟨x, x'⟩."""

    def features(self, num: Arithmetic, x: Array) -> Array:
        return x


@dataclass(frozen=True)
class Affine:
    """φ(x) = (1, x), k(x, x') = 1 + ⟨x, x'⟩."""

    def features(self, num: Arithmetic, x: Array) -> Array:
        return np.concatenate([1 + 0 * x[..., :1], x], axis=-1)


@dataclass(frozen=True)
class Squares:
    """φ(x) = all x_j² and all √2 x_j x_k with j < k, k(x, x') = ⟨x, x'⟩²; of (x_1, x_2) in the order of the lecture."""

    def features(self, num: Arithmetic, x: Array) -> Array:
        root, d = num.sqrt(num.number(2)), x.shape[-1]
        pairs = [root * x[..., j] * x[..., k] for j, k in combinations(range(d), 2)]
        first, *others = (x[..., j] * x[..., j] for j in range(d))
        return np.stack([first, *pairs, *others], axis=-1)


@dataclass(frozen=True)
class RidgeRegression:
    """Which features and which λ."""

    map: Any = Squares()
    lam: Fraction = Fraction(1, 2)


@dataclass(frozen=True, kw_only=True)
class Ridge(Matrix):
    """The regression problem with α* = above/below, exact, and a solution β of Kβ = Φe_1.

    `below` is 0 where K + λI is singular. `null` has min(n, 4) rows: vectors of a basis of the kernel of K, then zeros.
    """

    map: Any
    lam: Any
    y: Array
    above: Array
    below: Any
    null: Array
    beta: Array

    @property
    def m(self) -> int:
        return self.Phi.shape[-1]

    @once
    def Phi(self) -> Array:
        """Φ."""
        return self.features(self.Z)

    @once
    def K(self) -> Array:
        """K = ΦΦᵀ."""
        return self.Phi @ np.swapaxes(self.Phi, -1, -2)

    @property
    def alpha(self) -> Array:
        """α* = (K + λI)⁻¹y."""
        return self.above / column(self.below)

    @once
    def w_star(self) -> Array:
        """(ΦᵀΦ + λI)⁻¹Φᵀy by elimination."""
        square = np.swapaxes(self.Phi, -1, -2) @ self.Phi
        identity = self.num.array(np.eye(self.m, dtype=int).tolist())
        return solve(square + column(column(self.lam)) * identity, self.back(self.y))

    @property
    def across(self) -> Array:
        """e_1 − Φᵀβ, the part of e_1 that is orthogonal to all φ(x_i)."""
        first = self.num.array(np.eye(1, self.m, dtype=int)[0].tolist())
        return first - self.back(self.beta)

    def features(self, x: Array) -> Array:
        """φ(x)."""
        return self.map.features(self.num, x)

    def predict(self, w: Array) -> Array:
        """Φw."""
        return (self.Phi @ w[..., None])[..., 0]

    def back(self, alpha: Array) -> Array:
        """Φᵀα."""
        return (alpha[..., None, :] @ self.Phi)[..., 0, :]

    def times_K(self, alpha: Array) -> Array:
        """Kα."""
        return (self.K @ alpha[..., None])[..., 0]

    def shifted(self, alpha: Array) -> Array:
        """(K + λI)α."""
        return self.times_K(alpha) + column(self.lam) * alpha

    def objective(self, w: Array) -> Any:
        """F(w)."""
        return self.squared(self.predict(w) - self.y) + self.lam * self.squared(w)

    def gradient(self, w: Array) -> Array:
        """2 Σ_i (⟨w, φ(x_i)⟩ − y_i) φ(x_i) + 2λw."""
        return 2 * self.back(self.predict(w) - self.y) + 2 * column(self.lam) * w

    @property
    def scale(self) -> Array:
        """φ(1, …, 1): of the irrational factors of the features."""
        return self.features(self.num.array([1] * self.d))

    def weight_points(self) -> Array:
        """Vectors of ℝᵐ whose products with features are rational."""
        return self.points(self.m) * self.scale

    def points(self, size: int) -> Array:
        """Vectors: 3e_1, (1, …, s), its negative, (1, −2, 3, …), (1, …, 1), and e_s."""
        up = np.arange(1, size + 1)
        axes = np.eye(size, dtype=int)
        return self.fixed(np.stack([3 * axes[0], up, -up, up * (-1) ** (up + 1), 0 * up + 1, axes[-1]]))
