"""Protects what is said to be so for ever: a box that surely leads back into itself, and what it says of each w_t."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.verifiers.decide import never
from lemmacheck.verifiers.decide.never import Box, Stay, Turn
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded import guarded, inside

from tests.verifiers.numbers.expressions import objects

QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)
BOX = Box(3, 1, (0, 1), 1, (QUARTER,), (3 * QUARTER,))


@dataclass(frozen=True)
class Drawn:
    """Weights that are drawn to a middle by a factor, and a vote."""

    factor: Any = fmpq(1, 2)
    middle: Any = fmpq(1, 2)
    vote: Callable[[Any], Any] = lambda weights: 1 + 0 * weights[..., :1]
    rows: Any = ((1,), (-1,))

    def table(self, p: Any) -> Any:
        return guarded(np.array([[fmpq(x) for x in one] for one in self.rows], dtype=object))

    def weights(self, state: Any) -> Any:
        return state.q

    def turn(self, p: Any, q: Any) -> Any:
        weights = inside(q)
        return guarded(self.vote(weights)), guarded(self.middle + self.factor * (weights - self.middle))


def led_back(algorithm: Any, box: Box = BOX, at: tuple[int, ...] = (2, 3)) -> Stay | None:
    q = guarded(objects(*(fmpq(x, sum(at)) for x in at)))
    with Ball(128).active():
        return never.led_back(None, algorithm, Turn(guarded(objects(fmpq(7))), q, None), box)


def test_a_box_that_is_led_back_into_itself_is_believed_with_what_its_steps_add() -> None:
    found = led_back(Drawn())

    assert found.box is BOX
    assert [list(first) for first in found.first] == [[7]]
    assert [float(x.mid()) for x in found.drift] == [1.0]
    twice = led_back(Drawn(), Box(3, 2, (0, 1), 1, (QUARTER,), (3 * QUARTER,)))
    assert [[float(arb(x).mid()) for x in first] for first in twice.first] == [[7.0], [8.0]]
    assert [float(x.mid()) for x in twice.drift] == [2.0]


@pytest.mark.parametrize(("algorithm", "box", "at"), [
    (Drawn(fmpq(2)), BOX, (2, 3)),
    (Drawn(fmpq(-3, 2)), BOX, (2, 3)),
    (Drawn(), BOX, (1, 9)),
    (Drawn(), Box(3, 1, (0, 1), 1, (QUARTER,), (Fraction(3, 8),)), (1, 2)),
    (Drawn(vote=lambda weights: weights[..., :1] - fmpq(1, 2)), BOX, (2, 3)),
    (Drawn(vote=lambda weights: arb("nan") + 0 * weights[..., :1]), BOX, (2, 3)),
], ids=["led away", "led across", "not in it", "led out of it", "no sure vote", "no vote"])  # fmt: skip
def test_no_other_box_is_believed(algorithm: Any, box: Box, at: tuple[int, int]) -> None:
    assert led_back(algorithm, box, at) is None


@pytest.mark.parametrize(("rows", "believed"), [(((1,), (1,), (-1,)), True), (((1,), (-1,), (1,)), False)])
def test_rows_of_one_kind_are_the_same_in_what_is_voted(rows: Any, believed: bool) -> None:
    box = Box(3, 1, (0, 0, 1), 1, (QUARTER,), (3 * QUARTER,))

    assert (led_back(Drawn(middle=fmpq(1, 4), rows=rows), box, (1, 1, 2)) is not None) is believed


def stays(algorithm: Drawn, *q: Any) -> list[Stay]:
    """What is found on a run of 20 steps from these weights."""
    turns = list(
        islice(never.turns_of(None, algorithm, Turn(guarded(objects(fmpq(7))), guarded(objects(*q)), None)), 20)
    )
    cast = [never.columns(turn.vote) for turn in turns]
    with Ball(128).active():
        return list(never.stays(never.Course(None, algorithm, turns, cast, 1)))


def test_smaller_and_smaller_boxes_are_found_as_soon_as_the_run_is_in_each() -> None:
    """The weights are (1 + 2⁻ᵗ)/2 and (1 − 2⁻ᵗ)/2; of those that are 1/2 from the start, or of one kind."""
    boxes = [found.box for found in stays(Drawn(), fmpq(1), fmpq(0))]

    assert [box.since for box in boxes] == [4, 5, 6, 7, 8, 9, 13]
    assert [box.high for box in boxes] == [(HALF + Fraction(1, k),) for k in (20, 50, 100, 200, 500, 1000, 10000)]
    assert [box.low for box in boxes] == [(HALF - Fraction(1, k),) for k in (20, 50, 100, 200, 500, 1000, 10000)]
    assert [found.box.since for found in stays(Drawn(), fmpq(1, 2), fmpq(1, 2))] == [0] * 7
    assert stays(Drawn(fmpq(2)), fmpq(1, 2), fmpq(1, 2)) == []
    assert stays(Drawn(rows=((1,), (1,))), fmpq(1), fmpq(0)) == []


def test_a_box_says_where_it_is() -> None:
    assert str(BOX) == "from t = 3 on every step lead the weights back into the box [0.25, 0.75]"
    assert str(Box(1, 3, (), 0, (QUARTER, HALF), (HALF, HALF))) == (
        "from t = 1 on every 3 steps lead the weights back into the box [0.25, 0.5] × [0.5, 0.5]"
    )


def test_columns_are_voted_where_that_is_sure() -> None:
    assert never.columns(guarded(objects(fmpq(0), fmpq(-1), arb(2, 1)))) == {1, 2}
    assert never.columns(guarded(objects(arb(0), arb(0)))) == frozenset()
    assert never.columns(guarded(objects(fmpq(1), arb(0, 1)))) is None
    assert never.columns(guarded(objects(fmpq(1), arb("nan")))) is None
    assert never.used_in([frozenset({3, 1}), None, frozenset({2, 1})]) == [1, 2, 3]
    assert never.used_in([]) == []


@pytest.mark.parametrize(("cast", "period"), [
    ("aaaa", 1),
    ("aaa", None),
    ("xxaaaa", 1),
    ("baaa", None),
    ("abababab", 2),
    ("bababab", None),
    ("abcabcabcabc", 3),
    ("abababaa", None),
    ("abcdefghijkl" * 4, 12),
    ("abcdefghijklm" * 4, None),
    ("", None),
])  # fmt: skip
def test_a_period_is_the_least_that_is_seen_four_times_at_the_end(cast: str, period: int | None) -> None:
    assert never.period_of(cast) == period


def test_rows_are_of_one_kind_where_they_are_the_same() -> None:
    table = np.array([[fmpq(1), fmpq(2)], [fmpq(1), fmpq(3)], [fmpq(1), fmpq(2)]], dtype=object)

    assert never.kinds_of(table) == (0, 1, 0)
    assert never.kinds_of(table[:, :1]) == (0, 0, 0)
    assert list(never.by_kind(guarded(objects(fmpq(1), fmpq(2), fmpq(4))), (0, 1, 0))) == [5, 2]
    assert never.alike(table, [0], (0, 0, 0))
    assert never.alike(table, [0, 1], (0, 1, 0))
    assert never.alike(table, [0, 1], (0, 1, 2))
    assert not never.alike(table, [0, 1], (0, 0, 0))
    assert not never.alike(table, [1], (0, 0, 1))


def test_weights_are_within_a_box_if_all_but_the_rest_surely_are() -> None:
    box = Box(0, 1, (), 1, (QUARTER, Fraction(0)), (HALF, QUARTER))

    def within(*x: Any) -> bool:
        return never.within(x, box)

    assert within(fmpq(1, 4), fmpq(9), fmpq(1, 4))
    assert within(fmpq(1, 2), fmpq(-9), fmpq(-1, 1000))  # no weight is negative
    assert within(objects(fmpq(1, 3), arb(0.375, 0.1)), fmpq(0), fmpq(0))
    assert not within(fmpq(1, 5), fmpq(0), fmpq(0))
    assert not within(fmpq(3, 5), fmpq(0), fmpq(0))
    assert not within(fmpq(1, 3), fmpq(0), fmpq(1, 3))
    assert not within(objects(fmpq(1, 3), arb(0.375, 0.2)), fmpq(0), fmpq(0))
    assert not within(arb(0.3, 0.1), fmpq(0), fmpq(0))
    assert not within(arb("nan"), fmpq(0), fmpq(0))


@pytest.mark.parametrize("rest", [0, 1, 2])
def test_cells_cover_a_box(rest: int) -> None:
    low, high = (Fraction(0), QUARTER), (HALF, 3 * QUARTER)
    found = [cell[:rest] + cell[rest + 1 :] for cell in never.cells(Box(0, 1, (), rest, low, high))]

    assert len(found) == 400
    for x in (Fraction(0), Fraction(1, 7), HALF):
        for y in (QUARTER, Fraction(3, 7), 3 * QUARTER):
            point = [fmpq(z.numerator, z.denominator) for z in (x, y)]
            assert any(all(ball.contains(z) for ball, z in zip(cell, point, strict=True)) for cell in found)
    for cell in never.cells(Box(0, 1, (), rest, low, high)):
        assert sum(cell, arb(0)).contains(1)
        assert all(x.rad() < 0.1 for x in cell)


def test_a_hull_holds_each_and_an_interval_its_ends() -> None:
    assert all(never.hull([fmpq(1), arb(3), fmpq(2)]).contains(x) for x in (1, 2, 3))
    assert not never.hull([fmpq(1), arb(3)]).contains(fmpq(7, 2))
    assert all(never.interval(QUARTER, HALF).contains(fmpq(k, 8)) for k in (2, 3, 4))
    assert not never.interval(QUARTER, HALF).contains(fmpq(5, 8))
    assert [float(x) for x in never.of_length_one(objects(fmpq(3), fmpq(-1)))] == [0.75, -0.25]
    assert [float(x) for x in never.of_length_one(objects(fmpq(1, 4), fmpq(1, 4)))] == [0.5, 0.5]
    assert [float(x) for x in never.of_length_one(objects(fmpq(0), fmpq(0)))] == [0, 0]


def stay(*first: tuple[int, int], drift: tuple[int, int] = (0, 1)) -> Stay:
    return Stay(BOX, [objects(*map(fmpq, one)) for one in first], objects(*map(fmpq, drift)))


def test_a_direction_is_between_the_first_and_the_drift() -> None:
    def at(low: Fraction, high: Fraction) -> list[arb]:
        return [x.value for x in inside(never.direction(stay((1, 0)), 0, low, high))]

    assert [float(x.mid()) for x in at(Fraction(0), Fraction(0))] == [1, 0]
    assert [float(x.mid()) for x in at(Fraction(1), Fraction(1))] == [0, 1]
    assert all(x.contains(fmpq(k, 4)) for x in at(QUARTER, 3 * QUARTER) for k in (1, 2, 3))


def test_everywhere_is_at_each_first_and_all_the_way_to_the_drift() -> None:
    def asked(test: Callable[[Any, Any], bool], *first: tuple[int, int]) -> bool:
        with Ball(128).active():
            return never.everywhere(stay(*first), lambda w: test(*(x.value for x in inside(w))))

    assert asked(lambda x, y: 10 * x + y > 0, (1, 0))
    assert not asked(lambda x, y: x > 0, (1, 0))  # at last it is the drift
    assert not asked(lambda x, y: y > 0, (1, 0))  # nor is it so at first
    assert not asked(lambda x, y: abs(x - y) > 0, (1, 0))  # nor between
    assert asked(lambda x, y: x + 2 * y > 0, (1, 0), (2, 1))
    assert not asked(lambda x, y: x + y > 0, (1, 0), (-1, 0))


def test_of_the_states_but_one_nothing_is_known() -> None:
    before, at, after = never.alone(objects(fmpq(1)))

    assert before is after
    assert at.w[0] == 1
    assert inside(before.w)[0].value.is_nan()
