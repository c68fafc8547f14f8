"""The command that lets checkers which are not ours look at what was decided."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from lemmacheck.verifiers.cli.common import PATTERNS, app, no_file, selected
from lemmacheck.verifiers.records.terminal import InputError, clear_progress, progress, say

if TYPE_CHECKING:
    from lemmacheck.reports.json_ import Recorded
    from lemmacheck.theory.core.book import Library
    from lemmacheck.verifiers.records.verdict import Record


@app.command(epilog="Example: lemmacheck kernel report/records.jsonl --all --out kernel")
def kernel(
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RECORDS] [IDS...]", help=f"A file of records; without it they are decided. {PATTERNS}"
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All that are refuted, and the numbered statements that are certified.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder for what is written and checked.")] = Path("lemmacheck-kernel"),
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Write evidence.json for the stand-alone checker instead; needs no Rocq.")
    ] = False,
    mark: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the records again, those that Rocq accepts at the level kernel."),
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that Rocq may take for one file.")] = 300,
) -> None:
    """Write what was decided as theorems about real numbers, and let Rocq's kernel check them."""
    from lemmacheck.verifiers.kernel import checking, coqc
    from lemmacheck.verifiers.kernel.evidence import evidence_of

    if not evidence:
        coqc.compiler()
    if not given and not every:
        raise InputError("nothing to check is given; expected a file of records, ids, or --all")
    whole = to_mark(given or []) if mark else None
    no_file(out)
    records, library = asked(given or [], every)
    out.mkdir(parents=True, exist_ok=True)
    if evidence:
        path = out / "evidence.json"
        path.write_text(json.dumps(evidence_of(records, library, progress)) + "\n", encoding="utf-8")
        clear_progress()
        say(path)
        return
    found = checking.check(records, library, out, timeout, progress)
    clear_progress()
    for one in found:
        say(one.told())
    say(checking.summary(found))
    if mark and whole:
        from lemmacheck.reports.json_ import write_records
        from lemmacheck.verifiers.records.verdict import Header

        records = [checking.marked(record, found, out, mark.parent) for record in whole.records]
        write_records(records, mark, whole.header or Header("lemmacheck report"))
        say(mark)
    if any(one.accepted is False for one in found):
        raise typer.Exit(1)


def to_mark(given: list[str]) -> Recorded:
    """The file of records that is to be written again."""
    from lemmacheck.reports.json_ import read_recorded

    if not (given and is_file(given[0])):
        raise InputError("--mark writes a file of records again; expected the records.jsonl of a report before any ids")
    return read_recorded(given[0])


def is_file(given: str) -> bool:
    """Whether what is given is a file of records, not a book."""
    return Path(given).is_file() and not given.endswith(".py")


def asked(given: list[str], every: bool) -> tuple[list[Record], Library]:
    """The records of a file, or decided now, that are meant."""
    from lemmacheck.verifiers.cli.known import verdicts
    from lemmacheck.verifiers.kernel.checking import is_due
    from lemmacheck.verifiers.library.deciding import examine
    from lemmacheck.verifiers.library.plan import STANDARD
    from lemmacheck.verifiers.library.shipped import LIBRARY

    if given and is_file(given[0]):
        from lemmacheck.reports.json_ import read_records

        library, records = LIBRARY, read_records(given[0])
        ids = {claim.id for claim in selected(given[1:])[1]}
    else:
        library, chosen = selected(given)
        known, ids = verdicts(library), {claim.id for claim in chosen}
        due = [claim for claim in chosen if given or known.get(claim.id) in ("refuted", "certified")]
        records = list(examine(due, STANDARD, progress))
    meant = [r for r in records if r.id in ids and (not every or is_due(r))]
    return meant, library
