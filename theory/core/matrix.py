"""The rows of a data set under an arithmetic, with the operations on vectors that every document writes.

Vectors lie along the last axis; axis 0 is time (or counts comparators), so each function reads a
single vector and a whole sequence alike. A batch of equally sized data sets adds one axis between.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Arithmetic, Array
from lemmacheck.theory.core.evaluated import row_by_row
from lemmacheck.theory.core.piecewise import at_least_zero, clamped, positive_part, reached, sign
from lemmacheck.theory.core.shared import read_only


@dataclass(frozen=True)
class Matrix:
    """Z ∈ ℝ^{n×d} under one arithmetic; what a document makes of its rows is a subclass."""

    Z: Array
    num: Arithmetic

    def __post_init__(self) -> None:
        read_only(self)

    @property
    def n(self) -> int:
        """The number of rows."""
        return self.Z.shape[-2]

    @property
    def d(self) -> int:
        """The number of columns."""
        return self.Z.shape[-1]

    def exp(self, x: Any) -> Any:
        """eˣ, elementwise."""
        return self.num.exp(x)

    def log(self, x: Any) -> Any:
        """ln x, elementwise."""
        return self.num.log(x)

    def sqrt(self, x: Any) -> Any:
        """√x, elementwise."""
        return self.num.sqrt(x)

    def maximum(self, x: Array) -> Any:
        """max_i x_i."""
        return self.num.maximum(x)

    def minimum(self, x: Array) -> Any:
        """min_i x_i."""
        return -self.num.maximum(-x)

    def positive_part(self, x: Any) -> Array:
        """x⁺ = max{x, 0}."""
        return positive_part(self.num, x)

    def at_least_zero(self, x: Any) -> Array:
        """1[x ≥ 0]."""
        return at_least_zero(self.num, x)

    def sign(self, x: Any) -> Array:
        """1 for x ≥ 0, −1 for x < 0."""
        return sign(self.num, x)

    def clamp(self, x: Array, low: Any, high: Any) -> Array:
        """The number nearest to x from low to high, elementwise; there is none where low > high."""
        return clamped(self.num, x, low, high) + 0 / reached(self.num, high, low)

    def first_largest(self, x: Array) -> Array:
        """1 at the first largest entry, 0 at all others."""
        return self.num.first_largest(x)

    def where(self, a: Any, comparison: str, b: Any, x: Any, y: Any) -> Array:
        """x where a ⋚ b holds, elementwise, else y; both are computed: where(s.x, "<=", 1, 2 * s.x, s.x + 1)."""
        if comparison not in ("<=", "<", ">=", ">"):
            raise TypeError(f'where(a, {comparison!r}, …): expected "<=", "<", ">=" or ">"')
        low, high = (b, a) if comparison in (">=", "<") else (a, b)
        reached = at_least_zero(self.num, high - low)
        holds = reached if comparison in (">=", "<=") else 1 - reached
        return holds * x + (1 - holds) * y

    def in_turn(self, A: Array, t: Any) -> Array:
        """A[t mod n], the row of A whose turn it is at t, such as s.t in a step and in run.each."""
        turn, row = t % len(A), A[-1]
        for i in reversed(range(len(A) - 1)):
            row = self.where(turn, "<=", i, A[i], row)
        return row

    @row_by_row
    def scores(self, w: Array) -> Array:
        """Zw."""
        return (self.Z @ w[..., None])[..., 0]

    @row_by_row
    def combine(self, q: Array) -> Array:
        """Zᵀq."""
        return (q[..., None, :] @ self.Z)[..., 0, :]

    @row_by_row
    def inner(self, a: Array, b: Array) -> Any:
        """⟨a, b⟩."""
        return (a * b).sum(-1)

    @row_by_row
    def squared(self, x: Array) -> Any:
        """‖x‖₂²."""
        return (x * x).sum(-1)

    @row_by_row
    def norm(self, x: Array) -> Any:
        """‖x‖₂."""
        return self.num.root_of_squares(self.squared(x))

    def l1(self, x: Array) -> Any:
        """‖x‖₁."""
        return abs(x).sum(-1)

    def linf(self, x: Array) -> Any:
        """‖x‖_∞."""
        return self.num.maximum(abs(x))

    def uniform(self) -> Array:
        """(1/n, …, 1/n)."""
        return self.ones(self.n) / self.n

    def zero(self) -> Array:
        """0 ∈ ℝᵈ."""
        return self.ones(self.d) * 0

    def ones(self, size: int) -> Array:
        """(1, …, 1) ∈ ℝ^size, one for each instance of a batch."""
        return np.tile(self.num.array([1]), (*self.Z.shape[:-2], size))

    def fixed(self, rows: Any) -> Array:
        """Rows of integers or Fractions, the same for each instance of a batch; axis 0 counts them."""
        found = self.num.array(rows)
        count, size = found.shape
        batch = self.Z.shape[:-2]
        return np.broadcast_to(found.reshape(count, *(1 for _ in batch), size), (count, *batch, size))
