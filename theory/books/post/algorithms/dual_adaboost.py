"""Nesterov's method on q ↦ h(Zᵀq) over Δ_n with the entropy, and the w that its votes add up to.

    ν_t = (1 − λ_t) μ_t + λ_t q_t                          μ_0 = q_0 = (1/n, …, 1/n),  w_0 = 0
    w_{t+1} = w_t + η_t ∇h(−Zᵀν_t),  q_{t+1} ∝ exp(Zw_{t+1}),  μ_{t+1} = (1 − λ_t) μ_t + λ_t q_{t+1}

DualAdaBoost      h = φ*(‖·‖_∞), η_t = 1/λ_t: the dual method of the paper with ψ* in place of ‖·‖₂²/2
SmoothAdaBoost    h = SoftMax(s), L = 1/s, η_t = 1/(Lλ_t)
PowerAdaBoost     h = ‖·‖_r²/2, L = r − 1, η_t = 1/(Lλ_t)
HorizonAdaBoost   T steps of it with h = BalancedSoftMax(T)
CoolingAdaBoost   h = SoftMax(s_t) with s_t = σλ_t, η_t = s_t/λ_t = σ
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import Averaging
from lemmacheck.theory.books.post.problems.l1 import L1Problem
from lemmacheck.theory.books.post.problems.potentials import Potential, Square
from lemmacheck.theory.books.post.problems.votes import BalancedSoftMax, HalfSquare, Largest, SoftMax, soft_vote
from lemmacheck.theory.books.post.problems.weak_learners import Tilted
from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import two_over_t_plus_two


class State(NamedTuple):
    t: Number
    w: Array
    q: Array
    mu: Array
    nu: Array


@dataclass(frozen=True)
class DualAdaBoost(Averaging):
    """The dual reading for an even convex φ."""

    phi: Potential = Square()
    lam: Callable[[Any], Any] = two_over_t_plus_two
    learners: Any = Tilted()

    def start(self, p: L1Problem) -> State:
        t, q = p.num.number(0), p.uniform()
        return State(t, p.zero(), q, q, self.nu(t, q, q))

    def step(self, p: L1Problem, s: State) -> State:
        lam = self.lam(s.t)
        w = s.w + self.vote(p, s.t, -p.combine(s.nu))
        q = p.softmax(p.scores(w))
        mu = (1 - lam) * s.mu + lam * q
        return State(s.t + 1, w, q, mu, self.nu(s.t + 1, mu, q))

    def vote(self, p: L1Problem, t: Number, x: Array) -> Array:
        """η_t ∇h(x)."""
        return Largest(self.phi).vote(p, x) / self.lam(t)


@dataclass(frozen=True)
class SmoothAdaBoost(DualAdaBoost):
    """The dual method on the soft maximum of the edges."""

    potential: Any = SoftMax()

    def vote(self, p: L1Problem, t: Number, x: Array) -> Array:
        return self.potential.vote(p, x) / (self.potential.smoothness(p) * self.lam(t))


@dataclass(frozen=True)
class PowerAdaBoost(SmoothAdaBoost):
    """The dual method on ‖·‖_r²/2."""

    potential: Any = HalfSquare()


@dataclass(frozen=True)
class HorizonAdaBoost:
    """SmoothAdaBoost with the soft maximum of scale 2√(ln n/ln 2d)/T, for a run of T steps."""

    learners: Any = Tilted()

    def tuned(self, p: L1Problem, steps: int) -> SmoothAdaBoost:
        return SmoothAdaBoost(learners=self.learners, potential=BalancedSoftMax(steps=steps))


@dataclass(frozen=True)
class CoolingAdaBoost(DualAdaBoost):
    """The dual method on soft-maxima of falling scale σλ_t."""

    sigma: Fraction = Fraction(1)

    def vote(self, p: L1Problem, t: Number, x: Array) -> Array:
        sigma = p.num.number(self.sigma)
        return sigma * soft_vote(p, x, sigma * self.lam(t))
