"""The paper's figures, run on data at hand: what the text says of each is measured and gets a verdict."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from lemmacheck.verifiers.cli.common import Json, app, count, folder, room_for
from lemmacheck.verifiers.cli.pictures import write_figures
from lemmacheck.verifiers.records.terminal import clear_progress, note, print_json, progress, say

if TYPE_CHECKING:
    from lemmacheck.verifiers.experiments import Experiment


class Name(StrEnum):
    """The figures."""

    fig1 = "fig1"
    fig2 = "fig2"
    fig3 = "fig3"
    fig4 = "fig4"


@app.command(epilog="Example: lemmacheck experiment fig1 --data digits:0v1 --out fig1")
def experiment(
    name: Annotated[Name, typer.Argument(metavar="FIGURE", help="fig1, fig2, fig3 or fig4.", show_default=False)],
    data: Annotated[
        str | None,
        typer.Option(
            "--data", metavar="DATA", help="A bundled name or a file; bundled digits of the figure's kind without it."
        ),
    ] = None,
    steps: Annotated[int | None, count(100_000, "Iterations of each method, if not the usual ones.")] = None,
    out: Annotated[
        Path | None, folder("Folder for the pictures, experiment.json and a report with records.jsonl.")
    ] = None,
    json: Json = False,
) -> None:
    """Run a figure of the paper again. Every sentence about it gets a verdict; exit status 1: one is refuted."""
    from lemmacheck.verifiers.experiments import EXPERIMENTS, Options
    from lemmacheck.verifiers.records.result_text import record_text

    room_for(out)
    found = EXPERIMENTS[name](data, Options(steps, progress))
    clear_progress()
    if json:
        print_json(found.to_dict())
    else:
        say("\n".join([*found.setting, "", *map(record_text, found.claims)]))
    if out is not None:
        for path in write_files(found, out):
            note(str(path))
    if any(record.verdict == "refuted" for record in found.claims):
        raise typer.Exit(1)


def write_files(found: Experiment, out: Path) -> list[Path]:
    """The pictures, the document and the report."""
    from dataclasses import replace

    from lemmacheck.reports.writing import write_report
    from lemmacheck.verifiers.library.shipped import LIBRARY
    from lemmacheck.verifiers.records.provenance import origin

    paths = write_figures(found.figures, "experiment", found.to_dict(), out)
    header = replace(found.header(), origin=origin(f"experiment {found.name}", LIBRARY))
    return [*paths, *write_report(found.claims, out, header)]
