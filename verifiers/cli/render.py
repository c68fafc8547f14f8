"""The command that tells a report again from its records alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifiers.cli.common import app, no_file
from verifiers.terminal import InputError, say


@app.command(epilog="Example: lemmacheck render mailed/records.jsonl --out report")
def render(
    records: Annotated[Path, typer.Argument(metavar="RECORDS", help="The records.jsonl of a report.")],
    out: Annotated[Path, typer.Option(help="Folder for the pages, the records and the figures.")] = Path(
        "lemmacheck-report"
    ),
) -> None:
    """Rebuild a report from its records: index.html, report.md, report.tex, figures; nothing is decided again."""
    import reports
    from reports.json_ import read_recorded

    if not records.is_file():
        raise InputError(f"no records file {str(records)!r}; expected the records.jsonl of a report")
    no_file(out)
    header, found = read_recorded(records)
    if header is None and not found:
        raise InputError(f"{str(records)!r} is empty; expected the records.jsonl of a report")
    for path in reports.write_report(found, out, header):
        say(path)
