"""Protects how a record is put together: which runs are decided, when a rate or a proof counts, what is asked when a
process is lost, and what is heard meanwhile. Stand-ins decide what the test says.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Decay, Relation, at_most
from lemmacheck.theory.margins.hypotheses import unit_rows
from lemmacheck.verifiers.decide import rates
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import Decision
from lemmacheck.verifiers.decide.recording import Settled, blank
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library import deciding
from lemmacheck.verifiers.library.deciding import batched, examine_claim, guilty, in_processes, settle, undecided
from lemmacheck.verifiers.library.plan import QUICK, Plan
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.library.supervision import DONE, Job, Lost, Watch
from lemmacheck.verifiers.prove import Proof
from lemmacheck.verifiers.records.verdict import Contradiction, Level, Record, Scope, Teeth, Verdict

from tests.commands import silent
from tests.shipped import made

CLAIMS = LIBRARY.claims
RUNS = CLAIMS["P.3.2.upd"]
LABELS = list(RUNS.usual)
DATA = [Instance.from_json(str(k), [[f"-{k}/9"]]) for k in range(1, 9)]
EFFORT = replace(QUICK, steps=20, certified=4, elsewhere=2)
FREE, OPEN = made(lambda p: at_most(p.n, 5)), Plan(3, {})


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int]]:
    """The runs that are decided, by data, parameters and steps: on data 1 a hypothesis fails, 8 refute."""
    asked: list[tuple[str, str, int]] = []

    def decide(claim: Claim, instance: Instance, algorithm: Any, steps: int, **_: Any) -> Decision:
        asked.append((instance.name, next(k for k, one in RUNS.usual.items() if one is algorithm), steps))
        verdicts = {"1": Verdict.NOT_APPLICABLE, "8": Verdict.REFUTED}
        return Decision(verdicts.get(instance.name, Verdict.CERTIFIED), steps=steps)

    monkeypatch.setattr(deciding, "decide", decide)
    monkeypatch.setattr(deciding, "seems_to_fail", lambda *_: False)
    monkeypatch.setattr(deciding, "on_shorter_runs", lambda claim, settled: [])
    monkeypatch.setattr(deciding, "without_ties", lambda claim, settled, most: [("no tie", most), *settled])
    return asked


def test_other_parameters_are_decided_on_fewer_data_and_in_half_the_steps_once_the_claim_applies(
    decided: list[tuple[str, str, int]],
) -> None:
    first, second, *others = LABELS
    settled = settle(RUNS, Plan(0, {first: DATA, second: DATA[:3], **dict.fromkeys(others, DATA[:1])}), EFFORT)

    assert [run for run in decided if run[1] == first] == [(str(k), first, 20) for k in range(1, 6)]
    asked = [("1", second, 8), ("2", second, 8)]  # whether it applies, in the first steps
    assert [run for run in decided if run[1] == second] == asked + [(str(k), second, 10) for k in (1, 2, 3)]
    assert [run for run in decided if run[1] in others] == [("1", label, 8) for label in others]  # it does not
    assert settled[0] == ("no tie", 2)
    assert len(settled) == 1 + 5 + 3


def test_parameters_before_the_first_that_apply_are_decided_in_full(decided: list[tuple[str, str, int]]) -> None:
    first, second, *_ = LABELS
    settle(RUNS, Plan(0, {first: DATA[:1], second: DATA}), EFFORT)

    assert decided[:2] == [("1", first, 20), ("1", second, 20)]
    assert len(decided) == 6


def test_what_is_proved_is_decided_on_a_few_data_ties_or_not(decided: list[tuple[str, str, int]]) -> None:
    settled = settle(RUNS, Plan(0, {LABELS[0]: DATA}, Proof(("so",))), EFFORT)

    assert [run[0] for run in decided] == ["1", "2", "3"]
    assert [type(one) for one in settled] == [Settled] * 3


@pytest.mark.parametrize(("verdict", "cause", "seems", "applies"), [
    (Verdict.CERTIFIED, Cause.OTHER, False, True),
    (Verdict.REFUTED, Cause.OTHER, False, True),
    (Verdict.CERTIFIED, Cause.OTHER, True, False),
    (Verdict.NOT_APPLICABLE, Cause.OTHER, False, False),
    (Verdict.NOT_APPLICABLE, Cause.NO_ROW, False, True),
    (Verdict.NOT_APPLICABLE, Cause.NO_RUN, False, True),
])  # fmt: skip
def test_a_claim_applies_where_neither_floats_nor_balls_see_a_hypothesis_fail(
    verdict: Verdict, cause: Cause, seems: bool, applies: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "decide", lambda *_, **__: Decision(verdict, cause=cause))
    monkeypatch.setattr(deciding, "seems_to_fail", lambda *_: seems)

    assert deciding.applies(replace(FREE, given=(unit_rows,)), DATA[0], None) == applies


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Record]:
    """The record of a claim whose runs have this verdict."""

    def examine(claim: Claim, verdict: Verdict, plan: Plan = OPEN, report: str = "", why: str = "") -> Record:
        one = Settled(DATA[0], "", Decision(verdict, steps=30))
        record = blank(claim, verdict, reason=why, scope=Scope(1, 30))
        monkeypatch.setattr(deciding, "settle", lambda *_: [one])
        monkeypatch.setattr(deciding, "search_for_breaks", lambda *_: report)
        noted.clear()
        monkeypatch.setattr(deciding, "write_record", lambda *given: noted.append(given[2:]) or record)
        monkeypatch.setattr(deciding.teeth, "teeth_of", lambda claim: Teeth(2, 3, []))
        monkeypatch.setattr(deciding, "informative", lambda claim: 0.25)
        monkeypatch.setattr(deciding, "with_longer_paths", lambda claim, record, plan, effort: record)
        return examine_claim(claim, plan, EFFORT)

    return examine


noted: list[Any] = []


@pytest.mark.parametrize(("verdict", "teeth", "informative"), [
    (Verdict.CERTIFIED, True, 0.25),
    (Verdict.SUPPORTED, True, 0.25),
    (Verdict.REFUTED, True, None),
    (Verdict.UNDECIDED, True, None),
    (Verdict.NOT_APPLICABLE, False, None),
])  # fmt: skip
def test_a_record_has_teeth_where_it_applies_and_says_how_much_could_have_failed_where_it_holds(
    verdict: Verdict, teeth: bool, informative: float | None, examined: Callable[..., Record]
) -> None:
    record = examined(FREE, verdict)

    assert record.verdict == verdict
    assert (record.teeth is not None, record.informative) == (teeth, informative)
    assert noted == [(20, 3)]


def test_what_was_searched_stands_after_the_reason_and_its_runs_may_be_longer(examined: Callable[..., Record]) -> None:
    assert examined(FREE, Verdict.UNDECIDED, why="It is open.", report="searched much").reason == (
        "It is open; searched much"
    )
    assert noted == [(30, 3)]
    assert examined(FREE, Verdict.CERTIFIED, report="searched much").reason == "searched much"
    assert examined(FREE, Verdict.CERTIFIED, why="It is so.").reason == "It is so."


def test_a_proof_raises_what_holds_and_what_is_refuted_all_the_same_is_undecided(
    examined: Callable[..., Record],
) -> None:
    plan = Plan(3, {}, Proof(("so it is",)))

    assert examined(FREE, Verdict.CERTIFIED, plan).verdict == Verdict.PROVED
    assert examined(FREE, Verdict.SUPPORTED, plan).verdict == Verdict.PROVED
    for verdict in (Verdict.UNDECIDED, Verdict.NOT_APPLICABLE):
        assert examined(FREE, verdict, plan).verdict == verdict
    both = examined(FREE, Verdict.REFUTED, plan, why="it fails")
    assert both.verdict == Verdict.UNDECIDED
    assert "so it is" in both.reason
    assert "it fails" in both.reason
    with pytest.raises(Contradiction):
        deciding.with_proof(blank(FREE, Verdict.REFUTED), Proof(("so",)))
    refuted = examine_claim(FREE, Plan(3, {}, contradiction="proved and refuted"), EFFORT)
    assert (refuted.verdict, refuted.reason) == (Verdict.UNDECIDED, "proved and refuted")
    nothing = examine_claim(replace(FREE, not_checkable="no numbers"), OPEN, EFFORT)
    assert (nothing.verdict, nothing.reason) == (Verdict.NOT_CHECKABLE, "no numbers")


RATE = next(claim for claim in CLAIMS.values() if claim.is_rate and not claim.own)
ALONE = next(iter(RATE.usual))


@pytest.fixture
def rate(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Record]:
    """The record of a rate of power 1, whose sequences on the data are c/t^power; some are of no run, or stay at 0."""

    def judged(powers: Sequence[float], undefined: int = 0, stays: bool = False, refuted: bool = False) -> Record:
        t = np.arange(1, 301.0)
        sequences = [1 / t**power for power in powers] + [t * np.nan] * undefined
        decays = [(one.name, Decay(x, 1)) for one, x in zip(DATA, sequences, strict=False)]
        monkeypatch.setattr(rates, "FEWEST", 3)
        monkeypatch.setattr(rates, "decays", lambda *_: decays)
        gone = {one.name for one in DATA[len(powers) :]}

        def decide(claim: Claim, instance: Instance, *_: Any, **__: Any) -> Decision:
            cause = Cause.NO_RUN if instance.name in gone else Cause.OTHER
            return Decision(Verdict.REFUTED if refuted else Verdict.UNDECIDED, cause=cause)

        monkeypatch.setattr(deciding, "decide", decide)
        monkeypatch.setattr(deciding, "goes_on", lambda *_: not stays)
        monkeypatch.setattr(deciding, "write_record", lambda claim, settled, *_: blank(claim, Verdict.REFUTED))
        return deciding.judge_rate(RATE, Plan(9, {ALONE: DATA[: len(decays)]}), replace(EFFORT, rate_steps=300))

    return judged


def test_a_rate_is_supported_by_exponents_that_reach_it_and_has_teeth_then(rate: Callable[..., Record]) -> None:
    record = rate([2.0, 1.5, 2.0])

    assert record.verdict == Verdict.SUPPORTED
    assert record.reason.endswith("and needs an exponent of at most −1")
    assert (record.level, record.scope) == (Level.FLOAT, Scope(3, 300, 9))
    assert record.worst is not None
    assert (record.worst.instance, record.worst.steps) == ("2", 300)
    assert record.worst.lhs == rates.exponent(Decay(1 / np.arange(1, 301.0) ** 1.5, 1))
    assert record.worst.lhs
    assert record.teeth is not None
    assert {(one.met, one.of) for one in record.hypotheses} <= {(3, 3)}
    slower = rate([2.0, 0.5, 2.0])
    assert (slower.verdict, slower.level, slower.teeth) == (Verdict.UNDECIDED, None, None)


def test_data_without_a_run_are_passed_over_and_counted(rate: Callable[..., Record]) -> None:
    record = rate([2.0, 2.0, 2.0], undefined=2)

    assert (record.verdict, record.scope.instances) == (Verdict.SUPPORTED, 3)
    assert "nothing is said of 2 more" in record.reason
    none = rate([], undefined=2)
    assert (none.verdict, none.reason) == (Verdict.NOT_APPLICABLE, Cause.NO_RUN.text())


def test_a_rate_that_is_0_in_floats_is_supported_where_balls_show_it_to_fall_on(rate: Callable[..., Record]) -> None:
    assert rate([2.0, 2.0, 2.0, 9.0]).verdict == rate([2.0, 2.0, 2.0], stays=True).verdict == Verdict.SUPPORTED
    record = rate([2.0, 2.0, 2.0, 9.0, 9.0], stays=True)
    assert record.verdict == Verdict.UNDECIDED
    assert record.reason.startswith("on 4 it comes below what floats show")


def test_a_run_that_stays_away_refutes_a_rate(rate: Callable[..., Record]) -> None:
    assert rate([2.0, 2.0, 2.0], refuted=True).verdict == Verdict.REFUTED


def test_no_data_that_meet_its_hypotheses_decide_no_rate() -> None:
    record = deciding.judge_rate(RATE, Plan(9, {}), EFFORT)

    assert (record.verdict, record.reason) == (Verdict.NOT_APPLICABLE, "no examined run met the hypotheses")


@pytest.mark.parametrize(("own", "verdicts", "label"), [
    (True, {"a": Verdict.SUPPORTED, "b": Verdict.SUPPORTED, "c": Verdict.UNDECIDED}, "c"),
    (True, {"a": Verdict.SUPPORTED, "b": Verdict.REFUTED, "c": Verdict.UNDECIDED}, "b"),
    (True, {"a": Verdict.SUPPORTED, "b": Verdict.SUPPORTED}, "a"),
    (True, {"a": Verdict.UNDECIDED, "b": Verdict.REFUTED}, "a"),
    (False, {"a": Verdict.SUPPORTED, "b": Verdict.REFUTED}, "a"),
])  # fmt: skip
def test_an_authors_rate_is_that_of_the_first_parameters_with_which_it_does_not_hold(
    own: bool, verdicts: dict[str, Verdict], label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged(claim: Any, label: str, plan: Plan, effort: Any) -> Record:
        return blank(FREE, verdicts[label], reason=label)

    monkeypatch.setattr(deciding, "judge_rate_with", judged)
    claim: Any = SimpleNamespace(own=own, usual={"no data": None, **verdicts})
    plan = Plan(1, {"no data": [], **dict.fromkeys(verdicts, DATA)})

    assert deciding.judge_rate(claim, plan, EFFORT).reason == label


def test_whoever_waits_hears_what_is_asked_and_each_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = next(claim for claim in CLAIMS.values() if claim.dataless)
    monkeypatch.setattr(deciding, "examine_some", lambda some, effort: {one.id: undecided(one, "") for one in some})
    heard: dict[int, list[str]] = {}
    for claims in ([RUNS, CLAIMS["P.L3.2"]], [steps]):
        said = heard[len(claims)] = []
        found = deciding.examine(claims, replace(EFFORT, per_shape=2), said.append, workers=1)
        assert [record.id for record in found] == [claim.id for claim in claims]

    survey = 2 * len(deciding.SHAPES)
    assert heard[2] == [
        f"deciding 2 claims: first by a proof, then on {survey} instances and more",
        "1/2 P.3.2.upd undecided, less than a minute left",
        "2/2 P.L3.2 undecided",
    ]
    assert heard[1] == ["deciding 1 claim: first by a proof, then on runs", f"1/1 {steps.id} undecided"]
    assert deciding.examine([], EFFORT, silent) == []


def test_items_are_taken_in_their_order_so_many_at_a_time() -> None:
    assert list(batched("abcde", 2)) == [("a", "b"), ("c", "d"), ("e",)]
    assert list(batched("", 2)) == []


def job(function: Any, *claims: Claim) -> Job:
    return Job(Watch(Path("x.py")), function, (), list(claims))


def named(*names: str) -> list[Claim]:
    """Claims whose ids, and whose functions, have these names."""
    found = []
    for name in names:

        def statement(p: Any) -> Relation:
            return at_most(p.n, 5)

        statement.__name__ = name
        found.append(replace(FREE, id=name, function=statement, library=None))
    return found


def test_a_lost_process_leaves_undecided_the_claim_that_it_was_at() -> None:
    one, two, three = named(*"ABC")

    assert guilty(job(deciding.examined, one, two), Lost("", frozenset("B"))) == [one]
    assert guilty(job(deciding.screened, one, two, three), Lost("", frozenset("B"))) == [two]
    given = replace(three, given=(unit_rows,))
    assert guilty(job(deciding.screened, one, given), Lost("", frozenset([unit_rows.name]))) == [given]
    assert guilty(job(deciding.screened, one, two), Lost("", frozenset(["step"]))) == [one, two]


def test_the_claims_beside_one_that_is_lost_are_decided_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody knows which claim it was, each is screened alone."""
    claims = named(*"ABCD")
    asked: list[tuple[str, str]] = []

    def replies(jobs: list[Job], workers: int, waiting: Any) -> Iterator[tuple[Job, Any]]:
        while jobs:
            one = jobs.pop(0)
            names = "".join(claim.id for claim in one.of)
            asked.append((one.function.__name__, names))
            if one.function is deciding.screened:
                plans = {claim.id: Plan(0, {}) for claim in one.of}
                yield one, Lost("lost") if len(names) > 1 else Lost("slow") if names == "B" else (plans, EFFORT)
            elif names == "C":
                yield one, Lost("hung")
            else:
                yield from ((one, undecided(claim, "decided")) for claim in list(one.of))
            yield one, DONE

    monkeypatch.setattr(deciding, "replies", replies)
    found = in_processes(claims, lambda some: deciding.screening(EFFORT, some), silent)

    assert {record.id: record.reason for record in found} == {"A": "decided", "B": "slow", "C": "hung", "D": "decided"}
    assert asked[:5] == [("screened", "ABCD"), *(("screened", id) for id in "ABCD")]
    assert sorted(asked[5:]) == [("examined", "A"), ("examined", "C"), ("examined", "D")]


def test_a_claim_that_is_known_not_to_end_is_undecided_at_once_and_one_that_is_lost_is_known_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = {"A": "did not return"}
    library: Any = SimpleNamespace(late=late, parts=(), claims={})
    claims = [replace(one, library=library) for one in named(*"ABC")]
    library.claims.update((one.id, one) for one in claims)
    asked: list[list[str]] = []

    def replies(jobs: list[Job], workers: int, waiting: Any) -> Iterator[tuple[Job, Any]]:
        while jobs:
            one = jobs.pop(0)
            asked.append([claim.id for claim in one.of])
            yield one, Lost("lost")

    monkeypatch.setattr(deciding, "replies", replies)
    monkeypatch.setattr(deciding, "watched", lambda claims: None)
    found = list(in_processes(claims, lambda some: deciding.screening(EFFORT, some), silent))

    assert [(one.id, one.reason) for one in found] == [("A", "did not return"), ("B", "lost"), ("C", "lost")]
    assert asked == [["B", "C"], ["B"], ["C"]]
    assert late == {"A": "did not return", "B": "lost", "C": "lost"}


def test_a_certified_chance_is_told_with_what_longer_paths_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "longer_paths", lambda claim, one, algorithm, *steps: f"{one.name}, {steps}")
    chance = next(claim for claim in CLAIMS.values() if claim.is_chance)
    plan = Plan(0, dict.fromkeys(chance.usual, DATA[:2]))

    def told(claim: Claim, verdict: Verdict) -> str:
        record = blank(claim, verdict, reason="it holds", scope=Scope(1, 4))
        return deciding.with_longer_paths(claim, record, plan, EFFORT).reason

    assert told(chance, Verdict.CERTIFIED) == "it holds; 2, (20, 4)"
    assert told(chance, Verdict.UNDECIDED) == told(RUNS, Verdict.CERTIFIED) == "it holds"


def test_one_question_may_take_the_time_of_many_calls() -> None:
    watch = SimpleNamespace(limit=2.0)
    claims = named(*"AB")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deciding, "watched", lambda claims: watch)
        assert deciding.screening(EFFORT, claims).most == deciding.LONG * 2.0 * 2
        assert deciding.deciding(claims, dict.fromkeys("AB", Plan(0, {})), EFFORT).most == deciding.LONG * 2.0
        assert not deciding.screening(EFFORT, claims).goes_on


def test_on_one_data_set_what_is_no_number_and_what_is_a_rate_are_not_decided() -> None:
    nothing = replace(FREE, not_checkable="no numbers")
    found = {record.verdict: record for record in deciding.examined_on([nothing, RATE, FREE], DATA[0], 3)}

    assert found[Verdict.NOT_CHECKABLE].reason == "no numbers"
    assert found[Verdict.UNDECIDED].reason == "a rate is fitted over many instances; check it without --data"
    assert found[Verdict.CERTIFIED].scope.instances == 1
