"""Nesterov's method on Huber's functions, and its wrong steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theory.algorithms.huber import HuberNesterov
from theory.algorithms.schedules import Constant
from verifiers.methods.dual_nesterov import slipped_lambda
from verifiers.methods.method import Method


@dataclass(frozen=True)
class LateGradient(HuberNesterov):
    """q_{t+1} from the gradient at q_t in place of ν_t."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(nu=s.q))


@dataclass(frozen=True)
class Uphill(HuberNesterov):
    """The sign of the gradient step turned."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(nu=-s.nu))


@dataclass(frozen=True)
class StaleAverage(HuberNesterov):
    """μ_{t+1} from q_t in place of q_{t+1}."""

    def step(self, p: Any, s: Any) -> Any:
        nxt, lam = super().step(p, s), self.lam(s.t)
        mu = (1 - lam) * s.mu + lam * s.q
        return nxt._replace(mu=mu, nu=self.nu(nxt.t, mu, nxt.q))


METHOD = Method(
    usual={"λ=2/(t+2)": HuberNesterov()},
    mutants={
        "gradient at q_t": LateGradient(),
        "uphill": Uphill(),
        "μ from q_t": StaleAverage(),
        "λ_t = 2/(t+3)": HuberNesterov(slipped_lambda),
    },
    unusual={"λ=1/2": HuberNesterov(Constant(1, 2)), "λ=1/8": HuberNesterov(Constant(1, 8))},
    reach=(1, 1),
    dataless=True,
)
