"""Reports: records told as records.jsonl, report.md, report.tex, index.html and figures; nothing here decides."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from reports import html, markdown, tex
from reports.figures import write_figures
from reports.json_ import write_atomically, write_records
from reports.words import RECORDS
from verifiers.verdict import Header, Record

__all__ = ["write_report"]

RENDERERS = {"report.md": markdown.render, "report.tex": tex.render, "index.html": html.render}


def write_report(
    records: Sequence[Record], out_dir: str | os.PathLike[str], header: Header | None = None
) -> list[Path]:
    """Write the records and their reports into a folder, each file whole or not at all; the paths written."""
    folder = Path(out_dir)
    rendered = {folder / name: render(records, header) for name, render in RENDERERS.items()}
    folder.mkdir(parents=True, exist_ok=True)
    write_records(records, folder / RECORDS, header)
    for path, text in rendered.items():
        write_atomically(path, text)
    return [folder / RECORDS, *rendered, *write_figures(records, folder / "figures")]
