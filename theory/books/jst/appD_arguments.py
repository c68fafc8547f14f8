"""Arguments of Appendix D: a row that is drawn is Zᵀe for a vertex e of Δ_n, and so has norm at most 1."""

from typing import Any

from lemmacheck.theory.books.jst import appD_sums as sums
from lemmacheck.theory.books.jst.arguments import projection
from lemmacheck.theory.books.jst.sec4_arguments import shortfall_in_two
from lemmacheck.theory.books.jst.sec4_sampling import drawn, each_delta
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.relation import above, at_least, at_most, equal
from lemmacheck.theory.margins.arbitrary import horizons
from lemmacheck.theory.margins.means import expected

Argument = list[Any]


def soft_maximum_is_smooth(run: Any) -> Argument:
    p = run.scores(run.w)
    return [by("F.soft", p[:-1], p[1:])]


def scores_of_the_row(run: Any) -> Argument:
    return [by("F.scores", drawn(run))]


def size_of_the_row(run: Any) -> Argument:
    return [by("F.rows", run.e)]


def psi_along_a_step(run: Any) -> Argument:
    return [*soft_maximum_is_smooth(run), *scores_of_the_row(run), *size_of_the_row(run)]


def sizes_of_mean_and_row(run: Any) -> Argument:
    """‖Zᵀq_t ± z_{i_t}‖² ≥ 0, and both have norm at most 1."""
    mean, row = run.combine(run.q), drawn(run)
    return [*size_of_the_row(run), by("F.rows", run.q), by("F.vector", mean + row), by("F.vector", mean - row)]


def duality_along_the_run(run: Any) -> Argument:
    return [by("F.dual", run.q)]


def squares_sum_to_log_n(run: Any) -> Argument:
    """Σ_{j<t} θ_j² = t θ²."""
    return [equal(run.sums(run.theta**2), run.t * run.theta**2)]


def iterate_is_the_sum(run: Any) -> Argument:
    """w_t = −Σ_{j<t} θ_j z_{i_j}."""
    return [equal(run.w, -run.sums(run.theta[0] * drawn(run)))]


def sum_along_optimum(run: Any) -> Argument:
    along = run.inner(-drawn(run), run.optimum.u)
    return [equal(run.inner(run.w, run.optimum.u), run.sums(run.theta[0] * along))]


def rows_have_the_margin(run: Any) -> Argument:
    """⟨−z_{i_t}, ū⟩ ≥ γ̄, so that the sums are in this order at every t."""
    along = run.sums(run.theta[0] * run.inner(-drawn(run), run.optimum.u))
    return [by("F.optimal", run.e), at_least(along, run.sums(run.theta * run.optimum.gamma))]


def steps_sum_to_root(run: Any) -> Argument:
    return [equal(run.sums(run.theta * run.optimum.gamma), run.t * run.theta * run.optimum.gamma)]


def norm_on_every_path(run: Any) -> Argument:
    """‖w_t‖ ≥ ⟨w_t, ū⟩ ≥ θ γ̄ t."""
    along = at_least(run.inner(run.w, run.optimum.u), column(run.t * run.theta * run.optimum.gamma))
    return [*projection(run), by("F.optimal", run.e), along]


def rows_near_their_means(run: Any) -> Argument:
    """Σ θ_j z_{i_j} = Σ θ_j Zᵀq_j + r_t, and ‖r_t‖ ≤ √(8 ln(n)/δ)."""
    rest, means = sums.deviation(run), run.sums(run.theta[0] * run.combine(run.q))
    size = run.squared(rest[-1:])
    small = [by("F.roots", size, sums.markov(run, delta) + 0 * size) for delta in each_delta(run)]
    whole = equal(run.sums(run.theta[0] * drawn(run)), means + rest)
    return [whole, by("F.triangle", means, rest), *small]


def means_by_the_triangle(run: Any) -> Argument:
    """‖Σ_{j<t} θ_j Zᵀq_j‖ ≤ Σ_{j<t} θ_j ‖Zᵀq_j‖ at every t."""
    step = run.theta[0] * run.combine(run.q)
    means = run.sums(step)
    by_size = run.sums(run.theta[0] * run.norm(run.combine(run.q)))
    return [by("F.triangle", means, step), at_most(run.norm(means), by_size)]


def length_of_a_row_on_the_mean(run: Any) -> Argument:
    """E‖z_{i_t}‖² ≤ 1, also given the rows before the last two."""
    square = run.squared(drawn(run))
    return [
        *size_of_the_row(run),
        at_most(square, 1),
        by("F.given", square, 0 * square + 1),
        by("F.mean", square, 0 * square + 1),
    ]


def deviation_by_steps(run: Any) -> Argument:
    """E‖r_t‖² ≤ 4θ²t at every t."""
    return [at_most(expected(run, run.squared(sums.deviation(run))), 4 * run.theta[0] ** 2 * run.t)]


def drift(run: Any) -> Any:
    """⟨Zᵀq_t, Zᵀq_t − z_{i_t}⟩."""
    mean = run.combine(run.q)
    return run.inner(mean, mean - drawn(run))


def by_azuma(run: Any, between: Argument, low: Any, width: int) -> Argument:
    """Azuma's inequality for θ times the drift, which lies in [low, low + width · θ] as the drift lies between two
    bounds."""
    x, theta = drift(run), run.theta[0]
    wide = 0 * x + width * theta
    return [
        *sizes_of_mean_and_row(run),
        *between,
        *squares_sum_to_log_n(run),
        equal(run.sums(wide * wide), width**2 * column(run.t * run.theta**2)),
        *(by("F.azuma", theta * x, low, wide, delta / 2) for delta in each_delta(run)),
    ]


def drift_by_azuma(run: Any) -> Argument:
    """The drift has the mean 0 and lies between −2 and 2."""
    x = drift(run)
    return by_azuma(run, [at_most(x, 2), at_least(x, -2)], 0 * x - 2 * run.theta[0], 4)


def drift_in_short_intervals(run: Any) -> Argument:
    """The drift lies between ‖Zᵀq_t‖² − 1 and ‖Zᵀq_t‖² + 1."""
    x, size = drift(run), run.squared(run.combine(run.q))
    return by_azuma(run, [at_most(x, size + 1), at_least(x, size - 1)], run.theta[0] * (size - 1), 2)


def psi_with_high_probability(run: Any) -> Argument:
    """The bound of every path, where Σ θ_j⟨Zᵀq_j, z_{i_j}⟩ is Σ θ_j‖Zᵀq_j‖² but for the drift."""
    psi, row = run.psi(run.scores(run.w)), run.inner(run.combine(run.q), drawn(run))
    theta = run.theta[0]
    climbed, progress = run.sums(theta * run.squared(run.combine(run.q))), run.sums(theta * row)
    return [
        *soft_maximum_is_smooth(run),
        by("F.scores", theta * drawn(run)),
        by("F.rows", theta * run.e),
        at_least(-psi, -psi[:1] + progress - column(run.sums(run.theta**2))),
        equal(run.sums(theta * drift(run)), climbed - progress),
    ]


def deviation_by_markov(run: Any) -> Argument:
    size = run.squared(sums.deviation(run)[-1])
    return [by("F.markov", size, sums.markov(run, delta), delta / 2) for delta in each_delta(run)]


def norm_with_high_probability(run: Any) -> Argument:
    return [*iterate_is_the_sum(run), *rows_near_their_means(run), *means_by_the_triangle(run)]


def margin_by_psi(run: Any) -> Argument:
    """−ψ(Zw_t) ≤ −max_i ⟨z_i, w_t⟩, and ‖w_t‖ > 0."""
    return [by("F.max", run.scores(run.w)), by("F.root", run.squared(run.w[-1]))]


def norm_is_positive(run: Any) -> Argument:
    """0 < ‖w_t‖ ≤ θ t = √(t ln(n)), where w_t ≠ 0."""
    size = run.norm(run.w)
    return [
        *iterate_is_the_sum(run),
        by("F.root", run.squared(run.w[-1:])),
        by("F.triangle", run.w, -run.theta[0] * drawn(run)),
        by("F.rows", run.theta[0] * run.e),
        at_most(size, run.t * run.theta),
        above(run.steps * run.theta[-1:], 0),
    ]


def lost_by_root(run: Any, delta: Any) -> Any:
    """(2 ln(n) + √(8 ln(2/δ) ln(n)) + γ̄√(8 ln(n)/δ))/√(ln(n))."""
    return 2 * run.sqrt(run.log(run.n)) + run.sqrt(8 * run.log(2 / delta)) + run.optimum.gamma * run.sqrt(8 / delta)


def norm_is_bounded(run: Any) -> Argument:
    """Both bounds on ‖w_t‖, each times what is not negative: as 1/‖w_t‖ lies between their reciprocals."""
    size, climbed = run.norm(run.w[-1:]), sums.climbed(run)
    found = [*norm_is_positive(run), by("P.D.2.p4.5"), by("P.D.2.p3.1.3"), by("P.D.2.p3.2")]
    for delta in each_delta(run):
        high = sums.travelled(run) + run.sqrt(sums.markov(run, delta))
        gain = run.optimum.gamma * run.sqrt(run.steps) * (climbed + sums.slack(run, delta))
        found += [above(high, 0), by("F.times", gain, high - size)]
        found += [by("F.times", high * lost_by_root(run, delta), size - sums.owed(run))]
    return found


def margin_rate(run: Any) -> Argument:
    """−ψ(Zw_t) ≥ γ̄ Σ θ_j‖Zᵀq_j‖ − L ≥ γ̄(‖w_t‖ − s) − L, and ‖w_t‖ ≥ γ̄√(t ln(n)), in the events of both lemmas."""
    pull, gamma, theta = run.norm(run.combine(run.q)), run.optimum.gamma, run.theta[0]
    size = run.norm(run.w[-1:])
    return [
        by("P.D.1"),
        by("P.D.2u"),
        by("P.D.2l"),
        above(sums.owed(run), 0),
        above(size, 0),
        by("F.max", run.scores(run.w)),
        by("F.dual", run.q),
        by("F.times", theta * pull, pull - gamma),
        at_least(run.sums(theta * run.squared(run.combine(run.q))), gamma * run.sums(theta * pull)),
        *(item for delta in each_delta(run) for item in margin_by_size(run, size, lost_by_root(run, delta))),
    ]


def margin_by_size(run: Any, size: Any, lost: Any) -> Argument:
    """−max_i ⟨z_i, w_t⟩ ≥ γ̄‖w_t‖ − L/√(ln(n)) ‖w_t‖/(γ̄√t), as ‖w_t‖ ≥ γ̄√(t ln(n))."""
    gamma = run.optimum.gamma
    scaled = gamma - lost / (gamma * run.sqrt(run.steps))
    return [by("F.times", lost, size - sums.owed(run)), at_least(-run.maximum(run.scores(run.w[-1:])), scaled * size)]


def rate_of_the_margin(run: Any) -> Argument:
    """‖w_t‖ ≥ γ̄√(t ln(n)) > 0, and √t times the shortfall is the constant."""
    return [by("P.D.2l"), above(sums.owed(run), 0), above(run.norm(run.w[-1:]), 0)]


def horizon_is_long_enough(p: Any) -> Argument:
    return [item for t in horizons(p) for delta in each_delta(p) for item in shortfall_in_two(p, delta, t)]
