"""The file that an interrupted report keeps: each record as it comes, so that the next report can go on from it.

Its first line is the header of the report, with the origin of its records. A record is taken over if the origin and its
claim's code are the same; an undecided one is decided again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lemmacheck.verifiers.records.terminal import InputError, note
from lemmacheck.verifiers.records.text import counted
from lemmacheck.verifiers.records.verdict import Header, Origin, Record, Verdict

if TYPE_CHECKING:
    from lemmacheck.theory.core.claim import Claim

NAME = "records.partial.jsonl"


def keep(out: Path, header: Header, before: Iterable[Record], new: Iterable[Record]) -> Iterator[Record]:
    """The kept records, then the new ones, each appended to a file as it comes."""
    from lemmacheck.reports.json_ import text_of

    out.mkdir(parents=True, exist_ok=True)
    before = list(before)
    with (out / NAME).open("w", encoding="utf-8") as file:
        file.write(text_of(before, header, whole=False))
        file.flush()
        yield from before
        for record in new:
            file.write(record.to_json() + "\n")
            file.flush()
            yield record


def forget(out: Path) -> None:
    (out / NAME).unlink(missing_ok=True)


def taken_over(out: Path, header: Header, claims: Sequence[Claim], resume: bool) -> dict[str, Record]:
    """The records of an interrupted report that this one would compute again, by id."""
    from lemmacheck.reports.json_ import read_lines
    from lemmacheck.verifiers.records.provenance import code_of

    path = out / NAME
    if not resume:
        if path.exists():
            note(f"{path} is of an interrupted report, and is written anew; --resume goes on from one")
        return {}
    if not path.exists():
        raise InputError(f"--resume: no report was interrupted in {str(out)!r}, for it has no {NAME}; give its --out")
    theirs, lines, _ = read_lines(path)
    if theirs and theirs.origin and header.origin and theirs.origin.books != header.origin.books:
        raise InputError(f"--resume: {path} is of other books; it is kept for: {theirs.origin.command} --resume")
    if theirs is None or not same_origin(theirs.origin, header.origin):
        note(f"{path} was computed from something else (versions, code, effort): nothing is taken over")
        return {}
    codes = {claim.id: code_of(claim) for claim in claims}
    read = [line for line in lines if isinstance(line, Record) and line.verdict != Verdict.UNDECIDED]
    good = {record.id: record for record in read if record.code == codes.get(record.id)}
    note(f"{len(good)} of {len(claims)} records are taken over from {path}")
    return good


def same_origin(theirs: Origin | None, ours: Origin | None) -> bool:
    """Whether two reports have the same origin, whatever command made them."""
    from dataclasses import replace

    what = [origin and replace(origin, command="", made={}) for origin in (theirs, ours)]
    return None not in what and what[0] == what[1]


def how_to_go_on(out: Path) -> str:
    """How to go on after an interruption."""
    try:
        with (out / NAME).open(encoding="utf-8") as file:
            count = sum(line.endswith("\n") for line in file) - 1
    except OSError:
        count = -1
    if count < 0:
        return "nothing was kept"
    kept = counted(count, "record is", "records are")
    return f"{kept} kept in {out / NAME}; the same command with --resume goes on"
