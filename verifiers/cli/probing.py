"""Commands that probe a claim, need, sharp and teeth, and the margin of a data set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from lemmacheck.verifiers.cli.common import (
    SECONDS,
    Ids,
    Json,
    SomeIds,
    Timeout,
    app,
    end_with,
    finished,
    load_data,
    print_object,
    selected,
    show,
    silent,
)
from lemmacheck.verifiers.records.terminal import clear_progress, note, print_json, progress, say
from lemmacheck.verifiers.records.text import counted

if TYPE_CHECKING:
    from lemmacheck.theory.core.book import Library
    from lemmacheck.theory.core.claim import Claim
    from lemmacheck.verifiers.probe.need import Needs
    from lemmacheck.verifiers.probe.tightness import Sharpness
    from lemmacheck.verifiers.records.verdict import Teeth


@app.command(epilog="Example: lemmacheck need P.L3.5")
def need(
    ids: Ids,
    json: Json = False,
    accept: Annotated[bool, typer.Option("--accept", help="Record the needs found as the known ones.")] = False,
    timeout: Timeout = SECONDS,
) -> None:
    """Ask which hypotheses a claim needs. For each is shown the smallest run that fails without it."""
    from lemmacheck.verifiers.library.plan import STANDARD
    from lemmacheck.verifiers.probe.need import need as needs_of
    from lemmacheck.verifiers.records.result_text import needs_text

    library, chosen = selected(ids, timeout)
    progress("screening runs that break one hypothesis at a time")
    found: list[Needs] = []
    asked = answers(chosen, lambda claim: needs_of(claim, STANDARD.own), "breaking the hypotheses of")
    end = finished((one for _, one in asked), found)
    show(found, needs_text, json, end)
    end_with(end, part_text(found, chosen))
    if accept:
        accept_needs(library, found)
    silent(chosen)


def part_text(found: Sequence[object], chosen: Sequence[Claim]) -> str:
    return f"{len(found)} of {counted(len(chosen), 'claim')} asked"


def answers(chosen: list[Claim], ask_of: Callable[[Claim], Any], doing: str) -> Iterator[tuple[Claim, Any]]:
    """The answer of each claim; a claim whose code does not end is reported at the end, and the others go on."""
    from lemmacheck.verifiers.library.supervision import Lost, ask

    for k, claim in enumerate(chosen, 1):
        progress(f"{k}/{len(chosen)} {doing} {claim.id}")
        found = ask(claim, ask_of, claim)
        if isinstance(found, Lost) and claim.library:
            claim.library.late[claim.id] = found.reason
        else:
            yield claim, found


def accept_needs(library: Library, found: list[Needs]) -> None:
    """Publish the needs of these claims; the known needs of others stay."""
    from lemmacheck.reports.published import known_needs, write_needs
    from lemmacheck.verifiers.cli.known import known_path, writable

    now = {needs.id: {need.hypothesis: need.found or need.tried for need in needs.needs} for needs in found}
    for part in library.parts:
        path = writable(known_path(part, "needs"))
        before = known_needs(path) if path.exists() else {}
        its = {id: needs for id, needs in now.items() if id in part.claims}
        if its:
            write_needs({id: needs for id, needs in (before | its).items() if needs}, path)
            note(f"accepted the needs of {counted(len(its), 'claim')} into {path}")


@app.command(epilog="Example: lemmacheck sharp P.L3.2")
def sharp(ids: Ids, json: Json = False, timeout: Timeout = SECONDS) -> None:
    """Ask how tight a claim is. Shown is the run found that comes closest to the bound, certified."""
    from lemmacheck.verifiers.probe.tightness import sharpen
    from lemmacheck.verifiers.records.result_text import sharpness_text

    _, chosen = selected(ids, timeout)
    progress("screening data for the tightest runs")
    found: list[Sharpness] = []
    asked = answers(chosen, lambda claim: sharpen(claim, progress), "the tightest runs of")
    end = finished((one for _, one in asked), found)
    show(found, sharpness_text, json, end)
    end_with(end, part_text(found, chosen))
    silent(chosen)


@app.command(epilog="Example: lemmacheck teeth P.L3.2 'P.3.2.*'; without ids, all claims.")
def teeth(ids: SomeIds = None, json: Json = False, timeout: Timeout = SECONDS) -> None:
    """Ask which mistakes a claim would catch. It, or its algorithm, is changed in one thing: is that refuted?"""
    from lemmacheck.verifiers.records.result_text import teeth_document, teeth_text

    _, chosen = selected(ids or [], timeout)
    several: list[tuple[Claim, Teeth | None]] = []
    end = finished(teeth_of_claims(chosen), several)
    clear_progress()
    if json:
        print_object(teeth_document(several), end)
    else:
        say(teeth_text(several))
    toothless = [claim.id for claim, found in several if found is not None and found.of and not found.killed]
    if toothless:
        note(f"finding: {', '.join(toothless)} refutes none of the mutants")
    end_with(end, part_text(several, chosen))
    silent(chosen)
    if toothless:
        raise typer.Exit(1)


def teeth_of_claims(chosen: list[Claim]) -> Iterator[tuple[Claim, Teeth | None]]:
    """Each claim with its teeth; a sentence without numerical content has none."""
    from lemmacheck.verifiers.library.deciding import judge_rate
    from lemmacheck.verifiers.library.plan import QUICK, screen_group
    from lemmacheck.verifiers.probe.mutants import teeth_of

    def its_teeth(claim: Claim) -> Teeth | None:
        if claim.is_rate:
            return judge_rate(claim, screen_group([claim], QUICK)[claim.id], QUICK).teeth
        return None if claim.not_checkable else teeth_of(claim)

    return answers(chosen, its_teeth, "mutants of")


@app.command(epilog="Example: lemmacheck margin digits:0v1 --json")
def margin(
    data: Annotated[str, typer.Argument(metavar="DATA", help="A bundled name, as iris or digits:3v5+bias, or a file.")],
    json: Json = False,
) -> None:
    """Compute the maximum margin of data. It is exact or enclosed; whether data are separable is certified."""
    from lemmacheck.verifiers.optima.margin import describe
    from lemmacheck.verifiers.optima.margin import margin as document

    loaded = load_data(data)
    progress(f"deciding the margin of {loaded.n} x {loaded.d} rows exactly, where that is affordable")
    result = document(loaded)
    clear_progress()
    if json:
        print_json(result)
    else:
        say(describe(result))
