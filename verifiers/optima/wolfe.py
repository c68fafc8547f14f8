"""Wolfe's algorithm for the point of least norm in the convex hull of z_1, …, z_n, in whole numbers.

Row i is (a_i, D_i) with z_i = a_i / D_i. A corral S has linearly independent rows M_S, and the y with
M_S M_Sᵀ y ∝ D_S gives the least point of its affine hull: q_i = D_i y_i / total, Zᵀq = p / total,
where (p, total) = yᵀM_S. If q ≥ 0 and ⟨z_i, Zᵀq⟩ ≥ ‖Zᵀq‖² for every i, this is the optimum. If some
q_i < 0, the walk from the last weights towards q stops where a weight vanishes and drops that row; if
row i violates the second condition, it joins. ‖Zᵀq‖ falls strictly from one such q ≥ 0 to the next, and
there are finitely many corrals, so with exact y this ends, from any start.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpz, fmpz_mat, nmod_mat
from lemmacheck.verifiers.optima.homogeneous import Rows, floats
from lemmacheck.verifiers.optima.proposals import support

PRIME = 2**61 - 1
FEW = 100  # entries: comparing so few exactly is cheaper than asking floats first
ROUNDING, UNDERFLOW = 2.0**-53, 2.0**-1000
Minimiser = Callable[[fmpz_mat], list[fmpz]]


class Point(NamedTuple):
    """q_i = D_i y_i / total on the support, Zᵀq = p / total, and ‖Zᵀq‖² = kappa / total, rounded down."""

    support: list[int]
    y: list[fmpz]
    p: list[fmpz]
    total: fmpz
    kappa: fmpz


class Tolerance(NamedTuple):
    """The end of a search with an inexact minimiser: at a relative accuracy of 2⁻ᵇⁱᵗˢ, or after so many corrals."""

    bits: int
    corrals: int


def exact(corral: fmpz_mat) -> list[fmpz]:
    """y, a multiple of (M_S M_Sᵀ)⁻¹ D_S; ZeroDivisionError if the rows are dependent.

    It is read off the echelon form of (M_S M_Sᵀ, D_S), the product of M_S with the transpose of (M_S; 0 … 0 1), whose
    scale is a minor of M_S M_Sᵀ, so more than 0.
    """
    k, width = corral.nrows(), corral.ncols()
    extended = fmpz_mat(k + 1, width, [*corral.entries(), *[0] * (width - 1), 1])
    echelon, _, rank = (corral * extended.transpose()).rref()
    if rank < k:
        raise ZeroDivisionError("the rows of the corral are dependent")
    return [echelon[i, k] for i in range(k)]


def least_point(
    rows: Rows,
    start: Sequence[int] | None = None,
    minimiser: Minimiser = exact,
    tolerance: Tolerance | None = None,
    Z: np.ndarray | None = None,
) -> Point:
    """The point of least norm; the search starts from these rows, or from those floats propose, equally weighted.

    Z are the `floats` of the rows, where they are known.
    """
    Z = floats(rows) if Z is None else Z
    corral = list(support(Z) if start is None else start)
    weights = [fmpq(1, len(corral))] * len(corral)
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
        point = _point(chosen, corral, y)
        corrals += 1
        others = [i for i in _doubtful(rows, Z, point) if i not in corral]
        compared = fmpz_mat([rows[i] for i in [*corral, *others]]) if others else chosen
        entering = _violated(compared, [*corral, *others], point, tolerance)
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


def _point(chosen: fmpz_mat, corral: list[int], y: list[fmpz]) -> Point:
    """The point of these y ≥ 0 on the chosen rows, without those of weight 0."""
    *p, total = (fmpz_mat(1, len(y), y) * chosen).entries()
    kept = [i for i, weight in zip(corral, y, strict=True) if weight]
    return Point(kept, [weight for weight in y if weight], p, total, sum([x * x for x in p]) // total)


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


def _doubtful(rows: Rows, Z: np.ndarray, point: Point) -> list[int]:
    """The rows i of which floats, with a bound on all their roundings, do not prove ⟨z_i, Zᵀq⟩ > ‖Zᵀq‖².

    A sum of k products is within k roundings of Σ |product|, and Z within 3. So p is within k + 5 roundings of
    P = |Z|ᵀq, and the two sides are within 2(k + d + 10) of |Z|P and P·P. The bound taken is twice that.
    """
    if Z.size <= FEW:
        return list(range(len(rows)))
    total = int(point.total)
    q = np.array([rows[i][-1] * int(y) / total for i, y in zip(point.support, point.y, strict=True)])
    p, P = q @ Z[point.support], q @ np.abs(Z[point.support])
    roundings = 4 * (len(q) + Z.shape[1] + 10)
    error = roundings * ROUNDING * (np.abs(Z) @ P + P @ P) + UNDERFLOW
    return [int(i) for i in np.flatnonzero(Z @ p - p @ p <= error)]


def _violated(compared: fmpz_mat, numbers: list[int], point: Point, tolerance: Tolerance | None) -> int | None:
    """The one of these rows with the least ⟨z_i, Zᵀq⟩ < ‖Zᵀq‖²; None if there is none, up to the tolerance."""
    kappa = point.kappa
    if tolerance is not None:
        if kappa << (2 * tolerance.bits) <= point.total:
            return None
        kappa -= kappa >> tolerance.bits
    slacks = (compared * fmpz_mat(compared.ncols(), 1, [*point.p, -kappa])).entries()
    violated = [k for k, slack in enumerate(slacks) if slack < 0]
    if not violated:
        return None
    return numbers[min(violated, key=lambda k: fmpq(slacks[k], compared[k, compared.ncols() - 1]))]
