"""Numbers that an author's code computes with and cannot look at.

An undecided comparison of balls is False, at every precision: code that branches on one branches by chance. A
`Number` holds one exact number or ball. `+ − * / |x|` and integer powers make another. An operation that would reveal
its value (a comparison, its truth, float, int, its text, its hash, a pickle) is refused at the author's line. So an
array that has lost its guard, by np.asarray, .base, .view or a buffer, reveals nothing either.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np
from flint import arb, fmpq
from lemmacheck.verifiers.numbers import scalar
from lemmacheck.verifiers.numbers.forbidden import forbid, is_whole, kind_of, not_wrapped, stranger
from lemmacheck.verifiers.numbers.logarithm import Logarithm
from lemmacheck.verifiers.numbers.monomial import Monomial
from lemmacheck.verifiers.numbers.refusal import refuse, remember, watching
from lemmacheck.verifiers.numbers.scalar import Scalar

KNOWN = frozenset((int, fmpq, arb, Monomial, Logarithm))


class Number:
    """An exact number or a ball that cannot be looked at."""

    __slots__ = ("_held",)
    _held: Any

    def __init__(self, held: Any) -> None:
        if hasattr(self, "_held"):
            refuse("a number of a run is made again in place; others read it")
        object.__setattr__(self, "_held", held)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        refuse("a number of a run is changed in place; others read it")

    def __repr__(self) -> str:
        """The text does not show the value: an author's code may run where nobody watches."""
        if watching():
            forbid("__str__")
        return "a number of a run"

    def __copy__(self) -> Number:
        return self

    def __deepcopy__(self, memo: Any) -> Number:
        return self

    def __neg__(self) -> Number:
        return Number(-self._held)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return Number(abs(self._held))

    def __pow__(self, power: Any) -> Any:
        return NotImplemented if isinstance(power, np.ndarray) else made(scalar.raised, self._held, exponent(power))

    def __rpow__(self, base: Any) -> Any:
        return base ** exponent(self)

    def __mod__(self, divisor: Any) -> Any:
        divisor = met(divisor)
        return NotImplemented if divisor is None else made(remainder, self._held, divisor)


def remainder(a: Any, b: Any) -> Any:
    """a − b⌊a/b⌋ of rationals, as s.t % 2."""
    if Number in (type(a), type(b)):
        return made(remainder, held(a), held(b))
    if not isinstance(a, (int, fmpq)) or not isinstance(b, (int, fmpq)):
        refuse("x % y is of rationals, such as t; of a number that is enclosed, as √2 is, it may be undecided")
    return fmpq(Scalar(a) % b)


def made(operation: Callable[[Any, Any], Any], a: Any, b: Any) -> Number:
    """The number; a division by 0 gives one too, even where it is caught, and differs from 1 / a ball around 0."""
    try:
        return Number(operation(a, b))
    except ZeroDivisionError as error:
        remember(error)
        raise


def _computed(operation: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def forward(self: Number, other: Any) -> Any:
        other = met(other)
        return NotImplemented if other is None else made(operation, self._held, other)

    def backward(self: Number, other: Any) -> Any:
        other = met(other)
        return NotImplemented if other is None else made(operation, other, self._held)

    return forward, backward


for _name in ("add", "sub", "mul", "truediv"):
    _forward, _backward = _computed(getattr(operator, _name))
    setattr(Number, f"__{_name}__", _forward)
    setattr(Number, f"__r{_name}__", _backward)


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refused(self: Number, *_: Any) -> NoReturn:
        forbid(name)

    return refused


LOOKING = {
    "__lt__": "less", "__le__": "less_equal", "__gt__": "greater", "__ge__": "greater_equal", "__eq__": "equal",
    "__ne__": "not_equal",
}  # fmt: skip
ALIKE = """
    bool float int complex index round trunc floor ceil format hash bytes reduce reduce_ex getstate
    floordiv rfloordiv rmod divmod rdivmod
""".split()  # noqa: SIM905
for _name in (*LOOKING, *(f"__{name}__" for name in ALIKE)):
    setattr(Number, _name, _refusing(LOOKING.get(_name, _name)))


def met(other: Any) -> Any:
    """What a number computes with: another, or an integer or a rational; None for what looks after itself."""
    kind = type(other)
    if kind is Number:
        return other._held
    if kind in KNOWN:
        return other
    if kind is Fraction or kind is Scalar:
        return scalar.known(other)
    if isinstance(other, np.ndarray):
        return None
    if is_whole(other):
        return int(not_wrapped(other))
    if kind_of(other):
        stranger(other)
    return None


def exponent(power: Any) -> int:
    """An integer, also as a number of the run, such as t."""
    return scalar.exponent(held(power))


SHUT = frozenset((Number, Scalar, Fraction))  # what is not as flint computes with it


def held(x: Any) -> Any:
    return x._held if type(x) is Number else scalar.known(x)


def hidden(x: Any) -> Any:
    return x if type(x) is Number else Number(x)


_open, _seal = np.frompyfunc(held, 1, 1), np.frompyfunc(hidden, 1, 1)
REMAINDER = np.frompyfunc(remainder, 2, 1)


def opened(x: Any) -> Any:
    """The content of a sealed number; of an array without guard, its entries."""
    if not isinstance(x, np.ndarray):
        return held(x)
    x = x.view(np.ndarray)
    return over(_open, x) if x.dtype == object and not SHUT.isdisjoint(map(type, x.ravel().tolist())) else x


def closed(x: Any) -> Any:
    """The array with its entries sealed, and its guard, if it has one; a ball that stands alone, sealed."""
    if isinstance(x, np.ndarray) and x.dtype == object:
        return over(_seal, x.view(np.ndarray)).view(type(x))
    return hidden(x) if isinstance(x, arb) else x


def over(function: np.ufunc, x: np.ndarray) -> np.ndarray:
    found = np.empty(x.shape, dtype=object)
    function(x, out=found)
    return found
