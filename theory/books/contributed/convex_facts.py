"""The facts about the setting of Appendix B that proofs cite: f is convex and 1-smooth, ω is α-strongly convex on C.

0 ≤ f(x) − f(y) − ⟨∇f(y), x − y⟩ ≤ ½‖x − y‖²           D_ω(q, q_t) ≥ (α/2)‖q − q_t‖²
"""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.contributed.source import known
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror
from lemmacheck.theory.books.jst.problems.scheme import scheme
from lemmacheck.theory.core.argument import at_points, fact
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import given, latex
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import smooth_objective

CHAPTER = "Facts"
stated = partial(fact, about=Mirror)


def inside(run: Run, x: Array) -> Any:
    """x ∈ C."""
    return run.algorithm.geometry.contains(x)


def above_its_tangent(run: Run, x: Array, y: Array) -> Any:
    """f(x) − f(y) − ⟨∇f(y), x − y⟩."""
    f, p = run.algorithm.objective, run.problem
    return f.value(p, x) - f.value(p, y) - (f.gradient(p, y) * (x - y)).sum(-1)


def near_and_far(run: Run) -> tuple[Array, Array]:
    """μ_{t+1}, q_t, and all the way back q_0, each with ν_t."""
    nu, back = run.nu[:-1], 0 * run.q[:-1] + run.q[:1]
    return np.concatenate([run.mu[1:], run.q[:-1], back]), np.concatenate([nu, nu, nu])


@stated("F.convex", known("a convex f; Nesterov, Introductory Lectures on Convex Optimization, Theorem 2.1.2"))
@at_points(near_and_far, lambda run, x, y: (*inside(run, x), *inside(run, y)))
@latex(r"f(x)\ge f(y)+\langle\nabla f(y),x-y\rangle")
def objective_is_convex(run: Run, x: Array, y: Array) -> Relation:
    """f(x) ≥ f(y) + ⟨∇f(y), x − y⟩ for all x, y ∈ C."""
    return at_least(above_its_tangent(run, x, y), 0)


@stated("F.smooth", known("a smooth f; Nesterov, Introductory Lectures on Convex Optimization, Theorem 2.1.5"))
@at_points(lambda run: (run.mu[1:], run.nu[:-1]), lambda run, x, y: (*inside(run, x), *inside(run, y)))
@given(smooth_objective)
@latex(r"f(x)\le f(y)+\langle\nabla f(y),x-y\rangle+\tfrac12\|x-y\|^2")
def objective_is_smooth(run: Run, x: Array, y: Array) -> Relation:
    """f(x) ≤ f(y) + ⟨∇f(y), x − y⟩ + ½‖x − y‖² for all x, y ∈ C, as f is 1-smooth."""
    size = run.algorithm.geometry.squared_norm(run.problem, x - y)
    return at_most(above_its_tangent(run, x, y), size / 2)


@stated("F.least", known("a minimiser of f"))
@at_points(lambda run: (run.mu,), inside)
@latex(r"f(\bar q)\le f(x)")
def minimisers_are_least(run: Run, x: Array) -> Relation:
    """f(q̄) ≤ f(x) for every x ∈ C and every minimiser q̄ of f over C."""
    return at_least(scheme(run).optimal.gap(run.algorithm.objective.value(run.problem, x)), 0)


@stated("F.omega", known("a strongly convex ω; Nesterov, Lectures on Convex Optimization, Theorem 2.1.8"))
@at_points(lambda run: ())
@latex(r"D_\omega(q_{t+1},q_t)\ge\frac\alpha2\|q_{t+1}-q_t\|^2,\quad D_\omega(q,q_t)\ge0")
def divergences_are_strongly_convex(run: Run) -> tuple[Relation, ...]:
    """D_ω(q_{t+1}, q_t) ≥ (α/2)‖q_{t+1} − q_t‖², and D_ω(q, q_t) ≥ 0 for every q ∈ C, as ω is α-strongly convex."""
    s = scheme(run)
    return (
        at_least(s.step, s.alpha / 2 * s.length),
        at_least(s.everywhere.divergence, 0),
        at_least(s.optimal.divergence, 0),
    )


def listed(points: Array) -> Array:
    """Points, as a comparison holds them, along axis 0."""
    return np.moveaxis(points, -2, 0)


@stated("F.inside", known("the points of C"))
@at_points(lambda run: ())
@latex(r"q_t=\nabla\omega^*(p_t)\in C")
def points_lie_inside(run: Run) -> tuple[Relation, ...]:
    """q_t = ∇ω*(p_t); it lies in C, as do the points q that statements are made for, and the minimisers of f."""
    s, of_p = scheme(run), run.algorithm.geometry.mirror(run.problem, run.p)
    points = run.q, listed(s.everywhere.q), listed(s.optimal.q)
    return equal(run.q, of_p), *(one for q in points for one in inside(run, q))
