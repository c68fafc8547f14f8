"""The ladder: one claim on one instance, in balls of rising precision until every entry is decided.

    hypotheses   all surely hold → go on; one surely fails → NOT_APPLICABLE; else climb
    relation     surely fails at an entry → REFUTED; surely holds at all → CERTIFIED; else climb
    at the cap   the undecided entries agree beyond doubles → SUPPORTED; else UNDECIDED

Where only equalities are open, more bits could only show a difference: then the next rung is the last.

Runs are kept, so that all claims about one algorithm share them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from flint import arb
from lemmacheck.theory.core.apart import NoRun, steps_of
from lemmacheck.theory.core.argument import ForAll
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.ask import NoSuchRow
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import Decay, IllFormed, Limit, Relation
from lemmacheck.theory.core.run import Run, moves
from lemmacheck.verifiers.decide.cause import AT_POINTS, IN_BALLS, STATED_THERE, Cause
from lemmacheck.verifiers.decide.copies import data_for
from lemmacheck.verifiers.decide.everywhere import holds_everywhere
from lemmacheck.verifiers.decide.exact_subject import exact_subject
from lemmacheck.verifiers.decide.lasting import perhaps_left
from lemmacheck.verifiers.decide.limits import Certificate, certificate, for_ever, obstacle
from lemmacheck.verifiers.decide.rows import as_whole_rows, rows_of, stated_of
from lemmacheck.verifiers.decide.statements import limit_of, relations_on
from lemmacheck.verifiers.decide.trends import SEEN, sizes_of, tail_of, trend_text
from lemmacheck.verifiers.instances.drawn import TooMany
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import (
    DOUBLE_EPSILON,
    FAILS,
    HOLDS,
    UNKNOWN,
    Place,
    compare,
    disagreement,
    exact,
    place,
    room,
    sides,
)
from lemmacheck.verifiers.records.verdict import Verdict

SHORT = 64  # steps of a run
FEW = 4  # steps of which a statement for every t says more than of one


@dataclass(frozen=True)
class Decision:
    """The decision of one claim on one run, and the entry it turns on; `later` is an entry after t = 0 that fails."""

    verdict: Verdict
    reason: str = ""
    bits: int = 0
    worst: Place | None = None
    met: dict[str, bool] = field(default_factory=dict)
    steps: int = 0
    cause: Cause = Cause.OTHER
    later: Place | None = None
    sampled: bool = False  # on paths that were drawn
    exact: bool = False  # both sides are exact numbers, at the entry that fails, or where none does at all
    forever: str = ""  # what keeps the run from a limit
    tail: float = 0.0  # of a limit that is open: the last entry's share of the largest


def because(cause: Cause, bits: int, verdict: Verdict = Verdict.UNDECIDED, part: str = "", **more: Any) -> Decision:
    """A decision whose reason is the sentence of its cause."""
    return Decision(verdict, cause.text() + part, bits, cause=cause, **more)


def ended_by(error: Exception, bits: int = 0, undefined: Cause = Cause.UNDEFINED, **more: Any) -> Decision:
    """The decision where an error ends the evaluation."""
    if isinstance(error, IllFormed):
        return Decision(Verdict.ILL_FORMED, str(error), bits, **more)
    if isinstance(error, Undecided):
        cause = Cause.TOO_MANY if isinstance(error, TooMany) else Cause.OTHER
        return Decision(Verdict.UNDECIDED, str(error), bits, cause=cause, **more)
    if isinstance(error, NoSuchRow):
        return because(Cause.NO_ROW, bits, Verdict.NOT_APPLICABLE, **more)
    return because(undefined, bits, **more)


def rungs(steps: int) -> tuple[int, ...]:
    """Working precisions to try: ball propagation costs up to 2 bits an iteration."""
    start = 128
    while start < 2 * steps:
        start *= 2
    return start, 2 * start, 4 * start


def truth_of(hypothesis: Hypothesis, subject: Any) -> int:
    """The least truth of a hypothesis on a run or problem; unknown where it is undefined. One that is seen to hold
    everywhere is asked at no point."""
    try:
        return HOLDS if holds_everywhere(hypothesis, subject) else least_truth(relations_on(hypothesis, subject))
    except NoSuchRow:
        return FAILS
    except ArithmeticError:
        return UNKNOWN


def examine(claim: Claim, subject: Any, bits: int, truth_of: Callable[[Hypothesis, Any], int] = truth_of) -> Decision:
    """The claim on a run or problem whose arithmetic is active."""
    met: dict[str, bool] = {}
    if isinstance(subject, NoRun):
        return because(Cause.NO_RUN, bits, Verdict.NOT_APPLICABLE)
    for hypothesis in claim.given:
        for one in (hypothesis, *hypothesis.implies):
            try:
                truth = truth_of(one, subject)
            except IllFormed as error:
                return Decision(Verdict.ILL_FORMED, f"{one.statement}: {error}", bits, met=met)
            if truth == UNKNOWN:
                return Decision(Verdict.UNDECIDED, f"a hypothesis is not decided: {one.statement}", bits, met=met)
            if truth == FAILS and one is not hypothesis:
                reason = f"{hypothesis.statement} is said to imply {one.statement}, which fails here"
                return Decision(Verdict.ILL_FORMED, reason, bits, met=met)
            if truth == FAILS:
                met[hypothesis.name] = False
                return Decision(Verdict.NOT_APPLICABLE, f"fails: {hypothesis.statement}", bits, met=met)
        met[hypothesis.name] = True
    try:
        if claim.tends:
            limit = limit_of(claim, subject)
            decision = weighed_limit(claim, subject, limit, certificate(claim, subject, limit), bits, met)
        else:
            decision = weigh(stated(claim, subject), bits, met, steps_of(subject))
    except (IllFormed, ArithmeticError) as error:
        return ended_by(error, bits, met=met)
    if decision.verdict == Verdict.CERTIFIED and claim.dataless and not claim.tends:
        decision = replace(decision, reason=for_ever(claim, subject))
    return unless_off_the_points(decision, claim, subject)


def weighed_limit(
    claim: Claim, subject: Any, limit: Limit | Decay, found: Certificate | None, bits: int, met: dict[str, bool]
) -> Decision:
    """A limit on one run: decided by a certificate, if there is one; else undecided, with the trend of the run as the
    reason, and why no run decides it."""
    left = perhaps_left(claim, subject, found) if found is not None else ""
    if found is not None and not left:
        decision = weigh((found.relation,), bits, met)
        decision = replace(decision, reason=found.reason, exact=decision.exact and not found.in_balls)
        if decision.verdict == Verdict.REFUTED:
            return replace(decision, forever=found.reason)
        if claim.is_limit:
            return decision
    sizes = sizes_of(limit)
    why = obstacle(claim, subject) if claim.is_limit and len(sizes) > SEEN else ""
    open_ = f"{found.reason}, and no run shows that it meets at every later t: {left}" if found and left else ""
    trend = "; ".join(filter(None, (trend_text(sizes), why, open_)))
    return Decision(Verdict.UNDECIDED, trend, bits, met=met, cause=Cause.ONLY_SEEN, tail=tail_of(sizes))


def unless_off_the_points(decision: Decision, claim: Claim, subject: Any) -> Decision:
    """A decision under hypotheses that are known at some points only: its reason says so, and it is no refutation. One
    that is seen to hold everywhere on this problem is known."""
    if decision.verdict == Verdict.UNDECIDED:
        return decision
    tried = [h for h in claim.given if h.at_points_only(subject)]
    if decision.verdict == Verdict.REFUTED:
        for h in tried:
            if h.closer and truth_of(replace(h, function=h.closer), subject) == FAILS:
                met = {**decision.met, h.name: False}
                return Decision(Verdict.NOT_APPLICABLE, f"fails: {h.statement}", decision.bits, met=met)
    tried = [h for h in tried if not holds_everywhere(h, subject)]
    if not tried:
        return decision
    named = " and ".join(h.statement for h in tried)
    if decision.verdict == Verdict.REFUTED:
        cause, for_all = Cause.OFF_THE_POINTS, any(isinstance(h.function, ForAll) for h in tried)
        reason = f"{cause.text()}: {named}{f'; {STATED_THERE}' * for_all}"
        return replace(decision, verdict=Verdict.UNDECIDED, cause=cause, reason=reason)
    reason = f"{decision.reason}; {AT_POINTS}: {named}" if decision.reason else f"{AT_POINTS}: {named}"
    return replace(decision, reason=reason)


def stated(claim: Claim, subject: Any) -> tuple[Relation, ...]:
    """The claim's relations, each with the printed t of its first row; a single row about x_T has no such t, and in a
    book of one's own none wherever its claim begins."""
    found = relations_on(claim, subject)
    relations = as_whole_rows(claim, subject, found)
    rows = rows_of(relations)
    begun = bool(claim.first) and not claim.own
    if 1 in rows and not begun:
        longer = rows_of(prolonged(claim, subject)) or grown(claim, subject, rows)
        rows = longer if len(longer) == len(rows) else rows
    return tuple(
        r.since(claim.first) if r is one and r.start is None and (begun or count > 1) else r
        for r, one, count in zip(relations, found, rows, strict=True)
    )


def prolonged(claim: Claim, subject: Any) -> tuple[Relation, ...]:
    """What the claim states of a longer run, where there is one and the run is so short that a single row may be one of
    many; else nothing. Of a method that comes to divide by 0 it is the longest of few steps."""
    if not isinstance(subject, Run) or not subject.steps:
        return ()
    horizon = claim.method.horizon if claim.method else None
    lengths = dict.fromkeys(horizon(subject.algorithm, k) if horizon else k for k in range(FEW, subject.steps, -1))
    longer = (stated_of(claim, subject, length) for length in lengths if length > subject.steps)
    return next(filter(None, longer), ())


def grown(claim: Claim, subject: Any, rows: Sequence[int]) -> list[int]:
    """In a book of one's own these numbers of rows, as those of a run that is longer by a step, where there is none:
    what a shorter run has none of is one row of many."""
    if not claim.own or not isinstance(subject, Run) or not subject.steps:
        return []
    fewer = rows_of(stated_of(claim, subject, subject.steps - 1))
    return [now + (few < now) for now, few in zip(rows, fewer, strict=False)]


def least_truth(relations: tuple[Relation, ...]) -> int:
    """FAILS if any entry surely fails, else UNKNOWN if any is undecided or the run does not reach one, else HOLDS."""
    truths = [compare(relation) for relation in relations]
    return min(
        (int(truth.min()) if truth.size else HOLDS if len(truth) else UNKNOWN for truth in truths), default=HOLDS
    )


def weigh(relations: tuple[Relation, ...], bits: int, met: dict[str, bool], steps: int = 0) -> Decision:
    """The verdict of a conjunction of relations, with its failing, undecided or tightest entry; a part without
    entries does not hold. `steps` are those of the run, of which one number may be stated."""
    open_entries: list[tuple[int, int]] = []
    for k, relation in enumerate(relations):
        truths = compare(relation)
        failing = np.flatnonzero(truths == FAILS)
        if failing.size:
            first, later = place(k, relation, int(failing[0])), after_zero(relations)
            sure = exact(np.array([first.lhs, first.rhs], dtype=object))
            return Decision(Verdict.REFUTED, "", bits, first, met, later=later, exact=sure)
        open_entries += [(k, int(flat)) for flat in np.flatnonzero(truths == UNKNOWN)]
    apart, most = agreement(relations, open_entries)
    if apart is not None:
        undecided = place(apart[0], relations[apart[0]], apart[1])
        cause = Cause.NO_VALUE if np.isnan(undecided.slack) else Cause.OTHER
        at = f"T = {steps}" if undecided.whole and steps else f"t = {undecided.t}"
        reason = cause.text(at, bits) or f"undecided at {at} with {bits} bits"
        return Decision(Verdict.UNDECIDED, reason, bits, undecided, met, cause=cause)
    empty = [str(k) for k, relation in enumerate(relations, 1) if not sides(relation)[0].size]
    if empty or not relations:
        part = "" if len(empty) == len(relations) else f" in part {', '.join(empty)} of {len(relations)}"
        return because(Cause.NOTHING, bits, part=part, met=met)
    if not open_entries:
        sure = all(exact(side) for relation in relations for side in sides(relation))
        return Decision(Verdict.CERTIFIED, "", bits, tightest(relations), met, exact=sure)
    cause = Cause.EQUALITIES if all(relations[k].op == "==" for k, _ in open_entries) else Cause.NEAR_EQUALITY
    agreed = int(float((-most.log() / arb(2).log()).min(arb(bits)).lower())) if most > 0 else bits
    return Decision(Verdict.SUPPORTED, cause.text(agreed), bits, tightest(relations), met, cause=cause)


def after_zero(relations: tuple[Relation, ...]) -> Place | None:
    """The first entry that fails at a t ≥ 1, or in a relation of one row that speaks of no t."""
    for k, relation in enumerate(relations):
        truths = compare(relation)
        at_zero = len(truths) > 1 if relation.start is None else relation.start == 0
        skipped = truths.size // max(len(truths), 1) if at_zero else 0
        failing = np.flatnonzero(truths.ravel()[skipped:] == FAILS)
        if failing.size:
            return place(k, relation, skipped + int(failing[0]))
    return None


def agreement(relations: tuple[Relation, ...], entries: list[tuple[int, int]]) -> tuple[tuple[int, int] | None, arb]:
    """The first open entry that rounding does not explain, and how far apart its sides may be.

    Rounding explains no strict relation, and no sides that may differ beyond doubles. If it explains all open entries,
    the entry is None, and the distance is the largest among them.
    """
    flat_sides = [tuple(side.ravel() for side in sides(relation)) for relation in relations]
    strict = [relation.op in ("<", ">") for relation in relations]
    most = arb(0)
    for k, flat in entries:
        lhs, rhs = flat_sides[k]
        apart = disagreement(lhs[flat], rhs[flat])
        if strict[k] or not apart < DOUBLE_EPSILON:
            return (k, flat), apart
        most = most.max(apart)
    return None, most


def tightest(relations: tuple[Relation, ...]) -> Place:
    """The entry with the least relative room among the inequalities; an identity's last entry, where there are none."""
    rooms = {k: np.nan_to_num(room(one).ravel(), nan=np.inf) for k, one in enumerate(relations) if one.op != "=="}
    if rooms:
        k = min(rooms, key=lambda k: rooms[k].min())
        return place(k, relations[k], int(rooms[k].argmin()))
    last = len(relations) - 1
    return place(last, relations[last], sides(relations[last])[0].size - 1)


def run_in_balls(instance: Instance, algorithm: Any, steps: int, bits: int, method: Method | None) -> Any:
    return exact_subject(instance, algorithm, steps, bits, method=method)


short_run, long_run = remembering(1024)(run_in_balls), remembering(256)(run_in_balls)


def ball_run(instance: Instance, algorithm: Any, steps: int, bits: int, method: Method | None = None) -> Any:
    """A run of a method in balls, or the problem itself where there is no algorithm. The claims about a method ask for
    about a thousand short ones in turn; long ones take more memory."""
    return (short_run if steps <= SHORT else long_run)(instance, algorithm, steps, bits, method)


@remembering(8192)
def ball_truth(
    hypothesis: Hypothesis, instance: Instance, algorithm: Any, steps: int, bits: int, method: Method | None = None
) -> int:
    """The truth of a hypothesis on a run in balls, which many claims ask for."""
    return truth_of(hypothesis, ball_run(instance, algorithm, steps, bits, method))


def decide(
    claim: Claim, instance: Instance, algorithm: Any, steps: int, ties: bool = True, begun: Decision | None = None
) -> Decision:
    """Climb the ladder on one instance until the claim is decided or the precision is at its cap.

    Without `ties` no precision is tried beyond one at which all that is open agrees beyond doubles. `begun` is what
    this run is decided to be at some precision: if that is the first, it is not asked again.
    """
    try:
        instance = data_for(claim, instance, algorithm)
    except Undecided as error:
        return ended_by(error)
    ladder = list(rungs(steps if moves(algorithm) else 0))
    base, decision = ladder[0], Decision(Verdict.UNDECIDED)
    while ladder:
        bits = ladder.pop(0)
        if begun is not None and begun.bits == bits == base and begun.steps == steps:
            decision = begun
        else:
            decision = decide_with(claim, instance, algorithm, steps, base, bits)
        tied = decision.verdict == Verdict.SUPPORTED
        if not (ties if tied else decision.verdict == Verdict.UNDECIDED):
            break
        if decision.cause.final:
            break
        if decision.cause == Cause.EQUALITIES:
            ladder = ladder[-1:]
    return decision


def decide_with(claim: Claim, instance: Instance, algorithm: Any, steps: int, base: int, bits: int) -> Decision:
    """The claim at one precision. What the least precision decides of a hypothesis holds at every other one."""

    def known(h: Hypothesis, _: Any) -> int:
        truth = UNKNOWN
        for precision in dict.fromkeys((base, bits)):
            if truth == UNKNOWN:
                with Ball(precision).active():
                    truth = ball_truth(h, instance, algorithm, steps, precision, claim.method)
        return truth

    with Ball(bits).active():
        try:
            subject = ball_run(instance, algorithm, steps, bits, claim.method)
        except ArithmeticError as error:  # it cannot be run on these data
            return ended_by(error, bits, Cause.UNDEFINED_RUN)
        decision = replace(examine(claim, subject, bits, known), steps=steps_of(subject))
    since = getattr(subject, "__dict__", {}).get("in_balls_since")
    parts = (decision.reason, IN_BALLS.format(since))
    return replace(decision, reason="; ".join(filter(None, parts))) if since else decision
