"""A step written in plain floats: the iterates it really makes are dyadic rationals, and exact.

The method is run once in float64; its w_0, w_1, …, w_T then enter any arithmetic as they are, so that what they
do is decided in balls. What the method would do without its own rounding is another question.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, Undecided
from lemmacheck.theory.core.run import run
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.numbers.monomial import as_ball


class State(NamedTuple):
    t: int
    w: Array


@dataclass(frozen=True)
class Replayed:
    """States that are already known, each with its t, as an algorithm."""

    states: tuple[Any, ...]

    def start(self, p: Problem) -> Any:
        return self.states[0]

    def step(self, p: Problem, s: Any) -> Any:
        return self.states[int(s.t) + 1]


@dataclass(frozen=True)
class Produced:
    """What a method makes in float64, as an algorithm in any arithmetic."""

    method: Any
    loss: Loss

    @property
    def in_floats(self) -> Any:
        """The method, as it is in floats."""
        return self.method

    def tuned(self, p: Problem, steps: int) -> Replayed:
        num = Float64()
        with num.active():
            made = run(self.method, in_floats(p, num), steps)
        found = (p.num.array([exact(x) for x in np.asarray(s.w)]) for s in made.states)
        return Replayed(tuple(State(t, w) for t, w in enumerate(found)))


def in_floats(p: Problem, num: Float64) -> Problem:
    """The problem with its numbers rounded to doubles."""
    best = p.optimum
    optimum = Optimum(doubles(best.gamma_squared), doubles(best.q), doubles(best.direction), num)
    return Problem(doubles(p.Z), num, optimum, p.loss)


def doubles(x: Array) -> Array:
    """Every entry as the double nearest to it."""
    return np.array([nearest(entry) for entry in inside(x).ravel()]).reshape(x.shape)


def nearest(entry: Any) -> float:
    return entry if isinstance(entry, float) else float(as_ball(entry).mid())


def exact(x: Any) -> Any:
    """A double as the fraction it is."""
    if not isfinite(x):
        raise Undecided(f"its iterates leave the floats: {x}")
    return Fraction(float(x))
