"""Arguments of this book's proofs: which facts are cited where, and what is shown first.

A step of (B.1) and of the dual methods is paid for by convexity and smoothness at ν_t and by the strong convexity of ω;
norms grow by the triangle inequality; averages of points that are not negative and have mass 1 or more stay so.
"""

from typing import Any

from lemmacheck.theory.books.jst.problems.scheme import scheme
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.relation import at_least, equal
from lemmacheck.theory.margins.comparators import directions, nonzero_directions

Argument = list[Any]


def averages_inside(run: Any) -> Argument:
    """μ_t and ν_t lie in C, as q_t does."""
    contains = run.algorithm.geometry.contains
    return [by("F.inside"), *contains(run.mu), *contains(run.nu)]


def convexity_at_nu(run: Any) -> Argument:
    return [*averages_inside(run), by("F.convex", scheme(run).everywhere.q, run.nu[..., None, :])]


def convexity_towards_mu(run: Any) -> Argument:
    return [*averages_inside(run), by("F.convex", run.mu, run.nu)]


def smoothness_at_nu(run: Any) -> Argument:
    return [*averages_inside(run), by("F.smooth", run.mu[1:], run.nu[:-1])]


def strong_convexity(run: Any) -> Argument:
    return [by("F.omega")]


def step_towards_a_minimiser(run: Any) -> Argument:
    """f(μ_{t+1}) − f(q̄) by convexity at ν_t towards q̄ and μ_t, smoothness at ν_t, and what the divergence drops."""
    return [
        *averages_inside(run),
        by("F.omega"),
        by("F.convex", scheme(run).optimal.q, run.nu[..., None, :]),
        by("F.convex", run.mu, run.nu),
        by("F.smooth", run.mu[1:], run.nu[:-1]),
        by("F.least", run.mu),
    ]


def smooth_psi_along_a_step(run: Any) -> Argument:
    """ψ at p_t from p_{t+1}, with ‖q_{t+1} − q_t‖₁² for ‖Zᵀ(q_{t+1} − q_t)‖²; and ‖Zᵀ(μ_t − ν_t)‖² ≥ 0."""
    return step_by(run, "F.psi")


def soft_maximum_along_a_step(run: Any) -> Argument:
    """The same for the exponential loss."""
    return step_by(run, "F.exp")


def step_by(run: Any, psi: str) -> Argument:
    p, rows = run.scores(run.w), run.q[1:] - run.q[:-1]
    return [by(psi, p[:-1], p[1:]), by("F.rows", rows), by("F.vector", run.combine(run.mu - run.nu))]


def conjugate_is_a_supremum(run: Any) -> Argument:
    points = nonzero_directions(run.problem)
    return [by("F.psi", run.scores(w[None]), run.scores(run.w)) for w in points]


def norm_grows_by_steps(run: Any) -> Argument:
    return [by("F.triangle", run.w[:-1], run.w[1:] - run.w[:-1])]


def projection(run: Any) -> Argument:
    return [by("F.CS", run.w, run.optimum.u + 0 * run.w)]


def positive_averages(run: Any) -> Argument:
    """μ_t and ν_t are not negative and have mass 1 at least, as q_t has."""
    mass = (at_least(x.sum(-1), 1) for x in (run.mu, run.nu))
    return [at_least(run.mu, 0), at_least(run.nu, 0), *mass]


def margins_of_averages(run: Any) -> Argument:
    return [*positive_averages(run), by("F.optimal", run.nu)]


def averages_are_massive(run: Any) -> Argument:
    return [*positive_averages(run), by("F.mass", run.nu), by("F.margins")]


def iterate_is_a_combination(run: Any) -> Argument:
    """w_t = −Zᵀx_t for x_t = Σ_{j<t} ν_j/(ρλ_j) ≥ 0, whose mass is at least Σ_{j<t} 1/(ρλ_j)."""
    rate = 1 / (run.rho * run.lam)
    x, mass = run.sums(column(rate) * run.nu), run.sums(rate)
    return [
        *positive_averages(run),
        equal(run.w, -run.combine(x)),
        at_least(x, 0),
        at_least(x.sum(-1), mass),
        by("F.dual", x),
        by("F.times", run.optimum.gamma + 0 * run.t, x.sum(-1) - mass),
    ]


def duality_at_nu(run: Any) -> Argument:
    return [*positive_averages(run), by("F.dual", run.nu)]


def duality_at_mu(run: Any) -> Argument:
    gamma, excess = run.optimum.gamma + 0 * run.t, run.mu.sum(-1) - 1
    return [*positive_averages(run), by("F.dual", run.mu), by("F.times", gamma, excess)]


def largest_score(p: Any) -> Argument:
    return [by("F.max", p.scores(directions(p)))]


def largest_score_of_the_run(run: Any) -> Argument:
    return [by("F.max", run.scores(run.w))]


def largest_loss(p: Any) -> Argument:
    return [by("F.monotone", p.scores(directions(p))), *largest_score(p)]


def logarithm_along_a_step(run: Any) -> Argument:
    return [by("F.log", run.t + 1, run.t + 2)]
