"""Exact rationals (`flint.fmpq`): for steps that are rational; any other value is refused, not rounded.

On a problem whose rows are all scored alike the soft-max is uniform and a whole run stays rational;
√ of a square, exp 0 and ln 1 are rational too. They compute with Python's Fractions, as a method's parameters are.
"""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.numbers.ball import Ball, elementwise, to_fmpq
from lemmacheck.verifiers.numbers.scalar import Scalar

_exact = Ball()


@dataclass(frozen=True)
class Rational:
    """The field ℚ; an irrational value raises Undecided."""

    name: str = "rational"

    def active(self) -> Any:
        return nullcontext()

    def number(self, value: Any) -> Scalar:
        return Scalar(to_fmpq(value))

    def array(self, values: Any) -> np.ndarray:
        return elementwise(Scalar, _exact.array(values))

    def exp(self, x: Any) -> Any:
        return _rational(_exact.exp(x), "exp")

    def log(self, x: Any) -> Any:
        return _rational(_exact.log(x), "log")

    def sqrt(self, x: Any) -> Any:
        return _rational(_exact.sqrt(x), "sqrt")

    def root_of_squares(self, x: Any) -> Any:
        return _rational(_exact.root_of_squares(x), "sqrt")

    def maximum(self, x: np.ndarray) -> Any:
        return _rational(_exact.maximum(x), "max")

    def anchor(self, x: np.ndarray) -> Any:
        return _rational(_exact.anchor(x), "max")

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        return _rational(_exact.first_largest(x), "max")  # type: ignore[no-any-return]

    def ratio(self, a: Any, b: Any) -> Any:
        return _rational(_exact.ratio(a, b), "ratio")

    def xlogx(self, x: Any) -> Any:
        return _rational(_exact.xlogx(x), "x ln x")

    def exprel(self, x: Any) -> Any:
        return _rational(_exact.exprel(x), "(eˣ − 1)/x")

    def logrel(self, x: Any) -> Any:
        return _rational(_exact.logrel(x), "ln(1 + x)/x")


def _rational(x: Any, function: str) -> Any:
    def check(entry: Any) -> Scalar:
        if isinstance(entry, fmpq):
            return Scalar(entry)
        raise Undecided(f"{function} gave {entry}, which is not rational; use balls for this step")

    return elementwise(check, x)
