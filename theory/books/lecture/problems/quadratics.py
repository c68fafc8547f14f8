"""Quadratic functions f(x) = ½xᵀAx − bᵀx on ℝᵈ, and the algebra of small symmetric matrices without division.

    A ≻ 0  ⟺  every leading principal minor is positive          A ≽ 0  ⟺  every principal minor is at least 0

both read for (A + Aᵀ)/2. A⁻¹b is found by elimination, which meets no zero on the diagonal where A ≻ 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.problems.objectives import Objective
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.relation import IllFormed


def determinant(A: Array) -> Any:
    """det A, along the first row."""
    size = A.shape[-1]
    if size == 1:
        return A[..., 0, 0]
    rest = [np.delete(A[..., 1:, :], k, axis=-1) for k in range(size)]
    return sum((-1) ** k * A[..., 0, k] * determinant(rest[k]) for k in range(size))


def leading_minors(A: Array) -> Array:
    """det of the upper left k × k part of A, for k = 1, …, d."""
    return np.stack([np.asanyarray(determinant(A[..., :k, :k])) for k in range(1, A.shape[-1] + 1)])


def principal_minors(A: Array) -> Array:
    """det of the part of A with the rows and columns of each set of indices."""
    size = A.shape[-1]
    chosen = [c for k in range(1, size + 1) for c in combinations(range(size), k)]
    return np.stack([np.asanyarray(determinant(A[..., c, :][..., c])) for c in map(list, chosen)])


def solve(A: Array, b: Array) -> Array:
    """A⁻¹b by elimination without exchanges."""
    size = b.shape[-1]
    whole = np.concatenate([A, b[..., None]], axis=-1)
    rows = [whole[..., k, :] for k in range(size)]
    for k in range(size):
        rows[k] = rows[k] / column(rows[k][..., k])
        for i in range(size):
            if i != k:
                rows[i] = rows[i] - column(rows[i][..., k]) * rows[k]
    return np.stack([row[..., -1] for row in rows], axis=-1)


def product(a: Array, b: Array) -> Array:
    """The product of two matrices, if their sizes allow one."""
    if a.shape[-1] != b.shape[-2]:
        sizes = [f"{x.shape[-2]} × {x.shape[-1]}" for x in (a, b)]
        raise IllFormed(f"the product of a {sizes[0]} and a {sizes[1]} matrix")
    return a @ b


@dataclass(frozen=True)
class Example2:
    """Which quadratic the rows make: `matrix` maps them to A, and b_j = j + Σ_i z_ij."""

    matrix: Callable[[Any], Any]


@dataclass(frozen=True)
class Quadratic(Objective):
    """f(x) = ½xᵀAx − bᵀx; the minimiser is A⁻¹b where A is symmetric and A ≻ 0."""

    A: Array
    b: Array

    @property
    def symmetric_part(self) -> Array:
        """(A + Aᵀ)/2."""
        return (self.A + np.swapaxes(self.A, -1, -2)) / 2

    @property
    def diagonal(self) -> Array:
        """A_11, …, A_dd."""
        return np.stack([self.A[..., k, k] for k in range(self.d)], axis=-1)

    @property
    def beta(self) -> Any:
        """λ_max, the first entry of the diagonal."""
        return self.A[..., 0, 0]

    @property
    def lam(self) -> Any:
        """λ_min, the last entry of the diagonal."""
        return self.A[..., -1, -1]

    @property
    def kappa(self) -> Any:
        """κ = λ_max/λ_min."""
        return self.beta / self.lam

    @property
    def minimiser(self) -> Array:
        """A⁻¹b."""
        return solve(self.A, self.b)

    @property
    def centre(self) -> Array:
        return self.b

    def times(self, x: Array) -> Array:
        """Ax."""
        return (self.A @ x[..., None])[..., 0]

    def form(self, v: Array) -> Any:
        """vᵀAv."""
        return self.inner(v, self.times(v))

    def value(self, x: Array) -> Any:
        return self.form(x) / 2 - self.inner(self.b, x)

    def gradient(self, x: Array) -> Array:
        return (self.symmetric_part @ x[..., None])[..., 0] - self.b
