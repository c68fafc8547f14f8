"""Numbers of which only the rows of a run that determine them are known.

A formula that is computed with them shows which states each of its rows reads. A result depends on the rows of all its
operands; an operation that would reveal more is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from lemmacheck.verifiers.numbers.ball import Ball, along, elementwise, pairwise
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.letters import NotAffine

NONE: frozenset[int] = frozenset()


class Read:
    """A number that depends on these rows."""

    __slots__ = ("rows",)

    def __init__(self, rows: frozenset[int]) -> None:
        self.rows = rows

    def _with(self, other: Any) -> Read:
        return Read(self.rows | rows_of(other))

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = _with

    def _alone(self) -> Read:
        return self

    __neg__ = __abs__ = _alone

    def _refused(self, *_: Any) -> Any:
        raise NotAffine

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __bool__ = __float__ = _refused  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


def rows_of(x: Any) -> frozenset[int]:
    """The rows that a number depends on; none, if it is no such number."""
    return x.rows if isinstance(x, Read) else NONE


def together(numbers: list[Any]) -> Read:
    """The number that depends on all of these."""
    return Read(NONE.union(*map(rows_of, numbers)))


class ReadBall(Ball):
    """Functions of such numbers."""

    def maximum(self, x: np.ndarray) -> Any:
        return along(together, x)

    def anchor(self, x: np.ndarray) -> Any:
        return self.maximum(x)

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        return np.broadcast_to(np.asarray(self.maximum(x), dtype=object)[..., None], x.shape)

    def ratio(self, a: Any, b: Any) -> Any:
        return pairwise(lambda x, y: Read(rows_of(x) | rows_of(y)), a, b)


def of_one(self: ReadBall, x: Any) -> Any:
    return elementwise(lambda one: Read(rows_of(one)), x)


for _name in ("exp", "log", "sqrt", "root_of_squares", "xlogx", "exprel", "logrel"):
    setattr(ReadBall, _name, of_one)


class Reading(GuardedBall):
    """Balls that say which rows are read, under guards, as claims meet them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "within", ReadBall(self.bits))
