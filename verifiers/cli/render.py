"""The command that makes a report again from its records alone."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from lemmacheck.verifiers.cli.common import ALL, BOOK, SECONDS, Timeout, app, folder, of_book, room_for
from lemmacheck.verifiers.records.terminal import InputError, note, say

if TYPE_CHECKING:
    from lemmacheck.reports.json_ import Recorded
    from lemmacheck.theory.core.book import Library
    from lemmacheck.verifiers.replay.replay import Replay

NOT_REPLAYED = (
    "Nothing was decided again: the records are shown as they stand. The command lemmacheck replay decides them."
)
DIGEST = "The digest in the file fits its records: that shows damage, not forgery, for anybody can compute a digest."


@app.command(epilog="Example: lemmacheck render mailed/records.jsonl --out report")
def render(
    records: Annotated[list[str], typer.Argument(metavar="RECORDS", help=f"The records.jsonl of a report. {BOOK}")],
    out: Annotated[Path, folder("Folder for the pages, the records and the figures.")],
    replay: Annotated[
        bool, typer.Option("--replay", help="Replay the records too, and say which do not stand.")
    ] = False,
    timeout: Timeout = SECONDS,
) -> None:
    """Rebuild a report from its records. The pages say that they were rebuilt, and from which file."""
    from lemmacheck.reports.json_ import read_recorded, read_text
    from lemmacheck.reports.model import Rendering
    from lemmacheck.reports.writing import write_rendering
    from lemmacheck.verifiers.cli.replay import absent, misstating, not_given, one_file, replayed, written_otherwise
    from lemmacheck.verifiers.cli.replay import knowledge as known_beside

    library, rest = of_book(records, timeout, ALL)
    path = Path(one_file(rest))
    if not path.is_file():
        raise InputError(f"no file {str(path)!r}; expected the records.jsonl of a report")
    room_for(out)
    found = read_recorded(path)
    if found.header is None and not found.records:
        raise InputError(f"{str(path)!r} is empty; expected the records.jsonl of a report")
    elsewhere = absent(found.header, library)
    if elsewhere and replay:
        raise InputError(not_given(str(path), elsewhere, "render"))
    results = list(replayed(list(found.records), known_beside(found.header, library), False)) if replay else None
    remarks = of_replays(results) if results is not None else against_the_library(found, library, elsewhere)
    sentences = [f"Rendered from {path.name}. {opening(found)}", replays_text(results, remarks)]
    sentences += (
        [f"Not compared with their book, which is not at hand: {', '.join(sorted(elsewhere))}."] if elsewhere else []
    )
    misstated = [] if elsewhere else misstating(found.header, library)
    sentences += [f"Its header does not stand: {wrong}." for wrong in misstated]
    if found.altered:
        note(f"{path}: {found.altered}")
    for wrong in misstated:
        note(f"{path}: the header does not stand: {wrong}")
    for page in write_rendering(found, Rendering(sentences, remarks), read_text(path), out):
        say(page)
    if remarks:
        note(f"{len(remarks)} of {len(found.records)} records are marked on the pages: {first(found, remarks)}")
    fallen = replay and (misstated or any(one.stands is False for one in results or []))
    if fallen or written_otherwise(found.altered):
        raise typer.Exit(1)


def opening(found: Recorded) -> str:
    return DIGEST if not found.altered else f"{found.altered[0].upper()}{found.altered[1:]}."


def replays_text(results: list[Replay] | None, remarks: dict[int, str]) -> str:
    """Whether the records were replayed, and with which result."""
    if results is None:
        differing = f" {len(remarks)} of them say what the library does not, and are marked." if remarks else ""
        return NOT_REPLAYED + differing
    standing = sum(one.stands is True for one in results)
    return f"Replayed when this page was made: {standing} of {len(results)} records stand; the others are marked."


def first(found: Recorded, remarks: dict[int, str]) -> str:
    place = min(remarks)
    return f"{found.records[place].id}: {remarks[place]}"


def of_replays(results: list[Replay]) -> dict[int, str]:
    """The objections of a replay to records, by their place."""
    words = {False: "does not stand", None: "could not be replayed"}
    return {k: f"{words[one.stands]}: {one.text}" for k, one in enumerate(results) if one.stands is not True}


def against_the_library(found: Recorded, library: Library, elsewhere: Collection[str]) -> dict[int, str]:
    """The difference between a record and its claim, or that no such claim exists, by place in the file."""
    from lemmacheck.verifiers.replay.replay import unlike_the_library

    records = ((k, record) for k, record in enumerate(found.records) if record.source not in elsewhere)
    remarks = {k: unlike_the_library(record, library) for k, record in records}
    return {k: wrong for k, wrong in remarks.items() if wrong}
