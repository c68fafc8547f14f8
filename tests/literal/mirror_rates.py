"""Appendix B, typed from the print: the rest of the proof of Lemma B.2, (B.8), (B.9) and Theorem B.10."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.mirror import averaging, by_divergences, for_all_q
from tests.literal.mirror_sequences import Scheme
from tests.literal.printed import Printed, after, displays, every, for_each, once, transcribed
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


def lost(s: Scheme, t: int, q: Vector, omega: Any) -> Any:
    """D_ω(q, q_t) − D_ω(q, q_{t+1})."""
    return s.D(q, omega, t) - s.D(q, omega, t + 1)


@transcribed("P.B.6")
def b_6(case: Case) -> Printed:
    def sides(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
        f = s.space.f
        right = (1 - case.lam(t)) / case.lam(t) * (f(s.mu[t]) - f(s.nu[t]))
        right += 1 / case.lam(t) * (f(s.nu[t]) - f(s.mu[t + 1]))
        return s.along(t, s.nu[t], q), right + s.rate(t) * lost(s, t, q, omega)

    return for_all_q(case, "<=", sides)


def gap(s: Scheme, t: int, q: Vector) -> Any:
    """f(μ_t) − f(q)."""
    return s.space.f(s.mu[t]) - s.space.f(q)


@transcribed("P.B.6b")
def b_6b(case: Case) -> Printed:
    def sides(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
        lam = case.lam(t)
        left = 1 / lam * gap(s, t + 1, q) - (1 - lam) / lam * gap(s, t, q)
        return left, s.rate(t) * lost(s, t, q, omega)

    return for_all_q(case, "<=", sides)


@transcribed("P.B.7")
def b_7(case: Case) -> Printed:
    def sides(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
        lam, theta = case.lam(t), case.theta(t)
        left = theta / lam**2 * gap(s, t + 1, q) - theta * (1 - lam) / lam**2 * gap(s, t, q)
        return left, 1 / s.space.alpha * lost(s, t, q, omega)

    return for_all_q(case, "<=", sides)


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


def for_every_minimiser(
    case: Case, sides: Callable[[Scheme, int, Vector, Any], tuple[Any, Any]], op: str = "<=", first: int = 1
) -> Printed:
    """One row a t ≥ first, with an entry for every q̄."""
    s = averaging(case)

    def row(t: int) -> tuple[list[Any], list[Any]]:
        pairs = [sides(s, t, q, s.space.omega(q)) for q in s.space.minimisers()]
        return [left for left, _ in pairs], [right for _, right in pairs]

    return for_each(op, range(first, case.T + 1), row)


@transcribed("P.B.10.1")
def rate(case: Case) -> Printed:
    def sides(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
        gained = s.D(q, omega, 0) - s.D(q, omega, t)
        return gap(s, t, q), case.lam(t - 1) ** 2 / s.space.alpha * gained

    return for_every_minimiser(case, sides)


@transcribed("P.B.10.2")
def rate_from_start(case: Case) -> Printed:
    def sides(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
        factor = case.lam(t - 1) ** 2 / s.space.alpha
        return factor * (s.D(q, omega, 0) - s.D(q, omega, t)), factor * s.D(q, omega, 0)

    return for_every_minimiser(case, sides)


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
    "P.B.10.3": lambda case: for_every_minimiser(case,
        lambda s, t, q, omega: (gap(s, t, q), 4 * s.D(q, omega, 0) / (s.space.alpha * (t + 1) ** 2))),
})  # fmt: skip


@transcribed("P.B.10.5")
def no_better(case: Case) -> Printed:
    return for_every_minimiser(case, lambda s, t, q, omega: (gap(s, t, q), 0), ">=", first=0)


@transcribed("P.B.10.4")
def weighted_rate(case: Case) -> Printed:
    def sides(s: Scheme, t: int, q: Vector, omega: Any) -> tuple[Any, Any]:
        gained = s.D(q, omega, 0) - s.D(q, omega, t)
        return 1 / case.lam(t - 1) ** 2 * gap(s, t, q), 1 / s.space.alpha * gained

    return for_every_minimiser(case, sides)
