"""The computation on a chunk: every claim on all its instances in float64, and some of them in balls.

room       of a claim on a run: the least (rhs − lhs)/(|lhs| + |rhs − lhs|) over its entries, for lhs ≤ rhs
held       room > MARGIN          close      |room| ≤ MARGIN, as where both sides are equal
suspected  room < −MARGIN, or an undefined side

γ̄² and q̄ are exact rationals on every instance. The closest calls climb into balls, and so does every suspect, until a
claim has been refuted in ENOUGH cases; only decisions in balls are certified or refuted.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from multiprocessing import current_process
from pathlib import Path
from threading import Lock, current_thread, main_thread
from typing import Any, NamedTuple, cast

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.opening import culprit, error_text
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.verifiers.campaigns.questions import Question, groups_in_turn, in_turn, questions
from lemmacheck.verifiers.campaigns.spec import Spec
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.counterexamples import number_text
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.lengths import on_shorter_runs
from lemmacheck.verifiers.decide.recording import Settled, finite
from lemmacheck.verifiers.decide.screening import Masks, batches_of, per_instance, rooms
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of, within_reach
from lemmacheck.verifiers.library.supervision import Lost, Watch, run_apart
from lemmacheck.verifiers.library.time_limit import SECONDS
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import HOLDS, compare
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict

MARGIN = 1e-9
ENOUGH = 3  # certified refutations of one claim in one chunk; further suspects there are counted, not decided
ONE_AT_A_TIME = Lock()  # a cluster's worker may have threads, which would share flint's precision
AGAINST = (Verdict.REFUTED, Verdict.ILL_FORMED)


class Decided(NamedTuple):
    """A claim decided in balls on instance k, with the entry it turns on, whose t is None where it has no t."""

    claim: str
    k: int
    verdict: str
    reason: str
    bits: int
    steps: int
    t: int | None = None
    lhs: str = ""
    op: str = ""
    rhs: str = ""
    slack: float | None = None
    ratio: float | None = None


class Screened(NamedTuple):
    """A claim on a chunk: on how many instances it was screened, its hypotheses met, and how much room they left.

    `room` is the least, at instance k; None where no hypotheses were met.
    """

    claim: str
    instances: int
    met: int
    held: int
    close: int
    suspected: int
    room: float | None
    k: int | None


class Outcome(NamedTuple):
    """The stored result of a chunk."""

    chunk: int
    instances: int
    screened: list[Screened]
    decided: list[Decided]


def compute(spec: Spec, chunk: int, limit: float = SECONDS) -> Outcome:
    """The outcome of a chunk: a function of its arguments. An author's code runs in a process of its own, which ends
    where a call of it does not; a cluster's workers, which may have no children, run it themselves."""
    file = spec.variant or spec.book
    if not file or current_process().daemon or current_thread() is not main_thread():
        return outcome_of(spec, chunk)
    outcome = run_apart(Watch(Path(file), limit), outcome_of, spec, chunk)
    if isinstance(outcome, Lost):
        raise InputError(f"{outcome.reason} (in chunk {chunk})")
    return cast(Outcome, outcome)


def outcome_of(spec: Spec, chunk: int) -> Outcome:
    with ONE_AT_A_TIME, blaming(spec.variant or spec.book):
        members = spec.members(chunk)
        instances = [spec.instance(k) for k in members]
        outcome = Outcome(chunk, len(members), [], [])
        found: dict[str, tuple[Question, np.ndarray]] = {}
        for places in groups_in_turn(spec, members):
            asked = [in_turn(question, spec, members[places[0]]) for question in questions(spec)]
            for question, least in screen(asked, [instances[place] for place in places], spec.steps):
                _, whole = found.setdefault(question.claim.id, (question, np.full(len(members), np.nan)))
                whole[places] = least
        for question, least in found.values():
            outcome.screened.append(counted(question.claim, least, members))
            outcome.decided.extend(climb(question, least, instances, members, spec))
        return outcome


@contextmanager
def blaming(variant: str) -> Iterator[None]:
    """An error of the code in a variant's file, if there is one, in one line."""
    try:
        yield
    except Exception as error:
        if not variant or isinstance(error, InputError):
            raise
        raise InputError(f"{culprit(error, Path(variant))}: {error_text(error)}") from None


def screen(
    asked: Sequence[Question], instances: Sequence[Instance], steps: int
) -> Iterator[tuple[Question, np.ndarray]]:
    """Each question with its room on every instance, nan where its hypotheses are not met in floats."""
    batches = list(batches_of(instances, steps))
    for together in (list(group) for _, group in groupby(sorted(asked, key=sort_key), key=sort_key)):
        if not list(within_reach(together[0].claim.method, batches[:1])):
            continue
        found = [least_rooms(together, batch, steps) for batch in batches]
        yield from zip(together, np.concatenate(found, axis=1), strict=True)


def sort_key(question: Question) -> str:
    """Questions with the same key are asked of the same run."""
    about = question.claim.about
    return about.__name__ if about else ""


def least_rooms(asked: Sequence[Question], batch: Sequence[Instance], steps: int) -> np.ndarray:
    """A row a question, a column an instance: questions about one algorithm on one run of a batch."""
    num, masks = Float64(), Masks()
    with num.active():
        subject = subject_of(batch, num, asked[0].algorithm, steps, method=asked[0].claim.method)
        return np.stack([least_room(question.claim, subject, len(batch), masks) for question in asked])


def least_room(claim: Claim, subject: Any, size: int, masks: Masks) -> np.ndarray:
    """The room that a claim leaves on each problem of a batch, nan where its hypotheses are not met."""
    met = np.all([np.ones(size, dtype=bool), *(meets(h, subject, size, masks) for h in claim.given)], axis=0)
    if not met.any():
        return np.full(size, np.nan)
    try:
        least = rooms(relations_of(claim(subject)), size)
    except IllFormed:
        least = np.full(size, -1.0)
    return np.where(met, least, np.nan)


def meets(hypothesis: Hypothesis, subject: Any, size: int, known: Masks) -> np.ndarray:
    """Whether each problem of a batch meets a hypothesis, up to rounding; decisions in balls check it again."""
    if hypothesis not in known:
        truths = [
            per_instance(compare(relation), size) == HOLDS if relation.op in "<>" else rooms([relation], size) >= 0
            for relation in relations_of(hypothesis(subject))
        ]
        known[hypothesis] = np.all(truths, axis=0)
    return known[hypothesis]


def counted(claim: Claim, least: np.ndarray, members: range) -> Screened:
    """How many instances are of which kind; inf is the room that 0 leaves against 0."""
    met, suspected = ~np.isnan(least), least < -MARGIN
    held = (least > MARGIN) & np.isfinite(least)
    close = met & ~suspected & ~held
    order, count = ranked(least), lambda part: int(part.sum())
    room = finite(round(float(least[order[0]]), 12) + 0.0) if order else None  # 0.0, not −0.0
    k = members[order[0]] if order else None
    return Screened(claim.id, len(least), count(met), count(held), count(close), count(suspected), room, k)


def ranked(least: np.ndarray) -> list[int]:
    """The instances that met the hypotheses, closest first; rooms that differ by rounding alone go by number."""
    order = np.lexsort((np.arange(len(least)), np.round(least, 12)))
    return [int(place) for place in order if not np.isnan(least[place])]


def climb(
    question: Question, least: np.ndarray, instances: Sequence[Instance], members: range, spec: Spec
) -> Iterator[Decided]:
    """The suspects decided, until enough of them are refuted, and the closest of the others."""
    order = ranked(least)
    suspects = [place for place in order if least[place] < -MARGIN]
    against = 0
    for place in suspects:
        if against == ENOUGH:
            break
        found = decided(in_turn(question, spec, members[place]), instances[place], members[place], spec.steps)
        against += found.verdict in AGAINST
        yield found
    for place in order[len(suspects) : len(suspects) + spec.closest]:
        yield decided(in_turn(question, spec, members[place]), instances[place], members[place], spec.steps)


def decided(question: Question, instance: Instance, k: int, steps: int) -> Decided:
    """A claim on instance k, in balls."""
    decision = settled_on(question, instance, steps).decision
    head = (question.claim.id, k, str(decision.verdict), decision.reason, decision.bits, decision.steps)
    place = decision.worst
    if place is None:
        return Decided(*head)
    sides = (None if place.whole else place.t, number_text(place.lhs), place.op, number_text(place.rhs))
    return Decided(*head, *sides, finite(place.slack), finite(place.ratio))


def settled_on(question: Question, instance: Instance, steps: int) -> Settled:
    """A claim on one instance; what holds and reads the end of its run is asked of shorter runs too, what has none
    of those before their method divides by 0."""
    claim, label, algorithm = question.claim, question.label, question.algorithm
    found = Settled(instance, label, decide(claim, instance, algorithm, steps))
    asked = [found, *on_shorter_runs(claim, [found], {label: algorithm})]
    usual = asked[-1] if found.decision.cause == Cause.NO_RUN else found
    return next((one for one in asked if one.decision.verdict == Verdict.REFUTED), usual)
