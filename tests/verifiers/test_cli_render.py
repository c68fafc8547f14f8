"""Protects `lemmacheck render`: a mailed records file becomes its report again, or one line says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reports
from reports.json_ import read_recorded, write_records
from verifiers.verdict import Condition, Curve, Header, Record, Scope, Table, Verdict, Witness, Worst

Lemmacheck = Callable[..., Any]
CURVES = [Curve("lhs", [1, 2, 4], [1.0, 0.5, 0.1]), Curve("rhs", [1, 2, 4], [2.0, 1.0, 0.5])]
WITNESS = Witness([["1/2"]], 1, "1", "0", "λ=1", 2, "<=")
RECORDS = [
    Record("P.L3.2", Verdict.CERTIFIED, Scope(3, 10), latex=r"x\le1", statement="x ≤ 1", curves=CURVES),
    Record("not in the book", Verdict.REFUTED, Scope(1, 1), witness=WITNESS, worst=Worst(0.5, None, 1, "x")),
    Record("P.3.8", Verdict.SUPPORTED, Scope(1, 1), hypotheses=[Condition("h", "n ≥ 2", 1, 1, need=WITNESS)]),
]
HEADER = Header("A variant", ["θ_t = 2"], [Table("Rates", ["t"], [["1"]])], CURVES)
FILES = ["figures", "index.html", "records.jsonl", "report.md", "report.tex"]
NEWER = {"curves", "fault", "hypotheses", "kind", "latex", "place", "source", "statement", "teeth", "uses", "about"}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("header", [None, HEADER])
def test_a_report_is_rebuilt_from_its_records_file_by_file(
    header: Header | None, lemmacheck: Lemmacheck, tmp_path: Path
) -> None:
    reports.write_report(RECORDS, tmp_path / "mine", header)
    told = lemmacheck("render", str(tmp_path / "mine" / "records.jsonl"), "--out", str(tmp_path / "again"))

    assert (told.status, told.err) == (0, "")
    assert sorted(Path(line).name for line in told.out.splitlines()) == FILES
    assert contents(tmp_path / "again") == contents(tmp_path / "mine")


def test_records_of_an_older_run_are_rendered(lemmacheck: Lemmacheck, tmp_path: Path) -> None:
    old = [{key: value for key, value in record.to_dict().items() if key not in NEWER} for record in RECORDS]
    (tmp_path / "r").write_text("".join(json.dumps(record) + "\n" for record in old))
    told = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "out"))

    assert (told.status, told.err) == (0, "")
    assert "P.L3.2" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


LINE = RECORDS[0].to_json()
HUGE = "9" * 400


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "is empty; expected the records.jsonl of a report"),
        (f"{LINE}\n{LINE[:50]}", "line 2: not a JSON record"),
        (f"{LINE}\n{LINE[:50]}", "the file ends within this line"),
        (f"{HEADER.to_json()}\n{HEADER.to_json()}\n", "line 2: a header, which only the first line may be"),
        ('{"header": {"title": 7}}\n', "line 1: not a record: 'header.title' is 7"),
        ('{"header": {}}\n', "line 1: not a header"),
        ('{"header": []}\n', "line 1: not a header"),
        ('{"header": {"title": "x", "tables": 3}}\n', "line 1: not a header"),
        (LINE.replace('"steps": 10', f'"steps": {HUGE}'), "line 1: not a record: 'scope.steps' is 9"),
        (LINE.replace('"steps": 10', f'"steps": {HUGE * 20}'), "line 1: "),
        (LINE.replace("[1.0,", f"[{HUGE},"), "line 1: not a record: 'curves[0].value[0]' is 9"),
        ("\udcff", "line 1: not UTF-8 text"),
    ],
)
def test_what_is_no_records_file_ends_in_one_line(
    written: str, said: str, lemmacheck: Lemmacheck, tmp_path: Path
) -> None:
    (tmp_path / "r").write_bytes(written.encode("utf-8", "surrogateescape"))
    told = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "out"))

    assert (told.status, told.out, len(told.err.splitlines())) == (2, "", 1)
    assert said in told.err
    assert str(tmp_path / "r") in told.err
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_not_there_and_a_folder_that_is_a_file_are_refused(
    lemmacheck: Lemmacheck, tmp_path: Path
) -> None:
    write_records(RECORDS, tmp_path / "r")
    missing = lemmacheck("render", str(tmp_path / "none"), "--out", str(tmp_path / "out"))
    onto = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "r"))

    assert (missing.status, onto.status) == (2, 2)
    assert "no records file" in missing.err
    assert "is a file; expected a folder" in onto.err


def test_a_replay_counts_lines_of_the_file(lemmacheck: Lemmacheck, tmp_path: Path) -> None:
    sentence = Record("P.S1.best", Verdict.NOT_CHECKABLE, Scope(0, 0))
    write_records([sentence, replace(sentence, verdict=Verdict.CERTIFIED)], tmp_path / "r", HEADER)
    head, first, third, beyond = (lemmacheck("replay", f"{tmp_path / 'r'}:{line}") for line in (1, 2, 0, 4))

    assert (head.status, head.out) == (2, "")
    assert "line 1 is the header" in head.err
    assert first.status == 0
    assert first.out.startswith("stands  P.S1.best")
    assert [told.status for told in (third, beyond)] == [2, 2]
    assert "there is no line 4" in beyond.err


WHOLE = f"{HEADER.to_json()}\n{''.join(record.to_json() + chr(10) for record in RECORDS)}".encode()
WRONG = st.sampled_from([None, True, -1, 2**70, 1e308, "", "x", [], [[]], {}, {"a": 1}, [None], [["1", 2]]])


def complaint(written: bytes) -> str:
    """What is said of a file that cannot be read; nothing if its report was written."""
    with TemporaryDirectory() as name:
        path = Path(name) / "r"
        path.write_bytes(written)
        try:
            header, records = read_recorded(path)
        except ValueError as error:
            return str(error).removeprefix(f"{path}, ")
        reports.write_report(records, path.parent, header)
    return ""


@given(st.integers(0, len(WHOLE)), st.binary(max_size=3))
def test_a_file_cut_or_changed_anywhere_renders_or_is_named_with_its_line(cut: int, inserted: bytes) -> None:
    for damaged in (WHOLE[:cut], WHOLE[:cut] + inserted + WHOLE[cut:]):
        said = complaint(damaged)

        assert said == "" or said.startswith("line ")
        assert len(said.splitlines()) <= 1


@given(st.sampled_from(RECORDS), st.data())
def test_a_field_of_a_wrong_type_renders_or_is_named(record: Record, data: st.DataObject) -> None:
    fields = record.to_dict()
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(WRONG)
    said = complaint(json.dumps(fields).encode())

    assert said == "" or said.startswith("line 1: ")
