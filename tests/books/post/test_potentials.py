"""Protects the potentials: φ* is the conjugate of φ, (φ*)' its derivative, and `regular` says where it has one."""

from typing import Any

import mpmath
import numpy as np
import pytest
from lemmacheck.theory.books.post.problems.potentials import (
    Box,
    Cosh,
    Cube,
    Ledge,
    LogCosh,
    LogExp,
    Root,
    Shifted,
    Square,
    Steep,
)

from tests.multiprecision import Multiprecision

NUM = Multiprecision(120)
EVEN: list[Any] = [Square(), Root(), Cube(), Cosh(), LogExp(), LogCosh(), Steep(), Ledge()]
each = pytest.mark.parametrize("phi", EVEN, ids=lambda phi: type(phi).__name__)
SLOPES = ["0.05", "0.3", "0.5", "0.8", "0.97"]


def number(text: str) -> Any:
    return np.asarray(NUM.ctx.mpf(text), dtype=object)


@each
def test_the_conjugate_is_the_largest_gap_between_a_line_and_phi(phi: Any) -> None:
    grid = np.array([NUM.ctx.mpf(k) / 50 for k in range(-300, 301)], dtype=object)
    values = phi.value(NUM, grid)
    for text in SLOPES:
        s = number(text)
        best = max(s * grid - values)

        assert phi.conjugate(NUM, s) >= best - NUM.ctx.mpf(10) ** -25
        assert phi.conjugate(NUM, s) == pytest.approx(float(best), abs=2e-3)


@each
def test_the_gap_is_largest_at_the_slope_of_the_conjugate(phi: Any) -> None:
    for text in SLOPES:
        s = number(text)
        x = np.asarray(phi.slope(NUM, s), dtype=object)

        assert abs(phi.value(NUM, x) + phi.conjugate(NUM, s) - s * x) < NUM.ctx.mpf(10) ** -25


@pytest.mark.parametrize("phi", [*EVEN, Box(), Shifted()], ids=lambda phi: type(phi).__name__)
def test_the_slope_is_the_derivative_of_the_conjugate(phi: Any) -> None:
    for text in SLOPES:
        s = NUM.ctx.mpf(text)
        derivative = NUM.ctx.diff(lambda y, phi=phi: phi.conjugate(NUM, np.asarray(y, dtype=object)) + NUM.ctx.zero, s)

        assert float(np.asarray(phi.slope(NUM, number(text)))) == pytest.approx(float(derivative), abs=1e-12)
        assert phi.regular(NUM, number(text)) > 0


@pytest.mark.parametrize(("phi", "s"), [(Ledge(), "1"), (LogCosh(), "1"), (Steep(), "2"), (Box(), "0")])
def test_where_the_conjugate_has_no_derivative_it_is_not_regular(phi: Any, s: str) -> None:
    assert not phi.regular(NUM, number(s)) > 0


def test_ln_cosh_has_the_step_of_adaboost() -> None:
    for error in ("0.1", "0.25", "0.4"):
        epsilon = mpmath.mpf(error)

        assert float(LogCosh().slope(NUM, number(str(1 - 2 * epsilon)))) == pytest.approx(
            float(mpmath.log((1 - epsilon) / epsilon) / 2)
        )
