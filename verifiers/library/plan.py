"""What is to be decided: for each claim a proof, or else the instances on which to decide it.

proof     for all runs, where the claim's own function can be discharged symbolically; hard runs confirm it
screen    all instances, batched float64, of a claim without a proof or of a problem of one's own → a ranking
shortlist the closest calls, a spread of the rest, all families      → for each set of parameters
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.decide.screening import Screened, screen
from lemmacheck.verifiers.instances.families import structured, surveyed
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import families_of
from lemmacheck.verifiers.instances.subject import reachable, some_within_reach
from lemmacheck.verifiers.prove import Proof
from lemmacheck.verifiers.records.verdict import Contradiction
from lemmacheck.verifiers.search import matrices


@dataclass(frozen=True)
class Effort:
    """How much is tried: instances screened a shape, decided for a claim's first parameters and for the others; the
    steps of a run; and the steps of all data sets together that the search for a break may take, `own` of a problem of
    one's own, `search` of any other; and whether this goes on in balls where floats may be wrong: 0 or 1."""

    per_shape: int = 160
    steps: int = 200
    certified: int = 50
    elsewhere: int = 6
    rate_steps: int = 2000
    rate_instances: int = 56
    search: int = 0
    own: int = 100_000
    in_balls: int = 1


CHANGED = 6  # times the search of a quick report that a change of an author's method has
QUICK = Effort(
    per_shape=44, steps=60, certified=16, elsewhere=4, rate_steps=600, rate_instances=32, own=5_000, in_balls=0
)
STANDARD = Effort()
THOROUGH = Effort(
    per_shape=640, steps=400, certified=160, elsewhere=40, rate_steps=8000, rate_instances=128, own=800_000
)


@dataclass(frozen=True)
class Plan:
    """A claim's proof, or the instances on which to decide it; or what proves and what refutes it."""

    screened: int
    shortlist: dict[str, list[Instance]]
    proof: Proof | None = None
    contradiction: str = ""


def spread(entries: Sequence[Screened], count: int) -> list[Instance]:
    """About `count` of the screened instances, evenly over all families and shapes."""
    instances = sorted((entry.instance for entry in entries), key=lambda instance: instance.name)
    return instances[:: max(1, len(instances) // count)]


def shortlist(claim: Claim, entries: Sequence[Screened], effort: Effort, wanted: int) -> list[Instance]:
    """The closest calls, each of another shape; then three structured instances to one of an even spread.

    The latter are the same for every claim with the same hypotheses, so that claims share their runs. Where floats
    find no instance that meets the hypotheses, balls are asked of structured ones.
    """
    if claim.is_rate:
        slowest = [entry.instance for entry in entries[: effort.elsewhere if claim.own else 0]]
        return list(dict.fromkeys([*slowest, *spread(entries, effort.rate_instances)]))[: effort.rate_instances]
    if not entries:
        return families(claim.method, 3 * effort.elsewhere)
    by_shape: dict[tuple[int, int], Instance] = {}
    for entry in entries:
        by_shape.setdefault(entry.instance.shape, entry.instance)
    closest = list(by_shape.values())[: max(3, wanted // 5)]
    known, rest = iter(reachable(claim.method, structured())), spread(entries, effort.certified)
    mixed = [instance for one in rest for instance in (*islice(known, 3), one)]
    return [*closest, *mixed, *known]


def families(method: Method | None, count: int) -> list[Instance]:
    """Structured data that nothing screens, about `count` of them, evenly over families and shapes."""
    small = reachable(method, structured())
    return small[:: max(1, len(small) // count)]


def groups_of(claims: Sequence[Claim]) -> list[list[Claim]]:
    """The claims about the data alone, about one method, about the next: each group shares its runs."""
    groups: dict[Method | None, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(claim.method, []).append(claim)
    return list(groups.values())


def screen_group(claims: Sequence[Claim], effort: Effort) -> dict[str, Plan]:
    """Prove claims about one method, or screen them on the whole survey."""
    method, labels, dataless = claims[0].method, claims[0].usual, claims[0].dataless

    proofs, refuted = proofs_of(claims)

    def unscreened(count: int) -> dict[str, Plan]:
        listed = dict.fromkeys(labels, families(method, count)[: 1 if dataless else None])
        return {name: Plan(0, listed, proof, refuted.get(name, "")) for name, proof in proofs.items()}

    if claims[0].lists_all_paths:
        few = effort.certified // 3
        small = smallest(claims[0], few)
        return {name: with_instances_first(small, with_yours(plan, method)) for name, plan in unscreened(few).items()}
    open_ = [claim for claim in claims if claim.own or not proofs[claim.id]]  # an author's proof is held against data
    some = [claim for claim in open_ if not (claim.not_checkable or dataless or claim.id in refuted)]
    groups = some_within_reach(method, surveyed(effort.per_shape)) if some else []
    plans = unscreened(3 * effort.elsewhere)
    plans |= {claim.id: Plan(sum(map(len, groups)), {}, proofs[claim.id]) for claim in some}
    found = screen(some, groups, method, effort.steps)
    for claim in some:
        wanted = effort.certified
        for label in labels:
            plans[claim.id].shortlist[label] = shortlist(claim, found[claim.id, label], effort, wanted)
            wanted = effort.elsewhere if found[claim.id, label] else wanted
    return {name: with_yours(plan, method) for name, plan in plans.items()}


def proofs_of(claims: Sequence[Claim]) -> tuple[dict[str, Proof | None], dict[str, str]]:
    """The proofs of the claims that have one, and of those that a hard run refutes all the same, both."""
    proofs: dict[str, Proof | None] = dict.fromkeys(claim.id for claim in claims)
    refuted = {}
    for claim in claims:
        try:
            proofs[claim.id] = proof_of(claim)
        except Contradiction as both:
            refuted[claim.id] = str(both)
    return proofs, refuted


def with_yours(plan: Plan, method: Method | None) -> Plan:
    """The author's own matrices before all others."""
    return with_instances_first([] if method is None or method.dataless else list(families_of(method)), plan)


def with_instances_first(first: Sequence[Instance], plan: Plan) -> Plan:
    """The plan with other instances before its own."""
    return replace(plan, shortlist={label: [*first, *others] for label, others in plan.shortlist.items()})


def smallest(claim: Claim, count: int) -> list[Instance]:
    """The smallest data of a problem of one's own, of which a claim is asked that is not searched."""
    if not claim.own or claim.dataless or claim.method is None:
        return []
    return matrices.all_small(matrices.shapes_of(claim.method)[0])[:count]
