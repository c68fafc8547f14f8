"""The search for runs that break what holds on those that were decided first."""

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.recording import Settled
from lemmacheck.verifiers.library.plan import Effort, Plan
from lemmacheck.verifiers.probe.findings import Look, findings_of, share_of
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.climbing import searchable
from lemmacheck.verifiers.search.report import SearchReport

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
        seeds = plan.shortlist.get(label, [])
        look = Look(effort.steps, share_of(budget, len(runs)), bool(effort.in_balls))
        found = findings_of(claim, label, algorithm, seeds, look)
        report = report.beside(found.report)
        if found.broken:
            settled.insert(0, found.broken)
            report = report._replace(closest="")  # where it fails, how close runs at other parameters came says nothing
            break
        refused = all(s.decision.verdict == Verdict.NOT_APPLICABLE for s in settled if s.label == label)
        for one in found.close if claim.is_limit or refused else ():
            settled.append(Settled(one, label, decide(claim, one, algorithm, effort.steps, ties=False)))
    return report.text(named=False)
