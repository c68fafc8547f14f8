"""Where a statement "for all q ∈ Δ_n", "for all w" or "for every loss" is read: exact, fixed, adversarial.

    simplex_points    the vertices, the uniform point, a skewed point, every known dual optimum
    directions        0, the axes both ways, skewed vectors, the data's own directions, the optimum's
    ball_points       the same directions, shrunk into the unit ball by rational factors
    for_each_loss     the exponential and the logistic loss

Each is an array whose axis 0 counts the points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from theory.arithmetic import Array, column
from theory.losses import Exponential, Logistic, Loss
from theory.problem import Problem
from theory.relation import Relation

LOSSES: tuple[Loss, ...] = (Exponential(), Logistic())


def for_each_loss(statement: Callable[[Problem], Any], p: Problem) -> tuple[Relation, ...]:
    """The statement for the problem with each loss in turn."""
    relations: list[Relation] = []
    for loss in LOSSES:
        result = statement(replace(p, loss=loss))
        relations += [result] if isinstance(result, Relation) else result
    return tuple(relations)


def vertices(p: Problem) -> Array:
    """e_1, …, e_n."""
    return _rows(p, np.eye(p.n, dtype=int).tolist())


def simplex_points(p: Problem) -> Array:
    """Points of Δ_n."""
    ramp = _rows(p, [list(range(1, p.n + 1))]) / (p.n * (p.n + 1) // 2)
    return _stack(p, p.n, vertices(p), p.uniform()[None], ramp, p.optimum.q)


def directions(p: Problem) -> Array:
    """Vectors of ℝᵈ, 0 first."""
    axes = np.eye(p.d, dtype=int)
    skewed = np.array([np.arange(1, p.d + 1), [(-2) ** k for k in range(p.d)]])
    fixed = _rows(p, np.concatenate([0 * axes[:1], axes, -axes, skewed]).tolist())
    mean = p.combine(p.uniform())[None]
    return _stack(p, p.d, fixed, -mean, 3 * mean, -p.optimum.direction, p.optimum.direction)


def nonzero_directions(p: Problem) -> Array:
    """The fixed directions that are not 0, whatever the data."""
    return directions(p)[1 : 2 * p.d + 3]


def ball_points(p: Problem) -> Array:
    """Vectors of norm below 1: w / (1 + ‖w‖²), of norm at most 1/2, and the axes shortened to 9/10."""
    w = directions(p)
    return np.concatenate([w / column(1 + p.squared(w)), 9 * w[: 2 * p.d + 1] / 10])


def _rows(p: Problem, values: list[list[int]]) -> Array:
    """Exact rows with the time axis first and, for a batch, one axis that meets every problem."""
    rows = p.num.array(values)
    return rows.reshape(rows.shape[:1] + (1,) * (p.Z.ndim - 2) + rows.shape[1:])


def _stack(p: Problem, size: int, *parts: Array) -> Array:
    shape = (*p.Z.shape[:-2], size)
    return np.concatenate([np.broadcast_to(part, part.shape[:1] + shape) for part in parts])
