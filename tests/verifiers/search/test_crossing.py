"""Protects what a search does with a run beyond a bound: data that are simple are tried first, balls decide, and where
floats were far from true long runs are no longer trusted. A stand-in says what floats and balls find.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import at_most
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.refusal import Inexact
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search import climbing
from lemmacheck.verifiers.search.aims import LONGEST, Aim, Crossing
from lemmacheck.verifiers.search.climbing import FAR_OFF, FEWEST, Search
from lemmacheck.verifiers.search.shares import EQUAL

from tests.verifiers.search.test_climbing import CLAIM, NINE, ONE, OTHER, TWO, data, search

CERTIFIED, REFUTED, UNDECIDED = Verdict.CERTIFIED, Verdict.REFUTED, Verdict.UNDECIDED


@pytest.mark.parametrize(("share", "failed", "asked"), [
    ([0.5, 2.0, 3.0, 1.9], 0, [(2, 4), (2, 9), (1, 5), (1, 9)]),
    ([0.5, 1 + EQUAL / 2, 1 + 2 * EQUAL], 0, [(2, 4), (2, 9)]),
    ([0.5, 1 + 99 * EQUAL], 1, []),
    ([1 + 101 * EQUAL], 1, [(0, 1), (0, 9)]),
])  # fmt: skip
def test_the_two_data_farthest_beyond_a_bound_are_certified_on_short_runs_and_on_all_steps(
    share: list[float], failed: int, asked: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    points, values, *_ = data(*share)
    t = np.array([0, 5, 4, 1])[: len(share)]
    tried: list[tuple[int, int]] = []

    def simplest(self: Any, aim: Aim, rounded: list[Instance], steps: int, beyond: float) -> None:
        assert beyond == 1 + EQUAL * 100.0**failed
        tried.append((int(-rounded[-1].rows[0][0]), steps))

    monkeypatch.setattr(climbing.points, "as_instances", lambda points, k: [Instance("", ((Fraction(-k),),))])
    monkeypatch.setattr(Search, "simplest", simplest)
    one = search()
    one.aims[0].failed = failed
    first = asked[:2]
    true = one.cross(one.aims[0], points, values, t, 9)
    assert tried[:2] == first
    assert true.tolist() == [k not in {k for k, _ in tried} for k in range(len(share))]
    assert one.aims[0].failed == failed + len(tried) // 2

    monkeypatch.setattr(Search, "simplest", lambda *_: Crossing(CLAIM, ONE, 3, 2.0))
    one = search()
    one.aims[0].failed = failed
    assert one.cross(one.aims[0], points, values, t, 9).all()
    assert (one.aims[0].crossing is not None) == bool(asked)
    assert one.aims[0].failed == failed


@pytest.mark.parametrize(("verdict", "cause", "found"), [
    (REFUTED, Cause.OTHER, True), (UNDECIDED, Cause.OFF_THE_POINTS, True), (UNDECIDED, Cause.OTHER, False),
    (CERTIFIED, Cause.OTHER, False), (None, Cause.OTHER, False),
])  # fmt: skip
def test_data_cross_where_balls_refute_the_claim_or_would_at_all_points(
    verdict: Any, cause: Cause, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    crossing = Crossing(CLAIM, ONE, 3, 2.0)

    def decide(*_: Any) -> Any:
        if verdict is None:
            raise Inexact("a step branches on a number")
        return SimpleNamespace(verdict=verdict, cause=cause)

    monkeypatch.setattr(Search, "simpler_first", lambda *_: iter([crossing]))
    monkeypatch.setattr(climbing, "decide", decide)
    one = search()

    assert one.simplest(one.aims[0], [ONE], 3, 1.0) == (crossing if found else None)
    assert one.aims[0].trusted == 2 * LONGEST


@pytest.mark.parametrize(("share", "steps", "trusted"), [
    (1 + 2 * FAR_OFF, 100, 80), (1 + 2 * FAR_OFF, FEWEST, 2 * LONGEST), (1 + FAR_OFF / 2, 100, 2 * LONGEST),
    (1 + 2 * FAR_OFF, FEWEST + 1, 26),
])  # fmt: skip
def test_where_balls_certify_what_floats_see_far_beyond_long_runs_are_not_trusted(
    share: float, steps: int, trusted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Search, "simpler_first", lambda *_: iter([Crossing(CLAIM, ONE, steps, share)]))
    monkeypatch.setattr(climbing, "decide", lambda *_: SimpleNamespace(verdict=CERTIFIED, cause=Cause.OTHER))
    one = search()

    assert one.simplest(one.aims[0], [ONE], 3, 1.0) is None
    assert one.aims[0].trusted == trusted


def test_data_that_broke_another_claim_come_first_then_small_ones_then_simplified_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def first(self: Any, claim: Any, instances: list[Instance], steps: int, beyond: float) -> Any:
        return Crossing(claim, instances[0], steps, 2.0) if instances and instances[0] is not TWO else None

    monkeypatch.setattr(Search, "first", first)
    monkeypatch.setattr(Search, "small", lambda self, known: iter([[TWO], [ONE], [NINE]]))
    monkeypatch.setattr(Search, "simplified", lambda self, found, beyond: found._replace(steps=1))
    one = search(CLAIM, OTHER)
    one.aims[1].crossing = Crossing(OTHER, NINE, 3, 2.0)
    told = [(c.instance, c.steps) for c in one.simpler_first(CLAIM, [ONE], 7, 1.0)]

    assert told == [(NINE, 7), (ONE, 7), (ONE, 1)]
    assert [(c.instance, c.steps) for c in one.simpler_first(CLAIM, [TWO], 7, 1.0)] == [(NINE, 7)]
    one.on = SimpleNamespace(dataless=False)
    assert [c.instance for c in one.simpler_first(CLAIM, [TWO], 7, 1.0)] == []
    tends = next(claim for claim in LIBRARY.claims.values() if claim.tends)
    assert [(c.instance, c.steps) for c in one.simpler_first(tends, [NINE], 7, 1.0)] == [(ONE, 7), (NINE, 1), (NINE, 7)]


def test_small_data_are_no_larger_than_those_that_are_known() -> None:
    one = search()
    assert list(one.small(ONE)) == []
    one.on, one.shapes = SimpleNamespace(dataless=False), ((1, 1), (1, 2), (2, 1), (2, 2))
    known = Instance.from_json("known", [["1", "2"]])
    assert [group[0].shape for group in one.small(known)] == [(1, 1), (1, 2)]
    one.on = SimpleNamespace(dataless=True)
    assert list(one.small(known)) == []


def test_data_are_simplified_as_long_as_floats_exceed_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(climbing, "simpler", lambda one: [TWO, ONE] if one is NINE else [TWO])
    asked: list[int] = []

    def first(self: Any, claim: Any, instances: list[Instance], steps: int, beyond: float) -> Any:
        asked.append(steps)
        chosen = next((one for one in instances if one is not TWO), None)
        return Crossing(claim, chosen, steps - 1, 2.0) if chosen else None

    monkeypatch.setattr(Search, "first", first)
    found = search().simplified(Crossing(CLAIM, NINE, 9, 2.0), 1.0)
    assert (found.instance, found.steps, asked) == (ONE, 8, [9, 8])


def stated(statement: Callable[[Any], Any], *given: Any) -> Any:
    return replace(CLAIM, function=statement, given=given)


def test_the_first_data_beyond_a_bound_are_told_on_a_run_that_is_no_longer_than_it_takes() -> None:
    late = stated(lambda run: at_most(run.t, 4))
    one = search(late)

    found = one.first(late, [ONE, TWO], 9, 1.1)
    assert (found.instance, found.steps, found.share) == (ONE, 5, 1.25)
    assert one.budget.spent == 18
    assert one.first(late, [ONE], 4, 1.1) is None
    assert one.first(late, [ONE], 9, 1.3).steps == 6
    assert one.first(late, [], 9, 1.1) is None
    ends = stated(lambda run: at_most(run.steps + 0 * run.t, 8))
    assert (search(ends).first(ends, [ONE], 9, 1.1).steps, search(ends).first(ends, [ONE], 8, 1.1)) == (9, None)
    assert search(late).exceeds(late, ONE, 5, 1.1)
    assert not search(late).exceeds(late, ONE, 4, 1.1)
    two_rows = stated(late.function, Hypothesis("first", "", lambda p: at_most(p.squared(p.Z), 1)))
    assert not search(two_rows).exceeds(two_rows, Instance.from_json("one is long", [["-1"], ["-2"]]), 5, 1.1)
    rows = stated(lambda run: at_most(run.t[20:], 4))
    assert not search(rows).exceeds(rows, ONE, 9, 1.1)
