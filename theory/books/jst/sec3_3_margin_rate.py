"""Theorem 3.1 and Section 3.3, the margin analysis of Algorithm 1 and of the dual method it equals.

    γ(w_t) ≥ γ̄ − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄ (t+1)²)
    4‖g_t‖²/t² − 8 ln n/(t+1)² ≤ γ̄² ≤ 4‖g_t‖²/t²

The proofs bound −ψ(Zw_t) from below and ‖w_t‖ from above and below.
"""

from functools import partial

import numpy as np
from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.arithmetic import Array, column, delayed
from lemmacheck.theory.core.claim import claim, given, latex, not_checkable, proof
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run, sequence
from lemmacheck.theory.margins.comparators import directions
from lemmacheck.theory.margins.hypotheses import (
    exponential_loss,
    separable,
    standard_momentum,
    standard_schedule,
    starts_at_one,
    unit_steps,
)

CHAPTER = "Section 3"
OPENING = openings.NOTATION

ALGORITHM_1 = (exponential_loss, standard_momentum)
stated = partial(claim, about=PrimalMomentum, first=1, given=ALGORITHM_1)
PROPOSITION = (exponential_loss, standard_schedule)


@stated("P.1.1eq", JST.at("§3, first display, with eq. (1.1)"), first=0, kind="equivalence")
@given(exponential_loss)
@proof("P.2.3.1")
@latex(r"Z^\top q_t=Z^\top\nabla\psi(Zw_t)=\frac{\nabla\mathcal R(w_t)}{\mathcal R(w_t)}")
def algorithm_1_is_normalised_momentum(run: Run) -> tuple[Relation, ...]:
    """Zᵀq_t = Zᵀ∇ψ(Zw_t) = ∇R(w_t)/R(w_t), so g_t and w_{t+1} of Algorithm 1 are those of (1.1)."""
    by_psi = run.combine(run.psi_gradient(run.scores(run.w)))
    by_risk = run.risk_gradient(run.w) / column(run.risk(run.w))
    step = column(run.theta) * (run.g + by_risk)
    return (
        equal(run.combine(run.q), by_psi),
        equal(by_psi, by_risk),
        equal(run.g, column(run.beta) * (delayed(run.g) + by_risk)),
        equal(run.w[1:], run.w[:-1] - step[:-1]),
    )


@stated("P.T3.1.1", JST.at("Theorem 3.1(1)"))
@given(*ALGORITHM_1, separable)
@proof(
    "P.L3.5",
    "P.L3.6l",
    "P.L3.6u",
    "P.C.8.1",
    "P.C.8.2.corrected",
    "P.C.8.3",
    "P.3.10.1",
    "P.C.norm.2.corrected",
    "P.C.ratio.2",
    "P.C.ratio.3",
    "P.C.ratio.4",
    "P.C.ratio.5",
    "P.3.2.alg",
    by=arguments.rate_of_the_dual_run,
)
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{4(1+\ln(n))(1+2\ln(t+1))}{\bar\gamma(t+1)^2}")
def margin_rate(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄ (t+1)²) for every t ≥ 1."""
    t, gamma = run.t[1:], run.optimum.gamma
    shortfall = 4 * (1 + run.log(run.n)) * (1 + 2 * run.log(t + 1)) / (gamma * (t + 1) ** 2)
    return at_least(run.margin(run.w[1:]), gamma - shortfall)


@sequence
def upper_end(run: Run) -> Array:
    """4‖g_t‖²/t² for t ≥ 1."""
    return 4 * run.squared(run.g[1:]) / run.t[1:] ** 2


def lower_end(run: Run) -> Array:
    """4‖g_t‖²/t² − 8 ln n/(t+1)² for t ≥ 1."""
    return upper_end(run) - 8 * run.log(run.n) / (run.t[1:] + 1) ** 2


@stated("P.T3.1.2l", JST.at("Theorem 3.1(2), left inequality"))
@proof("P.L3.2", "P.3.2.phimu.1", "P.3.2.phimu.2", "P.3.2.alg", by=arguments.gap_of_the_dual_run)
@latex(r"\frac{4\|g_t\|_2^2}{t^2}-\frac{8\ln(n)}{(t+1)^2}\le\bar\gamma^2")
def interval_from_below(run: Run) -> Relation:
    """4‖g_t‖²/t² − 8 ln n/(t+1)² ≤ γ̄² for every t ≥ 1, on any data."""
    return at_most(lower_end(run), run.optimum.gamma_squared)


@stated("P.T3.1.2u", JST.at("Theorem 3.1(2), right inequality"))
@proof("P.3.2.phimu.1", "P.3.2.phimu.2", "P.3.2.alg", by=arguments.duality_of_the_dual_run)
@latex(r"\bar\gamma^2\le\frac{4\|g_t\|_2^2}{t^2}")
def interval_from_above(run: Run) -> Relation:
    """γ̄² ≤ 4‖g_t‖²/t² for every t ≥ 1, on any data."""
    return at_most(run.optimum.gamma_squared, upper_end(run))


P_S1_BEST = not_checkable(
    "P.S1.best",
    JST.at("§1, “Contributions”; §3, after Theorem 3.1"),
    "Prior work had a margin maximization rate of O(1/t) at best.",
    latex=r"\text{prior work had a rate of }\mathcal O(1/t)\text{ at best}",
    reason="a sentence about the literature of its day: no computation can bear it out or refute it",
    chapter="Section 1",
)


@stated("P.T3.1.int.1", JST.at("§3, after Theorem 3.1"), kind="rate")
@proof("P.T3.1.2l", "P.T3.1.2u", by=arguments.interval_of_the_dual_run)
@latex(r"""\bar\gamma^2\in\Big[\frac{4\|g_t\|_2^2}{t^2}-\frac{8\ln n}{(t+1)^2},\frac{4\|g_t\|_2^2}{t^2}\Big],
    \quad\text{of length }\mathcal O(1/t^2)""")
def interval_shrinks(run: Run) -> tuple[Relation, ...]:
    """γ̄² lies in the interval of Theorem 3.1(2), and t² times its length is at most the constant 8 ln n."""
    length = upper_end(run) - lower_end(run)
    return (
        at_most(lower_end(run), run.optimum.gamma_squared),
        at_most(run.optimum.gamma_squared, upper_end(run)),
        at_most(run.t[1:] ** 2 * length, 8 * run.log(run.n)),
    )


@stated("P.T3.1.int.2", JST.at("§3, after Theorem 3.1"))
@proof("P.T3.1.2u", "P.S2.gbar0")
@latex(r"\gamma(w)\le\frac{2\|g_t\|_2}{t}\quad\text{for all }w")
def interval_excludes_larger_margins(run: Run) -> tuple[Relation, ...]:
    """No predictor's margin exceeds the interval: γ(w) ≤ 2‖g_t‖/t for every t ≥ 1 and every w."""
    end = 2 * run.norm(run.g[1:]) / run.t[1:]
    known = tuple(at_most(run.margin(w[None]), end) for w in directions(run.problem))
    return *known, at_most(run.margin(run.w[1:]), end), at_most(run.margin(run.w[-1:]), end)


def weights(run: Run) -> Array:
    """1/λ_{j−1}² − (1 − λ_j)/λ_j² for j ≥ 1, and 0 for j = 0."""
    lam = run.lam
    return np.concatenate([0 * lam[:1], 1 / lam[:-1] ** 2 - (1 - lam[1:]) / lam[1:] ** 2])


@claim("P.L3.5", JST.at("Lemma 3.5", "Lemma 3.2, second so numbered"), about=DualNesterov, first=1)
@given(exponential_loss, unit_steps, starts_at_one)
@proof("P.3.3eq.3", "P.C.4", by=arguments.soft_maximum_along_a_step)
@latex(r"""-\psi(Zw_t)\ge-\psi(Zw_0)+\frac1{2\lambda_{t-1}^2}\|Z^\top\mu_t\|_2^2
    +\sum_{j=1}^{t-1}\frac12\left(\frac1{\lambda_{j-1}^2}-\frac{1-\lambda_j}{\lambda_j^2}\right)
    \|Z^\top\mu_j\|_2^2+\sum_{j=0}^{t-1}\frac1{2\lambda_j}\|Z^\top\nu_j\|_2^2""")
def psi_lower_bound(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ψ(Zw_0) + ‖Zᵀμ_t‖²/(2λ_{t−1}²) + Σ_{j=1}^{t−1} ½(1/λ_{j−1}² − (1−λ_j)/λ_j²)‖Zᵀμ_j‖²
    + Σ_{j=0}^{t−1} ‖Zᵀν_j‖²/(2λ_j) for every t ≥ 1."""
    lam, psi = run.lam, run.psi(run.scores(run.w))
    mu, nu = run.squared(run.combine(run.mu)), run.squared(run.combine(run.nu))
    bound = mu[1:] / (2 * lam[:-1] ** 2) + run.sums(weights(run) * mu / 2)[1:] + run.sums(nu / (2 * lam))[1:]
    return at_least(-psi[1:], -psi[:1] + bound)


@sequence
def travelled(run: Run) -> Array:
    """Σ_{j<t} ‖Zᵀν_j‖/λ_j."""
    return run.sums(run.norm(run.combine(run.nu)) / run.lam)


@sequence
def climbed(run: Run) -> Array:
    """Σ_{j<t} ‖Zᵀν_j‖²/(2λ_j)."""
    return run.sums(run.squared(run.combine(run.nu)) / (2 * run.lam))


@sequence
def owed(run: Run) -> Array:
    """Σ_{j<t} γ̄/λ_j."""
    return run.optimum.gamma * run.sums(1 / run.lam)


@claim("P.L3.6l", JST.at("Lemma 3.6, left", "Lemma 3.2, third so numbered, left"), about=DualNesterov)
@given(exponential_loss, unit_steps)
@proof("P.3.3eq.3", "P.C.7a.l", by=arguments.iterate_is_a_combination)
@latex(r"\sum_{j=0}^{t-1}\frac{\bar\gamma}{\lambda_j}\le\|w_t\|_2")
def norm_lower_bound(run: Run) -> Relation:
    """Σ_{j<t} γ̄/λ_j ≤ ‖w_t‖₂."""
    return at_most(owed(run), run.norm(run.w))


@claim("P.L3.6u", JST.at("Lemma 3.6, right", "Lemma 3.2, third so numbered, right"), about=DualNesterov)
@given(exponential_loss, unit_steps)
@proof("P.3.3eq.3", "P.C.7a.u", by=arguments.norm_grows_by_steps)
@latex(r"\|w_t\|_2\le\sum_{j=0}^{t-1}\frac1{\lambda_j}\|Z^\top\nu_j\|_2")
def norm_upper_bound(run: Run) -> Relation:
    """‖w_t‖₂ ≤ Σ_{j<t} ‖Zᵀν_j‖₂/λ_j."""
    return at_most(run.norm(run.w), travelled(run))
