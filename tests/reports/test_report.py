"""Protects the folder a report is written to: whole files, figures, the lines of one cited by the others."""

import re
from pathlib import Path
from xml.etree import ElementTree

from browser.unpacking import unpacked
from lemmacheck.reports.json_ import read_recorded, read_records
from lemmacheck.reports.writing import not_understood, write_report
from lemmacheck.verifiers.records.verdict import Curve, Header, Record, Scope, Verdict

RECORDS = [Record(f"P.{i}", verdict, Scope(1, 1)) for i, verdict in enumerate(Verdict)]


CURVES = [Curve("lhs", [1, 2], [1.0, 0.5]), Curve("rhs", [1, 2], [2.0, 1.0])]
DRAWN = [Record(id, Verdict.CERTIFIED, Scope(1, 2), curves=CURVES) for id in ("P.a b", "P.A b", "../x", "P.a b", "")]


def test_a_report_is_four_files_in_a_folder_that_is_made_for_it(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "for it"

    paths = write_report(RECORDS, folder)

    assert paths == [folder / name for name in ("records.jsonl", "report.md", "report.tex", "index.html")]
    assert sorted(folder.iterdir()) == sorted(paths)


def test_a_replay_command_names_the_line_its_record_stands_on(tmp_path: Path) -> None:
    records, report, _, page = write_report(RECORDS, tmp_path)
    refuted = next(i for i, r in enumerate(read_records(records), start=2) if r.verdict is Verdict.REFUTED)

    for rendering in (report, page):
        findings = unpacked(rendering.read_text(encoding="utf-8")).split("As printed, these are false.")[1]
        assert findings.index(f"records.jsonl:{refuted}") < findings.index("records.jsonl:2")


def test_lines_count_from_the_second_for_the_first_is_the_header(tmp_path: Path) -> None:
    records, report, _, page = write_report(RECORDS, tmp_path, Header("of what"))

    assert read_recorded(records) == (Header("of what"), RECORDS, "")
    for rendering in (report, page):
        text = unpacked(rendering.read_text(encoding="utf-8"))
        assert f"records.jsonl:{len(RECORDS) + 1}" in text
        assert not re.search(r"records\.jsonl:1\b", text)


def test_every_claim_with_curves_has_a_figure_of_its_own(tmp_path: Path) -> None:
    write_report([*DRAWN, *RECORDS], tmp_path)
    names = sorted(path.name for path in (tmp_path / "figures").iterdir())

    assert names == sorted(["P.a~20~b.svg", "P.A~20~b~2.svg", "..~2f~x.svg", "P.a~20~b~4.svg", "~~.svg"])
    for name in names:
        picture = ElementTree.fromstring((tmp_path / "figures" / name).read_text(encoding="utf-8"))
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"


def test_figures_of_an_earlier_report_go_and_those_of_others_stay(tmp_path: Path) -> None:
    write_report(DRAWN, tmp_path)
    mine = tmp_path / "figures" / "mine.svg"
    mine.write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    write_report(DRAWN[:1], tmp_path)

    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == ["P.a~20~b.svg", "mine.svg"]


def test_a_second_report_replaces_the_first(tmp_path: Path) -> None:
    write_report(RECORDS, tmp_path)
    write_report(RECORDS[:1], tmp_path)

    assert read_records(tmp_path / "records.jsonl") == RECORDS[:1]
    assert "P.7" not in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_half_a_surrogate_in_a_record_does_not_stop_the_report(tmp_path: Path) -> None:
    write_report([Record("\ud800", Verdict.REFUTED, Scope(1, 1), latex="\ud800")], tmp_path)

    assert "\\ud800" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_claims_are_named_whose_latex_the_page_or_the_appendix_shows_as_its_source() -> None:
    written = {"a": r"x \ge \frac{1", "b": r"x \ge \frac12", "c": "", "d": r"x \ge \textsc{c}", "e": r"\{x\}"}

    records = [Record(id, Verdict.CERTIFIED, Scope(1, 1), latex=latex) for id, latex in written.items()]

    assert not_understood(records) == ["a", "d"]
