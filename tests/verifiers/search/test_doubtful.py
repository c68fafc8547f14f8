"""Protects which data balls are asked about where floats may be wrong: those on which floats leave a hypothesis open or
deny it, the worst first; and what is made of the answers.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.margins.hypotheses import unit_rows
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search import doubtful
from lemmacheck.verifiers.search.aims import Crossing
from lemmacheck.verifiers.search.climbing import FAR_OFF
from lemmacheck.verifiers.search.doubtful import (
    IN_DOUBT,
    SHAPES,
    far_down,
    refuted_in_doubt,
    where_open,
    without_hypotheses,
)

from tests.shipped import made

CLAIM = made(lambda p: p.n, unit_rows)
FREE = made(lambda p: p.n)
GROUP = [Instance.from_json(str(k), [[str(k)]]) for k in range(8)]
Floats = Callable[..., Any]


@pytest.fixture
def search() -> Any:
    """A search of runs of 9 steps, which counts what it spends."""
    spent: list[tuple[int, int, int]] = []
    budget = SimpleNamespace(spend=lambda *given: spent.append(given), steps=100)
    return SimpleNamespace(
        exactly=lambda group, steps: (group, steps), charged=lambda steps: 10 * steps, price=lambda subject: 3,
        budget=budget, horizon=9, spent=spent, shapes=[(n, 1) for n in range(1, 9)], rng=None, algorithm="w", steps=5,
    )  # fmt: skip


@pytest.fixture
def floats(monkeypatch: pytest.MonkeyPatch) -> Floats:
    """What floats say of the eight data sets: whether the hypotheses hold, are open, and the share of the claim."""

    def say(met: str, in_doubt: str, share: list[float], t: list[int] | None = None) -> None:
        found = SimpleNamespace(share=np.array(share), t=np.array(t or [0] * len(share)))
        marks = {"applicable": met, "doubtful": in_doubt}
        for name, mark in marks.items():
            monkeypatch.setattr(doubtful, name, lambda *_, mark=mark: np.array([x == "1" for x in mark]))
        monkeypatch.setattr(doubtful, "broken", lambda claim, subject: subject)
        monkeypatch.setattr(doubtful, "closest", lambda *_: (found,))
        monkeypatch.setattr(doubtful, "earliest_below", lambda _, count, at: found if at == 1 + FAR_OFF else None)

    return say


SHARES = [9.0, 2.0, 8.0, 3.0, 7.0, 0.5, 6.0, 5.0]


@pytest.mark.parametrize(("met", "in_doubt", "asked"), [
    ("10000000", "01111111", [2, 4, 6, 7]),  # four of the open ones, the worst first
    ("10000000", "00000100", [5, 2]),  # one of the open ones at least, and the worst of those denied
    ("10000000", "01000100", [1, 2]),
    ("11111111", "11111111", []),
    ("11011011", "00000000", [2]),
    ("00000000", "00000000", [0, 2, 4, 6]),  # where floats let none hold, all are open
    ("11111011", "00000000", [5]),
])  # fmt: skip
def test_open_data_are_asked_about_and_one_that_floats_deny(
    met: str, in_doubt: str, asked: list[int], search: Any, floats: Floats
) -> None:
    floats(met, in_doubt, SHARES)
    found = list(where_open(search, CLAIM, GROUP, 7))

    assert [one.instance for one in found] == [GROUP[k] for k in asked]
    assert [one.share for one in found] == [SHARES[k] for k in asked]
    assert {one.steps for one in found} <= {7}
    assert len(asked) <= IN_DOUBT + 1
    assert search.spent == [(8, 70, 3)]


def test_a_claim_without_hypotheses_has_none_that_are_open(search: Any, floats: Floats) -> None:
    floats("00000000", "11111111", SHARES)

    assert list(where_open(search, FREE, GROUP, 7)) == []
    assert search.spent == []


@pytest.mark.parametrize(("met", "share", "t", "asked"), [
    ("11111111", [0.0, 2.0, 2.0, 0, 0, 0, 0, 0], [1, 6, 4, 1, 1, 1, 1, 1], (2, 4)),  # the first in time
    ("11011111", [0.0, 2.0, 2.0, 0, 0, 0, 0, 0], [1, 6, 4, 1, 1, 1, 1, 1], (1, 6)),  # where it applies
    ("11111111", [0.0, 2.0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], (1, 1)),  # of one step at least
    ("11111111", [0.0, 2.0, 0, 0, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0, 0, 0], (1, 9)),
    ("11111111", [0.0] * 8, [3] * 8, None),
    ("00000000", [2.0] * 8, [3] * 8, None),
])  # fmt: skip
def test_far_down_the_one_that_exceeds_its_bound_first_is_asked_about(
    met: str, share: list[float], t: list[int], asked: tuple[int, int] | None, search: Any, floats: Floats
) -> None:
    floats(met, "00000000", share, t)
    found = list(far_down(search, CLAIM, GROUP))

    assert [(one.instance, one.steps, one.share) for one in found] == (
        [(GROUP[asked[0]], asked[1], 2.0)] if asked else []
    )
    assert search.spent == [(8, 90, 3)]


@pytest.mark.parametrize(("fails", "answer", "is_found"), [
    (True, Verdict.REFUTED, True),
    (True, Verdict.CERTIFIED, False),
    (True, Verdict.UNDECIDED, False),
    (True, Verdict.NOT_APPLICABLE, False),  # the hypotheses do fail
    (True, ZeroDivisionError, False),
    (False, Verdict.REFUTED, False),
])  # fmt: skip
def test_what_fails_without_its_hypotheses_is_found_where_balls_refute_it_with_them(
    fails: bool, answer: Any, is_found: bool, search: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def alone(claims: list[Any], algorithm: Any, steps: int, budget: Any) -> Any:
        assert ([one.given for one in claims], algorithm, steps, budget.steps) == ([()], "w", 5, 100)
        crossing = Crossing(claims[0], GROUP[3], 4, 2.0) if fails else None
        return SimpleNamespace(run=lambda: [SimpleNamespace(crossing=crossing)])

    def decide(claim: Any, instance: Instance, algorithm: Any, steps: int) -> Any:
        assert (claim, instance, algorithm, steps) == (CLAIM, GROUP[3], "w", 4)
        if isinstance(answer, type):
            raise answer
        return SimpleNamespace(verdict=answer)

    monkeypatch.setattr(doubtful, "Search", alone)
    monkeypatch.setattr(doubtful, "decide", decide)

    assert without_hypotheses(search, CLAIM) == (Crossing(CLAIM, GROUP[3], 4, 2.0) if is_found else None)


@pytest.mark.parametrize(("verdicts", "own", "given", "found"), [
    ([Verdict.UNDECIDED, Verdict.REFUTED], True, True, "second"),
    ([Verdict.UNDECIDED, Verdict.UNDECIDED], True, True, None),
    ([Verdict.UNDECIDED, Verdict.CERTIFIED], True, True, "without"),
    ([Verdict.CERTIFIED, Verdict.UNDECIDED], True, True, "without"),
    ([Verdict.CERTIFIED, Verdict.CERTIFIED], True, False, None),
    ([Verdict.REFUTED, Verdict.REFUTED], False, True, None),
    ([ZeroDivisionError, Verdict.REFUTED], True, True, "second"),
])  # fmt: skip
def test_what_balls_refute_is_found_and_where_floats_deny_what_holds_the_claim_is_searched_alone(
    verdicts: list[Any], own: bool, given: bool, found: str | None, search: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, alone = (Crossing(CLAIM, GROUP[k], k + 1, 2.0) for k in range(3))
    answers = {one.instance: verdicts[0], other.instance: verdicts[1]}
    claim: Any = SimpleNamespace(own=own, given=(unit_rows,) if given else ())
    sizes = []

    def decide(claim: Any, instance: Instance, algorithm: Any, steps: int) -> Any:
        assert (algorithm, steps) == ("w", {one.instance: 1, other.instance: 2}[instance])
        if isinstance(answers[instance], type):
            raise answers[instance]
        return SimpleNamespace(verdict=answers[instance])

    def opened(search: Any, claim: Any, group: list[Instance], steps: int) -> list[Crossing]:
        sizes.append((len(group), steps))
        return [one]

    monkeypatch.setattr(doubtful, "decide", decide)
    monkeypatch.setattr(doubtful, "where_open", opened)
    monkeypatch.setattr(doubtful, "far_down", lambda search, claim, drawn: [other] if len(drawn) == 40 else [])
    monkeypatch.setattr(doubtful, "past_the_floats", lambda search, claim, drawn: [])
    drawn = lambda rng, shape, count: SimpleNamespace(Z=np.ones((count, *shape)))  # noqa: E731
    monkeypatch.setattr(doubtful.matrices, "draw", drawn)
    monkeypatch.setattr(doubtful, "without_hypotheses", lambda search, claim: alone)

    assert refuted_in_doubt(search, claim, 7) == {"second": other, "without": alone, None: None}[found]
    assert len(sizes) == (0 if not own else 1 if found == "second" else SHAPES)
    assert all(40 < count <= 100 and steps == 7 for count, steps in sizes)
