"""Appendix C: the two lemmas numbered C.7, how far w_t has gone, and what w_t is in terms of the μ_j.

    Σ_{j<t} γ̄/(ρλ_j) ≤ ‖w_t‖ ≤ Σ_{j<t} ‖Zᵀν_j‖/(ρλ_j)
    w_t = Zᵀq_t/ρ − Zᵀq_0/ρ − Σ_{j<t} Zᵀμ_{j+1}/(ρλ_j)
"""

from __future__ import annotations

import numpy as np

from theory.algorithms import GeneralDual
from theory.arithmetic import Array, column
from theory.claim import claim
from theory.claims.general_potential import SETTING
from theory.hypotheses import gradient_mass, positive_margin, unit_steps
from theory.relation import Relation, above, at_least, at_most, equal
from theory.run import Run
from theory.sources import PREPRINT

MASSIVE = (*SETTING, unit_steps, gradient_mass)


def owed(run: Run) -> Array:
    """Σ_{j<t} γ̄/(ρλ_j)."""
    return run.sums(run.optimum.gamma / (run.rho * run.lam))


@claim(
    "P.C.7a.l",
    PREPRINT.at("Lemma C.7, first so numbered, left"),
    kind="inequality every t",
    about=GeneralDual,
    given=MASSIVE,
    uses=["P.C.7a.proof.1", "P.C.7a.proof.2.3", "P.C.7a.proof.3"],
    latex=r"\sum_{j=0}^{t-1}\frac{\bar\gamma}{\rho\lambda_j}\le\|w_t\|_2",
)
def general_norm_lower_bound(run: Run) -> Relation:
    """Σ_{j<t} γ̄/(ρλ_j) ≤ ‖w_t‖₂."""
    return at_most(owed(run), run.norm(run.w))


@claim(
    "P.C.7a.u",
    PREPRINT.at("Lemma C.7, first so numbered, right"),
    kind="inequality every t",
    about=GeneralDual,
    given=MASSIVE,
    uses=["P.C.7b1.p.1.1"],
    latex=r"\|w_t\|_2\le\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\|Z^\top\nu_j\|_2",
)
def general_norm_upper_bound(run: Run) -> Relation:
    """‖w_t‖₂ ≤ Σ_{j<t} ‖Zᵀν_j‖₂/(ρλ_j)."""
    return at_most(run.norm(run.w), run.sums(run.norm(run.combine(run.nu)) / (run.rho * run.lam)))


def along_u(run: Run) -> Array:
    """⟨w_t, ū⟩."""
    return run.inner(run.w, run.optimum.u)


def pulls_along_u(run: Run) -> Array:
    """Σ_{j<t} ⟨−Zᵀν_j, ū⟩/(ρλ_j)."""
    return run.sums(run.inner(-run.combine(run.nu), run.optimum.u) / (run.rho * run.lam))


def margins_along_u(run: Run) -> Array:
    """Σ_{j<t} ⟨ν_j, −Zū⟩/(ρλ_j)."""
    return run.sums(run.inner(run.nu, -run.scores(run.optimum.u)) / (run.rho * run.lam))


@claim(
    "P.C.7a.proof.1",
    PREPRINT.at("Lemma C.7, first so numbered, proof, display, first inequality"),
    kind="inequality every t",
    about=GeneralDual,
    given=[*MASSIVE, positive_margin],
    latex=r"\|w_t\|_2\ge\langle w_t,\bar u\rangle",
)
def norm_exceeds_projection(run: Run) -> Relation:
    """‖w_t‖₂ ≥ ⟨w_t, ū⟩."""
    return at_least(run.norm(run.w), along_u(run))


@claim(
    "P.C.7a.proof.2.1",
    PREPRINT.at("Lemma C.7, first so numbered, proof, display, link 1"),
    kind="identity",
    about=GeneralDual,
    given=[*MASSIVE, positive_margin],
    uses=["P.C.7b1.p.1.1"],
    latex=r"\langle w_t,\bar u\rangle=\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle-Z^\top\nu_j,\bar u\rangle",
)
def projection_by_pulls(run: Run) -> Relation:
    """⟨w_t, ū⟩ = Σ_{j<t} ⟨−Zᵀν_j, ū⟩/(ρλ_j)."""
    return equal(along_u(run), pulls_along_u(run))


@claim(
    "P.C.7a.proof.2.2",
    PREPRINT.at("Lemma C.7, first so numbered, proof, display, link 2"),
    kind="identity",
    about=GeneralDual,
    given=[*MASSIVE, positive_margin],
    latex=r"\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle-Z^\top\nu_j,\bar u\rangle"
    r"=\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle\nu_j,-Z\bar u\rangle",
)
def pulls_by_margins(run: Run) -> Relation:
    """Σ_{j<t} ⟨−Zᵀν_j, ū⟩/(ρλ_j) = Σ_{j<t} ⟨ν_j, −Zū⟩/(ρλ_j)."""
    return equal(pulls_along_u(run), margins_along_u(run))


@claim(
    "P.C.7a.proof.2.3",
    PREPRINT.at("Lemma C.7, first so numbered, proof, display, first and last members of the equalities"),
    kind="identity",
    about=GeneralDual,
    given=[*MASSIVE, positive_margin],
    uses=["P.C.7a.proof.2.1", "P.C.7a.proof.2.2"],
    latex=r"\langle w_t,\bar u\rangle=\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle\nu_j,-Z\bar u\rangle",
)
def projection_by_margins(run: Run) -> Relation:
    """⟨w_t, ū⟩ = Σ_{j<t} ⟨ν_j, −Zū⟩/(ρλ_j)."""
    return equal(along_u(run), margins_along_u(run))


@claim(
    "P.C.7a.proof.3",
    PREPRINT.at("Lemma C.7, first so numbered, proof, display, last inequality"),
    kind="inequality every t",
    about=GeneralDual,
    given=[*MASSIVE, positive_margin],
    uses=["P.C.7a.proof.4"],
    latex=r"\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle\nu_j,-Z\bar u\rangle"
    r"\ge\sum_{j=0}^{t-1}\frac{\bar\gamma}{\rho\lambda_j}",
)
def margins_exceed_gamma(run: Run) -> Relation:
    """Σ_{j<t} ⟨ν_j, −Zū⟩/(ρλ_j) ≥ Σ_{j<t} γ̄/(ρλ_j)."""
    return at_least(margins_along_u(run), owed(run))


def one_norm(run: Run, x: Array) -> Array:
    """‖x‖₁, the sum of max(x_i, −x_i)."""
    return run.maximum(np.stack([x, -x], axis=-1)).sum(-1)


@claim(
    "P.C.7a.proof.4",
    PREPRINT.at("Lemma C.7, first so numbered, proof, last line"),
    kind="inequality every t",
    about=GeneralDual,
    given=[*MASSIVE, positive_margin],
    uses=["P.C.1eq", "P.C.setup.3.3", "P.A.1d.4"],
    latex=r"\nu_j>0,\quad\|\nu_j\|_1\ge1,\quad\langle-z_i,\bar u\rangle\ge\bar\gamma\ \text{ for all }i",
)
def nu_is_positive_and_massive(run: Run) -> tuple[Relation, ...]:
    """ν_j > 0, and ‖ν_j‖₁ ≥ 1, and ⟨−z_i, ū⟩ ≥ γ̄ for all i."""
    return (
        above(run.nu, 0),
        at_least(one_norm(run, run.nu), 1),
        at_least(-run.scores(run.optimum.u), column(run.optimum.gamma)),
    )


def by_mu(run: Run) -> Array:
    """(1−λ_j)/λ_j μ_j."""
    return column((1 - run.lam) / run.lam) * run.mu


def pulled_nu(run: Run) -> Array:
    """−(1/ρ) Σ_{j<t} Zᵀ(ν_j/λ_j)."""
    return -run.sums(run.combine(run.nu / column(run.lam)))[1:] / run.rho


def pulled_now(run: Run) -> Array:
    """−(1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_j)."""
    return -run.sums(run.combine(by_mu(run) + run.q))[1:] / run.rho


def pulls_next(run: Run) -> Array:
    """Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_{j+1}) for t ≥ 1."""
    return run.combine(by_mu(run)[:-1] + run.q[1:]).cumsum(0)


@claim(
    "P.C.7b1",
    PREPRINT.at("Lemma C.7, second so numbered, first claim"),
    kind="identity",
    about=GeneralDual,
    given=[*SETTING, unit_steps],
    uses=["P.C.7b1.p.1.3", "P.C.7b1.p.2", "P.C.7b1.p.3"],
    latex=r"w_t=\frac1\rho Z^\top q_t-\frac1\rho Z^\top q_0-\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}Z^\top\mu_{j+1}",
    first=1,
)
def w_by_mu(run: Run) -> Relation:
    """w_t = Zᵀq_t/ρ − Zᵀq_0/ρ − Σ_{j<t} Zᵀμ_{j+1}/(ρλ_j) for every t ≥ 1."""
    pull, rho = run.combine(run.q), run.rho
    travelled = (run.combine(run.mu[1:]) / column(rho * run.lam[:-1])).cumsum(0)
    return equal(run.w[1:], pull[1:] / rho - pull[:1] / rho - travelled)


@claim(
    "P.C.7b1.step",
    PREPRINT.at("Lemma C.7, second so numbered, proof, first line"),
    kind="identity",
    about=GeneralDual,
    given=SETTING,
    uses=["P.B.1"],
    latex=r"\frac1{\lambda_t}\nu_t=\frac{1-\lambda_t}{\lambda_t}\mu_t+q_t",
)
def nu_over_lambda(run: Run) -> Relation:
    """ν_t/λ_t = (1−λ_t)/λ_t μ_t + q_t."""
    return equal(run.nu / column(run.lam), by_mu(run) + run.q)


@claim(
    "P.C.7b1.p.1.1",
    PREPRINT.at("Lemma C.7, second so numbered, proof, first display, link 1"),
    kind="identity",
    about=GeneralDual,
    given=[*SETTING, unit_steps],
    uses=["P.C.setup.2"],
    latex=r"w_t=-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac1{\lambda_j}\nu_j\right)",
    first=1,
)
def w_by_nu(run: Run) -> Relation:
    """w_t = −(1/ρ) Σ_{j<t} Zᵀ(ν_j/λ_j)."""
    return equal(run.w[1:], pulled_nu(run))


@claim(
    "P.C.7b1.p.1.2",
    PREPRINT.at("Lemma C.7, second so numbered, proof, first display, link 2"),
    kind="identity",
    about=GeneralDual,
    given=[*SETTING, unit_steps],
    uses=["P.C.7b1.step"],
    latex=r"-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac1{\lambda_j}\nu_j\right)"
    r"=-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_j\right)",
    first=1,
)
def nu_by_mu_and_q(run: Run) -> Relation:
    """−(1/ρ) Σ_{j<t} Zᵀ(ν_j/λ_j) = −(1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_j)."""
    return equal(pulled_nu(run), pulled_now(run))


@claim(
    "P.C.7b1.p.1.3",
    PREPRINT.at("Lemma C.7, second so numbered, proof, first display, first and last members of line 1"),
    kind="identity",
    about=GeneralDual,
    given=[*SETTING, unit_steps],
    uses=["P.C.7b1.p.1.1", "P.C.7b1.p.1.2"],
    latex=r"w_t=-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_j\right)",
    first=1,
)
def w_by_mu_and_q(run: Run) -> Relation:
    """w_t = −(1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_j)."""
    return equal(run.w[1:], pulled_now(run))


@claim(
    "P.C.7b1.p.2",
    PREPRINT.at("Lemma C.7, second so numbered, proof, first display, line 2"),
    kind="identity",
    about=GeneralDual,
    given=[*SETTING, unit_steps],
    latex=r"-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_j\right)"
    r"=-\frac1\rho Z^\top q_0+\frac1\rho Z^\top q_t"
    r"-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_{j+1}\right)",
    first=1,
)
def q_shifted_by_one(run: Run) -> Relation:
    """−(1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_j) = −Zᵀq_0/ρ + Zᵀq_t/ρ − (1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_{j+1})."""
    pull, rho = run.combine(run.q), run.rho
    return equal(pulled_now(run), -pull[:1] / rho + pull[1:] / rho - pulls_next(run) / rho)


@claim(
    "P.C.7b1.p.3",
    PREPRINT.at("Lemma C.7, second so numbered, proof, first display, line 3"),
    kind="identity",
    about=GeneralDual,
    given=[*SETTING, unit_steps],
    uses=["P.B.1"],
    latex=r"\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_{j+1}\right)"
    r"=\sum_{j=0}^{t-1}Z^\top\left(\frac1{\lambda_j}\mu_{j+1}\right)",
    first=1,
)
def mu_collected(run: Run) -> Relation:
    """Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_{j+1}) = Σ_{j<t} Zᵀ(μ_{j+1}/λ_j)."""
    return equal(pulls_next(run), run.combine(run.mu[1:] / column(run.lam[:-1])).cumsum(0))
