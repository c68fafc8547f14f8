"""Statements that are false of the dual method, though true for n = 1, for d = 1, at one step, or of another index."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.sec3_2_momentum import momentum
from lemmacheck.theory.core.relation import above, at_least, equal
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.margins.comparators import directions, simplex_points

FALSE_OF_THE_DUAL_METHOD: dict[str, Callable[[Any], Any]] = {
    "an index late": lambda run: equal(run.psi_gradient(run.scores(run.w[:-1])), run.q[1:]),
    "a sign": lambda run: equal(run.p, -run.scores(run.w)),
    "ν of the next λ": lambda run: equal(
        run.nu[:-1], (1 - run.lam[1:][..., None]) * run.mu[:-1] + run.lam[1:][..., None] * run.q[:-1]
    ),
    "only at t = 0": lambda run: equal(run.w, 0 * run.w),
    "only from t = 1": lambda run: equal(run.mu[1:] * run.t[1:][..., None], run.q[:-1] * run.t[:-1][..., None]),
    "only at the first step": lambda run: equal(run.mu, run.mu[:1]),
    "n = 1: weights are 1": lambda run: equal(run.q, 1),
    "n = 1: ψ(ξ) = ξ": lambda run: equal(run.psi(run.p), run.p.sum(-1)),
    "n = 1: max ξ = ⟨q, ξ⟩": lambda run: equal(run.maximum(run.p), run.inner(run.q, run.p)),
    "d = 1: Cauchy-Schwarz": lambda run: equal(
        run.inner(run.w[:-1], run.w[1:]) ** 2, run.squared(run.w[:-1]) * run.squared(run.w[1:])
    ),
    "d = 1: first component": lambda run: equal(run.w, run.w[..., :1]),
    "d = 1: ‖w‖² = (Σ w)²": lambda run: equal(run.squared(run.w), run.w.sum(-1) ** 2),
    "n = d = 1: products of sums": lambda run: equal(run.inner(run.q, run.mu), run.q.sum(-1) * run.mu.sum(-1)),
    "n = d = 1: Z is a number": lambda run: equal(
        run.squared(run.combine(run.q)) * run.squared(run.w), run.inner(run.combine(run.q), run.w) ** 2
    ),
    "Z is orthogonal": lambda run: equal(run.squared(run.combine(run.q)), run.squared(run.q)),
    "Zᵀ is Z": lambda run: equal(run.squared(run.combine(run.q)), run.squared(run.phi_gradient(run.q))),
    "sums start at 1": lambda run: equal(
        run.w, -run.sums(run.theta[..., None] / run.lam[..., None] * run.combine(run.nu)) - run.combine(run.nu)[:1]
    ),
    "running sums of q are sums of μ": lambda run: equal(run.q.cumsum(0), run.mu.cumsum(0)),
    "λ is 1": lambda run: equal(run.lam, 1),
    "q is large": lambda run: at_least(run.q, 1 / (run.n + 0 * run.q)),
    "w is nonnegative": lambda run: at_least(run.w, 0),
    "φ(q) < 0": lambda run: above(-run.phi(run.q), 0),
    "φ grows": lambda run: at_least(run.phi(run.mu[1:]), run.phi(run.mu[:-1])),
    "strictly at t = 0": lambda run: above(run.t, 0),
    "strictly at w = 0": lambda run: above(run.squared(run.w), 0),
    "one relation of two": lambda run: (equal(run.p, run.scores(run.w)), equal(run.p, 0)),
    "two comparators are one": lambda run: tuple(
        equal(run.inner(q[None], r[None]), run.squared(q[None]))
        for q in simplex_points(run.problem)
        for r in simplex_points(run.problem)
    ),
    "comparators crosswise": lambda run: equal(simplex_points(run.problem)[:, None], simplex_points(run.problem)[None]),
    "directions are on the simplex": lambda run: equal(directions(run.problem).sum(-1), 1),
    "dual optima are one": lambda run: equal(run.optimum.q, run.optimum.q[:1]),
    "the last step is the first": lambda run: equal(run.w[-1:], run.w[:1]),
    "last entries of different sequences": lambda run: equal(run.q[-1:], run.mu[-1:]),
    "two other methods are one": lambda run: equal(
        run.again(PrimalMomentum()).w, run.again(PrimalMomentum(Constant(0))).w
    ),
    "another method": lambda run: equal(run.w, run.again(PrimalMomentum()).w),
    "another matrix": lambda run: equal(replace(run.problem, Z=5 * run.Z).combine(run.q), run.combine(run.q)),
    "momentum without its gradient": lambda run: equal(
        momentum(run)[1:], (run.lam[:-1] * (1 - run.lam[1:]) / run.lam[1:])[..., None] * momentum(run)[:-1]
    ),
    "momentum an index late": lambda run: equal(
        run.w[1:], run.w[:-1] - run.theta[:-1][..., None] * (momentum(run)[1:] + run.combine(run.q[:-1]))
    ),
}
