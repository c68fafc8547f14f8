"""Algorithms 1 and 2 for k classes on d × k matrices: no row of Z, of length dk, is ever written down.

MulticlassMomentum   P_t = XᵀQ_t/√2 = F⁻¹(Zᵀq_t),  Q_t of size N × k
MulticlassSampling   P_t = x_i(e_{c_i} − e_j)ᵀ/√2 for a sampled pair (i, j): two columns
both                 G_t = β_t (G_{t−1} + P_t);  U_{t+1} = U_t − θ_t (G_t + P_t);  U_0 = G_{−1} = 0
                     q_{t+1} ∝ exp((x_iᵀU_{t+1}e_{c_i} − x_iᵀU_{t+1}e_j)/√2)
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EndpointLaw
from lemmacheck.theory.books.jst.problems.multiclass import Cyclic, MulticlassProblem, root_2
from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import Constant, DrawnIndex, one, t_over_t_plus_one


class State(NamedTuple):
    t: Number
    U: Array
    q: Array
    G: Array


@dataclass(frozen=True)
class MulticlassMomentum:
    """Algorithm 1 on the reduced data, for momentum factors β_t, step sizes θ_t and labels of the inputs."""

    beta: Callable[[Any], Any] = t_over_t_plus_one
    theta: Callable[[Any], Any] = one
    labelling: Any = Cyclic(3)
    turn: ClassVar[int] = 1

    def start(self, p: MulticlassProblem) -> State:
        t, q, zero = p.num.number(0), p.uniform(), p.unflatten(p.zero())
        return State(t, zero, q, self.momentum(p, t, zero, q))

    def step(self, p: MulticlassProblem, s: State) -> State:
        U = s.U - self.theta(s.t) * (s.G + self.pull(p, s.q))
        q = weights(p, U)
        return State(s.t + 1, U, q, self.momentum(p, s.t + 1, s.G, q))

    def momentum(self, p: MulticlassProblem, t: Number, G: Array, q: Array) -> Array:
        """G_t = β_t (G_{t−1} + P_t)."""
        return self.beta(t) * (G + self.pull(p, q))

    def pull(self, p: MulticlassProblem, q: Array) -> Array:
        """P = XᵀQ/√2, or −XᵀQ/√2 where the sign of z is turned."""
        return p.turn * p.gather(q) / root_2(p)


@dataclass(frozen=True)
class TurnedMomentum(MulticlassMomentum):
    """The same with the sign of z turned: z_{π(i,j)} = x_i(e_j − e_{c_i})ᵀ/√2."""

    turn: ClassVar[int] = -1


@dataclass(frozen=True)
class MulticlassSampling:
    """Algorithm 2 on the reduced data, for samples given as data: `index` maps t and n to one of 0, …, n − 1.

    As every q_t is positive, no sequence of samples is impossible.
    """

    beta: Callable[[Any], Any] = Constant(0)
    theta: Callable[[Any], Any] = one
    labelling: Any = Cyclic(3)
    index: Callable[[Any, int], int] = DrawnIndex(6)

    def start(self, p: MulticlassProblem) -> State:
        t, zero = p.num.number(0), p.unflatten(p.zero())
        return State(t, zero, p.uniform(), self.momentum(p, t, zero))

    def step(self, p: MulticlassProblem, s: State) -> State:
        U = s.U - self.theta(s.t) * (s.G + self.columns(p, s.t))
        return State(s.t + 1, U, weights(p, U), self.momentum(p, s.t + 1, s.G))

    def momentum(self, p: MulticlassProblem, t: Number, G: Array) -> Array:
        """G_t = β_t (G_{t−1} + P_t)."""
        return self.beta(t) * (G + self.columns(p, t))

    def columns(self, p: MulticlassProblem, t: Number) -> Array:
        """P_t = x_i(e_{c_i} − e_j)ᵀ/√2: x_i/√2 in the column c_i, −x_i/√2 in the column j."""
        return p.two_columns(self.index(t, p.n)) / root_2(p)


@dataclass(frozen=True)
class MulticlassLaw(EndpointLaw):
    """The law of the w_t of Theorem 4.1 on the reduced data."""

    labelling: Any = Cyclic(3)
    turn: ClassVar[int] = 1


@dataclass(frozen=True)
class TurnedLaw(MulticlassLaw):
    """The same with the sign of z turned."""

    turn: ClassVar[int] = -1


def weights(p: MulticlassProblem, U: Array) -> Array:
    """The q ∈ Δ_n with q_{π(i,j)} ∝ exp(⟨z_{π(i,j)}, U⟩), where ⟨z, U⟩ = ±(x_iᵀUe_{c_i} − x_iᵀUe_j)/√2."""
    margins = p.turn * p.class_margins(U) / root_2(p)
    return p.softmax(margins.reshape(*margins.shape[:-2], p.n))
