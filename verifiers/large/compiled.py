"""The reduction, compiled by Numba: a few rows at a time are read from memory, and used twice in a core's own cache.

Rows may be stored in float32 or in bytes: each entry is widened where it is used, and every sum is in float64.
Sums are taken in whatever order is fastest, and products fused into them, which the rounding bounds allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, factorial, inf, log
from typing import Any

import numpy as np
from lemmacheck.verifiers.large.reduction import Blocking, Partial
from lemmacheck.verifiers.large.step import moved, pulled
from numba import njit

BLOCK = 1 << 21  # bytes: a file's buffers stay small
PART = 1024  # rows that are summed by themselves: errors grow with a part, not with a block
TILE = 1 << 19  # bytes of the rows between whose two uses nothing else is read
LEAST, MOST = 4, 64  # rows of a tile
STORED = ("float64", "float32", "uint8")
UNSIGNED = np.empty(0)

LOG2_E = 1 / log(2)
LN2_HIGH = float.fromhex("0x1.62e42feep-1")  # 32 bits, so that its products with |k| ≤ 1022 are exact
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
SHIFT = 1.5 * 2.0**52  # x + SHIFT holds the integer nearest to x in its last bits
SMALLEST = float(np.log(np.finfo(float).tiny))
C = tuple(1 / factorial(k) for k in range(14))


def kernel(*freely: str) -> Callable[[Any], Any]:
    """Compile a function once and keep it, if there is a place to; `freely` names what its arithmetic may do."""

    def compiled(function: Any) -> Any:
        try:
            return njit(function, nogil=True, error_model="numpy", cache=True, fastmath=set(freely))
        except RuntimeError:  # no folder can be written to
            return njit(function, nogil=True, error_model="numpy", fastmath=set(freely))

    return compiled


in_any_order = kernel("reassoc", "contract", "nsz")
as_written = kernel()
moved, pulled = as_written(moved), as_written(pulled)


@in_any_order
def score(Z: Any, w: Any, e: Any, cached: bool) -> None:
    """e_i ← ⟨z_i, w⟩. In cache four rows at a time, so that an entry of w is read once for the four; one row after the
    other where they come from memory, which is faster there."""
    fours = len(Z) // 4 * 4 if cached else 0
    for i in range(0, fours, 4):
        a, b, c, d = 0.0, 0.0, 0.0, 0.0
        for k in range(len(w)):
            a += Z[i, k] * w[k]
            b += Z[i + 1, k] * w[k]
            c += Z[i + 2, k] * w[k]
            d += Z[i + 3, k] * w[k]
        e[i], e[i + 1], e[i + 2], e[i + 3] = a, b, c, d
    for i in range(fours, len(Z)):
        total = 0.0
        for k in range(len(w)):
            total += Z[i, k] * w[k]
        e[i] = total


@kernel("contract")
def weigh(e: Any, top: float, powers: Any) -> None:
    """e_i ← exp(e_i − top) for e_i ≤ top, 0 below the normal numbers: exp(x) = 2^k exp(r), |r| ≤ ln 2 / 2."""
    for i in range(len(e)):
        x = e[i] - top
        vanishes = x < SMALLEST
        x = SMALLEST if vanishes else x
        shifted = x * LOG2_E + SHIFT
        k = shifted - SHIFT
        r = (x - k * LN2_HIGH) - k * LN2_LOW
        tail = C[7] + r * (C[8] + r * (C[9] + r * (C[10] + r * (C[11] + r * (C[12] + r * C[13])))))
        series = 1 + r * (1 + r * (C[2] + r * (C[3] + r * (C[4] + r * (C[5] + r * (C[6] + r * tail))))))
        powers[i] = shifted
        e[i] = 0.0 if vanishes else series
    bits = powers.view(np.int64)
    for i in range(len(e)):
        bits[i] = (bits[i] + 1023) << 52
    for i in range(len(e)):
        e[i] *= powers[i]


@in_any_order
def add(Z: Any, e: Any, a: Any) -> None:
    """a ← a + Σ e_i z_i, four rows at a time."""
    fours = len(Z) // 4 * 4
    for i in range(0, fours, 4):
        for k in range(len(a)):
            a[k] += (e[i] * Z[i, k] + e[i + 1] * Z[i + 1, k]) + (e[i + 2] * Z[i + 2, k] + e[i + 3] * Z[i + 3, k])
    for i in range(fours, len(Z)):
        for k in range(len(a)):
            a[k] += e[i] * Z[i, k]


@in_any_order
def of_tiles(Z: Any, w: Any, signs: Any, tile: int, a: Any, cached: bool) -> Any:
    """(m, S), and a in place of zeros, tile by tile: the sums are rescaled where a tile has a larger score."""
    m, S = -inf, 0.0
    scores, powers = np.empty(tile), np.empty(tile)
    for first in range(0, len(Z), tile):
        rows = Z[first : first + tile]
        e = scores[: len(rows)]
        score(rows, w, e, cached)
        top = m
        for i in range(len(rows)):
            if len(signs):
                e[i] *= signs[first + i]
            top = max(top, e[i])
        if top > m:
            share = np.exp(m - top)
            S *= share
            a *= share
            m = top
        weigh(e, m, powers)
        for i in range(len(rows)):
            S += e[i]
            if len(signs):
                e[i] *= signs[first + i]
        add(rows, e, a)
    return m, S


@in_any_order
def reduced(Z: Any, w: Any, signs: Any, tile: int, a: Any, cached: bool) -> Any:
    """(m, S), and a in place of zeros, merged from those of parts."""
    m, S = -inf, 0.0
    for first in range(0, len(Z), PART):
        added = np.zeros(len(w))
        top, mass = of_tiles(Z[first : first + PART], w, signs[first : first + PART], tile, added, cached)
        highest = max(m, top)
        kept, share = np.exp(m - highest), np.exp(top - highest)
        m, S = highest, kept * S + share * mass
        for k in range(len(w)):
            a[k] = kept * a[k] + share * added[k]
    return m, S


@in_any_order
def longest(Z: Any, divisor: float) -> float:
    """The largest ‖z_i / divisor‖²; nan if one is."""
    largest = 0.0
    for i in range(len(Z)):
        square = 0.0
        for k in range(Z.shape[1]):
            square += (Z[i, k] / divisor) ** 2
        if not square <= largest:
            largest = square
        if largest != largest:
            break
    return largest


@as_written
def steps(Z: Any, tile: int, w: Any, g: Any, p: Any, theta: Any, beta: Any) -> Any:
    """(w, m, S, a, p, h, g) of t + 1, t + 2, …, one below the other, from w_t, g_t, p_t and θ_t, … and β_{t+1}, …"""
    shape = len(theta), len(w)
    W, A, P, H, G = np.empty(shape), np.zeros(shape), np.empty(shape), np.empty(shape), np.empty(shape)
    m, S = np.empty(len(theta)), np.empty(len(theta))
    for j in range(len(theta)):
        for k in range(len(w)):
            W[j, k] = moved(w[k], g[k], p[k], theta[j])
        m[j], S[j] = reduced(Z, W[j], UNSIGNED, tile, A[j], True)
        for k in range(len(w)):
            P[j, k] = A[j, k] / S[j]
            H[j, k], G[j, k] = pulled(g[k], P[j, k], beta[j])
        w, g, p = W[j], G[j], P[j]
    return W, m, S, A, P, H, G


def tile_rows(Z: np.ndarray) -> int:
    return min(max(TILE // (Z.shape[1] * Z.itemsize), LEAST), MOST)


@dataclass(frozen=True)
class Compiled:
    """Z is read from memory once, by one core or by many."""

    precision: Any = np.float64
    streams: bool = True

    @property
    def size(self) -> int:
        return BLOCK

    def reads(self, dtype: np.dtype) -> np.dtype:
        return dtype if dtype.isnative and dtype.name in STORED else np.dtype(np.float64)

    def blocking(self, rows: int) -> Blocking:
        return Blocking(min(rows, PART), ceil(min(rows, PART) / LEAST) + ceil(rows / PART))

    def block(self, Z: np.ndarray, w: np.ndarray, signs: np.ndarray | None = None) -> Partial:
        a = np.zeros(len(w))
        m, S = reduced(Z, w, UNSIGNED if signs is None else signs, tile_rows(Z), a, False)
        return Partial(m, S, a)

    def largest_square(self, Z: np.ndarray, divisor: float) -> float:
        return float(longest(Z, divisor))

    def several(
        self, Z: np.ndarray, w: np.ndarray, g: np.ndarray, p: np.ndarray, theta: Sequence[float], beta: Sequence[float]
    ) -> Iterator[tuple[Any, ...]]:
        """(w, m, S, a, p, h, g) of the next few t, on rows that are all in cache."""
        found = steps(Z, tile_rows(Z), w, g, p, np.array(theta), np.array(beta))
        W, m, S, *others = found
        return zip(W, m.tolist(), S.tolist(), *others, strict=True)
