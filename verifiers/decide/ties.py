"""Ties: what balls of any precision leave open where two sides are equal, decided by normal forms.

A claim that ties alone keep from being certified is asked once more of those runs, in numbers whose forms are kept:
what two sides share cancels before their difference is enclosed. Where one run stays open the claim is supported, and
all its runs are left as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.theory.core.shared import by_an_author
from lemmacheck.verifiers.decide.ladder import Decision, rungs, stated, weigh
from lemmacheck.verifiers.decide.recording import Settled
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.formal_ball import FormalBall
from lemmacheck.verifiers.numbers.forms import LONGEST
from lemmacheck.verifiers.records.verdict import Verdict


def without_ties(claim: Claim, settled: Sequence[Settled]) -> list[Settled]:
    """The runs, with those that ties left open decided by forms, if all of them are."""
    found = list(settled)
    verdicts = {one.decision.verdict for one in found}
    if claim.is_limit or by_an_author(claim.function) or not verdicts <= TIED:
        return found
    tied = [k for k, one in enumerate(found) if one.decision.verdict == Verdict.SUPPORTED]
    for k in sorted(tied, key=lambda k: size(found[k]), reverse=True):
        decision = in_forms(claim, found[k].instance, claim.runs[found[k].label], found[k].decision)
        if decision is None:
            return list(settled)
        found[k] = replace(found[k], decision=decision)
    return found


def size(one: Settled) -> int:
    """How many numbers a run makes: the longest is asked first, for it is the most likely to stay open."""
    n, d = one.instance.shape
    return n * d * max(1, one.decision.steps)


TIED = {Verdict.SUPPORTED, Verdict.CERTIFIED, Verdict.NOT_APPLICABLE}


def in_forms(claim: Claim, instance: Instance, algorithm: Any, tied: Decision) -> Decision | None:
    """The decision of a run whose ties alone are open; None where forms leave it open too."""
    bits = rungs(tied.steps)[0]
    with FormalBall(bits).active():
        try:
            subject = formal(instance, algorithm, tied.steps, bits, claim.method)
            subject.num.ground.left = LONGEST
            found = weigh(stated(claim, subject), bits, tied.met)
        except (ArithmeticError, IllFormed):
            return None
    return replace(found, steps=tied.steps) if found.verdict in (Verdict.CERTIFIED, Verdict.REFUTED) else None


@remembering(64)
def formal(instance: Instance, algorithm: Any, steps: int, bits: int, method: Method | None) -> Any:
    """A run in normal forms, or the problem itself where there is no algorithm."""
    return subject_of(instance, FormalBall(bits), algorithm, steps, method=method)
