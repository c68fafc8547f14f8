"""Algorithm 2: momentum in the primal, with a row z_{i_t} drawn from q_t in place of Zᵀq_t.

    g_t     = β_t (g_{t−1} + z_{i_t})
    w_{t+1} = w_t − θ_t (g_t + z_{i_t})                     w_0 = g_{−1} = 0, q_0 = (1/n, …, 1/n)
    q_{t+1} ∝ exp(Zw_{t+1}),  q_{t+1} ∈ Δ_n

on given paths i_0, i_1, …, each carried as e_t = e_{i_t} with its probability ∏_{j<t} q_{j,i_j}. Theorem 4.1
runs it for t steps with β = 0 and θ_j = √(ln(n)/t): on one path, on all, or by the law of w_t alone.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, Number, as_array, column
from lemmacheck.theory.core.schedules import one
from lemmacheck.theory.margins.arbitrary import paths
from lemmacheck.theory.margins.paths import Path
from lemmacheck.theory.margins.problem import Problem


class State(NamedTuple):
    t: Number
    w: Array
    q: Array
    e: Array
    g: Array
    chance: Array


def zero(t: Any) -> Any:
    """0."""
    return 0 * t


@dataclass(frozen=True)
class Fixed:
    """A schedule with one value, a number of the run's arithmetic."""

    value: Any

    def __call__(self, t: Any) -> Any:
        return self.value


def horizon_step(p: Problem, steps: int) -> Fixed:
    """θ_j = √(ln(n)/t) for all j < t, where t is the number of steps."""
    return Fixed(p.sqrt(p.log(p.n) / steps))


@dataclass(frozen=True)
class AdaptiveSampling:
    """Algorithm 2 on a path, for momentum factors β_t and step sizes θ_t."""

    path: Path
    beta: Callable[[Any], Any] = zero
    theta: Callable[[Any], Any] = one
    rows_a_step = 1

    def start(self, p: Problem) -> State:
        t, q = p.num.number(0), p.uniform()
        e = self.path(p, t, q)
        w = 0 * p.combine(e)
        return State(t, w, q + 0 * e, e, self.momentum(p, t, w, e), e.sum(-1))

    def step(self, p: Problem, s: State) -> State:
        w = s.w - self.theta(s.t) * (s.g + p.combine(s.e))
        q = p.softmax(p.scores(w))
        e = self.path(p, s.t + 1, q)
        return State(s.t + 1, w, q, e, self.momentum(p, s.t + 1, s.g, e), s.chance * p.inner(s.q, s.e))

    def momentum(self, p: Problem, t: Number, g: Array, e: Array) -> Array:
        """g_t = β_t (g_{t−1} + z_{i_t})."""
        return self.beta(t) * (g + p.combine(e))

    def arbitrary(self, p: Problem, t: Number, free: Any) -> dict[str, Any]:
        """States in terms of arbitrary w and g, on a path that may draw any row."""
        w = free("w", "d")
        q = p.softmax(p.scores(w))
        return {"t": t, "w": w, "q": q, "e": self.path(p, t, q), "g": free("g", "d"), "chance": free("chance", None)}

    def without_momentum(self, p: Problem, t: Number, free: Any) -> dict[str, Any]:
        """Where momentum is disabled, g_t = 0."""
        state = self.arbitrary(p, t, free)
        return {**state, "g": 0 * state["w"]}

    forms = (without_momentum, arbitrary)


@dataclass(frozen=True)
class HorizonSampling:
    """Algorithm 2 as in Theorem 4.1, on one path: β = 0 and θ_j = √(ln(n)/t) in a run of t steps."""

    path: Path
    method: type = AdaptiveSampling

    def tuned(self, p: Problem, steps: int) -> Any:
        return self.method(self.path, theta=horizon_step(p, steps))


@dataclass(frozen=True)
class EveryPath:
    """Algorithm 2 as in Theorem 4.1, on all n^t paths of t steps, as axis 1; one data set, not a batch."""

    method: type = AdaptiveSampling

    def tuned(self, p: Problem, steps: int) -> Any:
        return self.method(paths(p, steps), theta=horizon_step(p, steps))


class Law(NamedTuple):
    t: Number
    counts: tuple[tuple[int, ...], ...]
    w: Array
    q: Array
    chance: Array


@dataclass(frozen=True)
class EndpointLaw:
    """The law of w_t in Theorem 4.1: w_t = −θ Zᵀc depends only on how often each row was drawn, c ∈ ℕⁿ.

    The probability of c after t + 1 steps is Σ_i P(c − e_i) q(c − e_i)_i over the rows i with c_i > 0. What is said of
    w_t and its law is said of all paths.
    """

    theta: Callable[[Any], Any] = one
    rows_a_step: int = 1
    law_of: ClassVar[type] = EveryPath

    def tuned(self, p: Problem, steps: int) -> Self:
        return replace(self, theta=horizon_step(p, steps))

    def start(self, p: Problem) -> Law:
        t = p.num.number(0)
        return self.law(p, t, {(0,) * p.n: p.num.number(1)})

    def step(self, p: Problem, s: Law) -> Law:
        chances: dict[tuple[int, ...], Any] = {}
        for c, flow in zip(s.counts, column(s.chance) * self.drawn_from(p, s.q), strict=True):
            for i in range(p.n):
                after = (*c[:i], c[i] + 1, *c[i + 1 :])
                chances[after] = chances.get(after, 0) + flow[i]
        return self.law(p, s.t + 1, chances)

    def drawn_from(self, p: Problem, q: Array) -> Array:
        """i_t ~ q_t."""
        return q

    def law(self, p: Problem, t: Number, chances: dict[tuple[int, ...], Any]) -> Law:
        """Every c with its w, q and probability."""
        counts = tuple(chances)
        w = -self.theta(t) * p.combine(p.num.array(counts))
        return Law(t, counts, w, p.softmax(p.scores(w)), np.stack(list(map(as_array, chances.values()))))
