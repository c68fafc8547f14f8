"""Ties: equal sides, which balls of any precision leave open, decided by normal forms.

If only ties keep a run from being certified, it is decided again: inequalities with more bits, and both kinds in
numbers whose forms are kept, so that the common part of two sides cancels before their difference is enclosed. If one
run stays open, the claim is supported and the other ties stay as they were; the tightest is decided with the most bits.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.theory.core.shared import by_an_author
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import Decision, decide, rungs, stated, weigh
from lemmacheck.verifiers.decide.recording import Settled, tightest_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.formal_ball import FormalBall
from lemmacheck.verifiers.numbers.forms import LONGEST
from lemmacheck.verifiers.records.verdict import Verdict


def without_ties(claim: Claim, settled: Sequence[Settled], most: int | None = None) -> list[Settled]:
    """The runs, with the ties among them decided if all can be; else only the tightest is decided with more bits.

    Of more than `most` tied runs an even spread is decided, with the largest; the verdict covers these alone.
    """
    found = list(settled)
    if not {one.decision.verdict for one in found} <= TIED:
        return found
    tied = [k for k, one in enumerate(found) if one.decision.verdict == Verdict.SUPPORTED]
    tied.sort(key=lambda k: size(found[k]), reverse=True)
    due = tied[:: -(-len(tied) // most)] if most and tied else tied
    for k in reversed(due):
        decision = untied(claim, found[k])
        if decision is None:
            return tightest_climbed(claim, list(settled))
        found[k] = replace(found[k], decision=decision)
    return [one for k, one in enumerate(found) if k not in tied or k in due]


def untied(claim: Claim, one: Settled) -> Decision | None:
    """The decision of a run that ties left open, of an inequality with more bits; None where it stays open."""
    if one.decision.cause != Cause.EQUALITIES:
        decision = climbed(claim, one)
        if decision.verdict != Verdict.SUPPORTED:
            return decision
    algorithm = claim.runs[one.label]
    if claim.is_limit or by_an_author((claim.function, algorithm)):  # who could look at what their numbers are made of
        return None
    return in_forms(claim, one.instance, algorithm, one.decision)


def climbed(claim: Claim, one: Settled) -> Decision:
    return decide(claim, one.instance, claim.runs[one.label], one.decision.steps, begun=one.decision)


def tightest_climbed(claim: Claim, settled: list[Settled]) -> list[Settled]:
    """The runs of a claim that is supported, of which the tightest tie is one with the most bits too.

    A tie whose sides are 0 looks less tight with more bits; then another is the tightest, and is decided with more.
    """
    done: list[Settled] = []
    while tied := [one for one in settled if one.decision.verdict == Verdict.SUPPORTED]:
        tightest = tightest_of(tied)
        if any(tightest is one for one in done):
            break
        done.append(replace(tightest, decision=climbed(claim, tightest)))
        settled = [done[-1] if one is tightest else one for one in settled]
    return settled


def size(one: Settled) -> int:
    """How many numbers a run makes. The shortest is decided first: where it stays open, this is soon known."""
    n, d = one.instance.shape
    return n * d * max(1, one.decision.steps)


TIED = {Verdict.SUPPORTED, Verdict.CERTIFIED, Verdict.NOT_APPLICABLE}


def in_forms(claim: Claim, instance: Instance, algorithm: Any, tied: Decision) -> Decision | None:
    """The decision of a run whose ties alone are open; None where forms leave it open too."""
    bits = rungs(tied.steps)[0]
    with FormalBall(bits).active():
        subject = formal(instance, algorithm, tied.steps, bits, claim.method)
        if subject is None:
            return None
        subject.num.ground.left, subject.num.ground.lenient = LONGEST, False
        try:
            found = weigh(stated(claim, subject), bits, tied.met)
        except (ArithmeticError, IllFormed):
            return None
    return replace(found, steps=tied.steps) if found.verdict in (Verdict.CERTIFIED, Verdict.REFUTED) else None


@remembering(64)
def formal(instance: Instance, algorithm: Any, steps: int, bits: int, method: Method | None) -> Any:
    """A run in normal forms, or the problem itself where there is no algorithm; None where its forms grow too long."""
    try:
        return subject_of(instance, FormalBall(bits), algorithm, steps, method=method)
    except (ArithmeticError, IllFormed):
        return None
