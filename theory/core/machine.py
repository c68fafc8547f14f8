"""Integers of the machine: one that has no room there is another, with a warning at most. A large one may be such."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

LARGE = 2**31
WRAPPED = "integers of 2**31 or more, of the machine, overflow; write np.arange(n, dtype=object), or run.t"
MACHINE = "an integer of the machine may have overflowed, without a word; compute it with Python's, or add dtype=object"


def may_wrap(x: Any) -> bool:
    """Whether it is made of machine integers, a large one among them."""
    kind = getattr(getattr(x, "dtype", None), "kind", "")
    return kind in tuple("iu") and np.size(x) > 0 and not (np.min(x) > -LARGE and np.max(x) < LARGE)


def is_of_the_machine(x: Any) -> bool:
    """Whether it may have overflowed: a large machine integer, a Fraction of machine integers, or an array of these."""
    if isinstance(x, Fraction):
        return any(isinstance(part, np.integer) for part in x.as_integer_ratio())
    if isinstance(x, (list, tuple)) or getattr(getattr(x, "dtype", None), "kind", "") == "O":
        return any(map(is_of_the_machine, np.array(x, dtype=object).ravel()))
    return may_wrap(x)


def without_overflow(make: Callable[[], Any], what: str) -> Any:
    """What it makes, if no single machine integer overflows on the way."""
    try:
        with np.errstate(over="raise"):
            return make()
    except FloatingPointError as error:
        raise TypeError(f"{what}: {MACHINE}") from error
