"""Objectives out of the rows of an instance, in exact fractions: one, or a batch of them side by side.

smooth       μ = ‖Z‖_F²/(κ − 1) (with 1 for ‖Z‖_F² where Z = 0; μ = 0 without κ), β = μ + ‖Z‖_F², λ = μ
w*           2(5 − d, 4, …, 4)/(d + 3), of norm 2; for the ellipsoid (z_1 + (1/2, 1/3, …))/2
    ρ, R         the least integers that are at least every ‖z_i‖ and ‖z_1‖, and at least 1
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.cutting import Ellipsoid
from lemmacheck.theory.books.lecture.problems.objectives import LipschitzObjective, Regression, SmoothObjective
from lemmacheck.theory.books.lecture.problems.quadratics import Example2, Quadratic
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, Row, gathered

Rows = tuple[Row, ...]
Square = list[list[Fraction]]


def far(d: int) -> list[Fraction]:
    """2(5 − d, 4, …, 4)/(d + 3)."""
    return [Fraction(2 * (5 - d), d + 3), *[Fraction(8, d + 3)] * (d - 1)]


def length(row: Sequence[Fraction]) -> int:
    """The least positive integer that is at least ‖z‖."""
    return max(1, 1 + isqrt(ceil(sum(x * x for x in row)) - 1)) if any(row) else 1


def frobenius(rows: Rows) -> Fraction:
    """‖Z‖_F²."""
    return sum((x * x for row in rows for x in row), Fraction(0))


def ridge(rows: Rows, kappa: int | None) -> Fraction:
    """μ."""
    return Fraction(0) if kappa is None else (frobenius(rows) or Fraction(1)) / (kappa - 1)


def smooth(data: Data, num: Arithmetic, family: Regression) -> SmoothObjective:
    """f(w) = Σ h(⟨z_i, w − w*⟩) + (μ/2)‖w − w*‖²."""
    low, high = (getattr(family.curve, bound, None) or 0 for bound in ("low", "high"))
    if low > 0 or high < 0:
        raise ValueError(f"{family!r} has other than h'(0) = 0")
    if (family.kappa is not None and family.kappa <= 1) or family.beta <= 0 or family.lam < 0:
        raise ValueError(f"{family!r} says other than κ > 1, β > 0 and λ ≥ 0")
    every, entered = gathered(data, num)
    mu = [ridge(rows, family.kappa) for rows in every]
    beta = [family.beta * (m + (frobenius(rows) or Fraction(1))) for m, rows in zip(mu, every, strict=True)]
    return SmoothObjective(
        entered([list(map(list, rows)) for rows in every]),
        num,
        entered([far(len(rows[0])) for rows in every]),
        family.curve,
        entered(mu),
        entered(beta),
        entered([family.lam * m for m in mu]),
    )


def quadratic(data: Data, num: Arithmetic, family: Example2) -> Quadratic:
    """f(x) = ½xᵀAx − bᵀx with the A of the family and b_j = j + Σ_i z_ij."""
    every, entered = gathered(data, num)
    return Quadratic(
        entered([list(map(list, rows)) for rows in every]),
        num,
        entered([family.matrix(rows) for rows in every]),
        entered([[j + sum(column) for j, column in enumerate(zip(*rows, strict=True), 1)] for rows in every]),
    )


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> SmoothObjective | Quadratic:
    """The objective of an algorithm's family, or of the family itself."""
    family = getattr(algorithm, "family", algorithm)
    return smooth(data, num, family) if isinstance(family, Regression) else quadratic(data, num, family)


def lipschitz(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> LipschitzObjective:
    """f(w) = max_i |⟨z_i, w − w*⟩|; for the ellipsoid the largest coordinate of w − w*."""
    every, entered = gathered(data, num)
    rows = [list(map(list, rows)) for rows in every]
    origins = [far(len(z[0])) for z in every]
    if isinstance(algorithm, Ellipsoid):
        rows = [np.eye(len(z[0]), dtype=int).tolist() for z in every]
        origins = [[(x + Fraction(1, j + 1)) / 2 for j, x in enumerate(z[0], 1)] for z in every]
    rho = [max(map(length, z)) * getattr(algorithm, "rho", 1) for z in rows]
    radius = [length(z[0]) * getattr(algorithm, "radius", 1) for z in every]
    return LipschitzObjective(entered(rows), num, entered(origins), entered(rho), entered(radius))


def bare(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> Matrix:
    """The rows alone, for what speaks of nothing else or reads none of them."""
    every, entered = gathered(data, num)
    return Matrix(entered([list(map(list, rows)) for rows in every]), num)


def gram(rows: Rows) -> Square:
    """ZᵀZ."""
    d = len(rows[0])
    return [[sum((row[j] * row[k] for row in rows), Fraction(0)) for k in range(d)] for j in range(d)]


@dataclass(frozen=True)
class Gram:
    """ZᵀZ + aI + sS, where S_jk = 1 for j < k and −1 for j > k."""

    shift: Fraction = Fraction(0)
    skew: int = 0

    def __call__(self, rows: Rows) -> Square:
        A = gram(rows)
        return [
            [x + (self.shift if j == k else self.skew * ((j < k) - (j > k))) for k, x in enumerate(row)]
            for j, row in enumerate(A)
        ]


@dataclass(frozen=True)
class Diagonal:
    """diag(κ, …, 1), decreasing: 1 + (κ − 1) times the share that c_j, …, c_{d−1} have, c_j = ⅛ + Σ_i z_ij²."""

    kappa: int

    def __call__(self, rows: Rows) -> Square:
        d = len(rows[0])
        c = [Fraction(1, 8) + sum(row[j] ** 2 for row in rows) for j in range(d - 1)]
        entries = [1 + (self.kappa - 1) * sum(c[j:], Fraction(0)) / sum(c) for j in range(d - 1)]
        return [[x if j == k else Fraction(0) for k in range(d)] for j, x in enumerate([*entries, Fraction(1)])]
