"""Bounds on the rounding error of one reduction, whatever the order of the sums.

With u the unit roundoff, γ_k = ku/(1 − ku), at most B rows a block and M merges, and ‖z_i‖ ≤ R:
    scores    |computed − ⟨z_i, w⟩| ≤ γ_d R‖w‖                    a dot product of d terms
    weights   ‖q − ∇ψ(Zw)‖₁ ≤ 2η/(1 − η) + e^{2γ_d R‖w‖} − 1      off on average by η, at scores that are off
    sums      S, a: relative ε = (1 + γ_B)(1 + γ_{2M}) − 1         of weights ω_i ≥ 0 that are what they are
    mean      ‖a/S − Zᵀq‖ ≤ δ = 2R(ε + 2u)/(1 − ε),  q_i = ω_i/Σω  and this q lies in Δ_n exactly
    ψ         |m + ln S − ψ(Zw)| ≤ γ_d R‖w‖ + η/(1 − η)            η: ε, exp, and the rounding of its arguments
Products must be sums of products (no Strassen, no TF32). `Rounding` says what is asked of exp, and of underflow.
A bound that does not exist, as γ_k where ku ≥ 1, is infinite: statements that need it are undecided.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from flint import arb
from lemmacheck.verifiers.large.rows import Rows

EXP_ULPS = 4
UNIT = arb(2) ** -53
TINY = arb(float(np.finfo(float).tiny))
INF = arb("inf")


@dataclass(frozen=True)
class Rounding:
    """The bounds for rows of norms at most R, in balls; to be computed where a `Ball` is active.

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

    @cached_property
    def tiny(self) -> arb:
        """All that underflow can add to a sum over rows or entries: of rows as they are stored, over their scale."""
        smallest, scale = arb(float(np.finfo(self.rows.precision).tiny)), arb(self.rows.scale)
        return (smallest * (self.rows.n + 1) * (self.rows.d + 1) * (1 + self.R * scale + 1 / scale)).upper()

    @property
    def longest(self) -> arb:
        """max_i ‖z_i‖² from the computed squares."""
        return within(self.largest_square, self.rows.d + 2)

    @cached_property
    def R(self) -> arb:
        """A bound on max_i ‖z_i‖."""
        return self.longest.sqrt().upper()

    @cached_property
    def per_norm(self) -> arb:
        """γ_d R: the error of a score over ‖w‖, so of a margin too; what underflows comes on top."""
        return (share(self.rows.d, self.unit) * self.R).upper()

    def score(self, norm: arb) -> arb:
        """The error of a score, and so of the largest, at a w of this norm: `over` may lose an entry's last bits."""
        return (self.per_norm * norm + self.tiny * (1 + norm)).upper()

    @cached_property
    def sums(self) -> arb:
        """ε."""
        blocking = self.rows.blocking
        return ((1 + share(blocking.rows, self.unit)) * (1 + share(2 * blocking.merges)) - 1).upper()

    @cached_property
    def mean(self) -> arb:
        """δ."""
        return ((2 * self.R * (self.sums + 2 * UNIT) + self.tiny) / (1 - self.sums)).upper() if self.sums < 1 else INF

    @cached_property
    def mass(self) -> arb:
        """η: of S, and of the ω on average, as Σ exp(s_i − m) for the computed scores s."""
        exps = (1 + 2 * EXP_ULPS * self.unit) * (1 + 2 * EXP_ULPS * UNIT) ** self.rows.blocking.merges
        arguments = 1 + arb("1.01") * self.unit * arb(self.rows.n).log()
        return ((1 + self.sums) * exps * arguments - 1 + self.tiny).upper()

    @cached_property
    def log_mass(self) -> arb:
        """The error of ln S."""
        return (self.mass / (1 - self.mass)).upper() if self.mass < 1 else INF

    def weights(self, norm: arb) -> arb:
        """The error of q = softmax(Zw), in the ℓ₁ norm, at a w of this norm."""
        return (2 * self.log_mass + (2 * self.score(norm)).expm1()).upper()


def share(terms: int, unit: arb = UNIT) -> arb:
    """γ_k = ku/(1 − ku); infinite where ku is not below 1."""
    return (terms * unit / (1 - terms * unit)).upper() if terms * unit < 1 else INF


def within(computed: float, terms: int) -> arb:
    """The ball of all sums of squares x ≥ 0 that may be computed as this one.

    computed = x(1 + γ) + η, |γ| ≤ γ_k, where each of the k terms loses at most 4 times the least normal number.
    """
    relative = share(terms)
    return (arb(computed) * arb(1, relative / (1 - relative)) + arb(0, 4 * terms * TINY)).nonnegative_part()
