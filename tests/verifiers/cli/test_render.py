"""Protects `lemmacheck render`: a mailed records file becomes its report again, or one line says what is wrong."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from browser.unpacking import unpacked
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.json_ import read_recorded, write_records
from lemmacheck.reports.writing import write_report
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Condition, Curve, Header, Record, Scope, Table, Verdict, Witness, Worst

from tests.commands import Command
from tests.sampled import THOROUGH

CURVES = [Curve("lhs", [1, 2, 4], [1.0, 0.5, 0.1]), Curve("rhs", [1, 2, 4], [2.0, 1.0, 0.5])]
WITNESS = Witness([["1/2"]], 1, "1", "0", "λ=1", 2, "<=")
RECORDS = [
    Record("P.L3.2", Verdict.CERTIFIED, Scope(3, 10), latex=r"x\le1", statement="x ≤ 1", curves=CURVES),
    Record("not in the book", Verdict.REFUTED, Scope(1, 1), witness=WITNESS, worst=Worst(0.5, None, 1, "x")),
    Record("P.3.8", Verdict.SUPPORTED, Scope(1, 1), hypotheses=[Condition("h", "n ≥ 2", 1, 1, need=WITNESS)]),
]
HEADER = Header("A variant", ["θ_t = 2"], [Table("Rates", ["t"], [["1"]])], CURVES)
HEAD = json.dumps({"header": HEADER.to_dict()}, ensure_ascii=False)
PAGES = ["index.html", "report.md", "report.tex"]
FILES = ["figures", "index.html", "records.jsonl", "report.md", "report.tex"]
NEWER = {"curves", "fault", "hypotheses", "kind", "latex", "place", "source", "statement", "teeth", "uses", "about"}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("header", [None, HEADER])
def test_a_report_is_rebuilt_from_its_records_file_by_file_and_its_pages_say_so(
    header: Header | None, lemmacheck: Command, tmp_path: Path
) -> None:
    write_report(RECORDS, tmp_path / "mine", header)
    result = lemmacheck("render", str(tmp_path / "mine" / "records.jsonl"), "--out", str(tmp_path / "again"))
    mine, again = contents(tmp_path / "mine"), contents(tmp_path / "again")

    assert result.status == 0
    assert sorted(Path(line).name for line in result.out.splitlines()) == FILES
    assert mine.keys() == again.keys()
    for name, written in again.items():
        said = [b"Rendered from records.jsonl", b"Nothing was decided again", b"the library has no claim of this name"]
        page = name in PAGES
        assert [words in written for words in said] == [page] * 3, name
        assert page or written == mine[name]


def test_what_check_prints_as_json_is_rendered_too(lemmacheck: Command, tmp_path: Path) -> None:
    for name, printed in (("one", RECORDS[0].to_dict()), ("two", [record.to_dict() for record in RECORDS[:2]])):
        (tmp_path / name).write_text(json.dumps(printed, indent=2), encoding="utf-8")
        result = lemmacheck("render", str(tmp_path / name), "--out", str(tmp_path / "out"))
        assert result.status == 0
        records = read_recorded(tmp_path / "out" / "records.jsonl").records
        assert records == RECORDS[: len(records)]
        assert len(records) == (1 if name == "one" else 2)


def test_what_a_record_says_and_the_library_does_not_is_marked_on_the_pages(
    lemmacheck: Command, tmp_path: Path
) -> None:
    first, second = (
        replace(blank(c, Verdict.PROVED), hypotheses=[Condition(h.name, h.statement, 1, 1, h.tacit) for h in c.given])
        for c in (LIBRARY.claims["P.L3.2"], LIBRARY.claims["P.3.8"])
    )
    write_records([replace(first, statement="everything is proved"), second], tmp_path / "r", Header("x"))
    result = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "out"))
    both = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "both"), "--replay")

    assert (result.status, both.status) == (0, 1)
    assert "1 of 2 records are marked on the pages: P.L3.2: statement is 'everything is proved'" in result.err
    for name in PAGES:
        text = (tmp_path / "out" / name).read_text(encoding="utf-8")
        assert text.count("statement is") == 1, name
        text = (tmp_path / "both" / name).read_text(encoding="utf-8")
        assert "0 of 2 records stand" in text
        assert text.count("does not stand:") == 2


def test_a_file_that_was_changed_is_said_to_be_on_its_pages_and_is_not_given_a_new_digest(
    lemmacheck: Command, tmp_path: Path
) -> None:
    write_records(RECORDS, tmp_path / "r", HEADER)
    text = (tmp_path / "r").read_text(encoding="utf-8").replace('"supported"', '"proved"')
    (tmp_path / "r").write_text(text, encoding="utf-8")
    result = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "out"))

    assert result.status == 1
    assert "the records are not those that were written: their digest is" in result.err
    assert (tmp_path / "out" / "records.jsonl").read_text(encoding="utf-8") == text
    for name in PAGES:
        assert "The records are not those that were written" in (tmp_path / "out" / name).read_text(encoding="utf-8")


def test_records_that_were_mailed_with_other_ends_of_lines_are_those_that_were_written(
    lemmacheck: Command, tmp_path: Path
) -> None:
    write_records(RECORDS, tmp_path / "r", HEADER)
    written = (tmp_path / "r").read_bytes()
    (tmp_path / "r").write_bytes(b"\xef\xbb\xbf" + written.replace(b"\n", b"\r\n"))
    result = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "out"))

    assert result.status == 0
    assert "not those that were written" not in result.err
    assert (tmp_path / "out" / "records.jsonl").read_bytes() == written


@pytest.mark.slow
def test_a_chain_of_thousands_of_claims_is_rendered(tmp_path: Path) -> None:
    """Longer than Python's calls may be nested; under `thorough` three thousand."""
    verdicts = [Verdict.REFUTED, *[Verdict.CERTIFIED] * (2999 if THOROUGH else 1199)]
    chain = [Record(f"c{k}", v, Scope(1, 1), uses=[f"c{k - 1}"] if k else []) for k, v in enumerate(verdicts)]
    write_report(chain, tmp_path)

    assert (tmp_path / "index.html").stat().st_size < 10**7


def test_nothing_in_a_record_steers_a_page(tmp_path: Path) -> None:
    hostile = "\x1b[2J\x07\x00\u202e\x9b"
    record = Record(hostile, Verdict.REFUTED, Scope(1, 1), statement=hostile, fault=hostile, latex=hostile)
    write_report([record], tmp_path, Header(hostile, [hostile]))
    for name in PAGES:
        text = unpacked((tmp_path / name).read_text(encoding="utf-8"))
        assert not set(text) & set(hostile) - set("[2J"), name


def test_records_of_an_older_run_are_rendered(lemmacheck: Command, tmp_path: Path) -> None:
    old = [{key: value for key, value in record.to_dict().items() if key not in NEWER} for record in RECORDS]
    (tmp_path / "r").write_text("".join(json.dumps(record) + "\n" for record in old))
    result = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "out"))

    assert result.status == 0
    assert "the file has no digest, as those of older versions" in result.err
    assert "P.L3.2" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


LINE = RECORDS[0].to_json()
HUGE = "9" * 400


@pytest.mark.parametrize(("written", "said"), [
    ("", "is empty; expected the records.jsonl of a report"),
    (f"{LINE}\n{LINE[:50]}", "line 2: not a JSON record"),
    (f"{LINE}\n{LINE[:50]}", "the file ends within this line"),
    (f"{HEAD}\n{HEAD}\n", "line 2: a header, which only the first line may be"),
    ('{"header": {"title": 7}}\n', "line 1: not a record: 'header.title' is 7"),
    ('{"header": {}}\n', "line 1: not a header"),
    ('{"header": []}\n', "line 1: not a header"),
    ('{"header": {"title": "x", "tables": 3}}\n', "line 1: not a header"),
    (LINE.replace('"steps": 10', f'"steps": {HUGE}'), "line 1: not a record: 'scope.steps' is 9"),
    (LINE.replace('"steps": 10', f'"steps": {HUGE * 20}'), "line 1: "),
    (LINE.replace("[1.0,", f"[{HUGE},"), "line 1: not a record: 'curves[0].value[0]' is 9"),
    ("\udcff", "line 1: not UTF-8 text"),
])  # fmt: skip
def test_what_is_no_records_file_ends_in_one_line(written: str, said: str, lemmacheck: Command, tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(written.encode("utf-8", "surrogateescape"))
    result = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "out"))

    assert said in result.line
    assert str(tmp_path / "r") in result.line
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_not_there_and_a_folder_that_is_a_file_are_refused(lemmacheck: Command, tmp_path: Path) -> None:
    write_records(RECORDS, tmp_path / "r", HEADER)
    missing = lemmacheck("render", str(tmp_path / "none"), "--out", str(tmp_path / "out"))
    onto = lemmacheck("render", str(tmp_path / "r"), "--out", str(tmp_path / "r"))

    assert (missing.status, onto.status) == (2, 2)
    assert "; expected the records.jsonl of a report" in missing.err
    assert "is a file; expected a folder" in onto.err


@pytest.mark.parametrize("line", ["\u00b2", "\u0663", "-1", "1_0", ""])
def test_a_line_is_counted_in_the_digits_0_to_9(line: str, lemmacheck: Command, tmp_path: Path) -> None:
    write_records(RECORDS, tmp_path / "r", HEADER)

    assert "; expected the records.jsonl of a report" in lemmacheck("replay", f"{tmp_path / 'r'}:{line}").refusal


def test_a_replay_counts_lines_of_the_file(lemmacheck: Command, tmp_path: Path) -> None:
    claim = LIBRARY.claims["P.S1.best"]
    sentence = blank(claim, Verdict.NOT_CHECKABLE, reason=claim.not_checkable)
    write_records([sentence, replace(sentence, verdict=Verdict.CERTIFIED)], tmp_path / "r", HEADER)
    head, first, third, beyond = (lemmacheck("replay", f"{tmp_path / 'r'}:{line}") for line in (1, 2, 0, 4))

    assert "line 1 is the header" in head.refusal
    assert first.status == 0
    assert first.out.startswith("stands  P.S1.best")
    assert [told.status for told in (third, beyond)] == [2, 2]
    assert "there is no line 4" in beyond.err


WHOLE = f"{HEAD}\n{''.join(record.to_json() + chr(10) for record in RECORDS)}".encode()
WRONG = st.sampled_from([None, True, -1, 2**70, 1e308, "", "x", [], [[]], {}, {"a": 1}, [None], [["1", 2]]])


def complaint(written: bytes) -> str:
    """What is said of a file that cannot be read; nothing if its report was written."""
    with TemporaryDirectory() as name:
        path = Path(name) / "r"
        path.write_bytes(written)
        try:
            header, records, _ = read_recorded(path)
        except ValueError as error:
            return str(error).removeprefix(f"{path}, ")
        write_report(records, path.parent, header)
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
