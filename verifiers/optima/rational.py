"""Exact linear algebra for of() of a problem: arrays of Fractions in, arrays of Fractions out.

    A = Z.T @ Z + exact.eye(Z.shape[1])
    dict(inverse=exact.inverse(A), L=exact.eigenvalue_bounds(A)[1])

An undefined value, as the inverse of a singular matrix, is a division by 0: then no claim applies to these data.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
from flint import fmpq, fmpq_mat
from lemmacheck.verifiers.numbers.ball import fraction, to_fmpq
from lemmacheck.verifiers.optima.exact import solve as margin
from lemmacheck.verifiers.optima.simplex import minimizer

__all__ = [
    "eigenvalue_bounds",
    "eye",
    "inverse",
    "least_squares",
    "linear_program",
    "orthogonal",
    "simplex_qp",
    "solve",
]

Array = np.ndarray
Made = TypeVar("Made", bound=Callable[..., Any])
CLOSE = Fraction(1, 10**9)  # of the matrix's size, that an eigenvalue's bound may be off


def of_numbers(parts: int = 1) -> Callable[[Made], Made]:
    """Make a function that has so many results answer letters, which a proof has in the place of numbers, in their own
    way."""

    def marked(function: Made) -> Made:
        @wraps(function)
        def made(*given: Any, **named: Any) -> Any:
            letters = [x for x in (*given, *named.values()) if getattr(x, "arbitrary", False)]
            return letters[0].unread(parts) if letters else function(*given, **named)

        return cast("Made", made)

    return marked


@of_numbers()
def eye(n: int) -> Array:
    """The identity of ℝⁿ."""
    return array(fmpq_mat(n, n, [fmpq(i == j) for i in range(n) for j in range(n)]))


@of_numbers()
def inverse(A: Any) -> Array:
    """A⁻¹."""
    return array(matrix(A).inv())


@of_numbers()
def solve(A: Any, b: Any) -> Array:
    """The x with Ax = b, for an invertible A; b is a vector or a matrix."""
    right = np.array(b, dtype=object)
    found = array(matrix(A).solve(matrix(right if right.ndim == 2 else right[:, None])))
    return found if right.ndim == 2 else found[:, 0]


@of_numbers()
def least_squares(A: Any, b: Any) -> Array:
    """The shortest x that minimizes ‖Ax − b‖₂."""
    whole = matrix(A)
    reduced, rank = whole.rref()
    if not rank:
        return array(fmpq_mat(whole.ncols(), 1))[:, 0]
    F = fmpq_mat(reduced.tolist()[:rank])
    pivots = [next(j for j, x in enumerate(row) if x) for row in F.tolist()]
    C = fmpq_mat([[row[j] for j in pivots] for row in whole.tolist()])  # A = CF, both of full rank
    y = (C.transpose() * C).solve(C.transpose() * matrix(np.array(b, dtype=object)[:, None]))
    return array(F.transpose() * (F * F.transpose()).solve(y))[:, 0]


@of_numbers()
def orthogonal(A: Any) -> Array:
    """An orthogonal matrix from any square one: (I − K)(I + K)⁻¹ with K = (A − Aᵀ)/2, after Cayley."""
    K = matrix(A)
    K = (K - K.transpose()) * fmpq(1, 2)
    one = matrix(eye(K.nrows()))
    return array((one - K) * (one + K).inv())


@of_numbers(parts=2)
def eigenvalue_bounds(A: Any) -> tuple[Fraction, Fraction]:
    """Fractions below and above all eigenvalues of a symmetric A: the least or largest itself where it is rational,
    else within 10⁻⁹ of A's size, which suits no equality and no Limit."""
    whole = matrix(A)
    if whole != whole.transpose():
        raise ValueError("eigenvalue_bounds of a matrix that is not symmetric; expected A = Aᵀ, such as Z.T @ Z")
    return -above(-whole), above(whole)


@of_numbers()
def simplex_qp(Z: Any) -> Array:
    """A q ≥ 0 with Σq = 1 that minimizes ‖Zᵀq‖₂."""
    return np.array(margin([list(row) for row in array(matrix(Z))]).q, dtype=object)


@of_numbers()
def linear_program(c: Any, A: Any, b: Any) -> Array:
    """An x ≥ 0 with Ax ≤ b that minimizes ⟨c, x⟩, a vertex; it divides by 0 where there is none."""
    costs, bounds = (matrix(np.array(v, dtype=object)[None]).tolist()[0] for v in (c, b))
    rows = matrix(A)
    if (rows.nrows(), rows.ncols()) != (len(bounds), len(costs)):
        given = f"{rows.nrows()} x {rows.ncols()} matrix with {len(bounds)} bounds and {len(costs)} costs"
        raise ValueError(f"linear_program of a {given}; expected a bound for each row and a cost for each column")
    return array(fmpq_mat([minimizer(costs, rows.tolist(), bounds)]))[0]


def above(A: fmpq_mat) -> Fraction:
    """A fraction that no eigenvalue exceeds: the largest that is a fraction, else floats propose; the signs of a
    characteristic polynomial decide."""
    rational = largest_rational(A)
    if rational is not None and exceeds_none(A, rational):
        return rational
    size: Any = max(sum(map(abs, row)) for row in A.tolist())
    if not size:
        return Fraction(0)
    scale, unit = fraction(size), array(A / size).astype(float)  # of which floats have all, whatever the size of A
    largest = Fraction(float(np.linalg.eigvalsh(unit)[-1])) * scale
    near = (largest.limit_denominator(1), largest.limit_denominator(1000), largest + scale * CLOSE / 2)
    for guess in near:
        if abs(guess - largest) <= scale * CLOSE and exceeds_none(A, guess):
            return guess
    return scale


def largest_rational(A: fmpq_mat) -> Fraction | None:
    """The largest eigenvalue that is a fraction, if there is one: of whole numbers it is one of them."""
    whole, by = A.numer_denom()
    _, parts = whole.charpoly().factor()
    roots = [-int(part[0]) for part, _ in parts if part.degree() == 1]
    return Fraction(max(roots), int(by)) if roots else None


def exceeds_none(A: fmpq_mat, bound: Fraction) -> bool:
    """Whether bound·I − A has no eigenvalue below 0: the coefficients of its polynomial have alternating signs."""
    n = A.nrows()
    shifted = fmpq_mat(n, n, [to_fmpq(bound) * (i == j) for i in range(n) for j in range(n)])
    coefficients = (shifted - A).charpoly().coeffs()
    return all(c * (-1) ** (n - k) >= 0 for k, c in enumerate(coefficients))


def matrix(A: Any) -> fmpq_mat:
    """Integers and Fractions as a matrix of flint."""
    entries = np.array(A, dtype=object)
    if entries.ndim != 2 or not entries.size:
        raise ValueError(
            f"an array of shape {entries.shape} is no matrix; expected rows, such as Z or [[1, 0], [0, 1]]"
        )
    if wrong := next((x for x in entries.ravel() if not isinstance(x, (int, np.integer, Fraction))), None):
        raise TypeError(f"{wrong!r} is no exact number; expected integers and Fractions, such as Fraction('0.1')")
    return fmpq_mat(
        len(entries), entries.shape[1], [fmpq(int(x.numerator), int(x.denominator)) for x in entries.ravel()]
    )


def array(A: fmpq_mat) -> Array:
    """A matrix of flint as an array of Fractions."""
    found = np.empty((A.nrows(), A.ncols()), dtype=object)
    found.ravel()[:] = [fraction(x) for x in A.entries()]
    return found
