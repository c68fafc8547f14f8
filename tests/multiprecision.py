"""mpmath numbers in a context of their own: rounded arithmetic at any precision, to compare against."""

from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.verifiers.numbers.ball import elementwise, pairwise
from mpmath.ctx_mp import MPContext


def context(bits: int) -> MPContext:
    """A fresh mpmath context at `bits` of precision; the global one is never touched."""
    ctx = MPContext()
    ctx.prec = bits
    return ctx


@dataclass(frozen=True)
class Multiprecision:
    """mpmath's mpf at `bits` of precision."""

    bits: int = 256
    name: str = "multiprecision"
    ctx: Any = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ctx", context(self.bits))

    def active(self) -> Any:
        return nullcontext()

    def number(self, value: Any) -> Any:
        fraction = Fraction(value)
        return self.ctx.mpf(fraction.numerator) / fraction.denominator

    def array(self, values: Any) -> np.ndarray:
        return elementwise(self.number, np.array(values, dtype=object))

    def exp(self, x: Any) -> Any:
        return elementwise(self.ctx.exp, x)

    def log(self, x: Any) -> Any:
        return elementwise(self.ctx.log, x)

    def sqrt(self, x: Any) -> Any:
        return elementwise(self.ctx.sqrt, x)

    def root_of_squares(self, x: Any) -> Any:
        return self.sqrt(x)

    def maximum(self, x: np.ndarray) -> Any:
        undefined = (x != x).any(-1)
        return np.where(undefined, self.ctx.nan, x.max(-1)) if np.any(undefined) else x.max(-1)

    def anchor(self, x: np.ndarray) -> Any:
        return self.maximum(x)

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        first = np.arange(x.shape[-1]) == np.asarray(x.argmax(-1))[..., None]
        marks = np.where(first, self.ctx.one, self.ctx.zero)
        return np.where((x != x).any(-1, keepdims=True), self.ctx.nan, marks)

    def ratio(self, a: Any, b: Any) -> Any:
        def divide(x: Any, y: Any) -> Any:
            if y != 0:
                return x / y
            return self.ctx.zero if x == 0 else self.ctx.nan

        return pairwise(divide, a, b)

    def xlogx(self, x: Any) -> Any:
        return elementwise(lambda entry: entry * self.ctx.log(entry) if entry != 0 else self.ctx.zero, x)

    def exprel(self, x: Any) -> Any:
        return elementwise(lambda entry: self.ctx.expm1(entry) / entry if entry != 0 else self.ctx.one, x)

    def logrel(self, x: Any) -> Any:
        return elementwise(lambda entry: self.ctx.log1p(entry) / entry if entry != 0 else self.ctx.one, x)
