"""Protects the normal forms: equal numbers are found to be equal, and different ones never."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.numbers import forms as forms_
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, UNKNOWN, exact, surely
from lemmacheck.verifiers.numbers.formal_ball import FormalBall
from lemmacheck.verifiers.numbers.forms import LONGEST, SHORT, Form, collapsed
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.powers import whole

BITS = 192


def letter(num: FormalBall, x: Any) -> Any:
    """A number of which only its enclosure is known."""
    return num.ground.number("letter", x, None, lambda: as_ball(x))


EQUAL: dict[str, Callable[[Any, Any, Any], tuple[Any, Any]]] = {
    "eˣ eʸ = eˣ⁺ʸ of ln": lambda n, x, y: (n.exp(n.log(x) + n.log(y)), x * y),
    "ln 12 = 2 ln 2 + ln 3": lambda n, x, y: (n.log(12 * x / x), 2 * n.log(n.number(2)) + n.log(n.number(3))),
    "√x √y = √(xy)": lambda n, x, y: (n.sqrt(x) * n.sqrt(y), n.sqrt(x * y)),
    "ln eˣ = x": lambda n, x, y: (n.log(n.exp(x * n.sqrt(y))), x * n.sqrt(y)),
    "a soft-max sums to 1": lambda n, x, y: (n.exp(x) / (n.exp(x) + n.exp(y)) + n.exp(y) / (n.exp(x) + n.exp(y)), 1),
    "(a + b)(a − b) = a² − b²": lambda n, x, y: ((n.exp(x) + n.sqrt(y)) * (n.exp(x) - n.sqrt(y)), n.exp(2 * x) - y),
    "√(a + b)² = a + b": lambda n, x, y: (n.root_of_squares((n.exp(x) + n.log(1 + y)) * (n.exp(x) + n.log(1 + y))),
        n.exp(x) + n.log(1 + y)),
    "e^{ln(L)/2} = √L of a letter": lambda n, x, y: (n.exp(n.log(letter(n, x)) / 2), n.sqrt(letter(n, x))),
    "e^{2 ln(1 + 1/e)} = (1 + 1/e)²": lambda n, x, y: (n.exp(2 * n.log(1 + n.exp(-x))),
        (1 + n.exp(-x)) * (1 + n.exp(-x))),
    "ln(√x eʸ) = ln(x)/2 + y": lambda n, x, y: (n.log(n.sqrt(x) * n.exp(y)), n.log(x) / 2 + y),
    "ln(S/S') = ln S − ln S' of sums": lambda n, x, y: (n.log((n.exp(x) + n.sqrt(y)) / (1 + n.exp(-x))),
        n.log(n.exp(x) + n.sqrt(y)) - n.log(1 + n.exp(-x))),
    "ln(1 + 1/(1 + a)) = ln(2 + a) − ln(1 + a)": lambda n, x, y: (n.log(1 + 1 / (1 + n.exp(x))),
        n.log(2 + n.exp(x)) - n.log(1 + n.exp(x))),
    "√p √p = p for p = 1009·1013": lambda n, x, y: (n.sqrt(x * 1009 * 1013) * n.sqrt(x * 1009 * 1013), x * 1009 * 1013),
    "1 − 1/(1 + e) = e/(1 + e)": lambda n, x, y: (1 - 1 / (1 + n.exp(x)), n.exp(x) / (1 + n.exp(x))),
}  # fmt: skip
positive = st.fractions(Fraction(1, 8), 8, max_denominator=8)


@pytest.mark.parametrize("law", EQUAL)
@given(x=positive, y=positive)
def test_what_is_equal_is_found_to_be(law: str, x: Fraction, y: Fraction) -> None:
    num = FormalBall(BITS)
    with num.active():
        a, b = EQUAL[law](num, num.number(x), num.number(y))

        assert a == b
        assert a <= b
        assert a >= b
        assert not a < b
        assert (a != b, a + 1 != b) == (False, True)


def test_numbers_of_two_runs_are_compared_by_their_enclosures_and_do_not_meet() -> None:
    one, other = FormalBall(BITS), FormalBall(BITS)
    a = one.log(1 + one.exp(one.number(3)))
    b, more = (other.log(k + other.exp(other.number(3))) for k in (1, 2))

    assert more.apart(a) > 0
    assert a.apart(b).contains(0)
    for mix in (lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b):
        with pytest.raises(Undecided, match="another run"):
            mix()


VALUES: list[Callable[[Any, Any, Any], Any]] = [
    lambda n, x, y: n.log(1 + n.exp(-x)),
    lambda n, x, y: n.log(n.exp(x) + n.sqrt(y) / 3 + n.log(x)),
    lambda n, x, y: n.log(n.exp(x) * n.sqrt(y) * 12),
    lambda n, x, y: n.sqrt(n.exp(x) + y),
    lambda n, x, y: n.sqrt(n.exp(x) * n.exp(x) * n.sqrt(y) * x),
    lambda n, x, y: n.sqrt(n.exp(x) * n.exp(x) * n.exp(x)),
    lambda n, x, y: 1 / (n.exp(x) + n.sqrt(y)),
    lambda n, x, y: (n.exp(x) + n.sqrt(y)) ** 3 / (n.exp(x) + n.sqrt(y)) ** 5,
    lambda n, x, y: n.exp(x) ** -3 * n.sqrt(y) ** -1,
    lambda n, x, y: n.exp(3 * n.log(x) / 2),
    lambda n, x, y: n.exp(n.log(n.exp(x) + y) / 2),
    lambda n, x, y: n.exp(n.log(n.exp(x) + 1) / 2),
    lambda n, x, y: n.exp(3 * n.log(n.exp(x) + y)),
    lambda n, x, y: n.exp(n.log(n.exp(x) * 5 + y) * 2 + n.sqrt(y) + x),
    lambda n, x, y: n.exp(n.log(x) * n.log(y) + n.log(x) / 3),
    lambda n, x, y: n.exp(n.exp(x) / 4 - n.sqrt(y)),
    lambda n, x, y: (n.exp(x) - n.sqrt(y)) / (n.exp(2 * x) - y),
]


@pytest.mark.parametrize("k", range(len(VALUES)))
@pytest.mark.parametrize(("x", "y"), [("3/2", "5/3"), ("5/2", "9/4"), ("2", "1/7")])
def test_a_form_has_the_value_that_balls_give_its_formula(k: int, x: str, y: str) -> None:
    num, plain = FormalBall(BITS), Ball(4 * BITS)
    with num.active():
        found = as_ball(VALUES[k](num, num.number(Fraction(x)), num.number(Fraction(y))))
    with plain.active():
        expected = as_ball(VALUES[k](plain, plain.number(Fraction(x)), plain.number(Fraction(y))))

    assert found.overlaps(expected)
    assert found.rel_accuracy_bits() > BITS / 2


@pytest.fixture
def num() -> FormalBall:
    return FormalBall(BITS)


@pytest.mark.parametrize("x", [0, -1, Fraction(-1, 3)])
def test_no_form_has_a_root_or_logarithm_that_is_undefined(num: FormalBall, x: Any) -> None:
    with num.active():
        e = num.exp(num.number(1))
        for undefined in (num.log, lambda y: num.log(y * e), lambda y: num.log(y - 3 * e), lambda y: num.sqrt(y - e)):
            with pytest.raises(Undecided):
                undefined(num.number(x))
        if x == 0:
            assert num.sqrt(num.number(0)) == 0
        else:
            with pytest.raises(Undecided):
                num.sqrt(num.number(x))


OPERATIONS: list[Callable[[Any, Any, Any], Any]] = [
    lambda n, x, y: x + y,
    lambda n, x, y: x - y,
    lambda n, x, y: x * y,
    lambda n, x, y: x / (1 + y * y),
    lambda n, x, y: n.exp(x / 4),
    lambda n, x, y: n.log(1 + x * x),
    lambda n, x, y: n.root_of_squares(x * x + y * y),
    lambda n, x, y: n.maximum(np.array([x, y], dtype=object)),
    lambda n, x, y: abs(x),
    lambda n, x, y: n.exp(2 * n.log(1 + x * x) - n.log(1 + y * y) / 3) / (1 + x * x),
    lambda n, x, y: n.exp(n.log(2 + abs(x)) / 2 - 3 * n.log(n.number(12))),
    lambda n, x, y: n.log((1 + x * x) * n.exp(y / 4) / (2 + abs(x))),
    lambda n, x, y: n.sqrt((1 + x * x) / (1 + y * y)),
    lambda n, x, y: n.ratio(x, 1 + abs(y)),
    lambda n, x, y: n.exprel(x / 4),
    lambda n, x, y: n.logrel(abs(x)),
    lambda n, x, y: n.xlogx(abs(x)),
    lambda n, x, y: n.anchor(np.array([[x, y], [y, x]], dtype=object)).sum(),
    lambda n, x, y: (1 - 1 / (1 + n.exp(x / 4))) * (1 + n.exp(x / 4)),
]
steps = st.lists(st.tuples(st.sampled_from(range(len(OPERATIONS))), st.integers(0, 9), st.integers(0, 9)), max_size=9)


def made(num: Any, start: list[Fraction], program: list[tuple[int, int, int]]) -> list[Any]:
    """The numbers that a program of operations on earlier ones makes, up to one that is not sure to be defined."""
    found = [num.number(x) for x in start]
    for operation, i, j in program:
        with suppress(Undecided):
            found.append(OPERATIONS[operation](num, found[i % len(found)], found[j % len(found)]))
            continue
        break
    return found


@pytest.mark.parametrize("room", [LONGEST, 0])
@given(st.lists(st.fractions(-2, 2, max_denominator=4), min_size=2, max_size=3), steps)
def test_forms_enclose_what_balls_enclose_and_call_nothing_equal_that_differs(
    room: int, start: list[Fraction], program: list[tuple[int, int, int]]
) -> None:
    """Also where there is no room, and every sum is a letter."""
    formal, ball = FormalBall(BITS), Ball(BITS)
    formal.ground.left = room
    with ball.active(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(forms_, "SHORT", 1)
        forms, balls = made(formal, start, program), made(ball, start, program)
        for x, y in zip(forms, balls, strict=False):
            assert as_ball(x).overlaps(as_ball(y))
        for k, x in enumerate(forms[: len(balls)]):
            for j, y in enumerate(forms[:k]):
                apart = as_ball(balls[k]) - as_ball(balls[j])
                denied = not apart.contains(0), apart >= 0, apart <= 0, apart > 0, apart < 0
                said = x == y, x < y, x > y, x <= y, x >= y
                assert not any(one and other for one, other in zip(said, denied, strict=True))


rows = st.lists(st.fractions(-2, 2, max_denominator=2), min_size=3, max_size=3)


@given(st.lists(rows, min_size=1, max_size=3), st.booleans())
def test_forms_choose_the_largest_of_a_row_as_balls_do(entries: list[list[Fraction]], irrational: bool) -> None:
    """Of each row of a matrix and of a row alone; which of equal entries is the first is known."""
    num, scale = FormalBall(BITS), FormalBall(BITS).number(2)
    with num.active():
        by = num.sqrt(scale) if irrational else 1
        x = num.array(entries) * by
        first = [row.index(max(row)) for row in entries]

        assert num.first_largest(x).tolist() == [[k == at for k in range(3)] for at in first]
        for found in (num.maximum(x), num.anchor(x)):
            assert [bool(y == max(row) * by) for y, row in zip(found, num.array(entries), strict=True)] == [True] * len(
                x
            )
        assert num.maximum(x[0]) == x[0][first[0]]
        assert num.maximum(np.stack([x, x])).shape == (2, len(x))
        assert num.first_largest(np.stack([x, x])).tolist() == [num.first_largest(x).tolist()] * 2


def test_where_forms_have_a_value_of_their_own(num: FormalBall) -> None:
    with num.active():
        zero, root = num.number(0), num.sqrt(num.number(2))
        nothing = root + num.sqrt(num.number(3)) - num.sqrt(5 + 2 * num.sqrt(num.number(6)))

        assert [type(x) for x in (root * 0, zero * root, root - root)] == [fmpq] * 3
        assert [operation("2") for operation in (root.__add__, root.__mul__, root.__truediv__)] == [NotImplemented] * 3
        assert [num.xlogx(zero), num.exprel(zero), num.logrel(zero), num.ratio(zero, zero)] == [0, 1, 1, 0]
        assert as_ball(num.root_of_squares(nothing * nothing)).contains(0)
        assert num.root_of_squares(nothing) < 1
        assert as_ball(num.sqrt(letter(num, zero))).contains(0)
        assert num.ratio(num.number(3), num.number(2)) == num.number(Fraction(3, 2))
        assert as_ball(num.maximum(np.array([nothing, zero], dtype=object))).rad() > 0
        assert as_ball(num.maximum(np.array([nothing, zero, -root], dtype=object))).contains(0)
        for undecided in (
            lambda: num.sqrt(nothing),
            lambda: num.ratio(root, zero),
            lambda: num.ratio(num.number(1), zero),
            lambda: num.first_largest(np.array([[nothing, zero]], dtype=object)),
        ):
            with pytest.raises(Undecided):
                undecided()


def test_an_arithmetic_of_forms_is_known_by_its_precision() -> None:
    used = FormalBall(BITS)
    used.exp(used.number(1))

    assert used == FormalBall(BITS)
    assert repr(used) == repr(FormalBall(BITS))


def test_what_two_sides_share_cancels_before_the_difference_is_enclosed(num: FormalBall) -> None:
    """ln(1 + e^{−5000}) is far below the precision, and its sign is known."""
    with num.active():
        top = num.log(num.number(3))
        total = num.log(num.exp(top) + num.exp(top - 5000))

        assert total > top
        assert not total <= top


def test_numbers_have_one_form_where_no_sum_need_be_written_out(num: FormalBall) -> None:
    with num.active():
        a, b, c = (num.exp(num.sqrt(num.number(k))) for k in (2, 3, 5))
        total = a + b + c

        assert isinstance(a / total + b / total + c / total, fmpq)
        assert (2 * a / total + b / total + c / total).key() != num.number(1)
        assert (a * total).key() == (total * a).key()
        assert num.sqrt(total * total).key() == total.key()
        assert ((a + b) / (b + c)).key() == (a / (b + c) + b / (b + c)).key()
        assert ((a * b + c) / (a * a * b + a * c)).key() == (1 / a).key()
        assert ((b + a * c) / (b / a + c)).key() == a.key()
        assert ((a + b) * (c / (a + b))).key() == c.key()
        for x in (a, total, -3 * a * total):
            factor, rest = collapsed(x)
            assert factor * rest == x


def test_each_sum_below_a_bar_is_found_again_beside_what_is_over_another_one(num: FormalBall) -> None:
    with num.active():
        a, b, c, d = (num.exp(num.sqrt(num.number(k))) for k in (2, 3, 5, 7))
        three, two = a + b + c, b + d
        other = a / three  # whose sum is met before

        for parts, found in (
            (((b / two, d), (d / two, other)), 1 + other + d),
            (((c / two, b / two), (d / two,)), 1 + c / two),
            (((2 * b / two, d * a / two), (d / two, b * a / two)), 2 * b / two + d / two + a),
            (((b / two, d * a / two), (d / two, b * a / two)), 1 + a),
        ):
            first, second = (sum(part[1:], part[0]) for part in parts)
            assert (first + second).key() == found.key()


@pytest.mark.parametrize("undefined", [
    lambda n, zero: zero / zero,
    lambda n, zero: n.ratio(n.exp(zero) * zero, zero),
    lambda n, zero: n.exp(n.log(zero)),
    lambda n, zero: n.log(zero * zero) - 2 * n.log(zero),
    lambda n, zero: n.sqrt(zero) * n.sqrt(zero),
    lambda n, zero: (1 / zero) * zero,
    lambda n, zero: n.log(letter(n, fmpq(0))),
    lambda n, zero: n.log((1 - n.exp(n.number(1))) * (1 - n.exp(n.number(2)))),  # whose factors have no logarithm
])  # fmt: skip
def test_nothing_cancels_that_may_be_undefined(num: FormalBall, undefined: Callable[[Any, Any], Any]) -> None:
    """√2 + √3 = √(5 + 2√6), which no form shows: what is divided by the difference is undefined."""
    with num.active():
        two, three, six = (num.sqrt(num.number(k)) for k in (2, 3, 6))
        zero = two + three - num.sqrt(5 + 2 * six)
        assert as_ball(zero).contains(0)
        assert isinstance(zero, Form)
        with pytest.raises(Undecided):
            undefined(num, zero)


def test_a_sum_that_grows_too_long_is_a_letter_of_a_run_and_undecided_in_a_statement(num: FormalBall) -> None:
    """A letter is enclosed as the sum is, and equal to itself alone."""

    def total() -> Any:
        return sum((num.exp(num.number(k)) for k in range(12)), num.number(0))

    with num.active():
        whole, again = total(), total()
        assert exact(np.array([whole]))
        num.ground.left = 5
        letter, other = total(), total()
        assert not exact(np.array([letter]))
        assert whole == again
        assert [len(x.terms) for x in (whole, letter)] == [12, 1 + 12 - SHORT - 1]
        assert as_ball(letter).overlaps(as_ball(whole))
        assert (letter == letter, letter == other) == (True, False)
        assert [surely(letter, "==", x) for x in (letter, other, letter + 1)] == [HOLDS, UNKNOWN, FAILS]
        num.ground.left, num.ground.lenient = 5, False
        with pytest.raises(Undecided):
            total()


@pytest.mark.parametrize(("exponent", "kept"), [(3, 3), (fmpq(4, 2), 2), (fmpq(-1), -1), (fmpq(1, 2), fmpq(1, 2))])
def test_an_exponent_that_is_an_integer_is_one(exponent: Any, kept: Any) -> None:
    assert (whole(exponent), type(whole(exponent))) == (kept, type(kept))
