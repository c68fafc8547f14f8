"""The accelerated dual method: schedules that meet the theorems' conditions, that do not, and wrong steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theory.algorithms import DualNesterov
from theory.algorithms.schedules import Constant, Drawn, two_over_t_plus_two
from verifiers.methods.method import Method


@dataclass(frozen=True)
class LateGradient(DualNesterov):
    """q_{t+1} from q_t in place of ν_t."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(nu=s.q))


@dataclass(frozen=True)
class UphillDual(DualNesterov):
    """The sign of the gradient step turned."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(nu=-s.nu))


@dataclass(frozen=True)
class StaleAverage(DualNesterov):
    """μ_{t+1} from q_t in place of q_{t+1}."""

    def step(self, p: Any, s: Any) -> Any:
        nxt, lam = super().step(p, s), self.lam(s.t)
        mu = (1 - lam) * s.mu + lam * s.q
        return nxt._replace(mu=mu, nu=self.nu(nxt.t, mu, nxt.q))


def slipped_lambda(t: Any) -> Any:
    """2/(t+3)."""
    return 2 / (t + 3)


METHOD = Method(
    usual={
        "λ=2/(t+2), θ=1": DualNesterov(),
        "λ drawn from 1, θ=1": DualNesterov(Drawn(1)),
        "λ=1, θ=1": DualNesterov(Constant(1)),
        "λ drawn, θ=1": DualNesterov(Drawn(2, first=None)),
        "λ=2/(t+2), θ=1/2": DualNesterov(two_over_t_plus_two, Constant(1, 2)),
        "λ drawn, θ drawn": DualNesterov(Drawn(2, first=None), Drawn(3, first=None)),
    },
    mutants={
        "gradient at q_t": LateGradient(),
        "uphill": UphillDual(),
        "μ from q_t": StaleAverage(),
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
