"""Rationals that stand alone, as an author's code meets them: p.L, s.t, p.number(1).

flint's rationals compute with integers and each other. These do so with Python's Fractions too, are exponents where
they are whole, and have quotients and remainders, as s.t % 2.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from numbers import Rational
from typing import Any

from flint import arb, fmpq
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.numbers.ball import to_fmpq
from lemmacheck.verifiers.numbers.forbidden import is_whole, not_wrapped, powered
from lemmacheck.verifiers.numbers.refusal import of_an_author, refuse, remember


class Scalar(fmpq):
    """A rational of a run. What is computed of such ones alone is one too."""

    __slots__ = ()

    @property
    def numerator(self) -> int:  # type: ignore[override]
        return int(fmpq.numerator.__get__(self))

    @property
    def denominator(self) -> int:  # type: ignore[override]
        return int(fmpq.denominator.__get__(self))

    def __float__(self) -> float:
        if of_an_author():
            refuse("float(x) takes a number out of exact arithmetic; compute with x itself")
        return self.numerator / self.denominator

    def __copy__(self) -> Scalar:
        return self

    def __deepcopy__(self, memo: Any) -> Scalar:
        return self

    def __neg__(self) -> Scalar:
        return Scalar(fmpq.__neg__(self))

    def __pos__(self) -> Scalar:
        return self

    def __abs__(self) -> Scalar:
        return Scalar(fmpq.__abs__(self))

    def __floordiv__(self, other: Any) -> Any:
        return (self / other).__floor__()

    def __rfloordiv__(self, other: Any) -> Any:
        return (other / self).__floor__()

    def __floor__(self) -> Scalar:  # type: ignore[override]
        return Scalar(self.numerator // self.denominator)

    def __ceil__(self) -> Scalar:  # type: ignore[override]
        return Scalar(-(-self.numerator // self.denominator))

    def __round__(self, digits: int = 0) -> Scalar:  # type: ignore[override]
        return Scalar(to_fmpq(Fraction(round(Fraction(self.numerator, self.denominator), digits))))

    def __mod__(self, other: Any) -> Any:
        return self - other * (self // other)

    def __rmod__(self, other: Any) -> Any:
        return other - self * (other // self)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __pow__(self, power: Any) -> Any:
        if isinstance(power, (int, fmpq, Fraction)):
            return Scalar(fmpq(self) ** exponent(power))
        return NotImplemented

    def __rpow__(self, base: Any) -> Any:
        return Scalar(base) ** self if isinstance(base, (int, fmpq)) else NotImplemented

    __hash__ = fmpq.__hash__


Rational.register(Scalar)  # so that a Fraction to the power s.t is one, and no float


def exponent(power: Any) -> int:
    """An integer, also as a number of the run, such as t."""
    if is_whole(power):
        return powered(int(not_wrapped(power)))
    if isinstance(power, (fmpq, Fraction)) and power.denominator == 1:
        return powered(int(power.numerator))
    bool(power)  # for its refusal alone: what stands for a number, as a letter does, is neither true nor false
    refuse(f"the power {power} is no integer; write p.sqrt(x), or p.exp(a * p.log(x))")


def raised(x: Any, k: int) -> Any:
    """xᵏ, of one number."""
    refuse_undefined(x, k)
    return x**k


def refuse_undefined(x: Any, k: int) -> None:
    """Where x has no value, as ln 0 has none, neither has x⁰, which flint takes for 1."""
    if k == 0 and type(x) is arb and not x.is_finite():
        error = Undecided("x⁰ is asked of an x that has no value, or is not known to have one")
        remember(error)
        raise error


def known(x: Any) -> Any:
    """What flint computes with."""
    return to_fmpq(x) if type(x) in (Fraction, Scalar) else x


def kept(found: Any) -> Any:
    return Scalar(found) if type(found) is fmpq else found


def _operation(name: str) -> Callable[[Scalar, Any], Any]:
    of_flint = getattr(fmpq, name)
    return lambda self, other: kept(of_flint(self, known(other)))


for _name in ("add", "sub", "mul", "truediv", "radd", "rsub", "rmul", "rtruediv"):
    setattr(Scalar, f"__{_name}__", _operation(f"__{_name}__"))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Scalar, f"__{_name}__", _operation(f"__{_name}__"))
