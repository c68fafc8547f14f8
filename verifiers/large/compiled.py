"""The reduction, compiled by Numba: a few rows at a time are read from memory, and used twice in a core's first cache.

Four streams of rows, one from each quarter of a part, are read at once: an entry of w and one of the sum then serve
four rows, and memory delivers several streams faster than one.

Rows may be stored in float32 or in bytes: each entry is widened where it is used, and every sum is in float64.
Sums are taken in whatever order is fastest, and products fused into them, which the rounding bounds allow.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, factorial, inf, log
from typing import Any

import numpy as np
from lemmacheck.verifiers.large import reduction
from lemmacheck.verifiers.large.reduction import Blocking, Partial, cache_size
from lemmacheck.verifiers.large.step import moved, pulled
from numba import njit

# Rows that are summed by themselves: errors grow with a part, not with a block. An odd number is in each of its four
# streams, which are then seldom whole pages apart, where all would want the same places of a cache.
PART = 4 * 255
LEAST = 4  # rows of a tile, which is used twice; 4 are added at a time
STORED = ("float64", "float32", "uint8")
UNSIGNED = np.empty(0)

LOG2_E = 1 / log(2)
LN2_HIGH = float.fromhex("0x1.62e42feep-1")  # 32 bits, so that its products with |k| ≤ 1022 are exact
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
SHIFT = 1.5 * 2.0**52  # x + SHIFT holds the integer nearest to x in its last bits
SMALLEST = float(np.log(np.finfo(float).tiny))
C = tuple(1 / factorial(k) for k in range(14))


def kernel(*freely: str) -> Callable[[Any], Any]:
    """Compile a function once and keep it, if there is a place to; `freely` names the freedoms of its arithmetic."""

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
def score(Z: Any, quarter: int, first: int, w: Any, signs: Any, e: Any) -> float:
    """e_{4i+j} ← ⟨z, w⟩ of row first + i of quarter j, for as many i as e has room for; the largest of them."""
    top = -inf
    for i in range(len(e) // 4):
        x, s = first + i, 4 * i
        e0, e1, e2, e3 = 0.0, 0.0, 0.0, 0.0
        for k in range(len(w)):
            e0 += Z[x, k] * w[k]
            e1 += Z[quarter + x, k] * w[k]
            e2 += Z[2 * quarter + x, k] * w[k]
            e3 += Z[3 * quarter + x, k] * w[k]
        if len(signs):
            e0 *= signs[x]
            e1 *= signs[quarter + x]
            e2 *= signs[2 * quarter + x]
            e3 *= signs[3 * quarter + x]
        e[s], e[s + 1], e[s + 2], e[s + 3] = e0, e1, e2, e3
        top = max(top, max(max(e0, e1), max(e2, e3)))
    return top


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
def add(Z: Any, quarter: int, first: int, f: Any, a: Any) -> None:
    """a ← a + Σ f_{4i+j} z for the rows first + i of each quarter j."""
    for i in range(len(f) // 4):
        y, s = first + i, 4 * i
        f0, f1, f2, f3 = f[s], f[s + 1], f[s + 2], f[s + 3]
        for k in range(len(a)):
            left = f0 * Z[y, k] + f1 * Z[quarter + y, k]
            a[k] += left + (f2 * Z[2 * quarter + y, k] + f3 * Z[3 * quarter + y, k])


@in_any_order
def of_tiles(Z: Any, w: Any, signs: Any, tile: int, a: Any) -> Any:
    """(m, S), and a in place of zeros, of a number of rows that 4 divides: they are read in four streams, a tile at a
    time, and the sums are rescaled where a tile has a larger score."""
    m, S = -inf, 0.0
    quarter, deep = len(Z) // 4, tile // 4
    scores, powers = np.empty(tile), np.empty(tile)
    for first in range(0, quarter, deep):
        e = scores[: 4 * min(deep, quarter - first)]
        top = score(Z, quarter, first, w, signs, e)
        if top > m:
            share = np.exp(m - top)
            S *= share
            a *= share
            m = top
        weigh(e, m, powers)
        for i in range(len(e)):
            S += e[i]
            if len(signs):
                e[i] *= signs[i % 4 * quarter + first + i // 4]
        add(Z, quarter, first, e, a)
    return m, S


@in_any_order
def joined(m: float, S: float, a: Any, top: float, mass: float, added: Any) -> Any:
    """(m, S), and a in place, of two sets of rows."""
    highest = max(m, top)
    kept, share = np.exp(m - highest), np.exp(top - highest)
    for k in range(len(a)):
        a[k] = kept * a[k] + share * added[k]
    return highest, kept * S + share * mass


@in_any_order
def reduced(Z: Any, w: Any, signs: Any, tile: int, a: Any) -> Any:
    """(m, S), and a in place of zeros, joined from those of parts; of n rows the last n mod 4 are each a part."""
    m, S = -inf, 0.0
    added = np.empty(len(w))
    fours = len(Z) // 4 * 4
    for first in range(0, fours, PART):
        last = min(first + PART, fours)
        added[:] = 0.0
        top, mass = of_tiles(Z[first:last], w, signs[first:last], tile, added)
        m, S = joined(m, S, a, top, mass, added)
    for i in range(fours, len(Z)):
        sign, total = signs[i] if len(signs) else 1.0, 0.0
        for k in range(len(w)):
            total += Z[i, k] * w[k]
            added[k] = sign * Z[i, k]
        m, S = joined(m, S, a, sign * total, 1.0, added)
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
        m[j], S[j] = reduced(Z, W[j], UNSIGNED, tile, A[j])
        for k in range(len(w)):
            P[j, k] = A[j, k] / S[j]
            H[j, k], G[j, k] = pulled(g[k], P[j, k], beta[j])
        w, g, p = W[j], G[j], P[j]
    return W, m, S, A, P, H, G


def tile_rows(Z: np.ndarray, w: np.ndarray) -> int:
    """How many rows are scored before they are added: so many stay in a core's first cache, beside w and the sum."""
    room = cache_size(1) - 2 * w.nbytes
    return min(max(room // (len(w) * Z.itemsize) // LEAST * LEAST, LEAST), PART)


@dataclass(frozen=True)
class Compiled:
    """Z is read from memory once, by one core or by many."""

    precision: Any = np.float64
    streams: bool = True

    @property
    def size(self) -> int:
        return reduction.BLOCK

    def reads(self, dtype: np.dtype) -> np.dtype:
        return dtype if dtype.isnative and dtype.name in STORED else np.dtype(np.float64)

    def blocking(self, rows: int) -> Blocking:
        return Blocking(min(rows, PART), ceil(min(rows, PART) / LEAST) + ceil(rows / PART) + 3)

    def block(self, Z: np.ndarray, w: np.ndarray, signs: np.ndarray | None = None) -> Partial:
        a = np.zeros(len(w))
        m, S = reduced(Z, w, UNSIGNED if signs is None else signs, tile_rows(Z, w), a)
        return Partial(m, S, a)

    def largest_square(self, Z: np.ndarray, divisor: float) -> float:
        return float(longest(Z, divisor))

    def several(
        self, Z: np.ndarray, w: np.ndarray, g: np.ndarray, p: np.ndarray, theta: Sequence[float], beta: Sequence[float]
    ) -> tuple[Any, ...]:
        """w, m, S, a, p, h, g of the next few t, each in a column, on rows that are all in cache."""
        W, m, S, A, P, H, G = steps(Z, PART, w, g, p, np.array(theta), np.array(beta))
        return W, m.tolist(), S.tolist(), A, P, H, G
