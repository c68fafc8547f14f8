"""The partitions of a Dask array as rows: each is reduced where it lies, and only triples travel.

Any scheduler serves: threads and processes of this machine, or the workers of a `distributed.Client`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import dask
import numpy as np
from lemmacheck.verifiers.large.kernels import best
from lemmacheck.verifiers.large.reduction import LEAST_CACHE, Blocking, Partial, block_rows, merged
from lemmacheck.verifiers.large.rows import RANGES, Local
from lemmacheck.verifiers.large.sources import IN_MEMORY, source_of


@dataclass(frozen=True)
class Partitioned:
    """Partitions of whole rows, with their signs if there are any."""

    parts: tuple[Any, ...]
    signs: tuple[Any, ...]
    sizes: tuple[int, ...]
    d: int
    precision: Any = np.float64
    scale: float = 1.0
    name: str = IN_MEMORY

    @staticmethod
    def of(Z: Any, signs: Any = None, precision: Any = np.float64) -> Partitioned:
        """The partitions of a Dask array by rows."""
        Z = Z.rechunk({1: -1})
        sizes = tuple(map(int, Z.chunks[0]))
        ends = np.cumsum((0, *sizes))
        pieces = [None if signs is None else np.asarray(signs)[a:b] for a, b in pairwise(ends)]
        return Partitioned(tuple(Z.to_delayed().ravel()), tuple(pieces), sizes, Z.shape[1], precision)

    @property
    def n(self) -> int:
        return sum(self.sizes)

    @property
    def blocking(self) -> Blocking:
        """A bound for any cache and any kernel of the machines: a row rescales the sums at most once."""
        fewest, most = block_rows(self.d, self.precision, LEAST_CACHE), max(self.sizes)
        return Blocking(most, most + sum(math.ceil(size / fewest) + RANGES for size in self.sizes))

    def vector(self, values: np.ndarray) -> np.ndarray:
        return values

    def partial(self, w: np.ndarray) -> Partial:
        return merged(self.each(partial_of, w))

    def largest_square(self) -> float:
        return float(np.max(self.each(largest_square_of)))

    def first_too_large(self) -> int:
        squares = self.each(largest_square_of)
        k = next(k for k, square in enumerate(squares) if not math.isfinite(square))
        return sum(self.sizes[:k]) + int(self.each(first_too_large_of)[k])

    def over(self, divisor: float) -> Partitioned:
        return replace(self, scale=self.scale * divisor)

    def each(self, function: Any, *arguments: Any) -> Any:
        """The values of the function on every part."""
        lazy = dask.delayed(function)
        tasks = [
            lazy(part, s, self.precision, self.scale, *arguments)
            for part, s in zip(self.parts, self.signs, strict=True)
        ]
        return dask.compute(*tasks)


def local(Z: np.ndarray, signs: Any, precision: Any, scale: float) -> Local:
    kernel = best(precision)
    return Local(source_of(Z, signs, kernel), kernel, scale=scale)


def partial_of(Z: np.ndarray, signs: Any, precision: Any, scale: float, w: np.ndarray) -> Partial:
    return local(Z, signs, precision, scale).partial(w)


def largest_square_of(Z: np.ndarray, signs: Any, precision: Any, scale: float) -> float:
    return local(Z, signs, precision, scale).largest_square()


def first_too_large_of(Z: np.ndarray, signs: Any, precision: Any, scale: float) -> int:
    return local(Z, signs, precision, scale).first_too_large()
