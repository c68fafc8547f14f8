"""Numbers with an unknown unit: a result without one is the same for every unit.

A claim on vectors measured in a unit u > 0 whose sides are plain numbers is homogeneous of degree 0 in them: it depends
on their direction alone. Adding numbers of different units, or exp and log of a number with one, is refused.
"""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.verifiers.numbers.ball import Ball, along, elementwise, vectors
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.monomial import Subtracted

PLAIN = (int, fmpq, arb)


class UnlikeUnits(ArithmeticError):
    """Numbers of different units are added or compared, or one with a unit meets a function that takes none."""


class Measured(Subtracted):
    """value · u^degree."""

    __slots__ = ("degree", "value")

    def __init__(self, value: Any, degree: Any) -> None:
        self.value, self.degree = value, degree

    def __add__(self, other: Any) -> Any:
        return self if is_zero(other) else made(self.value + alike(self, other), self.degree)

    __radd__ = __add__

    def __neg__(self) -> Any:
        return Measured(-self.value, self.degree)

    def __abs__(self) -> Any:
        return Measured(abs(self.value), self.degree)

    def __mul__(self, other: Any) -> Any:
        value, degree = parts(other)
        return made(self.value * value, self.degree + degree)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        value, degree = parts(other)
        return made(self.value / value, self.degree - degree)

    def __rtruediv__(self, other: Any) -> Any:
        value, degree = parts(other)
        return made(value / self.value, degree - self.degree)

    def __pow__(self, power: Any) -> Any:
        return made(self.value**power, self.degree * power) if type(power) is int else NotImplemented

    def __bool__(self) -> bool:
        raise UnlikeUnits("a number with a unit is asked for its truth")


def compared(how: Callable[[Any, Any], Any]) -> Callable[[Measured, Any], Any]:
    return lambda one, other: how(one.value, 0 if is_zero(other) else alike(one, other))


for _name in ("lt", "le", "gt", "ge"):
    setattr(Measured, f"__{_name}__", compared(getattr(operator, _name)))


def made(value: Any, degree: Any) -> Any:
    return Measured(value, degree) if degree else value


def parts(x: Any) -> tuple[Any, Any]:
    if isinstance(x, Measured):
        return x.value, x.degree
    if not isinstance(x, PLAIN):
        raise TypeError(f"a number with a unit meets a {type(x).__name__}")
    return x, 0


def is_zero(x: Any) -> bool:
    return isinstance(x, (int, fmpq)) and x == 0


def alike(one: Measured, other: Any) -> Any:
    """The value of a number of the same unit."""
    if not isinstance(other, Measured) or other.degree != one.degree:
        raise UnlikeUnits("numbers of different units are added or compared")
    return other.value


def plain(x: Any) -> Any:
    """A number that has no unit."""
    if isinstance(x, Measured):
        raise UnlikeUnits("a function that takes plain numbers is asked of one with a unit")
    return x


def in_unit(row: Any) -> tuple[list[Any], Any]:
    """The values of numbers of one unit, and its degree; 0 has every unit."""
    degrees = {x.degree if isinstance(x, Measured) else 0 for x in row if not is_zero(x)} or {0}
    if len(degrees) > 1:
        raise UnlikeUnits("numbers of different units are compared")
    return [x.value if isinstance(x, Measured) else x for x in row], degrees.pop()


class MeasuredBall(Ball):
    """Balls, some of them with a unit."""

    def sqrt(self, x: Any) -> Any:
        return elementwise(lambda y: halved(super(MeasuredBall, self).sqrt, y), x)

    def root_of_squares(self, x: Any) -> Any:
        return elementwise(lambda y: halved(super(MeasuredBall, self).root_of_squares, y), x)

    def maximum(self, x: np.ndarray) -> Any:
        return along(self.largest, x)

    def largest(self, row: list[Any]) -> Any:
        """The maximum, in the unit of the entries."""
        values, degree = in_unit(row)
        return made(super().maximum(np.array(values, dtype=object)), degree)

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        return super().first_largest(vectors(lambda row: in_unit(row)[0], x))


def of_plain(function: Callable[[Any, Any], Any]) -> Callable[[MeasuredBall, Any], Any]:
    return lambda self, x: function(self, elementwise(plain, x))


for _name in ("exp", "log", "xlogx", "exprel", "logrel"):
    setattr(MeasuredBall, _name, of_plain(getattr(Ball, _name)))


def halved(root: Callable[[Any], Any], x: Any) -> Any:
    return made(root(x.value), Fraction(x.degree) / 2) if isinstance(x, Measured) else root(x)


class Measuring(GuardedBall):
    """Measured balls under guards, as claims meet them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "within", MeasuredBall(self.bits))
