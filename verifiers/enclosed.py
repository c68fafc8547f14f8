"""The margin problem in balls: once w and q are no longer exact, Zw and Zᵀq are flint's products of ball matrices.

A vector with an exact entry meets the exact Z entry by entry, so that what is rational stays rational.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from flint import arb, arb_mat

from theory.arithmetic import Array
from theory.problem import Problem
from verifiers.arithmetics.monomial import as_ball

BALLS = {arb}
Product = Callable[[Array], Array]


@dataclass(frozen=True)
class Enclosed(Problem):
    """One problem whose numbers are exact or balls."""

    @cached_property
    def rounded(self) -> tuple[arb_mat, arb_mat]:
        """Z and Zᵀ in balls."""
        Z = arb_mat(self.n, self.d, [as_ball(entry) for entry in self.Z.ravel()])
        return Z, Z.transpose()

    def scores(self, w: Array) -> Array:
        """Zw."""
        return times(self.rounded[1], w, lambda exact: Problem.scores(self, exact))

    def combine(self, q: Array) -> Array:
        """Zᵀq."""
        return times(self.rounded[0], q, lambda exact: Problem.combine(self, exact))


def times(transposed: arb_mat, x: Array, exactly: Product) -> Array:
    """The matrix of this transpose times each vector along the last axis, by `exactly` if it has an exact entry."""
    if x.ndim == 1:
        return product(transposed, x, x.tolist()) if in_balls(x.tolist()) else exactly(x)
    vectors = x.reshape(-1, x.shape[-1])
    sure = np.array([in_balls(vector) for vector in vectors.tolist()], dtype=bool)
    if not sure.any():
        return exactly(x)
    result = np.empty((len(vectors), transposed.ncols()), dtype=object)
    result[sure] = product(transposed, vectors[sure], vectors[sure].ravel().tolist())
    if not sure.all():
        result[~sure] = exactly(vectors[~sure])
    return result.reshape(*x.shape[:-1], transposed.ncols())


def in_balls(entries: list[Any]) -> bool:
    """Whether none is exact."""
    return set(map(type, entries)) == BALLS


def product(transposed: arb_mat, x: Array, entries: list[arb]) -> Array:
    """The same for vectors of balls, given with their entries in one list."""
    result = np.empty((*x.shape[:-1], transposed.ncols()), dtype=object)
    result.ravel()[:] = (arb_mat(len(entries) // x.shape[-1], x.shape[-1], entries) * transposed).entries()
    return result
