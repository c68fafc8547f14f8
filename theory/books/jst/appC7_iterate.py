"""Appendix C: the first claim of the second lemma numbered C.7, w_t in terms of the μ_j.

w_t = Zᵀq_t/ρ − Zᵀq_0/ρ − Σ_{j<t} Zᵀμ_{j+1}/(ρλ_j)
"""

from functools import partial

from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import unit_steps

CHAPTER = "Appendix C"
OPENING = openings.NOTATION
stated = partial(claim, about=GeneralDual, first=1, given=[unit_steps])


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


@stated("P.C.7b1", PREPRINT.at("Lemma C.7, second so numbered, first claim"))
@proof("P.C.7b1.p.1.3", "P.C.7b1.p.2", "P.C.7b1.p.3")
@latex(r"w_t=\frac1\rho Z^\top q_t-\frac1\rho Z^\top q_0-\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}Z^\top\mu_{j+1}")
def w_by_mu(run: Run) -> Relation:
    """w_t = Zᵀq_t/ρ − Zᵀq_0/ρ − Σ_{j<t} Zᵀμ_{j+1}/(ρλ_j) for every t ≥ 1."""
    pull, rho = run.combine(run.q), run.rho
    travelled = (run.combine(run.mu[1:]) / column(rho * run.lam[:-1])).cumsum(0)
    return equal(run.w[1:], pull[1:] / rho - pull[:1] / rho - travelled)


@stated("P.C.7b1.step", PREPRINT.at("Lemma C.7, second so numbered, proof, first line"), first=0)
@given()
@proof("P.B.1")
@latex(r"\frac1{\lambda_t}\nu_t=\frac{1-\lambda_t}{\lambda_t}\mu_t+q_t")
def nu_over_lambda(run: Run) -> Relation:
    """ν_t/λ_t = (1−λ_t)/λ_t μ_t + q_t."""
    return equal(run.nu / column(run.lam), by_mu(run) + run.q)


@stated("P.C.7b1.p.1.1", PREPRINT.at("Lemma C.7, second so numbered, proof, first display, link 1"))
@proof("P.C.setup.2")
@latex(r"w_t=-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac1{\lambda_j}\nu_j\right)")
def w_by_nu(run: Run) -> Relation:
    """w_t = −(1/ρ) Σ_{j<t} Zᵀ(ν_j/λ_j)."""
    return equal(run.w[1:], pulled_nu(run))


@stated("P.C.7b1.p.1.2", PREPRINT.at("Lemma C.7, second so numbered, proof, first display, link 2"))
@proof("P.C.7b1.step")
@latex(r"""-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac1{\lambda_j}\nu_j\right)
    =-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_j\right)""")
def nu_by_mu_and_q(run: Run) -> Relation:
    """−(1/ρ) Σ_{j<t} Zᵀ(ν_j/λ_j) = −(1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_j)."""
    return equal(pulled_nu(run), pulled_now(run))


@stated(
    "P.C.7b1.p.1.3",
    PREPRINT.at("Lemma C.7, second so numbered, proof, first display, first and last members of line 1"),
)
@proof("P.C.7b1.p.1.1", "P.C.7b1.p.1.2")
@latex(r"w_t=-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_j\right)")
def w_by_mu_and_q(run: Run) -> Relation:
    """w_t = −(1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_j)."""
    return equal(run.w[1:], pulled_now(run))


@stated("P.C.7b1.p.2", PREPRINT.at("Lemma C.7, second so numbered, proof, first display, line 2"))
@latex(r"""-\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_j\right)
    =-\frac1\rho Z^\top q_0+\frac1\rho Z^\top q_t
    -\frac1\rho\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_{j+1}\right)""")
def q_shifted_by_one(run: Run) -> Relation:
    """−(1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_j) = −Zᵀq_0/ρ + Zᵀq_t/ρ − (1/ρ) Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_{j+1})."""
    pull, rho = run.combine(run.q), run.rho
    return equal(pulled_now(run), -pull[:1] / rho + pull[1:] / rho - pulls_next(run) / rho)


@stated("P.C.7b1.p.3", PREPRINT.at("Lemma C.7, second so numbered, proof, first display, line 3"))
@proof("P.B.1")
@latex(r"""\sum_{j=0}^{t-1}Z^\top\left(\frac{1-\lambda_j}{\lambda_j}\mu_j+q_{j+1}\right)
    =\sum_{j=0}^{t-1}Z^\top\left(\frac1{\lambda_j}\mu_{j+1}\right)""")
def mu_collected(run: Run) -> Relation:
    """Σ_{j<t} Zᵀ((1−λ_j)/λ_j μ_j + q_{j+1}) = Σ_{j<t} Zᵀ(μ_{j+1}/λ_j)."""
    return equal(pulls_next(run), run.combine(run.mu[1:] / column(run.lam[:-1])).cumsum(0))
