"""The law of w_t in Theorem 4.1 on two rows, for t in the thousands: c_1, how often the first was drawn, says all.

    q_{t,1} = 1/(1 + x),   x = exp((Zw_t)_2 − (Zw_t)_1) = A^{c_1} B^{t−c_1}
    A = exp(θ⟨z_1, z_1 − z_2⟩),  B = exp(θ⟨z_2, z_1 − z_2⟩)

c_1 stays near its share of t. It is followed within a window there; of the chance that leaves it nothing is known.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

import numpy as np
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EndpointLaw, Law, horizon_step
from lemmacheck.theory.core.arithmetic import Array, as_array
from lemmacheck.theory.margins.problem import Problem


@dataclass(frozen=True)
class TwoRowLaw(EndpointLaw):
    """t = `rows_a_step` rows in one step; at every t the window holds `width` counts from share·t − below on."""

    rows_a_step: int = 8000
    share: Fraction = Fraction(1, 2)
    below: int = 150
    width: int = 300

    def tuned(self, p: Problem, steps: int) -> Self:
        return replace(self, theta=horizon_step(p, self.rows_a_step))

    def odds(self, x: Array) -> Array:
        """q_{t,2}/q_{t,1}."""
        return x

    def low(self, t: int) -> int:
        """The least count in the window."""
        return self.share.numerator * t // self.share.denominator - self.below

    def step(self, p: Problem, s: Law) -> Law:
        gram, theta = p.scores(p.Z), self.theta(s.t)
        a, b = theta * (gram[0, 0] - gram[0, 1]), theta * (gram[1, 0] - gram[1, 1])
        factors = p.exp(b), p.exp(a)
        counts = range(self.low(0), self.low(0) + self.width)
        x = p.exp((a - b) * p.num.array(list(counts)))
        chance = p.num.array([0] * self.below + [1] + [0] * (self.width - self.below - 1))
        none = 0 * chance[:1]
        outside = none[0]
        for t in range(self.rows_a_step):
            odds = self.odds(x)
            first = chance / (1 + odds)
            every = np.concatenate([first * odds, none]) + np.concatenate([none, first])
            up = self.low(t + 1) - self.low(t)
            outside = outside + every[:up].sum() + every[self.width + up :].sum()
            chance, x = every[up : self.width + up], x * factors[up]
        last = self.low(self.rows_a_step)
        known: dict[tuple[int, ...], Any] = {(last + k, self.rows_a_step - last - k): x for k, x in enumerate(chance)}
        return with_unknown(p, self.law(p, p.num.number(self.rows_a_step), known), outside)


def with_unknown(p: Problem, law: Law, chance: Any) -> Law:
    """The law, and one more state with this chance, of which nothing is known: its numbers are undefined."""
    w, q = (p.sqrt(-p.ones(size))[None] for size in (p.d, p.n))
    return law._replace(
        counts=(*law.counts, ()),
        w=np.concatenate([law.w, w]),
        q=np.concatenate([law.q, q]),
        chance=np.concatenate([law.chance, np.stack([as_array(chance)])]),
    )
