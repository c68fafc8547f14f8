"""How much is asked. Of many like cases the tests ask an even spread, under LEMMACHECK_PROFILE=thorough all of them."""

import os
from collections.abc import Collection, Iterable
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")

PROFILE = os.environ.get("LEMMACHECK_PROFILE", "fast")
THOROUGH = PROFILE == "thorough"


def sampled(values: Iterable[T], count: int, always: Collection[T] = ()) -> list[T]:
    """So many of the values, from the first to the last in even steps, and those that are always asked; or all."""
    values = list(values)
    if THOROUGH or count >= len(values):
        return values
    chosen = {k * (len(values) - 1) // max(count - 1, 1) for k in range(count)}
    return [value for k, value in enumerate(values) if k in chosen or value in always]


def soon(values: Iterable[T], dear: Collection[T]) -> list[T]:
    """The values but those that take a second and more and ask nothing that the others do not; or all."""
    return [value for value in values if THOROUGH or value not in dear]


def draws(times: int) -> settings:
    """So many times ten examples; under `thorough` so many times a thousand."""
    return settings(max_examples=times * (1000 if THOROUGH else 10))
