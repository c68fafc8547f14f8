"""Appendix C: the second claim of the second Lemma C.7, typed from the print on scalars; the corrected forms too."""

from typing import Any

from tests.literal.case import Case
from tests.literal.general_potential import at_each_q_bar, mu_terms, psi_at
from tests.literal.general_sequences import divergence, rho
from tests.literal.margin_rate import pull
from tests.literal.printed import Printed, after, at_points, displays, for_each, optima, transcribed, under
from tests.literal.reference import Vector


def energy(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} ‖Zᵀμ_{j+1}‖²/(2ρλ_j)."""
    return sum(
        (1 / (2 * rho(case) * case.lam(j)) * pull(case, case.general.mu[j + 1]) ** 2 for j in range(t)),
        case.ref.ctx.zero,
    )


def gamma_energy(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} γ̄²/(2ρλ_j)."""
    return case.total(t, lambda j: 1 / (2 * rho(case) * case.lam(j)) * case.gamma_bar**2)


def gamma_terms(case: Case, t: int) -> Any:
    """γ̄²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/(2ρ)) (1/λ_{j−1}² − (1 − λ_j)/λ_j²) γ̄²."""
    lam = case.lam
    total = 1 / (2 * rho(case) * lam(t - 1) ** 2) * case.gamma_bar**2
    for j in range(1, t):
        total += (1 / lam(j - 1) ** 2 - (1 - lam(j)) / lam(j) ** 2) / (2 * rho(case)) * case.gamma_bar**2
    return total


def excess(case: Case, j: int) -> Any:
    """(‖Zᵀμ_{j+1}‖² − γ̄²)/(2ρλ_j)."""
    return 1 / (2 * rho(case) * case.lam(j)) * (pull(case, case.general.mu[j + 1]) ** 2 - case.gamma_bar**2)


def total_excess(case: Case, t: int) -> Any:
    return case.total(t, lambda j: excess(case, j))


def rates(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} λ_j."""
    return case.total(t, lambda j: case.lam(j))


def harmonic(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} 2/(j+2)."""
    return case.total(t, lambda j: case.ref.ctx.mpf(2) / (j + 2))


def lemma(case: Case, constant: Any) -> Printed:
    ln = case.ref.ctx.log
    return for_each(">=", after(case), lambda t: (mu_terms(case, t), energy(case, t) - 2 * constant * ln(t + 1)))


def divergence_below(case: Case, constant: Any) -> list[Printed]:
    return at_each_q_bar(case, "<=", lambda j, q: (case.lam(j) * divergence(case, q, 0), case.lam(j) * constant))


@transcribed("P.C.7b2.p2b.2")
def excess_and_rates(case: Case) -> Printed:
    ln_n = case.ref.ctx.log(case.n)
    return for_each(">=", after(case), lambda t: (-total_excess(case, t), -ln_n * rates(case, t)))


@under(at_points(after, optima), ">=", "P.C.7b2.p2b.2.corrected")
def excess_and_rates_corrected(case: Case, t: int, q: Vector) -> tuple[Any, Any]:
    return -total_excess(case, t), -divergence(case, q, 0) * rates(case, t)


displays({
    "P.C.7b2": lambda case: lemma(case, case.ref.ctx.log(case.n)),
    "P.C.7b2.corrected": lambda case: [lemma(case, divergence(case, q, 0)) for q in case.q_bars],
    ("P.C.7b2.p1.1", "P.C.7b2.p1.1.corrected"): lambda case: for_each(">=", after(case),
        lambda t: (mu_terms(case, t), gamma_terms(case, t))),
    "P.C.7b2.p1.2": lambda case: for_each("==", after(case), lambda t: (gamma_terms(case, t), gamma_energy(case, t))),
    "P.C.7b2.p2.1": lambda case: at_each_q_bar(case, "<=",
        lambda j, q: (excess(case, j), case.lam(j) * divergence(case, q, 0))),
    "P.C.7b2.p2.2": lambda case: divergence_below(case, case.ref.ctx.log(case.n)),
    "P.C.7b2.p2.2.corrected": lambda case: divergence_below(case, psi_at(case, 0)),
    "P.C.7b2.p2b.1": lambda case: for_each("==", after(case),
        lambda t: (gamma_energy(case, t), energy(case, t) - total_excess(case, t))),
    "P.C.7b2.p3.1": lambda case: for_each("==", after(case), lambda t: (rates(case, t), harmonic(case, t))),
    "P.C.7b2.p3.2": lambda case: for_each("<=", after(case),
        lambda t: (harmonic(case, t), 2 * case.ref.ctx.log(t + 1))),
    "P.C.7b2.p3.3": lambda case: for_each("<=", after(case), lambda t: (rates(case, t), 2 * case.ref.ctx.log(t + 1))),
})  # fmt: skip
