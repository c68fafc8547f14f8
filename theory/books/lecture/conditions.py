"""What is assumed of f for all pairs of points: smoothness, convexity, strong convexity, Lipschitz continuity.

D_f(x, y) = f(x) − f(y) − ⟨∇f(y), x − y⟩        0 ≤ D_f(x, y),        (λ/2)‖x − y‖² ≤ D_f(x, y) ≤ (β/2)‖x − y‖²
"""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.core.argument import for_all
from lemmacheck.theory.core.arithmetic import Array, as_row
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most
from lemmacheck.theory.core.run import Run, problem_in

CLOSE = 12  # iterates at which a condition for all points is tried too

objective = problem_in  # f: of a run, or f itself


def pairs(run: Any) -> tuple[Array, Array]:
    """Pairs of points of ℝᵈ."""
    x, y = objective(run).pairs()
    return x, y


def more_pairs(run: Any) -> tuple[Array, Array]:
    """Others: nearer and farther from w* than the first, and of a run its w_t and the points between them and w*."""
    f = objective(run)
    rays = np.concatenate([f.moves() / k for k in (3, 7, 16, 50)] + [f.moves() * k for k in (3, 20)])
    x = f.centre + rays
    if isinstance(run, Run):
        w = run.w.reshape(-1, f.d)[-CLOSE:]
        x = np.concatenate([x, w, *(f.centre + (w - f.centre) * k / 5 for k in (1, 2, 4))])
    met = [(x, np.broadcast_to(f.centre, x.shape)), (x[1:], x[:-1]), (x, x[::-1])]
    first, second = map(np.concatenate, zip(*met, strict=True))
    return first, second


condition = partial(for_all, points=pairs, closer=more_pairs)


@condition("f is β-smooth: f(x) − f(y) − ⟨∇f(y), x − y⟩ ≤ (β/2)‖x − y‖²")
def smooth(f: Any, x: Array, y: Array) -> Relation:
    return at_most(f.divergence(x, y), f.beta * f.squared(x - y) / 2)


@condition("f is convex: f(x) − f(y) − ⟨∇f(y), x − y⟩ ≥ 0")
def convex(f: Any, x: Array, y: Array) -> Relation:
    return at_least(f.divergence(x, y), 0)


@condition("f is λ-strongly convex: f(x) − f(y) − ⟨∇f(y), x − y⟩ ≥ (λ/2)‖x − y‖², λ > 0")
def strongly_convex(f: Any, x: Array, y: Array) -> tuple[Relation, Relation]:
    return at_least(f.divergence(x, y), f.lam * f.squared(x - y) / 2), above(as_row(f.lam), 0)


@condition("f is ρ-Lipschitz: |f(x) − f(y)| ≤ ρ‖x − y‖")
def lipschitz(f: Any, x: Array, y: Array) -> Relation:
    return at_most((f.value(x) - f.value(y)) ** 2, f.rho**2 * f.squared(x - y))


def powers(run: Run, x: Any) -> Array:
    """x⁰, x¹, …, x^T."""
    return run.recurrence(0 * x + 1, lambda t, before: before * x)


def half_range(f: Any) -> Any:
    """B²β/2."""
    return f.B_squared * f.beta / 2


def contraction(f: Any) -> Any:
    """((κ − 1)/(κ + 1))²."""
    return ((f.kappa - 1) / (f.kappa + 1)) ** 2
