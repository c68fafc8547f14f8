"""Exact numbers m·(a + b·ln r) with a monomial m, rational a, b and a rational r > 1.

ψ(0) = ln n is one of them, so statements that start from it are decided exactly on data whose runs stay
rational. Sums stay exact while m and r agree; anything else becomes a ball. As r is no power of another
rational, ln 4 is 2·ln 2, and equality is exact: ln r is irrational, and ln r / ln r' is for r ≠ r'.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flint import arb, fmpq, fmpz
from lemmacheck.verifiers.numbers.monomial import Compared, Monomial, Rational, apart_at_last, once_at_each_precision


def primitive(r: fmpq) -> tuple[fmpq, int]:
    """The s with r = sᵏ that is no power of a rational, and k; for r > 1."""
    return power_of(r.p, r.q)


@lru_cache(maxsize=4096)
def power_of(p: fmpz, q: fmpz) -> tuple[fmpq, int]:
    """The s and k of r = p/q: integers are hashed many times faster than a rational."""
    for k in range(p.bit_length() if p.is_perfect_power() else 1, 1, -1):
        a, b = p.root(k), q.root(k)
        if a**k == p and b**k == q:
            return fmpq(a, b), k
    return fmpq(p, q), 1


def logarithmic(m: Any, a: fmpq, b: fmpq, r: fmpq) -> Any:
    """m·(a + b·ln r), as a plainer number where b = 0."""
    return m * a if b == 0 else Logarithm(m, a, b, r)


class Logarithm(Compared):
    """m·(a + b·ln r) with b ≠ 0."""

    __slots__ = ("_ball", "a", "b", "m", "r")

    def __init__(self, m: Any, a: fmpq, b: fmpq, r: fmpq) -> None:
        base, power = primitive(r)
        self.m, self.a, self.b, self.r = m, a, power * b, base
        self._ball: tuple[int, arb] | None = None  # the last one, with its precision

    @once_at_each_precision
    def ball(self) -> arb:
        scale = self.m.ball() if isinstance(self.m, Monomial) else arb(self.m)
        return scale * (arb(self.a) + arb(self.b) * arb(self.r).log())

    def __repr__(self) -> str:
        if self.a == 0:
            return f"{self.m * self.b}·ln({self.r})"
        inner = f"({self.a} + {self.b}·ln({self.r}))"
        return inner if isinstance(self.m, Rational) and self.m == 1 else f"{self.m}·{inner}"

    def __neg__(self) -> Logarithm:
        return Logarithm(self.m, -self.a, -self.b, self.r)

    def __abs__(self) -> Any:
        return -self if self.ball() < 0 else self if self.ball() > 0 else abs(self.ball())

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Logarithm) and other.r == self.r:
            scale = other.m / self.m
            if isinstance(scale, Rational):
                return logarithmic(self.m, self.a + scale * other.a, self.b + scale * other.b, self.r)
        if isinstance(other, (Monomial, *Rational)):
            share = other / self.m
            if isinstance(share, Rational):
                return logarithmic(self.m, self.a + share, self.b, self.r)
        return self._meet(other, lambda x, y: x + y)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, (Monomial, *Rational)):
            return fmpq(0) if other == 0 else Logarithm(self.m * other, self.a, self.b, self.r)
        return self._meet(other, lambda x, y: x * y)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, (Monomial, *Rational)):
            return Logarithm(self.m / other, self.a, self.b, self.r)
        return self._meet(other, lambda x, y: x / y)

    def __rtruediv__(self, other: Any) -> Any:
        return self._meet(other, lambda x, y: y / x)

    def __pow__(self, power: int) -> Any:
        return self if power == 1 else self.ball() ** power

    def _meet(self, other: Any, operation: Any) -> Any:
        """The operation on balls."""
        if isinstance(other, (Logarithm, Monomial)):
            return operation(self.ball(), other.ball())
        if isinstance(other, (arb, *Rational)):
            return operation(self.ball(), arb(other))
        return NotImplemented

    def apart(self, other: Any) -> Any:
        found = as_sign(self - other)
        return found if isinstance(other, arb) else apart_at_last(found, lambda: as_sign(self - other))


def as_sign(difference: Any) -> Any:
    return difference.ball() if isinstance(difference, (Logarithm, Monomial)) else difference
