"""The book's commands: claims, check, report, new-book."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from keyword import iskeyword
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated

import typer
from lemmacheck.verifiers.cli.common import (
    ENDS,
    SECONDS,
    Ids,
    Json,
    NewName,
    SomeIds,
    Timeout,
    app,
    count,
    end_with,
    finished,
    folder,
    load_instance,
    print_results,
    room_for,
    seconds,
    selected,
    silent,
    write_new,
)
from lemmacheck.verifiers.records.terminal import InputError, clear_progress, note, print_json, progress, say
from lemmacheck.verifiers.records.text import counted

if TYPE_CHECKING:
    from lemmacheck.theory.core.book import Library
    from lemmacheck.theory.core.claim import Claim
    from lemmacheck.verifiers.instances.instance import Instance
    from lemmacheck.verifiers.library.plan import Effort
    from lemmacheck.verifiers.records.verdict import Record, Verdict


@app.command(epilog="Example: lemmacheck claims | grep §3.3")
def claims(ids: SomeIds = None, json: Json = False, timeout: Timeout = SECONDS) -> None:
    """List claims: id, place and statement of each."""
    from lemmacheck.verifiers.records.result_text import claim_document

    _, book = selected(ids or [], timeout, asked=())
    if json:
        print_json([claim_document(claim) for claim in book])
        return
    width = max(len(c.id) for c in book)
    for c in book:
        say(f"{c.id:{width}}  {c.source.place}: {c.statement}")


@app.command(epilog="Example: lemmacheck check P.L3.2 'P.L3.6*' --data iris --unit --steps 50")
def check(
    ids: Ids,
    data: Annotated[
        str | None, typer.Option("--data", metavar="DATA", help="Check on these data alone: a name or a file.")
    ] = None,
    unit: Annotated[
        bool, typer.Option("--unit", help="Divide the data by the power of 2 that makes every row at most 1 long.")
    ] = False,
    steps: Annotated[int | None, count(100_000, "Iterations of each run.")] = None,
    budget: Annotated[float | None, seconds("Search so long for a run that breaks a claim that holds.", 0)] = None,
    timeout: Timeout = SECONDS,
    states: Annotated[
        bool, typer.Option("--states", help="Show the states of the witness, or of the tightest run, as a table.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Say why what holds on these runs is not proved, or what a proof speaks of.")
    ] = False,
    json: Json = False,
) -> None:
    """Decide claims. Each is decided on the data of a report, or on yours alone (--data)."""
    from dataclasses import replace

    from lemmacheck.verifiers.cli.known import verdicts
    from lemmacheck.verifiers.library.deciding import decided, decided_on, in_order
    from lemmacheck.verifiers.library.plan import STANDARD
    from lemmacheck.verifiers.search.budget import OWN_STEPS_A_SECOND, STEPS_A_SECOND
    from lemmacheck.verifiers.search.climbing import searchable

    library, chosen = selected(ids, timeout)
    known = verdicts(library)
    if unit and data is None:
        raise InputError("--unit without --data: there are no data to scale; give --data too")
    if (states or why) and json:
        raise InputError("--states or --why with --json: they are to be read; give one of the two")
    if budget and (unsought := [claim.id for claim in chosen if not searchable(claim)]):
        note(f"--budget is not used for {', '.join(unsought)}: it searches inequalities; see lemmacheck sharp")
    if data is None:
        effort = replace(STANDARD, steps=steps or STANDARD.steps)
        if budget is not None:
            effort = replace(effort, search=int(budget * STEPS_A_SECOND), own=int(budget * OWN_STEPS_A_SECOND))
        found = decided(chosen, effort, progress)
    else:
        own, steps = all(claim.own for claim in chosen), steps or STANDARD.steps
        instance = load_instance(data, unit, steps, own)
        for line in beyond_its_shapes(chosen, instance):
            note(line)
        found = decided_on(chosen, instance, steps, progress)
    asked = {claim.id: claim for claim in chosen}

    def each() -> Iterator[Record]:
        for record in in_order(chosen, found):
            clear_progress()
            if not json:
                tell(asked[record.id], record, states, why)
            yield record

    records: list[Record] = []
    end = finished(each(), records)
    if json:
        print_results([record.to_dict() for record in records], end)
    if data and not unit and any(map(excludes_long_rows, records)):
        note("rows of these data are longer than 1, which some claims exclude; --unit divides them by a power of 2")
    finding = [line for record in records for line in contradiction(record, known, data is None)]
    for line in finding:
        note(line)
    end_with(end, f"{len(records)} of {counted(len(chosen), 'claim')} decided")
    silent(chosen)
    if finding:
        raise typer.Exit(1)


def tell(claim: Claim, record: Record, states: bool, why: bool) -> None:
    """A record, with the states of its run, and why it is not proved, or what was read, where these are asked for."""
    from lemmacheck.verifiers.decide.states import states_text
    from lemmacheck.verifiers.instances.labels import with_numbers
    from lemmacheck.verifiers.library.asking import proof_or_reason
    from lemmacheck.verifiers.records.result_text import record_text
    from lemmacheck.verifiers.records.verdict import Verdict

    say(record_text(with_numbers(claim, record)))
    if states:
        say(answered(claim, states_text, claim, record))
    if why and record.verdict in (Verdict.CERTIFIED, Verdict.SUPPORTED):
        say(answered(claim, proof_or_reason, claim))
    if why and record.read:
        say(indent("\n".join(("read as:", *record.read)), "    "))


def beyond_its_shapes(claims: Sequence[Claim], instance: Instance) -> Iterator[str]:
    """A line for each problem that is made of larger or smaller matrices, by its author's own words."""
    from lemmacheck.verifiers.instances.subject import within_reach

    for method in {id(claim.method): claim.method for claim in claims if claim.own and not claim.dataless}.values():
        if method is not None and method.on is not None and not list(within_reach(method, [[instance]])):
            bounds = [f"{name}={most}" for name in ("shapes", "smallest") if (most := getattr(method.on, name))]
            size = f"{instance.n} x {instance.shape[1]}"
            yield f"{instance.name} is {size}, and {method.on.__name__} has {', '.join(bounds)}"


def answered(claim: Claim, function: Callable[..., object], *arguments: object) -> str:
    """The answer of a function about a claim, or why there is none, as text below its result."""
    from lemmacheck.verifiers.library.supervision import Lost, ask

    found = ask(claim, function, *arguments)
    return indent(found.reason if isinstance(found, Lost) else str(found), "    ")


def excludes_long_rows(record: Record) -> bool:
    """Whether a claim does not apply because it asks for rows of length 1 at most."""
    return any(one.name == "unit_rows" and one.met < one.of for one in record.hypotheses)


def contradiction(record: Record, known: dict[str, Verdict], whole_survey: bool) -> list[str]:
    """The contradiction between a record and the known verdict, or in itself; on given data alone, a refutation of what
    held."""
    from lemmacheck.verifiers.decide.gate import contradictory

    before = known.get(record.id)
    if contradictory(record):
        return [f"finding: {record.reason}"]
    if before is None or before == record.verdict:
        return []
    if whole_survey or record.verdict == "refuted":
        return [f"finding: {record.id} is {record.verdict} here, but recorded as {before}"]
    return []


@app.command(epilog="Example: lemmacheck report --out report; lemmacheck report 'T.*' 'S.Lem7*'")
def report(
    ids: SomeIds = None,
    out: Annotated[Path, folder("Folder for the pages, the records and the figures.")] = Path("lemmacheck-report"),
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs.")] = False,
    thorough: Annotated[bool, typer.Option("--thorough", help="More and longer runs, eight times the work.")] = False,
    accept: Annotated[bool, typer.Option("--accept", help="Record the verdicts found as the known ones.")] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the records an interrupted report kept.")
    ] = False,
    timeout: Timeout = SECONDS,
) -> None:
    """Decide all claims, or some, and write the report. It is a page, a text, a LaTeX appendix, and records."""
    from dataclasses import asdict

    from lemmacheck.reports.model import Book
    from lemmacheck.reports.published import difference, write_verdicts
    from lemmacheck.reports.writing import not_understood, write_report
    from lemmacheck.verifiers.cli.keeping import forget, how_to_go_on, keep, taken_over
    from lemmacheck.verifiers.cli.known import known_path, verdicts, writable
    from lemmacheck.verifiers.library.deciding import decided, in_order
    from lemmacheck.verifiers.library.recheck import rechecked, refuted
    from lemmacheck.verifiers.records.provenance import origin
    from lemmacheck.verifiers.records.result_text import summary_text
    from lemmacheck.verifiers.records.verdict import Header

    effort = chosen_effort(quick, thorough)
    if accept and quick:
        raise InputError("--accept with --quick: quick verdicts rest on too few runs; accept a full report")
    library, chosen = selected(ids or [], timeout)
    whole = len(chosen) == len(library.claims)
    if accept and not whole:
        raise InputError("--accept with ids: the verdicts on record are those of the whole book; accept a full report")
    paths, known = [known_path(part, "verdicts") for part in library.parts], verdicts(library)
    for path in paths if accept else []:
        writable(path)
    room_for(out)
    header = Header("lemmacheck report", origin=origin(" ".join(["report", *(ids or [])]), library, asdict(effort)))
    before = taken_over(out, header, chosen, resume)
    lost: list[str] = []
    new = consistent(decided([claim for claim in chosen if claim.id not in before], effort, progress))
    try:
        made = list(in_order(chosen, keep(out, header, before.values(), new)))
        full = rechecked(chosen, made, known, progress) if quick else made
        records = list(confirmed(library, zip(chosen, made, strict=True), lost))
        clear_progress()
        for written in write_report(records, out, header):
            say(written)
    except ENDS as end:
        clear_progress()
        end_with(end, how_to_go_on(out))
    forget(out)
    gravest = [found.printed.record for found in Book.of(records).findings]
    say(summary_text(records, gravest, out / "index.html"))
    again = " ".join(["lemmacheck report", *(ids or [])])
    asked = {claim.id for claim in chosen} | (known.keys() if whole else set())
    if quick:
        asked &= refuted(known, full)
    then, now = {id: v for id, v in known.items() if id in asked}, [one for one in full if one.id in asked]
    changes = difference(then, now) if known else []
    if not known and not accept:
        names = " and ".join(path.name for path in paths)
        note(f"no verdicts are on record in {names}; `{again} --accept` records those found")
    if quick:
        for id in (one.id for one, more in zip(made, full, strict=True) if one.verdict != more.verdict == "refuted"):
            note(f"{id} holds on fewer and shorter runs; a full report refutes it, as is on record")
    if unset := not_understood(records):
        note(f"the latex of {', '.join(unset)} is not understood: it stands as its source, on the page or in the .tex")
    if lost:
        note("\n".join(lost))
    if accept:
        for part, path in zip(library.parts, paths, strict=True):
            found = {record.id: record.verdict for record in records if record.id in part.claims}
            write_verdicts(found, path)
            note(f"accepted {counted(len(found), 'verdict')} into {path}")
    elif changes:
        note(f"verdicts that differ from those on record (accept them with `{again} --accept`):")
        note("\n".join(changes))
    silent(chosen)
    if lost or (changes and not accept):
        raise typer.Exit(1)


def consistent(records: Iterable[Record]) -> Iterator[Record]:
    """The records, until one says that its claim is proved and refuted: then there is no report."""
    from lemmacheck.verifiers.decide.gate import contradictory
    from lemmacheck.verifiers.records.verdict import Contradiction

    for record in records:
        if contradictory(record):
            raise Contradiction(record.reason)
        yield record


def confirmed(library: Library, records: Iterable[tuple[Claim, Record]], lost: list[str]) -> Iterator[Record]:
    """The records with the published needs of their hypotheses, decided again; needs that are no longer true go into
    `lost`."""
    from lemmacheck.verifiers.cli.known import needs
    from lemmacheck.verifiers.library.supervision import Lost, ask
    from lemmacheck.verifiers.probe.needed import with_needs

    known = needs(library)
    for claim, record in records:
        its = known.get(record.id, {})
        found = ask(claim, with_needs, claim, record, its) if its else (record, [])
        checked, gone = (record, [found.reason]) if isinstance(found, Lost) else found
        lost += gone
        yield checked


def chosen_effort(quick: bool, thorough: bool) -> Effort:
    from lemmacheck.verifiers.library.plan import QUICK, STANDARD, THOROUGH

    if quick and thorough:
        raise InputError("--quick and --thorough exclude each other; give one")
    return QUICK if quick else THOROUGH if thorough else STANDARD


@app.command("new-book", epilog="Example: lemmacheck new-book mypaper")
def new_book(name: NewName) -> None:
    """Write a book to start from. NAME.py has a small method, a true lemma and a false one, with comments."""
    from lemmacheck.verifiers.library.new_book import TEXT

    refuse_what_nobody_imports(name)
    write_new(name, TEXT, "report")


def refuse_what_nobody_imports(name: str) -> None:
    """Refuse a name by which no other file can import the book, as a variant of its method does."""
    path = Path(name)
    stem = path.name.removesuffix(".py")
    if stem.strip(".") and (not stem.isidentifier() or iskeyword(stem)):
        plain = re.sub(r"\W", "_", stem)
        named = plain if plain.isidentifier() and not iskeyword(plain) else f"paper_{plain}"
        raise InputError(f"no other file can import {stem!r}; give a name such as {path.with_name(named)}")
