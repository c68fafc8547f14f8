"""Rational rows as whole numbers: z = a / D becomes (a, D) ∈ ℤᵈ⁺¹, D > 0 the least common denominator.

Scaling a row of homogeneous coordinates does not move its point, so each row keeps a denominator of its
own, and an affine statement about the z_i is a linear one about the rows: z_1, …, z_k are affinely
independent iff the k rows are linearly independent.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeGuard

import numpy as np
from flint import fmpq, fmpz

Rows = list[list[int]]
DIGITS = 53  # of a float64


def homogeneous(Z: Sequence[Sequence[Any]] | np.ndarray) -> Rows:
    """The rows (a_i, D_i) of Z; its entries are ints, floats, Fractions, fmpq, or anything Fraction takes."""
    if is_float64(Z) and (whole := _dyadic(Z)) is not None:
        return whole
    rows: Any = Z.tolist() if hasattr(Z, "tolist") else Z
    try:
        widths = {len(row) for row in rows}
    except TypeError:
        widths = set()
    if len(widths) != 1 or 0 in widths:
        raise ValueError(
            f"Z has rows of lengths {sorted(widths)}, expected at least one row, and one positive length; "
            "give a matrix with a row for each example and a column for each feature"
        )
    return [_row(i, row) for i, row in enumerate(rows)]


def _dyadic(Z: np.ndarray) -> Rows | None:
    """The same for float64, where D_i is a power of two; None if there are none, or a numerator is out of range."""
    if Z.ndim != 2 or not Z.size:
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        mantissas, exponents = np.frexp(Z)
        digits = np.ldexp(mantissas, DIGITS).astype(np.int64)  # z = digits · 2^(exponent − 53)
        zeros = np.frexp((digits & -digits).astype(float))[1] - 1  # at the end of the digits
        places = np.where(digits, DIGITS - exponents - zeros, 0).max(axis=1).clip(0)
        numerators = np.ldexp(Z, places[:, None])
    largest = np.abs(numerators).max()
    if not largest < np.inf:
        return None
    whole = numerators.astype(np.int64) if largest < 2.0**63 else np.frompyfunc(int, 1, 1)(numerators)
    return [[*row, 1 << e] for row, e in zip(whole.tolist(), places.tolist(), strict=True)]


def _row(i: int, row: Sequence[Any]) -> list[int]:
    try:
        ratios = [x.as_integer_ratio() for x in row]
    except (AttributeError, ValueError, OverflowError):
        ratios = [_ratio(i, x) for x in row]
    D = lcm(*[denominator for _, denominator in ratios])
    if D == 1:
        return [numerator for numerator, _ in ratios] + [1]
    return [numerator * (D // denominator) for numerator, denominator in ratios] + [D]


def _ratio(i: int, x: Any) -> tuple[int, int]:
    try:
        if isinstance(x, fmpq | fmpz):
            return int(fmpq(x).p), int(fmpq(x).q)
        return Fraction(x).as_integer_ratio()
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise ValueError(
            f"row {i} of Z holds {x!r}, expected a finite rational (an int, a float, a Fraction or 'p/q'); "
            "replace the entry or drop the row"
        ) from None


def exponent(rows: Rows) -> int:
    """An e with 2ᵉ⁻² < max |z_ij| < 2ᵉ⁺¹, or 0 if every row is zero."""
    largest = [(max(map(abs, row[:-1])), row[-1]) for row in rows]
    return max((a.bit_length() - D.bit_length() for a, D in largest if a), default=0)


def scaled(rows: Rows, e: int) -> Rows:
    """The rows of Z / 2ᵉ."""
    if e < 0:
        return [[a << -e for a in row[:-1]] + row[-1:] for row in rows]
    return [[*row[:-1], row[-1] << e] for row in rows]


def floats(rows: Rows, Z: Any = None) -> np.ndarray:
    """Z / 2ᵉ with ½ ≤ max |z_ij| / 2ᵉ < 1, or 0; every entry within 3 roundings and 2⁻¹⁰⁷⁰.

    Z is the array of float64 that the rows come from, if there is one.
    """
    if not is_float64(Z):
        Z = _quotients(rows)
    return np.asarray(np.ldexp(Z, -np.frexp(np.abs(Z).max())[1]))


def is_float64(Z: Any) -> TypeGuard[np.ndarray]:
    return type(Z) is np.ndarray and Z.dtype == np.float64


def _quotients(rows: Rows) -> np.ndarray:
    """Z to within 3 roundings and 2⁻¹⁰⁷⁴; over a power of two where it is outside the range of float64."""
    try:
        with np.errstate(under="raise"):
            table = np.array(rows, dtype=float)
            return np.asarray(table[:, :-1] / table[:, -1:])
    except ArithmeticError:  # an integer or a quotient is out of range
        return np.array([[a / row[-1] for a in row[:-1]] for row in scaled(rows, exponent(rows))])
