"""The search for runs that break what holds on those that were decided first.

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
from lemmacheck.verifiers.library.plan import Effort, Plan
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.aims import LONGEST, Crossing
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search, searchable
from lemmacheck.verifiers.search.doubtful import refuted_in_doubt
from lemmacheck.verifiers.search.matrices import as_instance
from lemmacheck.verifiers.search.named import refuted_at_named
from lemmacheck.verifiers.search.report import SearchReport

SEEDS, LEAST = 12, 12_000  # closest calls that a search begins with; steps that it has with each of many parameters
FAR = 800  # steps of a few runs of a method of one's own before all others
NO_SEARCH = "no other data were searched for a run that breaks it"


def search_for_breaks(claim: Claim, settled: list[Settled], plan: Plan, effort: Effort) -> str:
    """Search for runs that break a claim that holds, and add what breaks it to `settled`; the report of the search as
    text.

    If the claim applied to no data before, it is decided on the data that come closest; and so is a limit, where runs
    come no nearer to it.
    """
    budget = (0 if plan.proof else effort.own) if claim.own else effort.search
    holds = settled and not any(s.decision.verdict in (Verdict.REFUTED, Verdict.ILL_FORMED) for s in settled)
    if not (budget and holds and searchable(claim)):
        unsought = budget and holds and (claim.is_chance or claim.is_limit) and not claim.dataless
        return NO_SEARCH if unsought else ""
    report = SearchReport()
    runs = list(claim.usual.items())[: None if claim.own else 1]
    for label, algorithm in runs:
        found = findings_of(
            claim, label, plan.shortlist.get(label, []), effort, max(budget // len(runs), min(budget, LEAST))
        )
        report = report.beside(found.report)
        if found.broken:
            settled.insert(0, found.broken)
            report = report._replace(closest="")  # where it fails, how close runs at other parameters came says nothing
            break
        refused = all(s.decision.verdict == Verdict.NOT_APPLICABLE for s in settled if s.label == label)
        for one in found.close if claim.is_limit or refused else ():
            settled.append(Settled(one, label, decide(claim, one, algorithm, effort.steps, ties=False)))
    return report.text(named=False)


class Findings(NamedTuple):
    """The run that breaks a claim, decided; of a claim of one's own the data that come closest to it, of a limit or a
    rate those that come no closer to what it tends to; and how hard it was looked for."""

    broken: Settled | None = None
    close: Sequence[Instance] = ()
    report: SearchReport = SearchReport()


def findings_of(claim: Claim, label: str, seeds: Sequence[Instance], effort: Effort, budget: int) -> Findings:
    """What a search finds on runs with these parameters: on longer ones than its method's, where this can make them."""
    any_length = claim.as_long_as(LONGEST) if claim.own else claim
    try:
        return searched(claim, any_length, label, seeds, effort, budget)
    except Exception:  # of a step that has no more numbers, whatever it then does
        if any_length is claim:
            raise
        return searched(claim, claim, label, seeds, effort, budget)


def searched(
    claim: Claim, any_length: Claim, label: str, seeds: Sequence[Instance], effort: Effort, budget: int
) -> Findings:
    algorithm, own = claim.usual[label], claim.own
    first = min(effort.steps, claim.bound.steps or effort.steps) if own else effort.steps
    far = min(8 * first, FAR) if own else 0
    short = [few for few in short_too(claim, seeds, first) if few < first]
    search = Search([any_length], algorithm, first, Budget(steps=budget), seeds=seeds[:SEEDS], far=far, short=short)
    report, (aim,) = search.report(), search.aims
    report = report._replace(closest="") if claim.tends else report  # which allows no number
    doubt = aim.crossing or refuted_in_doubt(search, any_length, first)
    crossing = doubt or refuted_at_named(search, aim, any_length, first)
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
