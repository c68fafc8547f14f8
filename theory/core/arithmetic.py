"""The number systems under which the same formulas are read.

An `Arithmetic` supplies what float64, mpmath, balls, rationals and symbols do differently: how an exact rational
enters, exp, log and sqrt, the maximum, and 0/0 := 0 where a document defines it so. All else in a formula is + - * /
@ on NumPy arrays of its numbers. It never compares: the verifiers decide whether a relation holds.
"""

from typing import Any, Protocol

import numpy as np

Array = np.ndarray
Number = Any  # float, mpmath.mpf, flint.fmpq, flint.arb, sympy.Expr: whatever the arithmetic makes


def as_array(x: Any) -> Array:
    """A number as an array; an array as it is."""
    return x if hasattr(x, "shape") else np.asarray(x)


def column(x: Any) -> Array:
    """Per-step scalars, shaped to multiply per-step vectors."""
    return as_array(x)[..., None]


def as_row(x: Any) -> Array:
    """A number, or one for each problem of a batch, with an axis for the index before it."""
    return as_array(x)[None]


def some(x: Array) -> Array:
    """Vectors that have an entry: of none there is no largest."""
    if not x.shape[-1]:
        raise IndexError("the largest of no entries: index 0 is out of bounds for size 0")
    return x


def delayed(x: Array) -> Array:
    """x_{−1} = 0, x_0, …, x_{T−1} of x_0, …, x_T."""
    return np.concatenate([0 * x[:1], x[:-1]])


class Undecided(ArithmeticError):
    """The arithmetic cannot give this value: the step is irrational, or the precision ran out."""


class Arithmetic(Protocol):
    """The operations that a formula may use of a number system."""

    @property
    def name(self) -> str: ...

    def number(self, value: Any) -> Number:
        """An integer or a Fraction as a number of this system."""

    def array(self, values: Any) -> Array:
        """A nested sequence of integers or Fractions as an array of this system's numbers."""

    def exp(self, x: Any) -> Any: ...

    def log(self, x: Any) -> Any: ...

    def sqrt(self, x: Any) -> Any:
        """√x elementwise, undefined where x is not surely at least 0."""

    def root_of_squares(self, x: Any) -> Any:
        """√x elementwise of sums of squares: these are at least 0, whatever their enclosure says."""

    def maximum(self, x: Array) -> Any:
        """The largest entry along the last axis."""

    def anchor(self, x: Array) -> Any:
        """A number near the largest entry along the last axis, with no error of its own, so that it cancels."""

    def first_largest(self, x: Array) -> Array:
        """1 at the first largest entry along the last axis, 0 at all others."""

    def ratio(self, a: Any, b: Any) -> Any:
        """a / b, and 0 where a and b are exactly 0."""

    def xlogx(self, x: Any) -> Any:
        """x ln x, and 0 at 0, elementwise, of a quantity that is not negative."""

    def exprel(self, x: Any) -> Any:
        """(eˣ − 1)/x, and 1 at 0, elementwise."""

    def logrel(self, x: Any) -> Any:
        """ln(1 + x)/x, and 1 at 0, elementwise, of a quantity above −1."""
