"""Sign patterns on finitely many points: the votes of linear combinations, and the VC dimension, by enumeration.

    patterns(H, T)   {(sign Σ_i α_i h_i(x_1), …, sign Σ_i α_i h_i(x_N)) : h_i ∈ H, α_i ∈ ℝ},  sign(0) = +1
    dimension(P)     the size of the largest set of points on which P shows all patterns

For T ≤ 3 integers |α_i| ≤ T − 1 (|α_1| ≤ 1 for T = 1) show every pattern: they meet all cells, edges and rays of
the planes ⟨α, v⟩ = 0, v ∈ {−1, 1}^T.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, product

import numpy as np

Pattern = tuple[int, ...]


def weights(T: int) -> np.ndarray:
    """Integer α that show every pattern of T votes."""
    size = max(T - 1, 1)
    return np.array(list(product(range(-size, size + 1), repeat=T)))


@lru_cache(maxsize=65536)
def patterns(hypotheses: frozenset[Pattern], T: int) -> frozenset[Pattern]:
    """The patterns of sign(Σ_{i≤T} α_i h_i), from those of the hypotheses."""
    some = sorted(hypotheses)
    chosen = combinations(some, min(T, len(some)))
    found: set[Pattern] = set()
    for votes in chosen:
        signs = np.where(weights(len(votes)) @ np.array(votes) >= 0, 1, -1)
        found.update(map(tuple, np.unique(signs, axis=0).tolist()))
    return frozenset(found)


def shattered(found: Iterable[Pattern], points: tuple[int, ...]) -> bool:
    """Whether all patterns show on these points."""
    return len({tuple(pattern[i] for i in points) for pattern in found}) == 2 ** len(points)


@lru_cache(maxsize=65536)
def dimension(found: frozenset[Pattern]) -> int:
    """The VC dimension on these points."""
    points = range(len(next(iter(found))))
    sizes = (k for k in range(len(points), 0, -1) if any(shattered(found, S) for S in combinations(points, k)))
    return next(sizes, 0)
