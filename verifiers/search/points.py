"""Populations of equally shaped data in floats: rows in the unit ball with copies, their optima, families, changes.

The optimum is the least ‖Zᵀq‖² over all supports of q, each a linear system: good for a few rows, and for ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.run import moves
from lemmacheck.theory.margins.copies import Copies, Once
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Optimum
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.side_by_side import Batch, interleaved, run_together
from lemmacheck.verifiers.numbers.float64 import Float64

SHAPES = ((2, 1), (1, 1), (2, 2), (3, 2), (3, 1), (3, 3), (4, 2), (4, 3))
MOST = 10**6  # copies of a row
ZERO = 1e-13  # a γ̄² below this is 0
DENOMINATORS = (1, 2, 3, 5, 10, 20, 30, 60, 100, 300, 1000, 10**4, 10**6)


class Points(NamedTuple):
    """Data sets side by side: Z has the axes problem, row, column; copies problem, row."""

    Z: np.ndarray
    copies: np.ndarray

    def of(self, which: Any) -> Points:
        return Points(self.Z[which], self.copies[which])


def in_floats(points: Points, algorithm: Any, steps: int, loss: Loss = Exponential()) -> Any:
    """The runs on all of them, in the active floats; the problems themselves where the algorithm has no steps."""
    num = Float64()
    Z = interleaved(points.Z, 0)
    plain = bool((points.copies == 1).all())
    copies = Once() if plain else Copies(interleaved(points.copies, 0), points.copies.sum(-1))
    problem = Batch(Z, num, optimum(points.Z), loss, copies)
    return run_together(algorithm, problem, steps) if moves(algorithm) else problem


def optimum(Z: np.ndarray) -> Optimum:
    """γ̄², q̄ and Zᵀq̄ of each."""
    count, n, _ = Z.shape
    gram = Z @ Z.swapaxes(1, 2)
    q, best = np.zeros((count, n)), np.full(count, np.inf)
    for size in range(1, n + 1):
        for chosen in combinations(range(n), size):
            weights = stationary(gram[:, chosen][:, :, chosen])
            found = np.zeros((count, n))
            found[:, chosen] = np.maximum(weights, 0)
            found /= np.maximum(found.sum(-1, keepdims=True), 1e-9)
            value = np.einsum("bi,bij,bj->b", found, gram, found)
            better = (weights >= -1e-12).all(-1) & (value < best - 1e-15)
            q[better], best[better] = found[better], value[better]
    direction = np.einsum("bik,bi->bk", Z, q)
    value = (direction * direction).sum(-1)
    value[value < ZERO] = 0.0
    direction[value == 0] = 0.0
    return Optimum(value[None], interleaved(q[None], 1), interleaved(direction[None], 1), Float64())


def stationary(gram: np.ndarray) -> np.ndarray:
    """The q with Σq = 1 where qᵀGq is stationary, for each G; −1 where there is no one such."""
    count, size, _ = gram.shape
    system = np.zeros((count, size + 1, size + 1))
    system[:, :size, :size], system[:, size, :size], system[:, :size, size] = gram, 1, 1
    singular = np.abs(np.linalg.det(system)) < 1e-14
    system[singular] = np.eye(size + 1)
    target = np.zeros((count, size + 1, 1))
    target[:, size] = 1
    found = np.linalg.solve(system, target)[:, :size, 0]
    found[singular] = -1
    return found


def draw(rng: np.random.Generator, shape: tuple[int, int], count: int) -> Points:
    """Members of the structured families in turn, with copies from 1 to a million, or nearly as many of each row."""
    n, d = shape
    Z = rng.normal(size=(count, n, d))
    Z /= np.maximum(np.linalg.norm(Z, axis=-1, keepdims=True), 1e-9)
    Z = -np.abs(Z) if d == 1 else Z
    k = np.arange(count)
    last = n - 1
    tie = 10.0 ** rng.uniform(-6, -0.5, count)[:, None]
    tie_or_none = tie * (rng.random((count, 1)) < 0.5)
    moved = {
        1: Z[:, 0] * (1 - tie),  # a near tie
        2: -Z[:, 0] * (1 - tie_or_none),  # an antipode, or nearly one
        3: Z[:, last] * 10.0 ** rng.uniform(-3, 0, count)[:, None],  # light
        4: -Z[:, 0] + tie * Z[:, last],  # a tiny margin
        5: -Z[:, 0] * rng.uniform(0, 1, count)[:, None],
    }
    for which, rows in moved.items():
        chosen = k % 7 == which
        Z[chosen, last] = rows[chosen]
    copies = np.where(rng.random((count, n)) < 0.6, 1, np.floor(10.0 ** rng.uniform(0, 6, (count, n))))
    balanced = k % 3 == 1
    nearly = copies[balanced].max(-1, keepdims=True) + rng.integers(0, 3, (int(balanced.sum()), n))
    copies[balanced] = np.minimum(nearly, MOST)
    copies[k % 3 == 0] = 1
    return Points(into_ball(Z), copies)


def as_points(instances: Sequence[Instance]) -> Points:
    """Instances of equal shape, as floats."""
    Z = np.array([[[float(x) for x in row] for row in one.rows] for one in instances])
    return Points(Z, np.array([one.copies or (1,) * len(one.rows) for one in instances], dtype=float))


def mutate(rng: np.random.Generator, parents: Points, reach: np.ndarray) -> Points:
    """Each with some entries moved by about `reach`, at times with rows or copies changed as a whole: to nearly as many
    of each row, to an antipode, or nearer to another row or farther from it by a factor."""
    count, n, d = parents.Z.shape
    moves = rng.normal(size=(count, n, d)) * reach[:, None, None]
    Z = parents.Z + moves * (rng.random((count, n, d)) < 0.6)
    copies = parents.copies.copy()
    kind, i, j = (np.asarray(rng.integers(0, below, count)) for below in (12, n, n))
    at = np.arange(count)
    tie = reach[:, None] * rng.normal(size=(count, 1))
    nearer = 2.0 ** (rng.normal(size=count) * (0.1 + 2 * reach))
    some = kind == 0
    Z[some, i[some]] = (parents.Z[at, j] * (1 - tie))[some]
    some = kind == 1
    Z[some, i[some]] = (-parents.Z[at, j] * (1 - tie * (rng.random((count, 1)) < 0.5)))[some]
    some = kind == 2
    Z[some, i[some]] = (parents.Z[at, i] * 10.0 ** (-np.abs(tie) * 3))[some]
    some = kind == 3
    size = np.maximum(np.linalg.norm(Z, axis=-1, keepdims=True), 1e-9)
    Z[some] = (Z / size)[some]
    some = (kind >= 7) & (kind != 10)
    factor = 2.0 ** (rng.normal(size=count) * (0.2 + 4 * reach))
    copies[some, i[some]] = np.round(copies[some, i[some]] * factor[some])
    some = kind == 9
    copies[some] = (copies[at, i][:, None] + rng.integers(0, 3, (count, n)))[some]
    still = kind >= 8
    Z[still] = parents.Z[still]
    some = kind >= 10
    Z[some, i[some]] = (parents.Z[at, j] + nearer[:, None] * (parents.Z[at, i] - parents.Z[at, j]))[some]
    return Points(into_ball(Z), np.clip(copies, 1, MOST))


def into_ball(Z: np.ndarray) -> np.ndarray:
    """Rows longer than 1 scaled to length 1."""
    return Z / np.maximum(np.linalg.norm(Z, axis=-1, keepdims=True), 1.0)


def as_instances(points: Points, k: int) -> list[Instance]:
    """The k-th of the points, with entries of all denominators tried and copies of few digits, the simplest first."""
    Z, copies = points.Z[k], points.copies[k]
    found: dict[Any, Instance] = {}
    for bound in DENOMINATORS:
        rows = tuple(shortened([Fraction(float(x)).limit_denominator(bound) for x in row], bound) for row in Z)
        for digits in (1, 2, 7):
            counts = tuple(max(1, int(float(f"{c:.{digits - 1}e}"))) for c in copies)
            many = counts if max(counts) > 1 else ()
            found.setdefault((rows, many), Instance(f"found-{len(rows)}x{len(rows[0])}", rows, many))
    return list(found.values())


def shortened(row: list[Fraction], bound: int) -> tuple[Fraction, ...]:
    """A row of norm at most 1: its longest entry is cut until it is."""
    while sum(x * x for x in row) > 1:
        k = max(range(len(row)), key=lambda k: abs(row[k]))
        row[k] -= Fraction(1 if row[k] > 0 else -1, max(bound, 1))
    return tuple(row)
