"""Before any verdict: does the variant run, the same way twice, in exact numbers as in floats, within range?

runs       start and step on small data, in float64: the shape of w, finite values, no exception
again      a second run gives the same numbers
exact      the same steps in exact numbers and balls, or where a float met an exact number
encloses   the float iterates lie in the balls, up to what rounding explains
range      λ_t, θ_t ∈ (0, 1] and λ_0 = 1, which most statements ask

A variant that fails the first two is not examined; one that fails the next two is examined by its float iterates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from theory.algorithms import DualNesterov, GeneralDual
from theory.run import run
from theory.variants import Variant
from verifiers.arithmetics.ball import Ball
from verifiers.arithmetics.float64 import Float64
from verifiers.arithmetics.monomial import as_ball
from verifiers.instances import Instance
from verifiers.variants.floats import Produced
from verifiers.variants.loading import culprit, said

STEPS = 24
ROUNDING = 1e-6  # of a coordinate's size: what 24 steps in doubles may lose on these data
DATA = (
    Instance.from_json("one row", [["-1"]]),
    Instance.from_json("three rows", [["-3/5", "-4/5"], ["-4/5", "3/5"], ["-1/2", "-1/2"]]),
    Instance.from_json("a row and its negative", [["1/2", "1/3", "0"], ["-1/2", "-1/3", "0"]]),
)


class Unusable(Exception):
    """Why a variant cannot be examined at all, in one sentence."""


@dataclass(frozen=True)
class Preflight:
    """The variant as it will be run, the tier of its verdicts, and what was noticed."""

    variant: Variant
    tier: str
    notes: tuple[str, ...] = ()


EXACT = "exact: its steps are run in exact numbers and balls, so that every claim can be decided"
FLOATS = "floats: its iterates are taken as the doubles it produced, so only what w_t does is decided, in balls"


def preflight(variant: Variant, path: Path | None = None, steps: int = STEPS) -> Preflight:
    """The variant ready to be examined; Unusable says why it is not."""
    floats = {data: in_floats(variant, data, steps, path) for data in DATA}
    for data, w in floats.items():
        if not np.array_equal(w, in_floats(variant, data, steps, path)):
            raise Unusable(f"two runs on {data.name} differ; a step must depend on the problem and the state alone")
    notes = list(out_of_range(variant, steps))
    leak = next(filter(None, (leaked(variant, data, w, steps, path) for data, w in floats.items())), "")
    if not leak:
        return Preflight(variant, EXACT, tuple(notes))
    if variant.forms:
        raise Unusable(leak)
    produced = replace(variant, algorithm=Produced(variant.algorithm, variant.loss))
    return Preflight(produced, FLOATS, (leak, *notes))


def in_floats(variant: Variant, data: Instance, steps: int, path: Path | None) -> np.ndarray:
    """w_0, …, w_T in float64, of the right shape and finite."""
    num = Float64()
    with num.active(), np.errstate(all="ignore"):
        p = data.under(num, variant.loss)
        w = [np.asarray(s.w, dtype=float) for s in states(variant.algorithm, p, steps, data, path)]
    for t, found in enumerate(w):
        if found.shape != (data.shape[1],):
            raise Unusable(
                f"w_{t} has the shape {found.shape} on {data.name}; expected ({data.shape[1]},), one per column"
            )
        if not np.isfinite(found).all():
            raise Unusable(f"w_{t} is {found} on {data.name}; expected finite numbers")
    return np.array(w)


def states(algorithm: Any, p: Any, steps: int, data: Instance, path: Path | None) -> list[Any]:
    """The states s_0, …, s_T, each with a w."""
    tuned = algorithm.tuned(p, steps) if hasattr(algorithm, "tuned") else algorithm
    found: list[Any] = []
    for t in range(steps + 1):
        try:
            state = tuned.step(p, found[-1]) if found else tuned.start(p)
        except Exception as error:
            where = culprit(error, path) + ": " if path else ""
            call = f"step, for w_{t}," if found else "start"
            raise Unusable(f"{where}{said(error)} ({call} on {data.name})") from error
        if not hasattr(state, "w"):
            call = "step" if found else "start"
            raise Unusable(f"{call} returned {type(state).__name__} for t = {t}; expected a state with w")
        found.append(state)
    return found


def leaked(variant: Variant, data: Instance, floats: np.ndarray, steps: int, path: Path | None) -> str:
    """Where a float got into a run in exact numbers, or where the float iterates leave its balls; else nothing."""
    num = Ball(128)
    with num.active():
        p = data.under(num, variant.loss)
        try:
            found = states(variant.algorithm, p, steps, data, path)
        except Unusable as error:
            return f"in exact numbers it fails: {error}"
        for t, (state, w) in enumerate(zip(found, floats, strict=True)):
            for entry, value in zip(np.asarray(state.w, dtype=object).ravel(), w, strict=True):
                if isinstance(entry, float):
                    return f"w_{t} holds a float in a run of exact numbers, on {data.name}"
                ball = as_ball(entry)
                apart = abs(float(ball.mid()) - value)
                if not apart <= float(ball.rad()) + ROUNDING * (1 + abs(value)):
                    return f"w_{t} is {value:.6g} in floats and {ball.str(10)} in balls, on {data.name}"
    return ""


def out_of_range(variant: Variant, steps: int) -> Iterator[str]:
    """What the λ_t and θ_t miss of what most statements ask."""
    num, data = Float64(), DATA[1]
    about = next((kind for kind in (DualNesterov, GeneralDual) if kind in variant.forms), None)
    if about is None:
        return
    with num.active():
        subject = run(variant.forms[about], data.under(num, variant.loss), steps)
        lam, theta = np.asarray(subject.lam, float), np.asarray(subject.theta, float)
    for name, values in (("λ", lam), ("θ", theta)):
        outside = np.flatnonzero(~((values > 0) & (values <= 1)))
        if outside.size:
            t = int(outside[0])
            yield f"{name}_{t} = {values[t]:.6g} is outside (0, 1], which most statements ask of it"
    if lam[0] != 1:
        yield f"λ_0 = {lam[0]:.6g} is not 1, which the statements about sums ask"
