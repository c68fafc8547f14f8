"""SGD as it is run, on all paths of its noise, and how it is got wrong.

The length of a run is a square, so that η = B/(ρ√T) is rational.
"""

from functools import partial
from math import isqrt
from typing import Any

from lemmacheck.theory.books.lecture.algorithms.sgd import (
    SGD,
    Coin,
    ListedPaths,
    LoudSGD,
    OneExample,
    Remembering,
    RiskSGD,
    theorem_step,
)
from lemmacheck.theory.books.lecture.methods.examples import problem_of
from lemmacheck.theory.books.lecture.problems.examples import ABSOLUTE, FOURTH, HINGE, Sample, margins, scattered
from lemmacheck.theory.books.lecture.problems.objectives import SQUARE
from lemmacheck.theory.core.method import Method, altered


def square(algorithm: Any, steps: int) -> int:
    """The largest square that is not larger."""
    return isqrt(steps) ** 2


def listed(n: int) -> int:
    """Nine steps of a single example, four of more."""
    return {1: 9}.get(n, 4)


class Uphill(ListedPaths):
    """w_{t+1} = w_t + ηv_t."""

    def step(self, f: Any, s: Any) -> Any:
        return super().step(f, s._replace(v=-s.v))


def wrong(kind: Any, **said: Any) -> Any:
    """With a wrong method, a wrong step, or a wrong law of v_t."""
    return altered(kind(**said))


def forty_times(f: Any, rho: Any, steps: int) -> Any:
    """40√(B²/(ρ²T))."""
    return 40 * theorem_step(f, rho, steps)


KINKS, HINGES = Sample(ABSOLUTE, scattered), Sample(HINGE, margins)
MUTANTS = {
    "uphill": wrong(SGD, method=Uphill),
    "half the gradient": wrong(SGD, law=altered(OneExample(), draw=lambda right, f, w, e: right.draw(f, w, e) / 2)),
    "a loaded coin": wrong(SGD, law=altered(Coin(), bias=lambda right, past, paths: (0 * paths + 1) / 2)),
    "noise of length 8": wrong(
        SGD, law=altered(Coin(), draw=lambda right, f, w, e: 8 * right.draw(f, w, e) - 7 * f.gradient(w))
    ),
    "40 times the step": wrong(SGD, size=forty_times),
}

on_all_paths = partial(Method, reach=(4, 3), longest=listed, horizon=square, problem_of=problem_of)

PLAIN = on_all_paths(
    SGD,
    usual={
        "Huber's loss, one example": SGD(),
        "absolute loss, one example": SGD(KINKS),
        "hinge loss, one example": SGD(HINGES),
        "absolute loss, a coin": SGD(KINKS, Coin()),
        "absolute loss, a coin that remembers": SGD(Sample(ABSOLUTE), Remembering()),
        "absolute loss, from w*": SGD(Sample(ABSOLUTE, scattered, distance=0)),
    },
    wrong=MUTANTS,
)

RISK = on_all_paths(
    RiskSGD,
    usual={
        "absolute loss": RiskSGD(Sample(ABSOLUTE, scattered, uneven=True)),
        "Huber's loss": RiskSGD(),
        "hinge loss": RiskSGD(Sample(HINGE, margins, uneven=True)),
    },
    wrong=MUTANTS,
)

LOUD = on_all_paths(
    LoudSGD,
    usual={"Huber's loss": LoudSGD(), "Huber's loss, D uneven": LoudSGD(Sample(uneven=True))},
    wrong={"uphill": wrong(LoudSGD, method=Uphill), "40 times the step": wrong(LoudSGD, size=forty_times)},
)

EXAMPLES = Method(
    Sample,
    usual={
        "squares": Sample(SQUARE, scattered),
        "squares, D uneven": Sample(SQUARE, scattered, uneven=True),
        "fourth powers, D uneven": Sample(FOURTH, scattered, uneven=True),
    },
    reach=(4, 3),
    problem_of=problem_of,
)
