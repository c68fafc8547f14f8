"""Numbers with a corner or a jump, elementwise: what is made of an arithmetic's maximum and its first largest entry.

    max{a, b}   min{a, b}   x⁺ = max{x, 0}   1[a ≥ b]   1[x ≥ 0]   1[x > 0]   sign x = ±1 with sign 0 = +1

|x| is Python's abs in every arithmetic. Where a ball does not tell on which side of a jump it lies, the value is
undefined; at a corner it is a ball that holds both sides.
"""

from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Arithmetic, Array


def paired(num: Arithmetic, a: Any, b: Any) -> Array:
    """(a, b) along a new last axis."""
    a, b = (num.number(x) if isinstance(x, int) else x for x in (a, b))
    return np.stack(np.broadcast_arrays(a, b), axis=-1)


def larger(num: Arithmetic, a: Any, b: Any) -> Array:
    """max{a, b}."""
    if hasattr(num, "larger"):  # of terms, which stand in no array of pairs
        return num.larger(a, b)
    return np.asanyarray(num.maximum(paired(num, a, b)))


def smaller(num: Arithmetic, a: Any, b: Any) -> Array:
    """min{a, b}."""
    return -larger(num, -a, -b)


def clamped(num: Arithmetic, x: Any, low: Any, high: Any) -> Array:
    """x, but no less than `low` and, where low ≤ high, no more than `high`."""
    return larger(num, smaller(num, x, high), low)


def positive_part(num: Arithmetic, x: Any) -> Array:
    """x⁺ = max{x, 0}."""
    return larger(num, x, 0 * x)


def reached(num: Arithmetic, a: Any, b: Any) -> Array:
    """1[a ≥ b]."""
    if hasattr(num, "reached"):
        return num.reached(a, b)
    return num.first_largest(paired(num, a, b))[..., 0]


def at_least_zero(num: Arithmetic, x: Any) -> Array:
    """1[x ≥ 0]."""
    return reached(num, x, 0 * x)


def above_zero(num: Arithmetic, x: Any) -> Array:
    """1[x > 0]."""
    return 1 - at_least_zero(num, -x)


def sign(num: Arithmetic, x: Any) -> Array:
    """1 for x ≥ 0, −1 for x < 0."""
    return 2 * at_least_zero(num, x) - 1


def last_largest(num: Arithmetic, x: Array) -> Array:
    """1 at the last largest entry along the last axis, 0 at all others."""
    return num.first_largest(x[..., ::-1])[..., ::-1]
