"""Algorithms 1 and 2 run in the dual alone: every vector is in ℝⁿ, the data enter as kernel values ⟨z_i, z_j⟩.

    s_t     = β_t (s_{t−1} + ZZᵀq_t)                      s_t = Zg_t
    p_{t+1} = p_t − θ_t (s_t + ZZᵀq_t)                    p_t = Zw_t,  p_0 = s_{−1} = 0, q_0 = (1/n, …, 1/n)
    q_{t+1} ∝ exp(p_{t+1}),  q_{t+1} ∈ Δ_n

With m_t = β_t (m_{t−1} + q_t) and a_{t+1} = a_t + θ_t (m_t + q_t) it is g_t = Zᵀm_t and w_t = −Zᵀa_t.
The sampled step has the column Zz_{i_t} for ZZᵀq_t, and e_{i_t} for q_t in m and a.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.jst.problems.kernel import Kernel
from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import DrawnIndex, one, t_over_t_plus_one
from lemmacheck.theory.margins.paths import vertex
from lemmacheck.theory.margins.problem import Problem


class State(NamedTuple):
    """Before iteration t: p_t, q_t and a_t, but s_{t−1} and m_{t−1}; the kernel values asked for so far."""

    t: Number
    p: Array
    q: Array
    s: Array
    m: Array
    a: Array
    calls: Number


def begin(p: Problem) -> State:
    """p_0 = s_{−1} = m_{−1} = a_0 = 0 and q_0 = (1/n, …, 1/n)."""
    zero = 0 * p.uniform()
    return State(p.num.number(0), zero, p.uniform(), zero, zero, zero, p.num.number(0))


def advance(p: Problem, s: State, beta: Any, theta: Any, q: Array, pull: Array, calls: Any) -> State:
    """The step along q, whose product ZZᵀq is `pull`."""
    momentum, m = beta * (s.s + pull), beta * (s.m + q)
    scores, a = s.p - theta * (momentum + pull), s.a + theta * (m + q)
    return State(s.t + 1, scores, p.softmax(scores), momentum, m, a, calls)


@dataclass(frozen=True)
class KernelMomentum:
    """Algorithm 1 in the dual, for momentum factors β_t and step sizes θ_t."""

    beta: Callable[[Any], Any] = t_over_t_plus_one
    theta: Callable[[Any], Any] = one

    def start(self, p: Problem) -> State:
        return begin(p)

    def step(self, p: Problem, s: State) -> State:
        kernel = Kernel(p, s.calls)
        pull = kernel.product(s.q)
        return advance(p, s, self.beta(s.t), self.theta(s.t), s.q, pull, kernel.calls)


@dataclass(frozen=True)
class KernelSampling:
    """Algorithm 2 in the dual, for indices i_t given as data: `index` maps t and n to one of 0, …, n − 1."""

    beta: Callable[[Any], Any] = t_over_t_plus_one
    theta: Callable[[Any], Any] = one
    index: Callable[[Any, int], int] = DrawnIndex(6)

    def start(self, p: Problem) -> State:
        return begin(p)

    def step(self, p: Problem, s: State) -> State:
        kernel, i = Kernel(p, s.calls), self.index(s.t, p.n)
        return advance(p, s, self.beta(s.t), self.theta(s.t), vertex(p, i), kernel.column(i), kernel.calls)
