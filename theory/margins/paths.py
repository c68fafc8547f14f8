"""Paths: which row i_t is drawn at step t, as data, so that a sampled run is the same in every arithmetic.

    Always(k)      i_t = k, counted from the last row where k < 0
    Cyclic()       i_t = t mod n
    Seeded(s)      i_t uniform on 1, …, n, drawn once from the seed s and t
    Listed(table)  many paths at once, as axis 1: i_t of path k is table[t, k]

A path maps (problem, t, q_t) to the vertex e_{i_t} of Δ_n. Every q_t is positive, so every path may occur.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import DrawnIndex
from lemmacheck.theory.margins.problem import Problem

Path = Callable[[Problem, Number, Array], Array]


def vertex(p: Problem, i: int) -> Array:
    """e_i."""
    one = p.ones(p.n)
    return np.concatenate([0 * one[..., :i], one[..., i : i + 1], 0 * one[..., i + 1 :]], axis=-1)


@dataclass(frozen=True)
class Always:
    """The same row at every step."""

    row: int

    def __call__(self, p: Problem, t: Number, q: Array) -> Array:
        return vertex(p, self.row % p.n)


@dataclass(frozen=True)
class Cyclic:
    """One row after the other."""

    def __call__(self, p: Problem, t: Number, q: Array) -> Array:
        return vertex(p, int(t) % p.n)


@dataclass(frozen=True)
class Seeded:
    """Rows drawn from a seed, each as likely as the other."""

    seed: int

    def __call__(self, p: Problem, t: Number, q: Array) -> Array:
        return vertex(p, DrawnIndex(self.seed)(t, p.n))


@dataclass(frozen=True)
class Listed:
    """Several paths, listed step by step; after the last listed step, row 0."""

    table: Any

    def __call__(self, p: Problem, t: Number, q: Array) -> Array:
        rows = np.concatenate([self.table, 0 * self.table[:1]])[int(t)]
        return p.num.array(np.eye(p.n, dtype=int)[rows].tolist())


def every_path(n: int, steps: int) -> Listed:
    """All n^T paths of T steps, those with the same first rows next to each other."""
    return Listed(np.array(list(product(range(n), repeat=steps))).T)
