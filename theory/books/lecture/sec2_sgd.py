"""§2: stochastic gradients are unbiased, Algorithm 1 and Theorem 3.

    E[f(w̄)] − f(w*) ≤ Bρ/√T,  w̄ = (w_1 + … + w_T)/T,  B = ‖w* − w_1‖,  η = √(B²/(ρ²T))

All paths of the noise are listed with their probabilities, so that an expectation is a finite sum; axis 1 of a
run counts the paths, those with the same first outcomes next to each other. f need not be differentiable: where
it is not, ∇f(w) is a subgradient. w_1 is not random, and w* exists, since it is given; it need not be unique.
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.sgd import SGD
from lemmacheck.theory.books.lecture.conditions import convex, objective
from lemmacheck.theory.books.lecture.problems.examples import Sample
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row, column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.means import expected

CHAPTER = "Section 2"


def histories(run: Run, x: Array, t: int) -> Array:
    """What is known of x, which has one entry a path along axis 0, when t outcomes are: one entry a history."""
    return x.reshape(run.algorithm.table.shape[-1] ** t, -1, *x.shape[1:])[:, 0]


def given_history(run: Run, x: Array, t: int) -> Array:
    """E[x | the first t outcomes], one entry a history."""
    weight = run.chance[-1].reshape(run.chance[-1].shape + (1,) * (x.ndim - 1))
    total = (x * weight).reshape(run.algorithm.table.shape[-1] ** t, -1, *x.shape[1:]).sum(1)
    return total / histories(run, run.chance[t], t).reshape((len(total),) + (1,) * (x.ndim - 1))


def over_histories(run: Run, y: Array, t: int) -> Any:
    """E_{v_{1:t}}[y], for y with one entry a history of t outcomes."""
    return (y * histories(run, run.chance[t], t)).sum(-1)


def together(run: Run, w: Array) -> Array:
    """1 where two histories lead to the same w, else 0: a row for each history, a column for each."""
    apart = run.problem.squared(w[:, None] - w[None])
    return 1 - run.num.ratio(apart, apart)


def given_point(run: Run, y: Array, t: int) -> Array:
    """E[y | w_{t+1}], one entry a history of t outcomes, for y with one vector a history."""
    alike = together(run, histories(run, run.w[t], t)) * histories(run, run.chance[t], t)
    return (alike @ y) / column(alike.sum(-1))


def past_means(run: Run) -> list[Array]:
    """E[v_t | v_{1:t−1}] for t = 1, …, T. Outcomes with the same v_t have the same future: they need not be told."""
    return [given_history(run, run.v[t], t) for t in range(run.steps)]


def slopes(run: Run) -> list[Array]:
    """∇f(w_t) on every history, for t = 1, …, T."""
    return [run.problem.gradient(histories(run, run.w[t], t)) for t in range(run.steps)]


def step_by_step(found: list[Array], wanted: list[Array]) -> tuple[Relation, ...]:
    """found_t = wanted_t on every history, for t = 1, …, T."""
    return tuple(equal(a[None], b[None]).since(t) for t, (a, b) in enumerate(zip(found, wanted, strict=True), 1))


def past_is_enough(run: Run) -> tuple[Relation, ...]:
    """E[v_t | v_{1:t−1}] = ∇f(w_t) on every history, for t = 1, …, T."""
    return step_by_step(past_means(run), slopes(run))


@hypothesis("f is ρ-Lipschitz: |f(x) − f(y)| ≤ ρ‖x − y‖", tried=objective)
def lipschitz(run: Run) -> Relation:
    f = run.problem
    x, y = f.pairs()
    return at_most((f.value(x) - f.value(y)) ** 2, run.algorithm.rho**2 * f.squared(x - y))


@hypothesis("w* = argmin f, at the points tried and on every path", tried=objective)
def minimal(run: Run) -> tuple[Relation, Relation]:
    f = run.problem
    return at_least(f.value(f.points()), f.value(f.minimiser)), at_least(f.value(run.w), f.value(f.minimiser))


@hypothesis("the step size is η = √(B²/(ρ²T))")
def theorem_steps(run: Run) -> Relation:
    eta, rho = run.algorithm.eta, run.algorithm.rho
    return equal(as_row(eta**2 * rho**2 * run.steps), run.problem.B_squared)


@hypothesis("‖v_t‖ ≤ ρ for all t")
def bounded(run: Run) -> Relation:
    return at_most(run.problem.squared(run.v[:-1]), run.algorithm.rho**2)


@hypothesis("E(v_t | w_t) = ∇f(w_t)")
def unbiased(run: Run) -> tuple[Relation, ...]:
    means = [given_point(run, mean, t) for t, mean in enumerate(past_means(run))]
    return step_by_step(means, slopes(run))


@hypothesis("the law of v_t given v_{1:t−1} depends on w_t alone", tacit=True)
def memoryless(run: Run) -> tuple[Relation, ...]:
    """The odds of the next outcomes, and their v_t, are on every history what they are in the mean given w_t."""
    relations: list[Relation] = []
    for t in range(run.steps):
        odds = histories(run, run.odds[t], t)
        v = histories(run, run.v[t], t + 1).reshape(len(odds), -1)
        relations += [equal(x[None], given_point(run, x, t)[None]).since(t + 1) for x in (odds, v)]
    return tuple(relations)


@hypothesis("ρ > 0: η divides by ρ", tacit=True)
def spread(run: Run) -> Relation:
    return above(as_row(run.algorithm.rho), 0)


THEOREM_3 = (convex, lipschitz, minimal, spread, theorem_steps, bounded, unbiased)


def axes(p: Any) -> Array:
    """e_1, …, e_d."""
    return p.num.array(np.eye(p.d, dtype=int).tolist())


def derivative(p: Any, function: Any, w: Array) -> Array:
    """The gradient of a polynomial of degree at most 4, by differences, which are exact for it."""

    def along(e: Array) -> Array:
        near, wide = function(w + e) - function(w - e), function(w + 2 * e) - function(w - 2 * e)
        return (8 * near - wide) / 12

    return np.stack([along(e) for e in axes(p)], axis=-1)


def average_loss(p: Any, w: Array) -> Any:
    """(1/n) Σ_i ℓ(w, z_i)."""
    return p.losses(w).sum(-1) / p.n


@claim("S.Unb.1", LECTURE.at("§2, first display"), about=Sample)
@latex(r"\nabla_w\left(\frac1n\sum_{i=1}^n\ell(w,z_i)\right)=\frac1n\sum_{i=1}^n\nabla_w\ell(w,z_i)")
def gradient_of_the_average(p: Any) -> Relation:
    """∇_w((1/n) Σ_i ℓ(w, z_i)) = (1/n) Σ_i ∇_w ℓ(w, z_i), for losses that are polynomials in w."""
    w = p.points()
    return equal(derivative(p, lambda x: average_loss(p, x), w), p.loss_gradients(w).sum(-2) / p.n)


@claim("S.Unb.2", LECTURE.at("§2, second display"), about=Sample)
@proof("S.Unb.1")
@latex(r"\mathbb E_{z_i\sim\text{Unif}(S)}[\nabla_w\ell(w,z_i)]=\nabla_w\left(\frac1n\sum_{i=1}^n\ell(w,z_i)\right)")
def uniform_example_is_unbiased(p: Any) -> Relation:
    """E_{z_i ~ Unif(S)}[∇_w ℓ(w, z_i)] = ∇_w((1/n) Σ_i ℓ(w, z_i))."""
    w = p.points()
    mean = (column(p.uniform()) * p.loss_gradients(w)).sum(-2)
    return equal(mean, derivative(p, lambda x: average_loss(p, x), w))


@claim("S.Alg1", LECTURE.at("§2, Algorithm 1"), kind="algorithm", about=SGD)
@given(theorem_steps, unbiased, memoryless)
@latex(r"w_{t+1}=w_t-\eta v_t,\quad\mathbb E(v_t\mid w_t)=\nabla f(w_t)")
def algorithm_1(run: Run) -> tuple[Relation, ...]:
    """From w_1 on, w_{t+1} = w_t − ηv_t with E(v_t | w_t) = ∇f(w_t), for t = 1, …, T on every path: read for a law of
    v_t that depends on w_t alone, as the mean of v_t on each history."""
    stepped = equal(run.w[1:], run.w[:-1] - run.algorithm.eta * run.v[:-1]).since(1)
    return equal(run.w[:1], run.problem.first[None, None]).since(1), stepped, *past_is_enough(run)


def gap(run: Run) -> Array:
    """f(w_t) − f(w*) for t = 1, …, T, on every path."""
    return run.problem.gap(run.w[:-1])


def averaged(run: Run) -> Array:
    """w̄ = (1/T) Σ_{t=1}^T w_t, on every path."""
    return run.w[:-1].sum(0) / run.steps


def expected_error(run: Run) -> Any:
    """E[f(w̄)] − f(w*)."""
    f = run.problem
    return expected(run, f.value(averaged(run))) - f.value(f.minimiser)


def guarantee(run: Run) -> Any:
    """Bρ/√T."""
    return run.problem.B * run.algorithm.rho / run.sqrt(run.num.number(run.steps))


@claim("S.Thm3", LECTURE.at("§2, Theorem 3"), kind="probabilistic", about=SGD)
@given(*THEOREM_3)
@proof("S.Thm3.Jensen", "S.IterLem", "S.Thm3.tower.5")
@latex(r"\mathbb E[f(\bar w)]-f(w^*)\le\frac{B\rho}{\sqrt T}")
def theorem_3(run: Run) -> Relation:
    """E[f(w̄)] − f(w*) ≤ Bρ/√T."""
    return at_most(as_row(expected_error(run)), guarantee(run)).since(run.steps)
