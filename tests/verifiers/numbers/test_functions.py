"""Protects what an arithmetic offers beyond + − · /: functions with a gap at 0, the largest entry, the first."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from flint import arb, fmpq
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.rational import Rational
from lemmacheck.verifiers.numbers.symbolic import Symbolic

from tests.multiprecision import Multiprecision, context
from tests.verifiers.numbers.expressions import COARSE, exact, exp, is_exact, log, mp, root

NAN = arb("nan")
FUNCTIONS = {"xlogx": lambda x: x * mp.log(x), "exprel": lambda x: mp.expm1(x) / x, "logrel": lambda x: mp.log1p(x) / x}
AT_0 = {"xlogx": 0, "exprel": 1, "logrel": 1}
ARITHMETICS = {num.name: num for num in (Ball(), Float64(), Multiprecision(), Rational(), Symbolic())}
every_arithmetic = pytest.mark.parametrize("num", ARITHMETICS.values(), ids=list(ARITHMETICS))
ROUNDS = {"ball": 1e-60, "float64": 1e-14, "multiprecision": 1e-60, "symbolic": 1e-60}


def value(x: Any) -> Any:
    """A number of any arithmetic, at a high precision."""
    if isinstance(x, sympy.Basic):
        return mp.mpf(str(sympy.N(x, 80)))
    return mp.mpf(as_ball(x).mid().str(80, radius=False)) if not isinstance(x, float) else mp.mpf(x)


@every_arithmetic
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_gap_at_0_is_filled_exactly(num: Any, function: str) -> None:
    with num.active():
        assert getattr(num, function)(num.array([0, 0])).tolist() == [AT_0[function]] * 2
        assert getattr(num, function)(num.number(0)) == AT_0[function]


@pytest.mark.parametrize("name", ROUNDS)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_elsewhere_the_functions_have_their_values(name: str, function: str) -> None:
    num = ARITHMETICS[name]
    points = [Fraction(2), Fraction(1, 4), Fraction(5, 2), Fraction(1, 2**70)]
    points += [] if function == "xlogx" else [Fraction(-1, 2)]
    with num.active():
        found = getattr(num, function)(num.array(points))
        if name == "multiprecision":
            found = [sympy.Float(str(x), 80) for x in found]

        for x, point in zip(found, points, strict=True):
            expected = FUNCTIONS[function](mp.mpf(point.numerator) / point.denominator)
            assert abs(value(x) - expected) <= ROUNDS[name] * abs(expected)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_of_a_number_that_is_not_exact_the_functions_are_enclosed(function: str) -> None:
    with Ball().active():
        for x in (arb(2, 2.0**-60), exp(1), root(2), log(3)):
            found = getattr(Ball(), function)(x)
            assert as_ball(found).rad() < 2.0**-50
            assert abs(value(found) - FUNCTIONS[function](value(x))) < mp.mpf(2) ** -55


def test_over_a_ball_around_0_a_function_lies_between_its_values_at_the_ends() -> None:
    with Ball().active():
        spans = [
            (Ball().exprel(arb(0, 1)), 1 - exp(-1), exp(1) - 1),
            (Ball().exprel(arb(0.5, 0.5)), arb(1), exp(1) - 1),
            (Ball().exprel(arb(-0.5, 0.5)), 1 - exp(-1), arb(1)),
            (Ball().logrel(arb(0, 0.5)), 2 * log("3/2"), 2 * log(2)),
        ]
        for found, low, high in spans:
            assert abs(found.lower() - as_ball(low)) < 1e-6
            assert abs(found.upper() - as_ball(high)) < 1e-6


def test_at_a_ball_that_is_0_a_function_has_its_value_there_and_a_root_of_squares_leaves_out_what_is_below() -> None:
    with Ball().active():
        assert Ball().exprel(arb(0)) == Ball().logrel(arb(0)) == 1
        found = Ball().root_of_squares(arb(0, 1e-30))
        assert found.contains(0)
        assert found.upper() < 2e-15
        assert Ball().sqrt(arb(0, 1e-30)).is_nan()
        assert Ball().root_of_squares(fmpq(4)) == 2


def test_rationals_keep_what_is_rational_and_refuse_the_rest() -> None:
    assert Rational().xlogx(fmpq(1)) == 0
    with pytest.raises(Undecided, match=r"^ratio gave nan"):
        Rational().ratio(fmpq(1), fmpq(0))
    for function, name in (("xlogx", "x ln x"), ("exprel", r"\(eˣ − 1\)/x"), ("logrel", r"ln\(1 \+ x\)/x")):
        with pytest.raises(Undecided, match=f"^{name} gave"):
            getattr(Rational(), function)(fmpq(2))


def test_the_logarithm_of_an_exact_number_is_exact() -> None:
    assert [is_exact(Ball().log(exact(x))) for x in ("3", "1/3", "1")] == [True] * 3
    assert is_exact(Ball().logrel(exact(2)))
    assert is_exact(Ball().xlogx(exact(2)))
    assert Ball().log(exp(3)) == 3
    assert Ball().sqrt(exact(0)) == 0


ROWS = [[[1, 3, 3]], [[2, 1, 0]], [[2, 3, 0]], [[5, 5, 5]], [[-3, -2, -1]]]
MARKS = [[[0, 1, 0]], [[1, 0, 0]], [[0, 1, 0]], [[1, 0, 0]], [[0, 0, 1]]]


@every_arithmetic
def test_the_first_largest_entry_of_each_row_is_marked(num: Any) -> None:
    with num.active():
        assert num.first_largest(num.array(ROWS)).tolist() == MARKS
        assert num.first_largest(num.array(ROWS[0][0])).tolist() == MARKS[0][0]
        assert num.first_largest(num.array([[7], [7]])).tolist() == [[1], [1]]


@every_arithmetic
def test_the_largest_entry_is_that_of_each_row(num: Any) -> None:
    with num.active():
        rows, tops = num.array(ROWS), [[3], [2], [3], [5], [-1]]

        assert num.maximum(rows).tolist() == num.anchor(rows).tolist() == tops
        assert num.maximum(rows[..., 1:]).tolist() == [[3], [1], [3], [5], [-1]]
        assert num.maximum(rows[0, 0]) == num.anchor(rows[0, 0]) == 3


def test_which_entry_is_the_first_largest_is_undefined_where_it_is_not_sure() -> None:
    undecided = [[arb(1, 0.5), arb(1.25, 0.5)], [NAN, arb(1)], [arb(1), NAN], [exact(3), arb(3, 1)]]
    sure = [[arb(1, 0.25), arb(2, 0.25)], [arb(2, 0.25), exact(1)], [root(2), root(2)]]
    with Ball(COARSE).active():
        for row in undecided:
            assert [x.is_nan() for x in Ball().first_largest(np.array(row, dtype=object))] == [True, True]
        marks = [Ball().first_largest(np.array(row, dtype=object)).tolist() for row in sure]

    assert marks == [[0, 1], [1, 0], [1, 0]]


@pytest.mark.parametrize("num", [Float64(), Multiprecision()], ids=["float64", "multiprecision"])
def test_a_row_with_a_nan_has_no_first_largest_entry_and_the_next_row_has(num: Any) -> None:
    rows = num.array([[1, 2, 3], [3, 2, 1]])
    rows[0, 0] = float("nan") if num.name == "float64" else num.ctx.nan
    marks = num.first_largest(rows)

    assert [x != x for x in marks[0]] == [True] * 3
    assert marks[1].tolist() == [1, 0, 0]
    assert [x != x for x in num.maximum(rows)] == [True, False]
    assert num.maximum(rows)[1] == 3


def test_a_float_beyond_the_largest_double_is_infinite_with_its_sign() -> None:
    huge, num = 10**400, Float64()

    assert [float(num.number(x)) for x in (huge, -huge, Fraction(1, 2))] == [np.inf, -np.inf, 0.5]
    assert num.array([huge, -huge, 3]).tolist() == [np.inf, -np.inf, 3.0]
    with num.active():
        assert np.asarray(num.ratio(num.array([3, 0, -3, 0]), num.array([0, 3, 0, 0]))).tolist() == [
            np.inf, 0.0, -np.inf, 0.0,
        ]  # fmt: skip


@every_arithmetic
def test_a_ratio_is_0_where_both_are_0_and_the_quotient_elsewhere(num: Any) -> None:
    with num.active():
        found = num.ratio(num.array([0, 0, 6]), num.array([0, 3, 4]))

        assert found.tolist() == [0, 0, num.number(Fraction(3, 2))]
        assert num.ratio(num.array([0, 6]), num.number(4)).tolist() == [0, num.number(Fraction(3, 2))]
        assert num.ratio(num.number(0), num.array([0, 3])).tolist() == [0, 0]


def test_a_multiprecision_or_symbolic_quotient_by_0_is_undefined() -> None:
    num = Multiprecision()

    assert Symbolic().ratio(sympy.Integer(1), sympy.Integer(0)) == sympy.zoo

    assert num.ctx.isnan(num.ratio(num.number(1), num.number(0)))
    assert (context(90).prec, Multiprecision(90).ctx.prec, num.bits) == (90, 90, 256)


def test_a_function_of_a_single_entry_stays_an_array_where_it_was_one() -> None:
    found = Ball().exp(np.array(fmpq(0), dtype=object))

    assert isinstance(found, np.ndarray)
    assert found.shape == ()
    assert found[()] == 1


def test_functions_of_exact_numbers_that_leave_their_form_are_balls_around_the_value() -> None:
    with Ball().active():
        found = [Ball().exp(root(2)), Ball().exp(log(3)), Ball().sqrt(log(3)), Ball().log(root(2)), Ball().log(log(3))]
        values = [mp.exp(mp.sqrt(2)), 3, mp.sqrt(mp.log(3)), mp.log(mp.sqrt(2)), mp.log(mp.log(3))]

        assert {type(x) for x in found} == {arb}
        assert [float(x) for x in found] == pytest.approx([float(x) for x in values], rel=1e-14)


def test_arithmetics_are_values_with_a_name_each() -> None:
    assert list(ARITHMETICS) == ["ball", "float64", "multiprecision", "rational", "symbolic"]
    assert Multiprecision(90) == Multiprecision(90) != Multiprecision(91)
    assert hash(Multiprecision(90)) == hash(Multiprecision(90))
    assert Ball(64) != Ball(65)
    assert repr(Multiprecision(90)) == "Multiprecision(bits=90, name='multiprecision')"


@pytest.mark.parametrize("lowest", [-720, -750, -2000, -np.inf, np.nan])
def test_floats_that_are_hardly_or_not_above_0_are_those_of_numpy(lowest: float) -> None:
    x = np.random.default_rng(0).uniform(-800, 5, (3, 40, 7)).swapaxes(0, 1)
    x[4, 1, 2:5] = lowest, 0, np.inf
    with Float64().active():
        assert np.array_equal(Float64().exp(x), np.exp(x), equal_nan=True)
        assert Float64().exp(x[4, 1, 2]) == np.exp(x[4, 1, 2]) or np.isnan(lowest)
    assert Float64().exp(x).strides == np.exp(x).strides
