"""Appendix C, the second lemma numbered C.1 and its proof, typed from the print."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.general_sequences import rho
from tests.literal.other_losses import momentum_of_c3
from tests.literal.printed import Printed, after, displays, displays_of, every, for_each, once, transcribed
from tests.literal.reference import Vector


@transcribed("P.C.1'.a")
def c_2(case: Case) -> Printed:
    s, g = case.general, momentum_of_c3(case)

    def sides(t: int) -> tuple[Vector, Vector]:
        pull, size = case.ref.combine(s.q[t]), case.theta(t) / rho(case)
        return s.w[t + 1], [s.w[t][k] - size * (g[t][k] + pull[k]) for k in range(case.d)]

    return for_each("==", range(case.T), sides)


@transcribed("P.C.4eq")
def c_4(case: Case) -> Printed:
    s, g = case.general, momentum_of_c3(case)

    def sides(t: int) -> tuple[Vector, Vector]:
        pull = case.ref.combine(s.q[t])
        return case.ref.combine(s.mu[t]), [case.lam(t - 1) * (g[t - 1][k] + pull[k]) for k in range(case.d)]

    return for_each("==", after(case), sides)


@transcribed("P.C.1'.b")
def last_display(case: Case) -> list[Printed]:
    r, s, lam, g = case.ref, case.general, case.lam, momentum_of_c3(case)
    later = after(case)

    def weighted(t: int) -> Vector:
        total = r.zero()
        for j in range(1, t + 1):
            pull = r.combine(s.q[j])
            total = [total[k] + r.ctx.mpf(j) / (t + 1) * pull[k] for k in range(case.d)]
        return total

    return [
        for_each("==", later, lambda t: (lam(t - 1) * (1 - lam(t)) / lam(t), r.ctx.mpf(t) / (t + 1))),
        for_each("==", later, lambda t: (g[t], weighted(t))),
        for_each("==", later, lambda t: (r.combine(s.mu[t]), [2 * g[t][k] / t for k in range(case.d)])),
    ]


def left_over(case: Case, t: int) -> Vector:
    """(w_t − w_{t+1})/(θ_t/ρ) − Zᵀq_t."""
    s, pull = case.general, case.ref.combine(case.general.q[t])
    return [(s.w[t][k] - s.w[t + 1][k]) / (case.theta(t) / rho(case)) - pull[k] for k in range(case.d)]


def excess(case: Case, t: int) -> Vector:
    """ν_t/λ_t − q_t."""
    s = case.general
    return [1 / case.lam(t) * s.nu[t][i] - s.q[t][i] for i in range(case.n)]


displays_of(momentum_of_c3, {
    "P.C.1'.proof0.1": lambda case, g: for_each("==", range(case.T), lambda t: (g[t], left_over(case, t))),
    "P.C.1'.proof0.3": lambda case, g: for_each("==", every(case), lambda t: (g[t], case.ref.combine(excess(case, t)))),
})  # fmt: skip


def odds(case: Case, t: int) -> Any:
    """(1 − λ_{t+1})/λ_{t+1}."""
    return (1 - case.lam(t + 1)) / case.lam(t + 1)


def through_mu(case: Case, t: int) -> Vector:
    return [odds(case, t) * entry for entry in case.general.mu[t + 1]]


def through_nu(case: Case, t: int) -> Vector:
    s, lam = case.general, case.lam(t)
    return [odds(case, t) * (s.nu[t][i] + lam * (s.q[t + 1][i] - s.q[t][i])) for i in range(case.n)]


def through_excess(case: Case, t: int) -> Vector:
    s, factor = case.general, case.lam(t) * (1 - case.lam(t + 1)) / case.lam(t + 1)
    return [factor * excess(case, t)[i] + factor * s.q[t + 1][i] for i in range(case.n)]


displays({
    "P.C.1'.proof0.2": lambda case: for_each("==", range(case.T),
        lambda t: (left_over(case, t), case.ref.combine(excess(case, t)))),
    "P.C.1'.proof1.1": lambda case: for_each("==", range(case.T), lambda t: (excess(case, t + 1), through_mu(case, t))),
    "P.C.1'.proof1.2": lambda case: for_each("==", range(case.T), lambda t: (through_mu(case, t), through_nu(case, t))),
    "P.C.1'.proof1.3": lambda case: for_each("==", range(case.T),
        lambda t: (through_nu(case, t), through_excess(case, t))),
})  # fmt: skip


def inside(case: Case, g: list[Vector], t: int) -> Vector:
    """g_{t−1} + Zᵀq_t."""
    return added(1, g[t - 1], 1, case.ref.combine(case.general.q[t]))


def added(a: Any, x: Vector, b: Any, y: Vector) -> Vector:
    """ax + by."""
    return [a * one + b * other for one, other in zip(x, y, strict=True)]


def induction(case: Case, g: list[Vector], t: int) -> list[Vector]:
    """The five members of the induction for (C.4), at t ≥ 1."""
    s, pull, lam, before = case.general, case.ref.combine, case.lam(t), case.lam(t - 1)
    drawn = pull(s.q[t + 1])
    return [
        pull(s.mu[t + 1]),
        added(1 - lam, pull(s.mu[t]), lam, drawn),
        added((1 - lam) * before, inside(case, g, t), lam, drawn),
        added(lam * ((1 - lam) * before / lam), inside(case, g, t), lam, drawn),
        added(lam, g[t], lam, drawn),
    ]


def explicit(case: Case, g: list[Vector], t: int) -> list[Vector]:
    """The four members of the chain for g_{t+1}, at t ≥ 0."""
    one, pull = case.ref.ctx.one, case.ref.combine
    share, drawn = (t + one) / (t + 2), pull(case.general.q[t + 1])

    def mean(last: int) -> Vector:
        """Σ_{j=1}^last (j/(last+1)) Zᵀq_j."""
        terms = [[j * one / (last + 1) * x for x in pull(case.general.q[j])] for j in range(1, last + 1)]
        return [sum((term[k] for term in terms), 0 * one) for k in range(case.d)]

    return [g[t + 1], added(share, g[t], share, drawn), added(share, mean(t), share, drawn), mean(t + 1)]


def link_of(members: Callable[..., list[Vector]], start: int, left: int) -> Callable[[Case, list[Vector]], Printed]:
    def printed(case: Case, g: list[Vector]) -> Printed:
        found = [members(case, g, t)[left : left + 2] for t in range(start, case.T)]
        return Printed("==", [(one, other) for one, other in found])

    return printed


displays_of(momentum_of_c3, {
    "P.C.4eq.p.0": lambda case, g: once(case.ref.combine(case.general.mu[1]), "==",
        [case.lam(0) * entry for entry in inside(case, g, 1)]),
    **{f"P.C.4eq.p.{k + 1}": link_of(induction, 1, k) for k in range(4)},
    **{f"P.C.1'.b.p.{k + 1}": link_of(explicit, 0, k) for k in range(3)},
})  # fmt: skip


@transcribed("P.C.1'.proof2.1")
def proof_2_1(case: Case) -> Printed:
    lam, one = case.lam, case.ref.ctx.one
    return for_each("==", range(case.T), lambda t: (lam(t) * (1 - lam(t + 1)) / lam(t + 1), (t + one) / (t + 2)))


@transcribed("P.C.1'.proof2.2")
def proof_2_2(case: Case) -> Printed:
    lam, two = case.lam, case.ref.ctx.mpf(2)
    return for_each("==", after(case), lambda t: (lam(t) / (1 - lam(t)), two / t))
