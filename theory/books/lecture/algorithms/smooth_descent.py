"""First-order methods with constant parameters on a β-smooth f from w_0 = 0, as the lecture on strong convexity has it.

SmoothDescent        w_{t+1} = w_t − η∇f(w_t),  η = 2/(β + λ) in Theorem 1, 1/β for a convex f
Accelerated          w_{t+1} = y_t − ∇f(y_t)/β,  y_{t+1} = w_{t+1} + t/(t+3) (w_{t+1} − w_t)
StronglyAccelerated  the same with (√κ − 1)/(√κ + 1) for t/(t+3)                              y_0 = w_0
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck.theory.books.lecture.problems.objectives import Regression
from lemmacheck.theory.core.arithmetic import Array, Number, column


class State(NamedTuple):
    t: Number
    w: Array


class Pair(NamedTuple):
    t: Number
    w: Array
    y: Array


@dataclass(frozen=True)
class Balanced:
    """η = 2c/(β + λ), with c = 1 in Theorem 1."""

    factor: Fraction = Fraction(1)

    def __call__(self, f: Any) -> Any:
        return 2 * f.num.number(self.factor) / (f.beta + f.lam)


@dataclass(frozen=True)
class OverBeta:
    """η = c/β."""

    factor: Fraction = Fraction(1)

    def __call__(self, f: Any) -> Any:
        return f.num.number(self.factor) / f.beta


class Descent:
    """w_{t+1} = w_t − η(f) g_t from w_0 = 0, g_t a gradient or subgradient at w_t."""

    size: Any

    def start(self, f: Any) -> State:
        return State(f.num.number(0), f.zero())

    def step(self, f: Any, s: State) -> State:
        return State(s.t + 1, s.w - column(self.size(f)) * f.gradient(s.w))


@dataclass(frozen=True)
class SmoothDescent(Descent):
    """Gradient descent with the step size η(f), on the f that the rows and `family` make."""

    family: Any = Regression()
    size: Callable[[Any], Any] = Balanced()


@dataclass(frozen=True)
class ConvexDescent(SmoothDescent):
    """Gradient descent on a smooth convex f, with η = 1/β."""

    family: Any = Regression(None)
    size: Callable[[Any], Any] = OverBeta()


@dataclass(frozen=True)
class LongSteps(SmoothDescent):
    """Gradient descent with twice the step size of Theorem 1, and the separate coordinates of a diagonal quadratic."""

    size: Callable[[Any], Any] = Balanced(Fraction(2))


@dataclass(frozen=True)
class Accelerated:
    """Nesterov's method for smooth convex f."""

    family: Any = Regression(None)

    def start(self, f: Any) -> Pair:
        return Pair(f.num.number(0), f.zero(), f.zero())

    def step(self, f: Any, s: Pair) -> Pair:
        w = s.y - f.gradient(s.y) / column(f.beta)
        return Pair(s.t + 1, w, w + self.momentum(f, s.t) * (w - s.w))

    def momentum(self, f: Any, t: Number) -> Any:
        """The factor of the vector w_{t+1} − w_t."""
        return t / (t + 3)


@dataclass(frozen=True)
class StronglyAccelerated(Accelerated):
    """Nesterov's method for smooth and strongly convex f."""

    family: Any = Regression()

    def momentum(self, f: Any, t: Number) -> Any:
        root = f.sqrt(f.kappa)
        return column((root - 1) / (root + 1))
