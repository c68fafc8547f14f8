"""§5, item 2: the last equivalences for the weights α, what they give for w*, and both closed forms as algorithms.

    Kᵀ((K + λI)α − y) = 0   ⟸   (K + λI)α = y   ⟺   α = (K + λI)⁻¹y   ⟹   w* = Φᵀα = (ΦᵀΦ + λI)⁻¹Φᵀy

The first of these is printed as an equivalence. Where K is singular every α* + ν with Kν = 0 solves the left, and
none but α* the right; the w* = Φᵀα is the same for all of them.
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.lecture.algorithms.ridge_descent import RidgeDescent
from lemmacheck.theory.books.lecture.problems.ridge import RidgeRegression
from lemmacheck.theory.books.lecture.sec5_kernel_ridge import (
    CHAIN,
    FREE,
    descent_step,
    from_zero,
    nonsingular,
    normal,
    regularised,
    solutions,
    stationary,
    unindexed,
)
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, above, at_least, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 5"
stated = partial(claim, about=RidgeRegression, given=[regularised])

AFTER = LECTURE.at("§5, item 2, after the chain")


@stated("S.KR.iff.3", CHAIN, kind="equivalence")
@slip("""from left to right Kᵀ is cancelled, which a singular K does not allow: α* + ν with Kν = 0, ν ≠ 0, solves the
    left alone.""")
@latex(r"K^\top((K+\lambda I)\alpha-y)=0\iff(K+\lambda I)\alpha=y")
def the_kernel_matrix_is_cancelled(p: Any) -> tuple[Relation, Relation]:
    """Every α found to solve Kᵀ((K + λI)α − y) = 0 has (K + λI)α = y: α*, and α* + ν with Kν = 0."""
    alpha = solutions(p)
    return equal(normal(p, alpha), 0), equal(p.shifted(alpha), p.y + 0 * alpha)


@the_kernel_matrix_is_cancelled.corrected()
@given(regularised, nonsingular)
@latex(r"\det K\ne0:\quad K^\top((K+\lambda I)\alpha-y)=0\iff(K+\lambda I)\alpha=y")
def a_nonsingular_kernel_matrix_is_cancelled(p: Any) -> tuple[Relation, ...]:
    """For nonsingular K the α that solves Kᵀ((K + λI)α − y) = 0 is α*, which solves (K + λI)α = y; no other solves
    the left."""
    others = p.alpha + p.points(p.n)
    return (*the_kernel_matrix_is_cancelled(p), above(p.squared(normal(p, others)), 0))


@stated("S.KR.iff.4", CHAIN, kind="equivalence")
@latex(r"(K+\lambda I)\alpha=y\iff\alpha=(K+\lambda I)^{-1}y")
def the_system_has_one_solution(p: Any) -> tuple[Relation, Relation]:
    """α* = (K + λI)⁻¹y solves (K + λI)α = y, and no α* + v with v ≠ 0 does: vᵀ(K + λI)v ≥ λ‖v‖² > 0."""
    v = p.points(p.n)
    return equal(p.shifted(p.alpha[None]), p.y[None]), at_least(p.inner(v, p.shifted(v)), p.lam * p.squared(v))


@stated("S.KR.iff.5.1", CHAIN)
@proof("S.KR.w.3", "S.KR.iff.1", "S.KR.iff.2")
@latex(r"\nabla_\alpha(\|K\alpha-y\|_2^2+\lambda\alpha^\top K\alpha)=0\implies w^*=\Phi^\top\alpha")
def every_stationary_point_gives_the_solution(p: Any) -> tuple[Relation, Relation]:
    """w* = Φᵀα for every α found to be stationary: α*, and also α* + ν with Kν = 0, which line 4 leaves out."""
    alpha = solutions(p)
    return equal(stationary(p, alpha), 0), equal(p.w_star[None], p.back(alpha))


@stated("S.KR.iff.5.2", CHAIN)
@proof("S.KR.iff.4")
@latex(r"\Phi^\top\alpha=\Phi^\top(K+\lambda I)^{-1}y")
def weights_enter_the_solution(p: Any) -> tuple[Relation, Relation]:
    """Φᵀα = Φᵀ(K + λI)⁻¹y for every stationary α, where (K + λI)⁻¹y is the solution of (K + λI)α = y."""
    alpha = solutions(p)
    return equal(p.back(alpha), p.back(p.alpha)[None]), equal(p.shifted(p.alpha)[None], p.y[None])


def dual_solution(p: Any) -> tuple[Relation, Relation]:
    """w* = Φᵀα* and (K + λI)α* = y."""
    return equal(p.w_star[None], p.back(p.alpha)[None]), equal(p.shifted(p.alpha)[None], p.y[None])


@stated("S.KR.iff.5.3", CHAIN, kind="identity")
@proof("S.KR.iff.5.1", "S.KR.iff.5.2")
@latex(r"w^*=\Phi^\top(K+\lambda I)^{-1}y")
def solution_by_the_kernel(p: Any) -> tuple[Relation, Relation]:
    """w* = Φᵀ(K + λI)⁻¹y."""
    return dual_solution(p)


def is_least(p: Any, w: Array) -> tuple[Relation, ...]:
    """∇F(w) = 0, and F(w + v) ≥ F(w) + λ‖v‖² for every v."""
    v = p.weight_points()
    return equal(p.gradient(w), 0), at_least(p.objective(w + v) - p.objective(w), p.lam * p.squared(v))


@stated("S.KR.sol", AFTER)
@proof("S.KR.w.1", "S.KR.iff.5.3")
@latex(r"w^*=(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top y")
def regularised_least_squares(p: Any) -> tuple[Relation, ...]:
    """(ΦᵀΦ + λI)⁻¹Φᵀy is the one minimiser of F, and is Φᵀ(K + λI)⁻¹y."""
    w = p.w_star[None]
    return *is_least(p, w), equal(w, p.back(p.alpha)[None])


@stated("S.Alg.KRR-primal", AFTER, kind="algorithm")
@proof("S.KR.sol")
@latex(r"w^*=(\Phi^\top\Phi+\lambda I)^{-1}\Phi^\top y")
def primal_algorithm(p: Any) -> tuple[Relation, ...]:
    """The w* that elimination finds has (ΦᵀΦ + λI)w* = Φᵀy, and minimises F."""
    w = p.w_star[None]
    return equal(p.back(p.predict(w)) + as_row(p.lam)[..., None] * w, p.back(p.y)[None]), *is_least(p, w)


@stated("S.Alg.KRR-dual", CHAIN, kind="algorithm")
@proof("S.KR.iff.5.3")
@latex(r"\alpha=(K+\lambda I)^{-1}y,\quad w^*=\Phi^\top\alpha")
def dual_algorithm(p: Any) -> tuple[Relation, ...]:
    """The α* that elimination finds has (K + λI)α* = y, Φᵀα* minimises F, and is the w* of the primal algorithm; its
    prediction at φ(x) is Σ_i α*_i ⟨φ(x_i), φ(x)⟩."""
    w, x = p.back(p.alpha)[None], p.features(p.points(p.d))
    kernel = p.inner(p.Phi, x[..., None, :])
    return *dual_solution(p), *is_least(p, w), equal(p.inner(w, x), p.inner(p.alpha, kernel))


def from_the_origin(run: Run, at: Array) -> tuple[Relation, Relation]:
    """w_1 = 0, and the step."""
    return equal(run.w[:1], 0).since(1), descent_step(run, at)


@claim("S.Alg.KRR-GD", LECTURE.at("§5, item 1, as an algorithm"), kind="algorithm", about=RidgeDescent)
@given(from_zero)
@fault(FREE)
@proof("S.KR.grad")
@latex(r"w_{t+1}=w_t-\eta\left(2\sum_{i=1}^n\left(w^\top\phi(x_i)-y_i\right)\phi(x_i)+2\lambda w\right),\quad w_1=0")
def descent_from_zero_at_a_free_point(run: Run) -> tuple[Relation, Relation]:
    """w_1 = 0 and w_{t+1} = w_t − η(2 Σ_i (⟨w, φ(x_i)⟩ − y_i) φ(x_i) + 2λw)."""
    return from_the_origin(run, unindexed(run))


@descent_from_zero_at_a_free_point.corrected()
@latex(r"""w_{t+1}=w_t
    -\eta\left(2\sum_{i=1}^n\left(w_t^\top\phi(x_i)-y_i\right)\phi(x_i)+2\lambda w_t\right),\quad w_1=0""")
def descent_from_zero(run: Run) -> tuple[Relation, ...]:
    """w_1 = 0 and w_{t+1} = w_t − η(2 Σ_i (⟨w_t, φ(x_i)⟩ − y_i) φ(x_i) + 2λw_t)."""
    return from_the_origin(run, run.w[:-1])
