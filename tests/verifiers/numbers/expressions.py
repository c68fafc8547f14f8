"""Drawn expressions with an independent value: what the arithmetics are held against.

An expression is data: a rational, or the name of an operation and its operands. They are built from few
numbers, so that equal values reached in different ways abound. √ and ln are taken of |x|.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq
from hypothesis import assume
from hypothesis import strategies as st
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.logarithm import Logarithm
from lemmacheck.verifiers.numbers.monomial import Monomial
from mpmath.ctx_mp import MPContext

from tests.sampled import draws

many = draws(4)
COARSE, FINE = 64, 1200
OPERATORS = ("<=", ">=", "<", ">", "==")

mp = MPContext()
mp.prec = FINE
NEGLIGIBLE = mp.mpf(2) ** -900


class Undefined(ArithmeticError):
    """Division by 0, the logarithm of 0, or an exponential too large to look at."""


RATIONALS = [Fraction(x) for x in (0, 1, 2, 3, 4, 8, 9, 18, -1, -2, "1/2", "1/4", "4/9", "-3/2")]
UNARY = ("negate", "abs", "sqrt", "exp", "log", "square", "invert")
BINARY = ("+", "-", "*", "/", "max")

leaves = st.sampled_from(RATIONALS).map(lambda q: ("number", q))


def grow(children: Any) -> Any:
    unary = st.tuples(st.sampled_from(UNARY), children)
    return st.one_of(unary, st.tuples(st.sampled_from(BINARY), children, children))


expressions = st.recursive(leaves, grow, max_leaves=6)


def reference(e: Any) -> Any:
    """The value by mpmath alone, at 1200 bits; √ and ln are taken of |x|."""
    name, *parts = e
    if name == "number":
        return mp.mpf(e[1].numerator) / e[1].denominator
    x, *more = map(reference, parts)
    divisor = more[0] if name == "/" else x
    if name in ("log", "invert", "/") and abs(divisor) < NEGLIGIBLE:
        raise Undefined
    if name == "exp" and abs(x) > 10**6:
        raise Undefined
    return {
        "negate": lambda: -x,
        "abs": lambda: abs(x),
        "sqrt": lambda: mp.sqrt(abs(x)),
        "exp": lambda: mp.exp(x),
        "log": lambda: mp.log(abs(x)),
        "square": lambda: x * x,
        "invert": lambda: 1 / x,
        "+": lambda: x + more[0],
        "-": lambda: x - more[0],
        "*": lambda: x * more[0],
        "/": lambda: x / more[0],
        "max": lambda: max(x, more[0]),
    }[name]()


def evaluate(e: Any, num: Any) -> Any:
    """The value under an arithmetic."""
    name, *parts = e
    if name == "number":
        return num.number(e[1])
    x, *more = (evaluate(part, num) for part in parts)
    if name == "max":
        return num.maximum(np.array([x, more[0]], dtype=object))
    return {
        "negate": lambda: -x,
        "abs": lambda: abs(x),
        "sqrt": lambda: num.sqrt(abs(x)),
        "exp": lambda: num.exp(x),
        "log": lambda: num.log(abs(x)),
        "square": lambda: x**2,
        "invert": lambda: 1 / x,
        "+": lambda: x + more[0],
        "-": lambda: x - more[0],
        "*": lambda: x * more[0],
        "/": lambda: x / more[0],
    }[name]()


def known(e: Any) -> Any:
    """The reference value; examples without one, or far outside the range of doubles, are not looked at."""
    try:
        value = reference(e)
    except Undefined:
        value = None
    assume(value is not None and abs(value) < mp.mpf(2) ** 300)
    return value


def enclosure_of(value: Any, bits: int = 900) -> arb:
    """An mpmath value as a ball that allows for its rounding."""
    sign, mantissa, exponent, _ = value._mpf_
    middle = arb(int(-mantissa if sign else mantissa)) * arb(2) ** int(exponent)
    return middle + arb(0, 1) * arb(2) ** -bits * (1 + abs(middle))


def is_exact(x: Any) -> bool:
    return isinstance(x, (fmpq, Monomial, Logarithm))


def order(x: Any, y: Any) -> int:
    """The sign of x − y for reference values; two expressions this small are equal or well apart."""
    gap = x - y
    return 0 if abs(gap) < NEGLIGIBLE * (1 + abs(x)) else 1 if gap > 0 else -1


TRUTH: dict[str, Callable[[int], bool]] = {
    "<=": lambda sign: sign <= 0,
    ">=": lambda sign: sign >= 0,
    "<": lambda sign: sign < 0,
    ">": lambda sign: sign > 0,
    "==": lambda sign: sign == 0,
}


def exact(x: str | Fraction | int) -> Any:
    """A rational in ball arithmetic."""
    return Ball().number(Fraction(x))


def exp(x: Any) -> Any:
    return Ball().exp(exact(x))


def log(x: Any) -> Any:
    return Ball().log(exact(x))


def root(x: Any) -> Any:
    return Ball().sqrt(exact(x))


KINDS: dict[str, Callable[[], Any]] = {
    "int": lambda: 2,
    "rational": lambda: exact("-2/3"),
    "root": lambda: -root(2),
    "exponential": lambda: exp(2),
    "logarithm": lambda: 1 - 3 * log(2),
    "scaled logarithm": lambda: exp(1) * log(3),
    "ball": lambda: arb(3, 0.25),
    "point": lambda: arb(2),
}


def objects(*values: Any) -> np.ndarray:
    """An array of them, whatever they are."""
    return np.array(values, dtype=object)
