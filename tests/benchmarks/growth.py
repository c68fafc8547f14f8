"""How the time of a run grows: one number varied at a time, an exponent fitted to what was measured.

seconds ≈ c·xᵖ, with p by least squares on logarithms over the larger half of the points
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from benchmarks.data import exactly, planted, separable, solved
from benchmarks.small import in_balls
from benchmarks.streaming import one_pass_each
from lemmacheck.reports.plot import standalone
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.instances.side_by_side import run_together
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.optima import solve
from lemmacheck.verifiers.records.verdict import Curve

PICTURE = "bench-growth.svg"
Points = Sequence[tuple[int, float]]


def in_batches(count: int) -> Callable[[], object]:
    group = margin_problem(solved(separable(count, 8, 4)), Float64())
    return lambda: run_together(PrimalMomentum(), group, 100)


def for_steps(steps: int) -> Callable[[], object]:
    group = margin_problem(solved(separable(1000, 8, 4)), Float64())
    return lambda: run_together(PrimalMomentum(), group, steps)


def in_balls_for_steps(steps: int) -> Callable[[], object]:
    (instance,) = solved(separable(1, 6, 3))
    return lambda: in_balls(instance, steps, max(128, 3 * steps))


def on_rows(n: int) -> Callable[[], object]:
    Z = planted(n, 100)
    return lambda: one_pass_each(Z, np.float64)


def on_columns(d: int) -> Callable[[], object]:
    Z = planted(20000, d)
    return lambda: one_pass_each(Z, np.float64)


def exact_on_rows(n: int) -> Callable[[], object]:
    rows = exactly(planted(n, 5)).rows
    return lambda: solve(rows)


def exact_on_columns(d: int) -> Callable[[], object]:
    rows = exactly(planted(100, d)).rows
    return lambda: solve(rows)


class Series(NamedTuple):
    """Work of a size, the sizes, and the exponent that the work itself has."""

    work: Callable[[int], Callable[[], object]]
    sizes: Sequence[int]
    expected: str


SERIES = {
    "batch: instances": Series(in_batches, (64, 256, 1024, 4096), "1; less while calls from Python still weigh"),
    "batch: T": Series(for_steps, (25, 50, 100, 200, 400), "1; more where the kept states outgrow the cache"),
    "balls of 3T bits: T": Series(in_balls_for_steps, (25, 50, 100, 200, 400), "1 in calls, 2 and more in digits"),
    "one pass: n": Series(on_rows, (4000, 16000, 64000, 256000), "1; more from cache to memory"),
    "one pass: d": Series(on_columns, (25, 50, 100, 200, 400), "1, less what a row costs"),
    "exact γ̄: n": Series(exact_on_rows, (25, 50, 100, 200, 400), "1: rows are looked at once a pivot"),
    "exact γ̄: d": Series(exact_on_columns, (4, 8, 16, 32), "up to 4: d pivots, each a system of d equations"),
}


def exponent(points: Points) -> float:
    """p."""
    x, y = np.log(np.array(points[len(points) // 2 - 1 :], dtype=float)).T
    return float(np.polyfit(x, y, 1)[0])


def section(measured: Mapping[str, Points]) -> str:
    """For bench.md."""
    lines = ["\n## How it grows\n", f"![times against n, d, T and the number of instances]({PICTURE})\n"]
    lines += ["| series | from | to | exponent | of the work |", "|---|---|---|--:|---|"]
    for name, points in measured.items():
        ends = [f"{x}: {1000 * y:.3g} ms" for x, y in (points[0], points[-1])]
        lines.append(f"| {name} | {ends[0]} | {ends[1]} | {exponent(points):.2f} | {SERIES[name].expected} |")
    return "\n".join(lines)


def picture(measured: Mapping[str, Points]) -> str:
    """All series, in milliseconds."""
    curves = [Curve(name, [x for x, _ in points], [1000 * y for _, y in points]) for name, points in measured.items()]
    return standalone(curves, "How run times grow", "n, d, T or instances", "milliseconds")
