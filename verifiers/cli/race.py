"""The race: the margin of every method against iterations and against time, as in the paper's Figure 1."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verifiers.cli.common import Json, app
from verifiers.terminal import InputError, clear_progress, note, print_json, progress, say

if TYPE_CHECKING:
    from verifiers.racing import Entrant, Lap, Track

FILES = ("race-iterations.svg", "race-time.svg", "race.json")
NOT_SEPARABLE = "is not separable, so that no w has a positive margin: drawn without γ̄"
NOT_DECIDED = "is not known to be separable: drawn without γ̄"


@app.command(epilog="Example: lemmacheck race digits:0v1 my_variant.py --steps 2000 --out race")
def race(
    data: Annotated[str, typer.Argument(help="A bundled name such as digits:0v1 or iris, or a file.")],
    variants: Annotated[
        list[str] | None, typer.Argument(metavar="[VARIANT]...", help="Variant files that run along.")
    ] = None,
    steps: Annotated[int, typer.Option(min=1, max=100_000, help="Iterations of each method.")] = 1000,
    out: Annotated[Path | None, typer.Option(help=f"Folder for {', '.join(FILES)}.")] = None,
    json: Json = False,
) -> None:
    """Margin against iterations and time: Algorithm 1, the methods before it, and your variants."""
    from verifiers.data import load
    from verifiers.racing import ENTRANTS, document, track

    entrants = [*ENTRANTS, *(one for file in variants or [] for one in entered(file, steps))]
    folder = prepared(out)
    raced = track(load(data))
    laps = []
    for k, entrant in enumerate(entrants, 1):
        progress(f"{k}/{len(entrants)} {entrant.name}, {steps} steps on {data}")
        laps.append(run(entrant, raced, steps))
    clear_progress()
    told = document(raced, laps)
    if json:
        print_json(told)
    else:
        say(table(told))
    if raced.separable is not True:
        note(f"{data} {NOT_SEPARABLE if raced.separable is False else NOT_DECIDED}")
    if folder is not None:
        written(folder, raced, laps, told)


def entered(file: str, steps: int) -> list[Entrant]:
    """The variants of a file, each tried on small data first."""
    from verifiers.variants.loading import load, said
    from verifiers.variants.preflight import Unusable, preflight
    from verifiers.variants.speed import entrant

    found = []
    for variant in load(file):
        try:
            preflight(variant, Path(file) if Path(file).exists() else None)
            found.append(entrant(variant, steps))
        except Unusable as error:
            raise InputError(f"{file}: {variant.name} cannot run: {error}") from None
        except Exception as error:
            raise InputError(f"{file}: {variant.name} cannot run for {steps} steps: {said(error)}") from None
    return found


def run(entrant: Entrant, raced: Track, steps: int) -> Lap:
    """A method's run; what fails in an author's step is told in one line."""
    from verifiers.racing import lap
    from verifiers.variants.loading import said

    try:
        return lap(entrant, raced.Z, steps)
    except Exception as error:
        raise InputError(f"{entrant.name} failed on {raced.data.name}: {said(error)}") from None


def prepared(out: Path | None) -> Path | None:
    """The folder, made before anything is computed."""
    if out is not None and out.exists() and not out.is_dir():
        raise InputError(f"--out {out} is a file; expected a folder, which is made if it is missing")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    return out


def table(document: dict[str, Any]) -> str:
    """Iterations and milliseconds to each share of γ̄, and what was reached in the end."""
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
        lines.append(f"{method['name']:{width}}{cells}   {final(method)}")
    return "\n".join(lines)


def power_of_two(divisor: str) -> str:
    """A divisor as it is, or as the power of 2 it is where that is shorter."""
    numerator, denominator = Fraction(divisor).as_integer_ratio()
    power = f"2^{numerator.bit_length() - denominator.bit_length()}"
    return min(divisor, power, key=len)


def cell(reached: dict[str, float] | None) -> str:
    return f"{reached['t']} · {1000 * reached['seconds']:.2f} ms" if reached else "—"


def final(method: dict[str, Any]) -> str:
    """The share of γ̄, or the margin where there is none, and the time taken."""
    if method["margin"] is None:
        return "not finite"
    positive = method["share"] is not None and method["margin"] > 0
    found = f"{method['share']:.3%} of γ̄" if positive else f"γ = {method['margin']:.6g}"
    return f"{found} after {1000 * method['seconds']:.1f} ms"


def written(folder: Path, raced: Track, laps: list[Lap], document: dict[str, Any]) -> None:
    """Both plots and the document."""
    from json import dumps

    from reports.json_ import write_atomically
    from reports.plot import standalone
    from verifiers.verdict import Curve

    for name, times, x in ((FILES[0], False, "iterations"), (FILES[1], True, "microseconds")):
        curves = [lap.curve(times, 0.0 if raced.gamma else float("-inf")) for lap in laps]
        if raced.gamma:
            ends = [t for curve in curves for t in curve.t] or [1]
            curves.insert(0, Curve(f"γ̄ = {raced.gamma:.6g}", [min(ends), max(ends)], [raced.gamma] * 2))
        picture = standalone(curves, f"Margins on {raced.data.name}", x, "margin γ(w)", linear=True)
        write_atomically(folder / name, picture)
    write_atomically(folder / FILES[2], dumps(document, ensure_ascii=False, indent=2) + "\n")
    for name in FILES:
        note(f"{folder / name}")
