"""The perceptron on a stream of examples (x_i, y_i), i ≥ 1, and the same update for a model that is not linear.

    w_i = w_{i−1} + x_i y_i 1[⟨w_{i−1}, −x_i y_i⟩ ≥ 0],  ŷ_i = 2·1[⟨w_{i−1}, x_i⟩ ≥ 0] − 1,  usually w_0 = 0
    w_i = w_{i−1} + y_i ∇f_i 1[−y_i f_i ≥ 0]  for f(w; x) = a⟨v, x⟩, w = (a, v), f_i = f(w_{i−1}; x_i)

The stream names the row met at each step: one after the other, drawn, or by an adversary who sees ⟨w, x_j y_j⟩.
The data being rational, so is the whole run.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, Number, column
from lemmacheck.theory.margins.labelled import InTurn, PerceptronProblem, of_maximum_margin
from lemmacheck.theory.margins.paths import Cyclic, Path
from lemmacheck.theory.margins.problem import Problem


class State(NamedTuple):
    """After step t: w_t, the example (x_t, y_t) and its prediction ŷ_t; zeros stand for what precedes the stream."""

    t: Number
    w: Array
    x: Array
    y: Any
    y_hat: Any


def origin(p: PerceptronProblem) -> Array:
    """w_0 = 0."""
    return p.zero()


def against_the_first(p: PerceptronProblem) -> Array:
    """w_0 = −3 x_1 y_1."""
    return 3 * p.Z[..., 0, :]


def adversary(p: Problem, t: Number, margins: Array) -> Array:
    """The first row of the smallest ⟨w, x_j y_j⟩."""
    return p.num.first_largest(-margins)


@dataclass(frozen=True)
class Perceptron:
    """The perceptron on a stream of labelled rows; `separator` is the direction of the ū that it is compared with."""

    stream: Path = Cyclic()
    labelling: Callable[[Any], list[int]] = InTurn()
    first: Callable[[Any], Array] = origin
    separator: Callable[[Any], Array] = of_maximum_margin

    def start(self, p: PerceptronProblem) -> State:
        zero = p.zero().sum(-1)
        return State(p.num.number(0), self.first(p), p.zero(), zero, zero)

    def step(self, p: PerceptronProblem, s: State) -> State:
        e = self.stream(p, s.t, p.margins(s.w))
        x, y = (column(e) * p.X).sum(-2), p.inner(e, p.labels)
        return State(s.t + 1, self.updated(p, s.w, column(y) * x), x, y, self.predicted(p, s.w, x))

    def updated(self, p: PerceptronProblem, w: Array, xy: Array) -> Array:
        """w + xy·1[⟨w, −xy⟩ ≥ 0]."""
        return w + xy * column(p.at_least_zero(p.inner(w, -xy)))

    def predicted(self, p: PerceptronProblem, w: Array, x: Array) -> Any:
        """ŷ."""
        return p.predict(w, x)


class TwoLayerState(NamedTuple):
    """After step t: w_t = (a, v), y_t, and the model's value f_t and gradient ∇f_t at (w_{t−1}, x_t)."""

    t: Number
    w: Array
    y: Any
    f: Any
    gradient: Array


@dataclass(frozen=True)
class TwoLayerPerceptron:
    """The perceptron's update for f(w; x) = a⟨v, x⟩, which is not convex in w = (a, v), from a = 1 and v = 0."""

    stream: Path = Cyclic()
    labelling: Callable[[Any], list[int]] = InTurn()
    separator: Callable[[Any], Array] = of_maximum_margin

    def start(self, p: PerceptronProblem) -> TwoLayerState:
        w = np.concatenate([p.ones(1), p.zero()], axis=-1)
        return TwoLayerState(p.num.number(0), w, 0 * w.sum(-1), 0 * w.sum(-1), 0 * w)

    def step(self, p: PerceptronProblem, s: TwoLayerState) -> TwoLayerState:
        a, v = s.w[..., :1], s.w[..., 1:]
        e = self.stream(p, s.t, a * p.margins(v))
        x, y = (column(e) * p.X).sum(-2), p.inner(e, p.labels)
        f, gradient = a[..., 0] * p.inner(v, x), np.concatenate([column(p.inner(v, x)), a * x], axis=-1)
        return TwoLayerState(s.t + 1, self.updated(p, s.w, y, f, gradient), y, f, gradient)

    def updated(self, p: PerceptronProblem, w: Array, y: Any, f: Any, gradient: Array) -> Array:
        """w + y∇f·1[−yf ≥ 0]."""
        return w + column(y * p.at_least_zero(-y * f)) * gradient
