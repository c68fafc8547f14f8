"""Arguments of N7: the printed proof of Theorem 4.1, with nothing given away."""

from typing import Any

from lemmacheck.theory.books.jst import appD_sums as sums
from lemmacheck.theory.books.jst.appD_arguments import (
    drift,
    iterate_is_the_sum,
    margin_by_size,
    means_by_the_triangle,
    size_of_the_row,
    soft_maximum_is_smooth,
    squares_sum_to_log_n,
)
from lemmacheck.theory.books.jst.sec4_sampling import drawn, each_delta
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.relation import above, at_least, at_most, equal
from lemmacheck.theory.margins.means import expected

Argument = list[Any]


def margin_is_short(run: Any) -> Argument:
    """γ̄² ≤ ‖Zᵀq_t‖² ≤ 1."""
    return [by("F.rows", run.q), by("F.dual", run.q), at_most(run.optimum.gamma_squared, 1)]


def deviation_below_the_margin(run: Any) -> Argument:
    """E‖r_t‖² ≤ (1 − γ̄²)θ²t, and t ≤ N."""
    row, mean = run.squared(drawn(run)), run.squared(run.combine(run.q))
    left = 1 - run.optimum.gamma_squared
    return [
        *size_of_the_row(run),
        *margin_is_short(run),
        at_most(row, 1),
        by("F.mean", row, 0 * row + 1),
        by("F.mean", 0 * mean + run.optimum.gamma_squared, mean),
        at_most(expected(run, run.squared(sums.deviation(run))), left * run.theta[0] ** 2 * run.t),
        by("F.times", left, run.steps - run.t),
    ]


def markov(run: Any, delta: Any) -> Any:
    """2(1 − γ̄²) ln(n)/δ."""
    return 2 * (1 - run.optimum.gamma_squared) * run.log(run.n) / delta


def lost_by_root(run: Any, delta: Any) -> Any:
    """(3 ln(n)/2 + √(2 ln(2/δ) ln(n)) + γ̄√(2(1 − γ̄²) ln(n)/δ))/√(ln(n))."""
    noise = run.optimum.gamma * run.sqrt(2 * (1 - run.optimum.gamma_squared) / delta)
    return 3 * run.sqrt(run.log(run.n)) / 2 + run.sqrt(2 * run.log(2 / delta)) + noise


def climb_with_high_probability(run: Any) -> Argument:
    """−ψ(Zw_t) ≥ −ψ(Zw_0) + Σ θ_j⟨Zᵀq_j, z_{i_j}⟩ − Σ θ_j²/2, where Σ θ_j⟨Zᵀq_j, z_{i_j}⟩ is Σ θ_j‖Zᵀq_j‖² but for
    the drift."""
    mean, row, theta, psi = run.combine(run.q), drawn(run), run.theta[0], run.psi(run.scores(run.w))
    climbed, progress = run.sums(theta * run.squared(mean)), run.sums(theta * run.inner(mean, row))
    return [
        *soft_maximum_is_smooth(run),
        by("F.scores", theta * row),
        by("F.rows", theta * run.e),
        at_least(-psi, -psi[:1] + progress - column(run.sums(run.theta**2) / 2)),
        equal(run.sums(theta * drift(run)), climbed - progress),
        *squares_sum_to_log_n(run),
    ]


def norm_with_high_probability(run: Any) -> Argument:
    """Σ θ_j z_{i_j} = Σ θ_j Zᵀq_j + r_t, and ‖r_t‖² ≤ 2(1 − γ̄²) ln(n)/δ by Markov's inequality."""
    means, rest = run.sums(run.theta[0] * run.combine(run.q)), sums.deviation(run)
    size = run.squared(rest[-1:])
    return [
        *means_by_the_triangle(run),
        *iterate_is_the_sum(run),
        equal(run.sums(run.theta[0] * drawn(run)), means + rest),
        *margin_is_short(run),
        by("N7.spread"),
        *(by("F.markov", run.squared(rest[-1]), markov(run, delta), delta / 2) for delta in each_delta(run)),
        by("F.triangle", means, rest),
        *(by("F.roots", size, markov(run, delta) + 0 * size) for delta in each_delta(run)),
    ]


def margin_with_high_probability(run: Any) -> Argument:
    """−ψ(Zw_t) ≥ γ̄ Σ θ_j‖Zᵀq_j‖ − L ≥ γ̄(‖w_t‖ − s) − L in both events, for L = 3 ln(n)/2 + √(2 ln(2/δ) ln(n)) and
    s² = 2(1 − γ̄²) ln(n)/δ; and ‖w_t‖ ≥ γ̄√(t ln(n))."""
    pull, theta, gamma = run.norm(run.combine(run.q)), run.theta[0], run.optimum.gamma
    size = run.norm(run.w[-1:])
    return [
        above(sums.owed(run), 0),
        above(size, 0),
        *margin_is_short(run),
        by("F.max", run.scores(run.w[-1:])),
        by("F.times", theta * pull, pull - gamma),
        at_least(run.sums(theta * pull**2), gamma * run.sums(theta * pull)),
        *(item for delta in each_delta(run) for item in margin_by_size(run, size, lost_by_root(run, delta))),
    ]
