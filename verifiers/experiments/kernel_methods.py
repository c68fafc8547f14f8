"""Methods for the largest margin that read one column of the kernel a step, and Algorithm 1, which reads all of it.

    M_t = β_t (M_{t−1} + D_t);  A_{t+1} = A_t + θ_t (M_t + D_t);  A_0 = M_{−1} = 0

Algorithm 1 has D_t = D(q_t), Algorithm 2 the D of one pair drawn from q_t, and the batch perceptron, with β = 0,
that of the pair of the least margin. S = KM and P = KA are updated by KD_t alone.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from lemmacheck.verifiers.decide.curves import indices
from lemmacheck.verifiers.experiments.pairs import ROOT_2, Pairs

Pair = tuple[int, int]


class State(NamedTuple):
    """The coefficients of w_t and of g_{t−1}, each with its scores."""

    A: np.ndarray
    P: np.ndarray
    M: np.ndarray
    S: np.ndarray


def begin(pairs: Pairs) -> State:
    """w_0 = g_{−1} = 0."""
    zero = np.zeros((len(pairs.labels), pairs.classes))
    return State(zero, zero, zero, zero)


def advance(s: State, D: np.ndarray, pull: np.ndarray, beta: float, theta: float) -> State:
    """The step along D, whose scores KD are `pull`."""
    M, S = beta * (s.M + D), beta * (s.S + pull)
    return State(s.A + theta * (M + D), s.P + theta * (S + pull), M, S)


class Method(Protocol):
    """A method that reads the column of one pair a step."""

    @property
    def name(self) -> str: ...

    def pick(self, pairs: Pairs, s: State, rng: np.random.Generator) -> Pair: ...

    def step(self, t: int, s: State, D: np.ndarray, pull: np.ndarray) -> State: ...

    def answer(self, s: State) -> tuple[np.ndarray, np.ndarray]: ...


@dataclass(frozen=True)
class AdaptiveSampling:
    """Algorithm 2, for momentum factors β_t and step sizes θ_t."""

    name: str
    beta: Callable[[int], float]
    theta: Callable[[int], float]

    def pick(self, pairs: Pairs, s: State, rng: np.random.Generator) -> Pair:
        """(i, j) ~ q_t: first i, then j."""
        q = pairs.weights(s.P)
        i = draw_index(q.sum(axis=1), rng)
        return i, draw_index(q[i], rng)

    def step(self, t: int, s: State, D: np.ndarray, pull: np.ndarray) -> State:
        return advance(s, D, pull, self.beta(t), self.theta(t))

    def answer(self, s: State) -> tuple[np.ndarray, np.ndarray]:
        return s.A, s.P


def draw_index(weights: np.ndarray, rng: np.random.Generator) -> int:
    """An index, each with a probability proportional to its weight."""
    upto = weights.cumsum()
    return int(np.searchsorted(upto, rng.random() * upto[-1], side="right"))


@dataclass(frozen=True)
class BatchPerceptron:
    """Supergradient ascent on the least margin with constant steps, whose size does not matter as w_0 = 0."""

    name: str = "batch perceptron"

    def pick(self, pairs: Pairs, s: State, rng: np.random.Generator) -> Pair:
        """The first pair of the least margin."""
        i, j = divmod(int(pairs.margins(s.P).argmin()), pairs.classes)
        return i, j

    def step(self, t: int, s: State, D: np.ndarray, pull: np.ndarray) -> State:
        return advance(s, D, pull, 0.0, 1.0)

    def answer(self, s: State) -> tuple[np.ndarray, np.ndarray]:
        return s.A, s.P


@dataclass(frozen=True)
class AveragedPerceptron(BatchPerceptron):
    """The batch perceptron with steps 1/√(t+1), each w_t projected onto the unit ball, averaged: Cotter et al. (2012).

    In the place of g stands the sum of w_1, …, w_t.
    """

    name: str = "perceptron, averaged"

    def step(self, t: int, s: State, D: np.ndarray, pull: np.ndarray) -> State:
        eta = 1 / math.sqrt(t + 1)
        A, P = s.A + eta * D, s.P + eta * pull
        length = max(1.0, math.sqrt(float((A * P).sum())))
        return State(A / length, P / length, s.M + A / length, s.S + P / length)

    def answer(self, s: State) -> tuple[np.ndarray, np.ndarray]:
        return s.M, s.S


class Columns:
    """The columns of a kernel, x_i ↦ K(·, x_i), counting the values read and the distinct ones."""

    def __init__(self, column: Callable[[int], np.ndarray]) -> None:
        self.column = column
        self.asked = self.distinct = 0
        self.met: set[int] = set()

    def __call__(self, i: int) -> np.ndarray:
        values = self.column(i)
        self.asked += len(values)
        self.distinct += 0 if i in self.met else len(values)
        self.met.add(i)
        return values


@dataclass(frozen=True, eq=False)
class Path:
    """At some t: γ(w_t), the kernel values read and the distinct ones among them; and the coefficients of w_T."""

    t: list[int]
    gamma: list[float]
    asked: list[int]
    distinct: list[int]
    A: np.ndarray


def follow(method: Method, column: Callable[[int], np.ndarray], pairs: Pairs, steps: int, seed: int) -> Path:
    """A run of T steps from w_0 = 0; for one seed every method gets the same random numbers."""
    columns, rng, s = Columns(column), np.random.default_rng(seed), begin(pairs)
    shown, seen = {k + 1 for k in indices(steps)}, []
    for t in range(steps):
        i, j = method.pick(pairs, s, rng)
        pull = np.zeros_like(s.P)
        values = columns(i) / ROOT_2
        pull[:, pairs.labels[i]], pull[:, j] = values, -values
        s = method.step(t, s, pairs.unit(i, j), pull)
        if t + 1 in shown:
            seen.append((t + 1, pairs.gamma(*method.answer(s)), columns.asked, columns.distinct))
    t_, gamma, asked, distinct = (list(values) for values in zip(*seen, strict=True))
    return Path(t_, gamma, asked, distinct, method.answer(s)[0])


@dataclass(frozen=True, eq=False)
class Largest:
    """Coefficients of a w with the margin γ(w), and an upper bound ‖Σ q_ij z_ij‖ on γ̄, in floats."""

    A: np.ndarray
    gamma: float
    bound: float


def largest_margin(K: np.ndarray, pairs: Pairs, steps: int) -> Largest:
    """The last of T steps of Algorithm 1, β_t = t/(t+1) and θ_t = 1, on all of K."""
    s = begin(pairs)
    for t in range(steps):
        D = pairs.coefficients(pairs.weights(s.P))
        pull = K @ D
        s = advance(s, D, pull, t / (t + 1), 1.0)
    return Largest(s.A, pairs.gamma(s.A, s.P), math.sqrt(max(0.0, float((D * pull).sum()))))
