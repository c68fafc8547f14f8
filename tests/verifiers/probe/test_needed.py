"""Protects the published needs: a report decides each again, and one on which nothing fails is a finding."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.reports import published as publishing
from lemmacheck.reports.json_ import read_records
from lemmacheck.reports.published import known_needs, needs_path
from lemmacheck.verifiers.library import deciding as book
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.probe.need import RANGE, Need, need, unanswerable
from lemmacheck.verifiers.probe.needed import with_needs
from lemmacheck.verifiers.records.verdict import Condition, Record, Scope, Verdict, Witness

from tests.commands import Command
from tests.sampled import sampled

pytestmark = pytest.mark.usefixtures("tiny_data")
CLAIMS = LIBRARY.claims


@cache
def needs(id: str) -> dict[str, Need]:
    return {each.hypothesis: each for each in need(CLAIMS[id]).needs}


def record(id: str) -> Record:
    given = [Condition(h.name, h.statement, 3, 3, h.tacit) for h in CLAIMS[id].given]
    return Record(id, Verdict.CERTIFIED, Scope(3, 10), hypotheses=given)


def needs_of(id: str, known: dict[str, Witness | int]) -> tuple[Record, list[str]]:
    return with_needs(CLAIMS[id], record(id), known)


def published(id: str) -> dict[str, Witness | int]:
    return {name: said.found or said.tried for name, said in needs(id).items()}


def test_every_need_on_record_is_certified_again() -> None:
    known = known_needs(needs_path())
    lost = [line for id, its in known.items() for line in needs_of(id, its)[1]]

    assert len(known) > 100
    assert lost == []


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(["P.L3.5", "P.P3.7.b.2", "P.T3.1.1"], 2))
def test_what_is_published_is_certified_again_into_the_record(id: str) -> None:
    told, lost = needs_of(id, published(id))

    assert lost == []
    assert {h.name: h.need or h.tried for h in told.hypotheses} == published(id)
    assert told == replace(record(id), hypotheses=told.hypotheses)


@pytest.mark.slow
def test_only_the_data_the_parameters_and_the_steps_of_what_is_published_count() -> None:
    w = needs("P.L3.5")["starts_at_one"].found
    assert w is not None
    told, lost = with_needs(
        LIBRARY.claims["P.L3.5"], record("P.L3.5"), {"starts_at_one": replace(w, t=9, lhs="0", rhs="0", relation="<")}
    )

    assert (lost, [h.need for h in told.hypotheses if h.need]) == ([], [w])


@pytest.mark.parametrize("change", [{"Z": [["2"]]}, {"Z": [["0"]]}, {"algorithm": "λ=1, θ=1"}, {"algorithm": "?"}])
def test_a_published_run_on_which_nothing_fails_is_a_finding(change: dict[str, Any]) -> None:
    w = needs("P.L3.5")["starts_at_one"].found
    assert w is not None
    told, lost = needs_of("P.L3.5", {"starts_at_one": replace(w, **change)})

    assert lost == ["P.L3.5: no longer seen to need starts_at_one; see `lemmacheck need P.L3.5`"]
    assert told == record("P.L3.5")


@pytest.mark.parametrize(("Z", "status"), [([["-1"]], 0), ([["2"]], 1)])
def test_a_report_with_a_need_that_is_lost_is_a_finding(
    Z: list[list[str]], status: int, lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    w = needs("P.L3.5")["starts_at_one"].found
    assert w is not None
    publishing.write_needs({"P.L3.5": {"starts_at_one": replace(w, Z=Z)}}, tmp_path / "needs.json")
    monkeypatch.setattr(publishing, "needs_path", lambda: tmp_path / "needs.json")
    monkeypatch.setattr(book, "decided", lambda *asked: iter([replace(record("P.L3.5"), verdict=Verdict.PROVED)]))
    result = lemmacheck("report", "P.L3.5", "--out", str(tmp_path))
    (written,) = read_records(tmp_path / "records.jsonl")

    assert result.status == status
    assert ("no longer seen to need starts_at_one" in result.err) == (status == 1)
    assert [h.need for h in written.hypotheses if h.name == "starts_at_one"] == [None if status else w]


def test_a_need_of_a_hypothesis_that_the_claim_has_not_or_that_holds_there_is_a_finding() -> None:
    w = needs("P.L3.5")["starts_at_one"].found
    assert w is not None

    assert [len(needs_of("P.L3.5", {"another": said})[1]) for said in (w, 7, 0)] == [1, 1, 0]
    assert len(needs_of("P.L3.5", {"unit_rows": w})[1]) == 1


def test_tries_are_written_to_their_hypothesis_and_the_range_is_one_of_all_runs() -> None:
    """Of a claim for t ≥ 1 the range is a hypothesis like any other; what was tried in vain is no need."""
    told, lost = needs_of("P.L3.5", {"starts_at_one": 7, "unit_rows": 0, RANGE: 5})
    found = {h.name: h for h in told.hypotheses}

    assert lost == []
    assert found["starts_at_one"] == replace(found["starts_at_one"], tried=7, need=None)
    assert [h.tried for name, h in found.items() if name not in ("starts_at_one", RANGE)] == [0] * (len(found) - 2)
    assert found[RANGE] == Condition(RANGE, "t ≥ 1", 3, 3, tried=5)
    assert list(found) == [*(h.name for h in CLAIMS["P.L3.5"].given), RANGE]


def test_the_needs_of_every_claim_that_can_be_asked_are_published() -> None:
    known = known_needs(needs_path())
    asked = {id: {h.name for h in claim.given} for id, claim in CLAIMS.items() if not unanswerable(claim)}

    assert {id for id, names in asked.items() if names} <= known.keys() <= asked.keys()
    assert [id for id, said in known.items() if not asked[id] <= set(said) <= asked[id] | {RANGE}] == []
