"""The rows of a problem, wherever they are, behind the one operation of an iteration: the triple at a w.

    with opened(Z) as rows:                 # an array, a memory map, the path of an .npy file, a Dask array
        rows.partial(w).mean                # Zᵀ softmax(Zw)

Rows are divided into the same ranges however many threads take them, so that the result does not depend on it.
Z may be divided by a power of two, which is exact, so that no row is longer than 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from lemmacheck.verifiers.data import DataError
from lemmacheck.verifiers.large.kernels import Kernel
from lemmacheck.verifiers.large.reduction import Blocking, Partial, block_rows, cache_size, merged, namespace, nearest
from lemmacheck.verifiers.large.sources import IN_MEMORY, Block, Held, OnDevice, Sized, Source

if TYPE_CHECKING:
    from lemmacheck.verifiers.large.compiled import Compiled

RANGES = 16  # to be taken by threads in turn; more even out cores that are not equally free
MOST_AT_ONCE = 128  # steps
UNIT_ROUNDOFF = 2.0**-53


class Rows(Sized, Protocol):
    """The operations on rows that methods and rounding bounds use."""

    @property
    def precision(self) -> Any:
        """float64, or float32 for scores and for sums within a block."""

    @property
    def blocking(self) -> Blocking:
        """The division of the rows, on which rounding depends."""

    @property
    def scale(self) -> float:
        """The power of two that the rows are divided by."""

    def vector(self, values: np.ndarray) -> Any:
        """A vector of ℝᵈ in float64, where vectors are kept."""

    def partial(self, w: Any) -> Partial:
        """The triple of all rows at the w nearest to this one in the precision."""

    def largest_square(self) -> float:
        """The largest computed ‖z_i‖²; nan or inf if an entry is."""

    def first_too_large(self) -> int:
        """The first row, counted from 0, whose square is not finite; there must be one."""

    def over(self, divisor: float) -> Rows:
        """The rows divided by a power of two."""


@dataclass(frozen=True)
class InCache(Held):
    """Rows that are one block, in the precision: no threads, no merges of blocks."""

    kernel: Kernel
    scale: float = 1.0
    name: str = IN_MEMORY

    @property
    def precision(self) -> Any:
        return self.kernel.precision

    @property
    def blocking(self) -> Blocking:
        return self.kernel.blocking(self.n)

    def vector(self, values: np.ndarray) -> np.ndarray:
        return values

    def partial(self, w: np.ndarray) -> Partial:
        return self.kernel.block(self.Z, w.astype(self.precision, copy=False))

    def largest_square(self) -> float:
        with np.errstate(all="ignore"):
            return self.kernel.largest_square(self.Z, 1.0)

    def first_too_large(self) -> int:
        with np.errstate(all="ignore"):
            return first_where(lambda a, b: not math.isfinite(self.kernel.largest_square(self.Z[a:b], 1.0)), self.n)

    def over(self, divisor: float) -> InCache:
        return replace(self, Z=self.Z / self.Z.dtype.type(divisor), scale=self.scale * divisor)


@dataclass(frozen=True)
class AtOnce(InCache):
    """So few rows that a call of Python takes longer than a step: the kernel does several steps in one call."""

    kernel: Compiled

    @property
    def at_once(self) -> int:
        """How many steps are done in one call: their vectors stay in cache, and the first is there soon."""
        return min(MOST_AT_ONCE, block_rows(5 * self.d, np.float64, cache_size()))

    def several(self, w: Any, g: Any, p: Any, theta: Sequence[float], beta: Sequence[float]) -> tuple[Any, ...]:
        """w, m, S, a, p, h, g of t + 1, t + 2, …, each in a column, from w_t, g_t, p_t and θ_t, … and β_{t+1}, …"""
        return self.kernel.several(self.Z, w, g, p, theta, beta)


@dataclass(frozen=True)
class Local:
    """Rows of a source on this machine, taken by threads in ranges."""

    source: Source
    kernel: Kernel
    pool: Executor | None = None
    cores: int = 1  # that take ranges: this thread and others of the pool
    scale: float = 1.0

    @property
    def n(self) -> int:
        return self.source.n

    @property
    def d(self) -> int:
        return self.source.d

    @property
    def precision(self) -> Any:
        return self.kernel.precision

    @property
    def blocking(self) -> Blocking:
        rows, merges = self.kernel.blocking(self.source.rows)
        return Blocking(rows, merges + math.ceil(self.n / self.source.rows) + RANGES)

    def vector(self, values: np.ndarray) -> Any:
        if isinstance(self.source, OnDevice):
            xp = namespace(self.source.Z)
            return xp.asarray(values.tolist(), dtype=xp.float64, device=self.source.Z.device)
        return values

    def partial(self, w: Any) -> Partial:
        point = nearest(w, self.precision) / self.scale
        m, S, a = merged(self.each(lambda part: self.kernel.block(part.Z, point, part.signs), merged))
        return Partial(m, S, a / self.scale)

    @property
    def name(self) -> str:
        return self.source.name

    def largest_square(self) -> float:
        return float(np.max(self.each(lambda part: self.kernel.largest_square(part.Z, self.scale), np.max)))

    def first_too_large(self) -> int:
        def beyond(first: int, last: int) -> bool:
            blocks = self.source.blocks(first, last)
            return any(not math.isfinite(self.kernel.largest_square(part.Z, self.scale)) for part in blocks)

        with np.errstate(all="ignore"):
            return first_where(beyond, self.n)

    def over(self, divisor: float) -> Local:
        return replace(self, scale=self.scale * divisor)

    def each(self, of_block: Callable[[Block], Any], joined: Callable[[Any], Any]) -> list[Any]:
        """The blocks' results, joined within each range."""

        def of_range(ends: tuple[int, int]) -> Any:
            return joined([of_block(part) for part in self.source.blocks(*ends)])

        least = min(self.source.rows, block_rows(self.d, self.precision, self.kernel.size))
        return in_turn(of_range, ranges(self.n, least), self.pool, self.cores)


def in_turn(work: Callable[[Any], Any], parts: Sequence[Any], pool: Executor | None, cores: int) -> list[Any]:
    """The work on each part, which this thread and others take in turn; of errors that of the first part is raised.

    An overflow appears in what is found as inf or nan.
    """
    tickets, found, failed = count(), [None] * len(parts), dict[int, BaseException]()

    def take() -> None:
        with np.errstate(all="ignore"):
            while not failed and (k := next(tickets)) < len(parts):
                try:
                    found[k] = work(parts[k])
                except BaseException as error:
                    failed[k] = error

    others = [pool.submit(take) for _ in range(1, cores)] if pool else []
    take()
    for other in others:
        other.result()
    if failed:
        raise failed[min(failed)]
    return found


def ranges(n: int, least: int) -> list[tuple[int, int]]:
    """0, …, n − 1 in parts of about equal length, which is at least about this."""
    parts = min(RANGES, math.ceil(n / least))
    ends = [n * k // parts for k in range(parts + 1)]
    return list(pairwise(ends))


def into_unit_ball(rows: Rows) -> Rows:
    """The rows divided by the least power of two that surely makes each at most 1 long."""
    square = rows.largest_square()
    if not math.isfinite(square):
        given = f"{rows.name}: row {rows.first_too_large() + 1} is not finite, or too long to be squared"
        raise DataError(given, "finite numbers below 1e154", "correct or remove that row")
    if square == 0:
        return rows
    surely_more = square * (1 + 4 * (rows.d + 2) * UNIT_ROUNDOFF)
    if math.isinf(surely_more):
        return rows.over(2.0**512)
    _, exponent = math.frexp(surely_more)
    return rows.over(2.0 ** math.ceil(exponent / 2))


def first_where(beyond: Callable[[int, int], bool], n: int) -> int:
    """The first of n rows that is `beyond`, found by halves: the function says whether one of rows a to b − 1 is."""
    first, last = 0, n
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if beyond(first, middle) else (middle, last)
    return first
