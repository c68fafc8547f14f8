"""Figure 3: margins of methods that read O(n) kernel values a step, with the tangent kernel of a random network.

All classes of a data set, reduced to pairs as in Section 5.2, with features of length one, for several widths of the
network and several seeds, of its weights and of the pairs drawn:

    Algorithm 2 with β_t = t/(t+1), θ_t = 1;  with β_t = 0, θ_j = √(ln(n)/T), Theorem 4.1's for T steps
    the batch perceptron with constant steps;  with steps 1/√t, projected and averaged, as in Cotter et al. (2012)

Compared are the margins after T steps, in integers where the points are integers.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from lemmacheck.verifiers.data import DataError, Labelled, load_labelled
from lemmacheck.verifiers.experiments.kernel_methods import (
    AdaptiveSampling,
    AveragedPerceptron,
    BatchPerceptron,
    Method,
    Path,
    follow,
)
from lemmacheck.verifiers.experiments.pairs import Pairs
from lemmacheck.verifiers.experiments.result import Experiment, Figure, Options, over_seeds, record_on
from lemmacheck.verifiers.experiments.separation import signed_square
from lemmacheck.verifiers.experiments.tangent_kernel import at_random
from lemmacheck.verifiers.optima.margin import root
from lemmacheck.verifiers.records.verdict import Curve, Record, Scope, Table, Verdict

DIGITS = "digits"
WIDTHS, SEEDS, STEPS = (128, 64, 32), (0, 1, 2), 5000


def horizon_step(n: int, steps: int) -> float:
    """√(ln(n)/T)."""
    return math.sqrt(math.log(n) / steps)


@dataclass(frozen=True, eq=False)
class Heat:
    """The four runs on one kernel, and γ(w_T)|γ(w_T)| of each where the kernel is exact, nothing elsewhere."""

    width: int
    seed: int
    paths: tuple[Path, ...]
    squares: tuple[Fraction, ...]

    @property
    def final(self) -> tuple[float, ...]:
        """γ(w_T) of each."""
        return tuple(path.gamma[-1] for path in self.paths)

    @property
    def ranked(self) -> Sequence[float | Fraction]:
        """The values that order the four: exact signed squares, else floats."""
        return self.squares or self.final

    @property
    def as_printed(self) -> bool:
        """Whether the heuristic ends above both batch perceptrons, and Theorem 4.1 below both."""
        heuristic, *perceptrons, theorem = self.ranked
        return heuristic > max(perceptrons) and theorem < min(perceptrons)

    @property
    def separated(self) -> bool:
        """Whether the heuristic's last margin is positive."""
        return self.ranked[0] > 0

    @property
    def ahead_from(self) -> int | None:
        """The first recorded t from which on the heuristic stays above both batch perceptrons."""
        heuristic, *perceptrons, _ = (path.gamma for path in self.paths)
        ahead = [mine > max(others) for mine, *others in zip(heuristic, *perceptrons, strict=True)]
        late = len(ahead) - ahead[::-1].index(False) if False in ahead else 0
        return self.paths[0].t[late] if late < len(ahead) else None


def entrants(n: int, steps: int) -> tuple[Method, ...]:
    """The heuristic, both batch perceptrons, and the parameters of Theorem 4.1."""
    theta = horizon_step(n, steps)
    return (
        AdaptiveSampling("Algorithm 2, β = t/(t+1)", lambda t: t / (t + 1), lambda t: 1.0),
        BatchPerceptron(),
        AveragedPerceptron(),
        AdaptiveSampling("Algorithm 2, Theorem 4.1", lambda t: 0.0, lambda t: theta),
    )


def heat(data: Labelled, width: int, seed: int, steps: int) -> Heat:
    """The four methods on the kernel of one network."""
    pairs, kernel = Pairs(data.labels, len(data.classes)), at_random(data.X, width, seed)
    with np.errstate(over="ignore", invalid="ignore"):
        far = not np.isfinite(kernel.diagonal).all()
    if far:
        given = f"{data.name}: a point so far from 0 that the kernel overflows"
        raise DataError(given, "numbers of moderate size", "divide all of them by one number")
    if not kernel.diagonal.all():
        given = f"{data.name}: a point at which none of {width} random nodes is active, so that its features are 0"
        raise DataError(given, "points other than 0", "remove it")
    column = kernel.unit_columns()
    paths = tuple(follow(method, column, pairs, steps, seed) for method in entrants(pairs.n, steps))
    squares = (signed_square(kernel, pairs, path.A) for path in paths)
    return Heat(width, seed, paths, tuple(square for square in squares if square is not None))


def ranking(run: Sequence[Heat]) -> Verdict:
    """SUPPORTED where every run ends as printed, REFUTED where none does, by exact margins."""
    return over_seeds([heat.as_printed for heat in run], all(heat.squares for heat in run))


def separability(widths: Sequence[Sequence[Heat]]) -> Verdict:
    """Every margin positive and the four methods ranked alike at every width: exactly, or in floats."""
    run = [heat for of_width in widths for heat in of_width]
    if not all(heat.separated for heat in run) or len({ranking(of_width) for of_width in widths}) > 1:
        return Verdict.UNDECIDED
    return Verdict.CERTIFIED if all(heat.squares for heat in run) else Verdict.SUPPORTED


def run(data: str | None, options: Options) -> Experiment:
    """Every width with every seed."""
    began, given, steps = time.perf_counter(), load_labelled(data or DIGITS), options.steps or STEPS
    widths: list[list[Heat]] = []
    for k, width in enumerate(WIDTHS):
        widths.append([])
        for seed in SEEDS:
            options.tell(f"{k * len(SEEDS) + len(widths[k])}/{len(WIDTHS) * len(SEEDS)} width {width}, seed {seed}")
            widths[k].append(heat(given, width, seed, steps))
    return Experiment(
        "fig3",
        setting(given, steps),
        [first_record(widths[0], steps, given.name), second_record(widths, steps, given.name)],
        list(figures(widths, given)),
        time.perf_counter() - began,
        [table(widths, steps)],
    )


def setting(data: Labelled, steps: int) -> list[str]:
    """The setting, line by line."""
    N, k = len(data.labels), len(data.classes)
    n = N * (k - 1)
    return [
        f"{data.name}: N = {N} points of {data.X.shape[1]} numbers, {k} classes, hence n = {n} pairs",
        f"features: the gradient, in both layers, of networks of {', '.join(map(str, WIDTHS))} relu nodes, divided by "
        f"its length; weights standard normal, rounded to multiples of 2⁻⁸, of the seeds {', '.join(map(str, SEEDS))}",
        f"each of T = {steps} steps of each method asks for one column of the kernel, N of its values; "
        "a value is counted as distinct when it is asked for the first time",
        f"Theorem 4.1: β_t = 0 and θ_j = √(ln(n)/T) = {horizon_step(n, steps):.4g}",
        "batch perceptron: constant steps, last iterate; averaged: steps 1/√t, projected onto the unit ball, the mean",
    ]


def first_record(run: Sequence[Heat], steps: int, data: str) -> Record:
    """P.F3.1 at the first width."""
    listed = [
        f"{method.name}: {', '.join(f'{one.final[k]:.4g}' for one in run)}"
        for k, method in enumerate(entrants(2, steps))
    ]
    ahead = ", ".join(str(one.ahead_from or "never") for one in run)
    reason = (
        f"on {data}, γ(w_t) at t = {steps} with {run[0].width} nodes, one number a seed: {'; '.join(listed)}. "
        "As printed, Algorithm 2 with β_t = t/(t+1) above both batch perceptrons and Theorem 4.1 below both, for "
        f"{sum(one.as_printed for one in run)} of {len(run)} seeds; the first stays above both from t = {ahead} on"
    )
    statement = (
        f"On {data}, with the initial kernel of a network of width {run[0].width}, γ(w_t) at t = {steps} is larger for "
        "Algorithm 2 with β_t = t/(t+1) than for both batch perceptrons, and for these than with Theorem 4.1's "
        "parameters, for every seed."
    )
    drawn = curves(run[0], against="t")
    return record_on("P.F3.1", "", statement, data, ranking(run), reason, Scope(len(run), steps), drawn)


def second_record(widths: Sequence[Sequence[Heat]], steps: int, data: str) -> Record:
    """P.F3.2 at all widths."""
    parts = [
        f"{of_width[0].width} nodes: margins of {', '.join(lower_bound(one) for one in of_width)}, methods ranked as "
        f"printed for {sum(one.as_printed for one in of_width)} of {len(of_width)} seeds"
        for of_width in widths
    ]
    exact = all(one.squares for of_width in widths for one in of_width)
    how = "in integers, at the last iterates rounded to 20 bits" if exact else "in floats"
    reason = f"on {data}, separable where a margin is positive, decided {how}; {'; '.join(parts)}"
    sizes = ", ".join(str(of_width[0].width) for of_width in widths)
    statement = f"With the features of a network of width {sizes} the classes of {data} are linearly separable."
    scope = Scope(sum(map(len, widths)), steps)
    return record_on("P.F3.2", "", statement, data, separability(widths), reason, scope)


def lower_bound(one: Heat) -> str:
    """The heuristic's last margin, rounded down where it is known exactly."""
    if not one.squares or one.squares[0] <= 0:
        return f"{one.final[0]:.4g}"
    return f"at least {root(one.squares[0], up=False, digits=5)}"


def curves(one: Heat, against: str) -> list[Curve]:
    """γ(w_t) of each method: where positive against the distinct kernel values, against t down to twice the least of
    the last margins, where that is negative."""
    least = min(one.final)
    floor = least - abs(least) if against == "t" else 0.0
    found = []
    for method, path in zip(entrants(2, 1), one.paths, strict=True):
        points = [point for point in zip(getattr(path, against), path.gamma, strict=True) if point[1] >= floor]
        if points:
            found.append(Curve(method.name, [x for x, _ in points], [float(f"{y:.6g}") for _, y in points]))
    return found


def figures(widths: Sequence[Sequence[Heat]], data: Labelled) -> Iterator[Figure]:
    """For the first seed: every width against t, and the first width against kernel values."""
    for one, *_ in widths:
        title = f"Margins on {data.name}, kernel of {one.width} nodes"
        yield Figure(f"fig3-{one.width}-nodes.svg", title, "iterations", "margin γ(w)", curves(one, "t"), linear=True)
    one = widths[0][0]
    title = f"Margins on {data.name}, kernel of {one.width} nodes, columns kept"
    x = "distinct kernel values asked for"
    yield Figure("fig3-kernel-values.svg", title, x, "margin γ(w)", curves(one, "distinct"), linear=True)


def table(widths: Sequence[Sequence[Heat]], steps: int) -> Table:
    """The last margin of every run, and the number of its kernel values."""
    rows = [
        [
            str(one.width),
            str(one.seed),
            method.name,
            f"{path.gamma[-1]:.6g}",
            str(path.asked[-1]),
            str(path.distinct[-1]),
        ]
        for of_width in widths
        for one in of_width
        for method, path in zip(entrants(2, steps), one.paths, strict=True)
    ]
    columns = ["nodes", "seed", "method", f"γ(w_t), t = {steps}", "kernel values", "distinct"]
    return Table("Margins and kernel values", columns, rows)
