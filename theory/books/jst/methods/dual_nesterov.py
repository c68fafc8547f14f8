"""The accelerated dual method: schedules that meet the theorems' conditions, that do not, and wrong steps."""

from typing import Any

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.methods.averaging import uphill, wrong_averaging
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.schedules import Constant, Drawn, two_over_t_plus_two
from lemmacheck.theory.margins.hypotheses import rates_in_range


def slipped_lambda(t: Any) -> Any:
    """2/(t+3)."""
    return 2 / (t + 3)


METHOD = Method(
    DualNesterov,
    standing=[rates_in_range],
    usual={
        "λ=2/(t+2), θ=1": DualNesterov(),
        "λ drawn from 1, θ=1": DualNesterov(Drawn(1)),
        "λ=1, θ=1": DualNesterov(Constant(1)),
        "λ drawn, θ=1": DualNesterov(Drawn(2, first=None)),
        "λ=2/(t+2), θ=1/2": DualNesterov(two_over_t_plus_two, Constant(1, 2)),
        "λ drawn, θ drawn": DualNesterov(Drawn(2, first=None), Drawn(3, first=None)),
    },
    wrong={
        **wrong_averaging(DualNesterov),
        "uphill": uphill(DualNesterov),
        "λ_t = 2/(t+3)": DualNesterov(slipped_lambda),
        "θ_t = 4": DualNesterov(theta=Constant(4)),
    },
    unusual={
        "λ=1/2, θ=1": DualNesterov(Constant(1, 2)),
        "λ=2/(t+3), θ=1": DualNesterov(slipped_lambda),
        "λ=1/8, θ=1": DualNesterov(Constant(1, 8)),
    },
    above_one={
        "λ=2/(t+2), θ=2": DualNesterov(two_over_t_plus_two, Constant(2)),
        "λ=2/(t+2), θ=4": DualNesterov(two_over_t_plus_two, Constant(4)),
        "λ=t+1, θ=1": DualNesterov(lambda t: t + 1),
        "λ=3/2, θ=1": DualNesterov(Constant(3, 2)),
        "λ=2, θ=1": DualNesterov(Constant(2)),
        "λ=2, θ=4": DualNesterov(Constant(2), Constant(4)),
    },
)
