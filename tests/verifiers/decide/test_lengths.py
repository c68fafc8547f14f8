"""Protects the lengths of runs: which short ones are asked, of what, and where a run that divides by 0 ends. A stand-in
says what each length decides.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import at_most
from lemmacheck.verifiers.decide import lengths
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import Decision
from lemmacheck.verifiers.decide.lengths import (
    DATA,
    ENDED,
    SHORT,
    on_shorter_runs,
    reads_the_end,
    run_before_the_end,
    short_too,
    up_to_the_end,
)
from lemmacheck.verifiers.decide.recording import Settled
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

from tests.shipped import made

RUNS = LIBRARY.claims["P.3.2.upd"]
FIRST, SECOND, *_ = RUNS.usual
DATASETS = [Instance.from_json(str(k), [[f"-{k}/40"]]) for k in range(1, 21)]


def held(k: int, label: str = FIRST, steps: int = 5, verdict: Verdict = Verdict.CERTIFIED, **more: Any) -> Settled:
    return Settled(DATASETS[k], label, Decision(verdict, steps=steps, bits=128, **more))


Asked = list[tuple[str, str, int]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What is decided, by data, parameters and steps; of two steps the statement says nothing."""
    found: Asked = []

    def decide(claim: Claim, instance: Instance, algorithm: Any, steps: int, ties: bool) -> Decision:
        assert ties is False
        found.append((instance.name, next(label for label, one in RUNS.usual.items() if one is algorithm), steps))
        return Decision(Verdict.UNDECIDED, steps=steps, cause=Cause.NOTHING if steps == 2 else Cause.OTHER)

    monkeypatch.setattr(lengths, "decide", decide)
    monkeypatch.setattr(lengths, "reads_the_end", lambda *_: True)
    return found


def test_what_holds_and_reads_the_end_is_asked_of_short_runs_on_two_data_of_each_parameters(asked: Asked) -> None:
    settled = [held(0), held(1), held(2), held(0, SECOND, 3), held(3, SECOND, 4, Verdict.UNDECIDED)]
    found = list(on_shorter_runs(RUNS, settled))

    assert DATA == 2
    few = [("1", FIRST), ("2", FIRST)]
    assert asked == [(*one, steps) for one in few for steps in (1, 2, 3, 4)] + [("1", SECOND, 1), ("1", SECOND, 2)]
    assert [(one.instance.name, one.label, one.decision.steps) for one in found] == [
        one for one in asked if one[2] != 2
    ]


@pytest.mark.parametrize("verdict", [Verdict.REFUTED, Verdict.UNDECIDED, Verdict.NOT_APPLICABLE])
def test_what_does_not_hold_is_not_asked_of_short_runs(verdict: Verdict, asked: Asked) -> None:
    assert list(on_shorter_runs(RUNS, [held(0, verdict=verdict)])) == []
    assert asked == []


def test_what_says_the_same_of_every_length_is_not_asked_of_short_runs(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lengths, "reads_the_end", lambda *_: False)

    assert list(on_shorter_runs(RUNS, [held(0)])) == []
    monkeypatch.setattr(lengths, "reads_the_end", lambda *_: True)
    monkeypatch.setattr(lengths, "may_be_shorter", lambda algorithm: False)
    assert list(on_shorter_runs(RUNS, [held(0), held(1, cause=Cause.NO_RUN)])) == []
    assert asked == []


def dividing(last: int) -> Callable[..., Decision]:
    """A run divides by 0 after so many steps; one of 3 steps has no row of which the claim speaks."""

    def decide(claim: Claim, instance: Instance, algorithm: Any, steps: int, ties: bool) -> Decision:
        cause = Cause.NO_RUN if steps > last else Cause.NO_ROW if steps == 3 else Cause.OTHER
        return Decision(Verdict.CERTIFIED, steps=steps, cause=cause)

    return decide


@pytest.mark.parametrize(("last", "steps"), [
    (0, []), (1, [1]), (2, [1, 2]), (7, [1, 2, 3, 4, 6, 7]), (8, [1, 2, 3, 4, 8]),
    (100, [1, 2, 3, 4, 8, 16, 32, 64]),
])  # fmt: skip
def test_a_run_that_divides_by_0_is_decided_on_those_before_with_the_longest(
    last: int, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lengths, "decide", dividing(last))
    found = [one.steps for one in up_to_the_end(RUNS, DATASETS[0], RUNS.usual[FIRST])]

    assert found[: len(steps)] == steps
    assert max(found, default=0) == last
    assert found == sorted(found)


def test_data_without_a_long_run_are_asked_of_the_runs_before_so_many_of_each_parameters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lengths, "decide", dividing(4))
    gone = [held(k, verdict=Verdict.NOT_APPLICABLE, cause=Cause.NO_RUN) for k in range(20)]
    others = [held(0, SECOND, verdict=Verdict.NOT_APPLICABLE)]
    found = list(on_shorter_runs(RUNS, [*gone, *others]))

    assert ENDED == 16
    assert [one.instance for one in found] == [one for one in DATASETS[:16] for _ in range(3)]
    assert [one.decision.steps for one in found[:3]] == [1, 2, 4]
    assert {one.label for one in found} == {FIRST}
    rate = next(claim for claim in LIBRARY.claims.values() if claim.tends and claim.method)
    assert list(on_shorter_runs(rate, gone[:1], {FIRST: RUNS.usual[FIRST]})) == []


@pytest.mark.parametrize("last", [0, 1, 2, 5, 8, 9, 20])
def test_the_longest_run_before_a_division_by_0_is_made(last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "ball_run", lambda _, algorithm, steps, *more: steps if steps <= last else NoRun())
    made_ = run_before_the_end(DATASETS[0], RUNS.usual[FIRST], 9, 128, None)

    assert (made_ if last else type(made_)) == (min(last, 9) if last else NoRun)
    monkeypatch.setattr(lengths, "may_be_shorter", lambda algorithm: False)
    again = run_before_the_end(DATASETS[0], RUNS.usual[FIRST], 9, 128, None)
    assert (again if last >= 9 else type(again)) == (9 if last >= 9 else NoRun)


def test_a_statement_reads_the_end_where_half_the_run_says_another_thing() -> None:
    run = held(0, steps=4)
    algorithm = RUNS.usual[FIRST]

    def reads(statement: Callable[[Any], Any]) -> bool:
        return reads_the_end(replace(RUNS, function=statement, given=()), run, algorithm)

    assert reads(lambda run: at_most(run.t, run.steps))
    assert reads(lambda run: at_most(run.t[-1:], 9))
    assert not reads(lambda run: at_most(run.t, 9))
    assert not reads(lambda run: at_most(run.t[:2], 9))
    assert not reads_the_end(next(c for c in LIBRARY.claims.values() if c.tends and c.method), run, algorithm)


def test_short_lengths_are_asked_of_what_an_author_says_of_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "reads_the_end", lambda claim, one, algorithm: one.instance.name == "6")
    claim = made(lambda p: at_most(p.n, 5))
    kind = {"own": True, "not_checkable": "", "dataless": False, "usual": RUNS.usual}

    def asked(data: list[Instance], **changes: Any) -> Any:
        return short_too(type("Stated", (), {**kind, **changes})(), data, 40)

    assert short_too(claim, DATASETS, 40) == ()  # ours
    assert asked(DATASETS) == SHORT
    assert asked(DATASETS[6:]) == asked(DATASETS[:5]) == ()
    for changes in ({"own": False}, {"not_checkable": "why"}, {"dataless": True}, {"usual": {"": None}}):
        assert asked(DATASETS, **changes) == ()
