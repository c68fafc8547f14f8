"""Affine forms c_0 + Σ c_i L_i in letters, with rational c_i: a step that is run on letters shows whether it is affine.

`+ − * / @` by numbers alone; whatever else a step does with a letter raises NotAffine.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.verifiers.numbers.rational import Rational


class NotAffine(ArithmeticError):
    """What is done with a letter is no sum of multiples of letters."""


class Form:
    """coefficients[0] + Σ coefficients[i]·L_i."""

    __slots__ = ("coefficients",)

    def __init__(self, coefficients: tuple[fmpq, ...]) -> None:
        self.coefficients = coefficients

    def __add__(self, other: Any) -> Form:
        if isinstance(other, Form):
            return Form(tuple(a + b for a, b in zip(self.coefficients, other.coefficients, strict=True)))
        return Form((self.coefficients[0] + constant(other), *self.coefficients[1:]))

    __radd__ = __add__

    def __neg__(self) -> Form:
        return Form(tuple(-a for a in self.coefficients))

    def __sub__(self, other: Any) -> Form:
        return self + (-other)

    def __rsub__(self, other: Any) -> Form:
        return -self + other

    def __mul__(self, other: Any) -> Form:
        factor = constant(other)
        return Form(tuple(a * factor for a in self.coefficients))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Form:
        return self * (1 / constant(other))

    def __repr__(self) -> str:
        return f"Form{self.coefficients}"

    def _refused(self, *_: Any) -> Any:
        raise NotAffine

    __lt__ = __le__ = __gt__ = __ge__ = __abs__ = __pow__ = __rtruediv__ = __float__ = __bool__ = _refused


def constant(x: Any) -> fmpq:
    """A number that is no letter."""
    if isinstance(x, Form):
        if any(x.coefficients[1:]):
            raise NotAffine
        return x.coefficients[0]
    if not isinstance(x, (int, fmpq)):
        raise NotAffine
    return fmpq(x)


def letters(count: int) -> list[Form]:
    """L_1, …, L_count."""
    return [Form(tuple(fmpq(k == i) for k in range(count + 1))) for i in range(1, count + 1)]


def row(x: Any, count: int) -> list[fmpq]:
    """The coefficients of a form in so many letters, or of a number."""
    return list(x.coefficients) if isinstance(x, Form) else [constant(x), *(fmpq(0) for _ in range(count))]


LETTERS = Rational("letters")


def flat(state: Any) -> list[Any]:
    """The numbers of a state, in the order of its fields."""
    return [x for part in state for x in np.asarray(part, dtype=object).view(np.ndarray).ravel()]


def shaped(state: Any, numbers: list[Any]) -> Any:
    """A state of the same fields and shapes, with other numbers."""
    left = iter(numbers)
    parts = []
    for part in state:
        entries = np.empty(np.shape(part), dtype=object)
        entries.ravel()[:] = [next(left) for _ in range(entries.size)]
        parts.append(entries if entries.ndim else entries[()])
    return type(state)(*parts)
