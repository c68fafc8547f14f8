"""Appendix C: the two lemmas numbered C.7, how far w_t has gone, and what w_t is in terms of the μ_j.

Σ_{j<t} γ̄/(ρλ_j) ≤ ‖w_t‖ ≤ Σ_{j<t} ‖Zᵀν_j‖/(ρλ_j)
w_t = Zᵀq_t/ρ − Zᵀq_0/ρ − Σ_{j<t} Zᵀμ_{j+1}/(ρλ_j)
"""

from functools import partial

from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import gradient_mass, positive_margin, unit_steps

CHAPTER = "Appendix C"
OPENING = openings.NOTATION

MASSIVE = (unit_steps, gradient_mass)
stated = partial(claim, about=GeneralDual, given=[*MASSIVE, positive_margin])


def owed(run: Run) -> Array:
    """Σ_{j<t} γ̄/(ρλ_j)."""
    return run.sums(run.optimum.gamma / (run.rho * run.lam))


@stated("P.C.7a.l", PREPRINT.at("Lemma C.7, first so numbered, left"))
@given(*MASSIVE)
@proof("P.C.7a.proof.1", "P.C.7a.proof.2.3", "P.C.7a.proof.3", by=arguments.iterate_is_a_combination)
@latex(r"\sum_{j=0}^{t-1}\frac{\bar\gamma}{\rho\lambda_j}\le\|w_t\|_2")
def general_norm_lower_bound(run: Run) -> Relation:
    """Σ_{j<t} γ̄/(ρλ_j) ≤ ‖w_t‖₂."""
    return at_most(owed(run), run.norm(run.w))


@stated("P.C.7a.u", PREPRINT.at("Lemma C.7, first so numbered, right"))
@given(*MASSIVE)
@proof("P.C.7b1.p.1.1", by=arguments.norm_grows_by_steps)
@latex(r"\|w_t\|_2\le\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\|Z^\top\nu_j\|_2")
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


@stated("P.C.7a.proof.1", PREPRINT.at("Lemma C.7, first so numbered, proof, display, first inequality"))
@proof(by=arguments.projection)
@latex(r"\|w_t\|_2\ge\langle w_t,\bar u\rangle")
def norm_exceeds_projection(run: Run) -> Relation:
    """‖w_t‖₂ ≥ ⟨w_t, ū⟩."""
    return at_least(run.norm(run.w), along_u(run))


@stated("P.C.7a.proof.2.1", PREPRINT.at("Lemma C.7, first so numbered, proof, display, link 1"))
@proof("P.C.7b1.p.1.1")
@latex(r"\langle w_t,\bar u\rangle=\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle-Z^\top\nu_j,\bar u\rangle")
def projection_by_pulls(run: Run) -> Relation:
    """⟨w_t, ū⟩ = Σ_{j<t} ⟨−Zᵀν_j, ū⟩/(ρλ_j)."""
    return equal(along_u(run), pulls_along_u(run))


@stated("P.C.7a.proof.2.2", PREPRINT.at("Lemma C.7, first so numbered, proof, display, link 2"))
@latex(r"""\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle-Z^\top\nu_j,\bar u\rangle
    =\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle\nu_j,-Z\bar u\rangle""")
def pulls_by_margins(run: Run) -> Relation:
    """Σ_{j<t} ⟨−Zᵀν_j, ū⟩/(ρλ_j) = Σ_{j<t} ⟨ν_j, −Zū⟩/(ρλ_j)."""
    return equal(pulls_along_u(run), margins_along_u(run))


@stated(
    "P.C.7a.proof.2.3",
    PREPRINT.at("Lemma C.7, first so numbered, proof, display, first and last members of the equalities"),
)
@proof("P.C.7a.proof.2.1", "P.C.7a.proof.2.2")
@latex(r"\langle w_t,\bar u\rangle=\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle\nu_j,-Z\bar u\rangle")
def projection_by_margins(run: Run) -> Relation:
    """⟨w_t, ū⟩ = Σ_{j<t} ⟨ν_j, −Zū⟩/(ρλ_j)."""
    return equal(along_u(run), margins_along_u(run))


@stated("P.C.7a.proof.3", PREPRINT.at("Lemma C.7, first so numbered, proof, display, last inequality"))
@proof("P.C.7a.proof.4", by=arguments.margins_of_averages)
@latex(r"""\sum_{j=0}^{t-1}\frac1{\rho\lambda_j}\langle\nu_j,-Z\bar u\rangle
    \ge\sum_{j=0}^{t-1}\frac{\bar\gamma}{\rho\lambda_j}""")
def margins_exceed_gamma(run: Run) -> Relation:
    """Σ_{j<t} ⟨ν_j, −Zū⟩/(ρλ_j) ≥ Σ_{j<t} γ̄/(ρλ_j)."""
    return at_least(margins_along_u(run), owed(run))


@stated("P.C.7a.proof.4", PREPRINT.at("Lemma C.7, first so numbered, proof, last line"))
@proof("P.C.1eq", "P.C.setup.3.3", "P.A.1d.4", by=arguments.averages_are_massive)
@latex(r"\nu_j>0,\quad\|\nu_j\|_1\ge1,\quad\langle-z_i,\bar u\rangle\ge\bar\gamma\ \text{ for all }i")
def nu_is_positive_and_massive(run: Run) -> tuple[Relation, ...]:
    """ν_j > 0, and ‖ν_j‖₁ ≥ 1, and ⟨−z_i, ū⟩ ≥ γ̄ for all i."""
    return (
        above(run.nu, 0),
        at_least(run.l1(run.nu), 1),
        at_least(-run.scores(run.optimum.u), column(run.optimum.gamma)),
    )
