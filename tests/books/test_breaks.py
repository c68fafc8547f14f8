"""Protects what a search adds to what was decided: the run that breaks a claim first, the data that come as close as
they may, the words; and on how many steps it is asked. A stand-in finds what the test says.
"""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import at_most
from lemmacheck.verifiers.decide.ladder import Decision
from lemmacheck.verifiers.decide.recording import Settled
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library import breaks, plan
from lemmacheck.verifiers.library.breaks import NO_SEARCH, search_for_breaks
from lemmacheck.verifiers.library.plan import Effort, Plan
from lemmacheck.verifiers.probe import findings
from lemmacheck.verifiers.probe.findings import FAR, LEAST, Findings, Look
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.report import SearchReport

from tests.books.written import WRITE
from tests.shipped import made

BOOK = """@problem
class Line:
    def of(Z):
        return dict(s=Z[0, 0])


class Step:
    def start(self, p):
        return State(p.s)

    def step(self, p, state):
        return State(state.x / 2)


@claim("limit", about=Step)
def tends(run):
    'x_t → 0.'
    return Limit(run.x)


@claim("bound", about=Step)
def bounded(run):
    'x_t ≤ 5.'
    return at_most(run.x, 5)


METHOD = Method(Step, on=Line, usual={"": Step(), "again": Step()})
"""
ONE, TWO, NINE = (Instance.from_json(f"of {x}", [[x]]) for x in ("1", "2", "9"))
EFFORT = Effort(steps=12, own=100_000, search=0)
PLAN = Plan(1, {"": [ONE], "again": [TWO]})
HORIZON = 21  # steps that a search had in the end
CLOSEST = SearchReport(instances=3, steps=12, n=1, share=0.5, closest="bound", t=2)


@pytest.fixture
def claims(opened: WRITE) -> dict[str, Claim]:
    return opened(BOOK).claims


def holding(label: str, verdict: Verdict = Verdict.CERTIFIED) -> Settled:
    return Settled(ONE, label, Decision(verdict, steps=12))


Finding = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
def finding(monkeypatch: pytest.MonkeyPatch) -> Finding:
    """Every search finds this; what each was asked is noted."""

    def finds(*found: Findings) -> list[tuple[Any, ...]]:
        asked: list[tuple[Any, ...]] = []
        answers = iter(found)

        def search(claim: Claim, label: str, algorithm: Any, seeds: list[Instance], look: Look) -> Findings:
            asked.append((label, [one.name for one in seeds], look.budget))
            return next(answers)

        monkeypatch.setattr(breaks, "findings_of", search)
        return asked

    return finds


def test_parameters_are_searched_in_turn_with_a_share_of_all_steps_until_one_breaks_it(
    claims: dict[str, Claim], finding: Finding
) -> None:
    broken = Settled(NINE, "again", Decision(Verdict.REFUTED))
    settled = [holding(""), holding("again")]
    asked = finding(Findings(report=CLOSEST), Findings(broken, [TWO], CLOSEST))
    text = search_for_breaks(claims["bound"], settled, PLAN, EFFORT)

    assert asked == [("", ["of 1"], 50_000), ("again", ["of 2"], 50_000)]
    assert settled == [broken, holding(""), holding("again")]
    assert text == "searched 6 instances of up to 1 row, runs of up to 12 steps, in floats"

    asked = finding(Findings(broken, report=CLOSEST))
    search_for_breaks(claims["bound"], [holding("")], PLAN, replace(EFFORT, own=15_000))
    assert asked == [("", ["of 1"], LEAST)]
    asked = finding(Findings(broken, report=CLOSEST))
    search_for_breaks(claims["bound"], [holding("")], Plan(1, {}), replace(EFFORT, own=7_000))
    assert asked == [("", [], 7_000)]


def test_how_close_it_came_is_said_of_what_holds(claims: dict[str, Claim], finding: Finding) -> None:
    finding(*[Findings(report=CLOSEST)] * 2)
    text = search_for_breaks(claims["bound"], [holding("")], PLAN, EFFORT)

    assert text.endswith("in floats: short of equality, the closest takes 0.5 of what is allowed, at t = 2")


@pytest.mark.parametrize(("id", "verdict", "asked"), [
    ("bound", Verdict.CERTIFIED, False),
    ("bound", Verdict.NOT_APPLICABLE, True),
    ("limit", Verdict.CERTIFIED, True),
])  # fmt: skip
def test_what_comes_close_is_decided_of_a_limit_and_of_a_claim_that_applied_to_no_data(
    id: str, verdict: Verdict, asked: bool, claims: dict[str, Claim], finding: Finding
) -> None:
    finding(Findings(close=[NINE]), Findings())
    settled = [holding("", verdict), holding("again")]
    search_for_breaks(claims[id], settled, PLAN, EFFORT)

    assert [(one.instance, one.label, one.decision.steps) for one in settled[2:]] == [(NINE, "", 12)] * asked


@pytest.mark.parametrize(("id", "own", "settled", "text"), [
    ("bound", 0, [holding("")], ""),
    ("bound", 9, [], ""),
    ("bound", 9, [holding(""), holding("", Verdict.REFUTED)], ""),
    ("limit", 9, [holding("", Verdict.ILL_FORMED)], ""),
    ("limit", 9, [holding("")], NO_SEARCH),
])  # fmt: skip
def test_nothing_is_searched_for_what_is_refuted_already_or_cannot_be(
    id: str, own: int, settled: list[Settled], text: str, claims: dict[str, Claim], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaks, "searchable", lambda claim: not text)
    before = list(settled)

    assert search_for_breaks(claims[id], settled, PLAN, replace(EFFORT, own=own)) == text
    assert settled == before


def test_a_proved_claim_of_an_authors_is_not_searched(claims: dict[str, Claim], finding: Finding) -> None:
    proved: Any = "a proof"

    assert finding() == []
    assert search_for_breaks(claims["bound"], [holding("")], replace(PLAN, proof=proved), EFFORT) == ""


def searched(claim: Claim, label: str, seeds: list[Instance], steps: int = 12, in_balls: bool = True) -> Findings:
    return findings.searched(claim, claim, label, claim.usual[label], seeds, Look(steps, 700, in_balls))


@pytest.fixture
def climbed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    """A search that comes so close on 1, 2 and 9, and crosses the bound where that is said."""

    def climbs(crossing: Any = None, doubtful: Any = None, named: Any = None) -> dict[str, Any]:
        asked: dict[str, Any] = {}
        shares = {1.0: 0.5, 2.0: 1.0, 9.0: 1.5}
        near = [SimpleNamespace(Z=np.array([[x]]), share=share) for x, share in shares.items()]

        def search(claims: list[Claim], algorithm: Any, first: int, budget: Any, seeds: Any, **more: Any) -> Any:
            asked.update(first=first, budget=budget.steps, seeds=len(seeds), **more)
            aim = SimpleNamespace(crossing=crossing, near=near)
            return SimpleNamespace(report=lambda: CLOSEST, aims=[aim], horizon=HORIZON)

        monkeypatch.setattr(findings, "Search", search)
        monkeypatch.setattr(findings, "refuted_in_doubt", lambda *_: doubtful)
        monkeypatch.setattr(findings, "refuted_at_named", lambda *_: named)
        return asked

    return climbs


@pytest.mark.parametrize(("id", "close", "closest"), [
    ("bound", ["1", "2", "9"], "bound"),
    ("limit", ["2", "9"], ""),  # nearer than any other at its end is where it does not come nearer
])  # fmt: skip
def test_of_a_limit_the_data_on_which_it_comes_no_nearer_are_close(
    id: str, close: list[str], closest: str, claims: dict[str, Claim], climbed: Callable[..., dict[str, Any]]
) -> None:
    asked = climbed()
    found = searched(claims[id], "", [ONE] * 30)

    assert found.broken is None
    assert [one.to_json()[0][0] for one in found.close] == close
    assert [one.name for one in found.close] == [f"found-1x1-{k}" for k in range(1, len(close) + 1)]
    assert (found.report.closest, found.report.steps) == (closest, HORIZON)
    assert asked == {"first": 12, "budget": 700, "seeds": 12, "far": 96, "short": []}


def test_a_run_is_searched_as_long_as_its_method_makes_it_and_a_few_are_far_longer(
    opened: WRITE, climbed: Callable[..., dict[str, Any]]
) -> None:
    short = opened(BOOK.replace("on=Line", "on=Line, steps=5")).claims["bound"]
    asked = climbed()
    searched(short, "", [])
    assert (asked["first"], asked["far"]) == (5, 40)
    searched(short, "", [], steps=4)
    assert (asked["first"], asked["far"]) == (4, 32)
    long = opened(BOOK).claims["bound"]
    searched(long, "", [], steps=200)
    assert (asked["first"], asked["far"]) == (200, FAR)


def test_a_claim_of_the_data_alone_is_searched_on_runs_that_no_method_makes(
    climbed: Callable[..., dict[str, Any]],
) -> None:
    asked, claim = climbed(), made(lambda p: at_most(p.n, 5))
    found = searched(claim, "", [])

    assert (asked["first"], asked["far"], found.close) == (12, 0, [])


@pytest.mark.parametrize("by", ["crossing", "doubtful", "named"])
def test_what_crosses_the_bound_is_decided_on_a_run_that_is_long_enough(
    by: str, claims: dict[str, Claim], climbed: Callable[..., dict[str, Any]]
) -> None:
    for steps, decided in ((3, 12), (20, 20)):
        crossing = SimpleNamespace(instance=NINE, steps=steps)
        climbed(**{by: crossing})
        found = searched(claims["bound"], "again", [])

        assert found.broken is not None
        assert (found.broken.instance, found.broken.label) == (NINE, "again")
        assert (found.broken.decision.verdict, found.broken.decision.steps) == (Verdict.REFUTED, decided)
        assert not found.close


def test_what_reads_the_end_of_its_run_is_searched_on_short_runs(
    opened: WRITE, climbed: Callable[..., dict[str, Any]]
) -> None:
    at_last = opened(BOOK.replace("run.x, 5", "run.x[-1], 5")).claims["bound"]
    asked = climbed()
    searched(at_last, "", [ONE])

    assert asked["short"] == [1, 2, 3, 4, 8]


def test_a_quick_report_searches_a_small_share_and_asks_no_balls_beyond_it(
    claims: dict[str, Claim], climbed: Callable[..., dict[str, Any]]
) -> None:
    """Protects --quick of a book of one's own, which took as long as the whole report."""
    assert 20 * plan.QUICK.own <= plan.STANDARD.own
    assert (plan.QUICK.in_balls, plan.STANDARD.in_balls) == (0, 1)
    climbed(doubtful=SimpleNamespace(instance=NINE, steps=3))

    assert searched(claims["bound"], "again", [], in_balls=False).broken is None
    assert searched(claims["bound"], "again", []).broken is not None
