"""Nesterov's method of Appendix B with λ_t = 2/(t+2) on the line, Euclidean, on functions it is slow on.

    f_k(x) = x²/2 for |x| ≤ c_k,  c_k|x| − c_k²/2 beyond,  c_k = 4/((k+2)(k+3)),  k = 1, …, 16
    ν_t = (1−λ_t)μ_t + λ_t q_t,  q_{t+1} = q_t − (1/λ_t) f_k'(ν_t),  μ_{t+1} = (1−λ_t)μ_t + λ_t q_{t+1},  μ_0 = q_0 = 1

Coordinate k of the state is the run on f_k: convex, 1-smooth, least at 0, so that ½(q_0 − q*)² = ½.
It reads no data.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import Averaging
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, Number
from lemmacheck.theory.core.piecewise import clamped
from lemmacheck.theory.core.schedules import two_over_t_plus_two
from lemmacheck.theory.margins.problem import Problem

SLOPES = tuple(Fraction(4, (k + 2) * (k + 3)) for k in range(1, 17))


class State(NamedTuple):
    t: Number
    q: Array
    mu: Array
    nu: Array


def slope(num: Arithmetic, x: Array) -> Array:
    """f_k'(x_k): x_k, but no more than c_k and no less than −c_k."""
    c = num.array(SLOPES)
    return clamped(num, x, -c, c)


def value(num: Arithmetic, x: Array) -> Array:
    """f_k(x_k) = g x_k − g²/2 with g = f_k'(x_k)."""
    g = slope(num, x)
    return g * x - g * g / 2


@dataclass(frozen=True)
class HuberNesterov(Averaging):
    """The accelerated method on f_1, …, f_16 side by side."""

    lam: Callable[[Any], Any] = two_over_t_plus_two

    def start(self, p: Problem) -> State:
        one = p.num.array([1] * len(SLOPES))
        return State(p.num.number(0), one, one, self.nu(p.num.number(0), one, one))

    def step(self, p: Problem, s: State) -> State:
        lam = self.lam(s.t)
        q = s.q - slope(p.num, s.nu) / lam
        mu = (1 - lam) * s.mu + lam * q
        return State(s.t + 1, q, mu, self.nu(s.t + 1, mu, q))

    def horizons(self, num: Arithmetic, steps: int, first: int = 1) -> Array:
        """The t at which a statement about every t ≥ `first` is read: up to 8, and T ≥ 8."""
        return num.array([*range(first, 9), 8 + steps])

    def pairs(self, num: Arithmetic, steps: int, first: int = 0) -> tuple[Array, Array]:
        """(t, j) with `first` ≤ j < t, for t up to 8 and one large t."""
        both = [(t, j) for t in (*range(1, 9), 8 + steps) for j in range(first, t)]
        return num.array([t for t, _ in both]), num.array([j for _, j in both])
