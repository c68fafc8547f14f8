"""How far rounding takes one reduction from the real numbers, as bounds that hold whatever the order of the sums.

With u the unit roundoff, γ_k = ku/(1 − ku), at most B rows a block and M merges, and ‖z_i‖ ≤ R:
    scores    |computed − ⟨z_i, w⟩| ≤ γ_d R‖w‖                    a dot product of d terms
    sums      S, a: relative ε = (1 + γ_B)(1 + γ_{2M}) − 1         of weights ω_i ≥ 0 that are what they are
    mean      ‖a/S − Zᵀq‖ ≤ δ = 2R(ε + 2u)/(1 − ε),  q_i = ω_i/Σω  and this q lies in Δ_n exactly
    ψ         |m + ln S − ψ(Zw)| ≤ γ_d R‖w‖ + η/(1 − η)            η: ε, exp, and the rounding of its arguments
Products must be sums of products (no Strassen). `Rounding` says what is asked of exp, and of underflow.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from flint import arb

from verifiers.fast.rows import Rows

EXP_ULPS = 4
UNIT = arb(2) ** -53
TINY = arb(float(np.finfo(float).tiny))


@dataclass(frozen=True)
class Rounding:
    """The bounds for rows of norms at most R, in balls; ask them where a `Ball` is active.

    The mean needs no accuracy of exp: whatever numbers ω_i ≥ 0 it returns, q = ω/Σω is a point of the simplex. Only ψ
    does: exp to `EXP_ULPS` units in the last place. Arguments −y_i are off by u·y_i, and Σ q_i y_i ≤ ln n for
    q ∝ exp(−y). Scores and blocks round in the precision of the rows, all else in doubles. Underflow is counted
    absolutely, also where a device flushes to 0.
    """

    rows: Rows
    largest_square: float

    @property
    def unit(self) -> arb:
        """u in the precision of the rows."""
        return arb(float(np.finfo(self.rows.precision).eps)) / 2

    @property
    def tiny(self) -> arb:
        """All that underflow can add to a sum over rows or entries."""
        return (
            arb(float(np.finfo(self.rows.precision).tiny))
            * (self.rows.n + 1)
            * (self.rows.d + 1)
            * (1 + self.R * self.rows.scale)
        )

    @property
    def longest(self) -> arb:
        """max_i ‖z_i‖² from the computed squares."""
        return within(self.largest_square, share(self.rows.d + 2))

    @property
    def R(self) -> arb:
        """A bound on max_i ‖z_i‖."""
        return self.longest.sqrt().upper()

    @property
    def per_norm(self) -> arb:
        """γ_d R: of a score over ‖w‖, so of a margin too; `tiny` comes on top."""
        return (share(self.rows.d, self.unit) * self.R).upper()

    @property
    def sums(self) -> arb:
        """ε."""
        blocking = self.rows.blocking
        return ((1 + share(blocking.rows, self.unit)) * (1 + share(2 * blocking.merges)) - 1).upper()

    @property
    def mean(self) -> arb:
        """δ."""
        return ((2 * self.R * (self.sums + 2 * UNIT) + self.tiny) / (1 - self.sums)).upper()

    @property
    def mass(self) -> arb:
        """η: of S, and of the ω on average, as Σ exp(s_i − m) for the computed scores s."""
        exps = (1 + 2 * EXP_ULPS * self.unit) * (1 + 2 * EXP_ULPS * UNIT) ** self.rows.blocking.merges
        arguments = 1 + arb("1.01") * self.unit * arb(self.rows.n).log()
        return ((1 + self.sums) * exps * arguments - 1 + self.tiny).upper()

    @property
    def log_mass(self) -> arb:
        """Of ln S."""
        return (self.mass / (1 - self.mass)).upper() if self.mass < 1 else arb("inf")

    def gradient(self, norm: arb) -> arb:
        """Of a/S as Zᵀ softmax(Zw), the exact one at a w of this norm."""
        score = self.per_norm * norm + self.tiny
        return (self.mean + self.R * (2 * self.log_mass + (2 * score).expm1())).upper()


def share(terms: int, unit: arb = UNIT) -> arb:
    """γ_k = ku/(1 − ku); infinite where ku is not below 1."""
    return (terms * unit / (1 - terms * unit)).upper() if terms * unit < 1 else arb("inf")


def within(computed: float, relative: arb) -> arb:
    """The ball of all x ≥ 0 whose computed value may be this one: x(1 ± relative), and what underflow took."""
    value = arb(computed)
    return (value * arb(1, relative / (1 - relative)) + arb(0, TINY)).nonnegative_part()
