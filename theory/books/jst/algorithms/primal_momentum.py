"""Algorithm 1: momentum in the primal.

g_t     = β_t (g_{t−1} + Zᵀq_t)
w_{t+1} = w_t − θ_t (g_t + Zᵀq_t)                     w_0 = g_{−1} = 0, q_0 = (1/n, …, 1/n)
q_{t+1} ∝ exp(Zw_{t+1}),  q_{t+1} ∈ Δ_n

The pull Zᵀq_t is kept with the state, so that a step multiplies by Z twice, not three times.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import one, t_over_t_plus_one
from lemmacheck.theory.margins.problem import Problem


class State(NamedTuple):
    t: Number
    w: Array
    q: Array
    pull: Array
    g: Array


@dataclass(frozen=True)
class PrimalMomentum:
    """Algorithm 1 for momentum factors β_t and step sizes θ_t."""

    beta: Callable[[Any], Any] = t_over_t_plus_one
    theta: Callable[[Any], Any] = one

    def start(self, p: Problem) -> State:
        return self.arrive(p, p.num.number(0), p.zero(), p.zero(), p.uniform())

    def step(self, p: Problem, s: State) -> State:
        w = s.w - self.theta(s.t) * (s.g + s.pull)
        return self.arrive(p, s.t + 1, w, s.g, p.softmax(p.scores(w)))

    def arrive(self, p: Problem, t: Number, w: Array, g: Array, q: Array) -> State:
        """The state at w_t with q_t, from g_{t−1}."""
        pull = p.combine(q)
        return State(t, w, q, pull, self.momentum(t, g, pull))

    def momentum(self, t: Number, g: Array, pull: Array) -> Array:
        """g_t = β_t (g_{t−1} + Zᵀq_t)."""
        return self.beta(t) * (g + pull)

    def without_momentum(self, p: Any, t: Any, free: Any) -> dict[str, Any]:
        """w_t is any, and g_t = 0."""
        w = free("w", "d")
        q = p.softmax(p.scores(w))
        return {"t": t, "w": w, "q": q, "pull": p.combine(q), "g": p.zero()}

    def arbitrary(self, p: Any, t: Any, free: Any) -> dict[str, Any]:
        """w_t and g_t are any; q = softmax(Zw)."""
        return {**self.without_momentum(p, t, free), "g": free("g", "d")}

    forms = (without_momentum, arbitrary)
