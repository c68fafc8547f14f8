"""Protects the numbers: every arithmetic gives the same value, exact numbers are exact, and nothing is sure unless true."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
import sympy
from flint import arb, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath.ctx_mp import MPContext

from theory.arithmetic import Undecided
from theory.claim import all_claims
from theory.relation import Relation, at_most, equal
from theory.run import run
from verifiers.arithmetics.ball import Ball
from verifiers.arithmetics.float64 import Float64
from verifiers.arithmetics.logarithm import Logarithm
from verifiers.arithmetics.monomial import Monomial, as_ball
from verifiers.arithmetics.multiprecision import Multiprecision
from verifiers.arithmetics.rational import Rational
from verifiers.arithmetics.symbolic import Symbolic
from verifiers.comparison import (
    FAILS,
    HOLDS,
    UNKNOWN,
    agrees_beyond_doubles,
    compare,
    relations_of,
    sides,
    surely,
)
from verifiers.configurations import configurations
from verifiers.instances import Instance

many = settings(max_examples=20 * settings().max_examples)
COARSE, FINE = 64, 1200
NAN = arb("nan")
OPERATORS = ("<=", ">=", "<", ">", "==")

mp = MPContext()
mp.prec = FINE
NEGLIGIBLE = mp.mpf(2) ** -900


# Expressions, as data: a rational, or an operation on expressions. Few numbers, so that equal values abound.


class Undefined(ArithmeticError):
    """Division by 0, or the logarithm of 0."""


RATIONALS = tuple(map(Fraction, ("0", "1", "2", "3", "4", "8", "9", "1/2", "1/4", "4/9", "-1", "-2", "-3/2", "18")))
UNARY = ("negate", "abs", "sqrt", "exp", "log", "square", "invert")
BINARY = ("+", "-", "*", "/", "max")

leaves = st.sampled_from(RATIONALS).map(lambda q: ("number", q))


def grow(children: Any) -> Any:
    unary = st.tuples(st.sampled_from(UNARY), children)
    return st.one_of(unary, st.tuples(st.sampled_from(BINARY), children, children))


expressions = st.recursive(leaves, grow, max_leaves=6)


def reference(e: Any) -> Any:
    """The value by mpmath alone, at 1200 bits; √ and ln are taken of |x|."""
    name, *parts = e
    if name == "number":
        return mp.mpf(e[1].numerator) / e[1].denominator
    x, *more = map(reference, parts)
    divisor = more[0] if name == "/" else x
    if name in ("log", "invert", "/") and abs(divisor) < NEGLIGIBLE:
        raise Undefined
    if name == "exp" and abs(x) > 10**6:
        raise Undefined
    return {
        "negate": lambda: -x,
        "abs": lambda: abs(x),
        "sqrt": lambda: mp.sqrt(abs(x)),
        "exp": lambda: mp.exp(x),
        "log": lambda: mp.log(abs(x)),
        "square": lambda: x * x,
        "invert": lambda: 1 / x,
        "+": lambda: x + more[0],
        "-": lambda: x - more[0],
        "*": lambda: x * more[0],
        "/": lambda: x / more[0],
        "max": lambda: max(x, more[0]),
    }[name]()


def evaluate(e: Any, num: Any) -> Any:
    """The value under an arithmetic."""
    name, *parts = e
    if name == "number":
        return num.number(e[1])
    x, *more = (evaluate(part, num) for part in parts)
    if name == "max":
        return num.maximum(np.array([x, more[0]], dtype=object))
    return {
        "negate": lambda: -x,
        "abs": lambda: abs(x),
        "sqrt": lambda: num.sqrt(abs(x)),
        "exp": lambda: num.exp(x),
        "log": lambda: num.log(abs(x)),
        "square": lambda: x**2,
        "invert": lambda: 1 / x,
        "+": lambda: x + more[0],
        "-": lambda: x - more[0],
        "*": lambda: x * more[0],
        "/": lambda: x / more[0],
    }[name]()


def known(e: Any) -> Any:
    """The reference value; examples without one, or far outside the range of doubles, are not looked at."""
    try:
        value = reference(e)
    except Undefined:
        value = None
    assume(value is not None and abs(value) < mp.mpf(2) ** 300)
    return value


def enclosure_of(value: Any, bits: int = 900) -> arb:
    """An mpmath value as a ball that allows for its rounding."""
    sign, mantissa, exponent, _ = value._mpf_
    middle = arb(int(-mantissa if sign else mantissa)) * arb(2) ** int(exponent)
    return middle + arb(0, 1) * arb(2) ** -bits * (1 + abs(middle))


def is_exact(x: Any) -> bool:
    return isinstance(x, (fmpq, Monomial, Logarithm))


@many
@given(expressions)
def test_a_ball_of_any_precision_encloses_the_value(e: Any) -> None:
    value = known(e)
    for bits in (COARSE, 256):
        with Ball(bits).active():
            ball = as_ball(evaluate(e, Ball(bits)))
        with Ball(FINE).active():
            assert not ball.is_finite() or ball.overlaps(enclosure_of(value))


@many
@given(expressions)
def test_an_exact_number_made_at_low_precision_is_the_value_at_high_precision(e: Any) -> None:
    value = known(e)
    with Ball(COARSE).active():
        number = evaluate(e, Ball(COARSE))
    assume(is_exact(number))
    with Ball(FINE).active():
        gap = abs(as_ball(number) - enclosure_of(value))

        assert gap < arb(2) ** -800 * (1 + abs(enclosure_of(value)))


def order(x: Any, y: Any) -> int:
    """The sign of x − y for reference values; two expressions this small are equal or well apart."""
    gap = x - y
    return 0 if abs(gap) < NEGLIGIBLE * (1 + abs(x)) else 1 if gap > 0 else -1


TRUTH: dict[str, Callable[[int], bool]] = {
    "<=": lambda sign: sign <= 0,
    ">=": lambda sign: sign >= 0,
    "<": lambda sign: sign < 0,
    ">": lambda sign: sign > 0,
    "==": lambda sign: sign == 0,
}


@pytest.mark.parametrize("op", OPERATORS)
@many
@given(expressions, expressions)
def test_a_sure_answer_is_a_true_answer(op: str, a: Any, b: Any) -> None:
    truth = TRUTH[op](order(known(a), known(b)))
    with Ball(COARSE).active():
        found = surely(evaluate(a, Ball(COARSE)), op, evaluate(b, Ball(COARSE)))

    assert found in (UNKNOWN, HOLDS if truth else FAILS)


@pytest.mark.parametrize("op", OPERATORS)
@many
@given(expressions, expressions)
def test_python_comparisons_are_true_where_they_say_true(op: str, a: Any, b: Any) -> None:
    """Also != and mirrored: what `a < b` says, `b > a` says, whatever the two kinds of number are."""
    sign = order(known(a), known(b))
    with Ball(COARSE).active():
        x, y = evaluate(a, Ball(COARSE)), evaluate(b, Ball(COARSE))
        said = {"<=": x <= y, ">=": x >= y, "<": x < y, ">": x > y, "==": x == y}
        mirrored = {"<=": y >= x, ">=": y <= x, "<": y > x, ">": y < x, "==": y == x}
        different = x != y

    assert said == mirrored
    assert TRUTH[op](sign) or not said[op]
    assert sign != 0 or not different


EQUALS: dict[str, Callable[[Any, Any], Any]] = {
    "√(q²r) = q√r": lambda q, r: (("sqrt", ("*", ("square", q), r)), ("*", ("abs", q), ("sqrt", r))),
    "√q √r = √(qr)": lambda q, r: (("*", ("sqrt", q), ("sqrt", r)), ("sqrt", ("*", q, r))),
    "eᵠ eʳ = eᵠ⁺ʳ": lambda q, r: (("*", ("exp", q), ("exp", r)), ("exp", ("+", q, r))),
    "eᵠ / eʳ = eᵠ⁻ʳ": lambda q, r: (("/", ("exp", q), ("exp", r)), ("exp", ("-", q, r))),
    "√eᵠ = eᵠᐟ²": lambda q, r: (("sqrt", ("exp", q)), ("exp", ("/", q, ("number", Fraction(2))))),
    "ln eᵠ = q": lambda q, r: (("log", ("exp", q)), q),
    "ln q² = 2 ln q": lambda q, r: (("log", ("square", q)), ("*", ("number", Fraction(2)), ("log", q))),
    "ln 1/q = −ln q": lambda q, r: (("log", ("invert", q)), ("negate", ("log", q))),
    "(q + ln r) − ln r = q": lambda q, r: (("-", ("+", q, ("log", r)), ("log", r)), q),
    "q ln r + ln r = (q + 1) ln r": lambda q, r: (
        ("+", ("*", q, ("log", r)), ("log", r)),
        ("*", ("+", q, ("number", Fraction(1))), ("log", r)),
    ),
    "√q ln r / √q = ln r": lambda q, r: (("/", ("*", ("sqrt", q), ("log", r)), ("sqrt", q)), ("log", r)),
}
rationals = st.fractions(-20, 20, max_denominator=12).filter(bool)


@pytest.mark.parametrize("law", EQUALS)
@many
@given(q=rationals, r=rationals)
def test_exact_numbers_satisfy_the_laws_of_powers_roots_and_logarithms(law: str, q: Fraction, r: Fraction) -> None:
    left, right = EQUALS[law](("number", q), ("number", r))
    with Ball(COARSE).active():
        a, b = evaluate(left, Ball(COARSE)), evaluate(right, Ball(COARSE))

        assert is_exact(a)
        assert [surely(a, op, b) for op in OPERATORS] == [HOLDS, HOLDS, FAILS, FAILS, HOLDS]


def ball(x: str | Fraction | int) -> Any:
    """A rational in ball arithmetic."""
    return Ball().number(Fraction(x))


def exp(x: Any) -> Any:
    return Ball().exp(ball(x))


def log(x: Any) -> Any:
    return Ball().log(ball(x))


def root(x: Any) -> Any:
    return Ball().sqrt(ball(x))


@pytest.mark.parametrize(
    ("make", "op", "truth"),
    [
        (lambda: (root(8), 2 * root(2)), "==", HOLDS),
        (lambda: (root(8), 3 * root(2)), "==", FAILS),
        (lambda: (root(2), Fraction(99, 70)), "==", FAILS),
        (lambda: (exp("1/2") * exp("1/2"), "2718/1000"), "==", FAILS),
        (lambda: (exp("1/2") * exp("1/2"), exp(1)), "==", HOLDS),
        (lambda: (exp(1), exp("1000000001/1000000000")), "==", FAILS),
        (lambda: (log(4), 2 * log(2)), "==", HOLDS),
        (lambda: (log("27/8"), log("9/4") * 3 / 2), "==", HOLDS),
        (lambda: (log(6), log(5)), "==", FAILS),
        (lambda: (log(6), log(2) + log(3)), "==", UNKNOWN),
        (lambda: (log(6), log(2) + log(3)), "<=", UNKNOWN),
        (lambda: (1 + log(2), 1 - log("1/2")), "==", HOLDS),
        (lambda: (-log(2), log(2)), "<", HOLDS),
        (lambda: (-2 * log(2), -log(2)), ">=", FAILS),
        (lambda: (-exp(1) * log(2), 0), "<", HOLDS),
        (lambda: (-root(2), 0), ">=", FAILS),
        (lambda: (-root(2), -root(3)), ">", HOLDS),
        (lambda: (abs(-root(2)), root(2)), "==", HOLDS),
        (lambda: (abs(-root(2) * log(3)), root(2) * log(3)), "==", HOLDS),
        (lambda: (abs(1 - 2 * log(2)), 2 * log(2) - 1), "==", HOLDS),
        (lambda: (root(2) - root(2), 0), "==", HOLDS),
        (lambda: (root(2) * root(2), 2), "==", HOLDS),
        (lambda: (root(2) ** 3, 2 * root(2)), "==", HOLDS),
        (lambda: (root(2) ** -2, "1/2"), "==", HOLDS),
        (lambda: (log(2) - log(2), 0), ">=", HOLDS),
        (lambda: (0 * log(2), 0), "==", HOLDS),
        (lambda: (0 * root(2), 0), "==", HOLDS),
        (lambda: (log(2) ** 2, "48/100"), ">", HOLDS),
        (lambda: (log(2) / log(2), 1), "==", UNKNOWN),
        (lambda: (log(1), 0), "==", HOLDS),
        (lambda: (exp(0), 1), "==", HOLDS),
        (lambda: (root(0), 0), "==", HOLDS),
        (lambda: (root("1/4"), "1/2"), "==", HOLDS),
        (lambda: (Ball().sqrt(exp(3)), exp("3/2")), "==", HOLDS),
        (lambda: (Ball().log(exp(3)), 3), "==", HOLDS),
        (lambda: (Ball().log(2 * exp(3)), 3 + log(2)), "==", UNKNOWN),
    ],
)
def test_numbers_worked_out_by_hand(make: Callable[[], Any], op: str, truth: int) -> None:
    with Ball().active():
        a, b = make()
        b = ball(b) if isinstance(b, (str, Fraction, int)) else b

        assert surely(a, op, b) == truth
        if op == "==":
            assert surely(b, op, a) == truth


@pytest.mark.parametrize("scale", [Fraction(-2), Fraction(-1, 3), Fraction(5)])
@pytest.mark.parametrize("b", [Fraction(-3), Fraction(-1, 7), Fraction(2)])
@given(a=st.fractions(-6, 6, max_denominator=9), q=st.fractions(-9, 9, max_denominator=5))
def test_m_times_a_plus_b_ln_r_lies_on_its_side_of_a_rational(
    scale: Fraction, b: Fraction, a: Fraction, q: Fraction
) -> None:
    value = mp.mpf(scale.numerator) / scale.denominator
    value *= mp.mpf(a.numerator) / a.denominator + mp.mpf(b.numerator) / b.denominator * mp.log(mp.mpf(5) / 3)
    sign = order(value, mp.mpf(q.numerator) / q.denominator)
    with Ball(COARSE).active():
        number = Logarithm(ball(scale), ball(a), ball(b), ball("5/3"))
        found = {op: surely(number, op, ball(q)) for op in OPERATORS}
        mirrored = {op: surely(ball(q), op, number) for op in OPERATORS}

    assert found == {op: HOLDS if TRUTH[op](sign) else FAILS for op in OPERATORS}
    assert mirrored == {op: HOLDS if TRUTH[op](-sign) else FAILS for op in OPERATORS}


KINDS: dict[str, Callable[[], Any]] = {
    "int": lambda: 2,
    "rational": lambda: ball("-2/3"),
    "root": lambda: -root(2),
    "exponential": lambda: exp(2),
    "logarithm": lambda: 1 - 3 * log(2),
    "scaled logarithm": lambda: exp(1) * log(3),
    "ball": lambda: arb(3, 0.25),
    "point": lambda: arb(2),
}


@pytest.mark.parametrize("left", KINDS)
@pytest.mark.parametrize("right", KINDS)
def test_every_kind_of_number_meets_every_other_on_either_side(left: str, right: str) -> None:
    with Ball().active():
        a, b = KINDS[left](), KINDS[right]()
        x, y = as_ball(a), as_ball(b)

        assert as_ball(a + b).overlaps(x + y)
        assert as_ball(a - b).overlaps(x - y)
        assert as_ball(a * b).overlaps(x * y)
        assert as_ball(ball(1) * a / b).overlaps(x / y)


@pytest.mark.parametrize("kind", [*KINDS, "nan"])
@pytest.mark.parametrize("op", OPERATORS)
def test_nothing_is_sure_of_a_nan(kind: str, op: str) -> None:
    with Ball().active():
        other = NAN if kind == "nan" else KINDS[kind]()

        assert surely(NAN, op, other) == UNKNOWN
        assert surely(other, op, NAN) == UNKNOWN


@pytest.mark.parametrize("kind", KINDS)
def test_a_nan_spreads_through_every_operation(kind: str) -> None:
    with Ball().active():
        other = KINDS[kind]()
        results = [other + NAN, NAN - other, other * NAN, NAN / other, other / NAN, abs(NAN), Ball().sqrt(NAN)]
        results += [Ball().exp(NAN), Ball().log(NAN), Ball().ratio(NAN, other), Ball().ratio(other, NAN)]

        assert [x.is_nan() for x in results] == [True] * len(results)


def test_a_root_or_logarithm_of_a_negative_number_is_a_nan() -> None:
    with Ball().active():
        negative = [-2 * exp(1), -root(2), -log(2), arb(-1)]
        results = [Ball().sqrt(x) for x in negative] + [Ball().log(x) for x in (*negative, ball(-1), ball(0))]

        assert [as_ball(x).is_nan() for x in results] == [True] * len(results)


def test_a_ratio_is_zero_only_where_both_are_exactly_zero() -> None:
    with Ball().active():
        tiny = arb(0, 1e-30)
        zero = Ball().ratio(ball(0), ball(0))

        assert (type(zero), zero) == (fmpq, 0)
        assert [Ball().ratio(x, ball(0)).is_nan() for x in (ball(1), root(2), log(2), tiny)] == [True] * 4
        assert not [x for x in (Ball().ratio(tiny, tiny), Ball().ratio(ball(0), tiny)) if x.is_finite()]
        assert Ball().ratio(ball(0), root(2)) == 0


def test_a_ratio_of_arrays_is_taken_entry_by_entry() -> None:
    numbers = Ball().array([0, 1, 0]), Ball().array([0, 2, 3])

    assert Ball().ratio(*numbers).tolist() == [fmpq(0), fmpq(1, 2), fmpq(0)]
    assert Rational().ratio(*numbers).tolist() == [fmpq(0), fmpq(1, 2), fmpq(0)]
    assert Multiprecision().ratio(*(Multiprecision().array(x) for x in ([0, 1, 0], [0, 2, 3]))).tolist() == [
        0,
        0.5,
        0,
    ]
    with Float64().active():
        floats = Float64().ratio(np.array([0.0, 1.0, 1.0]), np.array([0.0, 2.0, 0.0]))

    assert floats.tolist() == [0.0, 0.5, np.inf]


mixed = st.sampled_from(sorted(KINDS))


@many
@given(st.lists(st.tuples(mixed, st.integers(-2, 2)), min_size=1, max_size=5))
def test_the_maximum_of_exact_numbers_and_balls_encloses_it_and_is_exact_where_it_can_be(row: Any) -> None:
    with Ball(COARSE).active():
        entries = [ball(shift) + KINDS[kind]() for kind, shift in row]
        top = Ball().maximum(np.array(entries, dtype=object))
        balls = [as_ball(entry) for entry in entries]
        least = max(float(x.mid()) - float(x.rad()) for x in balls)
        most = max(float(x.mid()) + float(x.rad()) for x in balls)
        leaders = [x for x in entries if all(x is y or surely(x, ">=", y) == HOLDS for y in entries)]

        assert least - 1e-9 <= float(as_ball(top).mid()) <= most + 1e-9
        assert all(surely(top, "<", entry) != HOLDS for entry in entries)
        assert not (leaders and is_exact(leaders[0])) or is_exact(top)


@pytest.mark.parametrize("position", range(3))
def test_the_maximum_of_a_row_with_a_nan_is_a_nan(position: int) -> None:
    row = [ball(1), arb(2), ball(3)]
    row[position] = NAN

    assert Ball().maximum(np.array(row, dtype=object)).is_nan()
    assert np.isnan(Float64().maximum(np.where(np.arange(3) == position, np.nan, 1.0)))


def test_the_maximum_is_taken_along_the_last_axis() -> None:
    rows = [[[1, 2], [4, 3]], [[5, 5], [-1, -2]]]
    tops = [[2, 4], [5, -1]]

    assert Ball().maximum(Ball().array(rows)).tolist() == tops
    assert Rational().maximum(Rational().array(rows)).tolist() == tops
    assert Float64().maximum(Float64().array(rows)).tolist() == tops
    assert Multiprecision().maximum(Multiprecision().array(rows)).tolist() == tops
    assert Symbolic().maximum(Symbolic().array(rows)).tolist() == tops


# The other arithmetics against the same reference, and the sides of every claim under all of them.


@many
@given(expressions)
def test_mpmath_floats_and_sympy_agree_with_the_reference(e: Any) -> None:
    value = known(e)
    multiprecision = evaluate(e, Multiprecision(FINE))
    symbolic = evaluate(e, Symbolic())

    assert abs(multiprecision - value) <= NEGLIGIBLE * (1 + abs(value))
    assert abs(mp.mpmathify(sympy.N(symbolic, 60)) - value) <= mp.mpf(10) ** -30 * (1 + abs(value))


@many
@given(expressions)
def test_a_rational_is_the_value_or_is_refused(e: Any) -> None:
    value = known(e)
    try:
        number = evaluate(e, Rational())
    except Undecided:
        return

    assert isinstance(number, fmpq)
    assert abs(mp.mpf(int(number.p)) / int(number.q) - value) <= NEGLIGIBLE * (1 + abs(value))


@pytest.mark.parametrize(("make", "function"), [(Rational().exp, "exp"), (Rational().log, "log"), (Rational().sqrt, "sqrt")])
def test_a_rational_refuses_to_round(make: Callable[[Any], Any], function: str) -> None:
    with pytest.raises(Undecided, match=f"{function} gave the irrational .*; use balls for this step"):
        make(fmpq(2))


@pytest.mark.parametrize("num", [Ball(), Float64(), Multiprecision(), Rational(), Symbolic()], ids=lambda num: num.name)
def test_every_arithmetic_takes_the_same_exact_numbers(num: Any) -> None:
    with num.active():
        array = num.array([[Fraction(1, 4), 2], [-3, Fraction(5, 8)]])

        assert num.number(Fraction(1, 4)) == array[0, 0]
        assert num.number(2) == array[0, 1]
        assert float(as_ball(array[1, 1])) == 0.625 if num.name == "ball" else float(array.sum()) == -0.125
        assert num.exp(num.number(0)) == num.sqrt(num.number(1)) == 1
        assert num.log(num.number(1)) == 0
        assert num.exp(num.array([[0, 0]])).shape == (1, 2)


class Sides(NamedTuple):
    """A relation's two sides, entry by entry."""

    lhs: list[Any]
    rhs: list[Any]


def sides_under(num: Any, claim: Any, instance: Instance, algorithm: Any) -> list[Sides]:
    problem = instance.under(num)
    subject = problem if algorithm is None else run(algorithm, problem, 4)
    return [Sides(*(side.ravel().tolist() for side in sides(r))) for r in relations_of(claim(subject))]


def instance(*rows: str) -> Instance:
    return Instance.from_json("example", [row.split() for row in rows])


EXAMPLES = {
    "separable": instance("-3/5 4/5", "-1/2 -1/3", "-4/5 0"),
    "balanced": instance("1/2 0", "-1/4 1/3", "-1/4 -1/3"),
    "one direction": instance("-3/5 -4/5", "-3/5 -4/5"),
}
RELATIONS = {id: claim for id, claim in all_claims().items() if not (claim.is_rate or claim.not_checkable)}


def meets(claim: Any, instance: Instance, algorithm: Any) -> bool:
    """No hypothesis surely fails, and the sides have a common space."""
    with Ball().active():
        problem = instance.under(Ball())
        subject = problem if algorithm is None else run(algorithm, problem, 4)
        conditions = [relation for condition in claim.given for relation in relations_of(condition(subject))]
        return all((compare(condition) == HOLDS).all() for condition in conditions)


@pytest.mark.parametrize("data", EXAMPLES)
@pytest.mark.parametrize("id", [id for id in RELATIONS if id != "P.L3.4c@000"])
def test_the_sides_of_a_claim_are_the_same_numbers_under_every_arithmetic(id: str, data: str) -> None:
    claim, example = RELATIONS[id], EXAMPLES[data]
    algorithm = next(iter(configurations(claim.about).values()))
    if not meets(claim, example, algorithm):
        return
    fine = sides_under(Multiprecision(600), claim, example, algorithm)
    with Ball(256).active():
        balls = sides_under(Ball(256), claim, example, algorithm)
    with Float64().active():
        floats = sides_under(Float64(), claim, example, algorithm)
    try:
        rationals = sides_under(Rational(), claim, example, algorithm)
    except Undecided:
        rationals = balls
    with Ball(600).active():
        for relation in zip(fine, balls, floats, rationals, strict=True):
            for reference, *others in (zip(*side, strict=True) for side in zip(*relation, strict=True)):
                for value, enclosure, double, rational in zip(reference, *others, strict=True):
                    assert as_ball(enclosure).overlaps(enclosure_of(value, 500))
                    assert as_ball(rational).overlaps(enclosure_of(value, 500))
                    assert abs(double - float(value)) <= 1e-9 * (1 + abs(double))
