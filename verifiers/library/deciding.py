"""The whole book: every claim proved or screened, decided on runs, searched for witnesses.

plan      a proof, or the instances to decide the claim on        → one Plan a claim
decide    in exact numbers and balls                              → one decision a run
join      refuted or proved (both: undecided), else the weakest   → one Record a claim
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import Decay
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.decide import curves, rates
from lemmacheck.verifiers.decide.below_rounding import goes_on
from lemmacheck.verifiers.decide.cause import NO_RUNS, Cause
from lemmacheck.verifiers.decide.gate import contradiction_text, seems_to_fail
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.lengths import on_shorter_runs
from lemmacheck.verifiers.decide.recording import Settled, blank, proved, write_record
from lemmacheck.verifiers.decide.sampling import decide_sampled, longer_paths, within_listing
from lemmacheck.verifiers.decide.ties import without_ties
from lemmacheck.verifiers.instances.families import SHAPES
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import planted_on
from lemmacheck.verifiers.library.breaks import search_for_breaks
from lemmacheck.verifiers.library.plan import Effort, Plan, groups_of, screen_group
from lemmacheck.verifiers.library.processes import pool, submitted
from lemmacheck.verifiers.library.supervision import DONE, METHOD, Job, Lost, Progress, Watch, replies, watched
from lemmacheck.verifiers.numbers.float64 import NOISE
from lemmacheck.verifiers.probe import mutants as teeth
from lemmacheck.verifiers.probe.findings import Findings, Look, findings_of
from lemmacheck.verifiers.probe.placebos import informative
from lemmacheck.verifiers.prove import Proof
from lemmacheck.verifiers.records.provenance import processors
from lemmacheck.verifiers.records.result_text import whose, witness_text
from lemmacheck.verifiers.records.text import counted, time_left
from lemmacheck.verifiers.records.verdict import HOLDING, Condition, Contradiction, Level, Record, Scope, Verdict, Worst

TOGETHER = 32  # claims about one algorithm, at least, that one process decides: they share their screening and runs
FIRST = 8  # steps, on which further parameters are tried before they get their own
LONG = 60  # calls of an author's code that the work on one claim may take the time of
ALL_PATHS = "all paths of a method that draws are followed, on some data for {} steps alone, which show no rate; "
LEVELS_OFF = "on {on} it comes below what floats show, and balls do not show it to fall on as it says; {reason}"
SHOWS_NONE = 50  # steps of a run that are too few for a rate
SLOW = 30  # seconds after which a method that sets no length of its runs is told that it can
SHARES = 3  # into which a process divides its part of all claims: in fewer it waits at the end, in more it shares less


def settle(claim: Claim, plan: Plan, effort: Effort) -> list[Settled]:
    """Decide the claim on enough runs that meet its hypotheses, fewer and shorter ones after the first parameters.

    Once it applies, parameters with which its hypotheses fail in the first steps are passed over: as a rule it is the
    schedule that fails them, whatever the data.
    """
    settled: list[Settled] = []
    applied, wanted, steps = False, effort.certified if plan.proof is None else effort.elsewhere, effort.steps
    for label, algorithm in claim.usual.items():
        instances, applicable = plan.shortlist.get(label, []), 0
        if applied and not any(applies(claim, instance, algorithm) for instance in instances):
            continue
        for instance in instances:
            decision = decide(claim, instance, algorithm, steps, ties=False)
            settled.append(Settled(instance, label, decision))
            applicable += decision.verdict != Verdict.NOT_APPLICABLE
            if applicable >= wanted:
                break
        if applicable:
            applied, wanted, steps = True, effort.elsewhere, effort.steps // 2
    settled += [*on_shorter_runs(claim, settled), *on_planted(claim)]
    return settled if plan.proof else without_ties(claim, settled, effort.certified // 2)


def applies(claim: Claim, instance: Instance, algorithm: Any) -> bool:
    """Whether a claim's hypotheses do not fail in a few steps: floats decide first, then balls. Of steps that come to
    divide by 0 shorter runs are asked."""
    if any(seems_to_fail(h, instance, algorithm, FIRST, claim.method) for h in claim.given if not authored(h.function)):
        return False
    decision = decide(claim, instance, algorithm, FIRST, ties=False)
    return decision.verdict != Verdict.NOT_APPLICABLE or decision.cause in (Cause.NO_ROW, Cause.NO_RUN)


def judge_rate(claim: Claim, plan: Plan, effort: Effort) -> Record:
    """A rate claim's record, with the first parameters for which it applies; of a book of one's own, with the first for
    which it does not hold, if there are such."""
    own = claim.own
    records = (judge_rate_with(claim, label, plan, effort) for label in claim.usual if plan.shortlist.get(label))
    first = next(records, None)
    if first is None:
        return blank(claim, Verdict.NOT_APPLICABLE, reason="no examined run met the hypotheses")
    others = records if own and first.verdict == Verdict.SUPPORTED else iter(())
    return next((record for record in others if record.verdict != Verdict.SUPPORTED), first)


def judge_rate_with(claim: Claim, label: str, plan: Plan, effort: Effort) -> Record:
    """A rate claim's record, with these parameters: exponents, fitted on an even spread of the instances that meet its
    hypotheses. A run that stays away from its limit for ever refutes it."""
    algorithm, listed = claim.usual[label], plan.shortlist[label]
    searched = claim.own and effort.own and not claim.dataless
    look = Look(effort.steps, effort.own, bool(effort.in_balls))
    found = findings_of(claim, label, algorithm, listed, look) if searched else Findings()
    instances = [*found.close, *listed]
    measured = rates.decays(claim, algorithm, instances, effort.rate_steps)
    without = without_runs(claim, measured, instances, algorithm, effort.steps)
    measured = [(name, decay) for name, decay in measured if name not in without]
    instances = [one for one in instances if one.name not in without]
    if not measured:
        return blank(claim, Verdict.NOT_APPLICABLE, reason=Cause.NO_RUN.text())
    shortest, *_, longest = sorted(len(decay.sequence) - 1 for _, decay in (*measured, *measured))
    end = claim.bound.steps or effort.rate_steps
    ends = longest <= end < effort.rate_steps
    steps = end if ends else effort.rate_steps
    fitted = rates.fit(measured, rates.fewest(claim))
    slowest = next((i for i in instances if i.name == fitted.slowest), instances[0])
    slow = rates.exponent(dict(measured)[slowest.name])
    worst = Worst(None, None, 0, slowest.name, slowest.to_json(), label, steps, slow)
    verdict, reason = rates.judge(measured[0][1], replace(fitted, slowest=whose(worst)) if claim.own else fitted)
    if verdict == Verdict.SUPPORTED and (stays := stays_below_rounding(claim, measured, instances, algorithm)):
        verdict, reason = Verdict.UNDECIDED, LEVELS_OFF.format(on=stays, reason=reason)
    passed_over = NO_RUNS.format(len(without)) if without else ""
    reason = "; ".join(filter(None, (reason, passed_over, found.report.text(named=False))))
    if claim.lists_all_paths and verdict == Verdict.UNDECIDED and shortest < SHOWS_NONE:
        reason = ALL_PATHS.format(shortest) + reason
    if ends:
        reason = f"{claim.bound.kind.__name__} ends at t = {end}; {reason}"
    settled = [Settled(slowest, label, decide(claim, slowest, algorithm, effort.steps)), *on_planted(claim)]
    settled[:0] = [found.broken] if found.broken else []
    if any(s.decision.verdict == Verdict.REFUTED for s in settled):
        return write_record(claim, settled, effort.steps, plan.screened)
    return blank(
        claim,
        verdict,
        worst=worst,
        reason=reason,
        level=Level.FLOAT if verdict == Verdict.SUPPORTED else None,
        teeth=rates.teeth_of(measured, rates.fewest(claim)) if verdict == Verdict.SUPPORTED else None,
        curves=curves.of_rate(measured),
        scope=Scope(len(instances), longest if claim.lists_all_paths else steps, plan.screened),
        hypotheses=[Condition(h.name, h.statement, len(instances), len(instances), h.tacit) for h in claim.given],
    )


def without_runs(
    claim: Claim, measured: Sequence[tuple[str, Decay]], instances: Sequence[Instance], algorithm: Any, steps: int
) -> set[str]:
    """The names of the data on which the method, or a field of the problem, divides by 0: there the claim does not
    apply."""
    undefined = {name for name, decay in measured if not np.isfinite(decay.sequence).all()}
    asked = [one for one in instances if one.name in undefined]
    return {i.name for i in asked if decide(claim, i, algorithm, steps, ties=False).cause == Cause.NO_RUN}


def stays_below_rounding(
    claim: Claim, measured: Sequence[tuple[str, Decay]], instances: Sequence[Instance], algorithm: Any
) -> str:
    """The first of the data on which floats leave the sequence at 0, or nearly so, and balls do not show it to fall on;
    '' where they do on a few."""
    length = {name: len(decay.sequence) - 1 for name, decay in measured if abs(decay.sequence[-1]) <= NOISE}
    asked = islice((one for one in instances if one.name in length), rates.FEWEST)
    return next((one.name for one in asked if not goes_on(claim, one, algorithm, length[one.name])), "")


def on_planted(claim: Claim) -> Iterator[Settled]:
    """The claim on the runs that are made for its method."""
    for label, instance in planted_on(claim.method).items():
        one = claim.bound.planted[label]
        yield Settled(instance, label, decide(claim, instance, one.algorithm, one.steps, ties=False))


def examine_claim(claim: Claim, plan: Plan, effort: Effort) -> Record:
    """One claim's record, from its screening."""
    started = time.perf_counter()
    if claim.not_checkable:
        record = blank(claim, Verdict.NOT_CHECKABLE, reason=claim.not_checkable)
    elif plan.contradiction:
        record = undecided(claim, plan.contradiction)
    elif claim.is_rate:
        record = judge_rate(claim, plan, effort)
    else:
        settled = settle(claim, plan, effort)
        report = search_for_breaks(claim, settled, plan, effort)
        steps = max(effort.steps, settled[0].decision.steps) if report else effort.steps
        longer = claim.as_long_as(*(s.decision.steps for s in settled))
        try:
            record = with_proof(write_record(longer, settled, steps, plan.screened), plan.proof)
        except Contradiction as both:
            return undecided(claim, str(both))
        if report:
            record = replace(record, reason="; ".join(filter(None, (record.reason.removesuffix("."), report))))
        record = with_longer_paths(claim, record, plan, effort)
        its_teeth = teeth.teeth_of(claim) if record.verdict != Verdict.NOT_APPLICABLE else None
        record = replace(record, teeth=its_teeth, curves=curves.of_record(claim, record))
    if record.verdict in HOLDING and not claim.is_rate:
        record = replace(record, informative=informative(claim))
    return replace(record, seconds=round(time.perf_counter() - started, 3))


def with_longer_paths(claim: Claim, record: Record, plan: Plan, effort: Effort) -> Record:
    """A certified chance with what sampled paths say beyond the steps in which all paths were listed."""
    if record.verdict != Verdict.CERTIFIED or not claim.is_chance:
        return record
    label, algorithm = next(iter(claim.usual.items()))
    instance = plan.shortlist[label][-1]
    text = longer_paths(claim, instance, algorithm, effort.steps, record.scope.steps)
    return replace(record, reason="; ".join(filter(None, (record.reason, text))))


def with_proof(record: Record, proof: Proof | None) -> Record:
    """A certified or supported record raised to PROVED where its claim is discharged for all runs."""
    if proof is not None and record.verdict == Verdict.REFUTED:
        where = f"on {witness_text(record.witness)}" if record.witness else record.reason
        raise Contradiction(contradiction_text(record.id, proof.text, where))
    if proof is None or record.verdict not in (Verdict.CERTIFIED, Verdict.SUPPORTED):
        return record
    return proved(record, proof)


def examine_some(claims: Sequence[Claim], effort: Effort) -> dict[str, Record]:
    """The records of claims about one algorithm, which share their runs."""
    plans = screen_group(claims, effort)
    return {claim.id: examine_claim(claim, plans[claim.id], effort) for claim in claims}


def examine(claims: Sequence[Claim], effort: Effort, progress: Progress, workers: int | None = None) -> list[Record]:
    """Records of the claims, in their order."""
    return list(in_order(claims, decided(claims, effort, progress, workers)))


def decided(
    claims: Sequence[Claim], effort: Effort, progress: Progress, workers: int | None = None
) -> Iterator[Record]:
    """Records of the claims, each as soon as it is decided."""
    if not claims:
        return
    started, workers = time.perf_counter(), min(workers or processors(), len(claims))
    with_data = any(not (one.dataless or one.lists_all_paths) for one in claims)
    then = f"on {effort.per_shape * len(SHAPES)} instances and more" if with_data else "on runs"
    progress(f"deciding {counted(len(claims), 'claim')}: first by a proof, then {then}")
    if watched(claims) is None:
        found = in_pool(claims, effort, workers)
    else:
        found = in_processes(claims, partial(screening, effort), progress, workers)
    for k, record in enumerate(found, 1):
        left = time_left(k, len(claims), time.perf_counter() - started)
        progress(f"{k}/{len(claims)} {record.id} {record.verdict}{left}")
        yield record


def in_pool(claims: Sequence[Claim], effort: Effort, workers: int) -> Iterator[Record]:
    """The records of our own claims, as they come."""
    most = max(TOGETHER, ceil(len(claims) / (SHARES * workers))) if workers > 1 else len(claims)
    groups = [some for group in groups_of(claims) for some in batched(group, most)]
    with pool(workers, METHOD) if workers > 1 else nullcontext() as hired:
        if hired is None:
            decided: Iterable[dict[str, Record]] = (examine_some(some, effort) for some in groups)
        else:
            largest = sorted(groups, key=len, reverse=True)
            going = [submitted(hired, examine_some, some, effort) for some in largest]
            decided = (one.result() for one in as_completed(going))
        for records in decided:
            yield from records.values()


def in_processes(
    claims: Sequence[Claim], begin: Callable[[list[Claim]], Job], progress: Progress, workers: int = 1
) -> Iterator[Record]:
    """The records of an author's claims, as they come. A claim that does not end is undecided, and the others go on."""

    def waiting(job: Job, seconds: float) -> None:
        screens = job.function is screened
        doing = f"screening data for {counted(len(job.of), 'claim')}" if screens else f"deciding {job.of[0].id}"
        progress(f"{doing}: {seconds:g} s{hint(job.of[0].method, seconds)}")

    late = claims[0].library.late if claims[0].library else {}
    yield from (undecided(claim, late[claim.id]) for claim in claims if claim.id in late)
    going = [claim for claim in claims if claim.id not in late]
    jobs = [begin(group) for group in groups_of(going)]
    for job, answer in replies(jobs, workers, waiting):
        if isinstance(answer, Record):
            yield answer
            job.of.remove(next(claim for claim in job.of if claim.id == answer.id))
        elif isinstance(answer, Lost) and job.function is screened and not answer.within and len(job.of) > 1:
            jobs += [begin([claim]) for claim in job.of]  # nobody knows of which claim it is the fault
        elif isinstance(answer, Lost):
            lost = guilty(job, answer)
            late |= dict.fromkeys((claim.id for claim in lost), answer.reason)
            yield from (undecided(claim, late[claim.id]) for claim in lost)
            rest = [claim for claim in job.of if claim not in lost]
            jobs += [begin(rest)] if rest else []
        elif answer != DONE:
            jobs += [deciding(some, *answer) for some in batched(job.of, TOGETHER)]


def hint(method: Method | None, seconds: float) -> str:
    """What makes the runs of a method shorter, once they take long, if its author has not said how long they are."""
    if seconds < SLOW or method is None or method.steps:
        return ""
    return "; shorter runs take less: `steps=20` in its Method"


def job_of(claims: Sequence[Claim], function: Callable[..., Iterator[Any]], *arguments: Any) -> Job:
    """A job on claims of one book. Where its method is changed, an error in one claim costs that claim alone."""
    over = watched(claims) or Watch(Path())
    most = LONG * over.limit * (len(claims) if function is screened else 1)
    changed = any(one.library and one.method is not one.library.claims[one.id].method for one in claims)
    return Job(over, function, arguments, list(claims), most, changed)


def screening(effort: Effort, claims: list[Claim]) -> Job:
    return job_of(claims, screened, claims, effort)


def deciding(claims: Sequence[Claim], plans: dict[str, Plan], effort: Effort) -> Job:
    return job_of(claims, examined, [(claim, plans[claim.id]) for claim in claims], effort)


def screened(claims: Sequence[Claim], effort: Effort) -> Iterator[tuple[dict[str, Plan], Effort]]:
    yield screen_group(claims, effort), effort


def examined(plans: Sequence[tuple[Claim, Plan]], effort: Effort) -> Iterator[Record]:
    for claim, plan in plans:
        yield examine_claim(claim, plan, effort)


def guilty(job: Job, lost: Lost) -> list[Claim]:
    """The claims that a lost job leaves undecided: the one that was being decided, or all if the method does not
    end."""
    if job.function is not screened:
        return job.of[:1]
    named = [claim for claim in job.of if lost.within & {claim.name, *(h.name for h in claim.given)}]
    return named or list(job.of)


def undecided(claim: Claim, reason: str) -> Record:
    return blank(claim, Verdict.UNDECIDED, reason=reason)


def in_order(claims: Sequence[Claim], found: Iterable[Record]) -> Iterator[Record]:
    """The records in the order of the claims, each as soon as it and all before it are there; before an interruption
    those too that wait for others."""
    by_id, left = dict[str, Record](), deque(claim.id for claim in claims)
    try:
        for record in found:
            by_id[record.id] = record
            while left and left[0] in by_id:
                yield by_id[left.popleft()]
    except KeyboardInterrupt:
        yield from (by_id[id] for id in left if id in by_id)
        raise


def batched(items: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """The items in tuples of at most so many."""
    rest = iter(items)
    while some := tuple(islice(rest, size)):
        yield some


def decided_on(claims: Sequence[Claim], instance: Instance, steps: int, progress: Progress) -> Iterator[Record]:
    """Records of the claims on one given instance, under every set of parameters, each as soon as it is decided."""
    progress(f"deciding {counted(len(claims), 'claim')} on {instance.name}")
    if watched(claims) is None:
        found = examined_on(claims, instance, steps)
    else:
        found = in_processes(claims, lambda some: job_of(some, examined_on, some, instance, steps), progress)

    for k, record in enumerate(found, 1):
        progress(f"{k}/{len(claims)} {record.id} {record.verdict} on {instance.name}")
        yield record


def examined_on(claims: Sequence[Claim], instance: Instance, steps: int) -> Iterator[Record]:
    for claim in claims:
        started = time.perf_counter()
        if claim.not_checkable:
            record = blank(claim, Verdict.NOT_CHECKABLE, reason=claim.not_checkable)
        elif claim.is_rate:
            record = blank(
                claim, Verdict.UNDECIDED, reason="a rate is fitted over many instances; check it without --data"
            )
        else:
            judge = decide if within_listing(claim, instance) else decide_sampled
            settled = [Settled(instance, la, judge(claim, instance, al, steps)) for la, al in claim.usual.items()]
            record = write_record(claim, [*settled, *on_shorter_runs(claim, settled)], steps, 1)
        yield replace(record, seconds=round(time.perf_counter() - started, 3))
