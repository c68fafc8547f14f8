"""The contributed results, typed from their statements: the telescoped weights, and N1 with its steps."""

from typing import Any

from tests.literal.case import Case
from tests.literal.margin_rate import psi_of
from tests.literal.printed import after, at_each, displays, every, for_each


def inverse_lam(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} 1/λ_j."""
    return case.total(t, lambda j: 1 / case.lam(j))


@at_each("==", after, "N1.weights")
def weights(case: Case, t: int) -> tuple[Any, Any]:
    lam = case.lam
    total = 1 / lam(t - 1) ** 2
    for j in range(1, t):
        total += 1 / lam(j - 1) ** 2 - (1 - lam(j)) / lam(j) ** 2
    return total, inverse_lam(case, t)


displays({
    "N1.sum": lambda case: for_each("==", after(case),
        lambda t: (inverse_lam(case, t), case.ref.ctx.mpf(t * (t + 3)) / 4)),
    "N1.psi": lambda case: for_each(">=", every(case),
        lambda t: (-psi_of(case, t), -psi_of(case, 0) + case.gamma_bar * case.ref.norm(case.dual.w[t]))),
})  # fmt: skip


@at_each(">=", after, "N1.margin")
def margin_by_distance(case: Case, t: int) -> tuple[Any, Any]:
    w = case.dual.w[t]
    return case.ref.margin(w), case.gamma_bar - case.ref.ctx.log(case.n) / case.ref.norm(w)


@at_each(">=", after, "N1.rate")
def margin_rate(case: Case, t: int) -> tuple[Any, Any]:
    short = 4 * case.ref.ctx.log(case.n) / (case.gamma_bar * t * (t + 3))
    return case.ref.margin(case.dual.w[t]), case.gamma_bar - short
