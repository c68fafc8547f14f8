"""Vectors of floats that stand for exact ones: the exact one's norm, and how far the computed one is from it.

    plus     fl(x + y) is off by the errors of x and y, by 2u‖fl(x + y)‖, and by underflow
    times    fl(cx) is off by |c| times the error of x, by 3u|c|‖x‖, and by underflow;  floats have c within u|c|

Each operation of the recursion is written once more with these: no vector is made without its bound. A vector that is
rounded to a second, coarser precision is so by `plus` with that precision's u.
"""

from typing import Any, NamedTuple

from flint import arb
from lemmacheck.verifiers.large.rounding import UNIT


class Near(NamedTuple):
    """The norm of the exact vector, and a bound on its distance from the computed one."""

    norm: Any
    error: arb


def near(computed: arb, error: arb) -> Near:
    """A vector whose computed norm is this, with this error."""
    error = error.upper()
    return Near((computed + arb(0, error)).nonnegative_part(), error)


def plus(x: Near, y: Near, computed: arb, tiny: arb, unit: arb = UNIT) -> Near:
    """The sum; `computed` is its measured norm."""
    return near(computed, x.error + y.error + 2 * unit * computed + tiny)


def times(c: Any, x: Near, tiny: arb) -> Near:
    """The multiple by an exact number, computed with the nearest float."""
    size = abs(c)
    return Near(size * x.norm, (size * x.error + 3 * UNIT * size * (x.norm + x.error) + tiny).upper())


NOTHING = Near(arb(0), arb(0))
