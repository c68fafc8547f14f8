"""Arguments of this book's proofs: which facts are cited where, and what is shown first.

A step of (B.1) and of the dual methods is paid for by convexity and smoothness at ν_t and by the strong convexity of ω;
norms grow by the triangle inequality; averages of points that are not negative and have mass 1 or more stay so.
Algorithm 1 is the dual method with λ_t = 2/(t+2), and what is proved of that is cited.
"""

from typing import Any

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.problems.scheme import scheme
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.relation import above, at_least, at_most, equal
from lemmacheck.theory.margins.comparators import directions, dual_points, nonzero_directions, simplex_points

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


def divergence_inside(run: Any) -> Argument:
    return [by("F.inside"), by("F.omega")]


def average_against_a_minimiser(run: Any) -> Argument:
    return [*averages_inside(run), by("F.least", run.mu)]


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


def near_rows_along_a_step(run: Any) -> Argument:
    """The same where ‖z_i − z_k‖ ≤ 2 stands for ‖z_i‖ ≤ 1."""
    return [*step_by(run, "F.exp"), by("F.near", run.q[1:], run.q[:-1])]


def step_by(run: Any, psi: str) -> Argument:
    p, rows = run.scores(run.w), run.q[1:] - run.q[:-1]
    return [by(psi, p[:-1], p[1:]), by("F.rows", rows), by("F.vector", run.combine(run.mu - run.nu))]


def gap_is_paid_for(run: Any) -> Argument:
    """(φ(μ_t) − φ(q̄))/λ_{t−1}² ≤ ψ(p_0) − ψ(p_t) + ⟨q̄, p_t⟩, and ⟨q̄, p_t⟩ ≤ max p_t ≤ ψ(p_t)."""
    p, gap = run.scores(run.w), run.phi(run.mu) - run.optimum.phi
    psi, towards = run.psi(p), run.inner(run.w, run.optimum.direction)
    return [
        *positive_averages(run),
        *near_rows_along_a_step(run),
        by("F.vector", run.combine(run.nu) - run.optimum.direction),
        by("F.dual", run.mu),
        at_most(gap[1:] / run.lam[:-1] ** 2, psi[:1] - psi[1:] + towards[1:]),
        by("F.max", p),
        by("F.largest", run.optimum.q[None], p[..., None, :]),
    ]


def general_gap_is_paid_for(run: Any) -> Argument:
    """⟨Zᵀq_t, Zᵀq̄⟩ ≥ γ̄², as q̄ minimises φ over dom ψ*."""
    return [by("F.domain", run.scores(run.w)), *paid_for(run)]


def massive_gap_is_paid_for(run: Any) -> Argument:
    """⟨Zᵀμ_t, Zᵀq̄⟩ ≥ γ̄² Σ_i (μ_t)_i, and the mass is at least 1."""
    return [*positive_averages(run), by("F.optimal", run.mu), *paid_for(run)]


def paid_for(run: Any) -> Argument:
    """(φ(μ_t) − φ(q̄))/(ρλ_{t−1}²) ≤ ψ(p_0) − ψ(p_t) + ⟨q̄, p_t⟩ by (C.7), and ⟨q̄, p_t⟩ − ψ(p_t) ≤ ψ*(q̄)."""
    p, direction, gap = run.scores(run.w), run.optimum.direction, run.phi(run.mu) - run.optimum.phi
    psi, towards = run.psi(p), run.inner(run.w, direction)
    return [
        at_least(run.inner(run.combine(run.mu), direction), run.optimum.gamma_squared),
        by("F.vector", run.combine(run.mu) - direction),
        at_least(gap, 0),
        by("F.vector", run.combine(run.nu) - direction),
        by("P.C.7"),
        at_most(gap[1:] / (run.rho * run.lam[:-1] ** 2), psi[:1] - psi[1:] + towards[1:]),
        by("F.one"),
        *(equal(run.inner(run.w, run.combine(q[None])), towards) for q in run.optimum.q),
        *(by("F.conjugate", q[None], p) for q in run.optimum.q),
    ]


def gap_with_a_smaller_divisor(run: Any) -> Argument:
    return [by("P.L3.2"), *rows_have_a_logarithm(run)]


def gap_of_mirror_descent(run: Any) -> Argument:
    """φ(q_t) falls, and t(φ(q_t) − φ(q̄)) ≤ ψ(p_0) − ψ(p_t) + ⟨q̄, p_t⟩ for p_{t+1} = p_t − ZZᵀq_t."""
    p, phi = run.scores(run.w), run.phi(run.q)
    psi, towards = run.psi(p), run.inner(run.w, run.optimum.direction)
    return [
        by("F.exp", p[:-1], p[1:]),
        by("F.exp", p[1:], p[:-1]),
        by("F.rows", run.q[1:] - run.q[:-1]),
        by("F.vector", run.combine(run.q) - run.optimum.direction),
        at_most(phi[1:], phi[:-1]),
        at_most(run.t * (phi - run.optimum.phi), psi[:1] - psi + towards),
        by("F.max", p),
        by("F.largest", run.optimum.q[None], p[..., None, :]),
    ]


def dual_run(run: Any) -> tuple[Any, Argument]:
    """The dual method with λ_t = 2/(t+2), and that its w_t is that of Algorithm 1, and g_t = (t/2) Zᵀμ_t."""
    dual = run.again(DualNesterov())
    return dual, [(equal(run.w, dual.w), equal(run.g, column(run.t / 2) * run.combine(dual.mu)))]


def gap_of_the_dual_run(run: Any) -> Argument:
    dual, same = dual_run(run)
    return [*same, by("P.L3.2", dual)]


def duality_of_the_dual_run(run: Any) -> Argument:
    dual, same = dual_run(run)
    return [*same, *positive_averages(dual), by("F.dual", dual.mu)]


def interval_of_the_dual_run(run: Any) -> Argument:
    return [*gap_of_the_dual_run(run), *duality_of_the_dual_run(run)]


def rate_of_the_dual_run(run: Any) -> Argument:
    """The dual method's rate, without ln(t+1): the better one, as (t+1)² ≤ t(t+3) and ln n, ln(t+1) ≥ 0."""
    dual, same = dual_run(run)
    return [*same, *distance_grows(dual), by("N1.rate", dual), *logarithms(run)]


def logarithms(run: Any) -> Argument:
    """ln n ≥ 0, ln(t+1) ≥ 0, and so is their product."""
    rows, time = run.log(run.n), run.log(run.t + 1)
    return [
        *rows_have_a_logarithm(run),
        by("F.log", 1 + 0 * run.t, run.t + 1),
        at_least(time, 0),
        by("F.times", rows + 0 * run.t, time),
    ]


def distance_grows(run: Any) -> Argument:
    """‖w_t‖ ≥ γ̄ t(t+3)/4, which is positive for t ≥ 1, of the dual method with λ_t = 2/(t+2)."""
    size, far = run.norm(run.w), run.optimum.gamma * run.t * (run.t + 3) / 4
    return [*iterate_is_a_combination(run), by("N1.sum", run), at_least(size, far), above(size[1:], 0)]


def rows_have_a_logarithm(run: Any) -> Argument:
    """ln n ≥ 0."""
    rows = run.log(run.n)
    return [by("F.log", 1 + 0 * rows, rows * 0 + run.n), at_least(rows, 0)]


def rows_over_distance(run: Any) -> Argument:
    """ln n · (‖w_t‖ − γ̄ t(t+3)/4) ≥ 0."""
    far = run.optimum.gamma * run.t * (run.t + 3) / 4
    ahead = by("F.times", run.log(run.n) + 0 * run.t, run.norm(run.w) - far)
    return [*distance_grows(run), *rows_have_a_logarithm(run), ahead]


def conjugate_is_a_supremum(run: Any) -> Argument:
    points = nonzero_directions(run.problem)
    return [by("F.psi", run.scores(w[None]), run.scores(run.w)) for w in points]


def entropy_is_not_positive(run: Any) -> Argument:
    """ψ*(q̄) ≤ 0."""
    return [by("F.conjugate", run.optimum.q, run.p[:1])]


def steps_minimise(run: Any) -> Argument:
    """ψ*(q) + ψ(p_{t+1}) ≥ ⟨q, p_{t+1}⟩ for every q ∈ Δ_n, and for q = ∇ψ(ξ) as ψ is convex."""
    points = [by("F.conjugate", q[None], run.p) for q in simplex_points(run.problem)]
    return [*points, *(by("F.psi", run.p, xi[None]) for xi in dual_points(run.problem))]


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
    rate, gamma = 1 / (run.rho * run.lam), run.optimum.gamma
    x, mass = run.sums(column(rate) * run.nu), run.sums(rate)
    return [
        *positive_averages(run),
        equal(run.w, -run.combine(x)),
        at_least(x, 0),
        at_least(x.sum(-1), mass),
        by("F.dual", x),
        by("F.times", gamma + 0 * run.t, x.sum(-1) - mass),
        equal(run.sums(gamma * rate), gamma * mass),
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


def largest_score_of_a_moved_run(run: Any) -> Argument:
    return [*norm_is_positive(run), *largest_score_of_the_run(run)]


def norm_is_positive(run: Any) -> Argument:
    """‖w_t‖ ≥ γ̄ Σ_{j<t} 1/(ρλ_j), which is positive for t ≥ 1."""
    rate = run.sums(1 / (run.rho * run.lam))
    far = at_least(run.norm(run.w), run.optimum.gamma * rate)
    return [*iterate_is_a_combination(run), far, above(rate[1:], 0), above(run.norm(run.w)[1:], 0)]


def pulls_by_mass(run: Any) -> Argument:
    return [by("F.rows", run.q), by("F.rows", run.q[:1])]


def largest_loss(p: Any) -> Argument:
    return [by("F.monotone", p.scores(directions(p))), *largest_score(p)]


def logarithm_along_a_step(run: Any) -> Argument:
    return [by("F.log", run.t + 1, run.t + 2)]


def margin_of_the_dual_run(run: Any) -> Argument:
    """The dual method's rate, as t² ≤ t(t+3)."""
    dual, same = dual_run(run)
    return [*same, *distance_grows(dual), by("N1.rate", dual)]
