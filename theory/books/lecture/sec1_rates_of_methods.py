"""§1: what improves on gradient descent: acceleration, cutting planes, second-order information, and what limits it.

    accelerated      O(1/√ε), O(√κ log(1/ε)) steps          gravity        O(d log(1/ε)) steps, ellipsoid O(d² log(1/ε))
    Newton's         one step on a quadratic, any κ         lower bound    3βB²/(32(T+1)²) after T < d/2 steps

The print names no constants: the usual ones are taken, with B the distance from the start to w*, or a bound on it.
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture import arguments
from lemmacheck.theory.books.lecture.algorithms.cutting import Accuracies, CentreOfGravity, Ellipsoid
from lemmacheck.theory.books.lecture.algorithms.newton import Newton
from lemmacheck.theory.books.lecture.algorithms.smooth_descent import Accelerated, StronglyAccelerated
from lemmacheck.theory.books.lecture.algorithms.span import SpanMethod
from lemmacheck.theory.books.lecture.conditions import convex, half_range, lipschitz, powers, smooth, strongly_convex
from lemmacheck.theory.books.lecture.sec1_quadratics import definite, symmetric
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row, column
from lemmacheck.theory.core.claim import claim, given, latex, not_checkable, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 1"


@claim("S.AGD.1", LECTURE.at("§1, “Accelerated gradient descent improves”"), kind="rate", about=Accelerated)
@given(smooth, convex)
@proof(by=arguments.momentum)
@latex(r"f(w_T)-f(w^*)\le\frac{2\beta B^2}{(T+1)^2}")
def accelerated_convex_rate(run: Run) -> Relation:
    """f(w_T) − f(w*) ≤ 2βB²/(T+1)² for smooth convex f: error ε in B√(2β/ε) = O(1/√ε) steps."""
    f = run.problem
    return at_most(f.gap(run.w), 4 * half_range(f) / (run.t + 1) ** 2)


@claim("S.AGD.2", LECTURE.at("§1, “Accelerated gradient descent improves”"), kind="rate", about=StronglyAccelerated)
@given(smooth, strongly_convex)
@proof(by=arguments.strong_momentum)
@latex(r"""f(w_T)-f(w^*)\le\left(1-\frac1{\sqrt\kappa}\right)^T\frac{(\beta+\lambda)B^2}2
    \le\exp\left(-\frac T{\sqrt\kappa}\right)\frac{(\beta+\lambda)B^2}2""")
def accelerated_strongly_convex_rate(run: Run) -> tuple[Relation, ...]:
    """f(w_T) − f(w*) ≤ (1 − 1/√κ)^T (β+λ)B²/2 ≤ exp(−T/√κ) (β+λ)B²/2: error ε in √κ log((β+λ)B²/(2ε)) =
    O(√κ log(1/ε)) steps."""
    f = run.problem
    root, first = run.sqrt(f.kappa), (f.beta + f.lam) * f.B_squared / 2
    shrunk = powers(run, 1 - 1 / root)
    return at_most(f.gap(run.w), shrunk * first), at_most(shrunk, run.exp(-run.t / root))


def ahead(run: Run) -> Array:
    """(w_t)_i for i > t, at every t."""
    return np.concatenate([w[t:] for t, w in enumerate(run.w)])


def times(run: Run) -> Array:
    """0, 1, …, T, one a row."""
    return column(np.ravel(run.t))


@claim("S.LB", LECTURE.at("§1, “There are also lower bound known”"), kind="qualitative", about=SpanMethod)
@proof("S.AGD.1")
@latex(r"""w_t\in\operatorname{span}(e_1,\dots,e_t),\quad\min_{\operatorname{span}(e_1,\dots,e_T)}f-f(x^*)
    \ge\frac{3\beta B^2}{32(T+1)^2},\quad f(w_T)-f(x^*)\le\frac{2\beta B^2}{(T+1)^2}\text{ by acceleration}""")
def acceleration_is_optimal_up_to_a_constant(run: Run) -> tuple[Relation, ...]:
    """On Nesterov's quadratic in d = 2T+1 dimensions w_t ∈ span(e_1, …, e_t); over that span f − f(x*) is at least
    β/8 (1/(t+1) − 1/(d+1)), which at t = T is at least 3βB²/(32(T+1)²); and 2βB²/(T+1)² is reached by acceleration.
    So no bound without d for methods in the span of their gradients is better by more than 64/3."""
    f, t, T = run.algorithm.f, times(run), run.steps
    least = np.stack([f.least(k) for k in range(T + 1)])
    slopes = np.concatenate([g[:k] for k, g in enumerate(f.gradient(least))])
    bound = f.beta * (1 / (t + 1) - run.num.number(1) / (f.d + 1)) / 8
    accelerated = run.again(SpanMethod())
    return (
        equal(column(f.gradient(f.minimiser)), 0),
        equal(column(ahead(run)), 0),
        equal(column(slopes), 0),
        equal(column(f.gap(least)), bound),
        at_least(column(f.gap(run.w)), bound),
        at_least(bound[-1:], 3 * half_range(f) / (16 * (t[-1:] + 1) ** 2)).since(T),
        at_most(column(f.gap(accelerated.w)), 4 * half_range(f) / (t + 1) ** 2),
    )


@hypothesis("w* lies in the ball of radius B about w_0")
def within_the_first_ball(run: Run) -> Relation:
    return at_most(as_row(run.problem.B_squared), as_row(run.problem.radius**2))


def least_error(run: Run) -> Array:
    """min_{t<T} f(w_t) − f(w*) for every T ≥ 1."""
    return run.best[:-1] - run.problem.value(run.problem.minimiser)


def first_bound(run: Run) -> Any:
    """2ρB."""
    return 2 * run.problem.rho * run.problem.radius


@claim("S.Cut", LECTURE.at("§1, “Using various cutting-plane methods”"), kind="rate", about=CentreOfGravity, first=1)
@given(lipschitz, within_the_first_ball)
@latex(r"\min_{t<T}f(w_t)-f(w^*)\le2\rho B\left(1-\frac1e\right)^{T/d}")
def cutting_planes_take_linearly_many_steps(run: Run) -> Relation:
    """min_{t<T} f(w_t) − f(w*) ≤ 2ρB(1 − 1/e)^{T/d} for cuts through the centre of gravity: error ε in
    2.2 d log(2ρB/ε) = O(d log(1/ε)) steps. Read at f(w) = max_j |w_j − w*_j|, ρ = 1, on the box of half-width B. The
    print says “such as the ellipsoid method”, which takes d times as many (S.Cut.ellipsoid): read strictly it is false
    of its example."""
    kept = run.log(1 - run.exp(run.num.number(-1)))
    return at_most(least_error(run), first_bound(run) * run.exp(run.t[1:] * kept / run.d))


@claim("S.Cut.ellipsoid", LECTURE.at("§1, “such as the ellipsoid method”"), kind="rate", about=Ellipsoid, first=1)
@given(lipschitz, within_the_first_ball)
@latex(r"\min_{t<T}f(w_t)-f(w^*)\le2\rho B\exp\left(-\frac T{2d(d+1)}\right)")
def ellipsoid_takes_quadratically_many_steps(run: Run) -> Relation:
    """min_{t<T} f(w_t) − f(w*) ≤ 2ρB exp(−T/(2d(d+1))) for the ellipsoid method: error ε in 2d(d+1) log(2ρB/ε) =
    O(d² log(1/ε)) steps. Each ellipsoid has d/(d+1) (d²/(d²−1))^{(d−1)/2} ≈ e^{−1/(2d)} of the volume of the one
    before, wherever the cut goes, so that no analysis by volumes gives it O(d log(1/ε))."""
    return at_most(least_error(run), first_bound(run) * run.exp(-run.t[1:] / (2 * run.d * (run.d + 1))))


@claim(
    "S.Cut.cost",
    LECTURE.at("§1, “these cutting plane based methods are much more expensive”"),
    kind="qualitative",
    about=Ellipsoid,
)
@latex(r"P_t\in\mathbb R^{d\times d},\quad w_t,g_t\in\mathbb R^d")
def ellipsoids_fill_a_matrix(run: Run) -> tuple[Relation, Relation]:
    """What a step of the ellipsoid method, the example of the print, computes anew and keeps: d² numbers of P_t, where
    gradient descent has the d of w_t, counted. What the subgradient itself costs is the same for both."""
    matrix, point = run.states[-1].P.shape, run.states[-1].w.shape
    count = run.num.array
    return equal(count([matrix[-2] * matrix[-1]]), run.d**2), equal(count([point[-1]]), run.d)


@claim("S.CutCmp", LECTURE.at("§1, “This could be much better”"), kind="rate", about=Accuracies)
@proof("S.Cut", "S.GDrates.2")
@latex(r"""\epsilon\ll\frac1{\sqrt d},\text{ as }\epsilon\le\frac1{\sqrt{d(1+\log d)}}:
    \quad d\log\frac1\epsilon\le\frac1{\epsilon^2}""")
def cutting_is_cheaper_below_the_root(p: Any) -> Relation:
    """d log(1/ε) ≤ 1/ε² for every ε ≤ 1/√(d(1 + log d)), read at that ε and at parts of it: 1/2, 1/3, 1/4, 1/9. The ≪
    of the print is read as hiding the logarithm: at ε = 1/(c√d) with one c, however large, it is false of dimensions
    d > e^{2c²}/c²."""
    # Proof: with L = 1 + log d and 1/ε² = dLs, s ≥ 1, half of log d + log L + log s is at most log d + s/2 ≤ Ls.
    c, d = p.accuracies.pairs(p.num)
    square = (c - 1) ** 2 * d * (1 + p.log(d))
    return at_most(d * p.log(square) / 2, square)


@claim("S.Newton", LECTURE.at("§1, “Second-order methods such as Newton’s method”"), kind="rate", about=Newton)
@given(definite, symmetric)
@latex(r"w_t=w^*\quad(t\ge1),\text{ whatever }\kappa")
def newton_needs_one_step(run: Run) -> tuple[Relation, Relation]:
    """On a quadratic with A ≻ 0 Newton's method is at w* after one step, for κ = 9, 10⁴ and 10⁸ alike: no more than
    polylog(κ) steps. The print names neither functions nor a variant; this is its Example 2 alone."""
    f = run.problem
    return equal(f.gradient(run.w[1:]), 0), equal(f.gap(run.w[1:]), 0)


@claim("S.Hess", LECTURE.at("§1, “These methods can be more expensive”"), kind="qualitative", about=Newton)
@latex(r"\nabla^2f(w)\in\mathbb R^{d\times d},\quad\nabla f(w)\in\mathbb R^d")
def second_derivatives_fill_a_matrix(run: Run) -> tuple[Relation, Relation]:
    """What a step of Newton's method stores: d² numbers of ∇²f(w_t), against d of ∇f(w_t), counted."""
    hessian, gradient = run.states[-1].hessian.shape, run.states[-1].gradient.shape
    count = run.num.array
    return equal(count([hessian[-2] * hessian[-1]]), run.d**2), equal(count([gradient[-1]]), run.d)


S_MEM = not_checkable(
    "S.Mem",
    LECTURE.at("§1, “There is recent work which shows”"),
    "Any algorithm that improves significantly on gradient descent for such errors needs much more memory.",
    latex=r"\text{fewer steps than gradient descent}\ \Rightarrow\ \text{much more memory than }O(d)",
    reason="it cites a theorem about all algorithms, [2], without its bounds on steps and memory; neither "
    "“significantly” nor “much more” is a number, so that there is no inequality to decide",
)

S_ADAM = not_checkable(
    "S.Adam",
    LECTURE.at("§1, “There are techniques which aim to use some”"),
    "Some techniques use part of the second-derivative information at less cost; Adagrad and Adam, variants of these, "
    "are very popular.",
    latex=r"\text{Adagrad, Adam}",
    reason="it tells what techniques aim at and how popular they are; neither method is written down here, and no rate "
    "or cost is claimed of it",
)
