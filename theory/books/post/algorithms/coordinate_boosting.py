"""AdaBoost as the post writes it, over the coordinates as weak learners, with any even convex φ for its step size.

    a_t = ∇L̃(Vw_t),  u_t ∈ ∂ψ*(−V*a_t) = (φ*)'(‖V*a_t‖_∞) ∂‖·‖_∞(−V*a_t),  w_{t+1} = w_t + η u_t,  w_0 = 0

for ψ(w) = φ(‖w‖₁); the post's own φ is x²/2, whose step size is the edge ‖V*a_t‖_∞ itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.post.problems.coordinates import CoordinateProblem, first
from lemmacheck.theory.books.post.problems.l1 import reweighted, steepest
from lemmacheck.theory.books.post.problems.potentials import Square
from lemmacheck.theory.books.post.problems.weak_learners import THREE_COLUMNS
from lemmacheck.theory.core.arithmetic import Array, Number, column
from lemmacheck.theory.core.schedules import constant, one
from lemmacheck.theory.margins.losses import Logistic


class State(NamedTuple):
    t: Number
    w: Array
    a: Array
    u: Array


@dataclass(frozen=True)
class CoordinateBoosting:
    """AdaBoost for φ(x) = x²/2, with step sizes η and a choice among tied coordinates."""

    eta: Callable[[Any], Any] = one
    vertex: Callable[[CoordinateProblem, Array], Array] = first
    phi = Square()

    def start(self, p: CoordinateProblem) -> State:
        return self.at(p, p.num.number(0), p.zero())

    def step(self, p: CoordinateProblem, s: State) -> State:
        return self.at(p, s.t + 1, s.w + self.eta(s.t) * s.u)

    def at(self, p: CoordinateProblem, t: Number, w: Array) -> State:
        return State(t, w, p.softmax(p.scores(w)), self.direction(p, w))

    def direction(self, p: CoordinateProblem, w: Array) -> Array:
        """u ∈ ∂ψ*(−V*a) for a = ∇L̃(Vw)."""
        return self.vote(p, p.scores(w))

    def vote(self, p: CoordinateProblem, xi: Array) -> Array:
        """u ∈ ∂ψ*(−V*a) for a = ∇L̃(ξ)."""
        return column(self.phi.slope(p.num, p.edge(p.softmax(xi)))) * self.vertex(p, xi)

    @property
    def unchanging(self) -> bool:
        """Whether a step depends on a_t alone."""
        return constant(self.eta)

    def weights(self, s: State) -> Array:
        return s.a

    def table(self, p: CoordinateProblem) -> Array:
        return p.Z

    def turn(self, p: CoordinateProblem, a: Array) -> tuple[Array, Array]:
        """What a step adds to w at these weights, and the weights after it."""
        vote = self.eta(p.num.number(0)) * self.vote(p, p.log(a))
        return vote, reweighted(p, a, vote)


@dataclass(frozen=True)
class PotentialBoosting(CoordinateBoosting):
    """AdaBoost for any φ."""

    phi: Any = Square()


class LogisticBoosting(CoordinateBoosting):
    """AdaBoost for φ(x) = x²/2 with the logistic loss in L̃, by the first of tied coordinates."""

    unchanging = False  # a_t does not tell w_t but for a constant

    def at(self, p: CoordinateProblem, t: Number, w: Array) -> State:
        a = Logistic().psi_gradient(p.num, p.scores(w))
        _, slopes = Logistic().shares(p.num, p.scores(w))
        pull = -p.combine(slopes)
        vote = steepest(p.num, pull, p.num.first_largest(abs(pull) * p.firsts))
        return State(t, w, a, column(self.phi.slope(p.num, p.edge(a))) * vote)


class BoostingThreeColumns(CoordinateBoosting):
    """AdaBoost for x²/2 on the rows (−1, 0, 3)/3 and (3, −2, −2)/3, whatever the data."""

    rows = THREE_COLUMNS
