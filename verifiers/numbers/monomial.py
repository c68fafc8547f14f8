"""Exact numbers c·√r·eˢ with rational c, r > 0, s, next to the rationals (`flint.fmpq`) themselves.

They close up under · and /, and under + where √r and eˢ agree; any other sum, and any meeting with a
ball, gives a ball at the current precision. So ‖z‖ = ‖z‖ and ln(eˢ) = s are decided exactly, where
balls of any precision would only overlap. Equality is exact because e^s is irrational for s ≠ 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

Rational = (int, fmpq)
MOST = 1 << 16  # bits that separate two different exact numbers


def square_root(x: fmpq) -> fmpq | None:
    """√x where it is rational."""
    return x.sqrt() if x.p.is_square() and x.q.is_square() else None


def monomial(c: fmpq, r: fmpq, s: fmpq) -> Any:
    """c·√r·eˢ, as a plain rational where it is one."""
    if c == 0:
        return fmpq(0)
    if r != 1:
        root = square_root(r)
        if root is not None:
            c, r = c * root, fmpq(1)
    return fmpq(c) if r == 1 and s == 0 else Monomial(c, r, s)


def as_ball(x: Any) -> arb:
    """The enclosure of any exact number or ball."""
    if type(x) is arb:
        return x
    return x.ball() if hasattr(x, "ball") else arb(int(x) if isinstance(x, np.integer) else x)


def apart_at_last(difference: Any, again: Callable[[], Any]) -> Any:
    """The difference of two exact numbers that are not equal, with as many bits as tell its sign."""
    bits = ctx.prec
    while type(difference) is arb and difference.is_finite() and difference.contains(0) and bits < MOST:
        bits *= 4
        with ctx.workprec(bits):
            difference = again()
    return difference


class Subtracted:
    """The differences of a kind of number that adds and has negatives."""

    __slots__ = ()

    def __sub__(self: Any, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self: Any, other: Any) -> Any:
        return -self + other


class Compared(Subtracted):
    """The six comparisons of a kind of number: sure where they say true; like `flint.arb`, False may mean unknown."""

    __slots__ = ()

    def apart(self, other: Any) -> Any:
        """A rational or a ball with the sign of self − other."""
        raise NotImplementedError

    def __lt__(self, other: Any) -> bool:
        return bool(self.apart(other) < 0)

    def __gt__(self, other: Any) -> bool:
        return bool(self.apart(other) > 0)

    def __le__(self, other: Any) -> bool:
        return bool(self.apart(other) <= 0)

    def __ge__(self, other: Any) -> bool:
        return bool(self.apart(other) >= 0)

    def __eq__(self, other: object) -> bool:
        return bool(self.apart(other) == 0)

    def __ne__(self, other: object) -> bool:
        return bool(self.apart(other) != 0)


def once_at_each_precision(enclose: Callable[[Any], arb]) -> Callable[[Any], arb]:
    """The enclosure of a number, which is made anew at another precision alone."""

    @wraps(enclose)
    def ball(self: Any) -> arb:
        if self._ball is None or self._ball[0] != ctx.prec:
            self._ball = ctx.prec, enclose(self)
        found: arb = self._ball[1]
        return found

    return ball


class Monomial(Compared):
    """c·√r·eˢ, not rational by construction (see `monomial`)."""

    __slots__ = ("_ball", "_inverse", "c", "r", "s")

    def __init__(self, c: fmpq, r: fmpq, s: fmpq) -> None:
        self.c, self.r, self.s = c, r, s
        self._ball: tuple[int, arb] | None = None  # the last one, with its precision
        self._inverse: Monomial | None = None

    @once_at_each_precision
    def ball(self) -> arb:
        value = arb(self.c)
        if self.r != 1:
            value *= arb(self.r).sqrt()
        return value * arb(self.s).exp() if self.s != 0 else value

    def over(self, other: Monomial) -> fmpq | None:
        """self / other where that is rational."""
        if self.s != other.s:
            return None
        if self.r == other.r:
            return self.c / other.c
        root = square_root(self.r / other.r)
        return None if root is None else self.c / other.c * root

    def sqrt(self) -> Any:
        """√(c·eˢ), for √r absent; of a negative number, nan."""
        exact = self.r == 1 and self.c > 0
        return monomial(fmpq(1), self.c, self.s / 2) if exact else self.ball().sqrt()

    def log(self) -> Any:
        """s, where c·√r = 1."""
        return self.s if self.c == 1 and self.r == 1 else self.ball().log()

    def __repr__(self) -> str:
        root = "" if self.r == 1 else f"·√({self.r})"
        power = "" if self.s == 0 else f"·e^({self.s})"
        return f"{self.c}{root}{power}"

    def __neg__(self) -> Monomial:
        return Monomial(-self.c, self.r, self.s)

    def __abs__(self) -> Monomial:
        return Monomial(abs(self.c), self.r, self.s)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Monomial):
            ratio = self.over(other)
            if ratio is not None:
                return other.scaled(ratio + 1)
            return self.ball() + other.ball()
        if isinstance(other, Rational):
            return self if other == 0 else self.ball() + other
        return self.ball() + other if isinstance(other, arb) else NotImplemented

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Monomial):
            return monomial(self.c * other.c, self.r * other.r, self.s + other.s)
        if isinstance(other, Rational):
            return self.scaled(fmpq(other))
        return self.ball() * other if isinstance(other, arb) else NotImplemented

    __rmul__ = __mul__

    def scaled(self, factor: fmpq) -> Any:
        """The multiple, whose root stays what it is."""
        return Monomial(self.c * factor, self.r, self.s) if factor != 0 else factor

    def inverse(self) -> Monomial:
        if self._inverse is None:
            self._inverse = Monomial(1 / self.c, 1 / self.r, -self.s)
        return self._inverse

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Monomial):
            return self * other.inverse()
        if isinstance(other, Rational):
            return self.scaled(1 / fmpq(other))
        return self.ball() / other if isinstance(other, arb) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return self.inverse() * other

    def __pow__(self, power: int) -> Any:
        return monomial(self.c**power * self.r ** (power // 2), self.r ** (power % 2), self.s * power)

    def apart(self, other: Any) -> Any:
        difference = self - other
        if isinstance(difference, Monomial):
            return difference.c
        return difference if isinstance(other, arb) else apart_at_last(difference, lambda: self - other)

    def __eq__(self, other: object) -> bool:
        """Surely equal."""
        return isinstance(other, Monomial) and self.over(other) == 1

    def __ne__(self, other: object) -> bool:
        """Surely different: for another exact number, not equal; for a ball, not overlapping."""
        if isinstance(other, (Monomial, *Rational)):
            return not self == other
        return bool(self.ball() != other)
