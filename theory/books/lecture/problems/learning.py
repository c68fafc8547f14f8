"""Settings of Section 4 without rounds of their own: weak learners, votes of T hypotheses, learning from a sample.

WeakLearning   a class on labelled rows, and a number tried as the advantage γ of Definition 5
Votes          LC(H, T) for a class H, on the rows as the domain
Sampling       n examples drawn uniformly from the rows, T rounds on them, an accuracy ε and a confidence 1 − δ
SampleSizes    the bounds on n, for numbers alone
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmacheck.theory.books.lecture.problems.boosting import BoostingProblem
from lemmacheck.theory.books.lecture.problems.hypothesis_classes import Axes, Constants, OneMistake
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.margins.labelled import InTurn

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class WeakLearning:
    """A class of hypotheses and a number that Definition 5 is read with."""

    hypotheses: Any = Constants()
    advantage: Fraction = HALF
    labelling: Callable[[Any], list[int]] = InTurn()


@dataclass(frozen=True)
class Votes:
    """LC(H, T)."""

    T: int = 1
    hypotheses: Any = Axes()
    labelling: Callable[[Any], list[int]] = InTurn()


@dataclass(frozen=True)
class Sampling:
    """n draws, T rounds, ε and δ."""

    size: int
    T: int
    epsilon: Fraction
    delta: Fraction
    hypotheses: Any = OneMistake()
    labelling: Callable[[Any], list[int]] = InTurn()


@dataclass(frozen=True, kw_only=True)
class ClaimedAdvantage(BoostingProblem):
    """A boosting problem and a number claimed to be an advantage."""

    claimed: Any


@dataclass(frozen=True, kw_only=True)
class VotesProblem(BoostingProblem):
    """T, the VC dimensions of H and of LC(H, T) on the rows, and the patterns that LC(H, T) shows there, one a row."""

    T: int
    vc: Any
    voted_vc: Any
    patterns: Array


@dataclass(frozen=True, kw_only=True)
class SamplingProblem(BoostingProblem):
    """The sample's size, T, ε, δ and the VC dimension of the class on the rows."""

    setting: Sampling
    vc: Any

    @property
    def epsilon(self) -> Any:
        return self.num.number(self.setting.epsilon)

    @property
    def delta(self) -> Any:
        return self.num.number(self.setting.delta)


@dataclass(frozen=True)
class SampleSizes:
    """Numbers alone: sample sizes, dimensions, advantages, accuracies and confidences."""
