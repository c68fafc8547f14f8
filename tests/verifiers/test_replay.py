"""Protects the replay: every record of a report stands in a fresh process, and a tampered one does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reports.json_ import write_records
from tests.laws.catalogue import ILL_FORMED
from verifiers.replay import replay
from verifiers.shipped import LIBRARY
from verifiers.verdict import Record, Verdict

CLAIMS = LIBRARY.claims
FALSE = sorted(id for id, claim in CLAIMS.items() if claim.fault and id not in ILL_FORMED)
RATES = sorted(id for id, claim in CLAIMS.items() if claim.is_rate)
SENTENCES = sorted(id for id, claim in CLAIMS.items() if claim.not_checkable)
READS_A_TABLE = "S.Margin"  # whatever the data: a class of eight hypotheses, written down
CERTIFIED = ["P.P3.7.corrected", "P.P3.7.b.2.corrected", "P.A.1b.2.corrected", "P.3.8"]
Lemmacheck = Callable[..., Any]


def test_every_record_of_the_book_stands_in_a_fresh_process(
    quick_report: Any, quick_book: dict[str, Record], fresh_process: Callable[..., Any]
) -> None:
    told = fresh_process("-m", "verifiers.cli", "replay", str(quick_report.folder / "records.jsonl"))
    lines = told.out.splitlines()

    assert (told.status, told.err) == (0, "")
    assert [line.split()[:2] for line in lines] == [["stands", id] for id in quick_book]


def test_a_replayed_refutation_tells_its_witness(quick_book: dict[str, Record]) -> None:
    again = replay(quick_book["P.P3.7"])

    assert again.stands
    assert again.told == "refuted on Z = [-1] at t = 0: 0 >= 1/2 is false"


def refused(record: Record) -> bool:
    return not replay(record).stands


@pytest.mark.parametrize("id", FALSE)
def test_a_refutation_with_another_verdict_does_not_stand(id: str, quick_book: dict[str, Record]) -> None:
    changed = [replace(quick_book[id], verdict=verdict) for verdict in Verdict if verdict != Verdict.REFUTED]

    assert [str(record.verdict) for record in changed if not refused(record)] == []


@pytest.mark.parametrize("id", FALSE)
def test_a_refutation_whose_witness_is_harmless_or_elsewhere_does_not_stand(
    id: str, quick_book: dict[str, Record]
) -> None:
    record = quick_book[id]
    assert record.witness is not None
    harmless = [["2" for _ in row] for row in record.witness.Z]  # rows of norm above 1
    lost = [replace(record, witness=replace(record.witness, t=record.witness.t + 1))]
    if any(h.name == "unit_rows" for h in CLAIMS[id].given):
        lost.append(replace(record, witness=replace(record.witness, Z=harmless)))

    assert [refused(record) for record in lost] == [True] * len(lost)


def test_a_witness_with_one_entry_changed_does_not_stand(quick_book: dict[str, Record]) -> None:
    for id, Z in (("P.S3.3.enough", [["-1"], ["-1"], ["-1"]]), ("P.P3.7", [["0"]]), ("P.A.1b.2", [["0"]])):
        record = quick_book[id]
        assert record.witness is not None
        assert len(record.witness.Z) == len(Z)
        assert refused(replace(record, witness=replace(record.witness, Z=Z)))


@pytest.mark.parametrize("id", CERTIFIED)
def test_a_certified_record_stands_for_nothing_but_itself_and_what_is_weaker(
    id: str, quick_book: dict[str, Record]
) -> None:
    record = quick_book[id]
    standing = {verdict for verdict in Verdict if replay(replace(record, verdict=verdict)).stands}

    assert record.verdict in {Verdict.CERTIFIED, Verdict.PROVED}
    assert {record.verdict} <= standing <= {record.verdict, Verdict.CERTIFIED, Verdict.SUPPORTED}


@pytest.mark.parametrize("id", RATES)
def test_a_rate_with_a_verdict_that_no_rate_can_have_does_not_stand(id: str, quick_book: dict[str, Record]) -> None:
    record = quick_book[id]
    standing = {verdict for verdict in Verdict if replay(replace(record, verdict=verdict)).stands}

    assert standing == {Verdict.SUPPORTED, Verdict.UNDECIDED}


@pytest.mark.parametrize("id", RATES)
def test_a_rate_with_another_exponent_or_on_other_data_does_not_stand(id: str, quick_book: dict[str, Record]) -> None:
    record = quick_book[id]
    assert record.worst is not None
    exponent = float(record.worst.lhs)
    others = [other.worst for other in quick_book.values() if other.id in RATES and other.id != id]
    Z = next(worst.Z for worst in others if worst is not None and worst.Z != record.worst.Z)

    assert refused(replace(record, worst=replace(record.worst, lhs=f"{exponent - 1e-3:.6f}")))
    assert refused(replace(record, worst=replace(record.worst, Z=Z))) == (id != READS_A_TABLE)


def test_a_tightest_run_that_meets_no_hypothesis_does_not_stand(quick_book: dict[str, Record]) -> None:
    for id in CERTIFIED[:2]:
        record = quick_book[id]
        assert record.worst is not None
        outside = [["7" if k == 0 else x for k, x in enumerate(row)] for row in record.worst.Z]
        flat = [["0" for _ in row] for row in record.worst.Z]
        changed = outside if any(h.name == "unit_rows" for h in CLAIMS[id].given) else flat
        stands = replay(replace(record, worst=replace(record.worst, Z=changed))).stands

        assert stands == all(h.name == "standard_lambda" for h in CLAIMS[id].given)


def test_a_sentence_stands_as_not_checkable_and_nothing_else_does(quick_book: dict[str, Record]) -> None:
    for id in SENTENCES:
        assert not refused(quick_book[id])
        assert refused(replace(quick_book[id], verdict=Verdict.CERTIFIED))
    assert refused(replace(quick_book["P.3.8"], verdict=Verdict.NOT_CHECKABLE))


def test_a_record_without_a_run_stands_only_as_not_applicable(quick_book: dict[str, Record]) -> None:
    bare = replace(quick_book["P.3.8"], worst=None)

    assert refused(bare)
    assert not refused(replace(bare, verdict=Verdict.NOT_APPLICABLE))


def saved(folder: Path, *records: Record) -> str:
    write_records(records, folder / "records.jsonl")
    return str(folder / "records.jsonl")


def test_a_tampered_record_among_others_is_told_and_exits_with_one(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    good, bad = quick_book["P.3.8"], replace(quick_book["P.P3.7"], verdict=Verdict.CERTIFIED)
    file = saved(tmp_path, good, bad)
    told = lemmacheck("replay", file)

    assert (told.status, told.err) == (1, "")
    assert [line.split("  ")[:2] for line in told.out.splitlines()] == [
        ["stands", "P.3.8"],
        ["DOES NOT STAND", "P.P3.7"],
    ]
    assert lemmacheck("replay", f"{file}:1").status == 0
    assert lemmacheck("replay", f"{file}:2").status == 1


def test_the_replay_in_json_lists_each_record_with_whether_it_stands(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    import json

    changed = replace(quick_book["P.P3.7"], verdict=Verdict.SUPPORTED)
    told = lemmacheck("replay", saved(tmp_path, quick_book["P.P3.7"], changed), "--json")
    first, second = json.loads(told.out)

    assert (told.status, told.err) == (1, "")
    assert list(first) == ["id", "verdict", "stands", "told"]
    assert [(r["id"], r["verdict"], r["stands"]) for r in (first, second)] == [
        ("P.P3.7", "refuted", True),
        ("P.P3.7", "supported", False),
    ]


def with_entry(record: Record, **changes: Any) -> Record:
    assert record.witness is not None
    return replace(record, witness=replace(record.witness, **changes))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"Z": [["abc"]]}, "abc"),
        ({"Z": [["1/0"]]}, "'1/0' is not an entry"),
        ({"Z": []}, "at least one row"),
        ({"Z": [["1"], ["1", "0"]]}, "rows of lengths [1, 2]"),
        ({"algorithm": "λ=7"}, "no parameters are called 'λ=7'"),
    ],
)
def test_a_record_that_cannot_be_decided_again_is_one_line_and_exits_with_two(
    changes: dict[str, Any], told: str, tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    answer = lemmacheck("replay", saved(tmp_path, with_entry(quick_book["P.P3.7"], **changes)))

    assert (answer.status, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert told in answer.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("not json\n", "line 1: not a JSON record"),
        ("[1]\n", "line 1: not a record"),
        ('{"id": "P.3.8"}\n', "line 1: not a record"),
        ('{"id": "P.3.8", "verdict": "green", "scope": {"instances": 1, "steps": 1}}\n', "green"),
        ('{"id": "P.X", "verdict": "certified", "scope": {"instances": 1, "steps": 1}}\n', "no claim is called 'P.X'"),
        ("\xff", "not a JSON record"),
    ],
)
def test_a_bad_line_is_told_in_one_line_with_its_number_and_exits_with_two(
    text: str, told: str, tmp_path: Path, lemmacheck: Lemmacheck
) -> None:
    (tmp_path / "bad.jsonl").write_text(text, encoding="utf-8")
    answer = lemmacheck("replay", str(tmp_path / "bad.jsonl"))

    assert (answer.status, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert told in answer.err


def test_a_missing_file_or_line_is_told_and_exits_with_two(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    file = saved(tmp_path, quick_book["P.3.8"])
    answers = [lemmacheck("replay", given) for given in (f"{file}.gone", f"{file}:2", f"{file}:0", str(tmp_path))]

    assert [(answer.status, answer.out, len(answer.err.splitlines())) for answer in answers] == [(2, "", 1)] * 4
    assert "no records file" in answers[0].err
    assert "has 1 records; there is no line 2" in answers[1].err
