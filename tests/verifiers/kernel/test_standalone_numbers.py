"""Protects the arithmetic of the stand-alone checker: it is exact or encloses, as closely as it can, or refuses."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, product

import mpmath
import pytest
from lemmacheck.verifiers.kernel import standalone
from lemmacheck.verifiers.kernel.standalone import LONGEST, Numbers, Root, Unknown, artanh, sure

N = Numbers(2)  # ends are quarters
TWO = Fraction(2)
PAIRS = list(combinations_with_replacement((-7, -4, -1, 0, 3, 8), 2))
OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y,
    "larger": max,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_gives_the_closest_ends_around_what_it_encloses(name: str) -> None:
    for a, b in product(PAIRS, repeat=2):
        if name == "divide" and b[0] <= 0 <= b[1]:
            with pytest.raises(Unknown, match="divide by 0"):
                N.divide(a, b)
            continue
        ends = [4 * OPERATIONS[name](Fraction(x, 4), Fraction(y, 4)) for x in a for y in b]
        assert getattr(N, name)(a, b) == (math.floor(min(ends)), math.ceil(max(ends))), (a, b)


def test_what_can_be_exact_is_and_all_else_lies_between_two_neighbours() -> None:
    for found, exactly in (
        (N.add(Root(TWO), Root(Fraction(3))), (11, 13)),  # [5/4, 6/4] and [6/4, 7/4]
        (N.add(Root(TWO), Root(4 * TWO)), Root(9 * TWO)),
        (N.add(Root(TWO), Root(-TWO)), Fraction(0)),
        (N.add(Fraction(0), Root(TWO)), Root(TWO)),
        (N.subtract(Root(9 * TWO), Root(TWO)), Root(4 * TWO)),
        (N.subtract(Root(TWO), Fraction(0)), Root(TWO)),
        (N.subtract(Fraction(3), Fraction(5)), Fraction(-2)),
        (N.multiply(Root(TWO), Root(-TWO)), Fraction(-2)),
        (N.multiply(Root(TWO), Fraction(-3)), Root(-9 * TWO)),
        (N.divide(Fraction(1), Root(TWO)), Root(1 / TWO)),
        (N.divide(Root(TWO), Fraction(3)), Root(TWO / 9)),
        (N.larger(Fraction(7, 5), Root(TWO)), Root(TWO)),  # both lie in [5/4, 6/4]
        (N.larger(Root(-TWO), Fraction(-7, 5)), Fraction(-7, 5)),
        (N.larger(Fraction(1, 3), (-1, 1)), Fraction(1, 3)),  # [1/4, 1/2] touches [-1/4, 1/4]
        (N.larger((-1, 1), Fraction(1, 3)), Fraction(1, 3)),
        (N.sqrt(Fraction(4, 9)), Fraction(2, 3)),
        (N.sqrt(Fraction(0)), Fraction(0)),
        (N.sqrt(TWO), Root(TWO)),
        (N.exp(Fraction(0)), Fraction(1)),
        (N.exp((-1, 0)), (3, 4)),
        (N.log(Fraction(1)), Fraction(0)),
        (N.dot([TWO, TWO], [Fraction(3), (1, 2)]), (26, 28)),
        (N.between(Fraction(-1, 3)), (-2, -1)),
        (N.between(Fraction(3, 4)), (3, 3)),
        (N.between(Root(Fraction(1, 3))), (2, 3)),
        (N.between(Root(-TWO)), (-6, -5)),
        (N.short(Fraction(1 << LONGEST - 2)), Fraction(1 << LONGEST - 2)),
        (N.short(Fraction(1 << LONGEST - 1)), (2 << LONGEST, 2 << LONGEST)),
        (N.short(Fraction(1, 1 << LONGEST - 1)), (0, 1)),
    ):
        assert (type(found), found) == (type(exactly), exactly)


def test_a_root_of_ends_is_rounded_outwards() -> None:
    for low, high in combinations_with_replacement(range(40), 2):
        assert N.sqrt((low, high)) == (math.isqrt(4 * low), math.isqrt(4 * high - 1) + 1 if high else 0)


def test_what_is_not_defined_or_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standalone, "LARGEST", 4)
    for undefined, why in (
        (lambda: N.divide(TWO, Fraction(0)), "divide by 0"),
        (lambda: N.sqrt(Fraction(-4)), "may be negative"),
        (lambda: N.sqrt((-1, 4)), "may be negative"),
        (lambda: N.log(Fraction(0)), "may not be positive"),
        (lambda: N.log((0, 4)), "may not be positive"),
        (lambda: N.exp(Fraction(17, 4)), "too large"),
        (lambda: N.exp((0, 17)), "too large"),
    ):
        with pytest.raises(Unknown, match=why):
            undefined()
    assert (N.exp(Fraction(4)), N.log((1, 4))) == ((218, 219), (-6, 0))


def enclosed(name: str, x: Fraction, p: int) -> None:
    """exp or log of x lies between the ends, which are neighbours or so."""
    numbers = Numbers(p)
    low, high = numbers.between(getattr(numbers, name)(x))
    with mpmath.workprec(4 * p + 400):
        value = mpmath.ldexp(getattr(mpmath, name)(mpmath.mpf(x.numerator) / x.denominator), p)
        assert low <= value <= high, (name, x, p)
        assert high - low <= 2, (name, x, p)


def test_exponentials_and_logarithms_are_enclosed_closely() -> None:
    """Also beside multiples of 2^-p: for y = 2^-k, 2^(2k+1) exp(±y) is about y/3 from a whole number, as is ln(1±y)."""
    for x in map(Fraction, ("1/256", "1/3", "1", "7/4", "2", "3", "22/7", "20", "99")):
        for p in (4, 8, 33, 120):
            enclosed("exp", Fraction(math.ceil(x * 2**p), 2**p), p)
            enclosed("exp", -Fraction(math.ceil(x * 2**p), 2**p), p)
            enclosed("log", Fraction(math.ceil(x * 2**p), 2**p), p)
    for k in (1, 2, 10, 60):
        for y in (Fraction(1, 2**k), -Fraction(1, 2**k)):
            enclosed("exp", y, 2 * k + 1)
            enclosed("log", 1 + y, 2 * k + 1)
            enclosed("log", (1 + y) * 2**k, 2 * k + 1)
            enclosed("log", (1 + y) / 2**k, 2 * k + 1)


def test_a_series_is_enclosed_with_few_working_places_too() -> None:
    """Where the rounding of every term shows."""
    for w, k in product(range(1, 14), range(33)):
        z = Fraction(k, 96)
        low, high = artanh(z, w)
        assert low <= mpmath.ldexp(mpmath.atanh(mpmath.mpf(z.numerator) / z.denominator), w) <= high, (z, w)
        assert high - low <= 4 + w // 2, (z, w)


@pytest.mark.parametrize("x", [-23, -24, -2000, -(10**9)])
def test_an_exponential_is_enclosed_however_small_it_is(x: int) -> None:
    low, high = Numbers(32).exp(Fraction(x))

    assert low / 2**32 <= math.exp(x) <= high / 2**32
    assert high == 1


def test_a_relation_is_sure_where_all_numbers_between_the_ends_have_it_or_none_has() -> None:
    compared = {"<=": lambda x, y: x <= y, ">=": lambda x, y: x >= y, "<": lambda x, y: x < y}
    compared |= {">": lambda x, y: x > y, "==": lambda x, y: x == y, "!=": lambda x, y: x != y}
    ranges = list(combinations_with_replacement(range(4), 2))
    for (a, b), (op, holds) in product(product(ranges, repeat=2), compared.items()):
        answers = {holds(x, y) for x in range(a[0], a[1] + 1) for y in range(b[0], b[1] + 1)}
        assert sure(a, op, b, N) == (None if len(answers) == 2 else answers.pop()), (a, op, b)
    near, root = Fraction(10**9 + 1, 10**9), Root(TWO)
    assert [sure(near, op, Fraction(1), N) for op in compared] == [False, True, False, True, False, True]
    assert [sure(root, op, root, N) for op in compared] == [True, True, False, False, True, False]
    assert (sure(Root(-TWO), "<", root, N), sure(root, "<", (5, 6), N), sure(root, "<", (7, 8), N)) == (
        True,
        None,
        True,
    )
