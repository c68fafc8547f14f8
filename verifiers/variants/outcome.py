"""One claim on a variant, asked twice: as the theorem, and of what the variant does.

theorem   the claim with all its hypotheses; NOT_APPLICABLE names the one that the variant's parameters break
outcome   the printed relation, wherever the data meet what is asked of the data: a hypothesis that reads the
          schedule, the algorithm or the loss speaks of the variant, and is left out
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from theory.claim import Claim, Hypothesis
from theory.variants import Variant
from verifiers.arithmetics.ball import Ball
from verifiers.check import decide
from verifiers.instances import Instance
from verifiers.methods import configurations, subject_of
from verifiers.recording import Settled, blank, write_record
from verifiers.variants.answer import Answer
from verifiers.verdict import Record, Verdict

PARAMETERS = frozenset({"lam", "theta", "beta", "eta", "algorithm", "loss", "rho"})
OTHER = "the variant is a method of its own; the statement is about"
SMALL = Instance.from_json("one row", [["-1"]])


class Reading:
    """A run that remembers what is asked of it."""

    def __init__(self, subject: Any) -> None:
        self.subject = subject
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        return getattr(self.subject, name)


@cache
def speaks_of_parameters(hypothesis: Hypothesis, about: type) -> bool:
    """Whether a hypothesis reads the schedule, the algorithm or the loss, not the data alone."""
    algorithm = next(iter(configurations(about).values()))
    with Ball(128).active():
        reading = Reading(subject_of(SMALL, Ball(128), algorithm, 2))
        hypothesis(reading)
    return bool(reading.asked & PARAMETERS)


def as_outcome(claim: Claim) -> Claim:
    """The claim under its hypotheses about the data alone."""
    assert claim.about is not None
    given = tuple(h for h in claim.given if not speaks_of_parameters(h, claim.about))
    return replace(claim, given=given, fault="")


def settle(claim: Claim, runs: Mapping[str, Any], instances: Sequence[Instance], steps: int) -> list[Settled]:
    """The claim decided on a run of the variant on each instance."""
    return [
        Settled(instance, label, decide(claim, instance, algorithm, steps))
        for label, algorithm in runs.items()
        for instance in instances
    ]


def record(claim: Claim, runs: Mapping[str, Any], instances: Sequence[Instance], steps: int, screened: int) -> Record:
    """The claim's record over the instances, with the smallest witness where it is refuted."""
    return write_record(claim, settle(claim, runs, instances, steps), steps, screened, runs)


def answer(claim: Claim, variant: Variant, instances: Sequence[Instance], steps: int, screened: int = 0) -> Answer:
    """The claim on the variant, both ways; the outcome is the theorem's where all its hypotheses hold."""
    assert claim.about is not None
    runs = {variant.name: variant.forms.get(claim.about, variant.algorithm)}
    if claim.about in variant.forms or claim.about is type(variant.algorithm):
        theorem = record(claim, runs, instances, steps, screened)
    else:
        theorem = blank(claim, Verdict.NOT_APPLICABLE, reason=f"{OTHER} {claim.about.__name__}")
    if theorem.verdict != Verdict.NOT_APPLICABLE:
        return Answer(theorem, theorem)
    outcome = record(as_outcome(claim), runs, instances, steps, screened)
    if outcome.verdict == Verdict.NOT_APPLICABLE:
        return Answer(theorem, None, "no data examined meet what it asks of the data")
    return Answer(theorem, outcome)
