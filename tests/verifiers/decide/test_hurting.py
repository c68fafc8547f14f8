"""Protects what proofs are confirmed by: runs that hurt, and the error where a claim is proved and refuted."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lemmacheck import Claim, Hypothesis, Method, Relation, at_least, at_most, equal
from lemmacheck.verifiers import cli
from lemmacheck.verifiers.cli import book, running
from lemmacheck.verifiers.decide import gate as hurting
from lemmacheck.verifiers.decide.gate import (
    DATA,
    EDGES,
    SMALLEST,
    STEPS,
    decisions,
    hard_runs,
    proof_of,
    refuted,
    schedules,
)
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.library.deciding import examine, with_proof
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import Proof
from lemmacheck.verifiers.records.verdict import Contradiction, Verdict, Witness, join

from tests.books.written import claim_text, method_text, problem_text, writer
from tests.commands import LITTLE, silent

DUAL = LIBRARY.claims["P.3.2.upd"]


def stated(function: Any, **changes: Any) -> Claim:
    return replace(DUAL, function=function, **{"given": (), "uses": (), **changes})


def refutation_of(claim: Claim) -> str:
    return refuted(decisions(claim))


def late(run: Any) -> Relation:
    return at_most(run.t, 500)


def many(run: Any) -> Relation:
    return at_most(run.mu * 0 + run.n, 69)


def in_range(run: Any) -> Relation:
    return at_most(run.lam, 1)


@pytest.mark.parametrize("function", [
    *(late, many, in_range),
    lambda run: at_most(run.squared(run.Z)[None], 5000),
    lambda run: at_least(run.mu * 0 + run.n, 2),
    lambda run: at_most(run.lam[-1:], 1),
    lambda run: at_most(run.t, 1 // (run.n - 2)),  # undefined on two rows
])  # fmt: skip
def test_a_statement_that_is_false_only_on_such_runs_is_refuted(function: Any) -> None:
    assert refutation_of(stated(function))


@pytest.mark.slow
@pytest.mark.parametrize("function", [
    lambda run: at_most(run.t * 0, 1 / (run.t - 20) ** 2),
    lambda run: at_most(run.sqrt(23 - run.t), 30),
    lambda run: at_most(run.log(500 - run.t), 30),
    lambda run: at_most(run.t[:-1], run.t),
])  # fmt: skip
def test_a_statement_without_a_value_on_such_a_run_is_not_proved(
    function: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hurting, "prove", lambda claim, most: Proof(("both sides agree",)))

    assert proof_of(stated(function)) is None
    assert proof_of(stated(lambda run: at_most(run.sqrt(run.t), 30))) is not None


def test_what_floats_alone_refute_is_not_refuted() -> None:
    assert refutation_of(stated(lambda run: at_most(run.t, run.t + 10**20 - 10**20))) == ""


def test_a_statement_that_its_hypotheses_save_is_not_refuted() -> None:
    given = tuple(h for h in DUAL.given if h.name == "rates_in_range")

    assert given
    assert refutation_of(stated(in_range, given=given)) == ""


def test_a_hypothesis_that_holds_saves_no_statement() -> None:
    given = tuple(h for h in DUAL.given if h.name == "rates_in_range")

    assert refutation_of(stated(lambda run: at_most(run.t, 23), given=given))


def test_the_data_hurt_in_all_the_ways_they_are_meant_to() -> None:
    by_name = {instance.name: instance for instance in (*DATA, SMALLEST)}
    found = {
        name: (one.optimum.gamma_squared, sum(x * x for row in one.rows for x in row)) for name, one in by_name.items()
    }

    assert found == {
        "far apart": (0, 20000), "long and short": (Fraction(2500, 2501), 10012), "one row": (5, 5),
        "one zero": (0, 0), "a square, twice": (1, 8), "nonseparable": (0, 4), "thirty columns": (30, 120),
        "seventy rows": (1, 603), "two rows": (1, 5),
    }  # fmt: skip
    assert [instance.shape for instance in DATA] == [(2, 1), (3, 2), (1, 2), (1, 1), (4, 2), (3, 2), (2, 30), (70, 2)]
    twice = by_name["a square, twice"].rows
    assert twice[:2] == twice[2:]


def test_schedules_at_the_edges_are_what_they_are_called() -> None:
    values = {name: [edge(t) for t in (0, 1, STEPS - 3, STEPS - 2, STEPS - 1, STEPS)] for name, edge in EDGES.items()}

    assert values == {
        "1": [1] * 6,
        "2": [2] * 6,
        "−1": [-1] * 6,
        "1/64": [Fraction(1, 64)] * 6,
        "1, at last 3": [1] * 5 + [3],
        "1, late 3": [1] * 3 + [3] * 3,
        "1, late −1": [1] * 3 + [-1] * 3,
        "3, soon 1": [3] + [1] * 5,
    }
    found, usual = schedules(DUAL.method), DUAL.usual
    label = next(iter(usual))
    assert list(found)[: len(usual)] == list(usual)
    assert list(found)[len(usual) :] == [f"{label}, {x} = {edge}" for x in ("lam", "theta") for edge in EDGES]
    for name in EDGES:
        assert found[f"{label}, lam = {name}"] == replace(usual[label], lam=EDGES[name])
        assert found[f"{label}, theta = {name}"] == replace(usual[label], theta=EDGES[name])
    assert schedules(None) == {"": None}
    of_numbers = LIBRARY.claims["S.BetaLam"]  # its λ is a number, and no function of t
    assert schedules(of_numbers.method) == of_numbers.usual


def test_a_run_is_told_by_its_data_its_method_and_its_length() -> None:
    assert str(hurting.OneRun(SMALLEST, "λ=1", None, 7)) == "two rows of λ=1, t up to 7"
    assert str(hurting.OneRun(SMALLEST, "", None, 7)) == "two rows, t up to 7"


def test_runs_are_as_long_as_their_data_allow_and_within_reach() -> None:
    assert DUAL.method is not None
    runs = list(hard_runs(DUAL.method))
    count = len(schedules(DUAL.method))

    assert len(runs) == len(DATA) * count + 1
    assert {run.steps for run in runs[:-1] if run.instance.shape[0] < 20} == {STEPS} == {24}
    assert {run.steps for run in runs if run.instance.shape[0] == 70} == {6}
    assert (runs[-1].instance, runs[-1].label, runs[-1].steps) == (SMALLEST, runs[0].label, 520)
    shapes = {run.instance.shape for run in hard_runs(replace(DUAL.method, reach=(3, 2)))}
    assert shapes == {(2, 1), (3, 2), (1, 2), (1, 1)}
    assert {run.instance.shape for run in hard_runs(replace(DUAL.method, reach=(9, 1)))} == {(2, 1), (1, 1)}
    assert len(list(hard_runs(None))) == len(DATA)


def test_a_claim_proved_and_refuted_stops_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hurting, "prove", lambda claim, most: Proof(("both sides agree",)))

    with pytest.raises(Contradiction, match=r"both sides agree.*two rows.*t = 501"):
        proof_of(stated(late))


BOTH = (
    problem_text("Line", "a=1 + abs(Z[0, 0])")
    + method_text("Halving", "State(p.a)", "State(s.x / 2)")
    + claim_text("L.1", "Halving", "equal(run.x[1:], run.x[:-1] / 2)", "x_{t+1} = x_t/2.")
    + claim_text("L.2", "Halving", "at_most(run.x[1:], run.x[:-1] / 3)", "x_{t+1} ≤ x_t/3: false.")
    + "METHOD = Method(Halving, on=Line, steps=5)\n"
)


@pytest.mark.parametrize("found", ["hard runs", "the search"])
def test_a_contradiction_is_told_of_its_claim_alone_and_there_is_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: str
) -> None:
    monkeypatch.setattr(hurting, "prove", lambda claim, most: Proof(("both sides agree",)))
    if found == "the search":
        monkeypatch.setattr(hurting, "decisions", lambda claim: iter(()))
    claims = list(writer(tmp_path)(BOTH).claims.values())

    records = examine(claims, LITTLE, silent)

    assert [record.verdict for record in records] == [Verdict.PROVED, Verdict.UNDECIDED]
    assert re.fullmatch(
        r"L\.2 is proved \(both sides agree\) and refuted \(on .*\); one is wrong: .*", records[1].reason
    )
    assert [book.contradiction(record, {}, True) for record in records] == [[], [f"finding: {records[1].reason}"]]
    with pytest.raises(Contradiction, match=r"L\.2 is proved"):
        list(book.consistent(records))


def test_a_true_claim_keeps_its_proof_and_one_that_is_refuted_has_none() -> None:
    assert proof_of(stated(late)) is None
    assert proof_of(stated(lambda run: equal(run.p, run.scores(run.w)))) is not None


def test_a_refuted_record_with_a_proof_stops_the_report() -> None:
    witness = Witness([["100"]], 3, "1", "0", relation="<=")
    record = replace(blank(DUAL, Verdict.REFUTED), witness=witness)

    with pytest.raises(Contradiction, match=r"both sides agree.*100"):
        with_proof(record, Proof(("both sides agree",)))


class State(NamedTuple):
    x: Any


@dataclass
class Changeable:
    """A method that can be changed, and so has no hash."""

    def start(self, p: Any) -> Any:
        return State(p.zero())

    def step(self, p: Any, s: Any) -> Any:
        return s


def test_a_method_without_a_hash_is_run_too() -> None:
    said = stated(lambda run: at_least(run.x, 1), method=Method(Changeable))

    assert refutation_of(said).startswith("on far apart")


@dataclass(frozen=True)
class Undefined:
    """A method that divides by 0."""

    def start(self, p: Any) -> Any:
        return State(1 // 0)

    def step(self, p: Any, s: Any) -> Any:
        return s


def test_a_hypothesis_seems_to_fail_where_floats_say_so_and_not_where_they_say_nothing() -> None:
    def seems(function: Any, algorithm: Any) -> bool:
        hypothesis = Hypothesis("h", "a hypothesis", function)
        return hurting.seems_to_fail(hypothesis, SMALLEST, algorithm, 5, Method(type(algorithm)))

    changeable, undefined = Changeable(), Undefined()
    assert seems(lambda run: at_most(run.t, 4), changeable)
    assert not seems(lambda run: at_most(run.t, 5), changeable)
    assert not seems(lambda run: at_most(run.t, 1 // 0), changeable)
    assert not seems(lambda run: at_most(run.t, 4), undefined)


def test_a_run_that_does_not_meet_the_hypotheses_hides_none_that_does() -> None:
    three = Hypothesis("three", "n ≥ 3", lambda run: at_least(run.mu * 0 + run.n, 3))

    assert refutation_of(stated(many, given=(three,))).startswith("on seventy rows")


def test_a_run_that_floats_cannot_compute_refutes_nothing() -> None:
    assert (
        refutation_of(stated(lambda run: at_most(run.t, -1), method=Method(Undefined, usual={"": Undefined()}))) == ""
    )


def test_verdicts_of_one_claim_do_not_join_a_proof_and_a_refutation() -> None:
    with pytest.raises(Contradiction, match="proved and refuted"):
        join([Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED])


def test_the_command_line_tells_it_in_one_line_and_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def contradict(*_: Any, **__: Any) -> Any:
        raise Contradiction("X is proved and\nrefuted")

    monkeypatch.setattr(running.typer.main, "get_command", lambda app: type("C", (), {"make_context": contradict}))

    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 1
    assert capsys.readouterr().err == "lemmacheck: X is proved and refuted\n"
