"""How fast the ℓ₁ margin is reached, method by method, on the same data: exponents fitted to γ̄₁ − γ₁(w_t).

A fitted exponent is that of the median data set: it says what to expect, and nothing of the data on which a method
stops short of γ̄₁ for good.
"""

from __future__ import annotations

from theory.algorithms import AcceleratedAdaBoost, CoolingAdaBoost, DualAdaBoost
from theory.boosting_hypotheses import bounded_entries, half_square, separable_by_votes, unit_votes
from theory.claim import claim
from theory.hypotheses import no_momentum, standard_lambda, standard_momentum
from theory.relation import Decay
from theory.run import Run
from theory.sources import CONTRIBUTED

BOOSTED = (bounded_entries, separable_by_votes)


def shortfall(run: Run, power: float, logs: float = 0) -> Decay:
    """γ̄₁ − γ₁(w_t) = O(ln(t)^logs / t^power)."""
    return Decay(run.optimum.gamma - run.margin(run.w[1:]), power, logs=logs)
