"""Section 3.3, the rest: −ψ bounds the margin, and Proposition 3.7, convergence to γ̄/2 at rate 1/t².

    γ(w_t) ≥ −ψ(Zw_t)/‖w_t‖ = (ψ(Zw_0) − ψ(Zw_t))/‖w_t‖ − ψ(Zw_0)/‖w_t‖ ≥ γ̄/2 − 4 ln n / (γ̄ (t+1)²)

Where no range of t is printed, a statement is read from t = 0 on. A step of a proof has the range of the statement
that is being proved.
"""

from functools import partial

import numpy as np
from lemmacheck.theory.books.jst import arguments, openings, sec3_3_arguments
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.sec3_3_margin_rate import PROPOSITION, climbed, owed, travelled
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run, sequence
from lemmacheck.theory.margins.comparators import directions, for_each_loss
from lemmacheck.theory.margins.hypotheses import driven, exponential_loss, moved, positive_margin, standard_lambda
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Section 3"
OPENING = openings.NOTATION
stated = partial(claim, about=DualNesterov, first=1, given=[*PROPOSITION, positive_margin])


def minus_psi(p: Problem) -> Array:
    """−ψ(Zw)."""
    return -p.psi(p.scores(directions(p)))


def minus_largest_loss(p: Problem) -> Array:
    """−ℓ⁻¹(max_i ℓ(⟨z_i, w⟩))."""
    return -p.loss.inverse(p.num, p.maximum(p.loss.value(p.num, p.scores(directions(p)))))


def minus_largest_score_there_and_back(p: Problem) -> Array:
    """−ℓ⁻¹(ℓ(max_i ⟨z_i, w⟩))."""
    return -p.loss.inverse(p.num, p.loss.value(p.num, p.maximum(p.scores(directions(p)))))


def minus_largest_score(p: Problem) -> Array:
    """−max_i ⟨z_i, w⟩."""
    return -p.maximum(p.scores(directions(p)))


@claim("P.S3.3.psimax.1", JST.at("§3.3, second display, first line"))
@proof("P.S2.psi-wd", by=arguments.largest_loss)
@latex(r"-\psi(Zw)\le-\ell^{-1}\Big(\max_{1\le i\le n}\ell(\langle z_i,w\rangle)\Big)")
def psi_exceeds_the_largest_loss(p: Problem) -> tuple[Relation, ...]:
    """−ψ(Zw) ≤ −ℓ⁻¹(max_i ℓ(⟨z_i, w⟩)), since ℓ is increasing and positive."""
    return for_each_loss(lambda p: at_most(minus_psi(p), minus_largest_loss(p)), p)


@claim("P.S3.3.psimax.2", JST.at("§3.3, second display, second line"))
@proof(by=arguments.largest_loss)
@latex(r"""-\ell^{-1}\Big(\max_{1\le i\le n}\ell(\langle z_i,w\rangle)\Big)
    =-\ell^{-1}\Big(\ell\Big(\max_{1\le i\le n}\langle z_i,w\rangle\Big)\Big)""")
def largest_loss_is_at_the_largest_score(p: Problem) -> tuple[Relation, ...]:
    """−ℓ⁻¹(max_i ℓ(⟨z_i, w⟩)) = −ℓ⁻¹(ℓ(max_i ⟨z_i, w⟩)), since ℓ is increasing."""
    return for_each_loss(lambda p: equal(minus_largest_loss(p), minus_largest_score_there_and_back(p)), p)


@claim("P.S3.3.psimax.3", JST.at("§3.3, second display, third line"))
@latex(r"""-\ell^{-1}\Big(\ell\Big(\max_{1\le i\le n}\langle z_i,w\rangle\Big)\Big)
    =-\max_{1\le i\le n}\langle z_i,w\rangle""")
def inverse_undoes_the_loss(p: Problem) -> tuple[Relation, ...]:
    """−ℓ⁻¹(ℓ(max_i ⟨z_i, w⟩)) = −max_i ⟨z_i, w⟩."""
    return for_each_loss(lambda p: equal(minus_largest_score_there_and_back(p), minus_largest_score(p)), p)


@claim("P.S3.3.psimax.4", JST.at("§3.3, second display, first and last members"))
@proof("P.S3.3.psimax.1", "P.S3.3.psimax.2", "P.S3.3.psimax.3", by=arguments.largest_score)
@latex(r"-\psi(Zw)\le-\max_{1\le i\le n}\langle z_i,w\rangle")
def psi_exceeds_the_largest_score(p: Problem) -> tuple[Relation, ...]:
    """−ψ(Zw) ≤ −max_i ⟨z_i, w⟩."""
    return for_each_loss(lambda p: at_most(minus_psi(p), minus_largest_score(p)), p)


@sequence
def psi(run: Run) -> Array:
    """ψ(Zw_t) for every t."""
    return run.psi(run.scores(run.w))


@claim("P.S3.3.enough", JST.at("§3.3, after the second display"), kind="qualitative", about=PrimalMomentum, first=1)
@given(exponential_loss, moved)
@slip("""dividing a negative lower bound on −ψ(Zw_t) by an upper bound on ‖w_t‖ raises it; where −ψ(Zw_t) < 0 a lower
    bound on ‖w_t‖ is needed as well, and the proof of Proposition 3.7 uses one.""")
@proof("P.S3.3.psimax.4")
@latex(r"a\le-\psi(Zw_t),\ \|w_t\|_2\le b\ \Rightarrow\ \gamma(w_t)\ge a/b")
def bounds_on_psi_and_norm_are_enough(run: Run) -> tuple[Relation, ...]:
    """γ(w_t) ≥ −ψ(Zw_t)/‖w_t‖; and from any a ≤ −ψ(Zw_t), ‖w_t‖ ≤ b follows γ(w_t) ≥ a/b: here b = k‖w_t‖."""
    margin, psi_t, norm = run.margin(run.w[1:]), psi(run)[1:], run.norm(run.w[1:])
    return tuple(at_least(margin, -psi_t / (k * norm)) for k in (1, 2, 8))


@bounds_on_psi_and_norm_are_enough.corrected()
@latex(r"a\le-\psi(Zw_t),\ c\le\|w_t\|_2\le b\ \Rightarrow\ \gamma(w_t)\ge\min(a/b,a/c)")
def bounds_on_both_sides_are_enough(run: Run) -> tuple[Relation, ...]:
    """From a ≤ −ψ(Zw_t) and c ≤ ‖w_t‖ ≤ b follows γ(w_t) ≥ min(a/b, a/c): here b = k‖w_t‖ and c = ‖w_t‖/k."""
    margin, a, norm = run.margin(run.w[1:]), -psi(run)[1:], run.norm(run.w[1:])
    ends = [np.stack([a / (k * norm), k * a / norm], axis=-1) for k in (1, 2, 8)]
    return tuple(at_least(margin, run.minimum(end)) for end in ends)


def half_margin_bound(run: Run, t: Array) -> Array:
    """γ̄/2 − 4 ln n/(γ̄ (t+1)²)."""
    gamma = run.optimum.gamma
    return gamma / 2 - 4 * run.log(run.n) / (gamma * (t + 1) ** 2)


@stated("P.P3.7", JST.at("Proposition 3.7", "Proposition 3.2"))
@proof("P.P3.7.c.3", by=sec3_3_arguments.half_the_margin)
@latex(r"\gamma(w_t)\ge\frac{\bar\gamma}2-\frac{4\ln(n)}{\bar\gamma(t+1)^2}")
def half_the_margin(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄/2 − 4 ln n/(γ̄ (t+1)²) for every t ≥ 1, as of Theorem 3.1, which it weakens."""
    return at_least(run.margin(run.w[1:]), half_margin_bound(run, run.t[1:]))


@stated("P.P3.7.a", JST.at("Proposition 3.7, proof, first display", "Proposition 3.2"), kind="algebra for all t")
@given(standard_lambda)
@latex(r"\frac1{\lambda_{j-1}^2}-\frac{1-\lambda_j}{\lambda_j^2}\ge0")
def weights_are_nonnegative(run: Run) -> Relation:
    """1/λ_{j−1}² − (1 − λ_j)/λ_j² ≥ 0 for j ≥ 1."""
    lam = run.lam
    return at_least(1 / lam[:-1] ** 2 - (1 - lam[1:]) / lam[1:] ** 2, 0)


@stated("P.3.8", JST.at("eq. (3.8)", "eq. (3.3)"))
@given(*PROPOSITION)
@proof("P.L3.5", "P.P3.7.a", by=sec3_3_arguments.mu_leaves_a_rest)
@latex(r"-\psi(Zw_t)\ge-\psi(Zw_0)+\sum_{j=0}^{t-1}\frac1{2\lambda_j}\|Z^\top\nu_j\|_2^2")
def psi_decreases(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ψ(Zw_0) + Σ_{j<t} ‖Zᵀν_j‖²/(2λ_j) for t ≥ 1."""
    psi_t = psi(run)
    return at_least(-psi_t[1:], -psi_t[:1] + climbed(run)[1:])


@stated("P.3.9.1", JST.at("eq. (3.9), first inequality", "eq. (3.4)"))
@given(*PROPOSITION, moved, driven)
@proof("P.3.8", "P.L3.6u", by=sec3_3_arguments.drop_and_way)
@latex(r"""\frac{\psi(Zw_0)-\psi(Zw_t)}{\|w_t\|_2}\ge\frac{\sum_{j=0}^{t-1}\frac1{2\lambda_j}
    \|Z^\top\nu_j\|_2^2}{\sum_{j=0}^{t-1}\frac1{\lambda_j}\|Z^\top\nu_j\|_2}""")
def potential_per_distance(run: Run) -> Relation:
    """(ψ(Zw_0) − ψ(Zw_t))/‖w_t‖ ≥ (Σ_{j<t} ‖Zᵀν_j‖²/(2λ_j)) / (Σ_{j<t} ‖Zᵀν_j‖/λ_j)."""
    psi_t = psi(run)
    drop = (psi_t[:1] - psi_t[1:]) / run.norm(run.w[1:])
    return at_least(drop, climbed(run)[1:] / travelled(run)[1:])


@stated("P.3.9.2", JST.at("eq. (3.9), second inequality", "eq. (3.4)"))
@given(*PROPOSITION, driven)
@proof("P.3.9.3", by=sec3_3_arguments.climb_and_way)
@latex(r"""\frac{\sum_{j=0}^{t-1}\frac1{2\lambda_j}\|Z^\top\nu_j\|_2^2}
    {\sum_{j=0}^{t-1}\frac1{\lambda_j}\|Z^\top\nu_j\|_2}\ge\frac{\bar\gamma}2""")
def climb_per_distance(run: Run) -> Relation:
    """(Σ_{j<t} ‖Zᵀν_j‖²/(2λ_j)) / (Σ_{j<t} ‖Zᵀν_j‖/λ_j) ≥ γ̄/2."""
    return at_least(climbed(run)[1:] / travelled(run)[1:], run.optimum.gamma / 2)


@stated("P.3.9.3", JST.at("proof of Proposition 3.7, after (3.9)", "after (3.4)"), first=0)
@given(*PROPOSITION)
@proof("P.A.1a.2", by=arguments.duality_at_nu)
@latex(r"\|Z^\top\nu_j\|_2\ge\bar\gamma")
def nu_exceeds_the_margin(run: Run) -> Relation:
    """‖Zᵀν_j‖₂ ≥ γ̄ for every j."""
    return at_least(run.norm(run.combine(run.nu)), run.optimum.gamma)


@stated("P.P3.7.b.1", JST.at("proof of Proposition 3.7", "Proposition 3.2"), first=0)
@given(*PROPOSITION)
@proof("P.L3.6l")
@latex(r"\|w_t\|_2\ge\sum_{j=0}^{t-1}\frac{\bar\gamma}{\lambda_j}")
def norm_exceeds_the_sum(run: Run) -> Relation:
    """‖w_t‖₂ ≥ Σ_{j<t} γ̄/λ_j."""
    return at_least(run.norm(run.w), owed(run))


@stated("P.P3.7.b.2", JST.at("proof of Proposition 3.7", "Proposition 3.2"), kind="algebra for all t")
@given(standard_lambda)
@latex(r"\sum_{j=0}^{t-1}\frac{\bar\gamma}{\lambda_j}\ge\frac{\bar\gamma(t+1)^2}4")
def sum_is_quadratic(run: Run) -> Relation:
    """Σ_{j<t} γ̄/λ_j ≥ γ̄ (t+1)²/4 for t ≥ 1, as of the Proposition. At t = 0 it would be 0 ≥ γ̄/4."""
    return at_least(owed(run)[1:], run.optimum.gamma * (run.t[1:] + 1) ** 2 / 4)


@stated("P.3.10.1", JST.at("eq. (3.10), equality", "eq. (3.5)"))
@given(*PROPOSITION, moved)
@latex(r"\frac{\psi(Zw_0)}{\|w_t\|_2}=\frac{\ln(n)}{\|w_t\|_2}")
def first_potential(run: Run) -> Relation:
    """ψ(Zw_0)/‖w_t‖ = ln n/‖w_t‖."""
    norm = run.norm(run.w[1:])
    return equal(psi(run)[:1] / norm, run.log(run.n) / norm)


@stated("P.3.10.2", JST.at("eq. (3.10), inequality", "eq. (3.5)"))
@proof("P.P3.7.b.1", "P.P3.7.b.2", by=arguments.rows_over_distance)
@latex(r"\frac{\ln(n)}{\|w_t\|_2}\le\frac{4\ln(n)}{\bar\gamma(t+1)^2}")
def first_potential_is_negligible(run: Run) -> Relation:
    """ln n/‖w_t‖ ≤ 4 ln n/(γ̄ (t+1)²)."""
    allowed = 4 * run.log(run.n) / (run.optimum.gamma * (run.t[1:] + 1) ** 2)
    return at_most(run.log(run.n) / run.norm(run.w[1:]), allowed)


@stated("P.P3.7.c.1", JST.at("proof of Proposition 3.7, last display, link 1", "Proposition 3.2"))
@given(*PROPOSITION, moved)
@proof("P.S3.3.psimax.4", by=arguments.largest_score_of_the_run)
@latex(r"\gamma(w_t)\ge\frac{-\psi(Zw_t)}{\|w_t\|_2}")
def margin_exceeds_potential(run: Run) -> Relation:
    """γ(w_t) ≥ −ψ(Zw_t)/‖w_t‖."""
    return at_least(run.margin(run.w[1:]), -psi(run)[1:] / run.norm(run.w[1:]))


@stated("P.P3.7.c.2", JST.at("proof of Proposition 3.7, last display, link 2", "Proposition 3.2"))
@proof("P.3.9.1", "P.3.9.2", "P.3.10.1", "P.3.10.2", by=sec3_3_arguments.half_the_way)
@latex(r"\frac{-\psi(Zw_t)}{\|w_t\|_2}\ge\frac{\bar\gamma}2-\frac{4\ln(n)}{\bar\gamma(t+1)^2}")
def potential_exceeds_half_the_margin(run: Run) -> Relation:
    """−ψ(Zw_t)/‖w_t‖ ≥ γ̄/2 − 4 ln n/(γ̄ (t+1)²)."""
    return at_least(-psi(run)[1:] / run.norm(run.w[1:]), half_margin_bound(run, run.t[1:]))


@stated("P.P3.7.c.3", JST.at("proof of Proposition 3.7, last display, first and last members", "Proposition 3.2"))
@proof("P.P3.7.c.1", "P.P3.7.c.2", by=sec3_3_arguments.half_the_margin)
@latex(r"\gamma(w_t)\ge\frac{\bar\gamma}2-\frac{4\ln(n)}{\bar\gamma(t+1)^2}")
def margin_exceeds_half_the_margin(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄/2 − 4 ln n/(γ̄ (t+1)²), where the middle member is defined (t ≥ 1)."""
    return at_least(run.margin(run.w[1:]), half_margin_bound(run, run.t[1:]))
