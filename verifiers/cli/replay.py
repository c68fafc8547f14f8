"""The command that decides recorded verdicts again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from lemmacheck.verifiers.cli.common import (
    ALL,
    BOOK,
    SECONDS,
    Json,
    Timeout,
    app,
    end_with,
    finished,
    of_book,
    print_list,
)
from lemmacheck.verifiers.records.terminal import InputError, clear_progress, inert, note, progress, say
from lemmacheck.verifiers.records.text import counted

if TYPE_CHECKING:
    from lemmacheck.reports.json_ import Unreadable
    from lemmacheck.theory.core.book import Library
    from lemmacheck.verifiers.records.verdict import Header, Record
    from lemmacheck.verifiers.replay.replay import Knowledge, Replay

LINE = re.compile("[0-9]+")
STANDS = {True: "stands", False: "DOES NOT STAND", None: "open"}
OF_A_HEADER = ("title", "lines", "tables", "curves", "axes", "variant", "command", "versions", "checker", "made")
Lines = list["Record | Unreadable"]


@app.command(epilog="Example: lemmacheck replay report/records.jsonl:7")
def replay(
    records: Annotated[
        list[str], typer.Argument(metavar="RECORDS[:LINE]", help=f"A records file, or one line of it. {BOOK}")
    ],
    full: Annotated[
        bool, typer.Option("--full", help="Decide on all runs of the report; this takes as long as the report did.")
    ] = False,
    timeout: Timeout = SECONDS,
    json: Json = False,
) -> None:
    """Decide recorded verdicts again. Each is decided on its record's run: it stands, falls, or is open."""
    library, rest = of_book(records, timeout, ALL)
    given = one_file(rest)
    path, header, lines, altered = recorded(given)
    if altered:
        note(f"{path}: {altered}")
    if missing := absent(header, library):
        raise InputError(not_given(given, missing, "replay"))
    misstated = misstating(header, library)
    for wrong in misstated:
        note(f"{path}: the header does not stand: {wrong}")
    if header and header.origin:
        note(f"{path}: of the header are not checked: {', '.join([*OF_A_HEADER, *([] if full else ['effort'])])}")

    def each() -> Iterator[Replay]:
        for one in replayed(lines, knowledge(header, library), full):
            clear_progress()
            if not json:
                say(replay_text(one, full))
            yield one

    results: list[Replay] = []
    end = finished(each(), results)
    if json:
        print_list([document(one) for one in results], end)
    end_with(end, f"{len(results)} of {counted(len(lines), 'record')} replayed")
    if misstated or any(one.stands is False for one in results) or written_otherwise(altered):
        raise typer.Exit(1)


def one_file(rest: list[str]) -> str:
    if len(rest) != 1:
        raise InputError(f"{len(rest)} records files given; expected one, after the book if there is one")
    return rest[0]


def not_given(given: str, missing: set[str], command: str) -> str:
    return (
        f"{given} is of {', '.join(sorted(missing))}, which is not given: a book stands before its records, as in: "
        f"lemmacheck {command} mypaper.py {given}"
    )


def absent(header: Header | None, library: Library) -> set[str]:
    """The documents of the records that the library does not have."""
    from lemmacheck.verifiers.records.provenance import documents

    there = {key for book in library.books for key, _ in documents(book.source)}
    return set(header.origin.books) - there if header and header.origin else set()


def misstating(header: Header | None, library: Library) -> list[str]:
    """What a header says of the documents and the seeds that this package has otherwise, in words."""
    from lemmacheck.verifiers.records.agreement import value_text
    from lemmacheck.verifiers.records.provenance import SEEDS, documents

    if header is None or header.origin is None:
        return []
    books = {key: name for book in library.books for key, name in documents(book.source)}
    stated: dict[str, tuple[Mapping[str, object], Mapping[str, object]]]
    stated = {"books": (header.origin.books, books), "seeds": (header.origin.seeds, SEEDS)}
    return [
        f"{name}.{key} is {value_text(value)}, found {value_text(here.get(key))}"
        for name, (said, here) in stated.items()
        for key, value in said.items()
        if value != here.get(key)
    ]


def knowledge(header: Header | None, library: Library) -> Knowledge:
    """The library, the known verdicts and the known needs against which a file's records are replayed."""
    from lemmacheck.verifiers.cli.known import needs, verdicts
    from lemmacheck.verifiers.replay.replay import Knowledge

    return Knowledge(header.origin if header else None, library, verdicts(library), needs(library))


def replayed(lines: Lines, known: Knowledge, full: bool) -> Iterator[Replay]:
    """Each line replayed, in turn; a line that is no record, and a second record of an id, fall."""
    from lemmacheck.verifiers.records.verdict import Record, Scope, Verdict
    from lemmacheck.verifiers.replay.replay import Replay, replay
    from lemmacheck.verifiers.replay.whole import replay_whole

    records = [line for line in lines if isinstance(line, Record)]
    following = replay_whole(records, known, progress) if full else (replay(record, known) for record in records)
    seen = set[str]()
    for line in lines:
        if not isinstance(line, Record):
            blank = Record(f"line {line.line}", Verdict.UNDECIDED, Scope(0, 0))
            yield Replay(blank, False, line.wrong)
            continue
        found = next(following)
        if line.id in seen:
            found = Replay(line, False, "an earlier record of the file has this id already")
        seen.add(line.id)
        yield found


def replay_text(one: Replay, full: bool = False) -> str:
    """A replay in one line."""
    unchecked = f"; not checked{'' if full else ' without --full'}: {', '.join(one.unchecked)}" if one.unchecked else ""
    return inert(f"{STANDS[one.stands]}  {one.record.id}  {one.record.verdict}: {one.text}{unchecked}", "")


def document(one: Replay) -> dict[str, object]:
    return {
        "id": one.record.id,
        "verdict": one.record.verdict,
        "stands": one.stands,
        "told": one.text,
        "unchecked": list(one.unchecked),
    }


def written_otherwise(altered: str) -> bool:
    """Whether a file is not the one that was written, rather than of an older version."""
    from lemmacheck.reports.json_ import NO_DIGEST

    return altered not in ("", NO_DIGEST)


def recorded(given: str) -> tuple[str, Header | None, Lines, str]:
    """The path, the header, the lines of FILE or the one of FILE:LINE, and what the digest says against them."""
    from lemmacheck.reports.json_ import Unreadable, read_lines

    path, _, line = given.rpartition(":")
    if not path or not LINE.fullmatch(line) or Path(given).exists():
        path, line = given, ""
    if not Path(path).is_file():
        raise InputError(f"no file {path!r}; expected the records.jsonl of a report, as FILE or FILE:LINE")
    header, found, altered = read_lines(path)
    if not found:
        raise InputError(f"{path} holds no records; expected the records.jsonl of a report")
    if found and all(isinstance(one, Unreadable) for one in found):
        raise InputError(f"{path}, line {found[0].line}: {found[0].wrong}")  # type: ignore[union-attr]
    if not line:
        return path, header, found, altered
    first = 1 if header is None else 2
    index = int(line) - first if len(line) < 10 else len(found)
    if index == -1 and header is not None:
        raise InputError(f"{path}: line 1 is the header, which decides nothing; the records begin at line 2")
    if not 0 <= index < len(found):
        raise InputError(f"{path} has {counted(len(found), 'record')}; there is no line {line}")
    return path, header, [found[index]], altered
