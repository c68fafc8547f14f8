"""Protects a correct variant from a false alarm: no schedule that meets every hypothesis is ever refuted.

Every schedule starts at λ_0 = 1; each λ_t is drawn from what (B.8) leaves of (0, 1], often its very end, and every
other schedule has steps θ_t drawn from (0, 1], the rest θ_t = 1.
"""

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from lemmacheck import schedule
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.ladder import ball_run, ball_truth, decide
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.variants.asking import claims_for
from lemmacheck.verifiers.variants.examination import form_of

from tests.sampled import THOROUGH

PARTS, EIGHTHS = 64, 8
SCHEDULES, STEPS, INSTANCES = (200, 24, 8) if THOROUGH else (6, 8, 3)


def slow_enough(x: Fraction, before: Fraction) -> bool:
    """(B.8): 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}²."""
    return 1 / x**2 - 1 / x <= 1 / before**2


def valid(seed: int, steps: int) -> tuple[list[Fraction], list[Fraction]]:
    """λ_t and θ_t that meet every hypothesis about them."""
    rng = random.Random(seed)
    lam = [Fraction(1)]
    for _ in range(steps + 1):
        least = next(k for k in range(1, PARTS + 1) if slow_enough(Fraction(k, PARTS), lam[-1]))
        lam.append(Fraction(rng.choice([least, rng.randint(least, PARTS)]), PARTS))
    theta = [Fraction(rng.randint(1, EIGHTHS), EIGHTHS) if seed % 2 else Fraction(1) for _ in lam]
    return lam, theta


def drawn(seed: int, steps: int) -> Variant:
    lam, theta = valid(seed, steps)
    return schedule(lambda t: lam[int(t)], lambda t: theta[int(t)], name=f"schedule {seed}")


def some(seed: int) -> list[Instance]:
    """A few of the structured data sets, others for each schedule, each of some schedule."""
    data = list(structured())
    return [data[(INSTANCES * seed + k) % len(data)] for k in range(INSTANCES)]


def decided(claims: list[Claim], variant: Variant, seed: int) -> list[tuple[str, str, Verdict]]:
    """Each claim, with all its hypotheses: an inequality on each data set, an identity on the first."""
    ball_run.cache_clear()
    ball_truth.cache_clear()
    return [
        (claim.id, instance.name, decide(claim, instance, form_of(variant, claim.about), STEPS).verdict)
        for claim in claims
        for instance in some(seed)[: None if claim.kind.startswith("inequality") else 1]
    ]


def test_every_drawn_schedule_meets_the_hypotheses_and_many_of_them_with_equality_or_nearly() -> None:
    drawn_lam = [valid(seed, STEPS)[0] for seed in range(SCHEDULES)]
    steps = [(x, before) for lam in drawn_lam for before, x in pairwise(lam)]
    nearly = [x for x, before in steps if x < 1 and not slow_enough(x - Fraction(1, PARTS), before)]

    assert all(lam[0] == 1 and min(lam) > 0 and max(lam) <= 1 for lam in drawn_lam)
    assert all(slow_enough(x, before) for x, before in steps)
    assert len(nearly) > len(steps) / 3
    assert len({tuple(lam) for lam in drawn_lam}) == SCHEDULES


@pytest.mark.slow
def test_no_schedule_that_meets_every_hypothesis_is_refuted() -> None:
    claims = claims_for(drawn(0, STEPS))
    found = [(seed, *one) for seed in range(SCHEDULES) for one in decided(claims, drawn(seed, STEPS), seed)]
    verdicts = Counter(verdict for *_, verdict in found)
    applying = {id for _, id, _, verdict in found if verdict in (Verdict.CERTIFIED, Verdict.SUPPORTED)}

    assert [one for one in found if one[-1] == Verdict.REFUTED] == []
    assert verdicts[Verdict.UNDECIDED] == verdicts[Verdict.ILL_FORMED] == 0
    assert {"P.L3.5", "P.L3.6u", "N1.psi", "N1.margin", "N5.sum"} <= applying
    assert len(applying) > 70
