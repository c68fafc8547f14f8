"""N1 for a general loss, typed from its statements on scalars."""

from typing import Any

from tests.literal.case import Case
from tests.literal.contributed import inverse_lam
from tests.literal.general_norm import norm
from tests.literal.general_potential import psi_at
from tests.literal.general_sequences import rho
from tests.literal.printed import Printed, after, displays, for_each


def margin_less(case: Case, shortfall: Any) -> Printed:
    margin, w = case.ref.margin, case.general.w
    return for_each(">=", after(case), lambda t: (margin(w[t]), case.gamma_bar - shortfall(t)))


def psi_0(case: Case) -> Any:
    return case.psi([case.ref.ctx.zero] * case.n)


displays({
    "N1g.psi": lambda case: for_each(">=", after(case),
        lambda t: (-psi_at(case, t), -case.psi([case.ref.ctx.zero] * case.n) + case.gamma_bar * norm(case, t))),
    "N1g.margin": lambda case: margin_less(case, lambda t: psi_0(case) / norm(case, t)),
    "N1g.rate": lambda case: margin_less(case,
        lambda t: rho(case) * psi_0(case) / (case.gamma_bar * inverse_lam(case, t))),
    "N1g.standard": lambda case: margin_less(case,
        lambda t: 4 * rho(case) * psi_0(case) / (case.gamma_bar * t * (t + 3))),
})  # fmt: skip
