"""Figure 1: margins against iterations and time on separable data, and the order after T steps.

    Algorithm 1, β_t = t/(t+1), θ_t = 1;  gradient descent with step size 1, normalised and not
    the batch perceptron with constant steps;  with steps 1/√t, projected and averaged, as in Cotter et al. (2012)

Whether the data are separable is certified, with γ̄; the order of the margins of the float64 iterates is sure.
"""

import time
from collections.abc import Sequence

from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.decide.rates import slope
from lemmacheck.verifiers.experiments.margins import Standing, standing
from lemmacheck.verifiers.experiments.race_figures import figures
from lemmacheck.verifiers.experiments.result import Experiment, Options, record_on
from lemmacheck.verifiers.races.racing import ENTRANTS, SHARES, Lap, Track, document, lap, track
from lemmacheck.verifiers.records.text import enumeration
from lemmacheck.verifiers.records.verdict import Record, Scope, Table, Verdict

DATA, STEPS = "digits:0v1", 10_000
ALGORITHM_1 = "Algorithm 1"
IMPLICIT = ("normalised descent", "gradient descent")
PERCEPTRONS = ("batch perceptron", "averaged batch perceptron")
METHODS = (ALGORITHM_1, *IMPLICIT, *PERCEPTRONS)
CERTIFICATES = {
    "kkt": "exact weights q on {} support rows with ⟨z_i, Zᵀq⟩ ≥ ‖Zᵀq‖² for every row",
    "gordan": "exact weights q on {} rows with Zᵀq = 0",
    "enclosure": "some w and weights q on {} rows, as γ(w) ≤ γ̄ ≤ ‖Zᵀq‖",
}


def run(data: str | None, options: Options) -> Experiment:
    """The five methods on one pair of classes."""
    began, steps = time.perf_counter(), options.steps or STEPS
    options.tell(f"certifying γ̄ of {data or DATA}")
    raced = track(load(data or DATA))
    laps: list[Lap] = []
    for entrant in (one for one in ENTRANTS if one.name in METHODS):
        options.tell(f"{len(laps) + 1}/{len(METHODS)} {entrant.name}, {steps} steps")
        laps.append(lap(entrant, raced.Z, steps))
    found = standing(raced.Z, laps)
    claims = [
        separable(raced),
        ahead(raced, found, ".1", (ALGORITHM_1,), (*IMPLICIT, *PERCEPTRONS)),
        ahead(raced, found, ".2", PERCEPTRONS, IMPLICIT),
    ]
    pictures = figures(raced, laps, "fig1")
    seconds = time.perf_counter() - began
    return Experiment("fig1", setting(raced, steps), claims, pictures, seconds, [table(raced, laps)])


def setting(raced: Track, steps: int) -> list[str]:
    """The setting, line by line."""
    return [
        f"{raced.data.name}: {raced.data.n} rows of {raced.data.d} numbers, divided by {raced.scale} so that none is "
        "longer than 1, without intercept",
        f"{steps} iterations of each method from w_0 = 0 in float64, nothing random; times are the least of 3 runs",
        *ways(),
    ]


def ways() -> list[str]:
    """The methods."""
    return [
        "Algorithm 1: β_t = t/(t+1), θ_t = 1; gradient descent, normalised and not: exponential loss, step size 1",
        "batch perceptron: constant steps, last iterate; averaged: steps 1/√t, projected onto the unit ball, the mean",
    ]


def separable(raced: Track) -> Record:
    """P.F1.1."""
    verdicts = {True: Verdict.CERTIFIED, False: Verdict.REFUTED, None: Verdict.UNDECIDED}
    return record_on(
        "P.F1.1",
        "",
        f"The classes of {raced.data.name} are linearly separable.",
        raced.data.name,
        verdicts[raced.separable],
        certificate(raced),
    )


def certificate(raced: Track) -> str:
    """γ̄ with its proof, or its bounds."""
    proof = raced.certified["certificate"]
    between = f"γ̄ is between {raced.lower:.3g} and {raced.upper:.3g}"
    known = {True: f"γ̄ ≈ {raced.upper:.12g}", False: "γ̄ = 0", None: between}[raced.separable]
    return f"{known} by {CERTIFICATES[proof['kind']].format(len(proof['support']))}"


def ahead(raced: Track, found: Standing, part: str, above: Sequence[str], below: Sequence[str]) -> Record:
    """A part of P.F1.2: each method of the first group has a larger margin than each of the second."""
    data, T = raced.data.name, found.t[-1]
    statement = f"On {data}, γ(w_t) at t = {T} is larger for {enumeration(above)} than for {enumeration(below)}."
    if not raced.separable:
        reason = f"{data} is not known to be separable, so that there may be no positive margin"
        return record_on("P.F1.2", part, statement, data, Verdict.NOT_APPLICABLE, reason, Scope(0, 0))
    margins = "; ".join(f"{name} {float(found.margins[name][-1]):.6g}" for name in (*above, *below))
    since = found.since(above, below)
    always = f"surely so at every t shown from {since} on" if since else "not surely so at the last t"
    reason = f"γ(w_t) of the float64 iterates, in balls: {margins}; {always}. γ̄ = {raced.upper:.6g}"
    return record_on("P.F1.2", part, statement, data, found.ahead(above, below), reason, Scope(len(found.margins), T))


def table(raced: Track, laps: Sequence[Lap]) -> Table:
    """The times at which each method reaches shares of γ̄, and the rate at which its gap falls."""
    shares = [f"{float(100 * share):g}%" for share in SHARES]
    rows = []
    for one, method in zip(laps, document(raced, laps)["methods"], strict=True):
        reached = method["reached"] or {}
        times = [
            f"{at['t']} ({1000 * at['seconds']:.2f} ms)" if (at := reached.get(share)) else "–" for share in shares
        ]
        rows.append([one.name, *times, f"{one.margins[-1]:.6g}", exponent(raced, one)])
    columns = ["method", *(f"{share} of γ̄ at t" for share in shares), "γ(w_T)", "exponent of γ̄ − γ(w_t)"]
    return Table("How soon, and how fast", columns, rows)


def exponent(raced: Track, one: Lap) -> str:
    """The fitted x with γ̄ − γ(w_t) ≈ t^x."""
    fitted = slope(raced.gamma - one.margins[1:], 0) if raced.gamma else None
    return f"{fitted[0]:.2f}" if fitted else "–"
