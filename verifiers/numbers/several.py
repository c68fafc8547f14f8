"""Floats of several problems as one number: arithmetic on it is arithmetic on each of them.

Code for one problem, x_{t+1} = x_t − h·(A @ x_t), then runs on many at once. Nothing can look at such a number, for it
may be above 0 in one problem and below it in another. A division by 0 is nan, for in exact numbers it is undefined.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np
from lemmacheck.verifiers.numbers.float64 import Float64, nearest
from lemmacheck.verifiers.numbers.forbidden import is_whole

FLOATS = Float64()


class Several:
    """A float of each problem. What is the same in all is a float as it is."""

    __slots__ = ("values",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Any) -> None:
        self.values = values

    @property
    def _held(self) -> Any:
        """What two such numbers are the same by, as two sealed numbers are."""
        return self.values

    def __neg__(self) -> Several:
        return Several(-self.values)

    def __pos__(self) -> Several:
        return self

    def __abs__(self) -> Several:
        return Several(abs(self.values))

    def refuse(self, *_: Any) -> NoReturn:
        raise TypeError("a number of several problems is looked at")

    __bool__ = __float__ = __int__ = __index__ = refuse
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = refuse  # type: ignore[assignment]


def divided(a: Any, b: Any) -> Any:
    return np.where(b == 0, np.nan, a / b)


def operations(operation: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def forward(self: Several, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else Several(operation(self.values, values_of(other)))

    def backward(self: Several, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else Several(operation(values_of(other), self.values))

    return forward, backward


for _name, _operation in {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul")},
    "truediv": divided,
    "pow": np.power,
}.items():
    _forward, _backward = operations(_operation)
    setattr(Several, f"__{_name}__", _forward)
    setattr(Several, f"__r{_name}__", _backward)


def values_of(x: Any) -> Any:
    """The floats of a number, or the float that an integer, a Fraction or a double is."""
    if isinstance(x, Several):
        return x.values
    if isinstance(x, (float, Fraction)) or is_whole(x):
        return np.float64(nearest(x))
    raise TypeError(f"{x!r:.40} is no number of several problems")


def joined(parts: Sequence[np.ndarray]) -> np.ndarray:
    """Equally shaped arrays of floats, one a problem, as one array of such numbers."""
    together = np.stack(parts, axis=-1)
    found = np.empty(together.shape[:-1], dtype=object)
    for place in np.ndindex(found.shape):
        found[place] = Several(together[place])
    return found


def spread(side: Any, count: int) -> np.ndarray:
    """The floats of an array of such numbers: axis 0 is its first axis, axis 1 the problem, of which there are so many.

    What has no axis gets one of length 1.
    """
    entries = np.atleast_1d(np.asarray(side, dtype=object))
    floats = np.empty((*entries.shape, count))
    for place in np.ndindex(entries.shape):
        floats[place] = values_of(entries[place])
    return np.moveaxis(floats, -1, 1)


def at_each(function: Callable[..., Any], inputs: int = 1) -> Callable[..., Any]:
    """A function of floats as one of such numbers, elementwise."""
    return np.frompyfunc(lambda *given: Several(function(*map(values_of, given))), inputs, 1)


LARGER = np.frompyfunc(lambda a, b: Several(np.maximum(values_of(a), values_of(b))), 2, 1)


@dataclass(frozen=True)
class SideBySide:
    """The arithmetic of these numbers: that of doubles, of each problem apart."""

    name: str = "float64 side by side"

    def active(self) -> Any:
        return FLOATS.active()

    def number(self, value: Any) -> np.float64:
        return FLOATS.number(value)

    def array(self, values: Any) -> np.ndarray:
        return np.asarray(np.frompyfunc(self.number, 1, 1)(np.array(values, dtype=object)), dtype=object)

    exp, log, sqrt = (staticmethod(at_each(function)) for function in (np.exp, np.log, np.sqrt))
    root_of_squares = sqrt
    xlogx, exprel = (staticmethod(at_each(function)) for function in (FLOATS.xlogx, FLOATS.exprel))
    logrel, ratio = staticmethod(at_each(FLOATS.logrel)), staticmethod(at_each(FLOATS.ratio, 2))

    def maximum(self, x: np.ndarray) -> Any:
        return LARGER.reduce(np.asarray(x, dtype=object), axis=-1)

    def anchor(self, x: np.ndarray) -> Any:
        return self.maximum(x)

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        found = np.empty(x.shape, dtype=object)
        for place in np.ndindex(x.shape[:-1]):
            row = np.stack(np.broadcast_arrays(*map(values_of, x[place])), axis=-1)
            found[place] = joined([*FLOATS.first_largest(np.atleast_2d(row))])
        return found
