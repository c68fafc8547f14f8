"""Commands for campaigns of millions of instances: campaign run, status, query, instance, report."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from lemmacheck.verifiers.cli.common import ENDS, SECONDS, Json, Timeout, app, count, end_with, folder, room_for
from lemmacheck.verifiers.records.terminal import InputError, clear_progress, note, print_json, progress, say

if TYPE_CHECKING:
    from lemmacheck.verifiers.campaigns.executors import Place
    from lemmacheck.verifiers.campaigns.store import Store

campaign = typer.Typer(
    name="campaign",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: lemmacheck campaign run sweep.db --instances 1000000 --shape 8x4 --seed 1",
)
app.add_typer(campaign)


@campaign.callback(invoke_without_command=True)
def without_command(context: typer.Context) -> None:
    """Ask claims on millions of instances. Their answers are in one file, which survives any kill."""
    if context.invoked_subcommand is None:
        say(context.get_help())


StoreFile = Annotated[Path, typer.Argument(metavar="STORE", help="The campaign's file.")]
Claims = Annotated[
    list[str] | None, typer.Option("--claim", metavar="ID", help="A claim's id or a pattern; may be repeated.")
]
THOROUGH = {"instances": 1_000_000, "steps": 100, "closest": 4}


@campaign.command(
    epilog="Example: lemmacheck campaign run sweep.db --instances 1000000 --shape 8x4 --claim 'P.L3.*' --workers 2; "
    "after a kill, or Ctrl-C: lemmacheck campaign run sweep.db"
)
def run(
    store: StoreFile,
    instances: Annotated[int | None, count(10**9, "How many instances. [default: 100000]")] = None,
    shape: Annotated[
        str | None, typer.Option(metavar="NxD", help="Rows x columns: 8x4, or several: 8x4,20x5. [default: mixed]")
    ] = None,
    family: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Families: drawn, or several: tiny_margin,near_ties. [default: mixed]"),
    ] = None,
    seed: Annotated[int | None, count(10**18, "Another seed draws other instances. [default: 1]", 0)] = None,
    steps: Annotated[int | None, count(10_000, "Iterations of each run. [default: 50]")] = None,
    claim: Claims = None,
    variant: Annotated[str | None, typer.Option(metavar="FILE", help="Ask what this variant's runs reach.")] = None,
    book: Annotated[str | None, typer.Option(metavar="FILE", help="Ask the claims of this book of yours.")] = None,
    chunk: Annotated[int | None, count(10**6, "Instances that one transaction stores. [default: 2000]")] = None,
    closest: Annotated[
        int | None, count(10**6, "Closest calls decided in balls, of each claim and chunk. [default: 1]", 0)
    ] = None,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Defaults of 1000000 instances, 100 steps, 4 closest.")
    ] = False,
    workers: Annotated[int | None, count(1024, "Processes. [default: one a core]")] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster, by its scheduler's tcp://HOST:8786.")
    ] = None,
    timeout: Timeout = SECONDS,
) -> None:
    """Begin a campaign, or go on with one. It may be stopped or killed at any time.

    Instance k is a function of shape, family, seed and k alone. Without --claim, the statements about Algorithm 1 and
    its dual that are not known to be faulty are asked, or all that a variant's runs can show. The parameters of a book
    of yours take turns on the instances of each shape. A cluster's workers do not keep to --timeout.
    """
    from lemmacheck.verifiers.campaigns.executors import Lost
    from lemmacheck.verifiers.campaigns.questions import asked_with, chosen, fitting, refused_claims
    from lemmacheck.verifiers.campaigns.running import go_on
    from lemmacheck.verifiers.campaigns.spec import Spec, affordable, difference
    from lemmacheck.verifiers.campaigns.store import reading, writing
    from lemmacheck.verifiers.campaigns.table import state

    given = {"instances": instances, "shapes": shape, "families": family, "seed": seed, "steps": steps}
    given |= {"chunk": chunk, "closest": closest}
    options = {name: value for name, value in given.items() if value is not None}
    asked = fields_of({**(THOROUGH if thorough else {}), **options}, claim or [], variant, book, timeout)
    new = cache(lambda: fitting(affordable(Spec(**{"claims": chosen([], ""), **asked}))))
    if not store.exists():
        new()
    with place(workers, scheduler) as where, writing(store, new) as kept:
        if differs := difference(kept.spec, asked):
            raise InputError(f"{store} holds a campaign with {differs}; give another store, or go on without options")
        note(state(kept))
        if kept.spec.book and (left := refused_claims(kept.spec.book)):
            note(f"not asked, for single runs do not decide them (rates, limits, draws, no data): {', '.join(left)}")
        if told := asked_with(kept.spec):
            note(told)
        try:
            go_on(kept, where, progress, note, timeout)
        except (*ENDS, Lost) as end:
            clear_progress()
            done = f"{len(kept.done())} of {len(kept.spec.chunks)} chunks are kept"
            end_with(end, f"{done}; `lemmacheck campaign run {store}` goes on")
        clear_progress()
    with reading(store) as kept:  # as it lies on the disk now, not as it was computed
        if missing := len(kept.spec.chunks) - len(kept.done()):
            raise InputError(f"{store} lacks {missing} chunks that were computed, for it was changed; run it again")
        tell(kept, [], json=False)
        finish(kept)


def fields_of(
    options: dict[str, Any], claims: list[str], variant: str | None, book: str | None, timeout: float
) -> dict[str, Any]:
    """The fields of a spec that the options give."""
    from lemmacheck.verifiers.campaigns.questions import chosen, digest
    from lemmacheck.verifiers.campaigns.spec import families, shapes

    fields = dict(options)
    for name, parse in (("shapes", shapes), ("families", families)):
        if name in fields:
            fields[name] = parse(fields[name])
    if variant:
        fields |= {"variant": os.path.realpath(variant), "digest": digest(variant)}
        sound(variant)
    if book:
        fields |= {"book": of_a_file(book, variant, timeout), "digest": digest(book)}
    if claims or variant or book:
        fields["claims"] = chosen(claims, variant or "", fields.get("book", ""))
    return fields


def of_a_file(book: str, variant: str | None, timeout: float) -> str:
    """Where a book's file is, which was looked over."""
    from lemmacheck.theory.core.opening import origin_of
    from lemmacheck.verifiers.library.preflight import open_library

    if variant:
        raise InputError("--book with --variant: a campaign asks one or the other; leave one out")
    if not book.endswith(".py") or not Path(book).is_file():
        raise InputError(f"--book {book!r}: no such file; expected a book; `lemmacheck new-book NAME` writes one")
    return open_library(str(origin_of(book)), timeout, progress=progress).origin


def sound(variant: str) -> None:
    """Have the variant fly once, in a process of its own, as its code may hang."""
    from lemmacheck.verifiers.variants.workers import Task, Workers

    with Workers(variant, timeout=10.0, count=1) as one:
        one.ask(Task("describe", (0, 8), "preflight"))


def place(workers: int | None, scheduler: str | None) -> AbstractContextManager[Place]:
    """Where to compute."""
    from lemmacheck.verifiers.campaigns.executors import cluster, processes
    from lemmacheck.verifiers.records.provenance import processors

    if scheduler is None:
        return processes(workers or processors())
    if workers is not None:
        raise InputError("--workers with --scheduler: the cluster has its own workers; give one of the two")
    return cluster(scheduler)


def finish(store: Store) -> None:
    """Exit with 1 where a claim is refuted that is not on record as refuted."""
    from lemmacheck.verifiers.campaigns.questions import library_of
    from lemmacheck.verifiers.cli.known import verdicts

    known = {} if store.spec.variant else verdicts(library_of(store.spec.book))
    found = store.rows("SELECT DISTINCT claim FROM decided WHERE verdict = 'refuted' ORDER BY claim")
    new = [id for (id,) in found if known.get(id) != "refuted"]
    if new:
        note(f"finding: refuted: {', '.join(new)}")
        raise typer.Exit(1)


@campaign.command(epilog="Example: lemmacheck campaign status sweep.db")
def status(store: StoreFile, json: Json = False) -> None:
    """Show how far a campaign is. It may be running."""
    from dataclasses import asdict

    from lemmacheck.verifiers.campaigns.store import reading
    from lemmacheck.verifiers.campaigns.table import state

    with reading(store) as kept:
        if json:
            print_json({"done": len(kept.done()), "chunks": len(kept.spec.chunks), "spec": asdict(kept.spec)})
        else:
            say(state(kept))


@campaign.command(epilog="Example: lemmacheck campaign query sweep.db --claim 'P.L3.*' --json")
def query(store: StoreFile, claim: Claims = None, json: Json = False) -> None:
    """Show what was found of each claim. The text does not depend on the number of workers, nor on kills."""
    from lemmacheck.verifiers.campaigns.questions import still_asked
    from lemmacheck.verifiers.campaigns.store import reading

    with reading(store) as kept:
        tell(kept, claim or [], json)
        try:
            still_asked(kept.spec, store)
        except InputError as error:
            note(f"these are answers of before: {error}")


def tell(store: Store, patterns: list[str], json: bool) -> None:
    """Print the answers to the claims that match a pattern, or to all."""
    from lemmacheck.verifiers.campaigns.answers import answers
    from lemmacheck.verifiers.campaigns.table import table

    found = answers(store, ids_matching(store, patterns))
    if json:
        print_json([one.to_dict() for one in found])
    else:
        say(table(found))


def ids_matching(store: Store, patterns: list[str]) -> tuple[str, ...]:
    """The claims of a campaign that match one of the patterns, or all without any."""
    from lemmacheck.theory.core.book import is_among

    ids = store.spec.claims
    for pattern in patterns:
        if not any(is_among(id, pattern) for id in ids):
            raise InputError(f"--claim {pattern!r}: this campaign asks no claim of that name; it asks {', '.join(ids)}")
    return tuple(id for id in ids if not patterns or is_among(id, *patterns))


@campaign.command(epilog="Example: lemmacheck campaign instance sweep.db 4711")
def instance(
    store: StoreFile,
    k: Annotated[int, typer.Argument(metavar="K", min=0, help="The instance's number.")],
    json: Json = False,
) -> None:
    """Show one instance by its number. Its rows and its margin are exact; what was decided on it follows."""
    from lemmacheck.verifiers.campaigns.store import reading
    from lemmacheck.verifiers.records.text import matrix

    with reading(store) as kept:
        if k >= kept.spec.instances:
            raise InputError(f"no instance {k}: this campaign has those from 0 to {kept.spec.instances - 1}")
        kept.spec.drawn_here(store)
        found = kept.spec.instance(k)
        on_it = kept.rows("SELECT claim, verdict FROM decided WHERE k = ? ORDER BY claim", (k,))
    squared = str(found.optimum.gamma_squared)
    if json:
        result = {"k": k, "name": found.name, "Z": found.to_json(), "gamma_squared": squared, "decided": dict(on_it)}
        print_json(result)
    else:
        say(f"{found.name}\nZ = {matrix(found.to_json())}\nγ̄² = {squared}")
        say("\n".join(f"{claim}  {verdict}" for claim, verdict in on_it) or "nothing was decided on it in balls")


@campaign.command(epilog="Example: lemmacheck campaign report sweep.db --out sweep-report")
def report(
    store: StoreFile,
    out: Annotated[Path, folder("Folder for index.html, report.md and records.jsonl.")] = Path("lemmacheck-campaign"),
) -> None:
    """Write a report of what was found. It goes lemma by lemma, with small witnesses."""
    from lemmacheck.reports.writing import write_report
    from lemmacheck.verifiers.campaigns.questions import still_asked
    from lemmacheck.verifiers.campaigns.records import header, records
    from lemmacheck.verifiers.campaigns.store import reading

    room_for(out)
    with reading(store) as kept:
        still_asked(kept.spec, store)
        for path in write_report(records(kept), out, header(kept.spec)):
            say(path)
        finish(kept)
