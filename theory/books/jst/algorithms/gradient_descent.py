"""Gradient descent on the risk, unnormalised and normalised.

    GradientDescent     w_{t+1} = w_t − η_t ∇R(w_t)
    NormalizedGD        w_{t+1} = w_t − θ_t ∇R(w_t)/R(w_t)                           w_0 = 0
    RootSteps           NormalizedGD with θ_t = 1/√(t+1): 1/√t, the steps counted from 1

Both carry q_t = ∇ψ(Zw_t), the dual variable of w_t.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.core.arithmetic import Arithmetic, Array, Number
from lemmacheck.theory.core.schedules import one
from lemmacheck.theory.margins.problem import Problem


class State(NamedTuple):
    t: Number
    w: Array
    q: Array


class FromZero:
    """w_0 = 0."""

    def start(self, p: Problem) -> State:
        return State(p.num.number(0), p.zero(), p.psi_gradient(p.scores(p.zero())))

    def arbitrary(self, p: Any, t: Any, free: Any) -> dict[str, Any]:
        """w_t is any; q = ∇ψ(Zw)."""
        w = free("w", "d")
        return {"t": t, "w": w, "q": p.psi_gradient(p.scores(w))}

    forms = (arbitrary,)


@dataclass(frozen=True)
class GradientDescent(FromZero):
    """Gradient descent with step sizes η_t."""

    eta: Callable[[Any], Any] = one

    def step(self, p: Problem, s: State) -> State:
        w = s.w - self.eta(s.t) * p.risk_gradient(s.w)
        return State(s.t + 1, w, p.psi_gradient(p.scores(w)))


@dataclass(frozen=True)
class NormalizedGD(FromZero):
    """Gradient descent along ∇R/R with step sizes θ_t."""

    theta: Callable[[Any], Any] = one

    def step(self, p: Problem, s: State) -> State:
        w = s.w - self.theta(s.t) * p.relative_risk_gradient(s.w)
        return State(s.t + 1, w, p.psi_gradient(p.scores(w)))


@dataclass(frozen=True)
class OneOverRoot:
    """1/√(t+1) in an arithmetic."""

    num: Arithmetic

    def __call__(self, t: Any) -> Any:
        return 1 / self.num.sqrt(t + 1)


@dataclass(frozen=True)
class RootSteps:
    """NormalizedGD with θ_t = 1/√(t+1)."""

    def tuned(self, p: Problem, steps: int) -> NormalizedGD:
        return NormalizedGD(OneOverRoot(p.num))
