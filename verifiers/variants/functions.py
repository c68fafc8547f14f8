"""What the author's λ_t, θ_t and β_t return at t = 0, 1, …, before anything is run with them.

A function of t must give a finite real number wherever the runs ask for it, and a λ_t that is not 0, by which
the dual step divides.
"""

import math
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from pathlib import Path
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.opening import culprit, error_text
from lemmacheck.theory.core.schedules import Exactly, rational
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.variants.unseen import longest

AS_INDEX = re.compile("indices|interpreted as an integer")
SYMBOLS = {"lam": "λ", "theta": "θ", "beta": "β"}
FAR, CLOSE = 1 << 14, 50  # a t that no run reaches; the distance of those at which a deep function is asked first
GREATEST, LEAST = sys.float_info.max, sys.float_info.min
NUMBER = "expected a finite number: an int, a Fraction or a float"
INTEGER = "t is a Fraction, so that 1/t is exact; write int(t)"
NUMPY = "NumPy cannot take t, which is a Fraction; write math.sqrt(t), math.log(t), ..., or np.sqrt(float(t))"


class Unusable(InputError, Undecided):
    """Why a variant cannot be examined at all, or on some data, in one sentence."""


def check_functions(variant: Variant, steps: int, path: Path | None = None) -> None:
    """Every function of t that the author gave is defined at every t that runs of so many steps ask for, and those on
    drawn data; Unusable says which is not, and where."""
    last = longest(steps) + 1
    for name, symbol in SYMBOLS.items():
        given: Any = getattr(variant.algorithm, name, None)
        for t in range(last + 1) if isinstance(given, Exactly) else ():
            try:
                value = number(given.function, symbol, t, path)
            except Unusable as error:
                asked = f"; a check of {steps} steps asks for t = 0, …, {last}, the {last + 1} values of a list"
                raise Unusable(f"{error}{asked}" if t else str(error)) from error
            if t <= steps + 1:
                in_floats(value, symbol, t, home(given.function, path))


def in_floats(value: Fraction, symbol: str, t: int, where: str) -> None:
    """Unusable where a value is beyond the floats, or a λ_t is nearer to 0 than any, by which the dual step divides."""
    large, small = abs(value) > GREATEST, symbol == "λ" and abs(value) < LEAST
    if large or small:
        digits = round((value.numerator.bit_length() - value.denominator.bit_length()) * math.log10(2))
        asked = f"expected {f'at least {LEAST:.0e}' if small else f'at most {GREATEST:.0e}'} in absolute value"
        raise Unusable(f"{where}{symbol}_{t} is about 10^{digits}, and runs are made in floats too; {asked}")


def number(function: Callable[[Any], Any], symbol: str, t: int, path: Path | None) -> Fraction:
    """f(t) as the fraction it is, which must be a finite number, and as a λ_t not 0."""
    value = called(function, symbol, t, path)
    if not is_number(value):
        raise Unusable(f"{home(function, path)}{symbol}_{t} is {value_text(value)}; {NUMBER}")
    if symbol == "λ" and value == 0:
        raise Unusable(f"{home(function, path)}λ_{t} is 0, by which the dual step divides")
    return rational(value)


def called(function: Callable[[Any], Any], symbol: str, t: int, path: Path | None) -> Any:
    """f(t); an error names the author's line that failed."""
    try:
        return reached(function, t)
    except Unusable:
        raise
    except Exception as error:
        where = f"{culprit(error, path)}: " if path else ""
        why = NUMPY if "loop of ufunc" in str(error) else error_text(error)
        why += f": {INTEGER}" if isinstance(error, (TypeError, IndexError)) and AS_INDEX.search(str(error)) else ""
        raise Unusable(f"{where}{why} ({symbol}_t at t = {t})") from error


def reached(function: Callable[[Any], Any], t: int) -> Any:
    """f(t); one that calls itself all the way down to 0 is first asked for values below t, which it may remember."""
    try:
        return function(Fraction(t))
    except RecursionError:
        for s in range(0, min(t, FAR), CLOSE):
            with suppress(Exception):
                function(Fraction(s))
        return function(Fraction(t))


def value_text(value: Any) -> str:
    """A value that is no number of Python's, with its type where it looks like one."""
    if isinstance(value, np.ndarray):
        return f"an array of the shape {value.shape}"
    looks = repr(value).lstrip("-+")[:1].isdigit()
    return f"{value!r}, of the type {type(value).__module__}.{type(value).__name__}" if looks else repr(value)


def is_number(value: Any) -> bool:
    """Whether it is a rational number: an int, a Fraction, a finite float or Decimal."""
    if isinstance(value, float | Decimal):
        return math.isfinite(value)
    return isinstance(value, Rational)


def home(function: Callable[[Any], Any], path: Path | None) -> str:
    """Where a function is written."""
    code = getattr(function, "__code__", None)
    if path and code and Path(code.co_filename).resolve() == path.resolve():
        return f"{path}:{code.co_firstlineno}: "
    return f"{path}: " if path else ""
