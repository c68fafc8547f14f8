"""The whole book: every claim screened in floats, climbed on the closest calls, searched for witnesses.

screen    all instances, batched float64                          → which to look at
decide    closest calls, a spread of the rest, all families       → one decision a run
join      refuted wins; else the weakest applicable               → one Record a claim
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from theory.claim import Claim
from theory.claims import all_claims
from verifiers import rates, teeth
from verifiers.check import decide
from verifiers.instances import SHAPES, Instance, structured, survey
from verifiers.methods import configurations, lists_all_paths, within_reach
from verifiers.proofs import prove
from verifiers.recording import Settled, blank, write_record
from verifiers.sampling import decide_sampled, within_listing
from verifiers.survey import Screened, screen
from verifiers.verdict import Condition, Record, Scope, Verdict, Worst

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Effort:
    """How much is tried: instances screened a shape, certified for a claim's first parameters and the others."""

    per_shape: int = 160
    steps: int = 200
    certified: int = 50
    elsewhere: int = 10
    rate_steps: int = 2000
    rate_instances: int = 56


QUICK = Effort(per_shape=44, steps=60, certified=16, elsewhere=4, rate_steps=600, rate_instances=32)
STANDARD = Effort()
THOROUGH = Effort(per_shape=640, steps=400, certified=160, elsewhere=40, rate_steps=8000, rate_instances=128)


@dataclass(frozen=True)
class Sight:
    """What screening said of one claim: which instances to decide it on, for each set of parameters."""

    screened: int
    shortlist: dict[str, list[Instance]]


def spread(entries: Sequence[Screened], count: int) -> list[Instance]:
    """About `count` of the screened instances, evenly over all families and shapes."""
    instances = sorted((entry.instance for entry in entries), key=lambda instance: instance.name)
    return instances[:: max(1, len(instances) // count)]


def shortlist(claim: Claim, entries: Sequence[Screened], effort: Effort) -> list[Instance]:
    """The closest calls, a fifth of what is wanted; then three structured instances to one of an even spread.

    The latter are the same for every claim with the same hypotheses, so that claims share their runs.
    """
    if claim.is_rate:
        return spread(entries, effort.rate_instances)[: effort.rate_instances]
    if not entries:
        return []
    closest = [entry.instance for entry in entries[: max(1, effort.certified // 5)]]
    families, rest = iter(structured()), spread(entries, effort.certified)
    mixed = [instance for one in rest for instance in (*islice(families, 3), one)]
    return [*closest, *mixed, *families]


def settle(claim: Claim, sight: Sight, effort: Effort) -> list[Settled]:
    """Decide the claim on enough runs that meet its hypotheses, for each set of parameters."""
    settled: list[Settled] = []
    wanted = effort.certified
    for label, algorithm in configurations(claim.about).items():
        applicable = 0
        for instance in sight.shortlist.get(label, []):
            decision = decide(claim, instance, algorithm, effort.steps)
            settled.append(Settled(instance, label, decision))
            applicable += decision.verdict != Verdict.NOT_APPLICABLE
            if applicable >= wanted:
                break
        if applicable:
            wanted = effort.elsewhere
    return settled


def listing(about: type | None, effort: Effort) -> list[Instance]:
    """Structured data on which all paths are listed, evenly over families and shapes; nothing screens them."""
    groups = ([instance] for instance in structured())
    small = [instance for group in within_reach(about, groups) for instance in group]
    return small[:: max(1, 3 * len(small) // effort.certified)]


def judge_rate(claim: Claim, sight: Sight, effort: Effort) -> Record:
    """A rate claim's record: fitted exponents on an even spread of the instances that meet its hypotheses."""
    for label, algorithm in configurations(claim.about).items():
        instances = sight.shortlist.get(label, [])
        if not instances:
            continue
        measured = rates.decays(claim, algorithm, instances, effort.rate_steps)
        fitted = rates.fit(measured)
        verdict, reason = rates.judge(measured[0][1], fitted)
        slowest = next((i for i in instances if i.name == fitted.slowest), instances[0])
        slow = rates.exponent(dict(measured)[slowest.name])
        return blank(
            claim,
            verdict,
            scope=Scope(len(instances), effort.rate_steps, sight.screened),
            worst=Worst(None, None, 0, slowest.name, slowest.to_json(), label, effort.rate_steps, slow),
            reason=reason,
            hypotheses=[Condition(h.name, h.statement, len(instances), len(instances), h.tacit) for h in claim.given],
            teeth=rates.bite(measured),
        )
    return blank(claim, Verdict.NOT_APPLICABLE, reason="no examined run met the hypotheses")


def examine_claim(claim_id: str, sight: Sight, effort: Effort) -> Record:
    """One claim's record, from its screening."""
    started = time.perf_counter()
    claim = all_claims()[claim_id]
    if claim.not_checkable:
        record = blank(claim, Verdict.NOT_CHECKABLE, reason=claim.not_checkable)
    elif claim.is_rate:
        record = judge_rate(claim, sight, effort)
    else:
        record = with_proof(claim, write_record(claim, settle(claim, sight, effort), effort.steps, sight.screened))
        record = replace(record, teeth=teeth.bite(claim, structured()[:24]))
    return replace(record, seconds=round(time.perf_counter() - started, 3))


def with_proof(claim: Claim, record: Record) -> Record:
    """A certified or supported record raised to PROVED where its claim is discharged for all runs."""
    proof = prove(claim) if record.verdict in (Verdict.CERTIFIED, Verdict.SUPPORTED) else None
    if proof is None:
        return record
    return replace(record, verdict=Verdict.PROVED, reason=proof.told)


def groups_of(claims: Sequence[Claim]) -> list[list[str]]:
    """The ids of the claims about the data alone, about one algorithm, about the next: each group shares its runs."""
    groups: dict[type | None, list[str]] = {}
    for claim in claims:
        groups.setdefault(claim.about, []).append(claim.id)
    return list(groups.values())


def screen_group(ids: Sequence[str], effort: Effort) -> dict[str, Sight]:
    """Screen claims about one algorithm on the whole survey."""
    claims = [all_claims()[name] for name in ids]
    if lists_all_paths(claims[0].about):
        data = listing(claims[0].about, effort)
        return {name: Sight(0, dict.fromkeys(configurations(claims[0].about), data)) for name in ids}
    survey_groups = list(survey(effort.per_shape))
    seen = {name: Sight(sum(len(group) for group in survey_groups), {}) for name in ids}
    some = [claim for claim in claims if not claim.not_checkable]
    for (name, label), entries in screen(some, survey_groups, claims[0].about, effort.steps).items():
        seen[name].shortlist[label] = shortlist(all_claims()[name], entries, effort)
    return seen


def examine(
    claims: Sequence[Claim], effort: Effort, progress: Progress, workers: int | None = None
) -> Iterator[Record]:
    """Records of the claims, in their order, as they are decided."""
    workers = min(workers or os.cpu_count() or 1, len(claims))
    with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
        submit = pool.submit if pool else _Now
        progress(f"screening {len(claims)} claims on {effort.per_shape * len(SHAPES)} instances")
        screened = [submit(screen_group, ids, effort) for ids in groups_of(claims)]
        sights = {name: sight for future in screened for name, sight in future.result().items()}
        progress(f"deciding {len(claims)} claims")
        pending = [submit(examine_claim, claim.id, sights[claim.id], effort) for claim in claims]
        for k, (claim, future) in enumerate(zip(claims, pending, strict=True), 1):
            record = future.result()
            progress(f"{k}/{len(claims)} {claim.id} {record.verdict}")
            yield record


class _Now:
    """A result that is computed, here, when it is asked for."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.call = function, arguments

    def result(self) -> Any:
        function, arguments = self.call
        return function(*arguments)


def examine_on(claims: Sequence[Claim], instance: Instance, steps: int, progress: Progress) -> list[Record]:
    """Records of the claims on one given instance, under every set of parameters."""
    records = []
    for k, claim in enumerate(claims, 1):
        progress(f"deciding {k}/{len(claims)} {claim.id} on {instance.name}")
        started = time.perf_counter()
        labels = configurations(claim.about)
        if claim.not_checkable:
            record = blank(claim, Verdict.NOT_CHECKABLE, reason=claim.not_checkable)
        elif claim.is_rate:
            record = blank(
                claim,
                Verdict.UNDECIDED,
                reason="a rate is fitted over many data sets; check it without --data",
            )
        else:
            judge = decide if within_listing(claim, instance) else decide_sampled
            settled = [Settled(instance, la, judge(claim, instance, al, steps)) for la, al in labels.items()]
            record = write_record(claim, settled, steps, 1)
        records.append(replace(record, seconds=round(time.perf_counter() - started, 3)))
    return records
