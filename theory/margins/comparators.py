"""The points for a statement "for all q ∈ Δ_n", "for all w" or "for every loss": exact, fixed, adversarial.

    simplex_points    the vertices, the uniform point, a skewed point, every known dual optimum
    dual_points       vectors of ℝⁿ, 0 first; `dual_pairs`, `turned_pairs` go from them near and far
    directions        0, the axes both ways, skewed vectors, the data's own directions, the optimum's
    ball_points       the same directions, shrunk into the unit ball by rational factors
    for_each_loss     the exponential and the logistic loss

Each is an array whose axis 0 counts the points.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.relation import Relation, conjuncts
from lemmacheck.theory.margins.arbitrary import each_loss, everywhere
from lemmacheck.theory.margins.problem import Problem


def for_each_loss(statement: Callable[[Problem], Any], p: Problem) -> tuple[Relation, ...]:
    """The statement for the problem with each loss in turn."""
    relations: list[Relation] = []
    for loss in each_loss(p):
        result = statement(replace(p, loss=loss))
        relations += conjuncts(result)
    return tuple(relations)


@everywhere
def vertices(p: Problem) -> Array:
    """e_1, …, e_n."""
    return p.fixed(np.eye(p.n, dtype=int))


@everywhere
def simplex_points(p: Problem) -> Array:
    """Points of Δ_n."""
    ramp = p.fixed([list(range(1, p.n + 1))]) / (p.n * (p.n + 1) // 2)
    return np.concatenate([vertices(p), p.uniform()[None], ramp, p.optimum.q])


@everywhere
def dual_points(p: Problem) -> Array:
    """Vectors of ℝⁿ: 0, 3e_1, (1, …, n), its negative, (1, −2, 3, …) and (1, …, 1)."""
    up = np.arange(1, p.n + 1)
    first = np.eye(1, p.n, dtype=int)[0]
    return p.fixed(np.stack([0 * up, 3 * first, up, -up, up * (-1) ** (up + 1), 0 * up + 1]))


@everywhere
def turned_pairs(p: Problem) -> tuple[Array, Array]:
    """Pairs ξ, ξ' ∈ ℝⁿ: from each dual point a small, a middling and a long way along alternating signs and along one
    coordinate, and to its antipode, nearly."""
    signs, first = (-1) ** np.arange(p.n), np.eye(1, p.n, dtype=int)[0]
    return _moved(p, dual_points(p), np.stack([signs, first]))


@everywhere
def dual_pairs(p: Problem) -> tuple[Array, Array]:
    """The turned pairs, and pairs along (1, …, 1) both ways, for a small, a middling and a long way."""
    signs, first = (-1) ** np.arange(p.n), np.eye(1, p.n, dtype=int)[0]
    return _moved(p, dual_points(p), np.stack([signs, first, 0 * signs + 1, 0 * signs - 1]))


def alternating(p: Problem) -> Array:
    """(1, −1, 1, …) ∈ ℝⁿ."""
    return p.fixed([(-1) ** np.arange(p.n)])


def _moved(p: Problem, xi: Array, ways: Array) -> tuple[Array, Array]:
    moves = p.fixed(ways)
    steps = np.concatenate([moves / 64, moves, 8 * moves])
    ends = [xi + step for step in steps]
    return np.concatenate([xi] * (len(steps) + 1)), np.concatenate([*ends, 5 * moves[:1] - xi])


@everywhere
def directions(p: Problem) -> Array:
    """Vectors of ℝᵈ, 0 first."""
    axes = np.eye(p.d, dtype=int)
    skewed = np.array([np.arange(1, p.d + 1), [(-2) ** k for k in range(p.d)]])
    fixed = p.fixed(np.concatenate([0 * axes[:1], axes, -axes, skewed]))
    mean = p.combine(p.uniform())[None]
    return np.concatenate([fixed, -mean, 3 * mean, -p.optimum.direction, p.optimum.direction])


@everywhere
def nonzero_directions(p: Problem) -> Array:
    """The fixed directions that are not 0, whatever the data."""
    return directions(p)[1 : 2 * p.d + 3]


@everywhere
def ball_points(p: Problem) -> Array:
    """Vectors of norm below 1: w / (1 + ‖w‖²), of norm at most 1/2, and the axes shortened to 9/10."""
    w = directions(p)
    return np.concatenate([w / column(1 + p.squared(w)), 9 * w[: 2 * p.d + 1] / 10])
