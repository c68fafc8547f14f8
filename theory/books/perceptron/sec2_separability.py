"""§2: separability, the margin γ as an optimization problem, and the two support vector machines.

    (1)  γ = max_{‖u‖≤1} min_i ⟨u, x_iy_i⟩        (2)  min ½‖w‖²  s.t. 1 ≤ ⟨w, x_iy_i⟩
    (3)  min_w sup_{C>0} ½‖w‖² + C Σ_i max{0, 1 − ⟨w, x_iy_i⟩}

With the exact q̄ and γ̄² of the data, v = −Zᵀq̄: γ = γ̄, ū = v/γ̄, w* = v/γ̄², and q̄/γ̄² are multipliers of (2).
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.perceptron.algorithms.soft_margin_descent import SoftMarginDescent
from lemmacheck.theory.books.perceptron.problems.soft_margin import (
    SoftMargin,
    SoftMarginProblem,
    hard_multipliers,
    hard_solution,
    hard_value,
    hinge,
    lagrangian,
    margins,
    penalised,
)
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.core.arithmetic import Array, as_row, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal, meaning
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import ball_points, directions, dual_points
from lemmacheck.theory.margins.hypotheses import positive_margin, separable
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Section 2"

ASSUMPTION = PERCEPTRON.at("§2, linear separability")
MARGIN = PERCEPTRON.at("§2, (1)")
SCALED = PERCEPTRON.at("§2, display after (1)")
HARD = PERCEPTRON.at("§2, (2)")
PENALTY = PERCEPTRON.at("§2, (3)")
SOFT = PERCEPTRON.at("§2, soft-margin display")


@hypothesis("C ≥ 0")
def nonnegative_C(p: Any) -> Relation:
    return at_least(np.asanyarray(p.C)[None], 0)


def least(p: Problem, u: Array) -> Any:
    """min_i ⟨u, x_iy_i⟩."""
    return p.minimum(margins(p, u))


def best(p: Problem) -> Array:
    """v/γ̄, and 0 where γ̄ = 0."""
    return np.asanyarray(p.num.ratio(-p.optimum.direction, column(p.optimum.gamma)))


@claim("T.Sep", ASSUMPTION, kind="definition")
@given(separable)
@latex(r"\exists\bar u,\ \|\bar u\|=1,\ \exists\gamma>0:\quad\langle\bar u,xy\rangle\ge\gamma\ \forall(x,y)")
def separability(p: Problem) -> tuple[Relation, ...]:
    """ū = v/γ̄ has ‖ū‖ = 1 and ⟨ū, xy⟩ ≥ γ̄ > 0 for every example."""
    u, gamma = p.optimum.u, p.optimum.gamma
    return equal(p.squared(u), 1), at_least(margins(p, u), column(gamma)), above(gamma, 0)


FREE = "the i of the minimum occurs nowhere, and the x and y are bound by nothing; x_iy_i is meant."


def least_of_none(p: Problem, u: Array) -> Any:
    """min_i ⟨u, xy⟩."""
    return p.minimum(p.inner(u, meaning("xy", {"x_iy_i": -p.Z})))


@claim("T.Eq1.1", MARGIN, kind="definition")
@fault(FREE)
@latex(r"\gamma:=\max_{\|u\|\le1}\min_i\langle u,xy\rangle")
def margin_of_free_examples(p: Problem) -> Relation:
    """min_i ⟨u, xy⟩ ≤ γ if ‖u‖ ≤ 1, with equality for one u."""
    return at_most(least_of_none(p, ball_points(p)), p.optimum.gamma)


@margin_of_free_examples.corrected()
@latex(r"\gamma:=\max_{\|u\|\le1}\min_i\langle u,x_iy_i\rangle")
def margin_is_attained(p: Problem) -> tuple[Relation, ...]:
    """min_i ⟨u, x_iy_i⟩ ≤ γ̄ if ‖u‖ ≤ 1, and = γ̄ at v/γ̄ (at 0, if γ̄ = 0)."""
    u, gamma = ball_points(p), p.optimum.gamma
    return (
        at_most(p.squared(u), 1),
        at_most(least(p, u), gamma),
        at_most(p.squared(best(p)), 1),
        equal(least(p, best(p)), gamma),
    )


@claim("T.Eq1.2", MARGIN, kind="equivalence")
@proof("T.Eq1.1.corrected")
@latex(r"\text{separability}\iff\gamma>0")
def separability_is_a_positive_margin(p: Problem) -> tuple[Relation, ...]:
    """If γ > 0 a unit vector separates: v/γ̄, whose least margin is γ; and every u has min_i ⟨u, x_iy_i⟩ ≤ ⟨u, v⟩ with
    ⟨u, v⟩² ≤ γ²‖u‖², so that none separates if γ = 0."""
    u, v = directions(p), -p.optimum.direction
    gamma_squared = p.optimum.gamma_squared
    return (
        equal(least(p, best(p)), p.optimum.gamma),
        equal(p.squared(best(p)), 1 - p.at_least_zero(-gamma_squared)),
        at_most(least(p, u), p.inner(u, v)),
        at_most(p.inner(u, v) ** 2, gamma_squared * p.squared(u)),
    )


@claim("T.Eq1s", SCALED, kind="identity")
@given(positive_margin)
@fault(FREE)
@latex(r"1=\max_{\|u\|\le1/\gamma}\min_i\langle u,xy\rangle")
def scaled_margin_of_free_examples(p: Problem) -> Relation:
    """min_i ⟨u, xy⟩ ≤ 1 if ‖u‖ ≤ 1/γ, with equality for one u."""
    return at_most(least_of_none(p, ball_points(p) / column(p.optimum.gamma)), 1)


@scaled_margin_of_free_examples.corrected()
@proof("T.Eq1.1.corrected")
@latex(r"1=\max_{\|u\|\le1/\gamma}\min_i\langle u,x_iy_i\rangle")
def scaled_margin(p: Problem) -> tuple[Relation, ...]:
    """min_i ⟨u, x_iy_i⟩ ≤ 1 if ‖u‖ ≤ 1/γ, and = 1 at w* = v/γ̄², of norm 1/γ."""
    u, gamma = ball_points(p) / column(p.optimum.gamma), p.optimum.gamma
    w = hard_solution(p)
    return (at_most(p.norm(u) * gamma, 1), at_most(least(p, u), 1), equal(p.norm(w), 1 / gamma), equal(least(p, w), 1))


def solves_2(p: Problem) -> tuple[Relation, ...]:
    """w* is feasible with ½‖w*‖² = 1/(2γ̄²), and with α = q̄/γ̄² ≥ 0 every w has
    ½‖w‖² + Σ_i α_i(1 − ⟨w, x_iy_i⟩) = 1/(2γ̄²) + ½‖w − w*‖²."""
    best_w, w = hard_solution(p), directions(p)
    return (
        at_least(margins(p, best_w), 1),
        equal(p.squared(best_w) / 2, hard_value(p)),
        at_least(hard_multipliers(p), 0),
        *(equal(lagrangian(p, w, a), hard_value(p) + p.squared(w - best_w) / 2) for a in hard_multipliers(p)),
    )


@claim("T.Eq2", HARD, kind="definition")
@given(separable)
@proof("T.Eq1s.corrected")
@latex(r"\min_w\frac12\|w\|^2\quad\text{s.t. }1\le\langle w,x_iy_i\rangle\ \forall i")
def hard_margin_machine(p: Problem) -> tuple[Relation, ...]:
    """(2) has the one solution w* = v/γ̄² of value 1/(2γ²): w* is feasible, and with the multipliers α = q̄/γ̄² ≥ 0
    every w has ½‖w‖² + Σ_i α_i(1 − ⟨w, x_iy_i⟩) = 1/(2γ²) + ½‖w − w*‖²."""
    return solves_2(p)


def solves_3(p: Problem) -> tuple[Relation, ...]:
    """For C ≥ max_i q̄_i/γ̄² the penalised objective is at least 1/(2γ̄²) + ½‖w − w*‖², and at w* it is 1/(2γ̄²)
    for every C."""
    w, best_w = directions(p), hard_solution(p)
    enough = [p.maximum(a) for a in hard_multipliers(p)]
    bounds = (at_least(penalised(p, w, C), hard_value(p) + p.squared(w - best_w) / 2) for C in enough)
    return *bounds, *(equal(penalised(p, best_w, C), hard_value(p)) for C in (1, 64))


@claim("T.Eq3.1", PENALTY, kind="definition")
@given(separable)
@proof("T.Eq2")
@latex(r"\min_w\sup_{C>0}\frac12\|w\|^2+C\sum_{i=1}^n\max\{0,1-\langle w,x_iy_i\rangle\}")
def hard_margin_by_a_penalty(p: Problem) -> tuple[Relation, ...]:
    """(3) is the hard-margin machine: at a feasible w the penalty is 0 for all C; from some C on the penalised
    objective is at least 1/(2γ²) + ½‖w − w*‖² for every w; and at an infeasible w it grows with C without bound."""
    w = directions(p)
    feasible = np.concatenate([hard_solution(p), 3 * hard_solution(p)])
    penalty = hinge(p, -margins(p, w)).sum(-1)
    return (
        equal(penalised(p, feasible, 64), p.squared(feasible) / 2),
        equal(penalised(p, w, 64) - penalised(p, w, 1), 63 * penalty),
        above(hinge(p, -margins(p, 0 * w)).sum(-1), 0),
        *solves_3(p),
    )


@claim("T.Eq3.2", PENALTY, kind="qualitative")
@given(separable)
@proof("T.Eq2", "T.Eq3.1")
@latex(r"""\min_w\sup_{\alpha\ge0}\frac12\|w\|^2+\sum_{i=1}^n\alpha_i(1-\langle w,x_iy_i\rangle)
    =\min_w\sup_{C>0}\frac12\|w\|^2+C\sum_{i=1}^n\max\{0,1-\langle w,x_iy_i\rangle\}""")
def penalty_has_the_value_of_the_lagrangian(p: Problem) -> tuple[Relation, ...]:
    """“Its Lagrangian” is read of the two min-sup problems: the Lagrangian L(w, α) of (2), α ≥ 0, is at most (3) with
    C = max_i α_i; w* and q̄/γ̄² are its saddle point, L(w*, α) ≤ 1/(2γ²) ≤ L(w, q̄/γ̄²); so it has the solution and the
    value of (3). As a function (3) is that of the one constraint Σ_i max{0, 1 − ⟨w, x_iy_i⟩} ≤ 0 with the multiplier C;
    that of (2) has a multiplier for each constraint, and no maximum."""
    w, best_w = directions(p), hard_solution(p)
    others = [a * a for a in dual_points(p)]
    bounds = (at_most(lagrangian(p, w, a), penalised(p, w, p.maximum(a))) for a in others)
    return (
        *bounds,
        *(at_most(lagrangian(p, best_w, a), hard_value(p)) for a in others),
        *(at_least(lagrangian(p, w, a), hard_value(p)) for a in hard_multipliers(p)),
        *solves_3(p),
    )


@claim("T.ExEquiv", PERCEPTRON.at("§2, Exercise"), kind="equivalence")
@given(separable)
@proof("T.Eq1.1.corrected", "T.Eq2", "T.Eq3.1")
@latex(r"(1)\iff(2)\iff(3):\quad w^*=\bar u/\gamma,\quad\frac12\|w^*\|^2=\frac1{2\gamma^2}")
def the_three_are_equivalent(p: Problem) -> tuple[Relation, ...]:
    """(1) has the one solution ū, as ‖u − ū‖² ≤ 2 − 2 min_i⟨u, x_iy_i⟩/γ if ‖u‖ ≤ 1; (2) and (3) have the one solution
    w* = ū/γ and the value 1/(2γ²)."""
    u, gamma = ball_points(p), p.optimum.gamma
    return (
        equal(least(p, p.optimum.u), gamma),
        at_most(p.squared(u - p.optimum.u), 2 - 2 * least(p, u) / gamma),
        equal(hard_solution(p), p.optimum.u / column(gamma)),
        *solves_2(p),
        *solves_3(p),
    )


@claim("T.Alg.HardSVM", PERCEPTRON.at("§2, (2) and (3) as an algorithm"), kind="algorithm")
@given(separable)
@proof("T.Eq2", "T.Eq3.1")
@latex(r"""\min_w\frac12\|w\|^2\ \text{s.t. }1\le\langle w,x_iy_i\rangle;\quad
    \min_w\sup_{C>0}\frac12\|w\|^2+C\sum_{i=1}^n\max\{0,1-\langle w,x_iy_i\rangle\}""")
def hard_margin_solver(p: Problem) -> tuple[Relation, ...]:
    """The exact solver's w* and multipliers solve (2) and (3): w* = Σ_i α_i x_iy_i, α_i(1 − ⟨w*, x_iy_i⟩) = 0, and what
    T.Eq2 and T.Eq3.1 say of them."""
    w, alpha = hard_solution(p), hard_multipliers(p)
    slack = 1 - margins(p, w)
    return (equal(-p.combine(alpha), w), equal(alpha * slack, 0), *solves_2(p), *solves_3(p))


@claim("T.Soft.1", SOFT, kind="definition", about=SoftMargin)
@given(nonnegative_C)
@latex(r"\inf_w\frac12\|w\|^2+C\sum_{i=1}^n\ell_{\rm h}(-\langle w,x_iy_i\rangle),\quad\ell_{\rm h}(z):=\max\{0,1+z\}")
def soft_margin_machine(p: SoftMarginProblem) -> tuple[Relation, ...]:
    """The infimum is attained at one w_C = Σ_i α_i x_iy_i, 0 ≤ α_i ≤ C: f(w) ≥ f(w_C) + ½‖w − w_C‖² for every w, and
    f(w_C) = Σ_i α_i − ½‖w_C‖²."""
    return soft_solution(p)


def soft_solution(p: SoftMarginProblem) -> tuple[Relation, ...]:
    w, alpha = directions(p), p.best[None]
    return (
        at_least(alpha, 0),
        at_most(alpha, as_row(column(p.C))),
        equal(p.objective(p.w_C), p.dual(alpha)),
        at_least(p.objective(w), p.objective(p.w_C) + p.squared(w - p.w_C) / 2),
    )


@claim("T.Soft.2", SOFT, kind="qualitative", about=SoftMargin)
@given(nonnegative_C, separable)
@proof("T.Eq3.1", "T.Soft.1")
@latex(r"""\inf_w\frac12\|w\|^2+C\sum_{i=1}^n\ell_{\rm h}(-\langle w,x_iy_i\rangle)
    \le\min_w\sup_{C>0}\frac12\|w\|^2+C\sum_{i=1}^n\max\{0,1-\langle w,x_iy_i\rangle\}""")
def soft_margin_relaxes_the_hard_one(p: SoftMarginProblem) -> tuple[Relation, ...]:
    """The soft-margin machine is (3) at one C: ℓ_h(−⟨w, x_iy_i⟩) = max{0, 1 − ⟨w, x_iy_i⟩}, its value is at most that
    of (3), 1/(2γ²), and from some C on it has the value and the solution of (3)."""
    w = directions(p)
    terms = p.positive_part(1 - margins(p, w))
    return (
        equal(p.objective(w), p.squared(w) / 2 + p.C * terms.sum(-1)),
        at_most(p.objective(p.w_C), hard_value(p)),
        *solves_3(p),
    )


@claim(
    "T.Alg.SoftSVM",
    PERCEPTRON.at("§2, soft-margin display and the note after it, as an algorithm"),
    kind="algorithm",
    about=SoftMarginDescent,
)
@given(nonnegative_C)
@proof("T.Soft.1")
@latex(r"""\inf_wf(w),\ f(w)=\frac12\|w\|^2+C\sum_{i=1}^n\ell_{\rm h}(-\langle w,x_iy_i\rangle),
    \quad\text{by gradient descent on }f\text{ and on its dual}""")
def soft_margin_descents(run: Run) -> tuple[Relation, ...]:
    """w_{t+1} = w_t − g_t/(t+1) with g_t ∈ ∂f(w_t) has Σ_{j<t} (f(w_j) − min f) ≤ ½ Σ_{j<t} ‖g_j‖²/(j+1);
    α_{t+1} = α_t + ∇D(α_t)/L, moved into [0, C], has D(α_t) ≥ max D − L‖α*‖²/(2t), and D does not decrease;
    D(α_t) ≤ min f = max D ≤ f(w_t)."""
    p: Any = run.problem
    f, D = p.objective(run.w), p.dual(run.alpha)
    value, t = p.objective(p.w_C), run.t
    g = subgradients(p, run.w)
    moved = run.alpha[:-1] + (1 - run.scores(run.combine(run.alpha[:-1]))) / column(p.L)
    return (
        equal(run.w[1:], run.w[:-1] - g[:-1] / column(t[1:])).since(1),
        equal(run.alpha[1:], p.boxed(moved)).since(1),
        at_least(p.objective(p.w_C), f + p.inner(g, p.w_C - run.w)),
        at_most(run.sums(f - value), run.sums(p.squared(g) / (t + 1)) / 2),
        at_least(D[1:], D[:-1]).since(1),
        at_least(D[1:], value - p.L * p.squared(p.best) / (2 * t[1:])).since(1),
        at_most(D, value),
        at_least(f, value),
    )


def subgradients(p: SoftMarginProblem, w: Array) -> Array:
    """w − C Σ_i 1[⟨w, x_iy_i⟩ ≤ 1] x_iy_i."""
    return w + column(p.C) * p.combine(p.at_least_zero(1 - margins(p, w)))
