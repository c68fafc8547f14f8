"""Proximal gradient methods for Ψ(w) + L̃(Vw) with Ψ = λ‖·‖₁, plain and with two kinds of extrapolation.

    ISTA            a_{t+1} = ∇L̃(Vw_t),  w_{t+1} = prox_{τΨ}(w_t − τV*a_{t+1})
    FISTA           a_{t+1} = ∇L̃(Vγ̄_t),  w_{t+1} = prox_{τΨ}(γ̄_t − τV*a_{t+1}),  γ̄_{t+1} = w_{t+1} + θ_t (w_{t+1} − w_t)
    ChambollePock   the same with prox_{τΨ}(w_t − τV*a_{t+1}): σ = +∞ in the dual step

w_0 = γ̄_0 = 0 and a_0 = ∇L̃(0), which no step reads.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck.theory.books.post.problems.lasso import Between, L1Penalised, Penalty
from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import Constant


class State(NamedTuple):
    t: Number
    w: Array
    a: Array


class Extrapolated(NamedTuple):
    t: Number
    w: Array
    a: Array
    gamma: Array


@dataclass(frozen=True)
class ISTA:
    """Proximal gradient descent with step size τ."""

    penalty: Penalty = Between()
    tau: Fraction = Fraction(1)

    def start(self, p: L1Penalised) -> State:
        return State(p.num.number(0), p.zero(), p.uniform())

    def step(self, p: L1Penalised, s: State) -> State:
        a = p.softmax(p.scores(s.w))
        tau = p.num.number(self.tau)
        return State(s.t + 1, p.prox(tau, s.w - tau * p.combine(a)), a)


@dataclass(frozen=True)
class FISTA:
    """Proximal gradient descent from the extrapolated point γ̄_t, with factors θ_t."""

    penalty: Penalty = Between()
    theta: Callable[[Any], Any] = Constant(1, 2)
    tau: Fraction = Fraction(1)

    def start(self, p: L1Penalised) -> Extrapolated:
        return Extrapolated(p.num.number(0), p.zero(), p.uniform(), p.zero())

    def step(self, p: L1Penalised, s: Extrapolated) -> Extrapolated:
        a = p.softmax(p.scores(s.gamma))
        tau = p.num.number(self.tau)
        w = p.prox(tau, self.base(s) - tau * p.combine(a))
        return Extrapolated(s.t + 1, w, a, w + self.theta(s.t) * (w - s.w))

    def base(self, s: Extrapolated) -> Array:
        """The point that the step starts from."""
        return s.gamma


class ChambollePock(FISTA):
    """The gradient at γ̄_t, the step from w_t."""

    def base(self, s: Extrapolated) -> Array:
        return s.w
