"""§1, Example 2: f(x) = ½xᵀAx − bᵀx, where smoothness and strong convexity are read off the eigenvalues of A.

A ≽ 0 means vᵀAv ≥ 0 for all v, A ≻ 0 means vᵀAv > 0 for all v ≠ 0
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.smooth_descent import LongSteps
from lemmacheck.theory.books.lecture.conditions import objective, powers
from lemmacheck.theory.books.lecture.problems.quadratics import (
    Example2,
    determinant,
    leading_minors,
    principal_minors,
    product,
)
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 1"


@hypothesis("A ≽ 0: every principal minor of (A + Aᵀ)/2 is at least 0")
def semidefinite(f: Any) -> Relation:
    return at_least(principal_minors(objective(f).symmetric_part), 0)


@hypothesis("A ≻ 0: every leading principal minor of (A + Aᵀ)/2 is positive")
def definite(f: Any) -> Relation:
    return above(leading_minors(objective(f).symmetric_part), 0)


@hypothesis("A = Aᵀ, as A ≻ 0 and A ≽ 0 are commonly read", tacit=True)
def symmetric(f: Any) -> Relation:
    return equal(as_row(f.A), as_row(np.swapaxes(f.A, -1, -2)))


@hypothesis("A is diagonal with positive entries, sorted from largest to smallest")
def sorted_diagonal(f: Any) -> tuple[Relation, ...]:
    f = objective(f)
    a, e = f.diagonal, f.num.array(np.eye(f.d, dtype=int).tolist())
    return (
        equal(as_row(f.A), as_row(a[..., None] * e)),
        at_least(a[None, ..., :-1], a[None, ..., 1:]),
        above(a[None], 0),
    )


@hypothesis("κ is very large: at least 9")
def badly_conditioned(run: Run) -> Relation:
    return at_least(as_row(run.problem.kappa), 9)


@hypothesis("w_0 and w* differ in the steepest direction", tacit=True)
def off_in_the_steepest_direction(run: Run) -> Relation:
    return above(as_row(run.problem.minimiser[..., 0] ** 2), 0)


def as_column(x: Array) -> Array:
    """A vector as a d × 1 matrix."""
    return x[..., None]


@claim("S.Ex2.1", LECTURE.at("§1, Example 2"), kind="definition", about=Example2)
@fault("x and b are columns of ℝᵈ, as xᵀAx and A⁻¹b show; two columns have no product bx unless d = 1.")
@latex(r"\min_{x\in\mathbb R^d}\left(\frac12x^\top Ax-bx\right)")
def quadratic_as_printed(f: Any) -> Relation:
    """The objective is ½xᵀAx − bx, a number for every x ∈ ℝᵈ: that of ½xᵀAx − bᵀx."""
    x, _ = f.pairs()
    bx = product(as_column(f.b), as_column(x))[..., 0, 0]
    return equal(f.form(x) / 2 - bx, f.value(x))


@quadratic_as_printed.corrected()
@given(symmetric)
@latex(r"f(x)=\frac12x^\top Ax-b^\top x,\qquad f(x+v)=f(x)+\langle Ax-b,v\rangle+\frac12v^\top Av")
def quadratic_by_its_expansion(f: Any) -> Relation:
    """f(x) = ½xᵀAx − bᵀx has f(x + v) = f(x) + ⟨Ax − b, v⟩ + ½vᵀAv: its gradient is Ax − b, its curvature A."""
    x, v = f.pairs()
    return equal(f.value(x + v), f.value(x) + f.inner(f.times(x) - f.b, v) + f.form(v) / 2)


@claim("S.Ex2.2", LECTURE.at("§1, after Example 2"), kind="identity", about=Example2)
@given(definite, symmetric)
@proof("S.Ex2.1.corrected")
@latex(r"A\succ0\ \Rightarrow\ \nabla f(A^{-1}b)=0,\quad f(x)>f(A^{-1}b)\ \text{for }x\ne A^{-1}b")
def optimum_solves_the_linear_system(f: Any) -> tuple[Relation, Relation]:
    """For A ≻ 0 the gradient vanishes at A⁻¹b, and f(A⁻¹b + v) > f(A⁻¹b) for every v ≠ 0: the optimal x is A⁻¹b."""
    best = f.minimiser
    return equal(as_row(f.gradient(best)), 0), above(f.value(best + f.moves()), as_row(f.value(best)))


@claim("S.Ex2cvx.1", LECTURE.at("§1, after Example 2"), kind="qualitative", about=Example2)
@given(semidefinite)
@latex(r"""A\succcurlyeq0\ \Rightarrow\ v^\top Av\ge0\ \forall v,
    \quad f(\theta x+(1-\theta)y)\le\theta f(x)+(1-\theta)f(y)""")
def semidefinite_is_convex(f: Any) -> tuple[Relation, ...]:
    """For A ≽ 0, vᵀAv ≥ 0 for all v and f is convex: f(θx + (1−θ)y) ≤ θf(x) + (1−θ)f(y), read at θ = 1/2 and 1/5."""
    x, y = f.pairs()
    shares = f.num.array([[1], [1]]) / f.num.array([[2], [5]])
    between = (at_most(f.value(s * x + (1 - s) * y), s * f.value(x) + (1 - s) * f.value(y)) for s in shares)
    return at_least(f.form(f.moves()), 0), *between


def modulus(f: Any) -> Any:
    """det A/(tr A)^{d−1} for (A + Aᵀ)/2: no more than its least eigenvalue, as all others are at most tr A."""
    return determinant(f.symmetric_part) / f.diagonal.sum(-1) ** (f.d - 1)


def strong_convexity(f: Any) -> Relation:
    """f(x) − f(y) − ⟨∇f(y), x − y⟩ ≥ (λ/2)‖x − y‖² with that λ > 0."""
    x, y = f.pairs()
    return at_least(f.divergence(x, y), modulus(f) * f.squared(x - y) / 2)


@claim("S.Ex2cvx.2", LECTURE.at("§1, after Example 2"), kind="qualitative", about=Example2)
@given(definite)
@slip("at v = 0 it asks for 0 > 0, so that no A at all has vᵀAv > 0 for all v ∈ ℝᵈ; v ≠ 0 is meant.")
@latex(r"A\succ0,\text{ i.e. }v^\top Av>0\ \forall v\in\mathbb R^d\ \Rightarrow\ f\text{ is strongly convex}")
def definite_is_strongly_convex(f: Any) -> tuple[Relation, ...]:
    """A ≻ 0 means vᵀAv > 0 for all v ∈ ℝᵈ, and then f is λ-strongly convex for a λ > 0, det A/(tr A)^{d−1}."""
    every = np.concatenate([0 * f.moves()[:1], f.moves()])
    return above(f.form(every), 0), strong_convexity(f), above(as_row(modulus(f)), 0)


@definite_is_strongly_convex.corrected()
@latex(r"""A\succ0,\text{ i.e. }v^\top Av>0\ \forall v\ne0\ \Rightarrow\ f\text{ is }\tfrac{\det A}
    {(\operatorname{tr}A)^{d-1}}\text{-strongly convex}""")
def definite_off_zero_is_strongly_convex(f: Any) -> tuple[Relation, ...]:
    """A ≻ 0 means vᵀAv > 0 for all v ≠ 0, and then f is λ-strongly convex with λ = det A/(tr A)^{d−1} > 0."""
    return above(f.form(f.moves()), 0), strong_convexity(f), above(as_row(modulus(f)), 0)


@claim("S.Ex2diag", LECTURE.at("§1, after Example 2"), kind="identity", about=Example2)
@given(sorted_diagonal)
@latex(r"\beta=\lambda_{\max},\quad\lambda=\lambda_{\min}")
def parameters_of_a_diagonal(f: Any) -> tuple[Relation, ...]:
    """For diagonal A, sorted from largest to smallest, f is λ_max-smooth and λ_min-strongly convex, and no smaller β
    nor larger λ will do: along e_1 and e_d there is equality."""
    x, y = f.pairs()
    excess, square, e = f.divergence(x, y), f.squared(x - y) / 2, f.num.array(np.eye(f.d, dtype=int).tolist())
    return (
        at_most(excess, f.beta * square),
        at_least(excess, f.lam * square),
        equal(as_row(f.divergence(f.b + e[0], f.b)), as_row(f.beta / 2)),
        equal(as_row(f.divergence(f.b + e[-1], f.b)), as_row(f.lam / 2)),
    )


@claim("S.StepLim", LECTURE.at("§1, “If κ is very large”"), kind="qualitative", about=LongSteps)
@given(sorted_diagonal, badly_conditioned, off_in_the_steepest_direction)
@proof("S.Ex2diag")
@latex(r"""\eta=\frac4{\beta+\lambda}:\quad|(w_t-w^*)_d|=\left(\frac{\kappa-3}{\kappa+1}\right)^t|(w_0-w^*)_d|,\quad
    |(w_t-w^*)_1|=\left(\frac{3\kappa-1}{\kappa+1}\right)^t|(w_0-w^*)_1|\to\infty""")
def longer_steps_diverge(run: Run) -> tuple[Relation, ...]:
    """With twice the step size 2/(β + λ) the flattest direction shrinks by (κ−3)/(κ+1) in each step, faster than by
    (κ−1)/(κ+1), and the steepest grows by (3κ−1)/(κ+1) > 2: f(w_t) − f(w*) ≥ 4ᵗ (β/2)(w_0 − w*)_1² does not converge.
    For κ ≥ 9; any step above 2/β diverges, any below leaves the flattest direction at least a factor 1 − 2/κ."""
    f = run.problem
    off = (run.w - f.minimiser) ** 2
    flat, steep = ((f.kappa - 3) / (f.kappa + 1)) ** 2, ((3 * f.kappa - 1) / (f.kappa + 1)) ** 2
    return (
        equal(off[..., -1], powers(run, flat) * off[0, ..., -1]),
        equal(off[..., 0], powers(run, steep) * off[0, ..., 0]),
        at_least(f.gap(run.w), powers(run, 0 * steep + 4) * f.beta * off[0, ..., 0] / 2),
    )
