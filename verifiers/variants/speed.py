"""How fast a variant is: fitted exponents of its gaps, and how soon it has shares of γ̄, beside known methods.

    dual gap     φ(μ_t) − φ(q̄), where a method has a μ_t
    margin gap   γ̄ − γ(w_t), on separable data

Each is fitted as a rate is: on structured and random data the median exponent over the instances; on real data, whose
rows are divided by a power of 2 to norms of at most 1, the exponent of the one run with the standard error of its own
least squares, as if its residuals were independent. Floats throughout: a measurement.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.general_momentum import GeneralMomentum
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.relation import Decay
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.schedules import Exactly, Implied, Table
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.decide import rates
from lemmacheck.verifiers.instances.families import batches, separable_rows, structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.races.racing import ENTRANTS, Entrant, Track, document, lap, problem, track
from lemmacheck.verifiers.variants.floats import Produced
from lemmacheck.verifiers.variants.home import fetch

STEPS = 400
RACED = 1000
RANDOM = ((6, 3), (10, 4), (20, 5))
EACH = 8  # random instances a shape
REAL = ("iris:0v1", "digits:0v1")
GAPS = {"dual": "φ(μ_t) − φ(q̄)", "margin": "γ̄ − γ(w_t)"}
RUNS = 2  # of each method, for its times


@dataclass(frozen=True)
class Competitor:
    """A method by the form that has a μ_t, if it has one; `alone` if it is run on one data set at a time."""

    name: str
    algorithm: Any
    loss: Loss = Exponential()
    alone: bool = False


KNOWN = (
    Competitor("Algorithm 1", DualNesterov()),
    Competitor("normalised descent", NormalizedGD()),
    Competitor("batch perceptron", BatchPerceptron()),
)


def rates_of(variant: Variant, raced: int = RACED) -> dict[str, Any]:
    """The exponents of both gaps, and the race on real data, as plain data."""
    fits = [*fits_of(competitor(variant)), *fits_of_known()]
    return {
        "steps": STEPS,
        "confidence": rates.CONFIDENCE,
        "gaps": [
            {"name": name, "statement": statement, "fits": [fit for gap, fit in fits if gap == name]}
            for name, statement in GAPS.items()
        ],
        "races": [race(variant, real, raced) for real in map(bundled, REAL)],
    }


def fits_of(method: Competitor) -> list[tuple[str, dict[str, Any]]]:
    """The exponents of a method's gaps, each with the name of the gap."""
    found = []
    for kind, instances in (("structured", structured()), ("random", random_data())):
        for gap, sequences in measure(method, instances, STEPS).items():
            if sequences:
                fit = rates.fit([(name, Decay(sequence, None)) for name, sequence in sequences])
                found.append((gap, {"method": method.name, "data": kind, **over_instances(fit)}))
    for real in map(bundled, REAL):
        for gap, sequence in on_real(method, real, STEPS).items():
            found.append((gap, {"method": method.name, "data": real.data.name, **of_one(sequence)}))
    return found


@cache
def fits_of_known() -> list[tuple[str, dict[str, Any]]]:
    """The exponents of the known methods, measured once."""
    return [fit for method in KNOWN for fit in fits_of(method)]


def competitor(variant: Variant) -> Competitor:
    """The variant by its dual form, if it has one; a step of the author's own is given one data set at a time."""
    dual = next((kind for kind in (DualNesterov, GeneralDual) if kind in variant.forms), None)
    if dual is None:
        return Competitor(variant.name, as_written(variant), variant.loss, alone=True)
    return Competitor(variant.name, variant.forms[dual], variant.loss)


def entrant(variant: Variant, steps: int) -> Entrant:
    """The variant as it is timed: in its primal form, where it has one, with a table of its schedule."""
    primal = next((variant.forms[kind] for kind in (PrimalMomentum, GeneralMomentum) if kind in variant.forms), None)
    return Entrant(variant.name, tabulated(primal or as_written(variant), steps), variant.loss)


def tabulated(method: Any, steps: int) -> Any:
    """The method with a table of doubles for each of its author's functions of t."""
    tables = {
        name: Table(tuple(float(function(Fraction(t))) for t in range(steps + 2)))
        for name, function in getattr(method, "__dict__", {}).items()
        if isinstance(function, (Exactly, Implied))
    }
    return replace(method, **tables) if tables else method


def as_written(variant: Variant) -> Any:
    """The method itself, where its float iterates stand for a variant."""
    return variant.algorithm.method if isinstance(variant.algorithm, Produced) else variant.algorithm


@cache
def random_data() -> tuple[Instance, ...]:
    """Random separable data of a few shapes."""
    rng = random.Random(5)
    return tuple(
        Instance(f"random-{n}x{d}-{k}", tuple(separable_rows(rng, n, d))) for n, d in RANDOM for k in range(EACH)
    )


@cache
def bundled(name: str) -> Track:
    return track(load(name))


Sequences = list[tuple[str, np.ndarray]]


def measure(method: Competitor, instances: Sequence[Instance], steps: int) -> dict[str, Sequences]:
    """The gaps of a method on each instance, in floats."""
    found: dict[str, Sequences] = {name: [] for name in GAPS}
    num = Float64()
    fetch(method.algorithm, [(one, steps, 0) for one in instances])
    with num.active():
        for members in [[one] for one in instances] if method.alone else batches(instances):
            subject = subject_of(members[0] if method.alone else members, num, method.algorithm, steps, method.loss)
            best = [float(one.optimum.gamma_squared) for one in members]
            for name, gap in gaps_of(subject, np.array(best)).items():
                columns = gap.reshape(len(gap), len(members)).T
                separable = [name != "margin" or square > 0 for square in best]
                found[name] += [
                    (one.name, column) for one, column, ok in zip(members, columns, separable, strict=True) if ok
                ]
    return found


def gaps_of(subject: Any, gamma_squared: np.ndarray) -> dict[str, np.ndarray]:
    """The gaps of a run at t = 1, 2, …"""
    found = {"margin": np.sqrt(gamma_squared) - subject.margin(subject.w[1:]).reshape(-1, len(gamma_squared))}
    if hasattr(subject.states[0], "mu"):
        found["dual"] = subject.phi(subject.mu[1:]).reshape(-1, len(gamma_squared)) - gamma_squared / 2
    return found


def on_real(method: Competitor, real: Track, steps: int) -> dict[str, np.ndarray]:
    """The gaps of a method on real data."""
    p = problem(real.Z, method.loss)
    with Float64().active():
        found = gaps_of(run(method.algorithm, p, steps), np.array([real.upper**2]))
    return {name: gap[:, 0] for name, gap in found.items()}


def over_instances(fit: rates.Fit) -> dict[str, Any]:
    """A fit as plain data; an unknown value is null."""
    numbers = {"exponent": fit.exponent, "lower": fit.lower, "upper": fit.upper, "slowest": fit.slowest_exponent}
    known = {name: round(float(value), 4) if np.isfinite(value) else None for name, value in numbers.items()}
    return {**known, "instances": fit.instances, "vanished": fit.vanished}


def of_one(sequence: np.ndarray) -> dict[str, Any]:
    """The exponent of one run, with the interval of its own least squares."""
    found = rates.slope(sequence, 0)
    if found is None:
        return over_instances(rates.Fit(np.nan, -np.inf, np.inf, 0, 1, ""))
    exponent, error = found
    width = rates.QUANTILE * error
    return over_instances(rates.Fit(exponent, exponent - width, exponent + width, 1, 0, "", exponent))


def race(variant: Variant, real: Track, steps: int) -> dict[str, Any]:
    """The variant and the known methods on real data."""
    known = {method.name for method in KNOWN}
    entrants = [entrant(variant, steps), *(one for one in ENTRANTS if one.name in known)]
    return document(real, [lap(one, real.Z, steps, RUNS) for one in entrants])
