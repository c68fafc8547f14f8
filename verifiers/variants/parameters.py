"""What a record keeps of a variant, so that its counterexample is decided again without the author's code.

    lambda, theta    λ_0, λ_1, … and θ_0, θ_1, … of a dual method, as fractions
    beta, theta      the same of a primal one, and of the dual one that it implies
    w, …             of any other method its iterates w_0, …, w_T, and whatever else its states show
    loss             the name of its loss, where it is run with one
    own loss         in place of all that, the name of a loss that its author defines: it is not in the record

A number is a fraction where it is rational, else a decimal with its radius: what is decided of all numbers
within it is decided of the iterates that were made.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.general_momentum import StepsOverRho
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.variants import ImpliedDual, Table
from lemmacheck.theory.books.jst.problems.general_losses import Gentle, Reciprocal
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.run import moves
from lemmacheck.theory.core.schedules import Exactly
from lemmacheck.theory.margins.losses import Exponential, Logistic, Loss
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.decide.ladder import Decision, ball_run, decide, rungs
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.records.decimals import trimmed
from lemmacheck.verifiers.records.limits import rational, readable
from lemmacheck.verifiers.records.verdict import Parameters, Verdict, Witness

WRITTEN = {"lam": "lambda", "beta": "beta", "theta": "theta"}
RATIONAL = re.compile(r"[-+]?\d+(/\d+|\.\d*)?(e[-+]?\d+)?")
LOSSES: dict[str, Loss] = {loss.name: loss for loss in (Exponential(), Logistic(), Gentle(), Reciprocal())}
OWN_LOSS = "own loss"
DESCRIBED = "expected lambda and theta, beta and theta, or w"


def is_own(loss: Loss) -> bool:
    """Whether a loss is none of those that a record can name."""
    return LOSSES.get(loss.name) != loss


def own_loss(name: str) -> str:
    """Why a run with a loss of the author's own is not decided again."""
    return f"the loss {name!r} is its author's own: records do not hold it, and so cannot decide its runs again"


def with_parameters(claim: Claim, witness: Witness, algorithm: Any) -> Witness:
    """The witness with the numbers that refute the claim again, or with the name of a loss that is its author's own."""
    loss = getattr(algorithm, "loss", None)
    if loss is not None and is_own(loss):
        return replace(witness, parameters={OWN_LOSS: [loss.name]})
    for bits in rungs(witness.steps):
        kept = parameters(algorithm, Instance.from_json("witness", witness.Z), witness.steps, bits)
        full = replace(witness, parameters=kept)
        with suppress(ValueError):  # of numbers that are too long for a record
            if again(claim, full).verdict == Verdict.REFUTED:
                return full
    return witness


def parameters(algorithm: Any, instance: Instance, steps: int, bits: int) -> Parameters:
    """The numbers that make a run what it is."""
    functions = {name: getattr(algorithm, at) for at, name in WRITTEN.items() if hasattr(algorithm, at)}
    method = algorithm.method if isinstance(algorithm, ImpliedDual) else algorithm
    loss: Parameters = {"loss": [method.loss.name]} if hasattr(method, "loss") else {}
    if functions:
        return {**{name: [str(f(fmpq(t))) for t in range(steps + 2)] for name, f in functions.items()}, **loss}
    if not moves(algorithm):
        return loss
    with Ball(bits).active():
        states = ball_run(instance, algorithm, steps, bits).states
        sequences = {name: [written(fields(state)[name]) for state in states] for name in vector_names(states[0])}
    return sequences if loss == {"loss": ["exponential"]} else {**sequences, **loss}


def fields(state: Any) -> dict[str, Any]:
    """What a state shows, by name."""
    return state._asdict() if hasattr(state, "_asdict") else vars(state)


def vector_names(state: Any) -> list[str]:
    """The names of the numbers and vectors of a state, but for t."""
    return [name for name, value in fields(state).items() if name != "t" and is_sequence(value)]


def is_sequence(value: Any) -> bool:
    entries = np.asarray(value, dtype=object)
    return entries.ndim <= 1 and all(hasattr(x, "ball") or isinstance(x, int | fmpq | arb) for x in entries.flat)


def written(value: Any) -> Any:
    """A number, or a vector of them, as text."""
    value = inside(value)
    if isinstance(value, np.ndarray) and value.ndim:
        return [written(entry) for entry in value]
    value = value.item() if isinstance(value, np.ndarray) else value
    return str(value) if isinstance(value, int | fmpq) else enclosed(as_ball(value))


def enclosed(ball: arb) -> str:
    """A decimal with a radius, within which the whole ball lies."""
    digits = max(20, int(ball.rel_accuracy_bits() * 0.30103) + 2) if ball.is_finite() else 20
    return trimmed(ball.str(min(digits, 400)))


@dataclass(frozen=True)
class Recorded:
    """Sequences that are already known, as an algorithm."""

    sequences: tuple[tuple[str, tuple[Any, ...]], ...]
    loss: Loss = Exponential()

    def start(self, p: Problem) -> Any:
        return self.at(p, 0)

    def step(self, p: Problem, s: Any) -> Any:
        return self.at(p, s.t + 1)

    def at(self, p: Problem, t: int) -> Any:
        return SimpleNamespace(t=t, **{name: numbers(p, values[t]) for name, values in self.sequences})


def numbers(p: Problem, text: Any) -> Any:
    """A number, or a vector of them, in the arithmetic of the problem."""
    if not isinstance(text, tuple):
        try:
            readable(text)
            return p.num.number(rational(text)) if RATIONAL.fullmatch(str(text)) else arb(str(text))
        except ValueError:
            raise ValueError(f"{text!r:.40} is no number of a run; expected a fraction such as '3/5'") from None
    return np.array([numbers(p, entry) for entry in text], dtype=object)


def algorithm_of(kept: Mapping[str, Sequence[Any]], about: type | None = None) -> Any:
    """The method that recorded numbers describe: of a dual method, β_t stand for the λ_t that they imply."""
    for name in kept:
        if not kept[name]:
            raise ValueError(f"the parameter {name!r} is empty; expected its values at t = 0, 1, …")
    if OWN_LOSS in kept:
        raise ValueError(own_loss(str(kept[OWN_LOSS][0])))
    loss = [LOSSES[loss_named(kept)]] if "loss" in kept else []
    method = next((name for name in ("lambda", "beta", "w") if name in kept), None)
    if method is None:
        raise ValueError(f"the parameters {', '.join(kept) or 'are none: they'} describe no method; {DESCRIBED}")
    if method != "w" and (more := sorted(set(kept) - {method, "theta", "loss"})):
        raise ValueError(f"the parameters hold {', '.join(more)} beside {method}; {DESCRIBED}")
    if method == "lambda":
        kind = GeneralDual if loss else DualNesterov
        return kind(tabulated(kept, "lambda"), tabulated(kept, "theta"), *loss)
    if method == "beta" and about in (DualNesterov, GeneralDual):
        with_loss = GeneralDual(loss=loss[0]) if loss else about()
        return ImpliedDual(tabulated(kept, "beta"), tabulated(kept, "theta"), with_loss)
    if method == "beta":
        primal = StepsOverRho if loss else PrimalMomentum
        return primal(tabulated(kept, "beta"), tabulated(kept, "theta"), *loss)
    return Recorded(tuple((name, frozen(values)) for name, values in kept.items() if name != "loss"), *loss)


def loss_named(kept: Mapping[str, Sequence[Any]]) -> str:
    name, *more = map(str, kept["loss"])
    if more or name not in LOSSES:
        name = " and ".join([name, *more])
        raise ValueError(f"no loss is called {name!r}; those that a record can name are {', '.join(LOSSES)}")
    return name


def tabulated(kept: Mapping[str, Sequence[Any]], name: str) -> Exactly:
    """A recorded sequence as a function of t."""
    if name not in kept:
        raise ValueError(f"the parameters {', '.join(kept)} lack {name}")
    return Exactly(Table(tuple(recorded(name, t, text) for t, text in enumerate(kept[name]))))


def recorded(name: str, t: int, text: Any) -> Fraction:
    """One value of a recorded sequence."""
    try:
        return rational(text)
    except ValueError as error:
        raise ValueError(f"the parameter {name!r} at t = {t} is {text!r:.60}: {error}") from None


def frozen(values: Any) -> Any:
    """Lists as tuples, so that runs of them can be kept."""
    return tuple(map(frozen, values)) if isinstance(values, list | tuple) else values


def again(claim: Claim, witness: Witness) -> Decision:
    """The claim on the data and the recorded numbers of a witness."""
    instance, algorithm = Instance.from_json("witness", witness.Z), algorithm_of(witness.parameters, claim.about)
    too_few = ValueError(f"{claim.id}: the parameters end before t = {witness.steps}")
    if witness.steps > max(map(len, witness.parameters.values())):
        raise too_few
    try:
        return decide(claim, instance, algorithm, witness.steps)
    except IndexError:
        raise too_few from None
