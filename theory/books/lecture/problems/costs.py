"""What arithmetic costs: matrix products and inverses, made while their + − · / are counted.

(a × b)(b × c)         ac(2b − 1)
inverse of s × s       4s³ − 2s², by elimination on (A, I) without exchanges, no zero being spared
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.matrix import Matrix


class Counted:
    """Operations on matrices; `made` is how many numbers they had to compute."""

    def __init__(self) -> None:
        self.made = 0

    def product(self, A: Array, B: Array) -> Array:
        """AB."""
        self.made += A.shape[0] * B.shape[1] * (2 * A.shape[1] - 1)
        return A @ B

    def shifted(self, A: Array, by: Any) -> Array:
        """A + by · I."""
        self.made += len(A)
        return A + by * np.eye(len(A), dtype=int)

    def inverse(self, A: Array) -> Array:
        """A⁻¹."""
        size = len(A)
        rows = list(np.concatenate([A, 0 * A + np.eye(size, dtype=int)], axis=1))
        for k in range(size):
            rows[k] = rows[k] / rows[k][k]
            self.made += rows[k].size
            for i in set(range(size)) - {k}:
                rows[i] = rows[i] - rows[i][k] * rows[k]
                self.made += 2 * rows[i].size
        return np.stack(rows)[:, size:]

    def power(self, x: Any, p: int) -> Any:
        """x^p, factor by factor."""
        self.made += p - 1
        return x**p

    def outer(self, a: Array, b: Array) -> Array:
        """All products a_i b_j, in one vector."""
        self.made += a.size * b.size
        return (a[:, None] * b).ravel()


@dataclass(frozen=True)
class Sizes:
    """A regression on n points of ℝᵈ with m features; it reads no data."""

    n: int
    m: int
    d: int


@dataclass(frozen=True)
class TensorPower:
    """The feature map x ↦ x ⊗ … ⊗ x, p factors in ℝᵈ, all d^p products; it reads no data."""

    d: int
    p: int


@dataclass(frozen=True, kw_only=True)
class Sized(Matrix):
    """The sizes, with Φ_ij = 1/(i + j), y_i = i, λ = 1, or with two vectors of ℝᵈ."""

    sizes: Any

    def count(self, number: int) -> Array:
        """A count as a number of the arithmetic."""
        return self.num.array([number])

    @property
    def Phi(self) -> Array:
        """Φ ∈ ℝ^{n×m}."""
        n, m = self.sizes.n, self.sizes.m
        return self.num.array([[Fraction(1, i + j + 2) for j in range(m)] for i in range(n)])

    @property
    def y(self) -> Array:
        """The targets, as a column."""
        return self.num.array([[i + 1] for i in range(self.sizes.n)])

    @property
    def two_vectors(self) -> tuple[Array, Array]:
        """(1, 2, …, d) and (d, …, 2, 1)."""
        up = list(range(1, self.sizes.d + 1))
        return self.num.array(up), self.num.array(up[::-1])
