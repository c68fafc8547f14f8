"""Protects what proofs are confirmed by: runs that hurt, and the error where a claim is proved and refuted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.verifiers import cli
from lemmacheck.verifiers.decide import gate as hurting
from lemmacheck.verifiers.decide.gate import STEPS, hurting_runs, proof_of, refutation
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.library.deciding import with_proof
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import Proof
from lemmacheck.verifiers.records.verdict import Contradiction, Verdict, Witness, join

DUAL = LIBRARY.claims["P.3.2.upd"]


def stated(function: Any, **changes: Any) -> Claim:
    return replace(DUAL, function=function, **{"given": (), "uses": (), **changes})


def late(run: Any) -> Relation:
    return at_most(run.t, 500)


def large(run: Any) -> Relation:
    return at_most(run.squared(run.Z)[None], 5000)


def single(run: Any) -> Relation:
    return at_least(run.mu * 0 + run.n, 2)


def many(run: Any) -> Relation:
    return at_most(run.mu * 0 + run.n, 69)


def in_range(run: Any) -> Relation:
    return at_most(run.lam, 1)


def in_range_but_last(run: Any) -> Relation:
    return at_most(run.lam[-1:], 1)


@pytest.mark.parametrize("function", [late, large, single, many, in_range, in_range_but_last])
def test_a_statement_that_is_false_only_on_such_runs_is_refuted(function: Any) -> None:
    assert refutation(stated(function))


def test_a_statement_that_its_hypotheses_save_is_not_refuted() -> None:
    given = tuple(h for h in DUAL.given if h.name == "rates_in_range")

    assert given
    assert refutation(stated(in_range, given=given)) == ""


def test_runs_go_far_on_small_data_only() -> None:
    steps = {hurt.instance.shape[0]: hurt.steps for hurt in hurting_runs(DUAL.method)}

    assert max(steps.values()) > 500
    assert steps[70] < STEPS


def test_a_claim_proved_and_refuted_stops_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hurting, "prove", lambda claim: Proof(("both sides agree",)))

    with pytest.raises(Contradiction, match=r"both sides agree.*two rows.*t = 501"):
        proof_of(stated(late))


def test_a_true_claim_keeps_its_proof() -> None:
    assert proof_of(stated(lambda run: equal(run.p, run.scores(run.w)))) is not None


def test_a_refuted_record_with_a_proof_stops_the_report() -> None:
    witness = Witness([["100"]], 3, "1", "0", relation="<=")
    record = replace(blank(DUAL, Verdict.REFUTED), witness=witness)

    with pytest.raises(Contradiction, match=r"both sides agree.*100"):
        with_proof(record, Proof(("both sides agree",)))


def test_verdicts_of_one_claim_do_not_join_a_proof_and_a_refutation() -> None:
    with pytest.raises(Contradiction, match="proved and refuted"):
        join([Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED])


def test_the_command_line_tells_it_in_one_line_and_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def contradict(*_: Any, **__: Any) -> Any:
        raise Contradiction("X is proved and\nrefuted")

    monkeypatch.setattr(cli.typer.main, "get_command", lambda app: type("C", (), {"main": contradict}))

    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 1
    assert capsys.readouterr().err == "lemmacheck: X is proved and refuted\n"
