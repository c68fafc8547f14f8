"""Upper bounds on γ̄ by the dual objective of Algorithm 1, one at every t, which fall to γ̄.

    γ̄ ≤ ‖Zᵀμ_t‖ = √(2φ(μ_t)), and 2φ(μ_t) ≤ γ̄² + 8 ln n/(t+1)² by Lemma 3.2

The computed μ_t ≥ 0 are taken as exact and divided by their sum, which puts them on the simplex exactly.
"""

from dataclasses import dataclass

import numpy as np
from flint import arb
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide.curves import indices
from lemmacheck.verifiers.large.rounding import TINY, share, within
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.races.racing import problem
from lemmacheck.verifiers.records.verdict import Verdict


@dataclass(frozen=True, eq=False)
class Descent:
    """At some t ≥ 1, ‖Zᵀμ_t‖² and the 8 ln n/(t+1)² that Lemma 3.2 allows it if γ̄ = 0."""

    t: list[int]
    square: list[arb]
    allowed: list[arb]

    @property
    def verdict(self) -> Verdict:
        """Whether it stays below everywhere: certified, refuted by some t, or not known."""
        pairs = list(zip(self.square, self.allowed, strict=True))
        if all(found <= allowed for found, allowed in pairs):
            return Verdict.CERTIFIED
        return Verdict.REFUTED if any(found > allowed for found, allowed in pairs) else Verdict.UNDECIDED


def descent(Z: np.ndarray, steps: int) -> Descent:
    """Along T steps of the dual method."""
    p, algorithm = problem(Z, Exponential()), DualNesterov()
    shown = {*indices(steps + 1)} - {0}
    t, square = [], []
    with Float64().active():
        state = algorithm.start(p)
        for k in range(1, steps + 1):
            state = algorithm.step(p, state)
            if k in shown:
                t.append(k)
                square.append(length(Z, state.mu) ** 2)
    return Descent(t, square, [8 * arb(p.n).log() / (k + 1) ** 2 for k in t])


def length(Z: np.ndarray, mu: np.ndarray) -> arb:
    """‖Zᵀq‖ for the q = μ/Σμ of some μ ≥ 0: sums of n terms, whose error is a vector shorter than γ_n max ‖z_i‖ Σμ."""
    n, d = Z.shape
    total = within(float(mu.sum()), n)
    longest = within(float((Z * Z).sum(axis=1).max()), d + 2).sqrt()
    combined = Z.T @ mu
    norm = within(float(combined @ combined), d + 1).sqrt()
    off = (share(n) * longest * total + n * d * TINY).upper()
    return (norm + arb(0, off)).nonnegative_part() / total
