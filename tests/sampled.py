"""How much is asked. Of many like cases the tests ask an even spread, under LEMMACHECK_PROFILE=thorough all or more."""

import os
from collections.abc import Collection, Iterable
from math import inf
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")

PROFILE = os.environ.get("LEMMACHECK_PROFILE", "fast")
THOROUGH = PROFILE == "thorough"


def sampled(values: Iterable[T], count: int, always: Collection[T] = (), most: float = inf) -> list[T]:
    """So many of the values, under `thorough` the most of them, in even steps, and those that are always asked."""
    values = list(values)
    count = int(min(most if THOROUGH else count, len(values)))
    if count == len(values):
        return values
    chosen = {k * (len(values) - 1) // max(count - 1, 1) for k in range(count)}
    return [value for k, value in enumerate(values) if k in chosen or value in always]


def soon(values: Iterable[T], dear: Collection[T]) -> list[T]:
    """The values but those that take a second and more and ask nothing that the others do not; or all."""
    return [value for value in values if THOROUGH or value not in dear]


def draws(times: int) -> settings:
    """So many times ten examples; under `thorough` so many times a thousand."""
    return settings(max_examples=times * (1000 if THOROUGH else 10))
