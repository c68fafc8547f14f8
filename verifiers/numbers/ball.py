"""Balls: every number is exact (a rational, c·√r·eˢ, m·(a + b·ln r)) or an enclosure [m ± r] by python-flint's arb.

What starts exact stays exact until a step is truly irrational; from then on each operation's rounding
is inside the ball, so a decided comparison is a proof about the real numbers. The working precision
of flint is process-wide; `Ball.active()` is the one place that sets it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.arithmetic import some
from lemmacheck.verifiers.numbers.logarithm import Logarithm
from lemmacheck.verifiers.numbers.monomial import Monomial, Rational, as_ball, monomial


def elementwise(function: Callable[[Any], Any], x: Any) -> Any:
    """The function at every entry of an array, or at a number."""
    if not isinstance(x, np.ndarray):
        return function(x)
    result = over_entries(function)(x)
    return result if x.ndim else np.array(result, dtype=object)


@lru_cache(maxsize=64)
def over_entries(function: Callable[[Any], Any]) -> np.ufunc:
    """The function as NumPy applies it."""
    return np.frompyfunc(function, 1, 1)


def pairwise(function: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """The function at every pair of entries of two arrays, or at two numbers."""
    if not isinstance(a, np.ndarray) and not isinstance(b, np.ndarray):
        return function(a, b)
    left, right = np.broadcast_arrays(np.asarray(a, dtype=object), np.asarray(b, dtype=object))
    result = np.empty(left.shape, dtype=object)
    result.ravel()[:] = [function(x, y) for x, y in zip(left.ravel(), right.ravel(), strict=True)]
    return result


def along(function: Callable[[list[Any]], Any], x: np.ndarray) -> Any:
    """The function of each vector along the last axis, a number each; of a single vector that number."""
    if x.ndim == 1:
        return function(x.tolist())
    result = np.empty(x.shape[:-1], dtype=object)
    result.ravel()[:] = list(map(function, x.reshape(-1, x.shape[-1]).tolist()))
    return result


def vectors(function: Callable[[list[Any]], list[Any]], x: np.ndarray) -> np.ndarray:
    """The function of each vector along the last axis, a vector of the same length each."""
    result = np.empty(x.shape, dtype=object)
    for row, place in zip(x.reshape(-1, x.shape[-1]).tolist(), result.reshape(-1, x.shape[-1]), strict=True):
        place[:] = function(row)
    return result


def to_fmpq(value: Any) -> fmpq:
    """An integer, Fraction or flint rational as fmpq."""
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    return fmpq(value)


def fraction(x: fmpq) -> Fraction:
    """A flint rational as a Fraction."""
    return Fraction(int(x.p), int(x.q))


@dataclass(frozen=True)
class Ball:
    """Exact numbers and balls, at `bits` of working precision."""

    bits: int = 256
    name: str = "ball"

    def active(self) -> Any:
        """A context in which flint works at this precision; every ball computation runs inside one."""
        return flint.ctx.workprec(self.bits)

    def number(self, value: Any) -> Any:
        return to_fmpq(value)

    def array(self, values: Any) -> np.ndarray:
        entries = np.array(values, dtype=object)
        return elementwise(to_fmpq, entries)

    def exp(self, x: Any) -> Any:
        return elementwise(_exp, x)

    def log(self, x: Any) -> Any:
        return elementwise(_log, x)

    def sqrt(self, x: Any) -> Any:
        return elementwise(_sqrt, x)

    def root_of_squares(self, x: Any) -> Any:
        return elementwise(_root_of_squares, x)

    def maximum(self, x: np.ndarray) -> Any:
        return along(_largest, some(x))

    def anchor(self, x: np.ndarray) -> Any:
        """The midpoint of the maximum: a ball subtracted from all entries would add its radius to each."""
        return elementwise(_middle, self.maximum(x))

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        return vectors(_first_largest, some(x))

    def ratio(self, a: Any, b: Any) -> Any:
        return pairwise(_ratio, a, b)

    def xlogx(self, x: Any) -> Any:
        return elementwise(_xlogx, x)

    def exprel(self, x: Any) -> Any:
        return elementwise(_exprel, x)

    def logrel(self, x: Any) -> Any:
        return elementwise(_logrel, x)


def _exp(x: Any) -> Any:
    if type(x) is arb:
        return x.exp()
    if isinstance(x, Rational):
        return monomial(fmpq(1), fmpq(1), fmpq(x))
    return as_ball(x).exp()


def _log(x: Any) -> Any:
    if type(x) is arb:
        return x.log()
    if isinstance(x, Monomial):
        return x.log()
    if not isinstance(x, Rational) or x <= 0:
        return as_ball(x).log()
    if x == 1:
        return fmpq(0)
    return Logarithm(fmpq(1), fmpq(0), fmpq(1), fmpq(x)) if x > 1 else -_log(1 / fmpq(x))


def _sqrt(x: Any) -> Any:
    if isinstance(x, Monomial):
        return x.sqrt()
    if isinstance(x, Rational):
        return monomial(fmpq(1), fmpq(x), fmpq(0)) if x > 0 else fmpq(0) if x == 0 else arb("nan")
    return as_ball(x).sqrt()


def _root_of_squares(x: Any) -> Any:
    """√x of a sum of squares, whose ball may reach below 0 though it does not."""
    return x.nonnegative_part().sqrt() if type(x) is arb else _sqrt(x)


def _largest(row: Any) -> Any:
    """The maximum; exact where the largest entry is exact and surely the largest."""
    top = row[0]
    for entry in row[1:]:
        if entry <= top:
            continue
        top = entry if entry > top else as_ball(entry).max(as_ball(top))
    return top


def _middle(x: Any) -> Any:
    return x.mid() if type(x) is arb else x


def _first_largest(row: Any) -> list[Any]:
    """The indicator of the first largest entry; undefined where it is not sure which that is."""
    first, undecided = 0, as_ball(row[0]).is_nan()
    for k in range(1, len(row)):
        if row[k] > row[first]:
            first = k
        else:
            undecided = undecided or not row[k] <= row[first]
    if undecided:
        return [arb("nan")] * len(row)
    return [fmpq(k == first) for k in range(len(row))]


def _ratio(a: Any, b: Any) -> Any:
    if isinstance(b, Rational) and b == 0:
        return fmpq(0) if isinstance(a, Rational) and a == 0 else arb("nan")
    return a / b


def _xlogx(x: Any) -> Any:
    return fmpq(0) if isinstance(x, Rational) and x == 0 else x * _log(x)


def _exprel(x: Any) -> Any:
    return fmpq(1) if isinstance(x, Rational) and x == 0 else _monotone(lambda y: y.expm1() / y, as_ball(x))


def _logrel(x: Any) -> Any:
    if isinstance(x, Rational):
        return fmpq(1) if x == 0 else _log(1 + fmpq(x)) / x
    return _monotone(lambda y: y.log1p() / y, as_ball(x))


def _monotone(function: Callable[[arb], arb], x: arb) -> arb:
    """A monotone function with value 1 at 0, where its formula divides by 0: between its values at the two ends."""
    if not x.contains(0):
        return function(x)
    ends = [arb(1) if end == 0 else function(end) for end in (x.lower(), x.upper())]
    return ends[0].union(ends[1])
