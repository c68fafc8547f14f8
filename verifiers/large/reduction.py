"""One reduction for Zᵀ softmax(Zw): the triples (m, S, a) of sets of rows, with their merge, are a monoid.

    m = max_i ⟨z_i, w⟩        S = Σ_i exp(⟨z_i, w⟩ − m)        a = Σ_i exp(⟨z_i, w⟩ − m) z_i
    max Zw = m                ψ(Zw) = m + ln S                 Zᵀ softmax(Zw) = a/S

A block of rows that fits a cache is read from memory once and used twice. Blocks of an array, ranges of rows
that threads take, parts of a file and partitions on other machines all merge alike, in any grouping.
"""

import math
import os
from collections.abc import Iterable
from functools import lru_cache, reduce
from typing import Any, NamedTuple

import numpy as np

BLOCK = 1 << 21  # bytes of rows that are asked for at once: calls weigh little, and they stay in a cache
LEAST_CACHE = 1 << 17  # bytes that any core's second-level cache has
CACHES = {1: ("SC_LEVEL1_DCACHE_SIZE", 1 << 15), 2: ("SC_LEVEL2_CACHE_SIZE", 1 << 20)}  # bytes if a system says none
LINE = 64  # bytes that a cache reads at once


class Blocking(NamedTuple):
    """How rows are summed: at most so many at a time, and at most so many merges or rescalings of sums."""

    rows: int
    merges: int


class Partial(NamedTuple):
    """(m, S, a) of some rows; a is in float64."""

    m: float
    S: float
    a: Any

    @property
    def psi(self) -> float:
        """ψ(Zw)."""
        return self.m + math.log(self.S)

    @property
    def mean(self) -> Any:
        """Zᵀ softmax(Zw)."""
        return self.a / self.S


def merge(left: Partial, right: Partial) -> Partial:
    """The triple of both sets of rows: the one with the larger m keeps its scale."""
    if left.m < right.m:
        left, right = right, left
    share = math.exp(right.m - left.m)
    return Partial(left.m, left.S + share * right.S, left.a + share * right.a)


def merged(partials: Iterable[Partial]) -> Partial:
    """The triple of at least one set of rows."""
    return reduce(merge, partials)


def block(Z: Any, w: Any, signs: Any = None) -> Partial:
    """The triple of the rows of Z, or of ±Z with a sign a row, all in one precision."""
    return in_numpy(Z, w, signs) if isinstance(Z, np.ndarray) else by_array_api(Z, w, signs)


def in_numpy(Z: np.ndarray, w: np.ndarray, signs: np.ndarray | None = None) -> Partial:
    """By NumPy's operations in place, which cost the least a call: blocks are small."""
    e = Z.dot(w)
    if signs is not None:
        e *= signs
    m = e[e.argmax()]
    e -= m
    np.exp(e, e)
    S = e.dot(ones(len(e), e.dtype))
    if signs is not None:
        e *= signs
    return Partial(float(m), float(S), e.dot(Z).astype(np.float64, copy=False))


def by_array_api(Z: Any, w: Any, signs: Any = None) -> Partial:
    """By the operations that every namespace of the array API has, on whatever device Z is."""
    xp = namespace(Z)
    scores = Z @ w if signs is None else signs * (Z @ w)
    m = xp.max(scores)
    e = xp.exp(scores - m)
    a = (e if signs is None else signs * e) @ Z
    return Partial(float(m), float(xp.sum(e)), nearest(a, np.float64))


def largest_square(Z: Any, divisor: float) -> float:
    """The largest ‖z_i / divisor‖² of a block, in float64."""
    xp, rows = namespace(Z), nearest(Z, np.float64) / divisor
    return float(xp.max(xp.sum(rows * rows, axis=1)))


def namespace(x: Any) -> Any:
    """The array API that an array belongs to; PyTorch's needs the package array-api-compat."""
    if hasattr(x, "__array_namespace__"):
        return x.__array_namespace__()
    from array_api_compat import array_namespace

    return array_namespace(x)


@lru_cache(maxsize=64)
def ones(size: int, dtype: Any) -> np.ndarray:
    """(1, …, 1): a dot product with it sums faster than a sum does."""
    one = np.ones(size, dtype)
    one.setflags(write=False)
    return one


def nearest(x: Any, precision: Any) -> Any:
    """An array rounded to float64 or float32, in its own namespace."""
    if isinstance(x, np.ndarray):
        return x.astype(precision, copy=False)
    xp = namespace(x)
    return xp.astype(x, getattr(xp, np.dtype(precision).name), copy=False)


def aligned(Z: np.ndarray, precision: Any) -> np.ndarray:
    """A copy of Z that begins where a line of a cache does: a register's worth of entries seldom lies across two."""
    size = Z.size * np.dtype(precision).itemsize
    space = np.empty(size + LINE, np.uint8)
    first = -space.ctypes.data % LINE
    copy: np.ndarray = space[first : first + size].view(precision).reshape(Z.shape)
    copy[...] = Z
    return copy


def block_rows(d: int, dtype: Any, size: int) -> int:
    """How many rows fit so many bytes."""
    return max(1, size // (d * np.dtype(dtype).itemsize))


@lru_cache(maxsize=2)
def cache_size(level: int = 2) -> int:
    """Bytes of a core's cache of this level."""
    name, usual = CACHES[level]
    try:
        found = os.sysconf(name)
    except (AttributeError, OSError, ValueError):
        return usual
    return found if found > 0 else usual
