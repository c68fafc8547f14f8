"""AdaBoost accelerated as the post has it: Algorithm 1 with u_t ∈ ∂ψ*(−Zᵀq_t) in place of −Zᵀq_t, ψ(w) = φ(‖w‖₁).

    u_t     = (φ*)'(‖Zᵀq_t‖_∞) sign(x_k) e_k,  x = −Zᵀq_t,  |x_k| = ‖x‖_∞
    g_t     = β_t (g_{t−1} − u_t)
    w_{t+1} = w_t − θ_t (g_t − u_t)                       w_0 = g_{−1} = 0, q_0 = (1/n, …, 1/n)
    q_{t+1} ∝ exp(Zw_{t+1}),  q_{t+1} ∈ Δ_n

With β = 0 it is AdaBoost itself, of steps θ_t u_t: `PlainAdaBoost`. `CorneredAdaBoost` has two rows of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.post.problems.l1 import L1Problem, reweighted
from lemmacheck.theory.books.post.problems.potentials import Potential, Square
from lemmacheck.theory.books.post.problems.votes import Largest
from lemmacheck.theory.books.post.problems.weak_learners import Cornered, Tilted
from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import Constant, constant, one, t_over_t_plus_one


class State(NamedTuple):
    t: Number
    w: Array
    q: Array
    u: Array
    g: Array


@dataclass(frozen=True)
class AcceleratedAdaBoost:
    """The method for momentum factors β_t, step sizes θ_t and an even convex φ."""

    beta: Callable[[Any], Any] = t_over_t_plus_one
    theta: Callable[[Any], Any] = one
    phi: Potential = Square()
    learners: Any = Tilted()

    def start(self, p: L1Problem) -> State:
        return self.state(p, p.num.number(0), p.zero(), p.uniform(), p.zero())

    def step(self, p: L1Problem, s: State) -> State:
        w = s.w - self.theta(s.t) * (s.g - s.u)
        return self.state(p, s.t + 1, w, p.softmax(p.scores(w)), s.g)

    def state(self, p: L1Problem, t: Number, w: Array, q: Array, g: Array) -> State:
        """The state at t, from w_t, q_t and g_{t−1}."""
        u = self.vote(p, -p.combine(q))
        return State(t, w, q, u, self.beta(t) * (g - u))

    def vote(self, p: L1Problem, x: Array) -> Array:
        """u_t ∈ ∂ψ*(x)."""
        return Largest(self.phi).vote(p, x)


@dataclass(frozen=True)
class PlainAdaBoost(AcceleratedAdaBoost):
    """The method without momentum."""

    beta: Callable[[Any], Any] = Constant(0)

    @property
    def unchanging(self) -> bool:
        """Whether a step depends on q_t alone."""
        return constant(self.beta, self.theta)

    def weights(self, s: State) -> Array:
        return s.q

    def table(self, p: L1Problem) -> Array:
        return p.Z

    def turn(self, p: L1Problem, q: Array) -> tuple[Array, Array]:
        """What a step adds to w at these weights, and the weights after it."""
        vote = self.theta(p.num.number(0)) * self.vote(p, -p.combine(q))
        return vote, reweighted(p, q, vote)


@dataclass(frozen=True)
class CorneredAdaBoost(AcceleratedAdaBoost):
    """The method on the rows (−1, 0, −3/5), (0, −1, −11/20), whatever the data."""

    learners: Any = Cornered()
