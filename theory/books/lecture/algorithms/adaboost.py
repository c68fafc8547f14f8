"""AdaBoost on a weak learner that returns one hypothesis of a finite class.

    D_1 = (1/n, …, 1/n)                    h_t = WL(D_t),   ε_t = P_{x∼D_t}[h_t(x) ≠ y],   α_t = ½ log((1−ε_t)/ε_t)
    D_{t+1}(i) = D_t(i)/z_{t+1} · e^{−α_t h_t(x_i) y_i}      z_{t+1} = 2√(ε_t(1−ε_t))

so that right examples are divided by 2(1−ε_t) and wrong ones by 2ε_t: the weights stay rational. For ε_t ∈ {0, 1} there
is no α_t, and what follows in a run has no meaning.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.lecture.problems.boosting import BoostingProblem
from lemmacheck.theory.books.lecture.problems.hypothesis_classes import OneMistake, Stumps
from lemmacheck.theory.core.arithmetic import Array, Number, column
from lemmacheck.theory.margins.labelled import InTurn

Learner = Callable[[BoostingProblem, Number, Array], Array]


class State(NamedTuple):
    """Round t = 1, 2, …: D_t, the votes (h_t(x_1), …, h_t(x_n)), ε_t, α_t and z_{t+1}."""

    t: Number
    D: Array
    h: Array
    eps: Any
    alpha: Any
    z: Any


class Voted(NamedTuple):
    """A round, with α_t at the hypothesis chosen and what was voted before: f_{t−1} = Σ_j w_j h_j."""

    t: Number
    D: Array
    h: Array
    eps: Any
    alpha: Any
    z: Any
    vote: Array
    w: Array


def least_error(p: BoostingProblem, t: Number, D: Array) -> Array:
    """The first hypothesis of the least error."""
    return p.num.first_largest(-p.errors(D))


def grudging(p: BoostingProblem, t: Number, D: Array) -> Array:
    """The first hypothesis of the largest error that is still at most ½ − γ."""
    errors = p.errors(D)
    allowed = p.at_least_zero(p.num.number(1) / 2 - column(p.gamma[0]) - errors)
    return p.num.first_largest(allowed * (1 + errors))


def largest_error(p: BoostingProblem, t: Number, D: Array) -> Array:
    """The first hypothesis of the largest error."""
    return p.num.first_largest(p.errors(D))


def evenly(p: BoostingProblem) -> Array:
    """D_1 = (1/n, …, 1/n)."""
    return p.uniform()


@dataclass(frozen=True)
class AdaBoost:
    """Algorithm 3 with a weak learner, on a class of hypotheses and labels for the rows, from D_1."""

    learner: Learner = least_error
    hypotheses: Any = OneMistake()
    labelling: Callable[[Any], list[int]] = InTurn()
    first: Callable[[BoostingProblem], Array] = evenly

    def start(self, p: BoostingProblem) -> State:
        return self.round(p, p.num.number(1), self.first(p))

    def step(self, p: BoostingProblem, s: State | Voted) -> State:
        return self.round(p, s.t + 1, self.reweighted(p, s))

    def round(self, p: BoostingProblem, t: Number, D: Array) -> State:
        h = p.predictions(self.learner(p, t, D))
        eps = p.inner(D, p.mistakes(h))
        return State(t, D, h, eps, self.weight(p, eps), 2 * p.sqrt(eps * (1 - eps)))

    def weight(self, p: BoostingProblem, eps: Any) -> Any:
        """α_t."""
        return p.log(p.num.ratio(1 - eps, eps)) / 2

    def reweighted(self, p: BoostingProblem, s: State | Voted) -> Array:
        """D_t(i)/(2(1−ε_t)) where h_t is right, D_t(i)/(2ε_t) where it is wrong."""
        wrong, eps = p.mistakes(s.h), column(s.eps)
        return p.num.ratio(s.D, 2 * (wrong * eps + (1 - wrong) * (1 - eps)))


class LongBoosting(AdaBoost):
    """AdaBoost for many rounds, which adds up its votes."""

    unchanging = True

    def start(self, p: BoostingProblem) -> Voted:  # type: ignore[override]
        return self.voted(p, super().start(p), p.ones(p.m) * 0)

    def step(self, p: BoostingProblem, s: Voted) -> Voted:  # type: ignore[override]
        return self.voted(p, super().step(p, s), s.w + s.vote)

    def voted(self, p: BoostingProblem, s: State, w: Array) -> Voted:
        return Voted(*s, column(s.alpha) * self.learner(p, s.t, s.D), w)

    def weights(self, s: Voted) -> Array:
        """D_t."""
        return s.D

    def table(self, p: BoostingProblem) -> Array:
        """y_i h_j(x_i)."""
        return column(p.labels) * p.votes

    def turn(self, p: BoostingProblem, D: Array) -> tuple[Array, Array]:
        """The vote on these weights, and the weights after it, at a t that is undefined: a round may not read it."""
        s = self.voted(p, self.round(p, p.num.ratio(p.num.number(1), p.num.number(0)), D), D)
        return s.vote, self.reweighted(p, s)


@dataclass(frozen=True)
class Trained:
    """D_1 uniform on the first examples: the others are held out, and have no weight in any round."""

    count: int

    def __call__(self, p: BoostingProblem) -> Array:
        kept = p.num.array([1] * self.count + [0] * (p.n - self.count))
        return kept / self.count + 0 * p.uniform()


@dataclass(frozen=True)
class HeldOut(AdaBoost):
    """AdaBoost with stumps on six examples of eight; the last two are for testing."""

    hypotheses: Any = Stumps()
    first: Callable[[BoostingProblem], Array] = Trained(6)
