"""Appendix C, the proof of Theorem 3.1: the second claim of the second Lemma C.7, and (C.8).

    ψ(Zw_0) − ψ(Zw_t) ≥ Σ_{j<t} (‖Zᵀμ_{j+1}‖² + ‖Zᵀν_j‖²)/(2ρλ_j) − 2 ln n ln(t+1)

ln n stands for D_{ψ*}(q̄, q_0) and for ψ(Zw_0), which it is for the exponential loss alone. For every loss
D_{ψ*}(q̄, q_0) ≤ ψ(Zw_0): the divergence is ψ*(q̄) + ψ(0), and ψ*(q̄) = sup ⟨ξ, q̄⟩ − ψ(ξ) ≤ 0 as ψ(ξ) ≥ max ξ_i.
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.appC4_potential import at_each_optimum, mu_bound, potential, squared_mu, weights
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import (
    gradient_mass,
    minimal_over_the_domain,
    separable,
    standard_lambda,
    standard_schedule,
)

CHAPTER = "Appendix C"
OPENING = openings.NOTATION

LEMMA = (standard_schedule,)
stated = partial(claim, about=GeneralDual, first=1, given=LEMMA)
PROOF = (*LEMMA, gradient_mass)
THEOREM = (*PROOF, separable)
ONLY_EXPONENTIAL = "ln n stands where D(q̄, q_0) or ψ(Zw_0) belongs, and bounds them for the exponential loss alone"


def mu_energy(run: Run) -> Array:
    """Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j) for t ≥ 1."""
    return (squared_mu(run)[1:] / (2 * run.rho * run.lam[:-1])).cumsum(0)


def gamma_energy(run: Run) -> Array:
    """Σ_{j<t} γ̄²/(2ρλ_j) for t ≥ 1."""
    return run.sums(run.optimum.gamma_squared / (2 * run.rho * run.lam))[1:]


def excess(run: Run) -> Array:
    """(‖Zᵀμ_{j+1}‖² − γ̄²)/(2ρλ_j)."""
    return 1 / (2 * run.rho * run.lam[:-1]) * (squared_mu(run)[1:] - run.optimum.gamma_squared)


def logs(run: Run) -> Array:
    """ln(t+1) for t ≥ 1."""
    return run.log(run.t[1:] + 1)


def first_potential(run: Run) -> Array:
    """ψ(Zw_0)."""
    return potential(run)[:1]


def gamma_bound(run: Run) -> Array:
    """γ̄²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²) γ̄²/(2ρ) for t ≥ 1."""
    share = run.optimum.gamma_squared / (2 * run.rho)
    return share / run.lam[:-1] ** 2 + run.sums(weights(run) * share)[1:]


def optimum_is_below_mu(run: Run) -> list[Any]:
    """‖Zᵀμ_t‖² ≥ γ̄², and no weight is negative."""
    mu, gamma = squared_mu(run) / (2 * run.rho), run.optimum.gamma_squared / (2 * run.rho)
    return [
        *arguments.positive_averages(run),
        by("F.dual", run.mu),
        by("F.square", run.mu.sum(-1) - 1),
        at_least(mu, gamma),
        at_least(run.sums(weights(run) * mu), run.sums(weights(run) * gamma)),
        at_least(mu_bound(run), gamma_bound(run)),
    ]


MU_LATEX = (
    r"\frac1{2\rho\lambda_{t-1}^2}\|Z^\top\mu_t\|_2^2+\sum_{j=1}^{t-1}\frac1{2\rho}"
    r"\left(\frac1{\lambda_{j-1}^2}-\frac{1-\lambda_j}{\lambda_j^2}\right)\|Z^\top\mu_j\|_2^2"
)
GAMMA_LATEX = (
    r"\frac1{2\rho\lambda_{t-1}^2}\bar\gamma^2+\sum_{j=1}^{t-1}\frac1{2\rho}"
    r"\left(\frac1{\lambda_{j-1}^2}-\frac{1-\lambda_j}{\lambda_j^2}\right)\bar\gamma^2"
)
ENERGY_LATEX = r"\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\|Z^\top\mu_{j+1}\|_2^2"
NU_LATEX = r"\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\|Z^\top\nu_j\|_2^2"
SECOND = "Lemma C.7, second so numbered"


def divergences(run: Run) -> list[Any]:
    """0 ≤ D_{ψ*}(q̄, q_0) ≤ ψ(Zw_0), as ⟨q̄, 0⟩ − ψ(0) ≤ ψ*(q̄) ≤ 0."""
    start = run.scores(run.w[:1])
    return [by("F.conjugate", q[None], start) for q in run.optimum.q]


def excess_by_logarithm(run: Run) -> list[Any]:
    """Each ‖Zᵀμ_{j+1}‖² exceeds γ̄² by at most 2ρλ_j² D, D = D_{ψ*}(q̄, q_0) ≥ 0, and Σ λ_j ≤ 2 ln(t+1)."""
    rates, found = run.sums(run.lam)[1:], [*optimum_is_below_mu(run), equal(gamma_bound(run), gamma_energy(run))]
    found += [*arguments.massive_gap_is_paid_for(run), *divergences(run)]
    found += [*arguments.logarithm_along_a_step(run), at_most(rates, 2 * logs(run))]
    for q in run.optimum.q:
        D = first_divergence(run, q[None])
        found += [at_most(excess(run), run.lam[:-1] * D), at_least(mu_energy(run) - gamma_energy(run), 0)]
        found += [at_most(mu_energy(run) - gamma_energy(run), D * rates), at_least(D, 0)]
        found.append(by("F.times", D + 0 * rates, 2 * logs(run) - rates))
    return found


@stated("P.C.7b2", PREPRINT.at(f"{SECOND}, second claim"))
@slip(f"{ONLY_EXPONENTIAL}; and ‖∇ψ(Zw_t)‖₁ ≥ 1 is used without being assumed.")
@proof("P.C.7b2.p1.1", "P.C.7b2.p1.2", "P.C.7b2.p2b.1", "P.C.7b2.p2b.2", "P.C.7b2.p3.3")
@latex(MU_LATEX + r"\ge" + ENERGY_LATEX + r"-2\ln(n)\ln(t+1)")
def mu_bound_by_energy(run: Run) -> Relation:
    """‖Zᵀμ_t‖²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²)‖Zᵀμ_j‖²/(2ρ)
    ≥ Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j) − 2 ln n ln(t+1) for every t ≥ 1."""
    return at_least(mu_bound(run), mu_energy(run) - 2 * run.log(run.n) * logs(run))


@mu_bound_by_energy.corrected()
@given(*PROOF)
@proof(
    "P.C.7b2.p1.1.corrected",
    "P.C.7b2.p1.2",
    "P.C.7b2.p2b.1",
    "P.C.7b2.p2b.2.corrected",
    "P.C.7b2.p3.3",
    by=excess_by_logarithm,
)
@latex(MU_LATEX + r"\ge" + ENERGY_LATEX + r"-2D_{\psi^*}(\bar q,q_0)\ln(t+1)")
def mu_bound_by_energy_for_every_loss(run: Run) -> tuple[Relation, ...]:
    """‖Zᵀμ_t‖²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²)‖Zᵀμ_j‖²/(2ρ)
    ≥ Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j) − 2 D_{ψ*}(q̄, q_0) ln(t+1) for every t ≥ 1, if ‖∇ψ(Zw_t)‖₁ ≥ 1."""
    bound, energy = mu_bound(run), mu_energy(run)
    return at_each_optimum(run, lambda q: at_least(bound, energy - 2 * first_divergence(run, q) * logs(run)))


@stated("P.C.7b2.p1.1", PREPRINT.at(f"{SECOND}, proof, second display, inequality"))
@slip("‖Zᵀμ_j‖ ≥ γ̄ rests on ‖∇ψ(Zw_t)‖₁ ≥ 1, which this lemma does not assume.")
@proof("P.A.1a.2", "P.P3.7.a")
@latex(MU_LATEX + r"\ge" + GAMMA_LATEX)
def mu_exceeds_gamma(run: Run) -> Relation:
    """‖Zᵀμ_t‖²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²)‖Zᵀμ_j‖²/(2ρ)
    ≥ γ̄²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²) γ̄²/(2ρ)."""
    return at_least(mu_bound(run), gamma_bound(run))


@mu_exceeds_gamma.corrected(kind="inequality at every t")
@given(*PROOF)
@proof("P.A.1a.2", "P.P3.7.a", by=optimum_is_below_mu)
@latex(MU_LATEX + r"\ge" + GAMMA_LATEX)
def massive_mu_exceeds_gamma(run: Run) -> Relation:
    """‖Zᵀμ_t‖²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²)‖Zᵀμ_j‖²/(2ρ)
    ≥ γ̄²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²) γ̄²/(2ρ), if ‖∇ψ(Zw_t)‖₁ ≥ 1."""
    return mu_exceeds_gamma(run)


@stated("P.C.7b2.p1.2", PREPRINT.at(f"{SECOND}, proof, second display, equality"), kind="algebra for all t")
@latex(GAMMA_LATEX + r"=\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\bar\gamma^2")
def gamma_telescopes(run: Run) -> Relation:
    """γ̄²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²) γ̄²/(2ρ) = Σ_{j<t} γ̄²/(2ρλ_j)."""
    return equal(gamma_bound(run), gamma_energy(run))


def first_divergence(run: Run, q: Array) -> Any:
    """D_{ψ*}(q̄, q_0)."""
    return run.divergence(q, run.scores(run.w[:1]))


@stated("P.C.7b2.p2.1", PREPRINT.at(f"{SECOND}, proof, third display, first inequality"), first=0)
@given(minimal_over_the_domain, *LEMMA)
@proof("P.B.10.3", "P.C.setup.1", "P.A.1a.2", by=lambda run: [by("P.C.1")])
@latex(r"\frac1{2\rho\lambda_j}\left(\|Z^\top\mu_{j+1}\|_2^2-\bar\gamma^2\right)\le\lambda_jD_{\psi^*}(\bar q,q_0)")
def excess_by_divergence(run: Run) -> tuple[Relation, ...]:
    """(‖Zᵀμ_{j+1}‖² − γ̄²)/(2ρλ_j) ≤ λ_j D_{ψ*}(q̄, q_0)."""
    return at_each_optimum(run, lambda q: at_most(excess(run), run.lam[:-1] * first_divergence(run, q)))


@stated("P.C.7b2.p2.2", PREPRINT.at(f"{SECOND}, proof, third display, second inequality"), first=0)
@slip(f"{ONLY_EXPONENTIAL}: the divergence can be ψ(Zw_0), which is ln(2ⁿ − 1) for the logistic loss.")
@proof("P.C.1.KL.2")
@latex(r"\lambda_jD_{\psi^*}(\bar q,q_0)\le\lambda_j\ln(n)")
def divergence_by_logarithm(run: Run) -> tuple[Relation, ...]:
    """λ_j D_{ψ*}(q̄, q_0) ≤ λ_j ln n."""
    lam = run.lam[:-1]
    return at_each_optimum(run, lambda q: at_most(lam * first_divergence(run, q), lam * run.log(run.n)))


@divergence_by_logarithm.corrected()
@proof("P.S3.3.psimax.4", by=divergences)
@latex(r"\lambda_jD_{\psi^*}(\bar q,q_0)\le\lambda_j\psi(Zw_0)")
def divergence_by_first_potential(run: Run) -> tuple[Relation, ...]:
    """λ_j D_{ψ*}(q̄, q_0) ≤ λ_j ψ(Zw_0)."""
    lam = run.lam[:-1]
    return at_each_optimum(run, lambda q: at_most(lam * first_divergence(run, q), lam * first_potential(run)))


@stated("P.C.7b2.p2b.1", PREPRINT.at(f"{SECOND}, proof, fourth display, second relation"))
@latex(
    r"\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\bar\gamma^2="
    + ENERGY_LATEX
    + r"-\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\left(\|Z^\top\mu_{j+1}\|_2^2-\bar\gamma^2\right)"
)
def gamma_energy_split(run: Run) -> Relation:
    """Σ_{j<t} γ̄²/(2ρλ_j) = Σ_{j<t} ‖Zᵀμ_{j+1}‖²/(2ρλ_j) − Σ_{j<t} (‖Zᵀμ_{j+1}‖² − γ̄²)/(2ρλ_j)."""
    return equal(gamma_energy(run), mu_energy(run) - excess(run).cumsum(0))


@stated("P.C.7b2.p2b.2", PREPRINT.at(f"{SECOND}, proof, fourth display, third relation"))
@slip(f"{ONLY_EXPONENTIAL}.")
@proof("P.C.7b2.p2.1", "P.C.7b2.p2.2")
@latex(r"""-\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\left(\|Z^\top\mu_{j+1}\|_2^2-\bar\gamma^2\right)
    \ge-\ln(n)\sum_{j=0}^{t-1}\lambda_j""")
def excess_summed(run: Run) -> Relation:
    """−Σ_{j<t} (‖Zᵀμ_{j+1}‖² − γ̄²)/(2ρλ_j) ≥ −ln n Σ_{j<t} λ_j."""
    return at_least(-excess(run).cumsum(0), -run.log(run.n) * run.sums(run.lam)[1:])


@excess_summed.corrected()
@given(minimal_over_the_domain, *LEMMA)
@proof("P.C.7b2.p2.1", by=lambda run: [by("P.C.7b2.p2.1")])
@latex(r"""-\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\left(\|Z^\top\mu_{j+1}\|_2^2-\bar\gamma^2\right)
    \ge-D_{\psi^*}(\bar q,q_0)\sum_{j=0}^{t-1}\lambda_j""")
def excess_summed_for_every_loss(run: Run) -> tuple[Relation, ...]:
    """−Σ_{j<t} (‖Zᵀμ_{j+1}‖² − γ̄²)/(2ρλ_j) ≥ −D_{ψ*}(q̄, q_0) Σ_{j<t} λ_j."""
    left, rates = -excess(run).cumsum(0), run.sums(run.lam)[1:]
    return at_each_optimum(run, lambda q: at_least(left, -first_divergence(run, q) * rates))


def harmonic(run: Run) -> Array:
    """Σ_{j<t} 2/(j+2) for t ≥ 1."""
    return run.sums(2 / (run.t + 2))[1:]


@stated("P.C.7b2.p3.1", PREPRINT.at(f"{SECOND}, proof, last display, link 1"), kind="algebra for all t")
@given(standard_lambda)
@latex(r"\sum_{j=0}^{t-1}\lambda_j=\sum_{j=0}^{t-1}\frac2{j+2}")
def rates_summed(run: Run) -> Relation:
    """Σ_{j<t} λ_j = Σ_{j<t} 2/(j+2)."""
    return equal(run.sums(run.lam)[1:], harmonic(run))


@stated("P.C.7b2.p3.2", PREPRINT.at(f"{SECOND}, proof, last display, link 2"), kind="algebra for all t")
@given(standard_lambda)
@proof(by=arguments.logarithm_along_a_step)
@latex(r"\sum_{j=0}^{t-1}\frac2{j+2}\le2\ln(t+1)")
def harmonic_by_logarithm(run: Run) -> Relation:
    """Σ_{j<t} 2/(j+2) ≤ 2 ln(t+1)."""
    return at_most(harmonic(run), 2 * logs(run))


@stated("P.C.7b2.p3.3", PREPRINT.at(f"{SECOND}, proof, last display, first and last members"), kind="algebra for all t")
@given(standard_lambda)
@proof("P.C.7b2.p3.1", "P.C.7b2.p3.2")
@latex(r"\sum_{j=0}^{t-1}\lambda_j\le2\ln(t+1)")
def rates_by_logarithm(run: Run) -> Relation:
    """Σ_{j<t} λ_j ≤ 2 ln(t+1)."""
    return at_most(run.sums(run.lam)[1:], 2 * logs(run))
