"""The decimals of a number as records print it: a fraction, c·√r·e^(s), m·(a + b·ln(r)), or a ball [m +/- r].

For a reader's eye; the exact text stays in the record.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmacheck.verifiers.records.limits import rational, readable

SIGNS = {"<=": "≤", ">=": "≥", "==": "="}
SHORT = 24  # a text that needs no decimals
BITS = 4096  # of a power that is exact: records may be anybody's
WRITTEN = {"·": "*", "√": "sqrt", "^": "**"}


def power(a: Any, b: Any) -> Any:
    """aᵇ, exactly where both are rational and it has few digits."""
    exact = isinstance(a, Fraction) and isinstance(b, Fraction) and b.denominator == 1
    if exact and abs(b) * max(a.numerator.bit_length(), a.denominator.bit_length()) <= BITS:
        return a ** int(b)
    return float(a) ** float(b)


FUNCTIONS: dict[str, Callable[[Any], float]] = {"sqrt": math.sqrt, "ln": math.log}
OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: power,
}


def value(text: str) -> Any:
    """The number, exactly where it is rational; nan where the text is none, or none that a double is near."""
    try:
        readable(text)
        found = read(text)
        float(found)
    except (ValueError, SyntaxError, ArithmeticError, LookupError, TypeError, RecursionError, MemoryError):
        return math.nan
    return found


def read(text: str) -> Any:
    """The number that a text says: of a ball its middle."""
    if text.startswith("["):
        return rational(text.strip("[]").split()[0])
    for sign, written in WRITTEN.items():
        text = text.replace(sign, written)
    return evaluated(ast.parse(text, mode="eval").body)


def evaluated(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=int(number)):
            return Fraction(number)
        case ast.Name(id="e"):
            return math.e
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -evaluated(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATIONS[type(op)](evaluated(left), evaluated(right))
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            return FUNCTIONS[name](evaluated(argument))
    raise ValueError(ast.dump(node))


def short(text: str, digits: int = 6) -> str:
    """The text itself if it is short, else its decimals."""
    if len(text) <= SHORT:
        return text
    found = value(text)
    return f"{text[:SHORT]}…" if math.isnan(found) else f"{float(found):.{digits}g}"


def apart(lhs: str, rhs: str) -> tuple[str, str]:
    """Two different numbers, each with as many digits as tell them apart."""
    pairs = ((short(lhs, digits), short(rhs, digits)) for digits in range(6, 18))
    return next((pair for pair in pairs if pair[0] != pair[1]), (lhs, rhs))


def indistinguishable(lhs: str, rhs: str) -> bool:
    """Whether the sides differ by no more than a few roundings of doubles do."""
    a, b = value(lhs), value(rhs)
    return bool(abs(a - b) <= 1e-12 * max(abs(a), abs(b)))


def relation_between(lhs: str, relation: str, rhs: str) -> str:
    """Both sides and their relation, in decimals where the numbers are long."""
    left, right = (short(lhs), short(rhs)) if value(lhs) == value(rhs) else apart(lhs, rhs)
    return f"{left} {SIGNS.get(relation, relation)} {right}"


def false(lhs: str, relation: str, rhs: str) -> str:
    """The relation that is false, in decimals that show it, and by how much where that is not plain."""
    left, right = apart(lhs, rhs)
    if value(lhs) == value(rhs):
        by = ""
    elif indistinguishable(lhs, rhs):
        by = ", by no more than doubles round"
    elif (left, right) == (lhs, rhs):
        by = ""
    else:
        gap = abs(float(value(lhs) - value(rhs)))
        by = "" if math.isnan(gap) else f", by {gap:.2g}"
    return f"{relation_between(lhs, relation, rhs)} is false{by}"
