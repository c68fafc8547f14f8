"""All samples of n draws from N equally likely examples, by their counts c ∈ ℕ^N with Σ c_i = n.

The sample c has the probability n!/(c_1! ⋯ c_N!) N^{−n}.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import comb


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All c ∈ ℕ^parts with Σ c_i = total."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in compositions(total - first, parts - 1))


@lru_cache(maxsize=64)
def samples(size: int, N: int) -> tuple[tuple[int, ...], ...]:
    """The counts of all samples."""
    return tuple(compositions(size, N))


def ways(c: tuple[int, ...]) -> int:
    """n!/(c_1! ⋯ c_N!)."""
    product, left = 1, sum(c)
    for count in c:
        product, left = product * comb(left, count), left - count
    return product
