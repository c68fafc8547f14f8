"""Schedules: λ_t, θ_t, β_t as functions of t, in whatever arithmetic t is a number of.

standard         λ_t = 2/(t+2), θ_t = 1, hence β_t = λ_{t−1}(1−λ_t)/λ_t = t/(t+1)
Drawn            λ_0 = 1 and then exact rationals drawn once from (0, 1], the same for every arithmetic
"""

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any


def one(t: Any) -> Any:
    """1."""
    return 1 + 0 * t


def two_over_t_plus_two(t: Any) -> Any:
    """λ_t = 2/(t+2)."""
    return 2 / (t + 2)


def t_over_t_plus_one(t: Any) -> Any:
    """β_t = t/(t+1)."""
    return t / (t + 1)


def one_over_root_t_plus_one_floor(t: Any) -> Any:
    """1/⌈√(t+1)⌉, a rational stand-in for 1/√t."""
    root = 1
    while root * root < int(t) + 1:
        root += 1
    return 1 / (root + 0 * t)


@lru_cache(maxsize=1 << 14)
def draw(seed: int, t: int, count: int) -> int:
    """One of 0, …, count − 1, by the seed and t alone: each run asks for the same ones again."""
    return random.Random(1_000_003 * seed + t).randrange(count)


@dataclass(frozen=True)
class Drawn:
    """A sequence in (0, 1] drawn exactly from a seed; `first` fixes its value at t = 0."""

    seed: int
    first: int | None = 1
    denominator: int = 8

    def __call__(self, t: Any) -> Any:
        if int(t) == 0 and self.first is not None:
            return one(t) * self.first
        return one(t) * (1 + draw(self.seed, int(t), self.denominator)) / self.denominator


@dataclass(frozen=True)
class DrawnIndex:
    """One of 0, …, n − 1 for every t, drawn from a seed, the same in every arithmetic."""

    seed: int

    def __call__(self, t: Any, n: int) -> int:
        return draw(self.seed, int(t), n)


@dataclass(frozen=True)
class Constant:
    """The same value p/q at every t."""

    numerator: int
    denominator: int = 1

    def __call__(self, t: Any) -> Any:
        return one(t) * self.numerator / self.denominator


def constant(*schedules: Any) -> bool:
    """Whether each is known to be the same at every t."""
    return all(schedule is one or isinstance(schedule, Constant) for schedule in schedules)


@dataclass(frozen=True)
class Exactly:
    """A function of t as its author wrote it: it gets a Fraction; what it returns is taken as the rational it is."""

    function: Any

    def __call__(self, t: Any) -> Any:
        value = rational(self.function(Fraction(int(t))))
        if isinstance(t, float):  # whose product with an integer beyond the floats is an error
            return one(t) * (one(t) * value)  # the first product is a float of Python, the second one of t's kind
        return one(t) * value.numerator / value.denominator


def rational(x: Any) -> Fraction:
    """A number as the fraction it is, of Python's integers: NumPy's are as long as a word, and overflow."""
    return Fraction(*map(int, Fraction(x).as_integer_ratio()))


@dataclass(frozen=True)
class Table:
    """The values of a sequence at 0, 1, …, T."""

    values: tuple[Any, ...]

    def __call__(self, t: Any) -> Any:
        return self.values[int(t)]


@dataclass(frozen=True)
class Scaled:
    """The values of a schedule times a number of the run's arithmetic."""

    schedule: Any
    factor: Any

    def __call__(self, t: Any) -> Any:
        return self.factor * self.schedule(t)


@dataclass(frozen=True)
class Implied:
    """β_t = λ_{t−1}(1 − λ_t)/λ_t with λ_{−1} = 1: the momentum that a schedule λ implies, none at t = 0 if λ_0 = 1."""

    lam: Any

    def __call__(self, t: Any) -> Any:
        before = self.lam(t - 1) if int(t) else one(t)
        return before * (1 - self.lam(t)) / self.lam(t)
