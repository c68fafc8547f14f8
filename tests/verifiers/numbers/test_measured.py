"""Protects numbers with an unknown unit: what comes out without one is the same for every unit, all else is refused."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.verifiers.numbers.measured import Measured, MeasuredBall, UnlikeUnits, in_unit

from tests.verifiers.numbers.expressions import objects

THREE, FIVE, AREA = Measured(fmpq(3), 1), Measured(fmpq(5), 1), Measured(fmpq(4), 2)


def seen(x: Any) -> tuple[Any, Any]:
    return (x.value, x.degree) if isinstance(x, Measured) else (x, 0)


@pytest.mark.parametrize(
    ("found", "value", "degree"),
    [
        (THREE * FIVE, 15, 2), (THREE * 2, 6, 1), (2 * THREE, 6, 1), (THREE / FIVE, fmpq(3, 5), 0),
        (AREA / THREE, fmpq(4, 3), 1), (THREE / 2, fmpq(3, 2), 1), (6 / THREE, 2, -1), (THREE**2, 9, 2),
        (THREE + FIVE, 8, 1), (THREE - FIVE, -2, 1), (THREE + 0, 3, 1), (0 + THREE, 3, 1), (-THREE, -3, 1),
        (abs(-THREE), 3, 1), (THREE**0, 1, 0),
    ],
)  # fmt: skip
def test_units_multiply_divide_and_cancel(found: Any, value: Any, degree: int) -> None:
    assert seen(found) == (value, degree)


@pytest.mark.parametrize("how", [operator.lt, operator.le, operator.gt, operator.ge])
def test_numbers_of_one_unit_are_compared_and_all_with_0(how: Callable[[Any, Any], Any]) -> None:
    for one, other in ((THREE, FIVE), (FIVE, THREE), (THREE, THREE)):
        assert how(one, other) == how(one.value, other.value)
    assert [how(THREE, 0), how(-THREE, fmpq(0)), how(THREE / 9, 0)] == [how(3, 0), how(-3, 0), how(3, 0)]
    for unlike in (1, AREA):
        with pytest.raises(UnlikeUnits):
            how(THREE, unlike)


@pytest.mark.parametrize("unlike", [1, fmpq(1, 2), arb(0), AREA])
def test_what_has_another_unit_is_not_added(unlike: Any) -> None:
    for add in (operator.add, operator.sub):
        with pytest.raises(UnlikeUnits):
            add(THREE, unlike)
    for power in (fmpq(1, 2), 1.0):
        with pytest.raises(TypeError):
            Measured(arb(3), 1) ** power
    for how in (operator.mul, operator.truediv, lambda x, y: y * x, lambda x, y: y / x):
        with pytest.raises(TypeError):
            how(THREE, 0.5)
    with pytest.raises(UnlikeUnits):
        bool(THREE)


def test_a_row_has_one_unit_and_0_has_every() -> None:
    assert in_unit([THREE, 0, FIVE]) == ([3, 0, 5], 1)
    assert in_unit([0, fmpq(0)]) == ([0, 0], 0)
    assert in_unit([1, 0]) == ([1, 0], 0)
    for row in ([THREE, 1], [THREE, AREA], [1, THREE, 0]):
        with pytest.raises(UnlikeUnits):
            in_unit(row)


def test_the_functions_of_vectors_keep_the_unit_and_those_of_plain_numbers_refuse_it() -> None:
    num = MeasuredBall(64)
    rows = np.stack([objects(THREE, FIVE, 0), objects(AREA, -AREA, 2 * AREA)])

    with num.active():
        assert [seen(x) for x in num.maximum(rows)] == [(5, 1), (8, 2)]
        assert seen(num.maximum(rows[0])) == (5, 1)
        assert num.first_largest(rows).tolist() == [[0, 1, 0], [0, 0, 1]]
        assert [seen(x) for x in (num.sqrt(AREA), num.root_of_squares(AREA), num.sqrt(fmpq(9)))] == [
            (2, 1), (2, 1), (3, 0),
        ]  # fmt: skip
        for name in ("exp", "log", "xlogx", "exprel", "logrel"):
            assert not isinstance(getattr(num, name)(fmpq(1, 2)), Measured)
            with pytest.raises(UnlikeUnits):
                getattr(num, name)(THREE)
        with pytest.raises(UnlikeUnits):
            num.maximum(objects(THREE, AREA))
