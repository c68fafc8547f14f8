"""Appendix B, typed from the print: the schemes (B.1) and (B.2), both Lemmas B.2, and (B.3) to (B.4)."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tests.literal.case import Case
from tests.literal.general_sequences import GeneralSequences
from tests.literal.mirror_sequences import Scheme
from tests.literal.printed import Printed, displays, every, for_each, membership, transcribed, under
from tests.literal.reference import Vector
from tests.literal.vectors import minus

Sides = Callable[[Scheme, int, Vector, Any], tuple[Any, Any]]


@cache
def averaging(case: Case) -> Scheme:
    return Scheme(case)


@cache
def descent(case: Case) -> Scheme:
    return Scheme(case, descent=True)


def for_all_q(case: Case, op: str, sides: Sides, s: Scheme | None = None, start: int = 0) -> Printed:
    """One row a step t, from `start`, with an entry for every q ∈ C that is listed."""
    scheme = s or averaging(case)

    def row(t: int) -> tuple[list[Any], list[Any]]:
        pairs = [sides(scheme, t, q, omega) for q, omega in scheme.points()]
        return [left for left, _ in pairs], [right for _, right in pairs]

    return for_each(op, range(start, case.T + start), row)


def averages(case: Case, s: Scheme | GeneralSequences) -> list[Printed]:
    """μ_0 = q_0, ν_t = (1 − λ_t) μ_t + λ_t q_t, μ_{t+1} = (1 − λ_t) μ_t + λ_t q_{t+1}."""

    def convex(t: int, a: Vector, b: Vector) -> Vector:
        return [(1 - case.lam(t)) * a[i] + case.lam(t) * b[i] for i in range(case.n)]

    return [
        Printed("==", [(s.mu[0], s.q[0])]),
        for_each("==", every(case), lambda t: (s.nu[t], convex(t, s.mu[t], s.q[t]))),
        for_each("==", range(case.T), lambda t: (s.mu[t + 1], convex(t, s.mu[t], s.q[t + 1]))),
    ]


def belongs(case: Case, s: Scheme) -> list[Printed]:
    """q_t ∈ C."""
    return in_c(case, s.q)


def in_c(case: Case, points: list[Vector]) -> list[Printed]:
    """Each point lies in C: the simplex, or all of ℝⁿ."""
    return membership(points, lambda q: q) if case.geometry in ("entropy", "projection") else []


def minimised(s: Scheme, t: int, q: Vector, omega: Any) -> Any:
    """f(q_t) + ⟨∇f(ν_t), q − q_t⟩ + (λ_t/(αθ_t)) D_ω(q, q_t)."""
    return s.space.f(s.q[t]) + s.along(t, q, s.q[t]) + s.rate(t) * s.D(q, omega, t)


def at_next(s: Scheme, t: int) -> Any:
    return minimised(s, t, s.q[t + 1], s.omega_at(t + 1))


@transcribed("P.B.1")
def mirror_descent(case: Case) -> list[Printed]:
    s = descent(case)

    def near(t: int) -> tuple[list[Any], list[Any]]:
        values = []
        for k in range(case.n):
            q = [(7 * s.q[t + 1][i] + (1 if i == k else 0)) / 8 for i in range(case.n)]
            values.append(minimised(s, t, q, s.space.omega(q)))
        return [at_next(s, t)] * case.n, values

    return [
        *averages(case, s),
        *belongs(case, s),
        for_all_q(case, "<=", lambda s, t, q, omega: (at_next(s, t), minimised(s, t, q, omega)), s),
        for_each("<=", range(case.T), near),
    ]


@transcribed("P.Alg.B1")
def mirror_descent_run(case: Case) -> list[Printed]:
    def condition(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
        turn = minus(s.space.grad_omega(s.q[t + 1]), s.space.grad_omega(s.q[t]))
        slope = [g + s.rate(t) * v for g, v in zip(s.space.grad_f(s.nu[t]), turn, strict=True)]
        return case.ref.dot(slope, minus(q, s.q[t + 1])), 0

    s = descent(case)
    return [*averages(case, s), for_all_q(case, ">=", condition, s)]


@transcribed("P.B.conv")
def smooth_conjugate(case: Case) -> list[Printed]:
    s, dot = averaging(case), case.ref.dot
    xi = [*s.space.dual_points(), s.p[-1]]
    pairs = [(a, b) for a in range(len(xi)) for b in range(len(xi)) if a != b]

    def over(a: int, b: int) -> Any:
        rise = s.space.omega_star(xi[b]) - s.space.omega_star(xi[a])
        return rise - dot(s.space.mirror(xi[a]), minus(xi[b], xi[a]))

    def bounds(a: int) -> tuple[list[Any], list[Any]]:
        below = [dot(xi[a], q) - omega for q, omega in s.points()]
        return below, [s.space.omega_star(xi[a])] * len(below)

    def reached(v: Vector) -> tuple[Any, Any]:
        q = s.space.mirror(v)
        return dot(v, q) - s.space.omega(q, v), s.space.omega_star(v)

    def quadratic(pair: tuple[int, int]) -> tuple[Any, Any]:
        a, b = pair
        return over(a, b), s.space.squared_dual_norm(minus(xi[b], xi[a])) / (2 * s.space.alpha)

    return [
        for_each("<=", range(len(xi)), bounds),
        for_each("==", xi, reached),
        for_each(">=", pairs, lambda pair: (over(*pair), 0)),
        for_each("<=", pairs, quadratic),
    ]


def dual_step(case: Case, s: Scheme) -> Printed:
    def sides(t: int) -> tuple[Vector, Vector]:
        step = s.space.alpha * case.theta(t) / case.lam(t)
        return s.p[t + 1], [s.p[t][i] - step * s.space.grad_f(s.nu[t])[i] for i in range(case.n)]

    return for_each("==", range(case.T), sides)


@transcribed("P.Alg.B2")
def dual_averaging_run(case: Case) -> list[Printed]:
    s, dot = averaging(case), case.ref.dot

    def largest(t: int) -> tuple[list[Any], list[Any]]:
        values = [dot(s.p[t], q) - omega for q, omega in s.points()]
        return values, [dot(s.p[t], s.q[t]) - s.omega_at(t)] * len(values)

    return [
        *averages(case, s),
        Printed("==", [(s.p[0], s.space.p_0())]),
        dual_step(case, s),
        *belongs(case, s),
        for_each("<=", every(case), largest),
    ]


def gap(s: Scheme, t: int, q: Vector) -> Any:
    """f(μ_t) − f(q)."""
    return s.space.f(s.mu[t]) - s.space.f(q)


def won(s: Scheme, t: int, q: Vector, omega: Any) -> Any:
    """D_ω(q, q_0) − D_ω(q, q_t)."""
    return s.D(q, omega, 0) - s.D(q, omega, t)


def lost(s: Scheme, t: int, q: Vector, omega: Any) -> Any:
    """D_ω(q, q_t) − D_ω(q, q_{t+1})."""
    return s.D(q, omega, t) - s.D(q, omega, t + 1)


@under(for_all_q, "<=", "P.B.2", start=1)
def lemma(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
    lam, theta = s.case.lam, s.case.theta
    left = theta(t - 1) / lam(t - 1) ** 2 * gap(s, t, q)
    for j in range(1, t):
        left += (theta(j - 1) / lam(j - 1) ** 2 - theta(j) * (1 - lam(j)) / lam(j) ** 2) * gap(s, j, q)
    return left, won(s, t, q, omega) / s.space.alpha + theta(0) * (1 - lam(0)) / lam(0) ** 2 * gap(s, 0, q)


@under(for_all_q, "==", "P.B.2'")
def three_points(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
    left = s.case.ref.dot(minus(s.p[t], s.p[t + 1]), minus(s.q[t + 1], q))
    return left, lost(s, t, q, omega) - s.step(t)


def gap_at_nu(s: Scheme, t: int, q: Vector) -> Any:
    """f(ν_t) − f(q)."""
    return s.space.f(s.nu[t]) - s.space.f(q)


def by_values(s: Scheme, t: int, q: Vector) -> Any:
    """The last member of (B.3)."""
    return s.weight(t) * (s.space.f(s.mu[t]) - s.space.f(s.nu[t])) + s.along(t, s.q[t], q)


def by_slope(s: Scheme, t: int, q: Vector) -> Any:
    """The third member of (B.3)."""
    return s.weight(t) * s.along(t, s.mu[t], s.nu[t]) + s.along(t, s.q[t], q)


def split(s: Scheme, t: int, q: Vector) -> Any:
    """The second member of (B.3)."""
    return s.along(t, s.nu[t], s.q[t]) + s.along(t, s.q[t], q)


def two_slopes(s: Scheme, t: int, q: Vector) -> Any:
    """⟨∇f(ν_t), q_t − q_{t+1}⟩ + ⟨∇f(ν_t), q_{t+1} − q⟩."""
    return s.along(t, s.q[t], s.q[t + 1]) + s.along(t, s.q[t + 1], q)


def by_step(s: Scheme, t: int, last: Vector) -> Any:
    """⟨∇f(ν_t), q_t − q_{t+1}⟩ + (λ_t/(αθ_t)) ⟨p_t − p_{t+1}, q_{t+1} − last⟩."""
    inner = s.case.ref.dot(minus(s.p[t], s.p[t + 1]), minus(s.q[t + 1], last))
    return s.along(t, s.q[t], s.q[t + 1]) + s.rate(t) * inner


def by_divergences(s: Scheme, t: int, q: Vector, omega: Any) -> Any:
    """The last member of (B.4)."""
    return s.along(t, s.q[t], s.q[t + 1]) - s.rate(t) * s.step(t) + s.rate(t) * lost(s, t, q, omega)


displays({
    "P.B.2eq": lambda case: [
        dual_step(case, averaging(case)),
        for_all_q(case, "<=", lambda s, t, q, omega: (at_next(s, t), minimised(s, t, q, omega))),
        for_all_q(case, "==",
            lambda s, t, q, omega: (minimised(s, t, q, omega) - at_next(s, t), s.rate(t) * s.D(q, omega, t + 1))),
    ],
    "P.B.3.1": lambda case: for_all_q(case, "<=", lambda s, t, q, omega: (gap_at_nu(s, t, q), s.along(t, s.nu[t], q))),
    "P.B.3.2": lambda case: for_all_q(case, "==", lambda s, t, q, omega: (s.along(t, s.nu[t], q), split(s, t, q))),
    "P.B.3.3": lambda case: for_all_q(case, "==", lambda s, t, q, omega: (split(s, t, q), by_slope(s, t, q))),
    "P.B.3.4": lambda case: for_all_q(case, "<=", lambda s, t, q, omega: (by_slope(s, t, q), by_values(s, t, q))),
    "P.B.3.5": lambda case: for_all_q(case, "<=", lambda s, t, q, omega: (gap_at_nu(s, t, q), by_values(s, t, q))),
    "P.B.4.1": lambda case: for_all_q(case, "==", lambda s, t, q, omega: (s.along(t, s.q[t], q), two_slopes(s, t, q))),
    "P.B.4.2": lambda case: for_all_q(case, "==", lambda s, t, q, omega: (two_slopes(s, t, q), by_step(s, t, s.q[t]))),
    "P.B.4.2.corrected": lambda case: for_all_q(case, "==",
        lambda s, t, q, omega: (two_slopes(s, t, q), by_step(s, t, q))),
    "P.B.4.3": lambda case: for_all_q(case, "==",
        lambda s, t, q, omega: (by_step(s, t, s.q[t]), by_divergences(s, t, q, omega))),
    "P.B.4.3.corrected": lambda case: for_all_q(case, "==",
        lambda s, t, q, omega: (by_step(s, t, q), by_divergences(s, t, q, omega))),
})  # fmt: skip
