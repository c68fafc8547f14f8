"""Functions k(x, x') of two points, feature maps where they are finite, and the matrices K_ij = k(x_i, x_j).

linear   ⟨x, x'⟩              φ(x) = x
squared  ⟨x, x'⟩²             φ(x) = (x_j², √2 x_j x_k)
cauchy   1/(1 + ‖x − x'‖²)    det K > 0 for any distinct points, so that no φ into an ℝᵐ gives it
skewed   ⟨x, x'⟩ + x_1 − x'_1    vᵀKv = ‖Xᵀv‖², though K is not symmetric
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.problems.ridge import Squares
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.matrix import Matrix

Function = Callable[[Array, Array], Any]


def linear(x: Array, other: Array) -> Any:
    return (x * other).sum(-1)


def squared(x: Array, other: Array) -> Any:
    return linear(x, other) ** 2


def cauchy(x: Array, other: Array) -> Any:
    return 1 / (1 + linear(x - other, x - other))


def skewed(x: Array, other: Array) -> Any:
    return linear(x, other) + x[..., 0] - other[..., 0]


@dataclass(frozen=True)
class KernelFunctions:
    """A function k, and the factors α and β of a sum of two kernels."""

    kernel: Function = cauchy
    alpha: Fraction = Fraction(1, 2)
    beta: Fraction = Fraction(2)


@dataclass(frozen=True, kw_only=True)
class DataPoints(Matrix):
    """The points x_i, the rows of Z, with what the setting names."""

    kernel: Function
    alpha: Any
    beta: Any

    def gram(self, k: Function) -> Array:
        """K_ij = k(x_i, x_j)."""
        return self.between(k, self.Z)

    def between(self, k: Function, x: Array) -> Array:
        """k at all pairs of the given points."""
        return np.asanyarray(k(x[..., :, None, :], x[..., None, :, :]))

    def products(self, features: Array) -> Array:
        """⟨φ(x_i), φ(x_j)⟩."""
        return features @ np.swapaxes(features, -1, -2)

    def squares(self, x: Array) -> Array:
        """The features whose inner products are ⟨x, x'⟩²."""
        return Squares().features(self.num, x)

    def tensor(self, a: Array, b: Array) -> Array:
        """φ_1(x) ⊗ φ_2(x): all products of a feature of the one with one of the other."""
        every = a[..., :, None] * b[..., None, :]
        return every.reshape(*every.shape[:-2], every.shape[-2] * every.shape[-1])

    def form(self, v: Array, K: Array) -> Any:
        """vᵀKv."""
        return ((v[..., None, :] @ K)[..., 0, :] * v).sum(-1)

    def plane(self) -> Array:
        """(1, 2), (3, −1) and the first two coordinates of the rows, the second 0 where d = 1."""
        rows = np.concatenate([self.Z, 0 * self.Z], axis=-1)[..., :2]
        fixed = self.num.array([[1, 2], [3, -1]])
        return np.concatenate([np.broadcast_to(fixed, (*rows.shape[:-2], 2, 2)), rows], axis=-2)

    def along_the_axis(self, count: int) -> Array:
        """0, e_1, 2e_1, …: so many points."""
        return self.num.array([[i] + [0] * (self.d - 1) for i in range(count)])

    def decomposed(self, K: Array) -> tuple[Array, Array]:
        """A triangular L and a D with K = L diag(D) Lᵀ for K ≽ 0; where D_j = 0, its column of L is 0."""
        rest, columns, diagonal = K, [], []
        for j in range(K.shape[-1]):
            pivot = np.asanyarray(rest[..., j, j])
            columns.append(np.asanyarray(self.num.ratio(rest[..., :, j], column(pivot))))
            diagonal.append(pivot)
            rest = rest - column(columns[-1]) * rest[..., None, j, :]
        return np.stack(columns, axis=-1), np.stack(diagonal, axis=-1)
