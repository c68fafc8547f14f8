"""Margins with the features of a kernel, in integers: a positive one certifies that the data are separable.

For integers B_ic the w = Σ_ic B_ic φ(x_i)e_cᵀ has the integer scores KB, and with the normalised rows
φ(x_i)(e_{c_i} − e_j)ᵀ/√(2K_ii) the margin

    γ(w) = min_{i, j≠c_i} ((KB)_{i,c_i} − (KB)_ij) / √(2 K_ii Σ_ic B_ic (KB)_ic) ≤ γ̄
"""

from fractions import Fraction

import numpy as np
from lemmacheck.verifiers.experiments.pairs import Pairs
from lemmacheck.verifiers.experiments.tangent_kernel import TangentKernel

BITS = 20  # of the integers B
HALF = 2**27  # K = HALF·high + low, |high| < 2²⁵ and low < 2²⁷:
ROWS = 2**15  # sums of so many products with B stay below 2⁶²


def signed_square(kernel: TangentKernel, pairs: Pairs, A: np.ndarray) -> Fraction | None:
    """γ(w)|γ(w)|, with γ(0) = 0, for rounded coefficients A of the normalised features; None unless K is exact."""
    if not kernel.exact:
        return None
    B = as_integers(A / np.sqrt(kernel.diagonal)[:, None])
    scores = exact_scores(kernel, B)
    norm = sum(int(b) * score for b, score in zip(B.ravel(), scores.ravel(), strict=True) if b)
    if norm == 0:
        return Fraction(0)
    lengths = map(int, kernel.diagonal)
    return min(Fraction(lead * abs(lead), 2 * d * norm) for lead, d in zip(leads(scores, pairs), lengths, strict=True))


def as_integers(A: np.ndarray) -> np.ndarray:
    """A as integers of at most 2²⁰, up to its scale."""
    return np.rint(A * (2**BITS / np.abs(A).max())).astype(np.int64)


def exact_scores(kernel: TangentKernel, B: np.ndarray) -> np.ndarray:
    """KB in Python's integers."""
    scores = np.zeros(B.shape, dtype=object)
    support = np.flatnonzero(B.any(axis=1))
    for part in np.array_split(support, len(support) // ROWS + 1):
        high, low = np.zeros_like(B), np.zeros_like(B)
        for i in part:
            upper, lower = np.divmod(kernel.column(int(i)).astype(np.int64), HALF)
            high += upper[:, None] * B[i]
            low += lower[:, None] * B[i]
        scores += high.astype(object) * HALF + low.astype(object)
    return scores


def leads(scores: np.ndarray, pairs: Pairs) -> list[int]:
    """The lead of each example's own score over the largest other."""
    return [
        row[c] - max(score for j, score in enumerate(row) if j != c)
        for row, c in zip(scores.tolist(), pairs.labels.tolist(), strict=True)
    ]
