"""The perceptron once more, on lists of fractions, and what its chapters' transcriptions read of it.

Row j of the data is z_j = −y_j x_j. Step i = 1, 2, … meets one row; M_t, ŷ_i and w_i are lists from index 1 or 0.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.nearest_point import nearest
from tests.literal.vectors import Vector, dot, plus, times


def relu(z: Any) -> Any:
    """σ_r(z)."""
    return z if z > 0 else 0


@dataclass
class Perceptron:
    """The run of T steps on the rows and labels of a case."""

    case: Lecture
    w: list[Vector] = field(default_factory=list)
    x: list[Any] = field(default_factory=lambda: [None])
    y: list[Any] = field(default_factory=lambda: [None])
    y_hat: list[Any] = field(default_factory=lambda: [None])

    def __post_init__(self) -> None:
        self.w.append([Fraction(0)] * self.case.d)
        for i in range(1, self.case.T + 1):
            j = self.met(i)
            x, y, w = self.inputs[j], self.labels[j], self.w[i - 1]
            self.x.append(x)
            self.y.append(y)
            self.y_hat.append(1 if dot(w, x) >= 0 else -1)
            self.w.append(plus(w, times(y, x)) if dot(w, times(-y, x)) >= 0 else w)

    @property
    def labels(self) -> list[int]:
        return self.case.signs(self.case.n)

    @cached_property
    def inputs(self) -> list[Vector]:
        """x_j = −y_j z_j."""
        return [times(-y, row) for y, row in zip(self.labels, self.case.rows, strict=True)]

    @property
    def signed(self) -> list[Vector]:
        """x_j y_j for the rows j."""
        return [times(y, x) for x, y in zip(self.inputs, self.labels, strict=True)]

    def met(self, i: int) -> int:
        """The row of step i."""
        if self.case.given["stream"] == "adversary":
            margins = [dot(self.w[i - 1], xy) for xy in self.signed]
            return margins.index(min(margins))
        return row_of_step(self.case, i)

    def xy(self, i: int) -> Vector:
        """x_i y_i of step i."""
        return times(self.y[i], self.x[i])

    def in_M(self, i: int) -> bool:
        """i ∈ M_t for t ≥ i."""
        return bool(dot(self.w[i - 1], self.xy(i)) <= 0)

    def M(self, t: int) -> list[int]:
        """M_t."""
        return [i for i in range(1, t + 1) if self.in_M(i)]

    def mistakes(self, t: int) -> list[int]:
        """The i ≤ t with ŷ_i ≠ y_i."""
        return [i for i in range(1, t + 1) if self.y_hat[i] != self.y[i]]

    def over_M(self, t: int, term: Any) -> Any:
        """Σ_{i∈M_t} of a scalar."""
        return sum((term(i) for i in self.M(t)), Fraction(0))

    @cached_property
    def u_bar(self) -> Vector:
        """v/‖v‖, and 0 for v = 0."""
        v = times(-1, nearest(self.case.rows))
        square = sum((x * x for x in v), Fraction(0))
        if self.case.given["separator"] == "tilted":
            v = [v[k] + square * Fraction((-1) ** k, 2 * self.case.d) for k in range(self.case.d)]
        size = self.norm(v)
        return [self.case.real(entry) / size if size else self.case.ctx.zero for entry in v]

    @cached_property
    def gamma(self) -> Any:
        return min(self.along(xy) for xy in self.signed)

    def along(self, a: Sequence[Any]) -> Any:
        """⟨a, ū⟩."""
        return dot(self.real(a), self.u_bar)

    def real(self, a: Sequence[Any]) -> Vector:
        return [self.case.real(entry) for entry in a]

    def norm(self, a: Sequence[Any]) -> Any:
        """‖a‖ of a rational vector."""
        return self.case.ctx.sqrt(self.case.real(dot(a, a)))

    def turned(self, i: int) -> Vector:
        """w_i/‖w_i‖."""
        size = self.norm(self.w[i])
        return [entry / size for entry in self.real(self.w[i])]

    def objective(self, w: Sequence[Any]) -> Any:
        """Σ_j σ_r(⟨w, −x_j y_j⟩)."""
        total = Fraction(0)
        for xy in self.signed:
            total += relu(-dot(w, xy))
        return total


def row_of_step(case: Lecture, i: int) -> int:
    """The row met at step i = 1, 2, …: one after the other, or drawn from a seed."""
    if case.given["stream"] == "Seeded":
        return random.Random(1_000_003 * case.given["stream.seed"] + i - 1).randrange(case.n)
    return (i - 1) % case.n


def directions(case: Lecture) -> list[Vector]:
    """0, ±e_k, (1, …, d), ((−2)^k), minus and three times the mean row, ∓Zᵀq̄."""
    d, rows = case.d, case.rows
    axes = [[Fraction(int(k == j)) for k in range(d)] for j in range(d)]
    mean = [sum((row[k] for row in rows), Fraction(0)) / case.n for k in range(d)]
    best = nearest(rows)
    return [
        [Fraction(0)] * d,
        *axes,
        *(times(-1, axis) for axis in axes),
        [Fraction(k + 1) for k in range(d)],
        [Fraction((-2) ** k) for k in range(d)],
        times(-1, mean),
        times(3, mean),
        times(-1, best),
        best,
    ]
