"""Reports: records told as records.jsonl, report.md and index.html; nothing here decides anything."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from reports import html, markdown
from reports.json_ import write_atomically, write_records
from reports.words import RECORDS
from verifiers.verdict import Record

__all__ = ["write_report"]


def write_report(records: Sequence[Record], out_dir: str | os.PathLike[str]) -> list[Path]:
    """Write the records and both reports into a folder, each whole or not at all; the paths written."""
    folder = Path(out_dir)
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / RECORDS, folder / "report.md", folder / "index.html"]
    write_records(records, paths[0])
    write_atomically(paths[1], markdown.render(records))
    write_atomically(paths[2], html.render(records))
    return paths
