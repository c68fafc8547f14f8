"""Data on which floats cannot tell whether a hypothesis holds: a run leaves them, or two equal floats stand for numbers
that differ. The search and the screening pass over these; a few on which the claim itself fails are asked of balls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.screening import applicable, doubtful
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search import matrices
from lemmacheck.verifiers.search.climbing import FAILING, Crossing, Search
from lemmacheck.verifiers.search.shares import broken, closest

SHAPES, SMALL, DRAWN, ASKED = 4, 60, 40, 4  # shapes; small and drawn data of each; data of a shape that balls decide


def refuted_in_doubt(search: Search, claim: Claim, steps: int) -> Crossing | None:
    """Data on which floats leave the hypotheses open, and balls refute the claim."""
    for shape in search.shapes[:SHAPES] if claim.given and claim.own else ():
        drawn = matrices.instances_of(matrices.drawn(search.rng, shape, DRAWN))
        group = [*matrices.all_small(shape)[:SMALL], *drawn]
        for one in among(search, claim, group, steps):
            with suppress(*FAILING):
                if decide(claim, one.instance, search.algorithm, steps).verdict == Verdict.REFUTED:
                    return one
    return None


def among(search: Search, claim: Claim, group: list[Instance], steps: int) -> Iterator[Crossing]:
    """Those of equally shaped data on which floats see the claim fail, its hypotheses being open."""
    with Float64().active(), suppress(*FAILING), np.errstate(all="ignore"):
        subject = search.exactly(group, steps)
        search.budget.spend(len(group), search.charged(steps), search.price(subject))
        met, in_doubt = (which(claim, subject, len(group)) for which in (applicable, doubtful))
        left_out = ~met & (in_doubt | ~met.any())  # where floats never let it hold, they may cancel what it says
        share = np.where(left_out, closest(broken(claim, subject), len(group))[0].share, -1.0)
        most = map(int, np.argsort(-share)[:ASKED])
        yield from (Crossing(claim, group[k], steps, float(share[k])) for k in most if share[k] > 1)
