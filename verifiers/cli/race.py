"""The race: the margin of every method against iterations and against time, as in the paper's Figure 1."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from lemmacheck.verifiers.cli.common import (
    Json,
    app,
    count,
    end_with,
    finished,
    folder,
    load_data,
    print_object,
    room_for,
    seconds,
)
from lemmacheck.verifiers.cli.pictures import write_figures
from lemmacheck.verifiers.records.terminal import clear_progress, note, progress, say
from lemmacheck.verifiers.records.text import counted

if TYPE_CHECKING:
    from lemmacheck.verifiers.races.racing import Lap, Track
    from lemmacheck.verifiers.variants.workers import Workers

NOT_SEPARABLE = "is not separable, so that no w has a positive margin: drawn without γ̄"
NOT_DECIDED = "is not known to be separable: drawn without γ̄"


@app.command(epilog="Example: lemmacheck race digits:0v1 my_variant.py --steps 2000 --out race")
def race(
    data: Annotated[str, typer.Argument(metavar="DATA", help="A bundled name such as digits:0v1 or iris, or a file.")],
    variants: Annotated[
        list[str] | None, typer.Argument(metavar="VARIANT", help="Variant files that run along.")
    ] = None,
    steps: Annotated[int, count(100_000, "Iterations of each method.")] = 1000,
    timeout: Annotated[float, seconds("How long a method may take; it is shown as far as it has come by then.")] = 60.0,
    out: Annotated[
        Path | None, folder("Folder for three pictures and race.json; without it nothing is written.")
    ] = None,
    json: Json = False,
) -> None:
    """Race methods on data. Shown are the margins of Algorithm 1, earlier methods and yours, by iteration and time."""
    from lemmacheck.verifiers.races.racing import document, track

    room_for(out)
    with ExitStack() as stack:
        crews = list(load_variants(variants or [], steps, timeout, stack))
        progress(f"certifying γ̄ of {data}")
        raced = track(load_data(data))
        laps: list[Lap] = []
        end = finished(run(raced, crews, steps, timeout), laps)
    clear_progress()
    result = document(raced, laps)
    if json:
        print_object(result, end)
    else:
        say(table(result))
    if raced.separable is not True:
        note(f"{data} {NOT_SEPARABLE if raced.separable is False else NOT_DECIDED}")
    if out is not None:
        write_files(out, raced, laps, result)
    ran = counted(len(laps), "method has", "methods have")
    end_with(end, f"{ran} run; with fewer --steps, or less --timeout, the others come sooner")


def load_variants(
    files: list[str], steps: int, timeout: float, stack: ExitStack
) -> Iterator[tuple[Workers, list[str]]]:
    """For each file of variants a process that has loaded it, and their names; each variant is tried on small data."""
    from lemmacheck.verifiers.variants.workers import Task, Workers

    taken: list[str] = []
    for file in files:
        workers = stack.enter_context(Workers(file, timeout, 1))
        names = workers.names(taken)
        taken += names
        for index, name in enumerate(names):
            progress(f"pre-flight of {name}")
            workers.ask(Task("describe", (index, steps), "pre-flight"))
        yield workers, names


def run(raced: Track, crews: list[tuple[Workers, list[str]]], steps: int, timeout: float) -> Iterator[Lap]:
    """The methods one after the other. Variants run in processes of their own: an endless step ends only its own."""
    from lemmacheck.verifiers.races.racing import ENTRANTS, lap
    from lemmacheck.verifiers.variants.workers import Task

    stage, done = f"{steps} steps on {raced.data.name}", 0
    total = len(ENTRANTS) + sum(len(names) for _, names in crews)
    for entrant in ENTRANTS:
        progress(f"{(done := done + 1)}/{total} {entrant.name}, {stage}")
        yield lap(entrant, raced.Z, steps, timeout=timeout)
    for workers, names in crews:
        for index, name in enumerate(names):
            progress(f"{(done := done + 1)}/{total} {name}, {stage}")
            yield workers.ask(Task("lap", (index, raced.Z, steps, timeout), stage, patience=2))


def table(document: dict[str, Any]) -> str:
    """The iterations and milliseconds to each share of γ̄, and the share at the end."""
    methods = document["methods"]
    head = f"{document['data']}, {document['n']} x {document['d']}"
    if document["divisor"] != "1":
        head += f", rows divided by {power_of_two(document['divisor'])}"
    if document["gamma"]:
        head += f"; γ̄ = {document['gamma']['upper']:.12g}, certified"
    shares = list(methods[0]["reached"] or [])
    width = max(len(method["name"]) for method in methods)
    titles = "".join(f"{f'{share} of γ̄':>18}" for share in shares)
    lines = [f"{head}\n{'':{width}}{titles}   at t = {document['steps']}"]
    for method in methods:
        cells = "".join(f"{cell(method['reached'][share]):>18}" for share in shares)
        lines.append(f"{method['name']:{width}}{cells}   {final(method, document['steps'])}")
    return "\n".join(lines)


def power_of_two(divisor: str) -> str:
    """A divisor, written as a power of 2 where that is shorter."""
    numerator, denominator = Fraction(divisor).as_integer_ratio()
    power = f"2^{numerator.bit_length() - denominator.bit_length()}"
    return min(divisor, power, key=len)


def cell(reached: dict[str, float] | None) -> str:
    return f"{reached['t']} · {1000 * reached['seconds']:.2f} ms" if reached else "—"


def final(method: dict[str, Any], steps: int) -> str:
    """The share of γ̄, or else the margin, and the time; of a method out of time, its progress."""
    if method["margin"] is None:
        return "not finite"
    positive = method["share"] is not None and method["margin"] > 0
    found = f"{method['share']:.3%} of γ̄" if positive else f"γ = {method['margin']:.6g}"
    short = f", at t = {method['steps']}: out of time" if method["steps"] < steps else ""
    return f"{found} after {1000 * method['seconds']:.1f} ms{short}"


def write_files(out: Path, raced: Track, laps: list[Lap], document: dict[str, Any]) -> None:
    """The pictures and the document."""
    from lemmacheck.verifiers.experiments.race_figures import figures

    for path in write_figures(figures(raced, laps, "race"), "race", document, out):
        note(str(path))
