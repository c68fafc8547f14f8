"""Near rows, and the gap by entropy, typed from their statements."""

from typing import Any

from tests.literal.case import Case
from tests.literal.margin_rate import interval_below, psi_of, pull
from tests.literal.printed import Printed, after, at_each, at_points, every, for_each, optima, transcribed, under
from tests.literal.reference import Vector


@transcribed("N2.smooth")
def smooth_on_the_simplex(case: Case) -> list[Printed]:
    """From e_1, the uniform point, the skewed point and the last of the listed points."""
    points, r = case.simplex_points, case.ref

    def sides(q: Vector, q_: Vector) -> tuple[Any, Any]:
        gradient = r.scores(r.combine(q))
        right = r.phi(q)
        right += sum(gradient[i] * (q_[i] - q[i]) for i in range(case.n))
        right += sum(abs(q_[i] - q[i]) for i in range(case.n)) ** 2 / 2
        return r.phi(q_), right

    starts = [points[0], points[case.n], points[case.n + 1], points[-1]]
    return [for_each("<=", points, lambda q_, q=q: sides(q, q_)) for q in starts]


@transcribed("N2.gap")
def gap(case: Case) -> Printed:
    r = case.ref
    least = case.gamma_bar**2 / 2
    return for_each("<=", after(case), lambda t: (r.phi(case.dual.mu[t]) - least, 4 * r.ctx.log(case.n) / (t + 1) ** 2))


transcribed("N2.interval")(interval_below)


@at_each(">=", after, "N2.psi")
def potential(case: Case, t: int) -> tuple[Any, Any]:
    s, lam = case.dual, case.lam
    right = -psi_of(case, 0) + pull(case, s.mu[t]) ** 2 / (2 * lam(t - 1) ** 2)
    right += sum(weight(case, j) / 2 * pull(case, s.mu[j]) ** 2 for j in range(1, t))
    right += sum(pull(case, s.nu[j]) ** 2 / (2 * lam(j)) for j in range(t))
    return -psi_of(case, t), right


def weight(case: Case, j: int) -> Any:
    """1/λ_{j−1}² − (1 − λ_j)/λ_j²."""
    return 1 / case.lam(j - 1) ** 2 - (1 - case.lam(j)) / case.lam(j) ** 2


@transcribed("N2.distance.1")
def potential_by_distance(case: Case) -> Printed:
    norm, w = case.ref.norm, case.dual.w
    return for_each(">=", every(case), lambda t: (-psi_of(case, t), -psi_of(case, 0) + case.gamma_bar * norm(w[t])))


@transcribed("N2.distance.2")
def margin_by_distance(case: Case) -> Printed:
    r, w = case.ref, case.dual.w
    return for_each(">=", after(case), lambda t: (r.margin(w[t]), case.gamma_bar - r.ctx.log(case.n) / r.norm(w[t])))


@at_each(">=", after, "N2.rate")
def rate(case: Case, t: int) -> tuple[Any, Any]:
    r, gamma = case.ref, case.gamma_bar
    return r.margin(case.dual.w[t]), gamma - 4 * r.ctx.log(case.n) / (gamma * t * (t + 3))


@at_each(">=", after, "N2.margin")
def margin(case: Case, t: int) -> tuple[Any, Any]:
    r, ln, gamma = case.ref, case.ref.ctx.log, case.gamma_bar
    short = 4 * (1 + ln(case.n)) * (1 + 2 * ln(t + 1)) / (gamma * (t + 1) ** 2)
    return r.margin(case.momentum.w[t]), gamma - short


def divergence(case: Case, q: Vector, other: Vector) -> Any:
    """Σ q_i ln(q_i/q'_i), with 0 ln 0 = 0."""
    ln = case.ref.ctx.log
    return sum((q[i] * ln(q[i] / other[i]) for i in range(case.n) if q[i] != 0), case.ref.ctx.zero)


def over(case: Case, t: int, q: Vector) -> Any:
    """φ(μ_t) − φ(q)."""
    return case.ref.phi(case.dual.mu[t]) - case.ref.phi(q)


@under(at_points(after, lambda case: case.simplex_points), "<=", "N5.sum")
def sum_for_all_q(case: Case, t: int, q: Vector) -> tuple[Any, Any]:
    s = case.dual
    left = over(case, t, q) / case.lam(t - 1) ** 2 + sum(weight(case, j) * over(case, j, q) for j in range(1, t))
    return left, divergence(case, q, s.q[0]) - divergence(case, q, s.q[t])


def from_uniform(case: Case, q: Vector) -> Any:
    """D(q̄, q_0) with q_0 = (1/n, …, 1/n)."""
    return divergence(case, q, [case.ref.ctx.one / case.n] * case.n)


@under(at_points(after, optima), "<=", "N5.gap")
def gap_by_entropy(case: Case, t: int, q: Vector) -> tuple[Any, Any]:
    return over(case, t, q), 4 * from_uniform(case, q) / (t + 1) ** 2


@under(at_points(after, optima), "<=", "N5.average")
def sum_by_entropy(case: Case, t: int, q: Vector) -> tuple[Any, Any]:
    left = (t + 1) ** 2 * over(case, t, q) + sum(over(case, j, q) for j in range(1, t))
    return left, 4 * from_uniform(case, q)
