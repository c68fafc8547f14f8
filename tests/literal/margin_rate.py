"""Theorem 3.1 and Lemmas 3.5, 3.6, typed from the print: a sum over j is a loop over its printed range."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.printed import Printed, after, at_each, before, displays, every, for_each, transcribed
from tests.literal.reference import Vector
from tests.literal.vectors import plus


def momentum_steps(case: Case, s: Any, pull: Callable[[int], Vector]) -> tuple[Printed, Printed]:
    """g_t = β_t (g_{t−1} + pull_t) with g_{−1} = 0, for t ≤ T; w_{t+1} = w_t − θ_t (g_t + pull_t) for t < T."""

    def g(t: int) -> tuple[Vector, Vector]:
        last = s.g[t - 1] if t else [0] * len(s.g[t])
        return s.g[t], [case.beta(t) * x for x in plus(last, pull(t))]

    def w(t: int) -> tuple[Vector, Vector]:
        return s.w[t + 1], plus(s.w[t], plus(s.g[t], pull(t)), -case.theta(t))

    return for_each("==", every(case), g), for_each("==", before(case), w)


@transcribed("P.1.1eq")
def equation_1_1(case: Case) -> list[Printed]:
    """Both equalities, then g_t and w_{t+1} of (1.1) in the run of Algorithm 1."""
    r, s = case.ref, case.momentum

    def pulled(t: int) -> Vector:
        return r.combine(case.slope(case.psi, r.scores(s.w[t])))

    def by_risk(t: int) -> Vector:
        return [entry / case.risk(s.w[t]) for entry in case.slope(case.risk, s.w[t])]

    all_t = every(case)
    return [
        for_each("==", all_t, lambda t: (r.combine(s.q[t]), pulled(t))),
        for_each("==", all_t, lambda t: (pulled(t), by_risk(t))),
        *momentum_steps(case, s, by_risk),
    ]


@at_each(">=", after, "P.T3.1.1")
def margin_rate(case: Case, t: int) -> tuple[Any, Any]:
    r, ln = case.ref, case.ref.ctx.log
    numerator = 4 * (1 + ln(case.n)) * (1 + 2 * ln(t + 1))
    return r.margin(case.momentum.w[t]), case.gamma_bar - numerator / (case.gamma_bar * (t + 1) ** 2)


def four_g(case: Case, t: int) -> Any:
    """4‖g_t‖₂² / t²."""
    return 4 * case.ref.norm(case.momentum.g[t]) ** 2 / t**2


@transcribed("P.T3.1.2l")
def interval_below(case: Case) -> Printed:
    ln_n = case.ref.ctx.log(case.n)
    return for_each("<=", after(case), lambda t: (four_g(case, t) - 8 * ln_n / (t + 1) ** 2, case.gamma_bar**2))


@transcribed("P.T3.1.2u")
def interval_above(case: Case) -> Printed:
    return for_each("<=", after(case), lambda t: (case.gamma_bar**2, four_g(case, t)))


@transcribed("P.T3.1.int.1")
def interval(case: Case) -> list[Printed]:
    """The two ends, and that t² times the length 8 ln(n)/(t+1)² is bounded, by 8 ln(n)."""
    ln_n = case.ref.ctx.log(case.n)
    lengths = for_each("<=", after(case), lambda t: (t**2 * (8 * ln_n / (t + 1) ** 2), 8 * ln_n))
    return [interval_below(case), interval_above(case), lengths]


@transcribed("P.T3.1.int.2")
def no_larger_margin(case: Case) -> list[Printed]:
    """γ(w) is at most the upper end's root, for the listed w, for w_t and for w_T."""
    r, s = case.ref, case.momentum

    def end(t: int) -> Any:
        return r.ctx.sqrt(four_g(case, t))

    listed = [for_each("<=", after(case), lambda t, w=w: (r.margin(w), end(t))) for w in case.directions]
    return [
        *listed,
        for_each("<=", after(case), lambda t: (r.margin(s.w[t]), end(t))),
        for_each("<=", after(case), lambda t: (r.margin(s.w[case.T]), end(t))),
    ]


def psi_of(case: Case, t: int) -> Any:
    """ψ(Zw_t)."""
    return case.ref.psi(case.ref.scores(case.dual.w[t]))


def pull(case: Case, q: list[Any]) -> Any:
    """‖Zᵀq‖₂."""
    return case.ref.norm(case.ref.combine(q))


@at_each(">=", after, "P.L3.5")
def potential_bound(case: Case, t: int) -> tuple[Any, Any]:
    s, lam = case.dual, case.lam
    right = -psi_of(case, 0) + 1 / (2 * lam(t - 1) ** 2) * pull(case, s.mu[t]) ** 2
    for j in range(1, t):
        bracket = 1 / lam(j - 1) ** 2 - (1 - lam(j)) / lam(j) ** 2
        right += bracket / 2 * pull(case, s.mu[j]) ** 2
    for j in range(t):
        right += 1 / (2 * lam(j)) * pull(case, s.nu[j]) ** 2
    return -psi_of(case, t), right


def gamma_over_lam(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} γ̄/λ_j."""
    return case.total(t, lambda j: case.gamma_bar / case.lam(j))


def norms_over_lam(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} (1/λ_j) ‖Zᵀν_j‖₂."""
    return case.total(t, lambda j: 1 / case.lam(j) * pull(case, case.dual.nu[j]))


def norm_w(case: Case, t: int) -> Any:
    return case.ref.norm(case.dual.w[t])


displays({
    "P.L3.6l": lambda case: for_each("<=", every(case), lambda t: (gamma_over_lam(case, t), norm_w(case, t))),
    "P.L3.6u": lambda case: for_each("<=", every(case), lambda t: (norm_w(case, t), norms_over_lam(case, t))),
})  # fmt: skip
