"""Runs of every length: what reads the end of its run may hold on long runs, and fail on short ones.

Of most statements a run of T steps decides what a shorter one says: its rows are among those of the longer. x_T ≤ 1/8,
or x_T ≤ x_t for every t, says of each T another thing. Where a method comes to divide by 0, as conjugate gradients do
at the solution, the runs that end before are those on which it is decided.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.own import lasting
from lemmacheck.theory.core.relation import IllFormed, Relation
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import Decision, ball_run, decide
from lemmacheck.verifiers.decide.recording import Settled
from lemmacheck.verifiers.decide.rows import say_otherwise
from lemmacheck.verifiers.decide.statements import relations_on
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict

SHORT = (1, 2, 3, 4, 8, 16, 32, 64)  # steps
EACH = (*range(1, 49), 64)  # on the first of the data
DATA = 2  # on how many data, for each of the parameters
ENDED = 16  # on how many of those on which a long run divides by 0
LONG = 256  # steps: a run that divides by 0 only later is decided on fewer
SOME, BITS = 6, 128  # data on which a statement is looked at, and how precisely


def on_shorter_runs(
    claim: Claim, settled: Sequence[Settled], runs: Mapping[str, Any] | None = None
) -> Iterator[Settled]:
    """What holds and reads the end of its runs, asked of short ones: it is meant for every T. Likewise what is asked of
    data on which a long run divides by 0.

    `runs` are the algorithms by label; without them, those of the report.
    """
    runs = runs or claim.runs
    yield from before_the_end(claim, settled, runs)
    held = [one for one in settled if one.decision.verdict in HOLDING and may_be_shorter(runs[one.label])]
    if not held or not reads_the_end(claim, held[0], runs[held[0].label]):
        return
    for label in dict.fromkeys(one.label for one in held):
        for k, one in enumerate([one for one in held if one.label == label][:DATA]):
            for steps in (few for few in (SHORT if k else EACH) if few < one.decision.steps):
                decision = decide(claim, one.instance, runs[label], steps, ties=False)
                if decision.cause != Cause.NOTHING:  # of which the statement says nothing
                    yield Settled(one.instance, label, decision)


def before_the_end(claim: Claim, settled: Sequence[Settled], runs: Mapping[str, Any]) -> Iterator[Settled]:
    """A claim on the runs that end before their method divides by 0: on a few data of each parameter."""
    without = [one for one in settled if one.decision.cause == Cause.NO_RUN and may_be_shorter(runs[one.label])]
    for label in dict.fromkeys(one.label for one in without if not claim.tends):
        for one in [one for one in without if one.label == label][:ENDED]:
            for decision in up_to_the_end(claim, one.instance, runs[label]):
                if decision.cause not in (Cause.NOTHING, Cause.NO_ROW):
                    yield Settled(one.instance, label, decision)


def up_to_the_end(claim: Claim, instance: Instance, algorithm: Any) -> Iterator[Decision]:
    """On short runs and on longer ones, of which the longest is the one that divides by 0 at its next step."""
    longest, end = 0, LONG
    while longest + 1 < end:
        steps = next((few for few in SHORT if longest < few < end), (longest + end) // 2)
        decision = decide(claim, instance, algorithm, steps, ties=False)
        if decision.cause == Cause.NO_RUN:
            end = steps
        else:
            longest = steps
            yield decision


def run_before_the_end(instance: Instance, algorithm: Any, steps: int, bits: int, method: Method | None) -> Any:
    """The run in balls, or where it divides by 0 the longest that does not, for what asks nothing of other lengths."""
    made = ball_run(instance, algorithm, steps, bits, method)
    longest, end = 0, steps if isinstance(made, NoRun) and may_be_shorter(algorithm) else 0
    while longest + 1 < end:
        few = (longest + end) // 2
        shorter = ball_run(instance, algorithm, few, bits, method)
        longest, end, made = (longest, few, made) if isinstance(shorter, NoRun) else (few, end, shorter)
    return made


def short_too(claim: Claim, data: Iterable[Instance], steps: int) -> tuple[int, ...]:
    """The short lengths of runs of which a statement of one's own says another thing, as it reads their end; none of
    another."""
    algorithm = next(iter(claim.usual.values()))
    if not claim.own or claim.not_checkable or claim.dataless or not may_be_shorter(algorithm):
        return ()
    asked = (Settled(one, "", Decision(Verdict.UNDECIDED, bits=BITS, steps=steps)) for one in islice(data, SOME))
    return SHORT if any(reads_the_end(claim, one, algorithm) for one in asked) else ()


def may_be_shorter(algorithm: Any) -> bool:
    return moves(algorithm) and not lasting(algorithm)


def reads_the_end(claim: Claim, one: Settled, algorithm: Any) -> bool:
    """Whether the statement says of some row another thing on half the run; or a chance is that of the last t."""
    if claim.tends or (claim.is_chance and not claim.own):
        return False
    steps, bits = one.decision.steps, one.decision.bits
    try:
        half, whole = (stated_on(claim, one.instance, algorithm, length, bits) for length in (steps // 2, steps))
    except (ArithmeticError, IllFormed, IndexError):  # half the run has no such row
        return False
    if claim.is_chance:
        return [relation.start for relation in half] != [relation.start for relation in whole]
    return len(half) != len(whole) or say_otherwise(half, whole)


def stated_on(claim: Claim, instance: Instance, algorithm: Any, steps: int, bits: int) -> tuple[Relation, ...]:
    """The relations, on so many steps of the run."""
    with Ball(bits).active():
        return relations_on(claim, ball_run(instance, algorithm, steps, bits, claim.method))
