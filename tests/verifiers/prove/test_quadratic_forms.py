"""Protects which quadratic forms count as sums of squares: those whose matrix has no eigenvalue below 0."""

import itertools
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.forms import is_sum_of_squares
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Term

from tests.verifiers.prove.test_combination import letters, signs

Form = Callable[[Any], Term]


def vectors() -> Any:
    """The letters of combinations; v, w ∈ ℝᵈ and q ∈ ℝⁿ, and what Z and Zᵀ make of them."""
    s = letters()
    s.v, s.w, s.q = s.u.symbol("v", COLUMNS), s.u.symbol("w", COLUMNS), s.u.symbol("q", ROWS)
    s.Zv, s.Zw, s.Zq = o.carried(s.v, COLUMNS), o.carried(s.w, COLUMNS), o.carried(s.q, ROWS)
    s.ZZv = o.carried(s.Zv, ROWS)
    return s


def dot(x: Any, y: Any, space: str = COLUMNS) -> Term:
    return o.total(x * y, space)


def square(x: Any, space: str = COLUMNS) -> Term:
    return dot(x, x, space)


TRUE: dict[str, Form] = {
    "a square of a number": lambda s: (s.z - 3 * s.b) ** 2,
    "with a constant": lambda s: s.z**2 - 2 * s.z + 1,
    "of vectors": lambda s: square(s.v - 2 * s.w),
    "Young's inequality": lambda s: s.lam * square(s.v) - 2 * dot(s.v, s.w) + square(s.w) / s.lam,
    "a vector and what Z makes of another": lambda s: square(s.v - s.Zq),
    "what ZᵀZ makes of it": lambda s: square(s.ZZv) - 2 * square(s.Zv, ROWS) + square(s.v),
    "across the spaces": lambda s: square(s.Zv, ROWS) - 2 * dot(s.v, s.Zq) + square(s.q, ROWS),
    "numbers beside vectors": lambda s: square(s.v + s.w) + s.z**2 + s.p,
    "three vectors": lambda s: square(s.v + s.w - s.Zq) + square(s.v - s.w),
}
FALSE: dict[str, Form] = {
    "a product": lambda s: s.z * s.b,
    "a number": lambda s: s.z,
    "a little less than a square": lambda s: s.z**2 - 2 * s.z + Fraction(99, 100),
    "Young's with too much": lambda s: s.lam * square(s.v) - 3 * dot(s.v, s.w) + square(s.w) / s.lam,
    "where the letter may be 0": lambda s: s.p * square(s.v) - 2 * dot(s.v, s.w) + s.p * square(s.w),
    "no square of the other": lambda s: square(s.v) - 2 * dot(s.v, s.w),
    "the square of another power": lambda s: square(s.ZZv) - 2 * square(s.Zv, ROWS) + square(s.w),
    "of another vector": lambda s: square(s.Zw, ROWS) - 2 * dot(s.v, s.Zq) + square(s.q, ROWS),
    "a letter of any sign": lambda s: s.mu * square(s.v) + square(s.w),
    "a third power": lambda s: s.z**3 + s.z**2,
    "a root": lambda s: o.sqrt(s.z + 5) - s.z**2,
    "a sum of the components": lambda s: o.total(s.v, COLUMNS),
    "three factors": lambda s: o.total(s.v * s.v * s.w, COLUMNS) + square(s.v),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_form_without_an_eigenvalue_below_0_is_a_sum_of_squares(name: str) -> None:
    s = vectors()

    assert is_sum_of_squares(TRUE[name](s), signs(s))


@pytest.mark.parametrize("name", FALSE)
def test_no_other_is(name: str) -> None:
    s = vectors()

    assert not is_sum_of_squares(FALSE[name](s), signs(s))


def test_forms_with_drawn_coefficients_are_told_apart_by_their_eigenvalues() -> None:
    """In two vectors, two numbers and 1; half of the matrices are made semidefinite."""
    drawn, found = random.Random(0), []
    for k in range(200):
        s = vectors()
        basis = [s.v, s.w, s.z, s.b, s.u.constant(1)]
        half = np.array([[drawn.randint(-2, 2) for _ in basis] for _ in basis])
        matrix = half @ half.T if k % 2 else half + half.T
        matrix[:2, 2:] = matrix[2:, :2] = 0  # no vector times a number
        matrix[4, 4] -= k % 4 == 3
        form = s.u.constant(0)
        for i, j in itertools.product(range(5), repeat=2):
            part = dot(basis[i], basis[j]) if max(i, j) < 2 else basis[i] * basis[j]
            form = form + int(matrix[i, j]) * part
        least = np.linalg.eigvalsh(matrix).min()
        if abs(least) > 1e-9:
            assert is_sum_of_squares(form, signs(s)) == (least > 0)
            found.append(least > 0)

    assert 30 < sum(found) < len(found) - 30
