"""Vectors as lists and matrices as lists of rows, entry by entry: what the transcriptions write of them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Vector = list[Any]
Matrix = list[Vector]


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    total = a[0] * b[0]
    for k in range(1, len(a)):
        total += a[k] * b[k]
    return total


def times(c: Any, a: Sequence[Any]) -> Vector:
    return [c * entry for entry in a]


def plus(a: Sequence[Any], b: Sequence[Any], factor: Any = 1) -> Vector:
    """a + factor · b."""
    return [a[k] + factor * b[k] for k in range(len(a))]


def minus(a: Sequence[Any], b: Sequence[Any]) -> Vector:
    return [a[k] - b[k] for k in range(len(a))]


def negated(a: Sequence[Any]) -> Vector:
    return [-entry for entry in a]


def l1(a: Sequence[Any]) -> Any:
    """‖a‖₁."""
    return sum(map(abs, a))


def largest(a: Sequence[Any]) -> Any:
    """‖a‖_∞."""
    return max(map(abs, a))


def sign(x: Any) -> int:
    """2·1[x ≥ 0] − 1."""
    return 1 if x >= 0 else -1


def det(A: Sequence[Sequence[Any]]) -> Any:
    """The determinant, by the first column."""
    if not A:
        return Fraction(1)
    rest = [row[1:] for row in A]
    return sum((-1) ** i * A[i][0] * det(rest[:i] + rest[i + 1 :]) for i in range(len(A)))


def solve(A: Sequence[Sequence[Any]], b: Sequence[Any]) -> Vector:
    """x with Ax = b by elimination; of a singular A there is none."""
    rows, size = [[*row, value] for row, value in zip(A, b, strict=True)], len(b)
    for c in range(size):
        pivot = next((r for r in range(c, size) if rows[r][c] != 0), None)
        if pivot is None:
            raise ZeroDivisionError("singular")
        rows[c], rows[pivot] = rows[pivot], rows[c]
        for r in range(size):
            if r != c:
                factor = rows[r][c] / rows[c][c]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[c], strict=True)]
    return [rows[c][size] / rows[c][c] for c in range(size)]
