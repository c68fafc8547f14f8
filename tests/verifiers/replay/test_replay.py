"""Protects the replay: every record of a report stands in a fresh process, and a tampered one does not."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.reports.json_ import read_recorded, write_records
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.agreement import same_exponent
from lemmacheck.verifiers.records.verdict import Header, Record, Teeth, Verdict
from lemmacheck.verifiers.replay.replay import Known, replay

from tests.shipped import ASKED, CORNER, ILL_FORMED

CLAIMS = LIBRARY.claims
FALSE = sorted(id for id in ASKED if CLAIMS[id].fault and id not in ILL_FORMED)
RATES = sorted(id for id in ASKED if CLAIMS[id].is_rate and not CLAIMS[id].fault)
SENTENCES = sorted(id for id in ASKED if CLAIMS[id].not_checkable)
CERTIFIED = ["P.P3.7.b.2", "P.A.1b.2.corrected", "P.3.8"]
Lemmacheck = Callable[..., Any]


def test_every_record_of_the_book_stands_in_a_fresh_process(
    quick_report: Any, quick_book: dict[str, Record], fresh_process: Callable[..., Any]
) -> None:
    told = fresh_process("-m", "lemmacheck.verifiers.cli", "replay", str(quick_report.folder / "records.jsonl"))
    lines = told.out.splitlines()

    assert (told.status, told.err) == (0, "")
    assert [line.split()[:2] for line in lines] == [["stands", id] for id in quick_book]


def test_a_replayed_refutation_tells_its_witness(quick_book: dict[str, Record]) -> None:
    again = replay(quick_book[CORNER])

    assert again.stands
    assert again.told == "refuted on Z = [-1] at t = 0: 0 >= 1/4 is false"


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
    for id, Z in (("P.S3.3.enough", [["-1"], ["-1"], ["-1"]]), (CORNER, [["0"]]), ("P.A.1b.2", [["0"]])):
        record = quick_book[id]
        assert record.witness is not None
        assert len(record.witness.Z) == len(Z)
        assert refused(replace(record, witness=replace(record.witness, Z=Z)))


@pytest.mark.parametrize("id", CERTIFIED)
def test_a_certified_record_stands_for_nothing_but_itself(id: str, quick_book: dict[str, Record]) -> None:
    record = quick_book[id]
    standing = {verdict for verdict in Verdict if replay(replace(record, verdict=verdict)).stands}

    assert record.verdict in {Verdict.CERTIFIED, Verdict.PROVED}
    assert standing == {record.verdict}


@pytest.mark.parametrize("id", RATES)
def test_a_rate_stands_with_the_verdict_that_is_known_of_it_alone(id: str, quick_book: dict[str, Record]) -> None:
    record, known = quick_book[id], Known(verdicts={id: quick_book[id].verdict})
    found = {verdict: replay(replace(record, verdict=verdict), known).stands for verdict in Verdict}
    unknown = {verdict for verdict in Verdict if replay(replace(record, verdict=verdict)).stands is None}

    assert {verdict for verdict, stands in found.items() if stands} == {record.verdict}
    assert unknown == {Verdict.SUPPORTED, Verdict.UNDECIDED}


@pytest.mark.parametrize("id", RATES)
def test_a_rate_with_another_exponent_or_on_other_data_does_not_stand(id: str, quick_book: dict[str, Record]) -> None:
    record = quick_book[id]
    assert record.worst is not None
    exponent = float(record.worst.lhs)
    others = [other.worst for other in quick_book.values() if other.id in RATES and other.id != id]
    Z = next(worst.Z for worst in others if worst is not None and worst.Z != record.worst.Z)

    assert replay(replace(record, worst=replace(record.worst, lhs=f"{exponent - 1e-3:.6f}"))).stands is False
    assert replay(replace(record, worst=replace(record.worst, Z=Z))).stands is False


def test_a_tightest_run_that_meets_no_hypothesis_does_not_stand(quick_book: dict[str, Record]) -> None:
    for id in CERTIFIED[:2]:
        record = quick_book[id]
        assert record.worst is not None
        outside = [["7" if k == 0 else x for k, x in enumerate(row)] for row in record.worst.Z]
        flat = [["0" for _ in row] for row in record.worst.Z]
        changed = outside if any(h.name == "unit_rows" for h in CLAIMS[id].given) else flat

        assert refused(replace(record, worst=replace(record.worst, Z=changed)))


def test_a_sentence_stands_as_not_checkable_and_nothing_else_does(quick_book: dict[str, Record]) -> None:
    for id in SENTENCES:
        assert not refused(quick_book[id])
        assert refused(replace(quick_book[id], verdict=Verdict.CERTIFIED))
    assert refused(replace(quick_book["P.3.8"], verdict=Verdict.NOT_CHECKABLE))


def test_a_record_without_a_run_never_stands_and_is_open_only_as_not_applicable(quick_book: dict[str, Record]) -> None:
    bare = replace(quick_book["P.3.8"], worst=None, informative=None)

    assert replay(bare).stands is False
    assert replay(replace(bare, verdict=Verdict.NOT_APPLICABLE)).stands is None


@pytest.mark.parametrize("id", ["P.S2.margin", CORNER, "S.Thm3.lin"])
def test_a_minus_before_a_zero_is_no_difference(id: str, quick_book: dict[str, Record]) -> None:
    record = quick_book[id]
    assert record.worst is not None
    turned = replace(record.worst, slack=-record.worst.slack if record.worst.slack == 0 else record.worst.slack)

    assert replay(replace(record, worst=turned)).stands


def test_an_exponent_of_zero_has_no_sign() -> None:
    assert same_exponent("0.000000", "-0.000000")
    assert not same_exponent("0.000000", "-0.100000")


def test_a_record_of_the_last_version_stands_and_says_what_it_lacks(quick_book: dict[str, Record]) -> None:
    old = replace(quick_book["P.3.8"], code="")
    again = replay(old)

    assert again.stands
    assert "code" in again.unchecked
    assert "code" not in replay(quick_book["P.3.8"]).unchecked


def test_a_record_of_another_source_is_open(quick_book: dict[str, Record]) -> None:
    again = replay(replace(quick_book["P.3.8"], code="0123456789abcdef"))

    assert again.stands is None
    assert "computed from another source" in again.told


def test_the_whole_plan_of_a_record_is_made_again_on_request(tmp_path: Path, lemmacheck: Lemmacheck) -> None:
    """A rate too, whose verdict rests on all its data sets."""
    told = lemmacheck("report", "P.3.8", "P.S2.margin", "--quick", "--out", str(tmp_path))
    file = str(tmp_path / "records.jsonl")
    whole = lemmacheck("replay", "--full", file)
    header, records, _ = read_recorded(file)
    assert header is not None
    forged = [
        replace(records[0], scope=replace(records[0].scope, instances=99)),
        replace(records[1], teeth=Teeth(1, 1)),
    ]
    write_records(forged, tmp_path / "forged", header)
    wrong = lemmacheck("replay", "--full", str(tmp_path / "forged"))

    assert (told.status, whole.status, wrong.status) == (0, 0, 1)
    assert [line.partition("  ")[0] for line in whole.out.splitlines()] == ["stands", "stands"]
    assert all("not checked: seconds" in line for line in whole.out.splitlines())
    assert [line.partition("  ")[0] for line in wrong.out.splitlines()] == ["DOES NOT STAND"] * 2
    assert "scope.instances is 99, found" in wrong.out
    assert "teeth" in wrong.out


def test_the_whole_plan_of_a_file_that_states_none_is_refused(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    told = lemmacheck("replay", "--full", saved(tmp_path, quick_book["P.3.8"]))

    assert (told.status, told.out) == (2, "")
    assert "does not state the effort" in told.err


def saved(folder: Path, *records: Record) -> str:
    write_records(records, folder / "records.jsonl", Header("some records"))
    return str(folder / "records.jsonl")


def test_a_tampered_record_among_others_is_told_and_exits_with_one(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    good, bad = quick_book["P.3.8"], replace(quick_book[CORNER], verdict=Verdict.CERTIFIED)
    file = saved(tmp_path, good, bad)
    told = lemmacheck("replay", file)

    assert (told.status, told.err) == (1, "")
    assert [line.split("  ")[:2] for line in told.out.splitlines()] == [
        ["stands", "P.3.8"],
        ["DOES NOT STAND", CORNER],
    ]
    assert lemmacheck("replay", f"{file}:2").status == 0
    assert lemmacheck("replay", f"{file}:3").status == 1


def test_the_replay_in_json_lists_each_record_with_whether_it_stands(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    import json

    changed = replace(quick_book[CORNER], verdict=Verdict.SUPPORTED)
    told = lemmacheck("replay", saved(tmp_path, quick_book[CORNER], changed), "--json")
    first, second = json.loads(told.out)

    assert (told.status, told.err) == (1, "")
    assert list(first) == ["id", "verdict", "stands", "told", "unchecked"]
    assert [(r["id"], r["verdict"], r["stands"]) for r in (first, second)] == [
        (CORNER, "refuted", True),
        (CORNER, "supported", False),
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
        ({"Z": [["1e1000000000"]]}, "the exponent 1000000000; expected at most 4300"),
        ({"Z": [["7" * 10_000]]}, "10000 characters; expected at most 4300 digits"),
        ({"Z": [["1"] * 200] * 200}, "a matrix of 40000 entries; expected at most 10000"),
        ({"steps": -2}, "a run of -2 steps; expected 0 to 10000"),
        ({"steps": 10**9}, "a run of 1000000000 steps; expected 0 to 10000"),
        ({"parameters": {"w": []}}, "is empty"),
        ({"parameters": {"lambda": ["1e999999999"] * 3, "theta": ["1"] * 3}}, "expected fractions"),
    ],
)
def test_a_record_that_cannot_be_decided_again_is_one_line_and_the_others_are_replayed(
    changes: dict[str, Any], told: str, tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    bad, good = with_entry(quick_book[CORNER], **changes), quick_book["P.3.8"]
    answer = lemmacheck("replay", saved(tmp_path, bad, good))
    first, second = answer.out.splitlines()

    assert (answer.status, answer.err) == (1, "")
    assert first.startswith(f"DOES NOT STAND  {CORNER}")
    assert second.startswith("stands  P.3.8")
    assert told in first


def test_an_id_that_the_library_does_not_know_and_a_line_that_is_no_record_stop_nothing(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    good = quick_book["P.3.8"]
    file = Path(saved(tmp_path, replace(good, id="P.X"), good))
    file.write_text(file.read_text(encoding="utf-8") + '{"id": 7}\n', encoding="utf-8")
    answer = lemmacheck("replay", str(file))

    assert answer.status == 1
    assert [line.split("  ")[:2] for line in answer.out.splitlines()] == [
        ["DOES NOT STAND", "P.X"],
        ["stands", "P.3.8"],
        ["DOES NOT STAND", "line 4"],
    ]
    assert "the records are not those that were written" in answer.err


def test_what_steers_a_terminal_is_shown_as_its_code_points(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    hostile = "\x1b[2J\x07\x00\u202e\x9b\nstands  P.3.8"
    answer = lemmacheck("replay", saved(tmp_path, replace(quick_book["P.3.8"], id=hostile, statement=hostile)))

    assert len(answer.out.splitlines()) == 1
    assert all(character.isprintable() for character in answer.out.rstrip("\n"))
    assert r"\x1b[2J\x07\x00\u202e\x9b\x0astands" in answer.out


def test_a_file_that_was_changed_is_said_to_be(
    tmp_path: Path, lemmacheck: Lemmacheck, quick_book: dict[str, Record]
) -> None:
    file = Path(saved(tmp_path, quick_book["P.3.8"], quick_book[CORNER]))
    head, first, second = file.read_text(encoding="utf-8").splitlines(keepends=True)
    ways = {
        "cut": head + first,
        "reordered": head + second + first,
        "extended": head + first + second + second,
        "without its first line": first + second,
        "with another title": head.replace("some records", "other records") + first + second,
        "with other seconds": head + first.replace('"seconds": ', '"seconds": 1') + second,
    }
    for name, text in ways.items():
        file.write_text(text, encoding="utf-8")
        answer = lemmacheck("replay", str(file))
        assert (answer.status, len(answer.err.splitlines())) == (1, 1), name
        assert "the records are not those that were written" in answer.err, name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("not json\n", "line 1: not a JSON record"),
        ("[1]\n", "line 1: not a record"),
        ('{"id": "P.3.8"}\n', "line 1: not a record"),
        ('{"id": "P.3.8", "verdict": "green", "scope": {"instances": 1, "steps": 1}}\n', "green"),
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
    answers = [lemmacheck("replay", given) for given in (f"{file}.gone", f"{file}:3", f"{file}:0", str(tmp_path))]

    assert [(answer.status, answer.out, len(answer.err.splitlines())) for answer in answers] == [(2, "", 1)] * 4
    assert "no records file" in answers[0].err
    assert "has 1 records; there is no line 3" in answers[1].err
