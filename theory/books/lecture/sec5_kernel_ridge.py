"""§5: ridge regression on features, by gradient descent and in closed form, in the primal and in the dual.

    F(w) = Σ_i (⟨w, φ(x_i)⟩ − y_i)² + λ‖w‖² = ‖Φw − y‖² + λ‖w‖²,  K = ΦΦᵀ

F is quadratic, so (F(w + h) − F(w − h))/2 = ⟨∇F(w), h⟩ exactly, here for every h along an axis. The print never
says that λ > 0. An equivalence "A(α) = 0 ⟺ B(α) = 0" is read at α* = (K + λI)⁻¹y, at every α* + ν with Kν = 0,
and at other points.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.ridge_descent import RidgeDescent
from lemmacheck.theory.books.lecture.problems.kernel_functions import DataPoints, KernelFunctions
from lemmacheck.theory.books.lecture.problems.quadratics import product
from lemmacheck.theory.books.lecture.problems.ridge import RidgeRegression
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, equal, meaning
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 5"
stated = partial(claim, about=RidgeRegression)

DESCENT = LECTURE.at("§5, item 1")
CLOSED = LECTURE.at("§5, item 2")
CHAIN = LECTURE.at("§5, item 2, the chain")
FREE = "the w on the right is bound by nothing; w_t is meant."


@hypothesis("λ > 0", tacit=True)
def regularised(p: Any) -> Relation:
    return above(as_row(p.lam), 0)


@hypothesis("K is nonsingular", tacit=True)
def nonsingular(p: Any) -> Relation:
    return equal(p.null[None], 0)


@hypothesis("w_1 = 0")
def from_zero(run: Run) -> Relation:
    return equal(run.w[:1], 0)


def axes(p: Any, size: int) -> Array:
    """e_1, …, e_s."""
    return p.num.array(np.eye(size, dtype=int).tolist())


def slopes(function: Callable[[Array], Any], at: Array, moves: Array) -> Array:
    """⟨∇f, h⟩ of a quadratic f for each of the vectors h."""
    return np.stack([(function(at + h) - function(at - h)) / 2 for h in moves], axis=-1)


def point_by_point(p: Any, w: Array) -> Any:
    """Σ_i (⟨w, φ(x_i)⟩ − y_i)² + λ‖w‖², one point after the other."""
    off = [p.inner(w, p.Phi[..., i, :]) - p.y[..., i] for i in range(p.n)]
    return sum(x * x for x in off) + p.lam * p.squared(w)


def printed_gradient(p: Any, w: Array) -> Array:
    """2 Σ_i (⟨w, φ(x_i)⟩ − y_i) φ(x_i) + 2λw, one point after the other."""
    rows = [p.Phi[..., i, :] for i in range(p.n)]
    terms = [column(p.inner(w, row) - p.y[..., i]) * row for i, row in enumerate(rows)]
    return 2 * sum(terms) + 2 * column(p.lam) * w


@claim("S.Rich", LECTURE.at("§5, “A linear model on the original datapoints”"), kind="example", about=KernelFunctions)
@latex(r"y=x_1x_2:\quad\sum_i(w^\top x_i-y_i)^2=4+4\|w\|_2^2,\quad(0,\tfrac1{\sqrt2},0)\,\phi(x_i)=y_i")
def products_are_not_linear(p: DataPoints) -> tuple[Relation, Relation]:
    """A linear model may not be expressive enough: on the points (±1, ±1) with y = x_1x_2 every w, read at some, has
    Σ_i (⟨w, x_i⟩ − y_i)² = 4 + 4‖w‖²; on φ(x) = (x_1², √2x_1x_2, x_2²) the w = (0, 1/√2, 0) has no error."""
    x = p.num.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    y, w = x[:, 0] * x[:, 1], p.plane()
    rich = p.num.array([0, 1, 0]) / p.sqrt(p.num.number(2))
    return (
        equal(((w @ x.T - y) ** 2).sum(-1)[None], (4 + 4 * p.squared(w))[None]),
        equal((p.squares(x) * rich).sum(-1), y),
    )


@stated("S.KR.grad", DESCENT)
@latex(r"\nabla_w(SRM)=2\sum_{i=1}^n\left(w^\top\phi(x_i)-y_i\right)\phi(x_i)+2\lambda w")
def gradient_of_the_objective(p: Any) -> Relation:
    """∇F(w) = 2 Σ_i (⟨w, φ(x_i)⟩ − y_i) φ(x_i) + 2λw."""
    w, moves = p.weight_points(), axes(p, p.m) * p.scale
    return equal(slopes(lambda v: point_by_point(p, v), w, moves), p.scale * printed_gradient(p, w))


def descent_step(run: Run, at: Array) -> Relation:
    """w_{t+1} = w_t − η(2 Σ_i (⟨w, φ(x_i)⟩ − y_i) φ(x_i) + 2λw), t ≥ 1."""
    eta = run.num.number(run.algorithm.eta)
    return equal(run.w[1:], run.w[:-1] - eta * printed_gradient(run.problem, at)).since(1)


def unindexed(run: Run) -> Array:
    """What the w without an index stands for."""
    w: Array = meaning("w", {"w_t": run.w[:-1]})
    return w


@claim("S.KR.GD.1", DESCENT, kind="algorithm", about=RidgeDescent)
@fault(FREE)
@proof("S.KR.grad")
@latex(r"w_{t+1}=w_t-\eta\left(2\sum_{i=1}^n\left(w^\top\phi(x_i)-y_i\right)\phi(x_i)+2\lambda w\right)")
def descent_at_a_free_point(run: Run) -> Relation:
    """w_{t+1} = w_t − η(2 Σ_i (⟨w, φ(x_i)⟩ − y_i) φ(x_i) + 2λw)."""
    return descent_step(run, unindexed(run))


@descent_at_a_free_point.corrected()
@latex(r"w_{t+1}=w_t-\eta\left(2\sum_{i=1}^n\left(w_t^\top\phi(x_i)-y_i\right)\phi(x_i)+2\lambda w_t\right)")
def descent(run: Run) -> Relation:
    """w_{t+1} = w_t − η(2 Σ_i (⟨w_t, φ(x_i)⟩ − y_i) φ(x_i) + 2λw_t)."""
    return descent_step(run, run.w[:-1])


def weights(run: Run) -> Array:
    """α_1 = 0, α_{t+1} = α_t − η(2(Kα_t − y) + 2λα_t)."""
    p: Any = run.problem
    eta = p.num.number(run.algorithm.eta)

    def step(t: Any, a: Array) -> Array:
        return a - 2 * eta * (p.shifted(a) - p.y)

    return run.recurrence(0 * p.y, step)


@claim("S.KR.GD.2", DESCENT, about=RidgeDescent)
@given(from_zero)
@proof("S.KR.GD.1.corrected")
@latex(r"w_t=\sum_{i=1}^n\alpha_i\phi(x_i)\text{ for some }\alpha_i\in\mathbb R")
def iterates_are_combinations(run: Run) -> Relation:
    """w_t = Φᵀα_t for every t ≥ 1, with α_1 = 0 and α_{t+1} = α_t − 2η((K + λI)α_t − y)."""
    return equal(run.w, run.back(weights(run))).since(1)


@claim("S.KR.pred", DESCENT, about=RidgeDescent)
@given(from_zero)
@proof("S.KR.GD.2")
@latex(r"\langle w_t,\phi(x)\rangle=\sum_{i=1}^n\alpha_i\langle\phi(x_i),\phi(x)\rangle")
def predictions_by_inner_products(run: Run) -> tuple[Relation, ...]:
    """⟨w_t, φ(x)⟩ = Σ_i α_i ⟨φ(x_i), φ(x)⟩ for every x, with the α_t of S.KR.GD.2."""
    p: Any = run.problem
    alpha, x = weights(run), p.features(p.points(p.d))
    kernel = p.inner(p.Phi, x[..., None, :])
    return tuple(equal(p.inner(run.w, f), p.inner(alpha, k)).since(1) for f, k in zip(x, kernel, strict=True))


@stated("S.KR.obj0", CLOSED, kind="typing")
@fault("Φ has m columns, so that Φw asks for w ∈ ℝᵐ; ℝᵈ is where the data points are, before they are mapped.")
@latex(r"\min_{w\in\mathcal R^d}\|\Phi w-y\|_2^2+\lambda\|w\|_2^2,\quad\Phi\in\mathbb R^{n\times m}")
def objective_on_the_data_space(p: Any) -> Relation:
    """‖Φw − y‖² + λ‖w‖² is Σ_i (⟨w, φ(x_i)⟩ − y_i)² + λ‖w‖² for w ∈ ℝᵈ, Φ ∈ ℝ^{n×m}."""
    return objective_on(p, p.points(p.d))


@objective_on_the_data_space.corrected()
@latex(r"\min_{w\in\mathbb R^m}\|\Phi w-y\|_2^2+\lambda\|w\|_2^2,\quad\Phi\in\mathbb R^{n\times m}")
def objective_on_the_feature_space(p: Any) -> Relation:
    """‖Φw − y‖² + λ‖w‖² is Σ_i (⟨w, φ(x_i)⟩ − y_i)² + λ‖w‖² for w ∈ ℝᵐ, Φ ∈ ℝ^{n×m}."""
    return objective_on(p, p.weight_points())


def objective_on(p: Any, w: Array) -> Relation:
    off = product(p.Phi, column(w))[..., 0] - p.y
    return equal(p.squared(off) + p.lam * p.squared(w), point_by_point(p, w))


@stated("S.KR.w.1", CLOSED, kind="identity")
@given(regularised)
@proof("S.KR.grad")
@latex(r"2\Phi^\top(\Phi w^*-y)+2\lambda w^*=0")
def solution_is_stationary(p: Any) -> tuple[Relation, Relation]:
    """2Φᵀ(Φw* − y) + 2λw* = 0 for the least w* = (ΦᵀΦ + λI)⁻¹Φᵀy of F: F(w) ≥ F(w*) for every w."""
    w, best = p.weight_points(), p.w_star[None]
    zero = 2 * p.back(p.predict(best) - p.y) + 2 * column(p.lam) * best
    return equal(zero, 0), at_least(p.objective(w), p.objective(best))


def residual_weights(p: Any) -> Array:
    """−(Φw* − y)/λ."""
    return -(p.predict(p.w_star[None]) - p.y) / column(p.lam)


@stated("S.KR.w.2", CLOSED)
@given(regularised)
@proof("S.KR.w.1")
@latex(r"w^*=\left(-\frac1\lambda\right)\Phi^\top(\Phi w^*-y)")
def solution_by_its_residual(p: Any) -> Relation:
    """w* = (−1/λ) Φᵀ(Φw* − y)."""
    return equal(p.w_star[None], p.back(residual_weights(p)))


@stated("S.KR.w.3", CLOSED)
@given(regularised)
@proof("S.KR.w.2")
@latex(r"w^*=\Phi^\top\alpha=\sum_{i=1}^n\alpha_i\phi(x_i)\text{ for some }\alpha\in\mathbb R^n")
def solution_is_a_combination(p: Any) -> Relation:
    """w* = Σ_i α_i φ(x_i) with α = −(Φw* − y)/λ, row by row."""
    alpha = residual_weights(p)
    return equal(p.w_star[None], sum(alpha[..., i, None] * p.Phi[..., i, :] for i in range(p.n)))


def in_the_dual(p: Any, alpha: Array) -> Any:
    """‖Kα − y‖² + λαᵀKα."""
    return p.squared(p.times_K(alpha) - p.y) + p.lam * p.inner(alpha, p.times_K(alpha))


def plugged_in(p: Any, alpha: Array) -> Any:
    """‖ΦΦᵀα − y‖² + λ‖Φᵀα‖²."""
    w = p.back(alpha)
    return p.squared(p.predict(w) - p.y) + p.lam * p.squared(w)


@stated("S.KR.obj.1", CLOSED, kind="identity")
@given(regularised)
@proof("S.KR.w.3")
@latex(r"""\min_w\|\Phi w-y\|_2^2+\lambda\|w\|_2^2
    =\min_\alpha\|\Phi\Phi^\top\alpha-y\|_2^2+\lambda\|\Phi^\top\alpha\|_2^2""")
def objective_of_the_weights(p: Any) -> tuple[Relation, ...]:
    """F(Φᵀα) = ‖ΦΦᵀα − y‖² + λ‖Φᵀα‖² for every α, and both minima agree: it is F(w*) at α*, and not less elsewhere."""
    alpha, least = p.points(p.n), p.objective(p.w_star[None])
    return (
        equal(p.objective(p.back(alpha)), plugged_in(p, alpha)),
        equal(plugged_in(p, p.alpha[None]), least),
        at_least(plugged_in(p, p.alpha + alpha), least),
    )


@stated("S.KR.obj.2", CLOSED)
@proof("S.KR.obj.1")
@latex(r"""\|\Phi\Phi^\top\alpha-y\|_2^2+\lambda\|\Phi^\top\alpha\|_2^2
    =\|K\alpha-y\|_2^2+\lambda\alpha^\top K\alpha,\quad K=\Phi\Phi^\top\in\mathbb R^{n\times n}""")
def objective_by_the_kernel(p: Any) -> Relation:
    """‖ΦΦᵀα − y‖² + λ‖Φᵀα‖² = ‖Kα − y‖² + λαᵀKα for every α."""
    alpha = p.points(p.n)
    return equal(plugged_in(p, alpha), in_the_dual(p, alpha))


def stationary(p: Any, alpha: Array) -> Array:
    """2Kᵀ(Kα − y) + 2λKα."""
    transposed = np.swapaxes(p.K, -1, -2)
    pulled = (transposed @ (p.times_K(alpha) - p.y)[..., None])[..., 0]
    return 2 * pulled + 2 * column(p.lam) * p.times_K(alpha)


def normal(p: Any, alpha: Array) -> Array:
    """Kᵀ((K + λI)α − y)."""
    return (np.swapaxes(p.K, -1, -2) @ (p.shifted(alpha) - p.y)[..., None])[..., 0]


def solutions(p: Any) -> Array:
    """α*, and α* + ν for ν that span the kernel of K."""
    return np.concatenate([p.alpha[None], p.alpha + np.moveaxis(p.null, -2, 0)])


@stated("S.KR.iff.1", CHAIN, kind="equivalence")
@latex(r"\nabla_\alpha(\|K\alpha-y\|_2^2+\lambda\alpha^\top K\alpha)=0\iff2K^\top(K\alpha-y)+2\lambda K\alpha=0")
def gradient_in_the_dual(p: Any) -> Relation:
    """∇_α(‖Kα − y‖² + λαᵀKα) = 2Kᵀ(Kα − y) + 2λKα for every α."""
    alpha = p.points(p.n)
    return equal(slopes(lambda a: in_the_dual(p, a), alpha, axes(p, p.n)), stationary(p, alpha))


@stated("S.KR.iff.2", CHAIN, kind="equivalence")
@latex(r"2K^\top(K\alpha-y)+2\lambda K\alpha=0\iff K^\top((K+\lambda I)\alpha-y)=0")
def a_factor_in_common(p: Any) -> Relation:
    """2Kᵀ(Kα − y) + 2λKα = 2Kᵀ((K + λI)α − y) for every α, by K = Kᵀ."""
    alpha = p.points(p.n)
    return equal(stationary(p, alpha), 2 * normal(p, alpha))
