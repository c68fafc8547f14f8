"""Algorithm 1 on data too large for anything else: read once an iteration, from memory or from disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from lemmacheck.verifiers.cli.common import Json, app, count
from lemmacheck.verifiers.records.terminal import InputError, clear_progress, note, print_json, progress, say

if TYPE_CHECKING:
    import numpy as np
    from lemmacheck.verifiers.large.accelerated import State
    from lemmacheck.verifiers.large.rows import Rows


@app.command(epilog="Example: lemmacheck stream big.npy --labels y.npy --steps 500")
def stream(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An .npy matrix, however large; or other data.")],
    labels: Annotated[
        Path | None,
        typer.Option(metavar="Y.npy", help="Labels y_i, where the rows of FILE are x_i and not z_i = -y_i x_i."),
    ] = None,
    steps: Annotated[int, count(1_000_000, "Iterations of Algorithm 1.")] = 200,
    cores: Annotated[int | None, count(1024, "Threads. [default: all cores]")] = None,
    json: Json = False,
) -> None:
    """Run Algorithm 1 on large data. Shown are its margin, bounds on γ̄, and the lemmas that hold at every step.

    It is for the margin problem alone, not for books of your own.
    """
    from time import perf_counter

    from lemmacheck.verifiers.large.accelerated import record
    from lemmacheck.verifiers.large.document import describe, document
    from lemmacheck.verifiers.large.opening import opened
    from lemmacheck.verifiers.large.outcomes import check_outcomes
    from lemmacheck.verifiers.large.rows import AtOnce, into_unit_ball

    source, signs = rows_and_signs(file, labels)
    progress(f"opening {file}")
    with opened(source, signs, cores) as rows:
        progress(f"reading {rows.n} x {rows.d} rows of {file}")
        unit = into_unit_ball(checked(rows, signs, file))
        if isinstance(unit, AtOnce):
            progress("one step beforehand, which is compiled once on a machine")
            record(unit, 1)
        began = perf_counter()
        run = record(unit, steps, observe=lambda s: advanced(s, steps))
        seconds = perf_counter() - began
        found = check_outcomes(run)
    clear_progress()
    result = document(file, run, found, seconds)
    if json:
        print_json(result)
    else:
        say(describe(result))
    if found.refuted:
        note(f"finding: {', '.join(o.claim.id for o in found.refuted)} fails on this run")
        raise typer.Exit(1)


def rows_and_signs(file: str, labels: Path | None) -> tuple[Any, np.ndarray | None]:
    """The source of the rows, and the signs that make them z_i."""
    from lemmacheck.verifiers.data import load

    if file.endswith(".py"):
        raise InputError(f"{file}: stream is for the margin problem of large data, not for a book; expected data")
    if file.endswith(".npy"):
        if not Path(file).exists():
            raise InputError(f"no file {file!r}; expected an .npy matrix: check the path")
        return file, None if labels is None else signs_of(labels)
    if labels is not None:
        raise InputError(f"--labels with {file}, which has its own; expected an .npy matrix: leave --labels out")
    data = load(file)
    return data.X, -data.y


def signs_of(labels: Path) -> np.ndarray:
    """−y_i from a file of labels of two classes."""
    from lemmacheck.verifiers.data.labels import two_classes
    from lemmacheck.verifiers.data.npy import array

    _, y, _ = two_classes(array(labels), None, str(labels))
    return -y


def checked(rows: Rows, signs: np.ndarray | None, file: str) -> Rows:
    """The rows, if there is a label for each."""
    if signs is not None and len(signs) != rows.n:
        raise InputError(f"{len(signs)} labels for {rows.n} rows of {file}; expected one a row: make the two agree")
    return rows


def advanced(s: State, steps: int) -> None:
    """Show the progress of the run, with its margin in floats."""
    norm = float(s.w @ s.w) ** 0.5
    progress(f"{s.t}/{steps} steps, margin {-s.seen.m / norm if norm else 0.0:.6g}")
