"""Protects the exact numbers c·√r·eˢ and m·(a + b·ln r): exact, equal where equal, on the right side of 0."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import assume, given
from hypothesis import strategies as st
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, UNKNOWN, surely
from lemmacheck.verifiers.numbers.logarithm import Logarithm, primitive
from lemmacheck.verifiers.numbers.monomial import Monomial, as_ball

from tests.verifiers.numbers.expressions import (
    COARSE,
    FINE,
    KINDS,
    OPERATORS,
    TRUTH,
    enclosure_of,
    evaluate,
    exact,
    exp,
    expressions,
    is_exact,
    known,
    log,
    many,
    mp,
    order,
    root,
)


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


def test_the_operations_on_a_monomial_are_those_on_its_value() -> None:
    """2√3·e against 5√(3/4)·e³, and rationals: sums that are exact stay so, all others are enclosed."""
    a, b = Monomial(fmpq(2), fmpq(3), fmpq(1)), Monomial(fmpq(5), fmpq(3, 4), fmpq(3))
    same, root = Monomial(fmpq(7), fmpq(3), fmpq(1)), Monomial(fmpq(7), fmpq(12), fmpq(1))

    assert parts(a * b) == (15, 1, 4)
    assert parts(a / b) == (fmpq(4, 5), 1, -2)
    assert parts(a.inverse()) == (fmpq(1, 2), fmpq(1, 3), -1)
    assert parts(1 / a * 4) == (2, fmpq(1, 3), -1)
    assert parts(a / 4) == (fmpq(1, 2), 3, 1)
    assert [parts(a**power) for power in (2, 3, -1)] == [(12, 1, 2), (24, 3, 3), (fmpq(1, 6), 3, -1)]
    assert [parts(a + same), parts(same - a), parts(a + root)] == [(9, 3, 1), (5, 3, 1), (8, 12, 1)]
    assert [a.over(same), a.over(root), a.over(b), (a / a)] == [fmpq(2, 7), fmpq(1, 7), None, 1]
    assert (a - a, parts(-a), parts(abs(-a))) == (0, (-2, 3, 1), (2, 3, 1))
    with Ball(FINE).active():
        assert all((found - expected).contains(0) and found.rel_accuracy_bits() > 500 for found, expected in (
            (a.ball(), 2 * arb(3).sqrt() * arb(1).exp()), (b.ball(), 5 * (arb(3) / 4).sqrt() * arb(3).exp()),
            (as_ball(a + b), a.ball() + b.ball()), (as_ball(a + 1), a.ball() + 1),
        ))  # fmt: skip


def parts(x: Any) -> tuple[Any, Any, Any]:
    return (x.c, x.r, x.s) if isinstance(x, Monomial) else (x, 1, 0)


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
    "q ln r + ln r = (q + 1) ln r": lambda q, r: (("+", ("*", q, ("log", r)), ("log", r)),
        ("*", ("+", q, ("number", Fraction(1))), ("log", r))),
    "√q ln r / √q = ln r": lambda q, r: (("/", ("*", ("sqrt", q), ("log", r)), ("sqrt", q)), ("log", r)),
}  # fmt: skip
rationals = st.fractions(-20, 20, max_denominator=12).filter(bool)


@pytest.mark.parametrize("law", EQUALS)
@many
@given(q=rationals, r=rationals)
def test_powers_roots_and_logarithms_keep_their_laws_exactly(law: str, q: Fraction, r: Fraction) -> None:
    left, right = EQUALS[law](("number", q), ("number", r))
    with Ball(COARSE).active():
        a, b = evaluate(left, Ball(COARSE)), evaluate(right, Ball(COARSE))

        assert is_exact(a)
        assert [surely(a, op, b) for op in OPERATORS] == [HOLDS, HOLDS, FAILS, FAILS, HOLDS]


TINY = Fraction(1, 10**400)  # which balls at hand do not tell from 0


@pytest.mark.parametrize(("make", "op", "truth"), [
    (lambda: (root(8), 3 * root(2)), "==", FAILS),
    (lambda: (root(2), Fraction(99, 70)), "==", FAILS),
    (lambda: (exp("1/2") * exp("1/2"), "2718/1000"), "==", FAILS),
    (lambda: (exp(1), exp("1000000001/1000000000")), "==", FAILS),
    (lambda: (log(6), log(5)), "==", FAILS),
    (lambda: (log(6), log(2) + log(3)), "==", UNKNOWN),
    (lambda: (log(6), log(2) + log(3)), "<=", UNKNOWN),
    (lambda: (-log(2), log(2)), "<", HOLDS),
    (lambda: (-2 * log(2), -log(2)), ">=", FAILS),
    (lambda: (-exp(1) * log(2), 0), "<", HOLDS),
    (lambda: (-root(2), 0), ">=", FAILS),
    (lambda: (-root(2), -root(3)), ">", HOLDS),
    (lambda: (abs(-root(2) * log(3)), root(2) * log(3)), "==", HOLDS),
    (lambda: (abs(1 - 2 * log(2)), 2 * log(2) - 1), "==", HOLDS),
    (lambda: (0 * root(2), 0), "==", HOLDS),
    (lambda: (log(2) ** 2, "48/100"), ">", HOLDS),
    (lambda: (log(2) / log(2), 1), "==", UNKNOWN),
    (lambda: (log(1), 0), "==", HOLDS),
    (lambda: (exp(0), 1), "==", HOLDS),
    (lambda: (root(0), 0), "==", HOLDS),
    (lambda: (root("1/4"), "1/2"), "==", HOLDS),
    (lambda: (Ball().log(2 * exp(3)), 3 + log(2)), "==", UNKNOWN),
    (lambda: (root(1 + TINY), 1), "<=", FAILS),
    (lambda: (root(2 + TINY), root(2)), "<=", FAILS),
    (lambda: (exp(TINY), 1), "<=", FAILS),
    (lambda: (exp(1), exp(1 + TINY)), "<", HOLDS),
    (lambda: (log(1 + TINY), 0), "<=", FAILS),
    (lambda: (log(2), log(2 + TINY)), "==", FAILS),
])  # fmt: skip
def test_numbers_worked_out_by_hand(make: Callable[[], Any], op: str, truth: int) -> None:
    with Ball().active():
        a, b = make()
        b = exact(b) if isinstance(b, (str, Fraction, int)) else b

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
        number = Logarithm(exact(scale), exact(a), exact(b), exact("5/3"))
        found = {op: surely(number, op, exact(q)) for op in OPERATORS}
        mirrored = {op: surely(exact(q), op, number) for op in OPERATORS}

    assert found == {op: HOLDS if TRUTH[op](sign) else FAILS for op in OPERATORS}
    assert mirrored == {op: HOLDS if TRUTH[op](-sign) else FAILS for op in OPERATORS}


@pytest.mark.parametrize("left", KINDS)
@pytest.mark.parametrize("right", KINDS)
def test_every_kind_of_number_meets_every_other_on_either_side(left: str, right: str) -> None:
    with Ball().active():
        a, b = KINDS[left](), KINDS[right]()
        x, y = as_ball(a), as_ball(b)

        assert as_ball(a + b).overlaps(x + y)
        assert as_ball(a - b).overlaps(x - y)
        assert as_ball(a * b).overlaps(x * y)
        assert as_ball(exact(1) * a / b).overlaps(x / y)


@given(base=st.fractions(1, 40, max_denominator=40).filter(lambda r: r > 1), power=st.integers(1, 6))
def test_a_power_of_a_rational_is_taken_apart(base: Fraction, power: int) -> None:
    once, k = primitive(exact(base))
    again, power_of_again = primitive(exact(base) ** power)

    assert once**k == exact(base)
    assert primitive(once) == (once, 1)
    assert (again, power_of_again) == (once, power * k)


def test_an_absolute_value_stays_exact_however_small() -> None:
    small = log("3/2")

    assert [is_exact(abs(x)) for x in (small, -small, log(5), -log(5))] == [True] * 4
    assert [abs(x) == y for x, y in ((small, small), (-small, small), (-log(5), log(5)))] == [True] * 3
    assert abs(-root(2)) == root(2)


def test_a_number_is_neither_more_nor_less_than_itself() -> None:
    for x in (log(2), 1 + log(3), root(2) * log(2), root(2), exp(3), -2 * exp(-1)):
        assert (x <= x, x >= x, x < x, x > x, x == x, x != x) == (True, True, False, False, True, False)


def test_what_meets_a_ball_or_leaves_its_form_is_a_ball() -> None:
    with Ball().active():
        met = [x * arb(3) for x in (log(2), root(2), exp(1))] + [log(2) / arb(3), arb(3) / log(2), log(2) * log(3)]
        met += [log(2) / log(3), log(2) + log(3), root(2) + root(3), root(2) + log(2), root(2) + 1, log(2) ** 2]
        met += [log(2) + root(2) * log(2), root(2) * log(3) - log(3)]

        assert {type(x) for x in met} == {arb}


def test_exact_numbers_are_shown_by_their_parts() -> None:
    shown = {
        "1·√(2)": root(2),
        "3·e^(2)": 3 * exp(2),
        "-1/2·√(3)·e^(-1)": -root(3) * exp(-1) / 2,
        "2·ln(2)": log(4),
        "1·√(2)·ln(3)": root(2) * log(3),
        "6·ln(3)": 3 * log(9),
        "(1 + 2·ln(2))": 1 + log(4),
        "3·(1 + 1·ln(2))": 3 * (1 + log(2)),
        "1·√(2)·(1 + 1·ln(2))": root(2) * (1 + log(2)),
    }

    assert {repr(x): repr(x) for x in shown.values()} == {name: name for name in shown}


def test_sums_stay_exact_while_their_parts_agree() -> None:
    kept = [root(2) + root(8), exp(2) - 3 * exp(2), log(2) + log(4), log(2) - 1, root(2) * log(2) + root(8)]
    kept += [1 / root(2), 6 / exp(1), root(2) ** 3, root(2) ** -2, log(2) / root(3), log(2) ** 1, log(2) * 0]
    kept += [root(2) + 0, 0 + exp(2), log(2) - 0]

    assert [is_exact(x) for x in kept] == [True] * len(kept)
    assert [log(2) - log(2), root(2) - root(2), root(2) ** 2, root(2) ** -2, root(2) ** 0] == [0, 0, 2, exact("1/2"), 1]
    assert root(2) ** 3 == 2 * root(2)
    assert root(2) * log(2) + root(8) == root(2) * (log(2) + 2)


@pytest.mark.parametrize("x", [Monomial(fmpq(1), fmpq(2), fmpq(1, 3)), Logarithm(fmpq(1), fmpq(0), fmpq(1), fmpq(6))])
def test_an_exact_number_has_an_enclosure_of_its_own_at_each_precision(x: Any) -> None:
    found = {}
    for bits in (64, 256, 64):
        with Ball(bits).active():
            found.setdefault(bits, []).append(x.ball())

    assert str(found[64][0]) == str(found[64][1])
    assert found[256][0].rad() < arb(2) ** -240 < found[64][0].rad()
