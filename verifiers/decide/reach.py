"""How far a refutation reaches: only to degenerate data, or to ordinary data too.

A counterexample is degenerate if it has one row, one column, equal rows, no number but 0, horizon T = 1, or fails at
t = 0 alone. If every counterexample that was found is degenerate, the record lists the ways in which all of them are.
Else the first that is degenerate in no way stands beside the smallest, preferably one with γ̄ > 0. Of a claim about any
loss, one with a loss that documents name comes first, if need be on many rows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, product
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.own import lasting
from lemmacheck.theory.core.run import moves
from lemmacheck.theory.margins.arbitrary import LOSSES
from lemmacheck.verifiers.decide.counterexamples import Counterexample, attempt, length_for, shortest, shrink
from lemmacheck.verifiers.decide.ladder import Decision
from lemmacheck.verifiers.instances.families import tiny
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import reachable, within_reach
from lemmacheck.verifiers.records.verdict import Reach, Verdict

STEPS, MANY = 8, 20
GROWN = 3  # times data on which a claim fails at t = 0: of those it may fail later too


@dataclass(frozen=True)
class Extent:
    """How far a refutation reaches: a counterexample that is not degenerate, if one was found; else how all are
    degenerate."""

    reach: Reach
    convincing: Counterexample | None
    degenerate: tuple[str, ...] = ()


def reach_of(claim: Claim, smallest: Counterexample, others: Iterable[tuple[Instance, str]] = ()) -> Extent:
    """The reach of a refutation, from its smallest counterexample, from tiny data, and from the other known ones."""
    only = ways(claim, as_long_as_others(claim, smallest))
    beyond = Reach.SLIP if claim.slip else Reach.FALSE
    best = None if only else smallest
    if best and has_named_loss(best.algorithm):
        return Extent(beyond, best)
    steps = length_for(claim, smallest, max(STEPS, smallest.steps))
    for instance, label in (*candidates(claim, smallest), *others):
        if best and not has_named_loss(claim.runs[label]):
            continue
        found = refutation_by(claim, instance, label, steps)
        if found is None:
            continue
        if not ways(claim, found):
            best = found
            if has_named_loss(best.algorithm):
                break
        only &= ways(claim, found)
    if best is None:
        return Extent(Reach.DEGENERATE, None, tuple(sorted(only)))
    return Extent(beyond, best if best is smallest else simplest(claim, best))


def simplest(claim: Claim, found: Counterexample) -> Counterexample:
    """One that is degenerate in no way, with as short a run and, of few rows, as simple data; separable if it is, of a
    margin problem."""

    def again(data: Instance, steps: int) -> Counterexample | None:
        if separable and not data.optimum.gamma_squared:
            return None
        other = refutation_by(claim, data, found.label, steps)
        return other if other is not None and not ways(claim, other) else None

    found = shortened(claim, found)
    separable = not claim.own and found.instance.optimum.gamma_squared > 0
    if claim.dataless or found.instance.n > MANY:
        return found
    return shortened(claim, shrink(found, again))


def as_long_as_others(claim: Claim, found: Counterexample) -> Counterexample:
    """The counterexample on a run of more steps: of one step a relation has one row, and no t is later than 0."""
    if not moves(found.algorithm) or found.steps > 1:
        return found
    return refutation_by(claim, found.instance, found.label, STEPS) or found


def has_named_loss(algorithm: Any) -> bool:
    """Whether the loss, if it is asked of several, is one that documents name."""
    return getattr(algorithm, "loss", LOSSES[0]) in LOSSES


def ways(claim: Claim, found: Counterexample) -> set[str]:
    """In which ways a counterexample is degenerate."""
    of_rows = moves(found.algorithm) and not claim.tends
    ways_it_fails = {"at t = 0"} if of_rows and found.decision.later is None else set()
    ways_it_fails |= {"for T = 1"} if getattr(found.algorithm, "T", None) == 1 else set()
    reach = claim.method.reach if claim.method and claim.method.on else None
    forced = {way for way, most in zip(("for n = 1", "for d = 1"), reach or (), strict=False) if most == 1}
    return ways_it_fails if claim.dataless else ways_it_fails | (corners(found.instance) - forced)


def corners(instance: Instance) -> set[str]:
    """In which ways data are degenerate."""
    n, d, different = instance.n, instance.shape[1], len(set(instance.rows))
    zero = not any(map(any, instance.rows))
    degenerate = {"for n = 1": n == 1, "for d = 1": d == 1, "for equal rows": different < n, "for Z = 0": zero}
    return {way for way, so in degenerate.items() if so}


def candidates(claim: Claim, smallest: Counterexample) -> Iterator[tuple[Instance, str]]:
    """All tiny data, the least degenerate first and of these the separable, with each of the parameters; and many rows,
    where not all parameters have a loss that documents name."""
    if claim.dataless:
        yield from ((smallest.instance, label) for label in claim.usual)
        return
    simple = reachable(claim.method, tiny())
    data = sorted(simple, key=lambda one: (len(corners(one)), one.optimum.gamma_squared == 0))
    here = smallest.instance
    larger = [times(GROWN, here)] if claim.own else []
    asked = claim.about and not claim.lists_all_paths
    near = chain(beside(here), larger, *map(beside, larger)) if asked else ()
    data += [one for one in near if list(within_reach(claim.method, [[one]]))]
    labels = dict.fromkeys((smallest.label, *claim.usual))
    known = [label for label in labels if has_named_loss(claim.runs[label])]
    yield from product(data, known)
    if len(known) < len(labels):
        yield from product(crowds(), known)
        yield from product(data, labels)


def beside(instance: Instance) -> Iterator[Instance]:
    """Data near these that are in no way degenerate: one more row, next to the only one or next to 0, one more column,
    and no two rows the same. What fails by more than nothing fails there too."""
    alone = instance.n == 1
    for small, near_zero in product((Fraction(1, 1000), Fraction(1, 20)), (False, True)[: 1 + alone]):
        rows = [*instance.written_out.rows] * (1 + alone) if instance.n <= MANY else []
        rows = [tuple(x * (1 - k * small) for x in row) for k, row in enumerate(rows)]
        rows = [rows[0], tuple(x * small for x in rows[0])] if near_zero else rows
        wider = [(*row, small * (k + 1)) for k, row in enumerate(rows)] if instance.shape[1] == 1 else rows
        inside = max((sum(x * x for x in row) for row in wider), default=Fraction(0)) <= 1
        within = wider if inside else [tuple(x * (1 - 2 * small) for x in row) for row in wider]
        for made in dict.fromkeys((tuple(wider), tuple(within))) if rows and corners(instance) else ():
            yield Instance(f"beside-{len(made)}x{len(made[0])}", made)


def times(factor: int, instance: Instance) -> Instance:
    rows = tuple(tuple(factor * x for x in row) for row in instance.rows)
    return Instance(f"{factor} times {instance.name}", rows, instance.copies)


def crowds() -> Iterator[Instance]:
    """Many rows of the plane, all different and all near (−1, 0)."""
    for n in (8, 64, 256):
        rows = [(Fraction(i, 4096) - 1, Fraction(i, 4096)) for i in range(n)]
        yield Instance(f"{n} rows near (-1, 0)", tuple(rows))


def refutation_by(
    claim: Claim, instance: Instance, label: str, steps: int, ties: bool = False
) -> Counterexample | None:
    """The claim refuted by a run of so many steps; where ties are asked for, with all the bits that it takes."""
    algorithm = claim.runs[label]
    decision = attempt(claim, instance, algorithm, steps, ties)
    if decision is None or decision.verdict != Verdict.REFUTED:
        return None
    return Counterexample(instance, label, algorithm, decision.steps, past_zero(decision))


def past_zero(decision: Decision) -> Decision:
    """The decision with the place after t = 0 that fails, if one does."""
    return replace(decision, worst=decision.later or decision.worst)


def shortened(claim: Claim, found: Counterexample) -> Counterexample:
    """The shortest of its runs that fails after t = 0."""
    if not moves(found.algorithm):
        return replace(found, steps=0)
    if lasting(found.algorithm):
        return found

    def later(steps: int) -> Decision | None:
        shorter = refutation_by(claim, found.instance, found.label, steps)
        return shorter.decision if shorter is not None and shorter.decision.later is not None else None

    steps, decision = shortest(found.steps, found.decision, later)
    return replace(found, steps=steps, decision=decision)
