"""Appendix B, typed from the print: the rest of the proof of Lemma B.2, (B.8), (B.9) and Theorem B.10."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.mirror import Sides, averaging, by_divergences, for_all_q, gap, lost, won
from tests.literal.mirror_sequences import Scheme
from tests.literal.printed import Printed, after, displays, every, for_each, once, transcribed, under
from tests.literal.reference import Vector
from tests.literal.vectors import minus


def fall(s: Scheme, t: int) -> Any:
    """f(μ_{t+1}) − f(ν_t)."""
    return s.space.f(s.mu[t + 1]) - s.space.f(s.nu[t])


def smooth(s: Scheme, t: int) -> Any:
    """⟨∇f(ν_t), μ_{t+1} − ν_t⟩ + ½‖μ_{t+1} − ν_t‖²."""
    return s.along(t, s.mu[t + 1], s.nu[t]) + s.space.squared_norm(minus(s.mu[t + 1], s.nu[t])) / 2


def linear(s: Scheme, t: int) -> Any:
    """λ_t ⟨∇f(ν_t), q_{t+1} − q_t⟩."""
    return s.case.lam(t) * s.along(t, s.q[t + 1], s.q[t])


def squared_move(s: Scheme, t: int) -> Any:
    """λ_t²/2 ‖q_{t+1} − q_t‖²."""
    return s.case.lam(t) ** 2 / 2 * s.space.squared_norm(minus(s.q[t + 1], s.q[t]))


def longer(s: Scheme, t: int) -> Any:
    return linear(s, t) + squared_move(s, t) / s.case.theta(t)


def convex(s: Scheme, t: int) -> Any:
    """λ_t ⟨∇f(ν_t), q_{t+1} − q_t⟩ + λ_t²/(αθ_t) D_ω(q_{t+1}, q_t)."""
    return linear(s, t) + s.case.lam(t) ** 2 / (s.space.alpha * s.case.theta(t)) * s.step(t)


def link(case: Case, op: str, left: Callable[[Scheme, int], Any], right: Callable[[Scheme, int], Any]) -> Printed:
    s = averaging(case)
    return for_each(op, range(case.T), lambda t: (left(s, t), right(s, t)))


@under(for_all_q, "<=", "P.B.6")
def b_6(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
    f, lam = s.space.f, s.case.lam(t)
    right = (1 - lam) / lam * (f(s.mu[t]) - f(s.nu[t])) + 1 / lam * (f(s.nu[t]) - f(s.mu[t + 1]))
    return s.along(t, s.nu[t], q), right + s.rate(t) * lost(s, t, q, omega)


@under(for_all_q, "<=", "P.B.6b")
def b_6b(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
    lam = s.case.lam(t)
    return 1 / lam * gap(s, t + 1, q) - (1 - lam) / lam * gap(s, t, q), s.rate(t) * lost(s, t, q, omega)


@under(for_all_q, "<=", "P.B.7")
def b_7(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
    lam, theta = s.case.lam(t), s.case.theta(t)
    left = theta / lam**2 * gap(s, t + 1, q) - theta * (1 - lam) / lam**2 * gap(s, t, q)
    return left, 1 / s.space.alpha * lost(s, t, q, omega)


@transcribed("P.B.8")
def b_8(case: Case) -> list[Printed]:
    lam = case.lam
    slow = for_each("<=", after(case), lambda t: (1 / lam(t) ** 2 - 1 / lam(t), 1 / lam(t - 1) ** 2))
    return [once(lam(0), "==", 1), slow]


def total(case: Case, t: int, start: int, index: Callable[[int], int]) -> Any:
    """Σ_{j=start}^t 1/λ_{index(j)}."""
    value = case.ref.ctx.zero
    for j in range(start, t + 1):
        value += 1 / case.lam(index(j))
    return value


def inverse_square(case: Case, t: int) -> Any:
    return 1 / case.lam(t) ** 2


@transcribed("P.B.9.2.corrected")
def b_9(case: Case) -> list[Printed]:
    def middle(t: int) -> Any:
        return inverse_square(case, 0) + total(case, t, 1, lambda j: j)

    all_t = every(case)
    return [
        for_each("<=", all_t, lambda t: (inverse_square(case, t), middle(t))),
        for_each("==", all_t, lambda t: (middle(t), total(case, t, 0, lambda j: j))),
    ]


def for_every_minimiser(case: Case, op: str, sides: Sides, first: int = 1) -> Printed:
    """One row a t ≥ first, with an entry for every q̄."""
    s = averaging(case)

    def row(t: int) -> tuple[list[Any], list[Any]]:
        pairs = [sides(s, t, q, s.space.omega(q)) for q in s.space.minimisers()]
        return [left for left, _ in pairs], [right for _, right in pairs]

    return for_each(op, range(first, case.T + 1), row)


@under(for_every_minimiser, "<=", "P.B.10.1")
def rate(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
    return gap(s, t, q), s.case.lam(t - 1) ** 2 / s.space.alpha * won(s, t, q, omega)


@under(for_every_minimiser, "<=", "P.B.10.2")
def rate_from_start(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
    factor = s.case.lam(t - 1) ** 2 / s.space.alpha
    return factor * won(s, t, q, omega), factor * s.D(q, omega, 0)


displays({
    "P.B.4.4": lambda case: for_all_q(case, "==",
        lambda s, t, q, omega: (s.along(t, s.q[t], q), by_divergences(s, t, q, omega))),
    "P.B.4+.1": lambda case: link(case, "<=", fall, smooth),
    "P.B.4+.2": lambda case: link(case, "==", smooth, lambda s, t: linear(s, t) + squared_move(s, t)),
    "P.B.4+.3": lambda case: link(case, "<=", lambda s, t: linear(s, t) + squared_move(s, t), longer),
    "P.B.4+.4": lambda case: link(case, "<=", longer, convex),
    "P.B.4+.5": lambda case: link(case, "<=", fall, convex),
    "P.B.5": lambda case: link(case, "<=", lambda s, t: s.along(t, s.q[t], s.q[t + 1]) - s.rate(t) * s.step(t),
        lambda s, t: 1 / case.lam(t) * (s.space.f(s.nu[t]) - s.space.f(s.mu[t + 1]))),
    "P.B.9.1": lambda case: for_each("<=", every(case),
        lambda t: (inverse_square(case, t), inverse_square(case, 0) + total(case, t, 1, lambda j: t))),
    "P.B.9.2": lambda case: for_each("==", every(case),
        lambda t: (inverse_square(case, 0) + total(case, t, 1, lambda j: t), total(case, t, 0, lambda j: t))),
    "P.B.9.3": lambda case: for_each("<=", every(case),
        lambda t: (inverse_square(case, t), total(case, t, 0, lambda j: t))),
    "P.B.10.3": lambda case: for_every_minimiser(case, "<=",
        lambda s, t, q, omega: (gap(s, t, q), 4 * s.D(q, omega, 0) / (s.space.alpha * (t + 1) ** 2))),
    "P.B.10.4": lambda case: for_every_minimiser(case, "<=",
        lambda s, t, q, omega: (1 / case.lam(t - 1) ** 2 * gap(s, t, q), 1 / s.space.alpha * won(s, t, q, omega))),
    "P.B.10.5": lambda case: for_every_minimiser(case, ">=", lambda s, t, q, omega: (gap(s, t, q), 0), first=0),
})  # fmt: skip
