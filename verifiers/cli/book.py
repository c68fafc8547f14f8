"""The book's commands: claims, check, report, replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verifiers.cli.common import Ids, Json, app, load_instance, no_file, published, selected
from verifiers.terminal import InputError, clear_progress, note, print_json, progress, say

if TYPE_CHECKING:
    from theory.claim import Claim
    from verifiers.plan import Effort
    from verifiers.verdict import Record, Verdict

STANDS = {True: "stands", False: "DOES NOT STAND", None: "no replay"}


@app.command(epilog="Example: lemmacheck claims | grep §3.3")
def claims(json: Json = False) -> None:
    """List every claim: id, kind, place, statement."""
    from verifiers.shipped import LIBRARY
    from verifiers.telling import claim_document

    book = LIBRARY.claims.values()
    if json:
        print_json([claim_document(claim) for claim in book])
        return
    width = max(len(c.id) for c in book)
    for c in book:
        say(f"{c.id:{width}}  {c.source.place}: {c.statement}")


@app.command(epilog="Example: lemmacheck check P.L3.2 'P.L3.6*' --data iris --unit --steps 50")
def check(
    ids: Ids,
    data: Annotated[str | None, typer.Option(help="Check on these data alone: a name or a file.")] = None,
    unit: Annotated[
        bool, typer.Option("--unit", help="Divide the data by a power of 2 to norms of at most 1.")
    ] = False,
    steps: Annotated[int | None, typer.Option(min=1, max=100_000, help="Iterations of each run.")] = None,
    json: Json = False,
) -> None:
    """Check one or more claims, on the standard survey or on given data."""
    from dataclasses import replace

    from verifiers.book import examine, examine_on
    from verifiers.plan import STANDARD
    from verifiers.telling import told

    chosen = selected(ids)
    if unit and data is None:
        raise InputError("--unit without --data: there are no data to scale; give --data too")
    if data is None:
        effort = replace(STANDARD, steps=steps) if steps else STANDARD
        records = list(examine(chosen, effort, progress))
    else:
        records = examine_on(
            chosen, load_instance(data, unit, steps or STANDARD.steps), steps or STANDARD.steps, progress
        )
    clear_progress()
    documents = [record.to_dict() for record in records]
    if json:
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        say("\n".join(map(told, records)))
    known = published()
    finding = [line for record in records for line in contradiction(record, known, data is None)]
    for line in finding:
        note(line)
    if finding:
        raise typer.Exit(1)


def contradiction(record: Record, known: dict[str, Verdict], whole_survey: bool) -> list[str]:
    """What a record contradicts: another verdict, or, on given data alone, a refutation of what stood."""
    before = known.get(record.id)
    if before is None or before == record.verdict:
        return []
    if whole_survey or record.verdict == "refuted":
        return [f"finding: {record.id} is {record.verdict} here, but recorded as {before}"]
    return []


@app.command(epilog="Example: lemmacheck report --out report; lemmacheck report 'T.*' 'S.Lem7*'")
def report(
    ids: Annotated[list[str] | None, typer.Argument(help="Claim ids or patterns; all claims without them.")] = None,
    out: Annotated[Path, typer.Option(help="Folder for the pages, the records and the figures.")] = Path(
        "lemmacheck-report"
    ),
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs.")] = False,
    thorough: Annotated[bool, typer.Option("--thorough", help="More and longer runs, eight times the work.")] = False,
    accept: Annotated[bool, typer.Option("--accept", help="Record the verdicts found as the known ones.")] = False,
) -> None:
    """The main job: every claim, or those of some ids, lemma by lemma, into a report."""
    import reports
    from reports.published import difference, published_path, write_known
    from verifiers.book import examine
    from verifiers.telling import told_summary

    effort = chosen_effort(quick, thorough)
    if accept and quick:
        raise InputError("--accept with --quick: quick verdicts rest on too few runs; accept a full report")
    if accept and ids:
        raise InputError("--accept with ids: the verdicts on record are those of the whole book; accept a full report")
    no_file(out)
    chosen = selected(ids or ["*"])
    lost: list[str] = []
    records = kept(out, confirmed(zip(chosen, examine(chosen, effort, progress), strict=True), lost))
    clear_progress()
    for path in reports.write_report(records, out):
        say(path)
    say(told_summary(records))
    known = {claim.id for claim in chosen}
    changes = difference({id: verdict for id, verdict in published().items() if not ids or id in known}, records)
    if quick:
        changes = [line for line in changes if "refuted" in line]
    if lost:
        note("\n".join(lost))
    if accept:
        write_known({record.id: record.verdict for record in records}, published_path())
        note(f"accepted {len(records)} verdicts into {published_path()}")
    elif changes:
        note("verdicts that differ from the published ones (accept them with `lemmacheck report --accept`):")
        note("\n".join(changes))
    if lost or (changes and not accept):
        raise typer.Exit(1)


def confirmed(records: Iterable[tuple[Claim, Record]], lost: list[str]) -> Iterator[Record]:
    """The records with the published needs of their hypotheses, decided again; those that are no more go into lost."""
    from reports.published import known_needs, needs_path
    from verifiers.needed import with_needs

    known = known_needs(needs_path()) if needs_path().exists() else {}
    for claim, record in records:
        told, gone = with_needs(claim, record, known.get(record.id, {}))
        lost += gone
        yield told


def chosen_effort(quick: bool, thorough: bool) -> Effort:
    from verifiers.plan import QUICK, STANDARD, THOROUGH

    if quick and thorough:
        raise InputError("--quick and --thorough exclude each other; give one")
    return QUICK if quick else THOROUGH if thorough else STANDARD


def kept(out: Path, records: Iterable[Record]) -> list[Record]:
    """The records, each also appended to a file as it comes, so that nothing computed is lost."""
    out.mkdir(parents=True, exist_ok=True)
    partial = out / "records.partial.jsonl"
    done: list[Record] = []
    with partial.open("w", encoding="utf-8") as file:
        for record in records:
            done.append(record)
            file.write(record.to_json() + "\n")
            file.flush()
    partial.unlink()
    return done


@app.command(epilog="Example: lemmacheck replay report/records.jsonl:7")
def replay(
    records: Annotated[str, typer.Argument(metavar="RECORDS[:LINE]", help="A records file, or one line of it.")],
    json: Json = False,
) -> None:
    """Decide recorded verdicts again, from the record alone, in this process."""
    from verifiers.replay import replay as again

    results = [again(record) for record in recorded(records)]
    if json:
        print_json(
            [{"id": r.record.id, "verdict": r.record.verdict, "stands": r.stands, "told": r.told} for r in results]
        )
    else:
        for r in results:
            say(f"{STANDS[r.stands]}  {r.record.id}  {r.record.verdict}: {r.told}")
    if any(r.stands is False for r in results):
        raise typer.Exit(1)


def recorded(given: str) -> list[Record]:
    """The records of FILE, or the one of FILE:LINE."""
    from reports.json_ import read_recorded

    path, _, line = given.rpartition(":")
    if not path or not line.isdigit() or Path(given).exists():
        path, line = given, ""
    if not Path(path).is_file():
        raise InputError(f"no records file {path!r}; expected the records.jsonl of a report, as FILE or FILE:LINE")
    found = read_recorded(path)
    if not line:
        return found.records
    index = int(line) - found.first_line
    if index == -1 and found.header is not None:
        raise InputError(f"{path}: line 1 is the header, which decides nothing; the records begin at line 2")
    if not 0 <= index < len(found.records):
        raise InputError(f"{path} has {len(found.records)} records; there is no line {line}")
    return [found.records[index]]
