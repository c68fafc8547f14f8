"""AdaBoost where randomness enters: a weak learner that fails now and then, and a sample that is drawn.

UnreliableBoosting   with probability δ, independently in each round, the learner returns an h of the largest error;
                     all 2^T paths of T rounds at once, as axis 1, path k failing where k has a binary digit 1
SampledBoosting      D_1(i) = c_i/n for the counts c of n draws from the rows, uniformly; all c at once, as axis 1
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, Self

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost, Learner, State, largest_error
from lemmacheck.theory.books.lecture.problems.boosting import BoostingProblem
from lemmacheck.theory.books.lecture.problems.samples import samples, ways
from lemmacheck.theory.core.arithmetic import Array, Number, column


def lenient(p: BoostingProblem, t: Number, D: Array) -> Array:
    """The first hypothesis of the largest error that is at most 1 − γ."""
    errors = p.errors(D)
    allowed = p.at_least_zero(1 - column(p.gamma[0]) - errors)
    return p.num.first_largest(allowed * (1 + errors))


class PathState(NamedTuple):
    """A round of AdaBoost on every path: whether the learner failed, and the chance of the rounds before."""

    t: Number
    D: Array
    h: Array
    eps: Any
    alpha: Any
    z: Any
    failed: Array
    chance: Array
    path: Any


@dataclass(frozen=True)
class UnreliableBoosting(AdaBoost):
    """AdaBoost on all paths of a learner that fails with probability δ."""

    learner: Learner = lenient
    delta: Fraction = Fraction(1, 8)
    paths: int = 1

    def tuned(self, p: BoostingProblem, steps: int) -> Self:
        return replace(self, paths=2**steps)

    def start(self, p: BoostingProblem) -> Any:
        path, one = np.arange(self.paths), p.num.number(1)
        chance = p.num.array([1] * self.paths)
        return self.on_paths(p, one, column(chance) * self.first(p), chance, path)

    def step(self, p: BoostingProblem, s: Any) -> Any:
        delta = p.num.number(self.delta)
        chance = s.chance * (s.failed * delta + (1 - s.failed) * (1 - delta))
        return self.on_paths(p, s.t + 1, self.reweighted(p, s), chance, s.path // 2)

    def on_paths(self, p: BoostingProblem, t: Number, D: Array, chance: Array, path: Any) -> PathState:
        failed = p.num.array((path % 2).tolist())
        good, bad = self.round(p, t, D), replace(self, learner=largest_error).round(p, t, D)
        h = column(1 - failed) * good.h + column(failed) * bad.h
        eps = (1 - failed) * good.eps + failed * bad.eps
        return PathState(t, D, h, eps, self.weight(p, eps), 2 * p.sqrt(eps * (1 - eps)), failed, chance, path)


class SampleState(NamedTuple):
    """A round of AdaBoost on every sample; `perfect` is 1 where h_t errs nowhere on the sample."""

    t: Number
    D: Array
    h: Array
    eps: Any
    alpha: Any
    z: Any
    perfect: Array


@dataclass(frozen=True)
class SampledBoosting(AdaBoost):
    """AdaBoost on all samples of n draws. An h_t that is perfect on the sample is the output: D_t stays as it is."""

    size: int = 1

    def chances(self, p: BoostingProblem) -> Array:
        """The probability of each sample."""
        return p.num.array([ways(c) for c in samples(self.size, p.n)]) / p.n**self.size

    def start(self, p: BoostingProblem) -> Any:
        return self.with_perfect(p, self.round(p, p.num.number(1), p.num.array(samples(self.size, p.n)) / self.size))

    def step(self, p: BoostingProblem, s: Any) -> Any:
        return self.with_perfect(p, self.round(p, s.t + 1, self.reweighted(p, s)))

    def with_perfect(self, p: BoostingProblem, s: State) -> SampleState:
        """ε_t = 0 read as ½, which leaves D_t and H as they are."""
        perfect = p.at_least_zero(-s.eps)
        eps = s.eps + perfect / 2
        return SampleState(s.t, s.D, s.h, eps, self.weight(p, eps), 2 * p.sqrt(eps * (1 - eps)), perfect)
