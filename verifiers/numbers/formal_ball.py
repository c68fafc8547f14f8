"""Balls with normal forms: the arithmetic in which what two sides share cancels before their difference is enclosed."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.numbers.ball import Ball, along, elementwise, pairwise, vectors
from lemmacheck.verifiers.numbers.form_functions import exponential, logarithm, square_root
from lemmacheck.verifiers.numbers.forms import Form, Ground
from lemmacheck.verifiers.numbers.monomial import as_ball


@dataclass(frozen=True)
class FormalBall(Ball):
    """Rationals, and forms over one ground."""

    ground: Ground = field(default_factory=Ground, repr=False, compare=False)

    def exp(self, x: Any) -> Any:
        return elementwise(lambda y: exponential(y, self.ground), x)

    def log(self, x: Any) -> Any:
        return elementwise(lambda y: logarithm(y, self.ground), x)

    def sqrt(self, x: Any) -> Any:
        return elementwise(lambda y: square_root(y, self.ground, known=False), x)

    def root_of_squares(self, x: Any) -> Any:
        return elementwise(lambda y: square_root(y, self.ground, known=True), x)

    def maximum(self, x: np.ndarray) -> Any:
        return along(self.largest, x)

    def anchor(self, x: np.ndarray) -> Any:
        return along(lambda row: max(row, key=lambda y: as_ball(y).mid()), x)

    def largest(self, row: list[Any]) -> Any:
        """The maximum: the entry that is surely at least the others, or a number of its own."""
        left: list[Any] = []
        for y in row:
            if any(y <= z for z in left):
                continue
            left = [z for z in left if not z <= y] + [y]
        if len(left) == 1:
            return left[0]
        key = frozenset(z.key() if isinstance(z, Form) else z for z in left)
        ball = as_ball(left[0])
        for z in left[1:]:
            ball = ball.max(as_ball(z))
        return self.ground.number("max", key, tuple(left), lambda: ball)

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        return vectors(_first_largest, x)

    def ratio(self, a: Any, b: Any) -> Any:
        return pairwise(_ratio, a, b)

    def xlogx(self, x: Any) -> Any:
        return elementwise(lambda y: fmpq(0) if _is_zero(y) else y * logarithm(y, self.ground), x)

    def exprel(self, x: Any) -> Any:
        return elementwise(lambda y: fmpq(1) if _is_zero(y) else (exponential(y, self.ground) - 1) / y, x)

    def logrel(self, x: Any) -> Any:
        return elementwise(lambda y: fmpq(1) if _is_zero(y) else logarithm(1 + y, self.ground) / y, x)


def _first_largest(row: list[Any]) -> list[Any]:
    """The indicator of the first largest entry."""
    first = 0
    for k in range(1, len(row)):
        if row[k] > row[first]:
            first = k
        elif not row[k] <= row[first]:
            raise Undecided("it is not sure which entry is the largest")
    return [fmpq(k == first) for k in range(len(row))]


def _is_zero(x: Any) -> bool:
    return not isinstance(x, Form) and x == 0


def _ratio(a: Any, b: Any) -> Any:
    if _is_zero(b):
        if not _is_zero(a):
            raise Undecided("a number is divided by 0")
        return fmpq(0)
    return a / b
