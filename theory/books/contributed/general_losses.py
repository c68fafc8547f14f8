"""What holds beyond the print for any loss with convex, ρ-smooth ψ and ‖∇ψ‖₁ ≥ 1: no logarithm in t, and one constant.

    −ψ(Zw_t) ≥ −ψ(0) + γ̄ ‖w_t‖,   hence   γ(w_t) ≥ γ̄ − ψ(0)/‖w_t‖ ≥ γ̄ − ρψ(0)/(γ̄ Σ_{j<t} 1/λ_j)

Proof. ∇ψ > 0 and ‖∇ψ‖₁ ≥ 1 give ‖Zᵀμ_j‖ ≥ γ̄. For θ = 1, λ_0 = 1 and 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}² the weights of
‖Zᵀμ_j‖² in Lemma C.4 are nonnegative and sum to Σ_{j<t} 1/(2ρλ_j), so that ψ(0) − ψ(Zw_t) is at least
Σ_{j<t} (γ̄² + ‖Zᵀν_j‖²)/(2ρλ_j) ≥ γ̄ Σ_{j<t} ‖Zᵀν_j‖/(ρλ_j) ≥ γ̄ ‖w_t‖. As ψ(ξ) ≥ max ξ_i for every loss, γ(w_t) ≥
−ψ(Zw_t)/‖w_t‖ and ψ(0) ≥ 0; and ‖w_t‖ ≥ Σ_{j<t} γ̄/(ρλ_j). With λ_t = 2/(t+2) the bound is 4ρψ(0)/(γ̄ t(t+3)).
"""

from typing import Any

from lemmacheck.theory.books.contributed.margin_rate import by_distance
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.appC4_potential import nu_bound, potential
from lemmacheck.theory.books.jst.appC8_rate import gamma_bound, gamma_energy, optimum_is_below_mu
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, above, at_least, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import (
    gradient_mass,
    separable,
    slow_schedule,
    standard_schedule,
    starts_at_one,
    unit_steps,
)

CHAPTER = "N1 for a general loss"
OPENING = openings.NOTATION


def potential_by_distance(run: Run) -> list[Any]:
    """−ψ(Zw_t) ≥ −ψ(0) + γ̄ ‖w_t‖ for λ_t = 2/(t+2): by Lemma C.4, ‖Zᵀμ_j‖ ≥ γ̄ and γ̄² + ‖Zᵀν_j‖² ≥ 2γ̄‖Zᵀν_j‖."""
    psi, pull, gamma = potential(run), run.norm(run.combine(run.nu)), run.optimum.gamma
    travelled = run.sums(pull / (run.rho * run.lam))
    return [
        *optimum_is_below_mu(run),
        equal(gamma_bound(run), gamma_energy(run)),
        by("F.square", gamma - pull),
        at_least(gamma_energy(run) + nu_bound(run)[1:], gamma * travelled[1:]),
        by("P.C.7a.u"),
        by("P.C.4"),
        at_least(psi[:1] - psi[1:], gamma * travelled[1:]),
    ]


def general_potential(run: Run) -> list[Any]:
    return by_distance(run, arguments.smooth_psi_along_a_step(run))


def general_margin(run: Run) -> list[Any]:
    return [*arguments.largest_score_of_a_moved_run(run), by("N1g.psi")]


def general_rate(run: Run) -> list[Any]:
    """ψ(0)(‖w_t‖ − γ̄ Σ_{j<t} 1/(ρλ_j)) ≥ 0, as ψ(0) ≥ max_i 0 = 0."""
    psi, progress, gamma, size = potential(run)[:1], run.sums(1 / run.lam), run.optimum.gamma, run.norm(run.w)
    return [
        *general_margin(run),
        at_least(run.margin(run.w[1:]), gamma - psi / size[1:]),
        equal(run.sums(1 / (run.rho * run.lam)), progress / run.rho),
        at_least(size, gamma * progress / run.rho),
        above(progress[1:], 0),
        by("F.max", run.scores(run.w[:1])),
        at_least(psi, 0),
        by("F.times", psi + 0 * run.t, size - gamma * progress / run.rho),
    ]


def rate_by_distance(run: Run) -> list[Any]:
    """γ(w_t) ≥ γ̄ − ψ(0)/‖w_t‖, and ψ(0)(‖w_t‖ − γ̄t(t+3)/(4ρ)) ≥ 0, as ψ(0) ≥ max_i 0 = 0."""
    psi, size, gamma = potential(run), run.norm(run.w), run.optimum.gamma
    far = gamma * run.t * (run.t + 3) / (4 * run.rho)
    return [
        *potential_by_distance(run),
        at_least(psi[:1] - psi[1:], gamma * size[1:]),
        by("P.C.7a.l"),
        equal(run.sums(gamma / (run.rho * run.lam)), far),
        at_least(size, far),
        above(size[1:], 0),
        by("F.max", run.scores(run.w)),
        at_least(run.margin(run.w[1:]), gamma - psi[:1] / size[1:]),
        by("F.max", run.scores(run.w[:1])),
        at_least(psi[:1], 0),
        by("F.times", psi[:1] + 0 * run.t, size - far),
    ]


GENERAL = (unit_steps, starts_at_one, slow_schedule, gradient_mass)


@claim("N1g.psi", CONTRIBUTED.at("N1 for a general loss, step 1"), about=GeneralDual, first=1)
@given(*GENERAL)
@proof("P.C.4", "N1.weights", "P.A.1a.2", "P.C.7a.u", by=general_potential)
@latex(r"-\psi(Zw_t)\ge-\psi(0)+\bar\gamma\|w_t\|_2")
def general_potential_grows_with_distance(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ψ(0) + γ̄ ‖w_t‖ for every t ≥ 1."""
    psi = potential(run)
    return at_least(-psi[1:], -psi[:1] + run.optimum.gamma * run.norm(run.w[1:]))


@claim("N1g.margin", CONTRIBUTED.at("N1 for a general loss, step 2"), about=GeneralDual, first=1)
@given(*GENERAL, separable)
@proof("N1g.psi", "P.S3.3.psimax.4", by=general_margin)
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{\psi(0)}{\|w_t\|_2}")
def general_margin_by_distance(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − ψ(0)/‖w_t‖ for every t ≥ 1, on separable data."""
    w = run.w[1:]
    return at_least(run.margin(w), run.optimum.gamma - potential(run)[:1] / run.norm(w))


@claim("N1g.rate", CONTRIBUTED.at("N1 for a general loss"), about=GeneralDual, first=1)
@given(*GENERAL, separable)
@proof("N1g.psi", by=general_rate)
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{\rho\,\psi(0)}{\bar\gamma\sum_{j=0}^{t-1}1/\lambda_j}")
def general_margin_rate(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − ρψ(0)/(γ̄ Σ_{j<t} 1/λ_j) for every t ≥ 1, on separable data."""
    gamma, progress = run.optimum.gamma, run.sums(1 / run.lam)[1:]
    return at_least(run.margin(run.w[1:]), gamma - run.rho * potential(run)[:1] / (gamma * progress))


@claim(
    "N1g.standard", CONTRIBUTED.at("N1 for a general loss, with the rates of Theorem 3.1"), about=GeneralDual, first=1
)
@given(standard_schedule, gradient_mass, separable)
@proof("P.C.4", "P.A.1a.2", "P.C.7a.u", "P.C.7a.l", "P.S3.3.psimax.4", by=rate_by_distance)
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{4\rho\,\psi(0)}{\bar\gamma\,t(t+3)}")
def general_margin_rate_without_logarithm(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − 4ρψ(0)/(γ̄ t(t+3)) for every t ≥ 1, on separable data."""
    t, gamma = run.t[1:], run.optimum.gamma
    return at_least(run.margin(run.w[1:]), gamma - 4 * run.rho * potential(run)[:1] / (gamma * t * (t + 3)))
