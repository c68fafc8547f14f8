"""Protects the replay: every record of a report stands in a fresh process, and a tampered one does not."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.reports.json_ import read_recorded, write_records
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.agreement import same_exponent
from lemmacheck.verifiers.records.provenance import documents
from lemmacheck.verifiers.records.verdict import Header, Origin, Record, Teeth, Verdict
from lemmacheck.verifiers.replay.replay import replay

from tests.commands import Command, spawn
from tests.shipped import CORNER

CLAIMS = LIBRARY.claims
BOOK = "JST21-preprint"


@pytest.mark.slow
def test_every_record_of_the_book_stands_in_a_fresh_process(quick_report: Any, quick_book: dict[str, Record]) -> None:
    result = spawn("-m", "lemmacheck.verifiers.cli", "replay", str(quick_report.folder / "records.jsonl"))
    lines = result.out.splitlines()

    assert (result.status, len(result.err.splitlines())) == (0, 1)
    assert "of the header are not checked: " in result.err
    assert [line.split()[:2] for line in lines] == [["stands", id] for id in quick_book]


def test_a_replayed_refutation_tells_its_witness(quick_book: dict[str, Record]) -> None:
    again = replay(quick_book[CORNER])

    assert again.stands
    assert again.text == "refuted on Z = [-1] at t = 0: 0 ≥ 1/4 is false"


@pytest.mark.parametrize("id", ["P.S2.margin", CORNER, "S.Thm3.lin"])
def test_a_minus_before_a_zero_is_no_difference(id: str, quick_book: dict[str, Record]) -> None:
    record = quick_book[id]
    assert record.worst is not None
    turned = replace(record.worst, slack=-record.worst.slack if record.worst.slack == 0 else record.worst.slack)

    assert replay(replace(record, worst=turned)).stands


def test_an_exponent_of_zero_has_no_sign() -> None:
    assert same_exponent("0.000000", "-0.000000")
    assert not same_exponent("0.000000", "-0.100000")


@pytest.mark.slow
def test_the_whole_plan_of_a_record_is_made_again_on_request(tmp_path: Path, lemmacheck: Command) -> None:
    """A rate too, whose verdict rests on all its data sets."""
    result = lemmacheck("report", "P.3.8", "P.S2.margin", "--quick", "--out", str(tmp_path))
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

    assert (result.status, whole.status, wrong.status) == (0, 0, 1)
    assert [line.partition("  ")[0] for line in whole.out.splitlines()] == ["stands", "stands"]
    assert all("not checked: seconds" in line for line in whole.out.splitlines())
    assert [line.partition("  ")[0] for line in wrong.out.splitlines()] == ["DOES NOT STAND"] * 2
    assert "scope.instances is 99, found" in wrong.out
    assert "teeth" in wrong.out


def test_the_whole_plan_of_a_file_that_states_none_is_refused(
    tmp_path: Path, lemmacheck: Command, quick_book: dict[str, Record]
) -> None:
    result = lemmacheck("replay", "--full", saved(tmp_path, quick_book["P.3.8"]))

    assert "does not state the effort" in result.refusal


def saved(folder: Path, *records: Record) -> str:
    write_records(records, folder / "records.jsonl", Header("some records"))
    return str(folder / "records.jsonl")


def test_a_tampered_record_among_others_is_told_and_exits_with_one(
    tmp_path: Path, lemmacheck: Command, quick_book: dict[str, Record]
) -> None:
    good, bad = quick_book["P.3.8"], replace(quick_book[CORNER], verdict=Verdict.CERTIFIED)
    file = saved(tmp_path, good, bad)
    result = lemmacheck("replay", file)

    assert (result.status, result.err) == (1, "")
    assert [line.split("  ")[:2] for line in result.out.splitlines()] == [
        ["stands", "P.3.8"],
        ["DOES NOT STAND", CORNER],
    ]
    assert lemmacheck("replay", f"{file}:2").status == 0
    assert lemmacheck("replay", f"{file}:3").status == 1


@pytest.mark.parametrize(
    ("field", "forged", "told"),
    [("seeds", {"survey": 7}, "seeds.survey is 7, found 0"), ("books", {BOOK: "No"}, f"books.{BOOK} is 'No'")],
)
def test_a_header_that_states_other_seeds_or_documents_is_told_and_the_rest_of_it_listed_as_not_checked(
    field: str, forged: dict[str, Any], told: str, tmp_path: Path, lemmacheck: Command, quick_book: dict[str, Record]
) -> None:
    """Protects from a header under a digest computed anew, of which nothing was looked at."""
    results = []
    made = Origin("report", books={BOOK: known_as(BOOK)})
    for origin in (made, replace(made, **{field: forged})):
        write_records([quick_book["P.3.8"]], tmp_path / "r", Header("some records", origin=origin))
        results.append(lemmacheck("replay", str(tmp_path / "r")))
    whole, other = results
    page = lemmacheck("render", str(tmp_path / "r"), "--replay", "--out", str(tmp_path / "page"))

    assert (whole.status, other.status, page.status) == (0, 1, 1)
    assert f"Its header does not stand: {told}" in (tmp_path / "page" / "report.md").read_text(encoding="utf-8")
    assert "the header does not stand" not in whole.err
    assert f"the header does not stand: {told}" in other.err
    assert "of the header are not checked: title, " in whole.err
    assert whole.err.rstrip().endswith("effort")


def known_as(key: str) -> str:
    """What the shipped documents of this key are called."""
    return next(name for book in LIBRARY.books for one, name in documents(book.source) if one == key)


def test_the_replay_in_json_lists_each_record_with_whether_it_stands(
    tmp_path: Path, lemmacheck: Command, quick_book: dict[str, Record]
) -> None:
    import json

    changed = replace(quick_book[CORNER], verdict=Verdict.SUPPORTED)
    result = lemmacheck("replay", saved(tmp_path, quick_book[CORNER], changed), "--json")
    first, second = json.loads(result.out)

    assert (result.status, result.err) == (1, "")
    assert list(first) == ["id", "verdict", "stands", "told", "unchecked"]
    assert [(r["id"], r["verdict"], r["stands"]) for r in (first, second)] == [
        (CORNER, "refuted", True),
        (CORNER, "supported", False),
    ]


def with_entry(record: Record, **changes: Any) -> Record:
    assert record.witness is not None
    return replace(record, witness=replace(record.witness, **changes))


@pytest.mark.parametrize(("changes", "told"), [
    ({"Z": [["abc"]]}, "abc"),
    ({"Z": [["1/0"]]}, "'1/0' is not an entry"),
    ({"Z": []}, "at least one row"),
    ({"Z": [["1"], ["1", "0"]]}, "rows of lengths [1, 2]"),
    ({"algorithm": "λ=7"}, "no parameters are called 'λ=7'"),
    ({"Z": [["1e1000000000"]]}, "the exponent 1000000000; expected at most 4300"),
    ({"Z": [["7" * 10_000]]}, "10000 digits in a row; expected at most 4300"),
    ({"Z": [["1"] * 200] * 200}, "a matrix of 40000 entries; expected at most 10000"),
    ({"steps": -2}, "a run of -2 steps; expected 0 to 10000"),
    ({"steps": 10**9}, "a run of 1000000000 steps; expected 0 to 10000"),
    ({"parameters": {"w": []}}, "is empty"),
    ({"parameters": {"lambda": ["1e999999999"] * 3, "theta": ["1"] * 3}}, "the exponent 999999999; expected at most"),
])  # fmt: skip
def test_a_record_that_cannot_be_decided_again_is_one_line_and_the_others_are_replayed(
    changes: dict[str, Any], told: str, tmp_path: Path, lemmacheck: Command, quick_book: dict[str, Record]
) -> None:
    bad, good = with_entry(quick_book[CORNER], **changes), quick_book["P.3.8"]
    answer = lemmacheck("replay", saved(tmp_path, bad, good))
    first, second = answer.out.splitlines()

    assert (answer.status, answer.err) == (1, "")
    assert first.startswith(f"DOES NOT STAND  {CORNER}")
    assert second.startswith("stands  P.3.8")
    assert told in first


def test_an_id_that_the_library_does_not_know_and_a_line_that_is_no_record_stop_nothing(
    tmp_path: Path, lemmacheck: Command, quick_book: dict[str, Record]
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
    tmp_path: Path, lemmacheck: Command, quick_book: dict[str, Record]
) -> None:
    hostile = "\x1b[2J\x07\x00\u202e\x9b\nstands  P.3.8"
    answer = lemmacheck("replay", saved(tmp_path, replace(quick_book["P.3.8"], id=hostile, statement=hostile)))

    assert len(answer.out.splitlines()) == 1
    assert all(character.isprintable() for character in answer.out.rstrip("\n"))
    assert r"\x1b[2J\x07\x00\u202e\x9b\x0astands" in answer.out


@pytest.mark.parametrize(("text", "told"), [
    ("not json\n", "line 1: not a JSON record"),
    ("[1]\n", "line 1: not a record"),
    ('{"id": "P.3.8"}\n', "line 1: not a record"),
    ('{"id": "P.3.8", "verdict": "green", "scope": {"instances": 1, "steps": 1}}\n', "green"),
    ("\xff", "not a JSON record"),
])  # fmt: skip
def test_a_bad_line_is_told_in_one_line_with_its_number_and_exits_with_two(
    text: str, told: str, tmp_path: Path, lemmacheck: Command
) -> None:
    (tmp_path / "bad.jsonl").write_text(text, encoding="utf-8")
    answer = lemmacheck("replay", str(tmp_path / "bad.jsonl"))

    assert told in answer.line


def test_a_missing_file_or_line_is_told_and_exits_with_two(
    tmp_path: Path, lemmacheck: Command, quick_book: dict[str, Record]
) -> None:
    file = saved(tmp_path, quick_book["P.3.8"])
    given = (f"{file}.gone", f"{file}:3", f"{file}:0", str(tmp_path))
    gone, beyond, *_ = [lemmacheck("replay", one).line for one in given]

    assert "; expected the records.jsonl of a report" in gone
    assert "has 1 record; there is no line 3" in beyond


@pytest.mark.parametrize("header", [None, Header("no records")])
def test_a_file_without_records_is_no_file_of_which_all_stand(
    header: Header | None, tmp_path: Path, lemmacheck: Command
) -> None:
    file = tmp_path / "r"
    file.write_text("", encoding="utf-8")
    if header:
        write_records([], file, header)
    result = lemmacheck("replay", str(file))

    assert (result.status, result.out) == (2, "")
    assert "holds no records" in result.err
