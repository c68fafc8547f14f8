"""What holds beyond the print: rows that are near to each other, and optima that are near to uniform.

    N2   ‖z_i − z_k‖ ≤ 2 for all i, k does for ‖z_i‖ ≤ 1 in Lemmas 3.2, 3.5, Theorem 3.1 and the rate N1
    N5   φ(μ_t) − φ(q̄) ≤ 4(ln n + Σ q̄_i ln q̄_i)/(t+1)², and the same for a sum of gaps

The proofs use ‖z_i‖ ≤ 1 for the smoothness of φ between points of Δ_n alone, and q − q' is a multiple of a
difference of such points: q − q' = (‖q − q'‖₁/2)(a − b), a, b ∈ Δ_n, and ‖Zᵀ(a − b)‖ ≤ max ‖z_i − z_k‖ ≤ 2.
Theorem 3.1's own proof bounds ‖Zᵀq_t‖ by 1; its bound follows from N1 instead, as (t+1)² ≤ t(t+3).
"""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.contributed.margin_rate import (
    margin_by_distance,
    margin_rate_without_logarithm,
    potential_by_distance,
    potential_grows_with_distance,
)
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.books.jst import arguments
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.sec3_2_updates import dual_gap
from lemmacheck.theory.books.jst.sec3_3_margin_rate import interval_from_below, margin_rate, psi_lower_bound, weights
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import simplex_points
from lemmacheck.theory.margins.hypotheses import (
    exponential_loss,
    moved,
    near_rows,
    positive_margin,
    separable,
    slow_schedule,
    standard_momentum,
    standard_schedule,
    starts_at_one,
    unit_steps,
)
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "N2"
stated = partial(claim, about=DualNesterov, first=1)

STANDARD = (near_rows, exponential_loss, standard_schedule)
FROM_ONE = (near_rows, exponential_loss, unit_steps, starts_at_one)
MOMENTUM = (near_rows, exponential_loss, standard_momentum)


def interval_by_the_dual_run(run: Run) -> list[Any]:
    dual, same = arguments.dual_run(run)
    return [*same, *arguments.gap_is_paid_for(dual)]


def margin_by_the_dual_run(run: Run) -> list[Any]:
    """−ψ(Zw_t) ≥ −ψ(0) + γ̄ ‖w_t‖ of the dual run, and so the rate of N1."""
    dual, same = arguments.dual_run(run)
    p, t, gamma = run.scores(run.w), run.t[1:], run.optimum.gamma
    psi, size = run.psi(p), run.norm(run.w)
    return [
        *same,
        *potential_by_distance(dual),
        at_least(psi[:1] - psi, gamma * size),
        by("F.max", p),
        *arguments.rows_over_distance(dual),
        at_least(run.margin(run.w[1:]), gamma - 4 * run.log(run.n) / (gamma * t * (t + 3))),
        *arguments.logarithms(run),
    ]


@claim("N2.smooth", CONTRIBUTED.at("N2, step 1"), kind="inequality for all q")
@given(near_rows)
@latex(r"\phi(q')\le\phi(q)+\langle\nabla\phi(q),q'-q\rangle+\tfrac12\|q'-q\|_1^2\qquad(q,q'\in\Delta_n)")
def phi_is_smooth_on_the_simplex(p: Problem) -> tuple[Relation, ...]:
    """φ(q') ≤ φ(q) + ⟨∇φ(q), q' − q⟩ + ½‖q' − q‖₁² for all q, q' ∈ Δ_n."""
    points, relations = simplex_points(p), []
    for q in (points[:1], points[p.n : p.n + 1], points[p.n + 1 : p.n + 2], points[-1:]):
        plane = p.phi(q) + p.inner(p.phi_gradient(q), points - q)
        relations.append(at_most(p.phi(points), plane + p.l1(points - q) ** 2 / 2))
    return tuple(relations)


@stated("N2.gap", CONTRIBUTED.at("N2, for Lemma 3.2"), kind="inequality at every t")
@given(*STANDARD)
@proof("P.3.2.upd", "N2.smooth", by=arguments.gap_is_paid_for)
@latex(r"\phi(\mu_t)-\phi(\bar q)\le\frac{4\ln(n)}{(t+1)^2}")
def dual_gap_of_near_rows(run: Run) -> Relation:
    """φ(μ_t) − φ(q̄) ≤ 4 ln n / (t+1)² for every t ≥ 1."""
    return dual_gap(run)


@claim(
    "N2.interval", CONTRIBUTED.at("N2, for Theorem 3.1(2)"), kind="inequality at every t", about=PrimalMomentum, first=1
)
@given(*MOMENTUM)
@proof("N2.gap", "P.3.2.phimu.1", "P.3.2.phimu.2", "P.3.2.alg", by=interval_by_the_dual_run)
@latex(r"\frac{4\|g_t\|_2^2}{t^2}-\frac{8\ln(n)}{(t+1)^2}\le\bar\gamma^2")
def interval_of_near_rows(run: Run) -> Relation:
    """4‖g_t‖²/t² − 8 ln n/(t+1)² ≤ γ̄² for every t ≥ 1, on any data."""
    return interval_from_below(run)


@stated("N2.psi", CONTRIBUTED.at("N2, for Lemma 3.5"), kind="inequality at every t")
@given(*FROM_ONE)
@proof("P.3.2.upd", "P.3.3eq.3", "N2.smooth", by=arguments.near_rows_along_a_step)
@latex(r"""-\psi(Zw_t)\ge-\psi(Zw_0)+\frac1{2\lambda_{t-1}^2}\|Z^\top\mu_t\|_2^2
    +\sum_{j=1}^{t-1}\frac12\left(\frac1{\lambda_{j-1}^2}-\frac{1-\lambda_j}{\lambda_j^2}\right)
    \|Z^\top\mu_j\|_2^2+\sum_{j=0}^{t-1}\frac1{2\lambda_j}\|Z^\top\nu_j\|_2^2""")
def psi_of_near_rows(run: Run) -> Relation:
    """The bound of Lemma 3.5 for every t ≥ 1."""
    return psi_lower_bound(run)


@stated("N2.distance.1", CONTRIBUTED.at("N2, for N1, step 3"), first=0, kind="inequality at every t")
@given(*FROM_ONE, slow_schedule)
@proof("N2.psi", "N1.weights", "P.A.1a.2", "P.L3.6u", by=potential_by_distance)
@latex(r"-\psi(Zw_t)\ge-\psi(0)+\bar\gamma\|w_t\|_2")
def potential_of_near_rows(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ψ(0) + γ̄ ‖w_t‖ for every t."""
    return potential_grows_with_distance(run)


@stated("N2.distance.2", CONTRIBUTED.at("N2, for N1, step 4"), kind="inequality at every t")
@given(*FROM_ONE, slow_schedule, moved)
@proof("N2.distance.1", "P.P3.7.c.1", by=arguments.largest_score_of_the_run)
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{\ln n}{\|w_t\|_2}")
def margin_of_near_rows_by_distance(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − ln n/‖w_t‖ for every t ≥ 1."""
    return margin_by_distance(run)


@stated("N2.rate", CONTRIBUTED.at("N2, for N1"), kind="inequality at every t")
@given(*STANDARD, positive_margin)
@proof("N2.distance.2", "N1.sum", "P.L3.6l", by=lambda run: [*arguments.rows_over_distance(run), by("N2.distance.2")])
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{4\ln n}{\bar\gamma\,t(t+3)}")
def margin_rate_of_near_rows(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − 4 ln n / (γ̄ t(t+3)) for every t ≥ 1, on separable data."""
    return margin_rate_without_logarithm(run)


@claim(
    "N2.margin", CONTRIBUTED.at("N2, for Theorem 3.1(1)"), kind="inequality at every t", about=PrimalMomentum, first=1
)
@given(*MOMENTUM, separable)
@proof("N2.rate", "P.3.2.alg", by=margin_by_the_dual_run)
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{4(1+\ln(n))(1+2\ln(t+1))}{\bar\gamma(t+1)^2}")
def theorem_of_near_rows(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄ (t+1)²) for every t ≥ 1."""
    return margin_rate(run)


def later(run: Run, terms: Array) -> Array:
    """Σ_{1≤j<t} terms_j for t = 1, …, T."""
    return run.sums(np.concatenate([0 * terms[:1], terms[1:]]))[1:]


def approached(run: Run, q: Array) -> Array:
    """D(q, q_0) − D(q, q_t) = ln n + ⟨p_t, q⟩ − ψ(p_t), as ln q_t = p_t − ψ(p_t)."""
    return run.inner(run.p, q) - run.psi(run.p) + run.log(run.n)


def excess(run: Run, q: Array) -> Array:
    """D(q, q_0) = ln n + Σ q_i ln q_i."""
    return run.log(run.n) + run.entropy(q)


def gaps_to_any_point(run: Run) -> list[Any]:
    """φ(ν_t) − ⟨∇φ(ν_t), q⟩ + φ(q) ≥ 0, with what a step pays for."""
    points = [by("F.vector", run.combine(run.nu) - run.combine(q)) for q in simplex_points(run.problem)[:, None]]
    return [equal(run.p, run.scores(run.w)), *arguments.near_rows_along_a_step(run), *points]


def gap_by_entropy(run: Run) -> list[Any]:
    """⟨q̄, p_t⟩ − ψ(p_t) ≤ Σ q̄_i ln q̄_i, where Zᵀq̄ is the same for every dual optimum q̄."""
    towards, found = run.inner(run.w, run.optimum.direction), [*arguments.gap_is_paid_for(run), by("F.one")]
    for q in run.optimum.q[:, None]:
        found += [equal(run.inner(run.w, run.combine(q)), towards), by("F.conjugate", q, run.scores(run.w))]
    return found


def sum_by_entropy(run: Run) -> list[Any]:
    """The same of the sum."""
    p, gap = run.scores(run.w), run.phi(run.mu) - run.optimum.phi
    drop = run.psi(p)[:1] - run.psi(p) + run.inner(run.w, run.optimum.direction)
    summed = at_most((run.t[1:] + 1) ** 2 * gap[1:] + later(run, gap), 4 * drop[1:])
    return [*gap_by_entropy(run), summed]


@stated("N5.sum", CONTRIBUTED.at("N5, step 1"), kind="inequality for all q and every t", chapter="N5")
@given(*FROM_ONE)
@proof("P.3.2.upd", "N2.smooth", by=gaps_to_any_point)
@latex(r"""\frac{\phi(\mu_t)-\phi(q)}{\lambda_{t-1}^2}+\sum_{j=1}^{t-1}\Big(\frac1{\lambda_{j-1}^2}-\frac{1-\lambda_j}
    {\lambda_j^2}\Big)\big(\phi(\mu_j)-\phi(q)\big)\le D(q,q_0)-D(q,q_t)\qquad(q\in\Delta_n)""")
def gaps_and_divergence_stay_below_the_start(run: Run) -> tuple[Relation, ...]:
    """(φ(μ_t) − φ(q))/λ_{t−1}² + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²)(φ(μ_j) − φ(q)) ≤ D(q, q_0) − D(q, q_t) for
    every q ∈ Δ_n and t ≥ 1, where D(q, q') = Σ q_i ln(q_i/q'_i)."""
    # Proof: by N2.smooth, convexity and ½‖·‖₁² ≤ D, with ⟨∇φ(ν_j), q_{j+1} − q⟩ a difference of divergences,
    # φ(μ_{j+1}) ≤ (1−λ_j) φ(μ_j) + λ_j φ(q) + λ_j² (D(q, q_j) − D(q, q_{j+1})); divide by λ_j² and sum over j < t.
    lam, phi = run.lam, run.phi(run.mu)
    before, parts = later(run, weights(run) * phi), later(run, weights(run))
    relations = []
    for q in simplex_points(run.problem)[:, None]:
        spent = (phi[1:] - run.phi(q)) / lam[:-1] ** 2 + before - parts * run.phi(q)
        relations.append(at_most(spent, approached(run, q)[1:]))
    return tuple(relations)


@stated("N5.gap", CONTRIBUTED.at("N5"), chapter="N5")
@given(*STANDARD)
@proof("N5.sum", by=gap_by_entropy)
@latex(r"\phi(\mu_t)-\phi(\bar q)\le\frac4{(t+1)^2}\Big(\ln n+\sum_i\bar q_i\ln\bar q_i\Big)")
def dual_gap_by_entropy(run: Run) -> tuple[Relation, ...]:
    """φ(μ_t) − φ(q̄) ≤ 4(ln n + Σ q̄_i ln q̄_i)/(t+1)² for every t ≥ 1 and every dual optimum q̄."""
    # Proof: in N5.sum the weights of the gaps before t are all 1/4, D ≥ 0 and D(q̄, q_0) = ln n + Σ q̄_i ln q̄_i.
    # Lemma 3.2 has the largest value of that divergence, ln n.
    gap = run.phi(run.mu[1:]) - run.optimum.phi
    return tuple(at_most(gap, 4 * excess(run, q) / (run.t[1:] + 1) ** 2) for q in run.optimum.q[:, None])


@stated("N5.average", CONTRIBUTED.at("N5, for a sum of gaps"), chapter="N5")
@given(*STANDARD)
@proof("N5.sum", by=sum_by_entropy)
@latex(r"""(t+1)^2\big(\phi(\mu_t)-\phi(\bar q)\big)+\sum_{j=1}^{t-1}\big(\phi(\mu_j)-\phi(\bar q)\big)
    \le4\Big(\ln n+\sum_i\bar q_i\ln\bar q_i\Big)""")
def sum_of_gaps_by_entropy(run: Run) -> tuple[Relation, ...]:
    """(t+1)²(φ(μ_t) − φ(q̄)) + Σ_{j=1}^{t−1} (φ(μ_j) − φ(q̄)) ≤ 4(ln n + Σ q̄_i ln q̄_i) for every t ≥ 1 and every dual
    optimum q̄; so the least of the first t gaps is at most 4(ln n + Σ q̄_i ln q̄_i)/(t(t+3))."""
    # Proof: N5.sum, where the weights of the gaps before t are all 1/4; and (t+1)² + t − 1 = t(t+3).
    gap = run.phi(run.mu) - run.optimum.phi
    spent = (run.t[1:] + 1) ** 2 * gap[1:] + later(run, gap)
    return tuple(at_most(spent, 4 * excess(run, q)) for q in run.optimum.q[:, None])
