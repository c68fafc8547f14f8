"""Wolfe's algorithm for the point of least norm in the convex hull of z_1, …, z_n, in whole numbers.

Row i is (a_i, D_i) with z_i = a_i / D_i. A corral S has linearly independent rows M_S, and the y with
M_S M_Sᵀ y ∝ D_S gives the least point of its affine hull: q_i = D_i y_i / total, Zᵀq = p / total,
where (p, total) = yᵀM_S. If q ≥ 0 and ⟨z_i, Zᵀq⟩ ≥ ‖Zᵀq‖² for every i, this is the optimum. If some
q_i < 0, the walk from the last weights towards q stops where a weight vanishes and drops that row; if
row i violates the second condition, it joins. ‖Zᵀq‖ falls strictly from one such q ≥ 0 to the next, and
there are finitely many corrals, so with exact y this ends, from any start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from flint import fmpq, fmpz, fmpz_mat, nmod_mat

from verifiers.optimum.homogeneous import Rows

PRIME = 2**61 - 1
Minimiser = Callable[[fmpz_mat], list[fmpz]]


class Point(NamedTuple):
    """q_i = D_i y_i / total on the support, Zᵀq = p / total, and ‖Zᵀq‖² = kappa / total, rounded down."""

    support: list[int]
    y: list[fmpz]
    p: list[fmpz]
    total: fmpz
    kappa: fmpz


class Tolerance(NamedTuple):
    """When to stop with an inexact minimiser: at a relative accuracy of 2⁻ᵇⁱᵗˢ, or after so many corrals."""

    bits: int
    corrals: int


def exact(corral: fmpz_mat) -> list[fmpz]:
    """y, a multiple of (M_S M_Sᵀ)⁻¹ D_S; ZeroDivisionError if the rows are dependent."""
    k, width = corral.nrows(), corral.ncols()
    transposed = corral.transpose()
    D = fmpz_mat(k, 1, transposed.entries()[(width - 1) * k :])
    solution: Any = (corral * transposed).solve(D)
    numerators: list[fmpz] = solution.numer_denom()[0].entries()
    return numerators


def least_point(
    rows: Rows, start: Sequence[int], minimiser: Minimiser = exact, tolerance: Tolerance | None = None
) -> Point:
    """The point of least norm; the search starts from these rows, equally weighted."""
    M = fmpz_mat(rows)
    corral, weights = list(start), [fmpq(1, len(start))] * len(start)
    corrals = 0
    while True:
        chosen = fmpz_mat([rows[i] for i in corral])
        try:
            y = minimiser(chosen)
        except ZeroDivisionError:
            kept = independent(chosen)
            if len(kept) < len(corral):
                corral = [corral[k] for k in kept]
                weights = [fmpq(1, len(corral))] * len(corral)
                continue
            y = exact(chosen)  # so nearly dependent that an inexact minimiser gave up
        if min(y) < 0:
            corral, weights = _walk(corral, weights, _weights(rows, corral, y))
            continue
        point = _point(rows, corral, y)
        corrals += 1
        entering = _violated(M, point, tolerance)
        if entering is None or entering in point.support:  # the latter only with an inexact y
            return point
        if tolerance is not None and corrals >= tolerance.corrals:
            return point
        corral = [*point.support, entering]
        weights = [*_weights(rows, point.support, point.y), fmpq(0)]


def independent(rows: fmpz_mat) -> list[int]:
    """The numbers of rows that are linearly independent and span the others, earlier rows preferred."""
    columns = rows.transpose()
    # Independent modulo a prime is independent; only if the prime lost a row is the slow way needed.
    chosen = _pivots(nmod_mat(columns, PRIME).rref())
    if len(chosen) < rows.rank():
        chosen = _pivots(columns.rref())
    return chosen


def _pivots(echelon: tuple[Any, ...]) -> list[int]:
    """The pivot columns, from flint's (matrix, …, rank)."""
    table = echelon[0].tolist()
    return [next(j for j, entry in enumerate(table[r]) if entry) for r in range(echelon[-1])]


def _point(rows: Rows, corral: list[int], y: list[fmpz]) -> Point:
    """The point of these y ≥ 0, without the rows of weight 0."""
    if 0 in y:
        corral = [i for i, weight in zip(corral, y, strict=True) if weight]
        y = [weight for weight in y if weight]
    *p, total = (fmpz_mat(1, len(y), y) * fmpz_mat([rows[i] for i in corral])).entries()
    return Point(corral, y, p, total, sum([x * x for x in p]) // total)


def _weights(rows: Rows, corral: list[int], y: list[fmpz]) -> list[fmpq]:
    """q on the corral."""
    products = [rows[i][-1] * weight for i, weight in zip(corral, y, strict=True)]
    total = sum(products)
    return [fmpq(product, total) for product in products]


def _walk(corral: list[int], x: list[fmpq], q: list[fmpq]) -> tuple[list[int], list[fmpq]]:
    """From x ≥ 0 towards q as far as it stays ≥ 0, without the rows whose weight vanished there."""
    theta = min([a / (a - b) for a, b in zip(x, q, strict=True) if b < 0])
    moved = [a + theta * (b - a) for a, b in zip(x, q, strict=True)]
    kept = [k for k, weight in enumerate(moved) if weight > 0]
    return [corral[k] for k in kept], [moved[k] for k in kept]


def _violated(M: fmpz_mat, point: Point, tolerance: Tolerance | None) -> int | None:
    """The row with the least ⟨z_i, Zᵀq⟩ < ‖Zᵀq‖²; None if there is none, up to the tolerance."""
    kappa = point.kappa
    if tolerance is not None:
        if kappa << (2 * tolerance.bits) <= point.total:
            return None
        kappa -= kappa >> tolerance.bits
    slacks = (M * fmpz_mat(M.ncols(), 1, [*point.p, -kappa])).entries()
    if min(slacks) >= 0:
        return None
    violated = [i for i, slack in enumerate(slacks) if slack < 0]
    return min(violated, key=lambda i: fmpq(slacks[i], M[i, M.ncols() - 1]))
