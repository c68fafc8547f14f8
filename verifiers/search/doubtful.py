"""Data on which floats may be wrong. About a hypothesis: a run leaves them, two equal floats stand for numbers that
differ, or what counts cancels. About a claim: both of its sides are as small as rounding, or beyond all floats. The
search and the screening pass over these; balls are asked of a few on which the claim fails in floats, or they end."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.ladder import decide, stated
from lemmacheck.verifiers.decide.screening import applicable, doubtful
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.comparison import float_sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict
from lemmacheck.verifiers.search import matrices
from lemmacheck.verifiers.search.aims import Crossing
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import FAILING, FAR_OFF, Search
from lemmacheck.verifiers.search.shares import broken, by_problem, closest, earliest_below

SHAPES, SMALL, DRAWN = 4, 60, 40  # shapes; small and drawn data of each
FURTHER = 512  # steps of a run that goes on where floats end
IN_DOUBT, DENIED = 4, 1  # data of a shape that balls decide: a hypothesis is open in floats, or denied by them


def refuted_in_doubt(search: Search, claim: Claim, steps: int) -> Crossing | None:
    """Data on which floats leave the claim or its hypotheses open, and balls refute the claim. Where floats are seen to
    deny hypotheses that hold, the claim is searched as if it had none."""
    misled = False
    for shape in search.shapes[:SHAPES] if claim.own else ():
        drawn = matrices.instances_of(matrices.draw(search.rng, shape, DRAWN))
        group = [*matrices.all_small(shape)[:SMALL], *drawn]
        for one in chain(where_open(search, claim, group, steps), far_down(search, claim, drawn)):
            with suppress(*FAILING):
                verdict = decide(claim, one.instance, search.algorithm, one.steps).verdict
                if verdict == Verdict.REFUTED:
                    return one
                misled |= verdict in HOLDING and bool(claim.given)
        for one in past_the_floats(search, claim, drawn):
            with suppress(*FAILING):
                if decide(claim, one.instance, search.algorithm, one.steps).verdict == Verdict.REFUTED:
                    return one
    return without_hypotheses(search, claim) if misled else None


def without_hypotheses(search: Search, claim: Claim) -> Crossing | None:
    """Data on which the claim fails, whatever floats say of its hypotheses, if balls say that they hold."""
    alone = Search([replace(claim, given=())], search.algorithm, search.steps, Budget(steps=search.budget.steps))
    (aim,) = alone.run()
    with suppress(*FAILING):
        if (found := aim.crossing) is not None:
            decided = decide(claim, found.instance, search.algorithm, found.steps)
            return found._replace(claim=claim) if decided.verdict == Verdict.REFUTED else None
    return None


def far_down(search: Search, claim: Claim, group: list[Instance]) -> Iterator[Crossing]:
    """The one of equally shaped data on which a number that may be rounding first exceeds its bound, another such, in
    a long run."""
    with Float64().active(), suppress(*FAILING), np.errstate(all="ignore"):
        subject = search.exactly(group, search.horizon)
        search.budget.spend(len(group), search.charged(search.horizon), search.price(subject))
        met = applicable(claim, subject, len(group))
        found = earliest_below(broken(claim, subject), len(group), 1 + FAR_OFF)
        t = np.where(met & (found.share > 0), found.t, search.horizon + 1)
        if t.min() <= search.horizon:
            k = int(t.argmin())
            yield Crossing(claim, group[k], max(1, int(t[k])), float(found.share[k]))


def past_the_floats(search: Search, claim: Claim, group: list[Instance]) -> Iterator[Crossing]:
    """The one of equally shaped data on which both sides first leave the floats, on runs that go on from there."""
    longest = search.within(max(search.longest, search.steps))
    length = min(search.horizon + 1, longest)
    gone = np.full(len(group), length + 1)
    with Float64().active(), suppress(*FAILING), np.errstate(all="ignore"):
        subject = search.exactly(group, length)
        search.budget.spend(len(group), search.charged(length), search.price(subject))
        for relation in () if claim.tends or claim.is_chance else stated(claim, subject):
            lhs, rhs = float_sides(relation)
            lost = by_problem(1.0 * ~(np.isfinite(lhs) | np.isfinite(rhs)), len(group)) > 0
            gone = np.minimum(gone, np.where(lost.any(0), lost.argmax(0) + (relation.start or 0), length + 1))
        gone = np.where(applicable(claim, subject, len(group)), gone, length + 1)
    k = int(gone.argmin())
    further = (min(2 * max(1, t), FURTHER, longest) for t in (int(gone[k]), length))
    for steps in dict.fromkeys(further) if gone[k] <= length else ():
        yield Crossing(claim, group[k], steps, 0.0)


def where_open(search: Search, claim: Claim, group: list[Instance], steps: int) -> Iterator[Crossing]:
    """The data, of one shape, on which floats see the claim fail while its hypotheses are open."""
    if not claim.given:
        return
    with Float64().active(), suppress(*FAILING), np.errstate(all="ignore"):
        subject = search.exactly(group, steps)
        search.budget.spend(len(group), search.charged(steps), search.price(subject))
        met, in_doubt = (which(claim, subject, len(group)) for which in (applicable, doubtful))
        open_ = ~met & (in_doubt | ~met.any())  # where floats never let it hold, they may cancel what it says
        share = closest(broken(claim, subject), len(group))[0].share
        for left_out, most in ((open_, IN_DOUBT), (~met & ~open_, DENIED)):
            first = [int(k) for k in np.argsort(-share) if left_out[k]][:most]
            asked = [k for k in first if share[k] > 1] or first[:1]
            yield from (Crossing(claim, group[k], steps, float(share[k])) for k in asked)
