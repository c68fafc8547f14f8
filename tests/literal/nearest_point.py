"""Zᵀq̄, the point of the hull of the rows that is nearest to 0, by trying every face; nothing of a solver is read."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Rows = Sequence[Sequence[Fraction]]


def nearest(rows: Rows) -> list[Fraction]:
    """The v with ⟨z_i, v⟩ ≥ ‖v‖² for all i, among the points of the faces' affine hulls nearest to 0."""
    n, d = len(rows), len(rows[0])
    for size in range(1, min(n, d + 1) + 1):
        for face in combinations(rows, size):
            q = weights([[product(a, b) for b in face] for a in face])
            if q is None or min(q) < 0:
                continue
            v = [sum((x * z[k] for x, z in zip(q, face, strict=True)), Fraction(0)) for k in range(d)]
            if all(product(z, v) >= product(v, v) for z in rows):
                return v
    raise AssertionError("every hull has a nearest point")


def weights(gram: list[list[Fraction]]) -> list[Fraction] | None:
    """The q with Σ q_i = 1 for which all (Gq)_i are equal; None of points that are not affinely independent."""
    size = len(gram)
    table = [[*row, Fraction(1), Fraction(0)] for row in gram] + [[*[Fraction(1)] * size, Fraction(0), Fraction(1)]]
    for k in range(size + 1):
        pivot = next((i for i in range(k, size + 1) if table[i][k]), None)
        if pivot is None:
            return None
        table[k], table[pivot] = table[pivot], table[k]
        table[k] = [x / table[k][k] for x in table[k]]
        for i in range(size + 1):
            if i != k:
                table[i] = [x - table[i][k] * y for x, y in zip(table[i], table[k], strict=True)]
    return [row[-1] for row in table[:size]]


def product(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))
