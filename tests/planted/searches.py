"""The searches that are compared: ours, random data, Hypothesis alone, and Hypothesis with `target()`.

Each is given one bound and so many seconds of processor time, and counts only what balls refute.
"""

import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings, target
from hypothesis import strategies as st
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.copies import data_for
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.strategies import with_copies
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import FAILING, FAMILY, Search
from lemmacheck.verifiers.search.points import MOST, SHAPES, Points, into_ball
from lemmacheck.verifiers.search.shares import EQUAL, bounds, closest

from planted.bounds import ALGORITHM

STEPS, LONGEST = 40, 1024


class Over(Exception):
    """The time is up, or the bound is refuted."""


def ours(claim: Claim, seconds: float) -> bool:
    (aim,) = Search([claim], ALGORITHM, STEPS, Budget(seconds=seconds)).run()
    return aim.crossing is not None


class Random(Search):
    """Gaussian rows in the ball with random copies, and nothing that is learnt."""

    def run(self) -> list:
        while self.budget.left and self.open:
            for shape in SHAPES:
                Z = self.rng.normal(size=(FAMILY, *shape)) * self.rng.uniform(0, 1, (FAMILY, 1, 1))
                copies = np.floor(MOST ** self.rng.uniform(0, 1, (FAMILY, shape[0])))
                copies = copies if self.aims[0].counts else np.ones_like(copies)
                if self.budget.left and self.open:
                    length = int(self.rng.choice([STEPS, 4 * STEPS, LONGEST]))
                    self.look(Points(into_ball(Z), copies), self.open, length)
        return self.aims


def at_random(claim: Claim, seconds: float) -> bool:
    (aim,) = Random([claim], ALGORITHM, STEPS, Budget(seconds=seconds)).run()
    return aim.crossing is not None


def share(claim: Claim, instance: Instance, steps: int) -> float:
    """The largest share of the bound in floats on one data set; −1 where it cannot be run."""
    with Float64().active(), suppress(*FAILING):
        asked = [data_for(claim, instance, ALGORITHM)]
        return float(closest(bounds(claim, subject_of(asked, Float64(), ALGORITHM, steps)), 1)[0].share[0])
    return -1.0


def by_hypothesis(targeted: bool) -> Callable[[Claim, float], bool]:
    def search(claim: Claim, seconds: float) -> bool:
        ends, refuted = time.process_time() + seconds, []
        phases, checks = [Phase.generate, Phase.target][: 1 + targeted], list(HealthCheck)

        @settings(max_examples=10**6, database=None, deadline=None, phases=phases, suppress_health_check=checks)
        @given(with_copies(4, 3, MOST), st.sampled_from([STEPS, 4 * STEPS, LONGEST]))
        def example(instance: Instance, steps: int) -> None:
            if time.process_time() > ends:
                raise Over
            found = share(claim, instance, steps)
            if targeted:
                target(found)
            if found > 1 + EQUAL and decide(claim, instance, ALGORITHM, steps).verdict == Verdict.REFUTED:
                refuted.append(instance)
                raise Over

        with suppress(Over, BaseExceptionGroup):
            example()
        return bool(refuted)

    return search


SEARCHES: dict[str, Callable[[Claim, float], bool]] = {
    "lemmacheck": ours,
    "random data": at_random,
    "Hypothesis": by_hypothesis(False),
    "Hypothesis, target()": by_hypothesis(True),
}
