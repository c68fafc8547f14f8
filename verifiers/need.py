"""Which hypotheses a claim needs: for each, a run on which it alone surely fails, and the claim with it.

    needed      all others surely hold, this one surely fails, and so does the relation, or it has no value
    none found  in N tries, which does not say that the hypothesis is not needed

The search leaves the families that meet the hypotheses: rows longer than 1, nonseparable data, the logistic
loss, other parameters, and parameters above 1 for what no others break alone. Floats pick suspects, smallest
data first; balls decide. A claim for t ≥ 1 is read at t = 0 where it then uses no index before 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby, product
from typing import Any, NamedTuple

import numpy as np
from flint import arb, fmpq

from theory.algorithms import DualNesterov, GradientDescent, NormalizedGD, PrimalMomentum
from theory.algorithms.schedules import Constant, one, two_over_t_plus_two
from theory.claim import Claim, Hypothesis
from theory.losses import Exponential, Logistic, Loss
from theory.relation import Relation
from theory.run import Run, run
from verifiers.arithmetics.ball import Ball
from verifiers.arithmetics.float64 import Float64
from verifiers.arithmetics.monomial import as_ball
from verifiers.check import UNDEFINED, Decision, examine, least_truth, rungs, weigh
from verifiers.comparison import FAILS, HOLDS, Place, compare, relations_of, sides
from verifiers.configurations import configurations
from verifiers.instances import Instance, batch, structured, tiny
from verifiers.search import show
from verifiers.survey import per_instance
from verifiers.teeth import holds_hypotheses, slipped_lambda, slipped_momentum
from verifiers.verdict import Verdict, Witness

LENGTHS = {4: 24, 40: 24, 200: 6}  # steps of a run, and how many of the suspects are decided in balls
MODERATE, MANY_BITS = 100, 16384  # no exponential of numbers that small is out of reach of that many bits
SCALES = (1, 2, 3, 5)
NOISE = 1e-9  # of a side's size: floats that close are no suspects
RANGE = "first"  # the name of the hypothesis t ≥ 1, which a claim's formula holds in its slices


@dataclass(frozen=True)
class Need:
    """A hypothesis and the run that fails without it, or how many runs did not."""

    hypothesis: str
    statement: str
    tacit: bool
    found: Witness | None
    tried: int
    undefined: bool


@dataclass(frozen=True)
class Needs:
    """The needs of one claim; the note says what could not be asked, and why."""

    id: str
    statement: str
    needs: list[Need]
    note: str = ""


class Setting(NamedTuple):
    """The parameters and the loss of a run, by their name."""

    label: str
    algorithm: Any
    loss: Loss
    above_one: bool


UNUSUAL: dict[type | None, dict[str, Any]] = {
    DualNesterov: {
        "λ=1/2, θ=1": DualNesterov(Constant(1, 2)),
        "λ=2/(t+3), θ=1": DualNesterov(slipped_lambda),
        "λ=1/8, θ=1": DualNesterov(Constant(1, 8)),
    },
    PrimalMomentum: {
        "β=0, θ=1": PrimalMomentum(Constant(0)),
        "β=1/2, θ=1": PrimalMomentum(Constant(1, 2)),
        "β=1, θ=1": PrimalMomentum(one),
        "β=(t−1)/t, θ=1": PrimalMomentum(slipped_momentum),
        "β=t/(t+1), θ=1/2": PrimalMomentum(theta=Constant(1, 2)),
    },
}
ABOVE_ONE: dict[type | None, dict[str, Any]] = {
    DualNesterov: {
        "λ=2/(t+2), θ=2": DualNesterov(two_over_t_plus_two, Constant(2)),
        "λ=2/(t+2), θ=4": DualNesterov(two_over_t_plus_two, Constant(4)),
        "λ=t+1, θ=1": DualNesterov(lambda t: t + 1),
        "λ=3/2, θ=1": DualNesterov(Constant(3, 2)),
        "λ=2, θ=1": DualNesterov(Constant(2)),
        "λ=2, θ=4": DualNesterov(Constant(2), Constant(4)),
    },
    PrimalMomentum: {
        "β=t/(t+1), θ=2": PrimalMomentum(theta=Constant(2)),
        "β=t/(t+1), θ=4": PrimalMomentum(theta=Constant(4)),
    },
    NormalizedGD: {"θ=2": NormalizedGD(Constant(2)), "θ=4": NormalizedGD(Constant(4))},
    GradientDescent: {"η=2": GradientDescent(Constant(2)), "η=4": GradientDescent(Constant(4))},
}


@cache
def settings(about: type | None) -> dict[str, Setting]:
    """Every set of parameters with the exponential loss, then all with the logistic one; the usual ones first."""
    inside = {**configurations(about), **UNUSUAL.get(about, {})}
    found: dict[str, Setting] = {}
    for loss, suffix in ((Exponential(), ""), (Logistic(), ", logistic loss")):
        for above_one, algorithms in ((False, inside), (True, ABOVE_ONE.get(about, {}))):
            for name, algorithm in algorithms.items():
                label = f"{name}{suffix}".removeprefix(", ")
                found[label] = Setting(label, algorithm, loss, above_one)
    return found


def size(instance: Instance) -> tuple[int, int]:
    """How many numbers the data have, and how large they are."""
    numbers = [x for row in instance.rows for x in row]
    return len(numbers), sum(abs(x.numerator) + x.denominator for x in numbers)


@cache
def by_shape() -> tuple[list[Instance], ...]:
    """Tiny and structured data, as they are and enlarged, in batches of equal shape."""
    found: dict[Any, Instance] = {}
    for scale, plain in product(SCALES, (*tiny(), *structured())):
        rows = tuple(tuple(scale * x for x in row) for row in plain.rows)
        found.setdefault(rows, Instance(f"{scale} x {plain.name}", rows))
    ordered = sorted(found.values(), key=lambda instance: instance.shape)
    return tuple(list(group) for _, group in groupby(ordered, key=lambda instance: instance.shape))


def subject_of(problem: Any, algorithm: Any, steps: int) -> Any:
    """The run of the algorithm on the problem, or the problem where there is none."""
    return problem if algorithm is None else run(algorithm, problem, steps)


@dataclass
class Tally:
    """Runs that break one hypothesis alone: how many, with which settings, and the suspects among them."""

    tried: int = 0
    labels: set[str] = field(default_factory=set)
    suspects: list[tuple[int, tuple[int, int], int, Instance, Setting]] = field(default_factory=list)


def truth(statement: Any, count: int) -> np.ndarray:
    """For each problem of a batch, the least truth of a statement's entries."""
    truths = [per_instance(compare(relation), count) for relation in relations_of(statement)]
    return np.min(truths, axis=0)


def standing(relation: Relation) -> np.ndarray:
    """1 where floats clearly hold, 0 where a side is not a number, −1 where they may fail."""
    lhs, rhs = sides(relation)
    short = lhs - rhs if relation.op in ("<=", "<") else rhs - lhs if relation.op in (">=", ">") else np.abs(lhs - rhs)
    clear = short < 0 if relation.op in ("<", ">") else short <= NOISE * (1 + np.abs(rhs))
    return np.where(np.isfinite(lhs) & np.isfinite(rhs), np.where(clear, 1, -1), 0)


def screen(claim: Claim, wanted: Sequence[Hypothesis], among: Iterable[Setting], steps: int) -> dict[str, Tally]:
    """The runs that break one of the wanted hypotheses alone, its violations of the claim first."""
    num, tallies = Float64(), {h.name: Tally() for h in wanted}
    with num.active():
        for rank, setting in enumerate(among):
            for group in by_shape():
                subject = subject_of(batch(group, num, setting.loss), setting.algorithm, steps)
                truths = {h.name: truth(h(subject), len(group)) for h in claim.given}
                others = {h.name: [truths[g.name] == HOLDS for g in claim.given if g is not h] for h in wanted}
                alone = {name: (truths[name] == FAILS) & np.all(met, axis=0) for name, met in others.items()}
                if not any(broken.any() for broken in alone.values()):
                    continue
                relations = relations_of(claim(subject))
                least = np.min([per_instance(standing(r), len(group)) for r in relations], axis=0)
                for name, broken in alone.items():
                    tally = tallies[name]
                    tally.tried += int(broken.sum())
                    tally.labels |= {setting.label} if broken.any() else set()
                    for k in np.flatnonzero(broken & (least < 1)):
                        tally.suspects.append((int(least[k]), size(group[k]), rank, group[k], setting))
    for tally in tallies.values():
        tally.suspects.sort(key=lambda suspect: suspect[:3])
    return tallies


class Failure(NamedTuple):
    """A certified failure, at a place or, where a side is not a number, at none."""

    place: Place | None
    steps: int


def fails_without(claim: Claim, h: Hypothesis, instance: Instance, setting: Setting, steps: int) -> Failure | None:
    """Whether on this run h alone surely fails, and the claim with it."""
    dropped = replace(claim, given=tuple(g for g in claim.given if g is not h))
    for bits in (*rungs(steps), *([MANY_BITS] if steps <= min(LENGTHS) else [])):
        with Ball(bits).active():
            subject = subject_of(instance.under(Ball(bits), setting.loss), setting.algorithm, steps)
            broken = least_truth(relations_of(h(subject)))
            if broken == HOLDS:
                return None
            decision = examine(dropped, subject, bits)
            undefined = decision.reason == UNDEFINED or (bits == MANY_BITS and no_number(subject, decision))
        if undefined or decision.verdict not in (Verdict.UNDECIDED, Verdict.REFUTED):
            return Failure(None, steps) if undefined and broken == FAILS else None
        if decision.verdict == Verdict.REFUTED and broken == FAILS:
            return Failure(decision.worst, steps)
    return None


def no_number(subject: Any, decision: Decision) -> bool:
    """Whether a side is nan though the run is moderate: then it divides by 0, or leaves the domain of a function."""
    states = [np.ravel(part) for state in getattr(subject, "states", []) for part in state]
    moderate = all(as_ball(x).abs_upper() < MODERATE for part in states for x in part)
    place = decision.worst
    return moderate and place is not None and not defined([Relation(place.lhs, place.op, place.rhs)])


def defined(relations: Sequence[Relation]) -> bool:
    return not any(as_ball(x).is_nan() for relation in relations for side in sides(relation) for x in side.ravel())


def shortest(claim: Claim, h: Hypothesis, instance: Instance, setting: Setting, steps: int) -> Failure | None:
    """The failure of a shorter run, if that of `steps` steps fails: up to its place, or the first undefined one."""
    known = fails_without(claim, h, instance, setting, steps)
    if known is None or setting.algorithm is None:
        return known
    ends = (known.place.t, known.place.t + 1) if known.place else range(1, steps)
    shorter = (fails_without(claim, h, instance, setting, end) for end in ends if 1 <= end < steps)
    return next((failure for failure in shorter if failure is not None), known)


def witness(failure: Failure, instance: Instance, setting: Setting, t: int | None = None) -> Witness:
    """The failure as plain data; t is the last index of the run where it is the run that is undefined."""
    Z, place = instance.to_json(), failure.place
    if place is None:
        return Witness(Z, failure.steps if t is None else t, "undefined", "", setting.label, failure.steps)
    return Witness(Z, place.t, show(place.lhs), show(place.rhs), setting.label, failure.steps, place.op)


def search(claim: Claim, h: Hypothesis, tally: Tally, steps: int) -> tuple[Witness | None, bool]:
    """The smallest certified violation among the suspects; else the smallest undefined one, and True."""
    undefined: Witness | None = None
    for *_, instance, setting in tally.suspects[: LENGTHS.get(steps)]:
        failure = shortest(claim, h, instance, setting, steps)
        if failure is not None and failure.place is not None:
            return witness(failure, instance, setting), False
        if failure is not None and undefined is None:
            undefined = witness(failure, instance, setting)
    return undefined, undefined is not None


def need(claim: Claim) -> Needs:
    """What happens without each hypothesis of the claim."""
    reason = unanswerable(claim)
    if reason:
        return Needs(claim.id, claim.statement, [], reason)
    found = {h.name: Need(h.name, h.statement, h.tacit, None, 0, False) for h in claim.given}
    for above_one in (False, True):
        asked = [h for h in claim.given if not (above_one and found[h.name].tried)]
        among = [setting for setting in settings(claim.about).values() if asked and setting.above_one == above_one]
        for steps in LENGTHS if claim.about else (0,):
            wanted = [h for h in asked if found[h.name].found is None]
            tallies = screen(claim, wanted, among, steps)
            for h in wanted:
                tally, before = tallies[h.name], found[h.name]
                smallest, undefined = search(claim, h, tally, steps)
                found[h.name] = replace(before, found=smallest, tried=before.tried + tally.tried, undefined=undefined)
            breaking = {label for name, tally in tallies.items() if not found[name].found for label in tally.labels}
            among = [setting for setting in among if setting.label in breaking]
    start, note = range_need(claim, usual_runs(claim)) if claim.first == 1 and claim.about else (None, "")
    return Needs(claim.id, claim.statement, [*found.values(), *([start] if start else [])], note)


def unanswerable(claim: Claim) -> str:
    """Why it makes no sense to ask what a claim needs, or nothing."""
    if claim.not_checkable:
        return f"not checkable: {claim.not_checkable}"
    if claim.is_rate:
        return "a rate is fitted, at most supported: no finite run refutes it, with its hypotheses or without"
    if claim.fault:
        return "refuted with all its hypotheses; ask what its corrected form needs"
    return "" if claim.given or claim.first else "it has no hypotheses"


class Early(Run):
    """A run with a ghost before index 0, so that a slice [1:] starts at t = 0; sums over j < t stay what they are."""

    def __init__(self, original: Run, ghost: Any) -> None:
        first = original.states[0]
        super().__init__(original.problem, original.algorithm, [first._make(0 * x + ghost for x in first)])
        self.states += original.states
        self.original, self.ghost = original, ghost

    @property
    def steps(self) -> int:
        return self.original.steps

    def per_step(self, sequence: Callable[[Any], Any]) -> np.ndarray:
        values = self.original.per_step(sequence)
        return np.concatenate([0 * values[:1] + self.ghost, values])

    def sums(self, terms: np.ndarray) -> np.ndarray:
        return np.concatenate([0 * terms[:1] + self.ghost, self.original.sums(terms[1:])])

    def again(self, algorithm: Any) -> Run:
        return Early(self.original.again(algorithm), self.ghost)


class Unreadable(Exception):
    """The formula has no row for t = 0, or one that reads an index before 0."""


def at_zero(claim: Claim, subject: Run, ghost: Any) -> tuple[Relation, ...]:
    """The claim's relations at t = 0, where every later row is the row of the claim as it stands."""
    rows = []
    for early, usual in zip(relations_of(claim(Early(subject, ghost))), relations_of(claim(subject)), strict=True):
        pairs = list(zip(sides(early), sides(usual), strict=True))
        if not all(len(side) == len(known) + 1 and alike(side[1:], known) for side, known in pairs):
            raise Unreadable
        rows.append(Relation(pairs[0][0][:1], early.op, pairs[1][0][:1]))
    return tuple(rows)


def alike(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays are finite and agree as far as their balls tell."""
    balls = [(as_ball(x), as_ball(y)) for x, y in zip(a.ravel(), b.ravel(), strict=True)]
    return all(x.is_finite() and y.is_finite() and x.overlaps(y) for x, y in balls)


def fails_at_zero(claim: Claim, subject: Run) -> Failure | None:
    """How the claim fails at t = 0, in balls; where it has no number with any ghost, it is undefined.

    The ghost nan spoils all that reads it; numbers in its place then tell this from a division by 0.
    """
    try:
        rows = at_zero(claim, subject, arb("nan"))
        if defined(rows):
            decision = weigh(rows, subject.num.bits, {})
            return Failure(decision.worst, subject.steps) if decision.verdict == Verdict.REFUTED else None
        if any(defined(at_zero(claim, subject, fmpq(ghost))) for ghost in (2, 3)):
            raise Unreadable
    except ZeroDivisionError:
        pass
    except ValueError as error:  # a sequence made by a loop of its own does not fit the others
        raise Unreadable from error
    return Failure(None, subject.steps)


def range_need(claim: Claim, runs: Iterable[tuple[Instance, Setting]]) -> tuple[Need | None, str]:
    """Whether t ≥ 1 is needed on one of the runs, or why that is not asked."""
    answer, num = Need(RANGE, "t ≥ 1", False, None, 0, False), Ball(128)
    with num.active():
        for instance, setting in runs:
            subject = subject_of(instance.under(num, setting.loss), setting.algorithm, 2)
            if not holds_hypotheses(claim, subject):
                continue
            try:
                failure = fails_at_zero(claim, subject)
            except Unreadable:
                return None, "whether t ≥ 1 is needed is not asked: at t = 0 the formula reads an index before 0"
            answer = replace(answer, tried=answer.tried + 1)
            if failure is not None and failure.place is not None:
                return replace(answer, found=witness(failure, instance, setting), undefined=False), ""
            if failure is not None and answer.found is None:
                answer = replace(answer, found=witness(failure, instance, setting, t=0), undefined=True)
    return answer, ""


def usual_runs(claim: Claim) -> Iterable[tuple[Instance, Setting]]:
    """Tiny data with the usual parameters."""
    return product(sorted(tiny(), key=size), [settings(claim.about)[label] for label in configurations(claim.about)])


def stands(claim: Claim, said: Need) -> bool:
    """Whether a need's witness is decided the same again, from the witness alone."""
    w = said.found
    if w is None:
        return False
    instance, setting = Instance.from_json("witness", w.Z), settings(claim.about)[w.algorithm]
    if said.hypothesis == RANGE:
        again = range_need(claim, [(instance, setting)])[0]
        return again is not None and again.found == w
    h = next(h for h in claim.given if h.name == said.hypothesis)
    failure = fails_without(claim, h, instance, setting, w.steps)
    return failure is not None and witness(failure, instance, setting) == w
