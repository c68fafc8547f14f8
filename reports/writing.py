"""A report in a folder: the records, their pages, and the figures."""

import os
from collections.abc import Sequence
from pathlib import Path

from lemmacheck.reports import html, markdown, tex
from lemmacheck.reports.figures import write_figures
from lemmacheck.reports.json_ import Recorded, text_of, write_atomically
from lemmacheck.reports.markdown import TITLE
from lemmacheck.reports.mathml import math
from lemmacheck.reports.model import Rendering
from lemmacheck.reports.typeset import statement
from lemmacheck.reports.words import RECORDS
from lemmacheck.verifiers.records.inert import inert_fields
from lemmacheck.verifiers.records.verdict import Header, Record

RENDERERS = {"report.md": markdown.render, "report.tex": tex.render, "index.html": html.render}


def write_report(
    records: Sequence[Record], out_dir: str | os.PathLike[str], header: Header | None = None
) -> list[Path]:
    """Write the records and their reports into a folder, each file whole or not at all; the paths written."""
    header = header or Header(TITLE)
    return _write(records, header, None, text_of(records, header), Path(out_dir))


def write_rendering(given: Recorded, rendering: Rendering, text: str, out_dir: str | os.PathLike[str]) -> list[Path]:
    """Write the reports of a file of records, with the remarks on it, and the file itself unchanged."""
    return _write(given.records, given.header, rendering, text, Path(out_dir))


def not_understood(records: Sequence[Record]) -> list[str]:
    """The ids of the claims whose latex, or a formula in it, the page or the appendix shows as it was written."""
    given = [record for record in records if record.latex]
    return [record.id for record in given if "<code>" in math(record.latex) or r"\texttt" in statement(record.latex)]


def _write(
    records: Sequence[Record], header: Header | None, rendering: Rendering | None, text: str, folder: Path
) -> list[Path]:
    files = {folder / RECORDS: text}
    files |= {folder / name: render(records, header, rendering) for name, render in RENDERERS.items()}
    folder.mkdir(parents=True, exist_ok=True)
    for path, written in files.items():
        write_atomically(path, written)
    return [*files, *write_figures(inert_fields(list(records)), folder / "figures")]
