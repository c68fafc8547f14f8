"""Protects the folder a report is written to: three whole files, the lines of one cited by the others."""

from __future__ import annotations

from pathlib import Path

from reports import write_report
from reports.json_ import read_records
from verifiers.verdict import Record, Scope, Verdict

RECORDS = [Record(f"P.{i}", verdict, Scope(1, 1)) for i, verdict in enumerate(Verdict)]


def test_a_report_is_three_files_in_a_folder_that_is_made_for_it(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "for it"

    paths = write_report(RECORDS, folder)

    assert paths == [folder / name for name in ("records.jsonl", "report.md", "index.html")]
    assert sorted(folder.iterdir()) == sorted(paths)


def test_a_replay_command_names_the_line_its_record_stands_on(tmp_path: Path) -> None:
    records, report, page = write_report(RECORDS, tmp_path)
    refuted = next(i for i, r in enumerate(read_records(records), start=1) if r.verdict is Verdict.REFUTED)

    for rendering in (report, page):
        findings = rendering.read_text(encoding="utf-8").split("As printed, these are false.")[1]
        assert findings.index(f"records.jsonl:{refuted}") < findings.index("records.jsonl:1")


def test_a_second_report_replaces_the_first(tmp_path: Path) -> None:
    write_report(RECORDS, tmp_path)
    write_report(RECORDS[:1], tmp_path)

    assert read_records(tmp_path / "records.jsonl") == RECORDS[:1]
    assert "P.7" not in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_half_a_surrogate_in_a_record_does_not_stop_the_report(tmp_path: Path) -> None:
    write_report([Record("\ud800", Verdict.REFUTED, Scope(1, 1), latex="\ud800")], tmp_path)

    assert "\\ud800" in (tmp_path / "index.html").read_text(encoding="utf-8")
