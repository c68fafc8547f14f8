"""The command line. Results go to stdout, progress and messages to stderr.

Exit status: 0 done, nothing contradicts what is recorded as known; 1 a finding (a verdict changed, a
record does not stand, a claim refutes no mutant); 2 bad usage or bad input, told in one line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verifiers.terminal import InputError, clear_progress, note, print_json, progress, say

if TYPE_CHECKING:
    from theory.claim import Claim
    from verifiers.instances import Instance
    from verifiers.plan import Effort
    from verifiers.verdict import Record, Teeth, Verdict

app = typer.Typer(
    name="lemmacheck",
    help="State a paper's lemma once; learn, with a certificate, on which runs it holds.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: lemmacheck check P.L3.2",
)

Ids = Annotated[list[str], typer.Argument(help="Claim ids or patterns such as 'P.L3.*'.")]
Json = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]

AFFORDABLE = 10**8  # rows x columns x steps: about ten minutes in balls


def published_path() -> Path:
    import reports

    return Path(reports.__file__).parent / "published" / "verdicts.json"


def published() -> dict[str, Verdict]:
    from reports.published import known

    path = published_path()
    return known(path) if path.exists() else {}


def selected(ids: list[str]) -> list[Claim]:
    """The claims with these ids or matching these patterns, in the order of the book."""
    from difflib import get_close_matches
    from fnmatch import fnmatchcase

    from theory.claims import all_claims

    known = all_claims()
    chosen: list[str] = []
    for given in ids:
        matching = [name for name in known if name == given or fnmatchcase(name, given)]
        if not matching:
            close = get_close_matches(given, known, 3, 0.5)
            hint = f"did you mean {', '.join(close)}?" if close else "`lemmacheck claims` lists them"
            raise InputError(f"no claim is called {given!r}: expected an id or a pattern; {hint}")
        chosen += matching
    return [known[name] for name in dict.fromkeys(chosen)]


@app.command(epilog="Example: lemmacheck claims | grep §3.3")
def claims(json: Json = False) -> None:
    """List every claim: id, kind, place, statement."""
    from theory.claims import all_claims
    from verifiers.telling import claim_document

    book = all_claims().values()
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


def load_instance(name: str, unit: bool, steps: int) -> Instance:
    """The rows of a named or stored data set as an instance, as they are or scaled into the unit ball."""
    from verifiers.data import load
    from verifiers.instances import Instance

    data = load(name)
    if data.n * data.d * steps > AFFORDABLE:
        raise InputError(
            f"{data.n} x {data.d} data for {steps} steps is too much for balls; "
            f"expected rows x columns x steps of at most {AFFORDABLE:.0e}: give fewer --steps or fewer rows"
        )
    return Instance(name, data.unit_rows() if unit else data.rows())


def contradiction(record: Record, known: dict[str, Verdict], whole_survey: bool) -> list[str]:
    """What a record contradicts: another verdict, or, on given data alone, a refutation of what stood."""
    before = known.get(record.id)
    if before is None or before == record.verdict:
        return []
    if whole_survey or record.verdict == "refuted":
        return [f"finding: {record.id} is {record.verdict} here, but recorded as {before}"]
    return []


@app.command(epilog="Example: lemmacheck need P.L3.5")
def need(ids: Ids, json: Json = False) -> None:
    """Which hypotheses a claim needs: for each, the smallest certified run found that fails without it alone."""
    from verifiers.need import need as needs_of
    from verifiers.telling import told_needs

    chosen, found = selected(ids), []
    progress("screening runs that break one hypothesis at a time")
    for claim in chosen:
        progress(f"breaking the hypotheses of {claim.id}")
        found.append(needs_of(claim))
    show(found, told_needs, json)


@app.command(epilog="Example: lemmacheck sharp P.L3.2")
def sharp(ids: Ids, json: Json = False) -> None:
    """How tight a claim is: the largest share found of what it allows, certified, and the run that reaches it."""
    from verifiers.sharp import sharpen
    from verifiers.telling import told_sharpness

    chosen = selected(ids)
    progress("screening data for the tightest runs")
    show([sharpen(claim, progress) for claim in chosen], told_sharpness, json)


def show(results: Sequence[Any], told: Callable[[Any], str], json: bool) -> None:
    """Results for a person, or as one JSON document: a result, or a list of several."""
    from dataclasses import asdict

    clear_progress()
    if json:
        documents = [asdict(result) for result in results]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        say("\n".join(map(told, results)))


@app.command(epilog="Example: lemmacheck teeth P.L3.2 'P.3.2.*'; without ids, all claims.")
def teeth(
    ids: Annotated[list[str] | None, typer.Argument(help="Claim ids or patterns; all claims without them.")] = None,
    json: Json = False,
) -> None:
    """What a claim would catch: which wrong variants of it and of its algorithm it refutes, and which survive."""
    from verifiers.telling import teeth_document, told_teeth

    bitten = bites(selected(ids or ["*"]))
    clear_progress()
    if json:
        print_json(teeth_document(bitten))
    else:
        say(told_teeth(bitten))
    toothless = [claim.id for claim, found in bitten if found is not None and not found.killed]
    if toothless:
        note(f"finding: {', '.join(toothless)} refutes none of the mutants")
        raise typer.Exit(1)


def bites(chosen: list[Claim]) -> list[tuple[Claim, Teeth | None]]:
    """Each claim with its teeth; a sentence without numerical content has none."""
    from verifiers.book import judge_rate
    from verifiers.instances import structured
    from verifiers.plan import QUICK, groups_of, screen_group
    from verifiers.teeth import bite

    rates = groups_of([claim for claim in chosen if claim.is_rate])
    progress("screening data for the mutants")
    sights = {name: sight for group in rates for name, sight in screen_group(group, QUICK).items()}
    bitten: list[tuple[Claim, Teeth | None]] = []
    for k, claim in enumerate(chosen, 1):
        progress(f"{k}/{len(chosen)} mutants of {claim.id}")
        checked = judge_rate(claim, sights[claim.id], QUICK).teeth if claim.is_rate else None
        bitten.append((claim, checked if claim.is_rate or claim.not_checkable else bite(claim, structured()[:24])))
    return bitten


@app.command(epilog="Example: lemmacheck margin digits:0v1 --json")
def margin(
    data: Annotated[str, typer.Argument(help="A bundled name such as iris or digits:3v5+bias, or a file.")],
    json: Json = False,
) -> None:
    """The maximum margin of a data set: exact or enclosed, separable or not, with the certificate."""
    from verifiers.data import load
    from verifiers.margin import describe
    from verifiers.margin import margin as document

    loaded = load(data)
    progress(f"deciding the margin of {loaded.n} x {loaded.d} rows exactly, where that is affordable")
    result = document(loaded)
    clear_progress()
    if json:
        print_json(result)
    else:
        say(describe(result))


@app.command(epilog="Example: lemmacheck report --out report")
def report(
    out: Annotated[Path, typer.Option(help="Folder for index.html, report.md and records.jsonl.")] = Path(
        "lemmacheck-report"
    ),
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs.")] = False,
    thorough: Annotated[bool, typer.Option("--thorough", help="More and longer runs, eight times the work.")] = False,
    accept: Annotated[bool, typer.Option("--accept", help="Record the verdicts found as the known ones.")] = False,
) -> None:
    """The main job: every claim, lemma by lemma, into a report."""
    import reports
    from reports.published import difference, write_known
    from theory.claims import all_claims
    from verifiers.book import examine
    from verifiers.telling import told_summary

    effort = chosen_effort(quick, thorough)
    if accept and quick:
        raise InputError("--accept with --quick: quick verdicts rest on too few runs; accept a full report")
    if out.exists() and not out.is_dir():
        raise InputError(f"--out {str(out)!r} is a file; expected a folder to write the report into")
    records = kept(out, examine(list(all_claims().values()), effort, progress))
    clear_progress()
    for path in reports.write_report(records, out):
        say(path)
    say(told_summary(records))
    changes = difference(published(), records)
    if quick:
        changes = [line for line in changes if "refuted" in line]
    if accept:
        write_known({record.id: record.verdict for record in records}, published_path())
        note(f"accepted {len(records)} verdicts into {published_path()}")
    elif changes:
        note("verdicts that differ from the published ones (accept them with `lemmacheck report --accept`):")
        note("\n".join(changes))
        raise typer.Exit(1)


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
            say(f"{'stands' if r.stands else 'DOES NOT STAND'}  {r.record.id}  {r.record.verdict}: {r.told}")
    if not all(r.stands for r in results):
        raise typer.Exit(1)


def recorded(given: str) -> list[Record]:
    """The records of FILE, or the one of FILE:LINE."""
    from reports.json_ import read_records

    path, _, line = given.rpartition(":")
    if not path or not line.isdigit() or Path(given).exists():
        path, line = given, ""
    if not Path(path).is_file():
        raise InputError(f"no records file {path!r}; expected the records.jsonl of a report, as FILE or FILE:LINE")
    records = read_records(path)
    if not line:
        return records
    if not 1 <= int(line) <= len(records):
        raise InputError(f"{path} has {len(records)} records; there is no line {line}")
    return [records[int(line) - 1]]


def format_message(error: Exception) -> str:
    return error.format_message() if hasattr(error, "format_message") else str(error)


def main() -> None:
    """Run a command; whatever the user can cause ends in one line and an exit status."""
    from typer.exceptions import TyperException

    command = typer.main.get_command(app)
    try:
        status = command.main(args=sys.argv[1:] or ["--help"], standalone_mode=False)
    except TyperException as error:
        note(f"lemmacheck: {' '.join(format_message(error).split())}; see lemmacheck --help")
        status = 2
    except (InputError, ValueError, OSError) as error:
        note(f"lemmacheck: {' '.join(str(error).split())}")
        status = 2
    except (KeyboardInterrupt, typer.Abort):
        note("\nlemmacheck: interrupted; what a report had computed is in its records.partial.jsonl")
        status = 130
    sys.exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
