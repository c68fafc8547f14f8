"""The rows of a data set under an arithmetic, with the operations on vectors that every document writes.

Vectors lie along the last axis; axis 0 is time (or counts comparators), so each function reads a
single vector and a whole sequence alike. A batch of equally sized data sets adds one axis between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from theory.arithmetic import Arithmetic, Array


@dataclass(frozen=True)
class Matrix:
    """Z ∈ ℝ^{n×d} under one arithmetic; what a document makes of its rows is a subclass."""

    Z: Array
    num: Arithmetic

    @property
    def n(self) -> int:
        return self.Z.shape[-2]

    @property
    def d(self) -> int:
        return self.Z.shape[-1]

    def exp(self, x: Any) -> Any:
        return self.num.exp(x)

    def log(self, x: Any) -> Any:
        return self.num.log(x)

    def sqrt(self, x: Any) -> Any:
        return self.num.sqrt(x)

    def maximum(self, x: Array) -> Any:
        """max_i x_i."""
        return self.num.maximum(x)

    def minimum(self, x: Array) -> Any:
        """min_i x_i."""
        return -self.num.maximum(-x)

    def scores(self, w: Array) -> Array:
        """Zw."""
        return (self.Z @ w[..., None])[..., 0]

    def combine(self, q: Array) -> Array:
        """Zᵀq."""
        return (q[..., None, :] @ self.Z)[..., 0, :]

    def inner(self, a: Array, b: Array) -> Any:
        """⟨a, b⟩."""
        return (a * b).sum(-1)

    def squared(self, x: Array) -> Any:
        """‖x‖₂²."""
        return (x * x).sum(-1)

    def norm(self, x: Array) -> Any:
        """‖x‖₂."""
        return self.num.sqrt(self.squared(x))

    def uniform(self) -> Array:
        """(1/n, …, 1/n)."""
        return self.ones(self.n) / self.n

    def zero(self) -> Array:
        """0 ∈ ℝᵈ."""
        return self.ones(self.d) * 0

    def ones(self, size: int) -> Array:
        """(1, …, 1) ∈ ℝ^size, one for each data set of a batch."""
        one = np.empty((*self.Z.shape[:-2], size), dtype=self.Z.dtype)
        one[...] = self.num.number(1)
        return one
