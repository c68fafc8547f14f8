"""Drawing paths: many runs of Algorithm 2 at once in floats, i_t ~ q_t by the inverse of its distribution function.

The uniform numbers come from a seed, one generator a step, so that two runs draw the same paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from theory.algorithms import AdaptiveSampling
from theory.algorithms.adaptive_sampling import horizon_step
from theory.claim import Claim
from theory.relation import Chance
from theory.run import run
from verifiers.arithmetics.float64 import Float64
from verifiers.chances import Estimate, estimate
from verifiers.check import Decision, decide
from verifiers.instances import Instance
from verifiers.subject import within_reach
from verifiers.verdict import Verdict

PATHS = 4000


@dataclass(frozen=True)
class Sampled:
    """`count` paths, each drawn from the q_t it meets."""

    seed: int
    count: int = PATHS

    def __call__(self, p: Any, t: Any, q: np.ndarray) -> np.ndarray:
        u = np.random.default_rng((self.seed, int(t))).random((self.count, 1))
        below = np.cumsum(np.broadcast_to(q, (self.count, p.n)), axis=1)
        rows = np.minimum((u >= below).sum(axis=1), p.n - 1)
        return np.asarray(p.num.array(np.eye(p.n, dtype=int)[rows].tolist()))


def within_listing(claim: Claim, instance: Instance) -> bool:
    """Whether the claim is decided on these data by listing paths, or is not about probabilities at all."""
    return not claim.is_chance or bool(list(within_reach(claim.method, [[instance]])))


def decide_sampled(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> Decision:
    """SUPPORTED where every probability claimed is borne out by sampled paths; hypotheses are decided exactly."""
    exact = decide(claim, instance, algorithm, 1)
    if exact.verdict in (Verdict.NOT_APPLICABLE, Verdict.REFUTED, Verdict.UNDECIDED):
        return exact
    found = estimates(claim, instance, steps)
    told = min(found, key=lambda entry: entry.lower - entry.bound).told()
    verdict = Verdict.SUPPORTED if all(entry.supported for entry in found) else Verdict.UNDECIDED
    return replace(exact, verdict=verdict, reason=f"holds {told}, in runs of {steps} steps", worst=None, steps=steps)


def sample(instance: Instance, steps: int, seed: int = 0, count: int = PATHS) -> Any:
    """Sampled runs of Algorithm 2 as in Theorem 4.1, side by side as axis 1."""
    problem = instance.under(Float64())
    return run(AdaptiveSampling(Sampled(seed, count), theta=horizon_step(problem, steps)), problem, steps)


def estimates(claim: Claim, instance: Instance, steps: int, seed: int = 0, count: int = PATHS) -> Sequence[Estimate]:
    """What sampled paths say of each probability in a claim."""
    with Float64().active():
        statement = claim(sample(instance, steps, seed, count))
        return [estimate(chance) for chance in ([statement] if isinstance(statement, Chance) else statement)]
