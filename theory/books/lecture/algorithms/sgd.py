"""Stochastic gradient descent, on all paths of its noise as axis 1; w_1 and v_1 are those of the first state.

    w_{t+1} = w_t − ηv_t,  E(v_t | w_t) = ∇f(w_t),  ‖v_t‖ ≤ ρ,  η = √(B²/(ρ²T)) in a run of T steps

OneExample     v_t = ∇ℓ(w_t, z), z ~ D; of more than four examples a block, with its mean gradient
Coin           v_t = ∇f(w_t) ± l e_1, each with probability 1/2
Remembering    the same, but the third coin falls with probability 3/4 as the first did, if the second did not
Exact          v_t = ∇f(w_t): gradient descent

The outcomes of a step are numbered; a path lists one a step, and its probability is the product of their odds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.books.lecture.problems.examples import Examples, Sample
from lemmacheck.theory.core.arithmetic import Array, Number, column
from lemmacheck.theory.margins.paths import every_path


class State(NamedTuple):
    t: Number
    w: Array
    v: Array
    odds: Array
    chance: Array
    past: tuple[Array, ...]


@dataclass(frozen=True)
class OneExample:
    """An example drawn from D."""

    def outcomes(self, f: Examples) -> int:
        return len(f.blocks())

    def rho(self, f: Examples) -> Any:
        """A bound on ‖v‖."""
        return f.rho

    def odds(self, f: Examples, past: tuple[Array, ...], e: Array) -> Array:
        """The probability of each outcome, on each path."""
        return (f.blocks() * f.share).sum(-1) + 0 * e

    def draw(self, f: Examples, w: Array, e: Array) -> Array:
        """v for the outcomes e, one-hot on each path."""
        chosen = f.share * f.blocks()
        mean = chosen / column(chosen.sum(-1))
        return f.combine((e @ mean) * f.phi.slope(f.num, f.residuals(w)))


@dataclass(frozen=True)
class Coin:
    """The gradient, and as much more or less in the first coordinate."""

    length: Any = 1

    def outcomes(self, f: Examples) -> int:
        return 2

    def rho(self, f: Examples) -> Any:
        return f.rho + self.length

    def odds(self, f: Examples, past: tuple[Array, ...], e: Array) -> Array:
        bias = column(self.bias(past, e[..., 0]))
        return np.concatenate([1 + bias, 1 - bias], axis=-1) / 2

    def bias(self, past: tuple[Array, ...], paths: Array) -> Array:
        """How much more likely + is than −."""
        return 0 * paths

    def draw(self, f: Examples, w: Array, e: Array) -> Array:
        along = self.length * f.num.array(np.eye(1, f.d, dtype=int)[0].tolist())
        return f.gradient(w) + column(sign(e)) * along


def sign(e: Array) -> Array:
    """+1 or −1 on each path: the side on which the coin falls."""
    return e[..., 0] - e[..., 1]


class Remembering(Coin):
    """A coin whose third fall is told by the first two, though not by their sum."""

    def bias(self, past: tuple[Array, ...], paths: Array) -> Array:
        fair = super().bias
        return [fair, fair, self.third_bias, *[fair] * len(past)][len(past)](past, paths)

    def third_bias(self, past: tuple[Array, ...], paths: Array) -> Array:
        """±1/2 if the first two fell differently, else 0."""
        return (sign(past[0]) - sign(past[1])) / 4


@dataclass(frozen=True)
class Exact:
    """No noise: one outcome."""

    def outcomes(self, f: Examples) -> int:
        return 1

    def rho(self, f: Examples) -> Any:
        return f.rho

    def odds(self, f: Examples, past: tuple[Array, ...], e: Array) -> Array:
        return 0 * e + 1

    def draw(self, f: Examples, w: Array, e: Array) -> Array:
        return f.gradient(w) + 0 * e


@dataclass(frozen=True)
class ListedPaths:
    """SGD with the step size η on the paths of a table: at each step, the outcome on each path, one-hot."""

    law: Any
    eta: Any
    rho: Any
    table: Array

    def start(self, f: Examples) -> State:
        e = self.table[0]
        first = f.first + 0 * e[:, :1]
        return State(f.num.number(0), first, self.law.draw(f, first, e), self.law.odds(f, (), e), e.sum(-1), ())

    def step(self, f: Examples, s: State) -> State:
        past = (*s.past, self.table[len(s.past)])
        e = [*self.table, self.table[0]][len(past)]
        w = s.w - self.eta * s.v
        v, odds = self.law.draw(f, w, e), self.law.odds(f, past, e)
        return State(s.t + 1, w, v, odds, s.chance * (s.odds * past[-1]).sum(-1), past)


def listed(f: Examples, outcomes: int, steps: int) -> Array:
    """All paths: for each step the outcome on each path, one-hot."""
    return f.num.array(np.eye(outcomes, dtype=int)[every_path(outcomes, steps).table].tolist())


def theorem_step(f: Examples, rho: Any, steps: int) -> Any:
    """η = √(B²/(ρ²T))."""
    return f.sqrt(f.B_squared / (rho**2 * steps))


@dataclass(frozen=True)
class SGD:
    """SGD on all paths of T steps, for the f of a family and a law of v_t."""

    family: Sample = Sample()
    law: Any = OneExample()
    size: Callable[[Examples, Any, int], Any] = theorem_step
    method: type = ListedPaths

    def tuned(self, f: Examples, steps: int) -> Any:
        rho = self.law.rho(f)
        return self.method(self.law, self.size(f, rho, steps), rho, listed(f, self.law.outcomes(f), steps))


@dataclass(frozen=True)
class RiskSGD(SGD):
    """SGD on the risk R(w) = E_{z~D}[ℓ(w, z)], with z drawn from D at each step."""

    family: Sample = Sample(uneven=True)


class LoudSGD(SGD):
    """SGD with so loud a coin that ρ = 2ρ_f√T, where ‖∇f‖ ≤ ρ_f."""

    def tuned(self, f: Examples, steps: int) -> Any:
        loud = Coin(f.rho * (2 * f.sqrt(f.num.number(steps)) - 1))
        return SGD(self.family, loud, self.size, self.method).tuned(f, steps)
