"""Algorithm 1 with Zᵀ∇ψ(Zw_t) in place of Zᵀq_t, for any loss.

    g_t     = β_t (g_{t−1} + Zᵀ∇ψ(Zw_t))
    w_{t+1} = w_t − θ_t (g_t + Zᵀ∇ψ(Zw_t))                w_0 = g_{−1} = 0

`StepsOverRho` takes θ_t/ρ for θ_t, with the ρ of the loss and of the data's n.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import Scaled, one, t_over_t_plus_one
from lemmacheck.theory.margins.losses import Logistic, Loss
from lemmacheck.theory.margins.problem import Problem


class State(NamedTuple):
    t: Number
    w: Array
    q: Array
    g: Array


@dataclass(frozen=True)
class GeneralMomentum:
    """The method for momentum factors β_t, step sizes θ_t and a loss; q_t = ∇ψ(Zw_t)."""

    beta: Callable[[Any], Any] = t_over_t_plus_one
    theta: Callable[[Any], Any] = one
    loss: Loss = Logistic()

    def start(self, p: Problem) -> State:
        t, q = p.num.number(0), p.psi_gradient(p.scores(p.zero()))
        return State(t, p.zero(), q, self.momentum(p, t, p.zero(), q))

    def step(self, p: Problem, s: State) -> State:
        w = s.w - self.theta(s.t) * (s.g + p.combine(s.q))
        q = p.psi_gradient(p.scores(w))
        return State(s.t + 1, w, q, self.momentum(p, s.t + 1, s.g, q))

    def momentum(self, p: Problem, t: Number, g: Array, q: Array) -> Array:
        """g_t = β_t (g_{t−1} + Zᵀ∇ψ(Zw_t))."""
        return self.beta(t) * (g + p.combine(q))


@dataclass(frozen=True)
class StepsOverRho:
    """GeneralMomentum with step sizes θ_t/ρ."""

    beta: Callable[[Any], Any] = t_over_t_plus_one
    theta: Callable[[Any], Any] = one
    loss: Loss = Logistic()

    def tuned(self, p: Problem, steps: int) -> GeneralMomentum:
        return GeneralMomentum(self.beta, Scaled(self.theta, 1 / p.rho), self.loss)
