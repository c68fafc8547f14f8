"""The dual method for any loss with smooth ψ: its schedules and losses, and wrong steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theory.algorithms import GeneralDual
from theory.algorithms.schedules import Constant, Drawn, two_over_t_plus_two
from theory.general_losses import Gentle, Reciprocal
from theory.losses import Exponential, Logistic
from verifiers.methods.dual_nesterov import slipped_lambda
from verifiers.methods.method import Method


@dataclass(frozen=True)
class LateGradient(GeneralDual):
    """w_{t+1} and q_{t+1} from q_t in place of ν_t."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(nu=s.q))


@dataclass(frozen=True)
class Uphill(GeneralDual):
    """The sign of the gradient step turned."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(nu=-s.nu))


@dataclass(frozen=True)
class StaleAverage(GeneralDual):
    """μ_{t+1} from q_t in place of q_{t+1}."""

    def step(self, p: Any, s: Any) -> Any:
        nxt, lam = super().step(p, s), self.lam(s.t)
        mu = (1 - lam) * s.mu + lam * s.q
        return nxt._replace(mu=mu, nu=self.nu(nxt.t, mu, nxt.q))


METHOD = Method(
    usual={
        "λ=2/(t+2), θ=1": GeneralDual(),
        "λ=2/(t+2), θ=1, logistic loss": GeneralDual(loss=Logistic()),
        "λ drawn from 1, θ=1, logistic loss": GeneralDual(Drawn(1), loss=Logistic()),
        "λ=2/(t+2), θ=1, gentle loss": GeneralDual(loss=Gentle()),
        "λ=2/(t+2), θ=1, reciprocal loss": GeneralDual(loss=Reciprocal()),
        "λ drawn, θ drawn": GeneralDual(Drawn(2, first=None), Drawn(3, first=None), loss=Exponential()),
        "λ drawn from 1, θ drawn, logistic loss": GeneralDual(Drawn(1), Drawn(3, first=None), loss=Logistic()),
    },
    mutants={
        "gradient at q_t": LateGradient(),
        "uphill": Uphill(),
        "μ from q_t": StaleAverage(),
        "λ_t = 2/(t+3)": GeneralDual(slipped_lambda),
        "θ_t = 4": GeneralDual(theta=Constant(4)),
    },
    unusual={
        "λ=1/2, θ=1": GeneralDual(Constant(1, 2)),
        "λ=1/2, θ=1, logistic loss": GeneralDual(Constant(1, 2), loss=Logistic()),
    },
    above_one={
        "λ=2/(t+2), θ=4": GeneralDual(two_over_t_plus_two, Constant(4)),
        "λ=2, θ=1": GeneralDual(Constant(2)),
    },
)
