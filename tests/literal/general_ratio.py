"""Appendix C: the proof of Theorem 3.1, typed from the print on scalars; the corrected forms too."""

from typing import Any

from tests.literal.case import Case
from tests.literal.general_norm import norm
from tests.literal.general_potential import nu_terms, psi_at
from tests.literal.general_rate import energy
from tests.literal.general_sequences import divergence, rho
from tests.literal.margin_rate import gamma_over_lam, pull
from tests.literal.printed import Printed, after, at_each, displays, for_each, transcribed


def first_display(case: Case, constant: Any) -> Printed:
    def sides(t: int) -> tuple[Any, Any]:
        right = energy(case, t) + nu_terms(case, t) - 2 * constant * case.ref.ctx.log(t + 1)
        return psi_at(case, 0) - psi_at(case, t), right

    return for_each(">=", after(case), sides)


def split(case: Case, t: int) -> Any:
    """(ψ(Zw_0) − ψ(Zw_t))/‖w_t‖ − ψ(Zw_0)/‖w_t‖."""
    return (psi_at(case, 0) - psi_at(case, t)) / norm(case, t) - psi_at(case, 0) / norm(case, t)


def second_line(case: Case, constant: Any, start: Any) -> Printed:
    def sides(t: int) -> tuple[Any, Any]:
        right = energy(case, t) / norm(case, t) + nu_terms(case, t) / norm(case, t)
        right -= 2 * constant * case.ref.ctx.log(t + 1) / norm(case, t)
        return split(case, t), right - start / norm(case, t)

    return for_each(">=", after(case), sides)


@at_each("==", after, "P.C.8.3")
def c_8_3(case: Case, t: int) -> tuple[Any, Any]:
    ln = case.ref.ctx.log
    left = -2 * ln(case.n) * ln(t + 1) / norm(case, t) - ln(case.n) / norm(case, t)
    return left, -(ln(case.n) * (1 + 2 * ln(t + 1))) / norm(case, t)


def length(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} ‖Zᵀμ_{j+1}‖/λ_j."""
    return case.total(t, lambda j: 1 / case.lam(j) * pull(case, case.general.mu[j + 1]))


def with_ends(case: Case, t: int) -> Any:
    q, r = case.general.q, rho(case)
    return pull(case, q[0]) / r + pull(case, q[t]) / r + length(case, t) / r


@transcribed("P.C.norm.2")
def norm_2(case: Case) -> Printed:
    two = case.ref.ctx.mpf(2) / rho(case)
    return for_each("<=", after(case), lambda t: (with_ends(case, t), two + length(case, t) / rho(case)))


@at_each("<=", after, "P.C.norm.2.corrected")
def norm_2_corrected(case: Case, t: int) -> tuple[Any, Any]:
    q = case.general.q
    mass = sum(abs(x) for x in q[0]) + sum(abs(x) for x in q[t])
    return with_ends(case, t), mass / rho(case) + length(case, t) / rho(case)


def lines(case: Case, t: int) -> list[Any]:
    """The six members of the fourth display."""
    gamma, r, long = case.gamma_bar, rho(case), length(case, t)
    return [
        energy(case, t) / norm(case, t),
        gamma * long / (2 * r) / (case.ref.ctx.mpf(2) / r + long / r),
        gamma / 2 * (1 - 2 / (2 + long)),
        gamma / 2 * (1 - 2 / long),
        gamma / 2 * (1 - 8 / (gamma * (t + 1) ** 2)),
        gamma / 2 - case.ref.ctx.mpf(4) / (t + 1) ** 2,
    ]


def link(case: Case, op: str, left: int) -> Printed:
    return for_each(op, after(case), lambda t: (lines(case, t)[left], lines(case, t)[left + 1]))


def charged(case: Case, t: int) -> tuple[Any, Any]:
    """ln n (1 + 2 ln(t+1)), over ‖w_t‖ and times 4ρ/(γ̄(t+1)²)."""
    ln = case.ref.ctx.log
    charge = ln(case.n) * (1 + 2 * ln(t + 1))
    return charge / norm(case, t), 4 * rho(case) * charge / (case.gamma_bar * (t + 1) ** 2)


displays({
    "P.C.8a": lambda case: first_display(case, case.ref.ctx.log(case.n)),
    "P.C.8a.corrected": lambda case: [first_display(case, divergence(case, q, 0)) for q in case.q_bars],
    "P.C.8.1": lambda case: for_each(">=", after(case), lambda t: (case.ref.margin(case.general.w[t]), split(case, t))),
    "P.C.8.2": lambda case: second_line(case, case.ref.ctx.log(case.n), case.ref.ctx.log(case.n)),
    "P.C.8.2.corrected": lambda case: [second_line(case, divergence(case, q, 0), psi_at(case, 0)) for q in case.q_bars],
    "P.C.norm.1": lambda case: for_each("<=", after(case), lambda t: (norm(case, t), with_ends(case, t))),
    "P.C.ratio.1": lambda case: link(case, ">=", 0),
    "P.C.ratio.2": lambda case: link(case, "==", 1),
    "P.C.ratio.3": lambda case: link(case, ">=", 2),
    "P.C.ratio.4": lambda case: link(case, ">=", 3),
    "P.C.ratio.5": lambda case: link(case, "==", 4),
    "P.C.rest.1": lambda case: for_each(">=", after(case),
        lambda t: (nu_terms(case, t) / norm(case, t), case.gamma_bar / 2)),
    "P.C.rest.2": lambda case: for_each("<=", after(case), lambda t: charged(case, t)),
    "P.C.ratio.6.1": lambda case: for_each(">=", after(case), lambda t: (length(case, t), gamma_over_lam(case, t))),
    "P.C.ratio.6.2": lambda case: for_each(">=", after(case),
        lambda t: (gamma_over_lam(case, t), case.gamma_bar * (t + 1) ** 2 / 4)),
    "P.C.ratio.6.3": lambda case: for_each(">=", after(case),
        lambda t: (length(case, t), case.gamma_bar * (t + 1) ** 2 / 4)),
})  # fmt: skip
