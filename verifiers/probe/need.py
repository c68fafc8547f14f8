"""Which hypotheses a claim needs: for each, a run on which it alone surely fails, and the claim with it.

    needed      all others surely hold, this one surely fails, and so does the relation, or it has no value; a limit
                fails where the run stays away from it for ever
    none found  in N tries, which does not say that the hypothesis is not needed

The search leaves the families that meet the hypotheses: longer rows, nonseparable data, other losses and parameters;
parameters above 1, and of one's own problem much larger data, for a hypothesis that nothing else breaks alone. Floats
pick suspects, smallest data first; balls decide. Of a problem of one's own the claim without the hypothesis is then
searched as `check` searches a claim. A claim for t ≥ 1 is read at t = 0 if it then needs no index before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.argument import ForAll
from lemmacheck.theory.core.ask import is_of_a_row
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import Relation
from lemmacheck.theory.core.run import Run, moves
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.counterexamples import number_text, shrink
from lemmacheck.verifiers.decide.exact_subject import exact_subject
from lemmacheck.verifiers.decide.ladder import Decision, examine, rungs, truth_of, weigh
from lemmacheck.verifiers.decide.lengths import short_too
from lemmacheck.verifiers.decide.recording import with_problem
from lemmacheck.verifiers.decide.tiny_data import decision_text, refuted_on_tiny_data
from lemmacheck.verifiers.instances.families import tiny
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.labels import in_numbers
from lemmacheck.verifiers.instances.subject import reachable, subject_of
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, Place, sides
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.probe.at_zero import Unreadable, at_zero
from lemmacheck.verifiers.probe.breaking import FAR, SCALES, Setting, Tally, screen, settings, size
from lemmacheck.verifiers.probe.findings import Look, findings_of, share_of
from lemmacheck.verifiers.probe.mutants import holds_hypotheses
from lemmacheck.verifiers.records.result_text import needs_text
from lemmacheck.verifiers.records.verdict import Verdict, Witness
from lemmacheck.verifiers.search.climbing import searchable

LENGTHS = {4: 24, 40: 24, 200: 6}  # steps of a run, and how many of the suspects are decided in balls
SHORTER = {1: 24, 2: 24}  # of what reads the end of its run
RUN = 200  # steps of the first runs of a search, of a method that makes as many
MODERATE, MANY_BITS = 100, 16384  # no exponential of numbers that small is out of reach of that many bits
STAYS_AWAY = "without a hypothesis is asked for a run that stays away from its limit for ever: no other refutes it"
RANGE = "first"  # the name of the hypothesis t ≥ 1, which a claim's formula holds in its slices


@dataclass(frozen=True)
class Need:
    """A hypothesis with a run that fails without it, or with the number of runs that did not.

    `run` is the label of the run with its drawn numbers written out. `of_functions`: it is asked at all points.
    `searched` is the number of instances on which the claim without the hypothesis was searched.
    """

    hypothesis: str
    statement: str
    tacit: bool
    found: Witness | None
    tried: int
    undefined: bool
    run: str = ""
    of_functions: bool = False
    searched: int = 0


@dataclass(frozen=True, repr=False)
class Needs:
    """The needs of one claim; the note names the questions that could not be asked, with the reason."""

    id: str
    statement: str
    needs: list[Need]
    note: str

    def __repr__(self) -> str:
        return needs_text(self)


class Failure(NamedTuple):
    """A certified failure: its entry, or none where a side is not a number; of what tends, what keeps the run from
    it."""

    place: Place | None
    steps: int
    forever: str = ""


class Found(NamedTuple):
    """Data on which a claim fails with its hypothesis, and the failure."""

    instance: Instance
    failure: Failure

    @property
    def steps(self) -> int:
        return self.failure.steps


def without(claim: Claim, h: Hypothesis) -> Claim:
    return replace(claim, given=tuple(g for g in claim.given if g is not h))


def fails_without(claim: Claim, h: Hypothesis, instance: Instance, setting: Setting, steps: int) -> Failure | None:
    """Whether on this run h alone surely fails, and the claim with it."""
    dropped = without(claim, h)
    for bits in (*rungs(steps), *([MANY_BITS] if steps <= min(LENGTHS) else [])):
        with Ball(bits).active():
            try:
                subject = exact_subject(instance, setting.algorithm, steps, bits, setting.loss, claim.method)
            except ArithmeticError:  # there is no such run
                return None
            except IndexError as error:
                if is_of_a_row(error):
                    return None
                raise
            if isinstance(subject, NoRun):
                return None
            broken = truth_of(h, subject)
            if broken == HOLDS:
                return None
            decision = examine(dropped, subject, bits)
            undefined = decision.cause == Cause.UNDEFINED or (bits == MANY_BITS and no_number(subject, decision))
        if undefined or decision.verdict not in (Verdict.UNDECIDED, Verdict.REFUTED):
            return Failure(None, steps) if undefined and broken == FAILS else None
        if decision.verdict == Verdict.REFUTED and broken == FAILS:
            return Failure(decision.worst, steps, decision.forever)
    return None


def no_number(subject: Any, decision: Decision) -> bool:
    """Whether a side is nan though the run is moderate: the statement then divides by 0, or leaves the domain of a
    function."""
    states = [np.asarray(part).ravel() for state in getattr(subject, "states", []) for part in state]
    moderate = all(as_ball(x).abs_upper() < MODERATE for part in states for x in part)
    place = decision.worst
    return moderate and place is not None and not defined([Relation(place.lhs, place.op, place.rhs)])


def defined(relations: Sequence[Relation]) -> bool:
    return not any(as_ball(x).is_nan() for relation in relations for side in sides(relation) for x in side.ravel())


def shortest(claim: Claim, h: Hypothesis, instance: Instance, setting: Setting, steps: int) -> Failure | None:
    """The failure of a shorter run, if that of `steps` steps fails: up to its place, or the first undefined one."""
    known = fails_without(claim, h, instance, setting, steps)
    if known is None or not moves(setting.algorithm):
        return known
    ends = (known.place.t, known.place.t + 1) if known.place else range(1, steps)
    shorter = (fails_without(claim, h, instance, setting, end) for end in ends if 1 <= end < steps)
    return next((failure for failure in shorter if failure is not None), known)


def witness(claim: Claim, failure: Failure, instance: Instance, setting: Setting, t: int | None = None) -> Witness:
    """The failure as plain data; where the run itself is undefined, t is its last index."""
    Z, place = instance.to_json(), failure.place
    if place is None:
        found = Witness(Z, failure.steps if t is None else t, "undefined", "", setting.label, failure.steps)
    else:
        sides = number_text(place.lhs), number_text(place.rhs)
        found = Witness(Z, place.t, *sides, setting.label, failure.steps, place.op, whole=place.whole)
        found = replace(found, forever=failure.forever)
    return with_problem(claim, found, instance, setting.algorithm)


def search(claim: Claim, h: Hypothesis, tally: Tally, steps: int) -> tuple[Witness | None, bool]:
    """The smallest certified violation among the suspects, and False; else the smallest undefined run, and True."""
    undefined: Witness | None = None
    for *_, instance, setting in tally.suspects[: (LENGTHS | SHORTER).get(steps)]:
        failure = shortest(claim, h, instance, setting, steps)
        if failure is not None and failure.place is not None:
            smallest = shrunk(claim, h, Found(instance, failure), setting)
            return witness(claim, smallest.failure, smallest.instance, setting), False
        if failure is not None and undefined is None:
            undefined = witness(claim, failure, instance, setting)
    return undefined, undefined is not None


def shrunk(claim: Claim, h: Hypothesis, known: Found, setting: Setting) -> Found:
    """A failure on data of one's own problem that are simplified as those of a refutation are."""

    def again(data: Instance, steps: int) -> Found | None:
        failure = shortest(claim, h, data, setting, steps)
        return Found(data, failure) if failure is not None and failure.place is not None else None

    return shrink(known, again) if claim.own and not claim.dataless else known


def found_by_search(claim: Claim, h: Hypothesis, among: Sequence[Setting], budget: int) -> tuple[Witness | None, int]:
    """A violation that a search of so many steps finds, on runs with these parameters, and how many instances it
    tried."""
    dropped, tried = without(claim, h), 0
    for setting in among if searchable(dropped) else ():
        found = findings_of(dropped, setting.label, setting.algorithm, (), Look(RUN, share_of(budget, len(among))))
        tried += found.report.instances
        if found.broken is not None:
            data, length = found.broken.instance, found.broken.decision.steps
            longer = claim.as_long_as(length)
            failure = shortest(longer, h, data, setting, length)
            if failure is not None and failure.place is not None:
                smallest = shrunk(longer, h, Found(data, failure), setting)
                return witness(longer, smallest.failure, smallest.instance, setting), tried
    return None, tried


def need(claim: Claim, budget: int = 0) -> Needs:
    """The needs of a claim: for each hypothesis, a run that fails without it. Of a problem of one's own a search for
    one takes so many steps."""
    reason = unanswerable(claim) or untrue(claim)
    if reason:
        return Needs(claim.id, claim.statement, [], reason)
    found = {
        h.name: Need(h.name, h.statement, h.tacit, None, 0, False, of_functions=isinstance(h.function, ForAll))
        for h in claim.given
    }
    broken: dict[str, set[str]] = {name: set() for name in found}
    shorter = SHORTER if found and short_too(claim, reachable(claim.method, tiny()), min(LENGTHS)) else ()
    for above_one, scales in ((False, SCALES), (True, SCALES), *([(False, FAR)] if claim.own else [])):
        asked = [h for h in claim.given if not found[h.name].tried]
        among = [setting for setting in settings(claim.method).values() if asked and setting.above_one == above_one]
        for steps in (*shorter, *lengths(claim)):
            wanted = [h for h in asked if found[h.name].found is None]
            tallies = screen(claim, wanted, among, steps, scales)
            for h in wanted:
                tally, before = tallies[h.name], found[h.name]
                smallest, undefined = search(claim, h, tally, steps)
                found[h.name] = replace(before, found=smallest, tried=before.tried + tally.tried, undefined=undefined)
            for name, tally in tallies.items():
                broken[name] |= tally.labels
            breaking = {label for name, tally in tallies.items() if not found[name].found for label in tally.labels}
            among = [setting for setting in among if setting.label in breaking or steps in SHORTER]
    for h in claim.given if claim.own and budget else ():
        if found[h.name].found is None:
            among = [one for one in settings(claim.method).values() if one.label in broken[h.name]]
            smallest, tried = found_by_search(claim, h, among or list(settings(claim.method).values()), budget)
            found[h.name] = replace(found[h.name], found=smallest, searched=tried)
    from_one = claim.first == 1 and claim.about and not claim.tends
    start, note = range_need(claim, usual_runs(claim)) if from_one else (None, "")
    if claim.tends and not all(one.found for one in found.values()):
        note = STAYS_AWAY
    answers = [in_full(claim, one) for one in (*found.values(), *([start] if start else []))]
    return Needs(claim.id, claim.statement, answers, note)


def in_full(claim: Claim, answer: Need) -> Need:
    """The answer with the numbers of its run."""
    if (w := answer.found) is None:
        return answer
    return replace(answer, run=in_numbers(w.algorithm, settings(claim.method)[w.algorithm].algorithm, w.steps))


def lengths(claim: Claim) -> list[int]:
    """The lengths of runs that are tried, as far as the method makes longer runs of more steps."""
    if claim.about is None:
        return [0]
    if claim.method is not None and claim.method.horizons:
        return [40]
    most = claim.method.steps if claim.method else None
    shorter = sum(most is None or steps < most for steps in LENGTHS)
    return list(LENGTHS)[: shorter + 1]


def unanswerable(claim: Claim) -> str:
    """Why the question makes no sense for a claim; '' if it does."""
    if claim.not_checkable:
        return f"not checkable: {claim.not_checkable}"
    if not claim.given and (claim.tends or not claim.first):
        return "it has no hypotheses"
    if claim.tends and not claim.own:
        return (
            "a rate is fitted, a limit decided where a run is seen to stay away: that is asked of a book of one's own"
        )
    if claim.lists_all_paths:
        return "it speaks of all paths at once: broken hypotheses are not searched for"
    if claim.fault:
        return "refuted with all its hypotheses; ask what its corrected form needs"
    return ""


def untrue(claim: Claim) -> str:
    """The refutation of a claim with all its hypotheses, if small data have one."""
    found = refuted_on_tiny_data(claim)
    return f"with all its hypotheses it is {decision_text(*found)}" if found else ""


def fails_at_zero(claim: Claim, subject: Run) -> Failure | None:
    """The failure of the claim at t = 0, in balls. It is undefined there if no number before index 0 gives it a value.

    Whatever reads a nan before index 0 becomes nan; with numbers in its place it does not, but a division by 0 does.
    """
    try:
        rows = at_zero(claim, subject, arb("nan"))
        if defined(rows):
            decision = weigh(rows, subject.num.bits, {})
            failed = decision.worst if decision.verdict == Verdict.REFUTED else None
            return Failure(replace(failed, whole=False), subject.steps) if failed else None
        if any(defined(at_zero(claim, subject, fmpq(ghost))) for ghost in (2, 3)):
            raise Unreadable
    except ZeroDivisionError:
        pass
    except ValueError as error:  # a sequence made by a loop of its own does not fit the others
        raise Unreadable from error
    return Failure(None, subject.steps)


def range_need(claim: Claim, runs: Iterable[tuple[Instance, Setting]]) -> tuple[Need | None, str]:
    """Whether the claim needs t ≥ 1 on one of the runs, or why that is not asked."""
    answer, num = Need(RANGE, "t ≥ 1", False, None, 0, False), Ball(128)
    with num.active():
        for instance, setting in runs:
            subject = subject_of(instance, num, setting.algorithm, 2, setting.loss, claim.method)
            if not holds_hypotheses(claim, subject):
                continue
            try:
                failure = fails_at_zero(claim, subject)
            except Unreadable:
                return None, "whether t ≥ 1 is needed is not asked: at t = 0 the formula reads an index before 0"
            answer = replace(answer, tried=answer.tried + 1)
            if failure is not None and failure.place is not None:
                return replace(answer, found=witness(claim, failure, instance, setting), undefined=False), ""
            if failure is not None and answer.found is None:
                answer = replace(answer, found=witness(claim, failure, instance, setting, t=0), undefined=True)
    return answer, ""


def usual_runs(claim: Claim) -> Iterable[tuple[Instance, Setting]]:
    """Tiny data with the usual parameters."""
    return product(sorted(tiny(), key=size), [settings(claim.method)[label] for label in claim.usual])


def confirm(claim: Claim, hypothesis: str, w: Witness) -> Witness | None:
    """A need decided again from the witness's data, parameters and steps alone; None if nothing fails there."""
    instance, setting = Instance.from_json("witness", w.Z), settings(claim.method).get(w.algorithm)
    if setting is None:
        return None
    if hypothesis == RANGE:
        again, _ = range_need(claim, [(instance, setting)])
        return again.found if again else None
    h, claim = next((h for h in claim.given if h.name == hypothesis), None), claim.as_long_as(w.steps)
    failure = h and fails_without(claim, h, instance, setting, w.steps)
    return witness(claim, failure, instance, setting) if failure else None
