"""Protects the share of what a claim allows that a run takes: at each entry, of what is left of both sides, and the
largest and the first of them.
"""

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Decay, Limit, Relation, above, at_least, at_most, below, equal
from lemmacheck.verifiers.numbers.float64 import NOISE, Float64
from lemmacheck.verifiers.search.shares import (
    BEYOND,
    BROKEN,
    NEARER,
    ROUNDING,
    Bound,
    bounds,
    broken,
    by_problem,
    closest,
    common_term,
    earliest,
    earliest_below,
    of_margins,
    same,
    shares_of,
    tending,
    without_common_terms,
)

from tests.shipped import made

TINY = NOISE / 2
ENTRIES: list[tuple[float, float, float]] = [
    (1, 2, 0.5), (3, 2, 1.5), (2, 2, -1), (2 + 1e-9, 2, -1), (2 + 1e-8, 2, 1 + 5e-9),
    (-2, -1, 0.5), (-1, -2, 2), (-1, -1, -1),
    (0, 1, NEARER / 2), (TINY, 3, NEARER / 4), (-TINY, 3, NEARER / 4), (0, NOISE, -1), (0, 2 * NOISE, NEARER),
    (0, 0, -1), (TINY, TINY, -1), (NOISE, NOISE, -1),
    (-1, 1, -1), (-1, 0, -1), (-1, TINY, -1),
    (1, -1, BROKEN), (1, 0, BROKEN), (1, TINY, BROKEN), (0, -1, BROKEN), (-TINY, -1, BROKEN),
    (2 * NOISE, -2 * NOISE, BROKEN), (2 * NOISE, -NOISE, -1), (NOISE, -2 * NOISE, -1), (TINY, -TINY, -1),
    (np.nan, 1, -1), (1, np.nan, -1), (np.inf, 1, -1), (1, np.inf, 0), (np.inf, np.inf, -1),
]  # fmt: skip


@pytest.mark.parametrize(("found", "allowed", "share"), ENTRIES)
def test_a_share_is_what_is_found_over_what_is_allowed_or_none(found: float, allowed: float, share: float) -> None:
    assert shares_of(np.array([found]), np.array([allowed]))[0] == pytest.approx(share, rel=1e-9, abs=1e-30)


def test_what_both_sides_are_on_zeros_is_left_out_of_them() -> None:
    common = np.array([[10.0, 0.0]])
    one = Bound(0, "<=", np.array([[11.0, 1.0]]), np.array([[12.0, 4.0]]), 0, common)

    assert one.shares.tolist() == [[0.5, 0.25]]
    near = Bound(0, "<=", np.array([[11.0]]), np.array([[11.0 + 5 * ROUNDING]]), 0, np.array([[10.0]]))
    assert near.shares.tolist() == [[-1.0]]
    large, step = 2.0**20, 2.0**20 * ROUNDING
    edge = Bound(0, "<=", np.array([[large + 2 * step, large + 3 * step]]), np.full((1, 2), large + step), 0, large)
    assert edge.shares.tolist() == [[-1.0, 3.0]]
    assert Bound(0, "<=", np.array([[1.0]]), np.array([[2.0]]), 0).shares.tolist() == [[0.5]]
    table = np.array([[10.0, 0.0], [10.0, 0.0]])
    zeros = [Bound(0, "<=", table, table, 0), Bound(1, "<=", table, table + 1, 0)]
    taken = without_common_terms([one, one], zeros)
    assert [np.asarray(part.common).tolist() for part in taken] == [[[10.0, 0.0]], 0.0]


@pytest.mark.parametrize(("reading", "found", "allowed", "common"), [
    ("<=", [2.0, 2.0], [2.0, 2.0], [2.0]),
    (">=", [2.0, 2.0], [2.0, 2.0], [2.0]),
    ("==", [2.0, 2.0], [2.0, 2.0], 0.0),
    ("<=", [2.0, 3.0], [2.0, 2.0], 0.0),
    ("<=", [2.0, 2.0], [2.0, 3.0], 0.0),
    ("<=", [2.0, 2.0], [3.0, 3.0], 0.0),
    ("<=", [np.inf, np.inf], [np.inf, np.inf], 0.0),
    ("<=", [], [], 0.0),
])  # fmt: skip
def test_a_common_term_is_one_finite_number_of_both_sides(
    reading: str, found: list[float], allowed: list[float], common: Any
) -> None:
    assert np.asarray(common_term(Bound(0, reading, np.array(found), np.array(allowed), 0))).tolist() == common


def falling(power: float, logs: float = 0, size: int = 33) -> np.ndarray:
    t = np.arange(size)
    return np.log(t + 2) ** logs / (t + 1.0) ** power


TENDING: list[tuple[Callable[[], Any], float]] = [
    (lambda: Limit(0.5 ** np.arange(33.0)), 2 * 0.5**12),
    (lambda: Limit(1 + 0 * np.arange(33.0), 0), 2.0),
    (lambda: Limit(3 + 0.5 ** np.arange(33.0), 3), 2 * 0.5**12),
    (lambda: Decay(falling(1), None), 2 * 5 / 17),
    (lambda: Decay(-falling(1), 1), 1.0),
    (lambda: Decay(falling(1, 2), 1, 2), 1.0),
    (lambda: Decay(falling(2), 1), 5 / 17),
    (lambda: Decay(falling(0, -1), 0, -1), 1.0),
    (lambda: Decay(np.where(np.arange(33) < 16, falling(1), NOISE), 1), 0.0),
    (lambda: Limit(np.where(np.arange(33) < 16, 1.0, np.inf)), 2 * BEYOND),
]


@pytest.mark.parametrize("k", range(len(TENDING)))
def test_of_a_limit_the_last_half_of_a_run_comes_to_half_of_what_is_before_it(k: int) -> None:
    """From t = 4, an eighth of the run, to 15, and from 16 on."""
    made_, share = TENDING[k]
    (bound,) = tending(made_())

    assert (bound.reading, bound.start, bound.relation) == ("<=", 32, 0)
    assert (bound.found / bound.allowed).tolist() == pytest.approx([share])


def test_of_a_short_run_nothing_is_said_of_a_limit() -> None:
    assert tending(Limit(np.ones(8))) == []
    assert len(tending(Limit(np.ones(9)))) == 1


def test_the_largest_share_of_each_problem_is_told_with_its_t() -> None:
    one = Bound(0, "<=", np.array([[1.0, 5.0], [3.0, 1.0], [2.0, 1.0]]), np.full((3, 2), 4.0), 2)
    other = Bound(1, "<=", np.array([2.0, 1.0]), np.array([3.0, 1.0 + 1e-4]), 0)
    best, short = closest([one, other], 2)

    assert (best.share.tolist(), best.t.tolist()) == ([pytest.approx(1 / (1 + 1e-4)), 1.25], [1, 2])
    assert short is best
    best, short = closest([one, other], 2, blind=0.3)
    assert (short.share.tolist(), short.t.tolist()) == (pytest.approx([2 / 3, 2 / 3]), [0, 0])
    best, _ = closest([one], 2, until=2)
    assert (best.share.tolist(), best.t.tolist()) == ([0.25, 1.25], [2, 2])
    best, _ = closest([one], 2, until=3)
    assert (best.share.tolist(), best.t.tolist()) == ([0.75, 1.25], [3, 2])
    best, _ = closest([one], 2, until=0)  # one row at least
    assert best.share.tolist() == [0.25, 1.25]
    best, _ = closest([one, one._replace(start=7)], 2)  # the first of equals
    assert best.t.tolist() == [3, 2]
    best, _ = closest([], 2)
    assert (best.share.tolist(), best.t.tolist()) == ([-1.0, -1.0], [0, 0])


def test_the_first_share_beyond_a_number_is_told_with_its_t() -> None:
    found = np.array([[1.0, 1.0, 1.0], [3.0, 1.0, 1.0], [4.0, 2.0, 1.0]])
    one = Bound(0, "<=", found, np.full((3, 3), 2.0), 1)
    sooner = Bound(1, "<=", np.array([[0.0, 3.0, 0.0]]), np.full((1, 3), 2.0), 2)

    first = earliest([one], 3, 1.0)
    assert (first.share.tolist(), first.t[:1].tolist()) == ([1.5, -1.0, -1.0], [2])
    assert (first.t[1:] > 10**9).all()
    first = earliest([one, sooner], 3, 0.9)
    assert (first.share.tolist(), first.t[:2].tolist()) == ([1.5, 1.5, -1.0], [2, 2])
    assert earliest([one], 3, 1.5).share.tolist() == [2.0, -1.0, -1.0]
    small = Bound(0, "<=", found * NOISE / 8, np.full((3, 3), NOISE / 4), 1)
    first = earliest_below([small], 3, 1.0)
    assert (first.share.tolist(), first.t[:1].tolist()) == ([BROKEN, -1.0, -1.0], [2])
    assert earliest_below([small], 3, 1.6).t[0] == 3
    assert earliest_below([one], 3, 1.0).share.tolist() == [-1.0] * 3
    edge = Bound(0, "<=", np.array([[NOISE]]), np.array([[-NOISE]]), 0)
    assert earliest_below([edge], 1, 1.0).share.tolist() == [BROKEN]
    assert earliest_below([edge._replace(found=2 * edge.found)], 1, 1.0).share.tolist() == [-1.0]


def test_shares_are_the_largest_of_each_row_and_problem() -> None:
    table = np.arange(12.0).reshape(2, 3, 2)

    assert by_problem(table, 3).tolist() == [[1, 3, 5], [7, 9, 11]]
    assert by_problem(np.array([0.5, 2.0]), 3).tolist() == [[0.5] * 3, [2.0] * 3]
    assert by_problem(np.zeros((2, 3, 0)), 3).tolist() == [[-1.0] * 3] * 2
    assert by_problem(np.array([[0.5], [2.0]]), 3).tolist() == [[0.5] * 3, [2.0] * 3]


def subject(**more: Any) -> Any:
    return SimpleNamespace(t=np.arange(3.0), num=Float64(), **more)


def stating(statement: Callable[[Any], Any], **more: Any) -> Claim:
    return made(statement, **more)


def test_inequalities_are_read_so_that_less_is_found_than_allowed() -> None:
    run = subject()
    found = bounds(stating(lambda p: (at_most(p.t, 5), equal(p.t, 1), at_least(p.t, 1), below(p.t, 7).since(4),
                                      above(p.t, -1))), run)  # fmt: skip

    assert [(one.relation, one.reading, one.start) for one in found] == [
        (0, "<=", 0),
        (2, ">=", 0),
        (3, "<=", 4),
        (4, ">=", 0),
    ]
    assert [one.found.tolist() for one in found] == [[0, 1, 2], [1] * 3, [0, 1, 2], [-1] * 3]
    assert [one.allowed.tolist() for one in found] == [[5] * 3, [0, 1, 2], [7] * 3, [0, 1, 2]]

    def dividing(p: Any) -> Any:
        raise ZeroDivisionError

    assert bounds(stating(dividing), run) == []


def test_an_equality_is_broken_where_floats_tell_its_sides_apart_and_a_strict_one_where_they_are_equal() -> None:
    run = subject()
    equality = stating(lambda p: equal(p.t, np.array([0, 1, 2.5])))
    strict = stating(lambda p: below(p.t, np.array([1.0, 1, 1])).since(3))

    (one,) = broken(equality, run)
    assert (one.found.tolist(), one.allowed.tolist(), one.reading) == ([0, 0, BROKEN], [1, 1, 1], "==")
    first, tie = broken(strict, run)
    assert (first.reading, tie.reading, tie.start) == ("<=", "<", 3)
    assert (tie.found.tolist(), tie.allowed.tolist()) == ([0, BROKEN, 0], [1, 1, 1])
    assert [part.reading for part in broken(strict, run, ties=False)] == ["<="]
    assert [part.reading for part in broken(stating(lambda p: at_most(p.t, 1)), run)] == ["<="]


def test_a_bound_on_the_margin_is_one_on_what_is_short_of_the_largest() -> None:
    w = np.array([[0.0], [1.0], [2.0]])
    run = subject(w=w, margin=lambda w: w[:, 0] / 4, optimum=SimpleNamespace(gamma=np.float64(1.0)))
    (one,) = bounds(stating(lambda p: at_least(p.margin(p.w[1:]), 1 / 8)), run)

    assert (one.reading, one.found.tolist(), one.allowed.tolist()) == ("margin", [0.75, 0.5], [0.875, 0.875])
    (other,) = bounds(stating(lambda p: at_least(2 * p.margin(p.w[1:]), 1 / 8)), run)
    assert other.reading == ">="


def test_a_side_is_the_margin_where_it_is_the_same_numbers() -> None:
    def of(lhs: Any, margins: Any) -> bool:
        run = SimpleNamespace(w=np.zeros((3, 1)), margin=lambda w: margins[-len(w) :])
        return of_margins(Relation(lhs, ">=", 0), run)

    floats = np.array([1.0, np.nan, 3.0])
    assert of(floats, floats.copy())
    assert of(floats[1:], floats)
    assert not of(floats[:2], floats)
    assert not of(np.float64(3.0), floats)
    assert not of(np.ones(4), np.ones(4))
    exact = np.array([fmpq(1), arb(1, 0.5), fmpq(3)], dtype=object)
    assert of(exact.copy(), exact)
    assert of(np.array([fmpq(1), arb(1, 0.5), fmpq(3)], dtype=object), exact)
    assert not of(np.array([fmpq(1), arb(1, 0.25), fmpq(3)], dtype=object), exact)
    assert not of(np.array([fmpq(1), arb(2, 0.5), fmpq(3)], dtype=object), exact)
    assert not of_margins(Relation(floats, ">=", 0), SimpleNamespace(margin=lambda w: floats))
    assert same(Fraction(1, 2), Fraction(1, 2))
    assert not same(fmpq(1), fmpq(2))
