"""SGD on two samples that differ in their last example, with the same draws, on all paths as axis 1.

    w_{t+1} = w_t − η∇ℓ(w_t, z_{i_t}),  w'_{t+1} = w'_t − η∇ℓ(w'_t, z'_{i_t}),  w_1 = w'_1

z'_n has the row −z_n and the target y_n + 1. `drawn` counts how often the last example was drawn before t; of more
than four examples a block is drawn, and its share of the block is counted.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.sgd import OneExample, listed
from lemmacheck.theory.books.lecture.problems.examples import Examples, Sample
from lemmacheck.theory.core.arithmetic import Array, Number


class State(NamedTuple):
    t: Number
    w: Array
    other: Array
    drawn: Array
    left: Array


def edge(f: Examples) -> Any:
    """η = 2/β for β = ρ², a bound on ‖z_i‖²."""
    return 2 / f.rho**2


def quarter(f: Examples) -> Any:
    """η = 1/(2β)."""
    return 1 / (2 * f.rho**2)


def neighbour(f: Examples) -> Examples:
    """The sample with the last example changed."""
    kept = f.num.array((1 - 2 * np.eye(f.n, dtype=int)[-1]).tolist())
    return replace(f, Z=kept[:, None] * f.Z, y=f.y + (1 - kept) / 2)


@dataclass(frozen=True)
class Together:
    """Both runs with the step size η on the paths of a table, from its first step on."""

    eta: Any
    rho: Any
    table: Array
    law: Any = OneExample()

    def chances(self, f: Examples) -> Array:
        """The probability of each path."""
        return (self.table @ (f.blocks() * f.share).sum(-1)).prod(0)

    def start(self, f: Examples) -> State:
        first = f.first + 0 * self.table[0][:, :1]
        return State(f.num.number(0), first, first, 0 * first[:, 0], self.table)

    def step(self, f: Examples, s: State) -> State:
        e = s.left[0]
        w = s.w - self.eta * self.law.draw(f, s.w, e)
        other = s.other - self.eta * self.law.draw(neighbour(f), s.other, e)
        shares = f.blocks()[:, -1] / f.blocks().sum(-1)
        return State(s.t + 1, w, other, s.drawn + e @ shares, s.left[1:])


@dataclass(frozen=True)
class Neighbours:
    """Both runs on all paths, for a family of smooth losses with equally likely examples."""

    family: Sample = Sample()
    size: Callable[[Examples], Any] = edge
    method: type = Together

    def tuned(self, f: Examples, steps: int) -> Any:
        return self.method(self.size(f), f.rho, listed(f, len(f.blocks()), steps))
