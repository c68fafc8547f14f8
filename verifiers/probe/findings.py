"""What a search finds of one claim, on runs with given parameters: a run that breaks it, or the data that come closest.

What it finds is decided like any other run. The result is the same on every machine, for it ends after a fixed number
of steps.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.lengths import short_too
from lemmacheck.verifiers.decide.recording import Settled
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.aims import LONGEST, Crossing
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search
from lemmacheck.verifiers.search.doubtful import refuted_in_doubt
from lemmacheck.verifiers.search.matrices import as_instance
from lemmacheck.verifiers.search.named import refuted_at_named
from lemmacheck.verifiers.search.report import SearchReport

SEEDS, LEAST = 12, 12_000  # closest calls that a search begins with; steps that it has with each of many parameters
FAR = 800  # steps of a few runs of a method of one's own before all others


class Look(NamedTuple):
    """How hard it is looked for: on first runs of so many steps, in a search of so many steps. `in_balls`: these are
    then asked where floats may be wrong, and at the numbers with which the claim is written."""

    steps: int
    budget: int
    in_balls: bool = True


def share_of(budget: int, count: int) -> int:
    """The steps that a search has with each of so many parameters."""
    return max(budget // count, min(budget, LEAST))


class Findings(NamedTuple):
    """The run that breaks a claim, decided; of a claim of one's own the data that come closest to it, of a limit or a
    rate those that come no closer to what it tends to; and how hard it was looked for."""

    broken: Settled | None = None
    close: Sequence[Instance] = ()
    report: SearchReport = SearchReport()


def findings_of(claim: Claim, label: str, algorithm: Any, seeds: Sequence[Instance], look: Look) -> Findings:
    """What a search finds on runs with these parameters: on longer ones than its method's, where this can make them."""
    any_length = claim.as_long_as(LONGEST) if claim.own else claim
    try:
        return searched(claim, any_length, label, algorithm, seeds, look)
    except Exception:  # of a step that has no more numbers, whatever it then does
        if any_length is claim:
            raise
        return searched(claim, claim, label, algorithm, seeds, look)


def searched(
    claim: Claim, any_length: Claim, label: str, algorithm: Any, seeds: Sequence[Instance], look: Look
) -> Findings:
    own = claim.own
    first = min(look.steps, claim.bound.steps or look.steps) if own else look.steps
    far = min(8 * first, FAR) if own else 0
    short = [few for few in short_too(claim, seeds, first) if few < first]
    search = Search(
        [any_length], algorithm, first, Budget(steps=look.budget), seeds=seeds[:SEEDS], far=far, short=short
    )
    report, (aim,) = search.report(), search.aims
    report = report._replace(closest="") if claim.tends else report  # which allows no number
    crossing = aim.crossing
    if look.in_balls:
        crossing = crossing or refuted_in_doubt(search, any_length, first)
        crossing = crossing or refuted_at_named(search, aim, any_length, first)
    report = report._replace(steps=max(report.steps, search.horizon))
    if crossing is not None:
        decision = on_the_run_of(crossing, claim, algorithm, first)
        return Findings(Settled(crossing.instance, label, decision), report=report)
    least = 1.0 if claim.tends else 0.0
    close = [as_instance(near.Z) for near in aim.near if near.share >= least] if own else []
    return Findings(None, [replace(one, name=f"{one.name}-{k}") for k, one in enumerate(close, 1)], report)


def on_the_run_of(crossing: Crossing, claim: Claim, algorithm: Any, first: int) -> Decision:
    """The claim on the data that were found, on a run of at least `first` steps; on the run that was found itself,
    where a longer one divides by 0, or says another thing of its end."""
    lengths = dict.fromkeys((max(crossing.steps, first), crossing.steps))
    decisions = [decide(claim.as_long_as(steps), crossing.instance, algorithm, steps) for steps in lengths]
    return next((one for one in decisions if one.verdict == Verdict.REFUTED), decisions[-1])
