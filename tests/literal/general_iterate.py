"""Appendix C: the first claim of the second lemma numbered C.7, on w_t, typed from the print on scalars."""

from collections.abc import Callable

from tests.literal.case import Case
from tests.literal.general_sequences import rho
from tests.literal.printed import Printed, after, at_each, displays, every, for_each, transcribed
from tests.literal.reference import Vector
from tests.literal.vectors import minus


def collected(case: Case, t: int, term: Callable[[int], Vector]) -> Vector:
    """Σ_{j=0}^{t−1} Zᵀ term(j)."""
    total = case.ref.zero()
    for j in range(t):
        step = case.ref.combine(term(j))
        total = [total[k] + step[k] for k in range(case.d)]
    return total


def over_lambda(case: Case, t: int) -> Vector:
    """−(1/ρ) Σ Zᵀ(ν_j/λ_j)."""
    nu = case.general.nu
    total = collected(case, t, lambda j: [x / case.lam(j) for x in nu[j]])
    return [-x / rho(case) for x in total]


def mixed(case: Case, j: int, shift: int) -> Vector:
    """(1 − λ_j)/λ_j μ_j + q_{j+shift}."""
    s, lam = case.general, case.lam(j)
    return [(1 - lam) / lam * s.mu[j][i] + s.q[j + shift][i] for i in range(case.n)]


def over_mu(case: Case, t: int) -> Vector:
    """−(1/ρ) Σ Zᵀ((1 − λ_j)/λ_j μ_j + q_j)."""
    return [-x / rho(case) for x in collected(case, t, lambda j: mixed(case, j, 0))]


def ends(case: Case, t: int) -> Vector:
    """Zᵀq_t/ρ − Zᵀq_0/ρ."""
    q = case.general.q
    last, first = case.ref.combine(q[t]), case.ref.combine(q[0])
    return [last[k] / rho(case) - first[k] / rho(case) for k in range(case.d)]


@at_each("==", after, "P.C.7b1")
def w_by_mu(case: Case, t: int) -> tuple[Vector, Vector]:
    s = case.general
    travelled = collected(case, t, lambda j: [x / (rho(case) * case.lam(j)) for x in s.mu[j + 1]])
    return s.w[t], minus(ends(case, t), travelled)


@transcribed("P.C.7b1.step")
def nu_over_lambda(case: Case) -> Printed:
    nu = case.general.nu
    return for_each("==", every(case), lambda t: ([x / case.lam(t) for x in nu[t]], mixed(case, t, 0)))


displays({
    "P.C.7b1.p.1.1": lambda case: for_each("==", after(case), lambda t: (case.general.w[t], over_lambda(case, t))),
    "P.C.7b1.p.1.2": lambda case: for_each("==", after(case), lambda t: (over_lambda(case, t), over_mu(case, t))),
    "P.C.7b1.p.1.3": lambda case: for_each("==", after(case), lambda t: (case.general.w[t], over_mu(case, t))),
})  # fmt: skip


@at_each("==", after, "P.C.7b1.p.2")
def q_shifted(case: Case, t: int) -> tuple[Vector, Vector]:
    rest = [x / rho(case) for x in collected(case, t, lambda j: mixed(case, j, 1))]
    return over_mu(case, t), minus(ends(case, t), rest)


@at_each("==", after, "P.C.7b1.p.3")
def mu_collected(case: Case, t: int) -> tuple[Vector, Vector]:
    mu = case.general.mu
    by_mu = collected(case, t, lambda j: [x / case.lam(j) for x in mu[j + 1]])
    return collected(case, t, lambda j: mixed(case, j, 1)), by_mu
