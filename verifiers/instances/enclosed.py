"""The margin problem in balls: once w and q are no longer exact, Zw and Zᵀq are flint's products of ball matrices.

A vector with an exact entry meets the exact Z entry by entry, so that what is rational stays rational. The
soft-max of a single vector of balls is taken entry by entry.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from flint import arb, arb_mat
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.margins.copies import Copies
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.sealed import opened

BALLS = {arb}
Product = Callable[[Array], Array]


class Enclosed(Problem):
    """One problem whose numbers are exact or balls."""

    @cached_property
    def rounded(self) -> tuple[arb_mat, arb_mat]:
        """Z and Zᵀ in balls."""
        Z = arb_mat(len(self.Z), self.d, [as_ball(entry) for entry in self.Z.ravel()])
        return Z, Z.transpose()

    def scores(self, w: Array) -> Array:
        """Zw."""
        return times(self.rounded[1], w, lambda exact: Problem.scores(self, exact))

    def combine(self, q: Array) -> Array:
        """Zᵀq."""
        return times(self.rounded[0], q, lambda exact: Problem.combine(self, exact))

    def softmax(self, xi: Array) -> Array:
        """exp(ξ) / Σ exp(ξᵢ); of one vector of balls without an array for each operation, which is a quarter faster,
        and without an anchor: no exponent is too large for a ball."""
        if xi.ndim > 1 or not in_balls(entries := xi.tolist()):
            return super().softmax(xi)
        weights = [entry.exp() for entry in entries]
        if isinstance(self.copies, Copies):
            weights = [m * weight for m, weight in zip(self.copies.each.tolist(), weights, strict=True)]
        total = sum(weights)
        return np.fromiter([weight / total for weight in weights], dtype=object, count=len(weights))


@dataclass(frozen=True)
class Shielded(Enclosed):
    """An enclosed problem for guarded numbers, which are computed with as they are and guarded again."""

    num: GuardedBall

    @cached_property
    def inside(self) -> Enclosed:
        """The problem without guards."""
        known = self.copies
        copies = Copies(opened(known.each), known.n) if isinstance(known, Copies) else known
        return Enclosed(opened(self.Z), self.num.within, self.optimum, self.loss, copies)

    def scores(self, w: Array) -> Array:
        """Zw."""
        return self.num.of(self.inside.scores, w)

    def combine(self, q: Array) -> Array:
        """Zᵀq."""
        return self.num.of(self.inside.combine, q)

    def softmax(self, xi: Array) -> Array:
        """exp(ξ) / Σ exp(ξᵢ)."""
        return self.num.of(self.inside.softmax, xi)


def times(transposed: arb_mat, x: Array, exactly: Product) -> Array:
    """The matrix of this transpose times each vector along the last axis, by `exactly` if it has an exact entry."""
    if x.ndim == 1:
        entries = x.tolist()
        return product(transposed, entries) if in_balls(entries) else exactly(x)
    vectors, width = x.reshape(-1, x.shape[-1]), transposed.ncols()
    sure = np.array([in_balls(vector) for vector in vectors.tolist()], dtype=bool)
    if not sure.any():
        return exactly(x)
    result = np.empty((len(vectors), width), dtype=object)
    result[sure] = product(transposed, vectors[sure].ravel().tolist()).reshape(-1, width)
    if not sure.all():
        result[~sure] = exactly(vectors[~sure])
    return result.reshape(*x.shape[:-1], width)


def in_balls(entries: list[Any]) -> bool:
    """Whether no number is exact."""
    return set(map(type, entries)) == BALLS


def product(transposed: arb_mat, entries: list[arb]) -> Array:
    """The products with vectors of balls, which stand one after the other in one list, as the products do."""
    length = transposed.nrows()
    products = (arb_mat(len(entries) // length, length, entries) * transposed).entries()
    return np.fromiter(products, dtype=object, count=len(products))
