"""The command that lets checkers which are not ours look at what was decided."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from lemmacheck.verifiers.cli.common import ALL, BOOK, PATTERNS, among, app, folder, of_book, room_for, seconds
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
            metavar="RECORDS or IDS",
            help=f"A file of records, or ids alone: these are decided first. {PATTERNS} {BOOK}",
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="All that are refuted, all with a proof in Rocq, and the certified lemmas and theorems."
        ),
    ] = False,
    out: Annotated[Path, folder("Folder for what is written and checked.")] = Path("lemmacheck-kernel"),
    evidence: Annotated[
        bool,
        typer.Option(
            "--evidence", help="Write evidence.json of all records for the stand-alone checker instead; needs no Rocq."
        ),
    ] = False,
    mark: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the records again, those that Rocq accepts at the level kernel."),
    ] = None,
    timeout: Annotated[float, seconds("How long Rocq may take for one file.", 1)] = 300,
) -> None:
    """Have Rocq's kernel check verdicts. Each is written as a theorem about real numbers."""
    from lemmacheck.verifiers.kernel import checking, coqc
    from lemmacheck.verifiers.kernel.evidence import evidence_of

    if not evidence:
        coqc.compiler()
    if not given and not every:
        raise InputError("nothing to check is given; expected a file of records, ids, or --all")
    library, ids = of_book(given or [], asked=ALL)
    file = ids.pop(0) if ids and Path(ids[0]).is_file() else None
    whole = to_mark(file) if mark else None
    room_for(out)
    records = meant(library, file, ids, every and not evidence)
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
        say(one.text())
    say(checking.summary(found))
    if mark and whole:
        from lemmacheck.reports.json_ import write_records
        from lemmacheck.verifiers.records.verdict import Header

        records = [checking.at_its_level(record, found, out, mark.parent) for record in whole.records]
        write_records(records, mark, whole.header or Header("lemmacheck report"))
        say(mark)
    if any(one.accepted is False for one in found):
        raise typer.Exit(1)


def to_mark(file: str | None) -> Recorded:
    """The file of records that is to be written again."""
    from lemmacheck.reports.json_ import read_recorded

    if file is None:
        raise InputError("--mark writes a file of records again; expected the records.jsonl of a report before any ids")
    return read_recorded(file)


def meant(library: Library, file: str | None, ids: list[str], every: bool) -> list[Record]:
    """The records of a file, or decided now, of the claims with these ids."""
    from lemmacheck.verifiers.cli.known import verdicts
    from lemmacheck.verifiers.kernel.checking import is_due
    from lemmacheck.verifiers.library.deciding import examine
    from lemmacheck.verifiers.library.plan import STANDARD

    chosen = among(library, ids)
    if file is not None:
        from lemmacheck.reports.json_ import read_records
        from lemmacheck.verifiers.replay.replay import unlike_the_library

        asked = {claim.id for claim in chosen}
        records = [record for record in read_records(file) if record.id in asked]
        if not records:
            raise InputError(f"{file} has no record of these claims; a book of yours stands before its records")
        for record in records:
            if wrong := unlike_the_library(record, library, "code"):
                raise InputError(f"{file}: {record.id}: {wrong}; `lemmacheck replay` tells which records stand")
    else:
        known = verdicts(library)
        due = [claim for claim in chosen if ids or known.get(claim.id) in (None, "refuted", "certified")]
        records = examine(due, STANDARD, progress)
    found = [record for record in records if not every or is_due(record, library)]
    if not found:
        raise InputError("nothing to check: no claim is refuted, and none that is certified or proved is numbered")
    return found
