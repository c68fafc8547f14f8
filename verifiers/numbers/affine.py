"""Numbers that lean: m + Σ g_i ε_i for unknown ε_i in [−1, 1], the same in all of them, with m and g_i in balls.

What depends on the same ε twice is known better than by its ball: x − x is 0, and errors grow as the derivative says.
What is not affine goes into the ball of m: after Taylor's first order the remainder is ½f''z², z = Σ g_i ε_i. A fresh ε
stands for such a ball from then on.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq
from lemmacheck.verifiers.numbers.ball import Ball, elementwise
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.monomial import Compared, as_ball

PLAIN = (int, fmpq, arb)


class Affine(Compared):
    """m + Σ g_i ε_i."""

    __slots__ = ("lean", "mid")

    def __init__(self, mid: arb, lean: Mapping[Hashable, arb]) -> None:
        self.mid, self.lean = mid, lean

    @property
    def reach(self) -> arb:
        """The most that |z| can be."""
        return sum((abs(g) for g in self.lean.values()), arb(0)).upper()

    def ball(self) -> arb:
        return self.mid + arb(0, self.reach)

    def apart(self, other: Any) -> arb:
        return as_ball(self - other)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Affine):
            return Affine(self.mid + other.mid, together(self.lean, other.lean))
        return Affine(self.mid + other, self.lean) if isinstance(other, PLAIN) else NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Affine:
        return self * -1

    def __abs__(self) -> Any:
        return self if self >= 0 else -self if self <= 0 else abs(self.ball())

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Affine):
            lean = together(times(self.lean, other.mid), times(other.lean, self.mid))
            return Affine(self.mid * other.mid + arb(0, (self.reach * other.reach).upper()), lean)
        return Affine(self.mid * other, times(self.lean, other)) if isinstance(other, PLAIN) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * other.inverse() if isinstance(other, Affine) else self * (1 / as_ball(other))

    def __rtruediv__(self, other: Any) -> Any:
        return self.inverse() * other

    def inverse(self) -> Affine:
        return self.taylor(1 / self.mid, -1 / self.mid**2, 2 / self.ball() ** 3)

    def exp(self) -> Affine:
        value = self.mid.exp()
        return self.taylor(value, value, self.ball().exp())

    def log(self) -> Affine:
        return self.taylor(self.mid.log(), 1 / self.mid, -1 / self.ball() ** 2)

    def taylor(self, value: arb, slope: arb, bend: arb) -> Affine:
        """f(m) + f'(m)z + ½f''z², with f'' at some place of the whole ball."""
        half = self.reach**2 / 4
        return Affine(value + bend * (half + arb(0, half.upper())), times(self.lean, slope))

    def renewed(self, name: Hashable) -> Affine:
        """The same, with an ε of this name for the ball of m."""
        return Affine(self.mid.mid(), {**self.lean, name: self.mid.rad()})


def together(a: Mapping[Hashable, arb], b: Mapping[Hashable, arb]) -> Mapping[Hashable, arb]:
    return {**a, **{name: a[name] + g if name in a else g for name, g in b.items()}}


def times(lean: Mapping[Hashable, arb], factor: Any) -> Mapping[Hashable, arb]:
    return {name: g * factor for name, g in lean.items()}


def between(low: Any, high: Any, name: Hashable) -> Affine:
    """What lies between two rationals, by an ε of this name."""
    return Affine(arb((low + high) / 2), {name: arb((high - low) / 2)})


@dataclass(frozen=True)
class AffineBall(Ball):
    """Balls, some of which lean."""

    def exp(self, x: Any) -> Any:
        return elementwise(lambda y: y.exp() if isinstance(y, Affine) else super(AffineBall, self).exp(y), x)

    def log(self, x: Any) -> Any:
        return elementwise(lambda y: y.log() if isinstance(y, Affine) else super(AffineBall, self).log(y), x)


@dataclass(frozen=True)
class Leaning(GuardedBall):
    """The same, guarded, as methods meet them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "within", AffineBall(self.bits))
