"""How tight a claim is: the largest share found/allowed of what it allows, and the run that reaches it.

For lhs ≤ rhs the share is lhs/rhs, for lhs ≥ rhs it is rhs/lhs, where both sides are positive; of a conjunction the
tightest of all its inequalities counts. Floats rank tiny, structured and surveyed data, and the adversary
(`verifiers.search`) climbs from the best. The winner's share is then enclosed in balls, rounded outwards, and its
equality decided in exact numbers. A share near 1 at large t alone may also come from a common limit of both sides: the
course of the share in t shows that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from itertools import chain, product
from typing import Any, NamedTuple

import numpy as np
from flint import arb
from lemmacheck.theory.core.apart import NoRun, steps_of
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.decide.copies import data_for
from lemmacheck.verifiers.decide.counterexamples import number_text
from lemmacheck.verifiers.decide.ladder import ball_run, decide, examine, rungs, stated
from lemmacheck.verifiers.decide.lengths import run_before_the_end, short_too
from lemmacheck.verifiers.decide.screening import applicable, per_instance
from lemmacheck.verifiers.instances.families import batches, structured, survey, tiny
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import yours
from lemmacheck.verifiers.instances.subject import some_within_reach, subject_of
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import HOLDS, in_floats, is_whole, sides, surely
from lemmacheck.verifiers.numbers.float64 import NOISE, Float64
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.records.result_text import sharpness_text
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search, searchable
from lemmacheck.verifiers.search.points import Points

STEPS = 200
PER_SHAPE = 44  # surveyed instances
FLAT, EVEN = 1e-9, 20  # a share closer to 1 may be 1: so many such runs, small data first, are decided exactly
SUSPECTS = 8  # runs that exceed the bound in floats: so many are decided
STARTS, CLIMB, ENCLOSED = 3, 400_000, 2  # of the climb: runs to begin with, steps for one label, its best that count
SIMPLER = 1e-5  # of its share that a run may lose, if its data are simpler
NO_SHARE = "no run was found that meets the hypotheses with both sides of an entry positive: found/allowed is no share"
EXCEEDED = "a run surely exceeds what is allowed: `lemmacheck check` shows it"
NOT_DECIDED = (
    "of the tightest runs none is decided: a hypothesis is not sure of them, both sides are too close, or a step "
    "divides by 0"
)
DIGITS = 15

Progress = Callable[[str], None]


@dataclass(frozen=True, repr=False)
class Sharpness:
    """The tightest run found: its share, certified between two decimals, or a note why there is none. `ends`: a longer
    run on its data divides by 0."""

    id: str
    statement: str
    note: str = ""
    lower: str = ""
    upper: str = ""
    attained: bool = False
    relation: int = 0
    op: str = ""
    t: int = 0
    whole: bool = False
    lhs: str = ""
    rhs: str = ""
    Z: list[list[str]] = field(default_factory=list)
    algorithm: str = ""
    steps: int = 0
    course: list[tuple[int, float]] = field(default_factory=list)
    screened: int = 0
    climbed: int = 0
    ends: bool = False

    def __repr__(self) -> str:
        return sharpness_text(self)


class Candidate(NamedTuple):
    """A run with its largest share in floats."""

    share: float
    instance: Instance
    label: str
    steps: int = STEPS


def ordered(relation: Relation) -> tuple[np.ndarray, np.ndarray]:
    """The found side and the allowed side of an inequality."""
    lhs, rhs = sides(relation)
    return (rhs, lhs) if relation.op in (">=", ">") else (lhs, rhs)


def inequalities(claim: Claim, subject: Any) -> list[tuple[int, Relation]]:
    """The inequalities of a claim with their numbers, each with the t of its first row."""
    return [(k, relation) for k, relation in enumerate(stated(claim, subject)) if relation.op != "=="]


def shares(claim: Claim, subject: Any, count: int) -> np.ndarray:
    """For each problem of a batch in floats, the largest share: −1 where there is none, ∞ where it exceeds 1."""
    largest = np.full(count, -1.0)
    for _, relation in inequalities(claim, subject):
        found, allowed = ordered(in_floats(relation))
        some = (found > NOISE) & (allowed > NOISE) & (allowed < np.inf)
        share = np.where(some, found / np.where(some, allowed, 1), -1)
        broken = found - allowed > FLAT * (1 + abs(allowed))
        largest = np.maximum(largest, -per_instance(-np.where(broken, np.inf, share), count))
    return np.where(applicable(claim, subject, count), largest, -1.0)


def rank(claim: Claim, group: Sequence[Instance], label: str, steps: int = STEPS) -> list[Candidate]:
    """Equally shaped instances, each with its largest share in floats."""
    num, algorithm = Float64(), claim.usual[label]
    with num.active():
        counted = [data_for(claim, one, algorithm) for one in group]
        data = counted[0] if claim.dataless else counted
        found = shares(claim, subject_of(data, num, algorithm, steps, method=claim.method), len(group))
    return [Candidate(float(share), instance, label, steps) for share, instance in zip(found, group, strict=True)]


def screen(claim: Claim) -> list[Candidate]:
    """Tiny, structured and surveyed data and the author's own with all parameters, the largest share first, small data
    before large. What reads the end of a run is asked of short ones too."""
    groups = some_within_reach(claim.method, (*batches(tiny()), *batches(structured()), *survey(PER_SHAPE)))
    groups = [groups[0][:1]] if claim.dataless else groups + yours(claim.method)
    lengths = (STEPS, *short_too(claim, chain.from_iterable(groups), STEPS))
    runs = product(groups, claim.usual, lengths)
    seen = [entry for group, label, steps in runs for entry in rank(claim, group, label, steps)]
    return sorted((entry for entry in seen if entry.share > 0), key=lambda entry: -round(min(entry.share, 1.0), 9))


def climb(claim: Claim, label: str, seeds: Sequence[Instance]) -> tuple[list[Candidate], int, bool]:
    """The adversary's closest runs, with entries as simple as their share permits; the number of its tries; whether it
    refutes the claim."""
    search = Search([claim], claim.usual[label], STEPS, Budget(steps=CLIMB), longest=STEPS, seeds=seeds, to_break=False)
    (aim,) = search.run()
    best = []
    for near in aim.near[:ENCLOSED]:
        every = rank(claim, search.made.as_instances(Points(near.Z[None], near.copies[None]), 0), label)
        most = max(seen.share for seen in every)
        best += [next(seen for seen in every if seen.share >= most * (1 - SIMPLER))] if most > 0 else []
    return best, search.budget.instances, aim.crossing is not None


class Tightest(NamedTuple):
    """The entry with the largest share, in balls."""

    share: arb
    relation: int
    flat: int
    exact: bool


def tightest(found: list[tuple[int, Relation]]) -> Tightest | None:
    """The entry whose share is surely the largest, or certainly not far from it."""
    best: Tightest | None = None
    for k, relation in found:
        for flat, (part, whole) in enumerate(zip(*(side.ravel() for side in ordered(relation)), strict=True)):
            if not (part > 0 and whole > 0):
                continue
            exact = surely(part, "==", whole) == HOLDS
            share = arb(1) if exact else as_ball(part / whole)
            if best is None or share.lower() > best.share.lower():
                best = Tightest(share, k, flat, exact)
    return best


class Enclosed(NamedTuple):
    """A run's tightest entry, decided."""

    seen: Candidate
    top: Tightest
    relation: Relation
    steps: int  # of the run; 0 of what does not run
    ends: bool  # there, for a longer one divides by 0


def exceeds(claim: Claim, seen: Candidate) -> bool:
    """Whether the claim surely fails on a run."""
    return decide(claim, seen.instance, claim.usual[seen.label], seen.steps).verdict == Verdict.REFUTED


def enclose(claim: Claim, seen: Candidate) -> Enclosed | None:
    """The tightest entry of a run in balls, if its hypotheses are sure and the claim does not fail."""
    algorithm = claim.usual[seen.label]
    enclosed: Enclosed | None = None
    for bits in rungs(seen.steps if moves(algorithm) else 0):
        with Ball(bits).active():
            counted = data_for(claim, seen.instance, algorithm)
            subject = run_before_the_end(counted, algorithm, seen.steps, bits, claim.method)
            decision = examine(claim, subject, bits)
            if decision.verdict in (Verdict.NOT_APPLICABLE, Verdict.REFUTED):
                return None
            found = inequalities(claim, subject)
            top = tightest(found) if all(decision.met.get(h.name) for h in claim.given) else None
            if top is None:
                continue
            ends = isinstance(ball_run(counted, algorithm, seen.steps, bits, claim.method), NoRun)
            enclosed = Enclosed(seen, top, dict(found)[top.relation], steps_of(subject), ends)
            if top.share.rad() < arb(10) ** -DIGITS:
                break
    return enclosed


def course(claim: Claim, enclosed: Enclosed) -> list[tuple[int, float]]:
    """The largest share of the same relation at t = 1, 2, 4, …, at the tightest t and at the last."""
    if claim.about is None or is_whole(enclosed.relation):
        return []
    start, parts = enclosed.relation.start or 0, [np.asarray(side) for side in ordered(enclosed.relation)]
    rows = parts[0].shape[0]
    at = {2**k - start for k in range(rows.bit_length() + 1)} | {place_of(enclosed)[0] - start, rows - 1}
    largest = []
    for row in sorted(at & set(range(rows))):
        pairs = zip(*(part[row : row + 1].ravel() for part in parts), strict=True)
        ratios = [as_ball(a) / as_ball(b) for a, b in pairs if a > 0 and b > 0]
        if ratios:
            largest.append((start + row, max(float(ratio.mid()) for ratio in ratios)))
    return largest


def place_of(enclosed: Enclosed) -> tuple[int, Any, Any]:
    """The t of the tightest entry, and both sides there."""
    lhs, rhs = sides(enclosed.relation)
    row = int(np.unravel_index(enclosed.top.flat, lhs.shape)[0])
    return (enclosed.relation.start or 0) + row, lhs.ravel()[enclosed.top.flat], rhs.ravel()[enclosed.top.flat]


def decimal(bound: arb, rounding: str) -> str:
    """An exact bound as a decimal, rounded outwards."""
    exact = bound.fmpq()
    return str(Context(prec=DIGITS, rounding=rounding).divide(Decimal(str(exact.p)), Decimal(str(exact.q))))


def sharpen(claim: Claim, progress: Progress) -> Sharpness:
    """The largest share that screening and climbing find, certified."""
    reason = no_share(claim)
    if reason:
        return Sharpness(claim.id, claim.statement, reason)
    progress(f"{claim.id}: screening data")
    seen, tried = screen(claim), 0
    if any(exceeds(claim, entry) for entry in [entry for entry in seen if entry.share == np.inf][:SUSPECTS]):
        return Sharpness(claim.id, claim.statement, EXCEEDED, screened=len(seen))
    even = [entry for entry in seen if entry.share >= 1 - FLAT][:EVEN]
    decided: list[Enclosed] = []
    for entry in even:
        decided += filter(None, [enclose(claim, entry)])
        if decided and decided[-1].top.exact:
            break
    beginning = [] if decided else starts([entry for entry in seen if entry not in even])
    for label in dict.fromkeys(start.label for start in beginning if searchable(claim)):
        progress(f"{claim.id}: climbing{f', {label}' * bool(label)}")
        winners, changes, refuted = climb(claim, label, [start.instance for start in beginning if start.label == label])
        tried += changes
        beginning += winners
        if refuted:
            return Sharpness(claim.id, claim.statement, EXCEEDED, screened=len(seen), climbed=tried)
    decided += filter(None, (enclose(claim, one) for one in beginning))
    if not decided:
        return Sharpness(claim.id, claim.statement, NOT_DECIDED if seen else NO_SHARE, screened=len(seen))
    best = max(decided, key=lambda entry: (entry.top.exact, entry.top.share.lower()))
    return document(claim, best, len(seen), tried)


def starts(seen: Sequence[Candidate]) -> list[Candidate]:
    """The best runs of different shapes."""
    first: dict[tuple[int, int], Candidate] = {}
    for entry in seen:
        first.setdefault(entry.instance.shape, entry)
    return list(first.values())[:STARTS]


def no_share(claim: Claim) -> str:
    """Why a claim has no share; '' if it has one."""
    if claim.not_checkable:
        return f"not checkable: {claim.not_checkable}"
    if claim.is_rate:
        return "a rate has no constant to sharpen: see its fitted exponent"
    if claim.is_limit:
        return "a limit has no constant to sharpen"
    if claim.lists_all_paths:
        return "it speaks of all paths at once: no data are searched for the tightest run"
    if claim.fault:
        return "refuted as it stands; ask how sharp its corrected form is"
    num, algorithm = Float64(), next(iter(claim.usual.values()))
    data = structured()[-1] if claim.dataless else structured()[-1:]
    with num.active():
        some = inequalities(claim, subject_of(data, num, algorithm, 2, method=claim.method))
    return "" if some else "an identity: nothing to sharpen"


def document(claim: Claim, best: Enclosed, screened: int, climbed: int) -> Sharpness:
    t, lhs, rhs = place_of(best)
    exact, share = best.top.exact, best.top.share
    return Sharpness(
        id=claim.id,
        statement=claim.statement,
        lower="1" if exact else decimal(share.lower(), ROUND_FLOOR),
        upper="1" if exact else decimal(share.upper(), ROUND_CEILING),
        attained=exact,
        relation=best.top.relation,
        op=best.relation.op,
        t=t,
        whole=is_whole(best.relation),
        lhs=number_text(lhs),
        rhs=number_text(rhs),
        Z=[] if claim.dataless else best.seen.instance.to_json(),
        algorithm=best.seen.label,
        steps=best.steps,
        course=course(claim, best),
        screened=screened,
        climbed=climbed,
        ends=best.ends,
    )
