"""Appendix C: the first lemma numbered C.7, on ‖w_t‖, typed from the print on scalars."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.general_sequences import rho
from tests.literal.margin_rate import pull
from tests.literal.printed import Printed, displays, every, for_each, transcribed


def summed(case: Case, t: int, term: Callable[[int], Any]) -> Any:
    """Σ_{j=0}^{t−1} term(j)/(ρλ_j)."""
    return case.total(t, lambda j: 1 / (rho(case) * case.lam(j)) * term(j))


def norm(case: Case, t: int) -> Any:
    return case.ref.norm(case.general.w[t])


def gammas(case: Case, t: int) -> Any:
    return summed(case, t, lambda j: case.gamma_bar)


def along(case: Case, t: int) -> Any:
    """⟨w_t, ū⟩."""
    return case.ref.dot(case.general.w[t], case.u_bar)


def pulls(case: Case, t: int) -> Any:
    """Σ ⟨−Zᵀν_j, ū⟩/(ρλ_j)."""
    r, nu = case.ref, case.general.nu
    return summed(case, t, lambda j: r.dot([-x for x in r.combine(nu[j])], case.u_bar))


def margins(case: Case, t: int) -> Any:
    """Σ ⟨ν_j, −Zū⟩/(ρλ_j)."""
    r, nu = case.ref, case.general.nu
    return summed(case, t, lambda j: r.dot(nu[j], [-x for x in r.scores(case.u_bar)]))


@transcribed("P.C.7a.u")
def norm_above(case: Case) -> Printed:
    nu = case.general.nu
    return for_each("<=", every(case), lambda t: (norm(case, t), summed(case, t, lambda j: pull(case, nu[j]))))


displays({
    "P.C.7a.l": lambda case: for_each("<=", every(case), lambda t: (gammas(case, t), norm(case, t))),
    "P.C.7a.proof.1": lambda case: for_each(">=", every(case), lambda t: (norm(case, t), along(case, t))),
    "P.C.7a.proof.2.1": lambda case: for_each("==", every(case), lambda t: (along(case, t), pulls(case, t))),
    "P.C.7a.proof.2.2": lambda case: for_each("==", every(case), lambda t: (pulls(case, t), margins(case, t))),
    "P.C.7a.proof.2.3": lambda case: for_each("==", every(case), lambda t: (along(case, t), margins(case, t))),
    "P.C.7a.proof.3": lambda case: for_each(">=", every(case), lambda t: (margins(case, t), gammas(case, t))),
})  # fmt: skip


@transcribed("P.C.7a.proof.4")
def three_facts(case: Case) -> list[Printed]:
    nu, r = case.general.nu, case.ref
    each = [r.dot([-x for x in case.z[i]], case.u_bar) for i in range(case.n)]
    return [
        for_each(">", every(case), lambda j: (nu[j], [0] * case.n)),
        for_each(">=", every(case), lambda j: (sum(abs(x) for x in nu[j]), 1)),
        Printed(">=", [(each, [case.gamma_bar] * case.n)]),
    ]
