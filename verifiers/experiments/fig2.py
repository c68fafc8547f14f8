"""Figure 2: test errors on data that are not separable, for the methods of Figure 1.

For each seed a third of the data is held out. That the rest is not separable is certified by weights q ∈ Δ with
Zᵀq = 0, and by the dual objective of the run. Two questions are about the test errors after T steps:

    whether the methods with exponential loss err as a tuned linear support vector machine does: the exact sign test
    whether both batch perceptrons err more than each of these methods
"""

import time
from collections.abc import Sequence

import numpy as np
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.experiments.dual import Descent, descent
from lemmacheck.verifiers.experiments.fig1 import METHODS, certificate, ways
from lemmacheck.verifiers.experiments.held_out import split
from lemmacheck.verifiers.experiments.paired import UNNOTICED
from lemmacheck.verifiers.experiments.race_figures import ITERATIONS
from lemmacheck.verifiers.experiments.result import Experiment, Figure, Options, over_seeds, record_on
from lemmacheck.verifiers.experiments.trials import EXPONENTIAL, Trial, trial
from lemmacheck.verifiers.records.verdict import Curve, Record, Scope, Table, Verdict, join

DATA, STEPS, SEEDS, LEVEL = "digits:1,3,5,7,9v0,2,4,6,8", 10_000, (0, 1, 2), 0.05
MACHINE = "tuned linear SVM"


def run(data: str | None, options: Options) -> Experiment:
    """The five methods on each split."""
    began, steps, given = time.perf_counter(), options.steps or STEPS, load(data or DATA)
    trials: list[Trial] = []
    for seed in SEEDS:
        options.tell(f"{len(trials) + 1}/{len(SEEDS)} seed {seed}: certificate, machine, {steps} steps of each method")
        trials.append(trial(split(given, seed), steps))
    options.tell("the dual objective")
    dual = descent(trials[0].split.raced.Z, steps)
    claims = [nonseparable(trials), dual_record(trials[0], dual), well(trials), suffers(trials)]
    pictures = [error_figure(trials), dual_figure(trials[0], dual)]
    seconds = time.perf_counter() - began
    return Experiment("fig2", setting(trials, steps), claims, pictures, seconds, [table(trials)])


def setting(trials: Sequence[Trial], steps: int) -> list[str]:
    """The setting, line by line."""
    one = trials[0].split
    return [
        f"{name_of(trials)}: {one.raced.data.n} rows of {one.raced.data.d} numbers to learn from, divided by "
        f"{one.raced.scale}, and {len(one.y)} to be tested on, drawn by the seeds {', '.join(map(str, SEEDS))}",
        f"{steps} iterations of each method from w_0 = 0 in float64; nothing is random but the splits",
        *ways(),
        f"{MACHINE}: squared hinge loss, its constant from 1/4 to 4096 by five-fold cross-validation",
    ]


def name_of(trials: Sequence[Trial]) -> str:
    return trials[0].split.raced.data.name.rpartition(", split")[0]


def nonseparable(trials: Sequence[Trial]) -> Record:
    """P.F2.1, of every split."""
    verdicts = {False: Verdict.CERTIFIED, True: Verdict.REFUTED, None: Verdict.UNDECIDED}
    of = [one.split.raced for one in trials]
    reason = "; ".join(f"seed {one.split.seed}: {certificate(one.split.raced)}" for one in trials)
    statement = f"The classes of {name_of(trials)} are not linearly separable, on the rows to learn from."
    verdict = join(verdicts[raced.separable] for raced in of)
    return record_on("P.F2.1", ".1", statement, name_of(trials), verdict, reason, Scope(len(of), 0))


def dual_record(one: Trial, dual: Descent) -> Record:
    """P.F2.1, of the dual objective on the first split."""
    data = one.split.raced.data.name
    upper = float(dual.square[-1].upper()) ** 0.5
    statement = (
        f"The dual objective of Algorithm 1's run on {data} falls as it does where γ̄ = 0: φ(μ_t) ≤ 4 ln n/(t+1)²."
    )
    reason = (
        f"decided in balls at {len(dual.t)} t up to {dual.t[-1]}, where ‖Zᵀμ_t‖ shows that γ̄ < {upper:.3g}. "
        "No finite t shows that γ̄ = 0; the weights q with Zᵀq = 0 do"
    )
    return record_on("P.F2.1", ".2", statement, data, dual.verdict, reason, Scope(1, dual.t[-1]))


def well(trials: Sequence[Trial]) -> Record:
    """P.F2.2, of the methods with exponential loss."""
    data, T = name_of(trials), trials[0].t[-1]
    statement = (
        f"On {data} the methods with exponential loss err no more than a {MACHINE} does, up to chance, at t = {T}."
    )
    comparisons = len(trials) * len(EXPONENTIAL)
    machine, least = errors_of([float(one.machine.mean()) for one in trials]), min(one.chance for one in trials)
    unnoticed = max(one.hidden(LEVEL / comparisons) for one in trials)
    reason = (
        f"{errors_text(trials, EXPONENTIAL)}; {MACHINE} {machine}; of those that err more the sign test has "
        f"p ≥ {least:.2g}, where less than {LEVEL / comparisons:.2g} would not be chance; an excess of "
        f"{'no size' if unnoticed > 1 else f'{unnoticed:.1%}'} would be noticed, which is to be {UNNOTICED:.0%} at most"
    )
    verdict = over_seeds([one.chance >= LEVEL / comparisons for one in trials], all(one.clear for one in trials))
    verdict = Verdict.UNDECIDED if verdict == Verdict.SUPPORTED and unnoticed > UNNOTICED else verdict
    return record_on("P.F2.2", ".1", statement, data, verdict, reason, Scope(comparisons, T))


def suffers(trials: Sequence[Trial]) -> Record:
    """P.F2.2, of the batch perceptron."""
    data, T = name_of(trials), trials[0].t[-1]
    statement = f"On {data} both batch perceptrons err more than each method with exponential loss at t = {T}."
    verdict = over_seeds([one.suffers for one in trials], all(one.clear for one in trials))
    runs = Scope(len(trials) * len(METHODS), T)
    return record_on("P.F2.2", ".2", statement, data, verdict, errors_text(trials, METHODS), runs)


def errors_text(trials: Sequence[Trial], names: Sequence[str]) -> str:
    """The last test errors of some methods, one a seed."""
    return "; ".join(f"{name} {errors_of([one.last(name) for one in trials])}" for name in names)


def errors_of(values: Sequence[float]) -> str:
    return ", ".join(f"{value:.2%}" for value in values)


def error_figure(trials: Sequence[Trial]) -> Figure:
    """Test errors against t, the mean over the splits."""
    t = trials[0].t
    curves = [mean_curve(name, t, [one.errors[name].mean(axis=1) for one in trials]) for name in METHODS]
    curves.append(mean_curve(MACHINE, [t[0], t[-1]], [np.full(2, one.machine.mean()) for one in trials]))
    title = f"Test errors on {name_of(trials)}, mean over {len(trials)} splits"
    return Figure("fig2-error.svg", title, ITERATIONS, "test error", curves)


def mean_curve(name: str, t: list[int], values: Sequence[np.ndarray]) -> Curve:
    return Curve(name, t, [float(f"{value:.6g}") for value in np.mean(values, axis=0)])


def dual_figure(one: Trial, dual: Descent) -> Figure:
    """The dual objective against t."""
    curves = [
        Curve(name, dual.t, [float(f"{float(value.mid()) / 2:.6g}") for value in values])
        for name, values in (("φ(μ)", dual.square), ("4 ln n / (t+1)²", dual.allowed))
    ]
    title = f"Dual objective on {one.split.raced.data.name}"
    return Figure("fig2-dual.svg", title, ITERATIONS, "dual objective", curves)


def table(trials: Sequence[Trial]) -> Table:
    """The mean test errors at some t, and the last ones of each split."""
    t = trials[0].t
    shown = [k for k in range(len(t)) if k == len(t) - 1 or any(t[k] <= 10**j < t[k + 1] for j in range(1, 6))]
    rows = []
    for name in METHODS:
        means = np.mean([one.errors[name].mean(axis=1) for one in trials], axis=0)
        rows.append([name, *(f"{means[k]:.2%}" for k in shown), errors_of([one.last(name) for one in trials])])
    rows.append([MACHINE, *("–" for _ in shown), errors_of([float(one.machine.mean()) for one in trials])])
    columns = ["method", *(f"mean at t = {t[k]}" for k in shown), "at the end, one a seed"]
    return Table("Test errors", columns, rows)
