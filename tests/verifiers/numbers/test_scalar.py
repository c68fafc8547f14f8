"""Protects the rationals that an author's code meets alone: with Fractions and integers they are Fractions."""

import operator
import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.refusal import Inexact, watched
from lemmacheck.verifiers.numbers.scalar import Scalar

RATIONALS = st.fractions(min_value=-9, max_value=9, max_denominator=12)
OPERATIONS: list[Callable[[Any, Any], Any]] = [
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod),
    *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne),
]


def scalar(x: Any) -> Scalar:
    return Scalar(fmpq(x.numerator, x.denominator))


def plain(x: Any) -> Any:
    """A Fraction, of a scalar; the type is asked here, so that none becomes another kind of number on the way."""
    if isinstance(x, tuple):
        return tuple(map(plain, x))
    assert type(x) in (Scalar, bool)
    return Fraction(x.numerator, x.denominator) if isinstance(x, Scalar) else x


@given(RATIONALS, RATIONALS | st.integers(-9, 9))
def test_each_operation_is_that_of_fractions(a: Fraction, b: Any) -> None:
    for operation in OPERATIONS:
        for left, right in ((scalar(a), b), (a, scalar(b)), (scalar(a), scalar(b))):
            try:
                expected = operation(a, b)
            except ZeroDivisionError:
                with pytest.raises(ZeroDivisionError):
                    operation(left, right)
            else:
                assert plain(operation(left, right)) == expected, (operation, left, right)


@given(RATIONALS.filter(bool), st.integers(-6, 6))
def test_a_whole_one_is_an_exponent(base: Fraction, power: int) -> None:
    for found in (scalar(base) ** power, scalar(base) ** Scalar(power), base ** Scalar(power)):
        assert Fraction(found.numerator, found.denominator) == base**power
    assert plain(2 ** Scalar(power)) == Fraction(2) ** power


@given(RATIONALS)
def test_it_is_rounded_copied_and_hashed_as_a_fraction_is(a: Fraction) -> None:
    one = scalar(a)

    for function in (floor, ceil, round, abs, operator.neg, operator.pos):
        assert plain(function(one)) == function(a)
    assert plain(round(one, 2)) == round(a, 2)
    assert hash(one) == hash(fmpq(a.numerator, a.denominator))
    assert type(copy(one)) is type(deepcopy(one)) is Scalar
    assert pickle.loads(pickle.dumps(one)) == one


@given(RATIONALS, RATIONALS)
def test_in_an_array_it_is_a_rational_of_the_array(a: Fraction, b: Fraction) -> None:
    row = GuardedBall(128).array([a, b])

    for found in (row * scalar(b), scalar(b) * row, np.stack([row[0] * b, scalar(b) * b])):
        assert [type(entry) for entry in found.view(np.ndarray)] == [fmpq, fmpq]
        assert found.view(np.ndarray).tolist() == [scalar(a) * b, scalar(b) * b]


def test_with_a_ball_it_is_a_ball() -> None:
    assert isinstance(scalar(Fraction(1, 3)) * arb(3), arb)
    assert isinstance(arb(3) - scalar(Fraction(1, 3)), arb)


def test_no_float_is_made_of_it_nor_added_to_it_where_an_author_computes() -> None:
    with pytest.raises(TypeError, match="Scalar"):
        scalar(Fraction(1)) + 0.5
    with pytest.raises(Inexact, match="the power 1/2 is no integer"):
        scalar(Fraction(1)) ** Fraction(1, 2)
    with pytest.raises(Inexact, match=r"float\(x\) takes a number out of exact arithmetic"), watched(True):
        float(scalar(Fraction(1)))
    with pytest.raises(Inexact, match=r"a float meets an exact number; write Fraction\(1, 3\)"), watched(True):
        scalar(Fraction(1)) * 0.5
