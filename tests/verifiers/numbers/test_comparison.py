"""Protects the three-valued comparison: what it calls sure is true, and no undecided or undefined side is."""

from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from lemmacheck.theory.core.relation import Chance, Relation, above, at_least, at_most, below, equal, in_simplex
from lemmacheck.verifiers.numbers import comparison
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, UNKNOWN, agrees_beyond_doubles, compare, place, surely
from lemmacheck.verifiers.numbers.float64 import FAR
from lemmacheck.verifiers.numbers.guarded import guarded

from tests.verifiers.numbers.expressions import (
    COARSE,
    FINE,
    KINDS,
    OPERATORS,
    TRUTH,
    evaluate,
    exact,
    exp,
    expressions,
    known,
    log,
    many,
    mp,
    order,
    root,
)

NAN = arb("nan")


@many
@given(expressions, expressions)
def test_a_sure_answer_is_a_true_answer(a: Any, b: Any) -> None:
    sign = order(known(a), known(b))
    with Ball(COARSE).active():
        x, y = evaluate(a, Ball(COARSE)), evaluate(b, Ball(COARSE))
        found = {op: surely(x, op, y) for op in OPERATORS}

    assert [op for op in OPERATORS if found[op] not in (UNKNOWN, HOLDS if TRUTH[op](sign) else FAILS)] == []


@many
@given(expressions, expressions)
def test_python_comparisons_are_true_where_they_say_true(a: Any, b: Any) -> None:
    """Also != and mirrored: what `a < b` says, `b > a` says, whatever the two kinds of number are."""
    sign = order(known(a), known(b))
    with Ball(COARSE).active():
        x, y = evaluate(a, Ball(COARSE)), evaluate(b, Ball(COARSE))
        said = {"<=": x <= y, ">=": x >= y, "<": x < y, ">": x > y, "==": x == y}
        mirrored = {"<=": y >= x, ">=": y <= x, "<": y > x, ">": y < x, "==": y == x}
        different = x != y

    assert said == mirrored
    assert [op for op in OPERATORS if said[op] and not TRUTH[op](sign)] == []
    assert sign != 0 or not different


@pytest.mark.parametrize("kind", [*KINDS, "nan"])
@pytest.mark.parametrize("op", OPERATORS)
def test_nothing_is_sure_of_a_nan(kind: str, op: str) -> None:
    with Ball().active():
        other = NAN if kind == "nan" else KINDS[kind]()

        assert surely(NAN, op, other) == UNKNOWN
        assert surely(other, op, NAN) == UNKNOWN


def around(middle: float, radius: float) -> arb:
    return arb(middle, radius)


U, H, F = UNKNOWN, HOLDS, FAILS
ABOVE_0 = around(1, 1).nonnegative_part()  # [0, 2]: whether it is more than 0, or equal to it, is open
SURE = [
    (around(1, 0.5), around(1.25, 0.5), [U, U, U, U, U]),
    (around(1, 0.5), exact(1), [U, U, U, U, U]),
    (around(1, 0.5), around(1, 0.5), [U, U, U, U, U]),
    (ABOVE_0, exact(0), [U, H, F, U, U]),
    (-ABOVE_0, exact(0), [H, U, U, F, U]),
    (exact(0), ABOVE_0, [H, U, U, F, U]),
    (arb(2), arb(2), [H, H, F, F, U]),
    (arb(2), exact(2), [H, H, F, F, U]),
    (exact(2), arb(2), [H, H, F, F, U]),
    (around(0, 1), around(3, 1), [H, F, H, F, F]),
    (around(3, 1), around(0, 1), [F, H, F, H, F]),
    (around(0, 1), exact(3), [H, F, H, F, F]),
    (exact(3), around(0, 1), [F, H, F, H, F]),
]


@pytest.mark.parametrize(("lhs", "rhs", "sure"), SURE)
def test_of_balls_that_is_sure_which_every_number_in_them_says(lhs: Any, rhs: Any, sure: list[int]) -> None:
    """Balls that overlap decide nothing, those that are apart everything; no ball is equal to anything."""
    assert [surely(lhs, op, rhs) for op in OPERATORS] == sure


def test_equal_balls_of_what_is_irrational_are_not_certified_equal() -> None:
    with Ball().active():
        third = arb(1) / 3

        assert surely(third, "==", third) == UNKNOWN
        assert surely(root(2).ball(), "==", root(2)) == UNKNOWN
    for two in (np.array([arb(2)]), np.array([2])):
        assert compare(equal(two, arb(2))).tolist() == [UNKNOWN]


def test_an_infinite_ball_decides_nothing_about_finite_numbers() -> None:
    everything = arb(0, float("inf"))

    for other in (exact(1), arb(1), everything, exp(1), log(2)):
        assert {surely(everything, op, other) for op in OPERATORS} == {UNKNOWN}
        assert {surely(other, op, everything) for op in OPERATORS} == {UNKNOWN}


def test_a_relation_is_compared_entry_by_entry_at_the_common_shape() -> None:
    lhs = Ball().array([[0, 1, 2], [3, 4, 5]])

    assert compare(at_most(lhs, 2)).tolist() == [[1, 1, 1], [-1, -1, -1]]
    assert compare(equal(lhs, Ball().array([[0, 4, 5]]))).tolist() == [[1, -1, -1], [-1, 1, 1]]
    assert compare(above(exact(1), 0)).tolist() == [HOLDS]


@pytest.mark.parametrize("op", OPERATORS)
def test_each_float_is_compared_however_an_index_is_divided(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values = [-np.inf, -1.0, -0.0, 0.0, 1.0, np.inf, np.nan]
    lhs, rhs = (x.reshape(7, 7, 1) for x in np.meshgrid(values, values))
    pairs = list(zip(lhs.ravel().tolist(), rhs.ravel().tolist(), strict=True))
    truths = [HOLDS if TRUTH[op]((a > b) - (a < b)) else FAILS for a, b in pairs]
    expected = [UNKNOWN if np.isnan(pair).any() else truth for pair, truth in zip(pairs, truths, strict=True)]
    for entries in (1, 20, 1000):
        monkeypatch.setattr(comparison, "IN_CACHE", entries)
        assert compare(Relation(lhs, op, rhs)).ravel().tolist() == expected
        assert compare(Relation(np.moveaxis(lhs, 2, 0), op, np.moveaxis(rhs, 2, 0))).ravel().tolist() == expected


def test_a_statement_is_one_relation_or_a_conjunction_of_several() -> None:
    one = at_most(exact(1), 2)

    assert relations_of(one) == (one,)
    assert relations_of([one, one]) == (one, one)
    assert [r.op for r in relations_of(in_simplex(Ball().array([[1, 0]])))] == [">=", "=="]


def test_sides_agree_beyond_doubles_only_if_finite_and_closer_than_a_rounding() -> None:
    with Ball().active():
        narrow, wide = arb(1, 2.0**-60), arb(1, 2.0**-50)

        assert agrees_beyond_doubles(narrow, exact(1))
        assert agrees_beyond_doubles(exp(1) + 1, exp(1) + 1)
        assert agrees_beyond_doubles(arb(10**9, 2.0**-30), exact(10**9))
        assert not agrees_beyond_doubles(wide, exact(1))
        assert not agrees_beyond_doubles(narrow, exact("1000000000001/1000000000000"))
        for bad in (NAN, arb(0, float("inf")), arb("inf"), arb("-inf")):
            for other in (exact(1), NAN, arb(0, float("inf")), bad):
                assert not agrees_beyond_doubles(bad, other)
                assert not agrees_beyond_doubles(other, bad)


def test_a_number_is_shown_as_the_float_that_it_is_and_nan_where_nothing_is_known() -> None:
    assert [comparison.as_float(x) for x in (np.inf, -np.inf, 2.5, np.int64(3), 7, exact("1/4"), arb(5))] == [
        np.inf, -np.inf, 2.5, 3.0, 7.0, 0.25, 5.0,
    ]  # fmt: skip
    assert [str(comparison.as_float(x)) for x in (np.nan, NAN, arb(0, float("inf")))] == ["nan"] * 3


def test_a_place_shows_the_index_the_sides_and_the_room_left() -> None:
    lhs = Ball().array([[1, 2], [3, 4]])
    with Ball().active():
        found = place(7, at_most(lhs, 8).since(1), 3)
        reverse = place(0, at_least(lhs, 1), 2)

    assert (found.relation, found.t, found.lhs, found.rhs, found.op) == (7, 2, 4, 8, "<=")
    assert (found.slack, found.ratio) == (4.0, 0.5)
    assert (reverse.t, reverse.slack, reverse.ratio) == (1, 2.0, 1 / 3)


@pytest.mark.parametrize(("relation", "tightest"), [
    (at_most(Ball().array([1, 5, 3]), 6), 1),
    (at_least(Ball().array([9, 7, 8]), 6), 1),
    (equal(Ball().array([6, 5, 6]), 6), 1),
    (at_most(np.array([1.0, 5.0, 3.0]), 6.0), 1),
])  # fmt: skip
def test_the_room_is_least_where_a_relation_is_tightest(relation: Relation, tightest: int) -> None:
    with Ball().active():
        assert int(np.argmin(comparison.room(relation))) == tightest


def test_the_place_of_an_equality_has_no_more_room_than_its_sides_differ() -> None:
    with Ball().active():
        places = [place(0, equal(exact(a), exact(b)), 0) for a, b in ((3, 5), (5, 3))]
        strict = [place(0, above(exact(5), exact(2)), 0), place(0, below(exact(2), exact(5)), 0)]

    assert [(x.slack, x.ratio) for x in places] == [(-2.0, None)] * 2
    assert [(x.slack, x.ratio) for x in strict] == [(3.0, 0.4)] * 2


def test_a_share_of_what_is_allowed_is_one_of_two_positive_numbers() -> None:
    assert [comparison.share(1.0, 4.0), comparison.share(1.0, 0.5), comparison.share(0.5, 2.0)] == [0.25, 2.0, 0.25]
    assert [comparison.share(*pair) for pair in ((0.0, 1.0), (1.0, 0.0), (-1.0, 2.0), (1.0, -2.0), (-1.0, -2.0))] == [
        None
    ] * 5


NUMBERS = {"floats": lambda x: np.array([float(x)]), "exact": lambda x: Ball().array([x])}


@pytest.mark.parametrize("number", NUMBERS.values(), ids=list(NUMBERS))
def test_the_room_is_the_gap_relative_to_the_left_side_and_the_gap(number: Any) -> None:
    def of(make: Any, a: int, b: int) -> float:
        with Ball().active():
            return float(comparison.room(make(number(a), number(b)))[0])

    assert [of(at_most, -1, 3), of(below, -1, 3), of(at_most, 3, 1)] == pytest.approx([4 / 5, 4 / 5, -2 / 5])
    assert [of(at_least, 4, 1), of(above, 4, 1), of(at_least, -4, 1)] == pytest.approx([3 / 7, 3 / 7, -5 / 9])
    assert [of(equal, 2, 5), of(equal, 5, 2)] == pytest.approx([-3 / 5, -3 / 8])
    assert np.isnan(of(at_most, 0, 0))


def test_the_side_that_is_not_an_object_is_compared_and_ranked_as_the_other() -> None:
    with Ball().active():
        relation = at_most(Ball().array([1, 2]), np.array([3, 1]))

        assert compare(relation).tolist() == [HOLDS, FAILS]
        assert comparison.room(relation).tolist() == pytest.approx([2 / 3, -1 / 3])
        assert compare(at_least(relation.rhs, relation.lhs)).tolist() == [HOLDS, FAILS]


def test_of_a_chance_the_probability_is_compared_with_its_bound() -> None:
    event = at_most(Ball().array([1, 5, 1]), 2)
    chance = Chance((event,), Ball().array([1, 1, 2]) / 4, exact(3) / 4, start=7)

    (relation,) = relations_of(chance)
    assert (relation.op, relation.start, compare(relation).tolist()) == (">=", 7, [HOLDS])
    assert [r.op for r in relations_of([chance, event])] == [">=", "<="]


def test_sides_agree_up_to_half_a_rounding_of_their_size_or_of_a_rounding_near_0() -> None:
    with Ball().active():
        assert agrees_beyond_doubles(arb(1, 0.9 * 2.0**-53), exact(1))
        assert not agrees_beyond_doubles(arb(1, 1.1 * 2.0**-53), exact(1))
        assert not agrees_beyond_doubles(arb(1), 1 + arb(2) ** -53)
        assert agrees_beyond_doubles(arb(0, 0.9 * 2.0**-106), exact(0))
        assert not agrees_beyond_doubles(arb(0, 1.1 * 2.0**-106), exact(0))


@pytest.mark.parametrize("bits", [COARSE, FINE])
def test_exact_numbers_are_told_apart_however_close(bits: int) -> None:
    with Ball(bits).active():
        near = exact(f"{int(mp.ldexp(mp.log(2), 200))}/{2**200}")

        assert surely(log(2), "==", near) == FAILS


@pytest.mark.parametrize(("lhs", "op", "rhs", "far"), [
    (0, "==", 0, False),
    (1e-3, "==", 0, True),
    (1e9, "==", 1e9 + 1, False),
    (1.5 * FAR, "==", 0, True),
    (0.5 * FAR, "==", 0, False),
    (1 + 3.2 * FAR, "<=", 1, True),
    (1 + 2.8 * FAR, "<=", 1, False),
    (0, "<=", 1, False),
    (1, "<=", 0, True),
    (1, "<=", 1, False),
    (1e-9, "<=", 0, False),
    (0, ">=", 1, True),
    (1, ">=", 0, False),
    (1, "<", 1, True),
    (2, "<", 1, True),
    (1, ">", 1, True),
    (1, ">", 2, True),
    (np.array([np.nan, 1.0]), "<=", np.array([0.0, 1.0]), False),
    (np.array([np.nan, 1.0]), "==", np.array([0.0, 2.0]), True),
    (np.array([np.inf, 0.0]), "==", np.array([0.0, 0.0]), False),
    (np.array([0.0, 2.0]), "<", np.array([1.0, 2.0]), True),
])  # fmt: skip
def test_sides_fail_where_they_are_apart_by_more_than_rounding(lhs: Any, op: str, rhs: Any, far: bool) -> None:
    with np.errstate(all="ignore"):
        assert comparison.failing(Relation(lhs, op, rhs)).any() == far


def test_in_doubt_is_what_floats_do_not_show_to_fail() -> None:
    lhs, rhs = np.array([2.0, 1.0, 1 + FAR, 0.0, np.nan, np.inf]), np.array([1.0, 1.0, 1.0, 1.0, 0.0, 0.0])

    assert comparison.in_doubt(at_most(lhs, rhs)).tolist() == [False, True, True, True, True, True]
    assert comparison.in_doubt(equal(lhs, rhs)).tolist() == [False, True, True, False, True, True]


def test_what_fails_in_floats_by_no_more_than_rounding_holds() -> None:
    lhs, rhs = np.array([1e9, 0.0, np.nan, np.inf, 2.0]), np.array([1e9 + 1, 1e-3, 0.0, 0.0, 2.0])

    assert comparison.but_for_rounding(equal(lhs, rhs)).tolist() == [HOLDS, FAILS, UNKNOWN, FAILS, HOLDS]
    assert comparison.but_for_rounding(at_most(lhs, rhs)).tolist() == [HOLDS, HOLDS, UNKNOWN, FAILS, HOLDS]
    assert comparison.but_for_rounding(equal(lhs[:1], rhs[:1])).tolist() == [HOLDS]


def test_exact_numbers_that_no_float_holds_are_ranked_as_floats_are() -> None:
    """10⁴⁰⁰ and 10⁴⁰¹ are beyond all floats, which leaves them in doubt; 1/3 and 1/3 + 10⁻³⁰ are one float."""
    third, large = fmpq(1, 3), 10**400
    lhs = np.array([third, third, third, large, -large, 1], dtype=object)
    rhs = np.array([third * 2, third - fmpq(10) ** -30, 0, 10 * large, large, large], dtype=object)
    relation = at_most(lhs, rhs)

    assert comparison.failing(relation).tolist() == [False, False, True, False, False, False]
    assert comparison.in_doubt(relation).tolist() == [True, True, False, True, True, True]
    assert comparison.but_for_rounding(relation).tolist() == [HOLDS, HOLDS, FAILS, HOLDS, HOLDS, HOLDS]
    assert comparison.but_for_rounding(at_least(lhs[3:], rhs[3:])).tolist() == [FAILS] * 3
    assert np.isfinite(comparison.room(at_most(lhs[:3], rhs[:3]))).all()


def test_a_rational_beside_floats_is_the_nearest_one() -> None:
    third, nearest = np.array([fmpq(1, 3)], dtype=object), np.array([1 / 3])

    assert (
        compare(Relation(third, "==", nearest)).tolist() == compare(Relation(nearest, "==", third)).tolist() == [HOLDS]
    )


def test_numbers_are_exact_where_none_encloses_another() -> None:
    def array(*entries: Any) -> np.ndarray:
        return np.array(entries, dtype=object)

    told = [comparison.exact(x) for x in (array(1, fmpq(1, 3), arb(2), root(2)), array(fmpq(1), arb(1, 0.5)))]
    assert told == [True, False]
    assert [comparison.exact(np.array([x])) for x in (1, True, 1.0)] == [True, True, False]


def test_what_guards_a_number_is_taken_off_on_both_sides() -> None:
    guard = guarded(fmpq(1))

    for relation in (Relation(guard, "<=", 2), Relation(2, ">=", guard)):
        found = comparison.plain(relation)
        assert not any(isinstance(side, type(guard)) for side in (found.lhs, found.rhs))


def test_a_place_is_the_whole_of_a_relation_of_one_entry_that_names_no_t() -> None:
    one = Relation(np.array([1], dtype=object), "<=", 2)
    places = [place(0, relation, 0) for relation in (one, one.since(1), at_most(Ball().array([1, 1]), 2))]

    assert [x.whole for x in places] == [True, False, False]
    assert type(places[0].lhs) is fmpq
    for x in (1.5, arb(1, 0.5), root(2)):
        assert place(0, at_most(np.array([x]), 2), 0).lhs is x or x == 1.5
    assert not comparison.Place(0, 0, 1, 2, "<=", 1.0, None).whole
    assert str(comparison.as_float(exp(10**40))) == "nan"
    assert comparison.as_float(2**1023) == 2.0**1023
    assert comparison.as_float(2**1024 - 1) > 1e308
