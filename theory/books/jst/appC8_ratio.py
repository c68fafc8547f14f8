"""Appendix C, the proof of Theorem 3.1 for a loss with ρ-smooth ψ and ‖∇ψ‖₁ ≥ 1: (C.8) and the displays after it.

    γ(w_t) ≥ Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j)/‖w_t‖ + Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j)/‖w_t‖ − ln n (1 + 2 ln(t+1))/‖w_t‖     (C.8)
    Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j)/‖w_t‖ ≥ γ̄/2 − 4/(t+1)²

The range of t is that of the theorem, t ≥ 1.
"""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.appC4_potential import at_each_optimum, nu_bound, potential, squared_mu
from lemmacheck.theory.books.jst.appC8_rate import (
    ENERGY_LATEX,
    NU_LATEX,
    ONLY_EXPONENTIAL,
    PROOF,
    THEOREM,
    first_divergence,
    first_potential,
    logs,
    mu_energy,
)
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import moved

CHAPTER = "Appendix C"
OPENING = openings.NOTATION
stated = partial(claim, about=GeneralDual, first=1, given=THEOREM)

PLACE = "proof of Theorem 3.1"


def gained(run: Run) -> Array:
    """Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j) + Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j) for t ≥ 1."""
    return mu_energy(run) + nu_bound(run)[1:]


@stated("P.C.8a", PREPRINT.at(f"{PLACE}, first display"))
@given(*PROOF)
@slip(f"{ONLY_EXPONENTIAL}.")
@proof("P.C.4", "P.C.7b2")
@latex(r"\psi(Zw_0)-\psi(Zw_t)\ge" + ENERGY_LATEX + "+" + NU_LATEX + r"-2\ln(n)\ln(t+1)")
def potential_gain(run: Run) -> Relation:
    """ψ(Zw_0) − ψ(Zw_t) ≥ Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j) + Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j) − 2 ln n ln(t+1)."""
    psi = potential(run)
    return at_least(psi[:1] - psi[1:], gained(run) - 2 * run.log(run.n) * logs(run))


@potential_gain.corrected()
@proof("P.C.4", "P.C.7b2.corrected")
@latex(r"\psi(Zw_0)-\psi(Zw_t)\ge" + ENERGY_LATEX + "+" + NU_LATEX + r"-2D_{\psi^*}(\bar q,q_0)\ln(t+1)")
def potential_gain_for_every_loss(run: Run) -> tuple[Relation, ...]:
    """ψ(Zw_0) − ψ(Zw_t) ≥ Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j) + Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j) − 2 D_{ψ*}(q̄, q_0) ln(t+1)."""
    psi, gain = potential(run), gained(run)
    return at_each_optimum(run, lambda q: at_least(psi[:1] - psi[1:], gain - 2 * first_divergence(run, q) * logs(run)))


def split_ratio(run: Run) -> Array:
    """(ψ(Zw_0) − ψ(Zw_t))/‖w_t‖ − ψ(Zw_0)/‖w_t‖."""
    psi, norm = potential(run), run.norm(run.w[1:])
    return (psi[:1] - psi[1:]) / norm - psi[:1] / norm


@stated("P.C.8.1", PREPRINT.at(f"{PLACE}, second display, first line"))
@proof("P.S3.3.psimax.4", by=arguments.largest_score_of_a_moved_run)
@latex(r"\gamma(w_t)\ge\frac{\psi(Zw_0)-\psi(Zw_t)}{\|w_t\|_2}-\frac{\psi(Zw_0)}{\|w_t\|_2}")
def margin_exceeds_split_ratio(run: Run) -> Relation:
    """γ(w_t) ≥ (ψ(Zw_0) − ψ(Zw_t))/‖w_t‖ − ψ(Zw_0)/‖w_t‖."""
    return at_least(run.margin(run.w[1:]), split_ratio(run))


def gained_ratio(run: Run) -> Array:
    """Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j)/‖w_t‖ + Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j)/‖w_t‖."""
    norm = run.norm(run.w[1:])
    return mu_energy(run) / norm + nu_bound(run)[1:] / norm


SPLIT_LATEX = r"\frac{\psi(Zw_0)-\psi(Zw_t)}{\|w_t\|_2}-\frac{\psi(Zw_0)}{\|w_t\|_2}"
GAINED_LATEX = (
    r"\frac{\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\|Z^\top\mu_{j+1}\|_2^2}{\|w_t\|_2}"
    r"+\frac{\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\|Z^\top\nu_j\|_2^2}{\|w_t\|_2}"
)


@stated("P.C.8.2", PREPRINT.at(f"{PLACE}, second display, second line"))
@slip(f"{ONLY_EXPONENTIAL}: for the logistic loss ψ(Zw_0) = ln(2ⁿ − 1).")
@proof("P.C.8a", "P.3.10.1")
@latex(SPLIT_LATEX + r"\ge" + GAINED_LATEX + r"-\frac{2\ln(n)\ln(t+1)}{\|w_t\|_2}-\frac{\ln(n)}{\|w_t\|_2}")
def split_ratio_exceeds_gain(run: Run) -> Relation:
    """(ψ(Zw_0) − ψ(Zw_t))/‖w_t‖ − ψ(Zw_0)/‖w_t‖ ≥ Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j)/‖w_t‖
    + Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j)/‖w_t‖ − 2 ln n ln(t+1)/‖w_t‖ − ln n/‖w_t‖."""
    norm, ln_n = run.norm(run.w[1:]), run.log(run.n)
    return at_least(split_ratio(run), gained_ratio(run) - 2 * ln_n * logs(run) / norm - ln_n / norm)


@split_ratio_exceeds_gain.corrected()
@proof("P.C.8a.corrected", by=arguments.norm_is_positive)
@latex(
    SPLIT_LATEX + r"\ge" + GAINED_LATEX + r"-\frac{2D_{\psi^*}(\bar q,q_0)\ln(t+1)}{\|w_t\|_2}"
    r"-\frac{\psi(Zw_0)}{\|w_t\|_2}"
)
def split_ratio_exceeds_gain_for_every_loss(run: Run) -> tuple[Relation, ...]:
    """(ψ(Zw_0) − ψ(Zw_t))/‖w_t‖ − ψ(Zw_0)/‖w_t‖ ≥ Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j)/‖w_t‖
    + Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j)/‖w_t‖ − 2 D_{ψ*}(q̄, q_0) ln(t+1)/‖w_t‖ − ψ(Zw_0)/‖w_t‖."""
    norm, split, gain = run.norm(run.w[1:]), split_ratio(run), gained_ratio(run)
    start = first_potential(run) / norm
    return at_each_optimum(
        run, lambda q: at_least(split, gain - 2 * first_divergence(run, q) * logs(run) / norm - start)
    )


@stated("P.C.8.3", PREPRINT.at("eq. (C.8), last equality"))
@given(*THEOREM, moved)
@latex(r"-\frac{2\ln(n)\ln(t+1)}{\|w_t\|_2}-\frac{\ln(n)}{\|w_t\|_2}=-\frac{\ln(n)(1+2\ln(t+1))}{\|w_t\|_2}")
def logarithms_collected(run: Run) -> Relation:
    """−2 ln n ln(t+1)/‖w_t‖ − ln n/‖w_t‖ = −ln n (1 + 2 ln(t+1))/‖w_t‖."""
    norm, ln_n = run.norm(run.w[1:]), run.log(run.n)
    return equal(-2 * ln_n * logs(run) / norm - ln_n / norm, -ln_n * (1 + 2 * logs(run)) / norm)


def mu_length(run: Run) -> Array:
    """Σ_{j<t} ‖Zᵀμ_{j+1}‖/λ_j for t ≥ 1."""
    return (run.num.root_of_squares(squared_mu(run)[1:]) / run.lam[:-1]).cumsum(0)


def ends_and_length(run: Run) -> Array:
    """‖Zᵀq_0‖/ρ + ‖Zᵀq_t‖/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j) for t ≥ 1."""
    pull = run.norm(run.combine(run.q)) / run.rho
    return pull[:1] + pull[1:] + mu_length(run) / run.rho


LENGTH_LATEX = r"\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\|Z^\top\mu_{j+1}\|_2"
FREE_LENGTH_LATEX = r"\sum_{j=0}^{t-1}\frac1{\lambda_j}\|Z^\top\mu_{j+1}\|_2"
ENDS_LATEX = r"\frac1\rho\|Z^\top q_0\|_2+\frac1\rho\|Z^\top q_t\|_2+"


def norm_in_parts(run: Run) -> list[Any]:
    """w_t = Zᵀq_t/ρ − Zᵀq_0/ρ − Σ_{j<t} Zᵀμ_{j+1}/(ρλ_j), and the triangle inequality three times."""
    pull = run.combine(run.q) / run.rho
    travelled = (run.combine(run.mu[1:]) / column(run.rho * run.lam[:-1])).cumsum(0)
    before = np.concatenate([0 * run.w[:1], travelled])
    return [
        by("F.triangle", travelled[:-1], travelled[1:] - travelled[:-1]),
        at_most(run.norm(travelled), mu_length(run) / run.rho),
        equal(run.w, pull - pull[:1] - before),
        by("F.triangle", pull, -pull[:1] + 0 * pull),
        by("F.triangle", pull - pull[:1], -before),
    ]


@stated("P.C.norm.1", PREPRINT.at(f"{PLACE}, third display, first inequality"))
@given(*PROOF)
@proof("P.C.7b1", by=norm_in_parts)
@latex(r"\|w_t\|_2\le" + ENDS_LATEX + LENGTH_LATEX)
def norm_by_mu(run: Run) -> Relation:
    """‖w_t‖₂ ≤ ‖Zᵀq_0‖/ρ + ‖Zᵀq_t‖/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j)."""
    return at_most(run.norm(run.w[1:]), ends_and_length(run))


@stated("P.C.norm.2", PREPRINT.at(f"{PLACE}, third display, second inequality"))
@given(*PROOF)
@slip("‖Zᵀq‖₂ ≤ 1 needs ‖q‖₁ ≤ 1; for the logistic loss ‖q_0‖₁ = n 2ⁿ⁻¹/(2ⁿ − 1) > 1.")
@latex(ENDS_LATEX + LENGTH_LATEX + r"\le\frac2\rho+" + LENGTH_LATEX)
def ends_are_short(run: Run) -> Relation:
    """‖Zᵀq_0‖/ρ + ‖Zᵀq_t‖/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j) ≤ 2/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j)."""
    return at_most(ends_and_length(run), 2 / run.rho + mu_length(run) / run.rho)


@ends_are_short.corrected()
@proof(by=arguments.pulls_by_mass)
@latex(ENDS_LATEX + LENGTH_LATEX + r"\le\frac{\|q_0\|_1+\|q_t\|_1}\rho+" + LENGTH_LATEX)
def ends_by_mass(run: Run) -> Relation:
    """‖Zᵀq_0‖/ρ + ‖Zᵀq_t‖/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j) ≤ (‖q_0‖₁ + ‖q_t‖₁)/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j)."""
    mass = run.l1(run.q)
    return at_most(ends_and_length(run), (mass[:1] + mass[1:]) / run.rho + mu_length(run) / run.rho)


def length_ratio(run: Run) -> Array:
    """γ̄ Σ_{j<t} ‖Zᵀμ_{j+1}‖/(2ρλ_j) / (2/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j))."""
    length = mu_length(run) / run.rho
    return run.optimum.gamma * (length / 2) / (2 / run.rho + length)


def half_less(run: Run, share: Array) -> Array:
    """(γ̄/2)(1 − share)."""
    return run.optimum.gamma / 2 * (1 - share)


RATIO_LATEX = (
    r"\frac{\bar\gamma\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\|Z^\top\mu_{j+1}\|_2}{\frac2\rho+" + LENGTH_LATEX + "}"
)
WITH_TWO_LATEX = r"\frac{\bar\gamma}2\left(1-\frac2{2+" + FREE_LENGTH_LATEX + r"}\right)"
WITHOUT_TWO_LATEX = r"\frac{\bar\gamma}2\left(1-\frac2{" + FREE_LENGTH_LATEX + r"}\right)"
QUADRATIC_LATEX = r"\frac{\bar\gamma}2\left(1-\frac8{\bar\gamma(t+1)^2}\right)"


@stated("P.C.ratio.1", PREPRINT.at(f"{PLACE}, fourth display, first line"))
@proof("P.C.norm.1", "P.C.norm.2", "P.A.1a.2")
@latex(r"\frac{" + ENERGY_LATEX + r"}{\|w_t\|_2}\ge" + RATIO_LATEX)
def energy_per_distance(run: Run) -> Relation:
    """Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j)/‖w_t‖
    ≥ γ̄ Σ_{j<t} ‖Zᵀμ_{j+1}‖/(2ρλ_j) / (2/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j))."""
    return at_least(mu_energy(run) / run.norm(run.w[1:]), length_ratio(run))


@stated("P.C.ratio.2", PREPRINT.at(f"{PLACE}, fourth display, second line"))
@latex(RATIO_LATEX + "=" + WITH_TWO_LATEX)
def ratio_written_out(run: Run) -> Relation:
    """γ̄ Σ_{j<t} ‖Zᵀμ_{j+1}‖/(2ρλ_j) / (2/ρ + Σ_{j<t} ‖Zᵀμ_{j+1}‖/(ρλ_j))
    = (γ̄/2)(1 − 2/(2 + Σ_{j<t} ‖Zᵀμ_{j+1}‖/λ_j))."""
    return equal(length_ratio(run), half_less(run, 2 / (2 + mu_length(run))))


def length_is_positive(run: Run) -> list[Any]:
    """Σ_{j<t} ‖Zᵀμ_{j+1}‖/λ_j ≥ Σ_{j<t} γ̄/λ_j > 0."""
    inverse, length = run.sums(1 / run.lam)[1:], mu_length(run)
    return [
        *arguments.duality_at_mu(run),
        at_least(length, run.optimum.gamma * inverse),
        above(inverse, 0),
        above(length, 0),
    ]


@stated("P.C.ratio.3", PREPRINT.at(f"{PLACE}, fourth display, third line"))
@proof(by=length_is_positive)
@latex(WITH_TWO_LATEX + r"\ge" + WITHOUT_TWO_LATEX)
def two_dropped(run: Run) -> Relation:
    """(γ̄/2)(1 − 2/(2 + Σ_{j<t} ‖Zᵀμ_{j+1}‖/λ_j)) ≥ (γ̄/2)(1 − 2/Σ_{j<t} ‖Zᵀμ_{j+1}‖/λ_j)."""
    length = mu_length(run)
    return at_least(half_less(run, 2 / (2 + length)), half_less(run, 2 / length))


def quadratic_share(run: Run) -> Array:
    """8/(γ̄ (t+1)²)."""
    return 8 / (run.optimum.gamma * (run.t[1:] + 1) ** 2)


@stated("P.C.ratio.4", PREPRINT.at(f"{PLACE}, fourth display, fourth line"))
@proof("P.C.ratio.6.3", by=length_is_positive)
@latex(WITHOUT_TWO_LATEX + r"\ge" + QUADRATIC_LATEX)
def length_is_quadratic(run: Run) -> Relation:
    """(γ̄/2)(1 − 2/Σ_{j<t} ‖Zᵀμ_{j+1}‖/λ_j) ≥ (γ̄/2)(1 − 8/(γ̄ (t+1)²))."""
    return at_least(half_less(run, 2 / mu_length(run)), half_less(run, quadratic_share(run)))


@stated("P.C.ratio.5", PREPRINT.at(f"{PLACE}, fourth display, end"))
@latex(QUADRATIC_LATEX + r"=\frac{\bar\gamma}2-\frac4{(t+1)^2}")
def half_less_a_quadratic(run: Run) -> Relation:
    """(γ̄/2)(1 − 8/(γ̄ (t+1)²)) = γ̄/2 − 4/(t+1)²."""
    return equal(half_less(run, quadratic_share(run)), run.optimum.gamma / 2 - 4 / (run.t[1:] + 1) ** 2)


def gamma_length(run: Run) -> Array:
    """Σ_{j<t} γ̄/λ_j for t ≥ 1."""
    return run.sums(run.optimum.gamma / run.lam)[1:]


@stated("P.C.ratio.6.1", PREPRINT.at(f"{PLACE}, last paragraph, link 1"))
@proof("P.A.1a.2", by=arguments.duality_at_mu)
@latex(FREE_LENGTH_LATEX + r"\ge\sum_{j=0}^{t-1}\frac{\bar\gamma}{\lambda_j}")
def length_exceeds_gamma(run: Run) -> Relation:
    """Σ_{j<t} ‖Zᵀμ_{j+1}‖/λ_j ≥ Σ_{j<t} γ̄/λ_j."""
    return at_least(mu_length(run), gamma_length(run))


@stated("P.C.ratio.6.2", PREPRINT.at(f"{PLACE}, last paragraph, link 2"))
@latex(r"\sum_{j=0}^{t-1}\frac{\bar\gamma}{\lambda_j}\ge\frac{\bar\gamma(t+1)^2}4")
def gamma_length_is_quadratic(run: Run) -> Relation:
    """Σ_{j<t} γ̄/λ_j ≥ γ̄ (t+1)²/4."""
    return at_least(gamma_length(run), run.optimum.gamma * (run.t[1:] + 1) ** 2 / 4)


@stated("P.C.ratio.6.3", PREPRINT.at(f"{PLACE}, last paragraph, first and last members"))
@proof("P.C.ratio.6.1", "P.C.ratio.6.2")
@latex(FREE_LENGTH_LATEX + r"\ge\frac{\bar\gamma(t+1)^2}4")
def length_exceeds_a_quadratic(run: Run) -> Relation:
    """Σ_{j<t} ‖Zᵀμ_{j+1}‖/λ_j ≥ γ̄ (t+1)²/4."""
    return at_least(mu_length(run), run.optimum.gamma * (run.t[1:] + 1) ** 2 / 4)
