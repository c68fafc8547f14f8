"""Protects numbers with a corner or a jump: the same in every arithmetic, and never guessed by a ball."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb
from lemmacheck.theory.core.piecewise import (
    above_zero,
    at_least_zero,
    clamped,
    larger,
    last_largest,
    positive_part,
    reached,
    sign,
    smaller,
)
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.rational import Rational
from lemmacheck.verifiers.numbers.symbolic import Symbolic

from tests.multiprecision import Multiprecision

HALF = Fraction(1, 2)
POINTS = [Fraction(-3), -HALF, Fraction(0), HALF, Fraction(3)]
ARITHMETICS = [Float64(), Multiprecision(80), Ball(80), Rational(), Symbolic()]
CORNERS: dict[str, tuple[Callable[[Any, Any], Any], list[Fraction | int]]] = {
    "absolute value": (lambda num, x: abs(x), [3, HALF, 0, HALF, 3]),
    "positive part": (positive_part, [0, 0, 0, HALF, 3]),
    "the larger of it and 1/2": (lambda num, x: larger(num, x, num.number(HALF)), [HALF, HALF, HALF, HALF, 3]),
    "the smaller of it and 1/2": (lambda num, x: smaller(num, x, num.number(HALF)), [-3, -HALF, 0, HALF, HALF]),
    "kept in [-1, 1/2]": (lambda num, x: clamped(num, x, num.number(-1), num.number(HALF)), [-1, -HALF, 0, HALF, HALF]),
}
JUMPS: dict[str, tuple[Callable[[Any, Any], Any], list[int]]] = {
    "at least 0": (at_least_zero, [0, 0, 1, 1, 1]),
    "above 0": (above_zero, [0, 0, 0, 1, 1]),
    "at least its negative": (lambda num, x: reached(num, x, -x), [0, 0, 1, 1, 1]),
    "sign": (sign, [-1, -1, 1, 1, 1]),
}
PIECES = CORNERS | JUMPS


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("num", ARITHMETICS, ids=lambda num: num.name)
def test_a_piece_has_its_value_on_either_side_and_at_the_edge(num: Any, piece: str) -> None:
    function, expected = PIECES[piece]
    with num.active():
        x = num.array(POINTS)

        assert list(function(num, x)) == list(num.array(expected))
        assert [function(num, entry) for entry in x] == list(num.array(expected))


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("num", ARITHMETICS, ids=lambda num: num.name)
def test_time_and_batch_axes_are_kept(num: Any, piece: str) -> None:
    function, expected = PIECES[piece]
    with num.active():
        found = function(num, np.stack([num.array([POINTS])] * 2))

        assert found.shape == (2, 1, 5)
        assert list(found[1, 0]) == list(num.array(expected))


@pytest.mark.parametrize("jump", JUMPS)
def test_a_ball_around_the_jump_has_no_value_there(jump: str) -> None:
    with Ball().active():
        assert as_ball(JUMPS[jump][0](Ball(), np.array([arb(0, 1)]))[0]).is_nan()


@pytest.mark.parametrize("corner", CORNERS)
def test_a_ball_around_a_corner_holds_the_values_on_both_sides(corner: str) -> None:
    function, expected = CORNERS[corner]
    with Ball().active():
        found = function(Ball(), np.array([arb(0, 3)]))[0]

        assert all(found.contains(value) for value in Ball().array(expected))


@pytest.mark.parametrize("num", ARITHMETICS, ids=lambda num: num.name)
def test_the_last_of_the_largest_is_marked(num: Any) -> None:
    with num.active():
        assert list(last_largest(num, num.array([1, 3, 3, 2]))) == list(num.array([0, 0, 1, 0]))


@pytest.mark.parametrize("num", [Float64(), Multiprecision(80), Ball(80)], ids=lambda num: num.name)
@pytest.mark.parametrize("piece", PIECES)
def test_what_is_undefined_stays_so(num: Any, piece: str) -> None:
    with num.active():
        nan = {"float64": np.nan, "multiprecision": Multiprecision(80).ctx.nan, "ball": arb("nan")}[num.name]
        found = PIECES[piece][0](num, np.array([nan]))[0]

        assert as_ball(found).is_nan() if num.name == "ball" else found != found
