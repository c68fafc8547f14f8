"""Before any verdict: does the variant run, the same way twice, in exact numbers as in floats, within range?

runs       λ_t, θ_t, β_t are finite; start and step on small data, in float64: shape of w, finite values, no exception
again      a second run gives the same numbers
exact      the same steps in exact numbers and balls, in which the float iterates lie, up to what rounding explains
unseen     the same on data drawn for this check, and balls of one precision meet those of another
forms      the primal and the dual form of a schedule make the same w_t
loss       the parts of a loss of the author's own are those of one function
range      λ_t, θ_t ∈ (0, 1] and λ_0 = 1, which most statements ask
A variant that fails one of the first two is not examined; a step that fails the next two, by its float iterates.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.opening import culprit, error_text
from lemmacheck.theory.core.relation import equal
from lemmacheck.theory.core.run import run
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.decide.ladder import rungs
from lemmacheck.verifiers.decide.own_loss import lacks_conjugate, mismatch
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import FAILS, compare
from lemmacheck.verifiers.numbers.float64 import FAR, Float64
from lemmacheck.verifiers.numbers.guarded_ball import secret
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.refusal import Inexact, watched
from lemmacheck.verifiers.numbers.sealed import opened
from lemmacheck.verifiers.variants.floats import Produced
from lemmacheck.verifiers.variants.functions import Unusable, check_functions
from lemmacheck.verifiers.variants.parameters import is_own, own_loss
from lemmacheck.verifiers.variants.surroundings import notes_on
from lemmacheck.verifiers.variants.unseen import NOTHING, Trial, Unseen

STEPS = 24
DOUBLE = 53  # bits
HORIZON = 40  # the steps of the runs that are examined
DATA = (
    Instance.from_json("one row", [["-1"]]),
    Instance.from_json("three rows", [["-3/5", "-4/5"], ["-4/5", "3/5"], ["-1/2", "-1/2"]]),
    Instance.from_json("a row and its negative", [["1/2", "1/3", "0"], ["-1/2", "-1/3", "0"]]),
)
EXACT = "exact: its steps are run in exact numbers and balls, so that every claim can be decided"
FLOATS = "floats: its iterates are taken as the doubles it produced, so only what w_t does is decided, in balls"


@dataclass(frozen=True)
class Preflight:
    """The variant as it will be run, the tier of its verdicts, and what was noticed."""

    variant: Variant
    tier: str
    notes: tuple[str, ...] = ()
    unseen: Unseen = NOTHING


def preflight(variant: Variant, path: Path | None = None, horizon: int = HORIZON, drawn: Unseen = NOTHING) -> Preflight:
    """The variant ready to be examined in runs of `horizon` steps; Unusable says why it is not."""
    exact = min(STEPS, horizon)
    check_functions(variant, horizon, path)
    floats = {data: in_floats(variant, data, horizon, path) for data in DATA}
    for data, w in floats.items():
        if not np.array_equal(w, in_floats(variant, data, horizon, path)):
            raise Unusable(f"two runs on {data.name} differ; a step must depend on the problem and the state alone")
    known = [(Trial(data, exact), w) for data, w in floats.items()]
    leak = next(filter(None, (different_methods(variant, trial, w, (128,), path) for trial, w in known)), "")
    for trial in drawn.trials if not variant.forms else ():
        precisions = rungs(trial.steps)[0], drawn.bits, DOUBLE
        found = different_methods(variant, trial, in_floats(variant, *trial, path), precisions, path)
        leak = leak or found
    if is_own(variant.loss) and (said := mismatch(variant.loss)):
        raise Unusable(said)
    own = [*of_its_loss(variant.loss), *notes_on(path)]
    if not leak:
        ready, notes = agreeing(variant, exact)
        return Preflight(ready, EXACT, (*notes, *out_of_range(ready, horizon), *own), drawn)
    if variant.forms:
        raise Unusable(leak)
    return Preflight(replace(variant, algorithm=Produced(variant.algorithm, variant.loss)), FLOATS, (leak, *own), drawn)


def of_its_loss(loss: Loss) -> Iterator[str]:
    """What cannot be asked, or decided again, for a loss of the author's own."""
    if is_own(loss):
        yield own_loss(loss.name)
    if lacks_conjugate(loss):
        yield f"the loss {loss.name!r} is given without its conjugate_on_simplex: what reads ψ* is not asked"


def in_floats(variant: Variant, data: Instance, steps: int, path: Path | None) -> np.ndarray:
    """w_0, …, w_T in float64, of the right shape and finite."""
    num = Float64()
    with num.active(), np.errstate(all="ignore"):
        p = margin_problem(data, num, variant.loss)
        found = enumerate(states_of(variant.algorithm, p, steps, data.name, path))
        return np.array([doubles(s.w, t, data.name, p.d) for t, s in found])


def doubles(w: Any, t: int, name: str, d: int) -> np.ndarray:
    """w_t as d finite doubles."""
    try:
        if np.iscomplexobj(w):
            raise TypeError
        found = np.array([float(x) for x in np.asarray(w).ravel()]).reshape(np.shape(w))
    except (TypeError, ValueError, OverflowError):
        raise Unusable(f"w_{t} is {w!r} on {name}; expected an array of real numbers") from None
    if found.shape != (d,):
        raise Unusable(f"w_{t} has the shape {found.shape} on {name}; expected ({d},), one per column")
    if not np.isfinite(found).all():
        raise Unusable(f"w_{t} is {found} on {name}; expected finite numbers")
    return found


def states_of(algorithm: Any, p: Any, steps: int, name: str, path: Path | None) -> Iterator[Any]:
    """The states s_0, s_1, …, s_T, each with a w, none changed by the step that follows."""
    folder = os.getcwd()
    tuned = algorithm.tuned(p, steps) if hasattr(algorithm, "tuned") else algorithm
    last: Any = None
    before = np.empty(0)
    for t in range(steps + 1):
        call = f"step, for w_{t}," if t else "start"
        try:
            with watched():
                state = tuned.step(p, last) if t else tuned.start(p)
        except Inexact as error:
            raise Unusable(str(error)) from error
        except Exception as error:
            where = culprit(error, path) + ": " if path else ""
            raise Unusable(f"{where}{error_text(error)} ({call} on {name})") from error
        if not hasattr(state, "w"):
            given = "None" if state is None else type(state).__name__
            raise Unusable(f"{call} returned {given}; expected a state with w, such as State(w=…) of a NamedTuple")
        if isinstance(state.w, (list, tuple)):
            raise Unusable(f"{call} makes w_{t} a {type(state.w).__name__}; expected an array, such as p.zeros()")
        if t and overwritten(last.w, before):
            raise Unusable(f"step overwrites w_{t - 1} in the state it is given; expected a new state with w = s.w - …")
        before = np.array(state.w)
        last = state
        yield state
    if os.getcwd() != folder:
        os.chdir(folder)
        raise Unusable("a step changes the folder of its process; expected one that reads its problem and state alone")


def overwritten(w: Any, before: np.ndarray) -> bool:
    """Whether an array of floats is no longer what it was."""
    return before.dtype.kind == "f" and not np.array_equal(np.asarray(w), before, equal_nan=True)


def opened_entries(w: Any) -> np.ndarray:
    """The numbers of a state, whether sealed or not."""
    return np.asarray(opened(np.asarray(w, dtype=object)))


def different_methods(
    variant: Variant, trial: Trial, floats: np.ndarray, precisions: Sequence[int], path: Path | None
) -> str:
    """Where the runs on some data are those of different methods: a float got into exact numbers, a float iterate lies
    outside its ball, or balls of one precision do not meet those of another; '' where nothing of it happens.

    Of several precisions the last, which is a double's, says how much rounding matters along a run.
    """
    data, steps = trial
    found = []
    for precision in precisions:
        num = secret((variant.algorithm, variant.loss), precision)
        with num.active():
            try:
                run = states_of(variant.algorithm, margin_problem(data, num, variant.loss), steps, data.name, path)
                found.append([opened_entries(state.w) for state in run])
            except Unusable as error:
                return f"in exact numbers it fails: {error}"
    with Ball(max(precisions)).active():
        for t, (value, *several) in enumerate(zip(floats[: steps + 1], *found, strict=True)):
            for x, *entries in zip(value, *(w.ravel() for w in several), strict=True):
                if any(isinstance(entry, float) for entry in entries):
                    return f"w_{t} holds a float in a run of exact numbers, on {data.name}"
                first, *others = balls = [*map(as_ball, entries)]
                if not all(ball.is_finite() for ball in balls):
                    return ""  # more bits would be needed to tell
                for bits, other in zip(precisions[1:], others, strict=True):
                    if not first.overlaps(other):
                        return f"w_{t} is another with {bits} bits than with {precisions[0]}, on {data.name}"
                rough = others[-1].rad() if others else 0
                if not abs(first.mid() - x) <= first.rad() + rough + FAR * (1 + abs(x)):
                    return f"w_{t} is {x:.6g} in floats and {first.str(10)} in balls, on {data.name}"
    return ""


def agreeing(variant: Variant, steps: int) -> tuple[Variant, list[str]]:
    """The variant with those forms alone whose w_t are its own on every data set, and why the others are not."""
    apart = {about: differs(variant, form, steps) for about, form in variant.forms.items()}
    if not any(apart.values()):
        return variant, []
    names = " and ".join(about.__name__ for about, where in apart.items() if where)
    where = next(filter(None, apart.values()))
    kept = {about: form for about, form in variant.forms.items() if not apart[about]}
    return replace(variant, forms=kept), [f"not asked as {names}: {where}"]


def differs(variant: Variant, form: Any, steps: int) -> str:
    """Where the w_t of a form surely differ from the variant's; nothing where they do not."""
    num = Ball(128)
    with num.active():
        for data in DATA:
            p = margin_problem(data, num, variant.loss)
            try:
                own, other = (run(algorithm, p, steps).w for algorithm in (variant.algorithm, form))
            except ZeroDivisionError:
                return "the parameters that its own imply divide by 0"
            failing = np.argwhere(compare(equal(own, other)) == FAILS)
            if failing.size:
                return f"w_{failing[0][0]} is another on {data.name}"
    return ""


def out_of_range(variant: Variant, steps: int) -> Iterator[str]:
    """How the λ_t and θ_t leave the ranges that most statements ask for."""
    num, data = Float64(), DATA[1]
    about = next((kind for kind in (DualNesterov, GeneralDual) if kind in variant.forms), None)
    if about is None:
        return
    with num.active():
        subject = run(variant.forms[about], margin_problem(data, num, variant.loss), steps)
        lam, theta = np.asarray(subject.lam, float), np.asarray(subject.theta, float)
    for name, values in (("λ", lam), ("θ", theta)):
        outside = np.flatnonzero(~((values > 0) & (values <= 1)))
        if outside.size:
            t = int(outside[0])
            yield f"{name}_{t} = {values[t]:.6g} is outside (0, 1], which most statements ask of it"
    if lam[0] != 1:
        yield f"λ_0 = {lam[0]:.6g} is not 1, which the statements about sums ask"
