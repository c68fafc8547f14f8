"""One claim on a variant, asked twice: as the theorem, and of what the variant does.

theorem   the claim with all its hypotheses; NOT_APPLICABLE names the one that the variant's parameters break
outcome   the printed relation, wherever the data meet what is asked of the data: a hypothesis that reads the
          schedule, the algorithm or the loss speaks of the variant, and is left out
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.lengths import on_shorter_runs
from lemmacheck.verifiers.decide.recording import Settled, blank, write_record
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.records.verdict import Record, Verdict
from lemmacheck.verifiers.variants.answer import Answer
from lemmacheck.verifiers.variants.derived import unmet
from lemmacheck.verifiers.variants.parameters import with_parameters
from lemmacheck.verifiers.variants.unseen import Trial

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


@remembering(None)
def reads(statement: Claim | Hypothesis, about: type) -> frozenset[str]:
    """What a statement asks of a run of the book's own algorithm."""
    if about not in LIBRARY.methods:
        return frozenset()
    algorithm = next(iter(LIBRARY.methods[about].usual.values()))
    with Ball(128).active(), suppress(ArithmeticError):
        reading = Reading(subject_of(SMALL, Ball(128), algorithm, 2, method=LIBRARY.methods[about]))
        statement(reading)
    return frozenset(reading.asked)


def speaks_of_parameters(hypothesis: Hypothesis, about: type) -> bool:
    """Whether a hypothesis reads the schedule, the algorithm or the loss, not the data alone."""
    return bool(reads(hypothesis, about) & PARAMETERS)


def of_another_loss(claim: Claim, runs: Mapping[str, Any], trials: Sequence[Trial]) -> bool:
    """Whether a claim that reads ρ or the loss is made for a loss that is surely not the variant's."""
    about = claim.about
    if about is None or not reads(claim, about) & {"loss", "rho"}:
        return False
    return any(fails(claim, h, runs, trials) for h in claim.given if "loss" in reads(h, about))


def fails(claim: Claim, hypothesis: Hypothesis, runs: Mapping[str, Any], trials: Sequence[Trial]) -> bool:
    """Whether a hypothesis surely fails on some of the data and is not met on any."""
    alone, seen = replace(claim, given=(hypothesis,)), False
    for trial in trials:
        met = [one.decision.met.get(hypothesis.name) for one in settle(alone, runs, [trial])]
        if True in met:
            return False
        seen = seen or False in met
    return seen


def one_by_one(claim: Claim, variant: Variant) -> bool:
    """Whether it is asked on one data set at a time: where its author's code makes the steps or the sides."""
    return not variant.forms or asks_author(claim)


def asks_author(claim: Claim) -> bool:
    """Whether its sides are its author's code."""
    return hasattr(claim.function, "home")


def as_outcome(claim: Claim) -> Claim:
    """The claim under its hypotheses about the data alone."""
    assert claim.about is not None
    given = tuple(h for h in claim.given if not speaks_of_parameters(h, claim.about))
    return replace(claim, given=given, fault="")


def settle(claim: Claim, runs: Mapping[str, Any], trials: Sequence[Trial]) -> list[Settled]:
    """The claim decided on a run of the variant on each data set."""
    return [
        Settled(instance, label, decide(claim, instance, algorithm, steps))
        for label, algorithm in runs.items()
        for instance, steps in trials
    ]


def record(claim: Claim, runs: Mapping[str, Any], trials: Sequence[Trial], screened: int) -> Record:
    """The claim's record over the data sets, with the smallest witness where it is refuted."""
    longest = max((trial.steps for trial in trials), default=0)
    settled = settle(claim, runs, trials)
    settled += on_shorter_runs(claim, settled, runs)
    found = write_record(claim, settled, longest, screened, runs)
    if found.witness is None:
        return found
    return replace(found, witness=with_parameters(claim, found.witness, runs[found.witness.algorithm]))


def answer(claim: Claim, variant: Variant, trials: Sequence[Trial], screened: int = 0) -> Answer:
    """The claim on the variant, both ways; the outcome is the theorem's where all its hypotheses hold."""
    assert claim.about is not None
    runs = {variant.name: variant.forms.get(claim.about, variant.algorithm)}
    if claim.about in variant.forms or claim.about is type(variant.algorithm):
        theorem = record(claim, runs, trials, screened)
    else:
        theorem = blank(claim, Verdict.NOT_APPLICABLE, reason=f"{OTHER} {claim.about.__name__}")
    if theorem.verdict not in (Verdict.NOT_APPLICABLE, Verdict.REFUTED) and (late := unmet(claim, variant)):
        theorem = blank(claim, Verdict.NOT_APPLICABLE, reason=f"fails: {late.statement}, at t = {late.t}")
    if theorem.verdict != Verdict.NOT_APPLICABLE:
        return Answer(theorem, theorem)
    if of_another_loss(claim, runs, trials):
        return Answer(theorem, None, "it is about another loss")
    outcome = record(as_outcome(claim), runs, trials, screened)
    if outcome.verdict == Verdict.NOT_APPLICABLE:
        return Answer(theorem, None, "no data examined meet what it asks of the data")
    return Answer(theorem, outcome)
