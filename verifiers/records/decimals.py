"""The decimals of a number as records print it: a fraction, c·√r·e^(s), m·(a + b·ln(r)), or a ball [m +/- r].

For a reader's eye; the exact text stays in the record.
"""

import ast
import math
import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmacheck.verifiers.records.limits import DIGITS, rational, readable
from lemmacheck.verifiers.records.text import cut

SIGNS = {"<=": "≤", ">=": "≥", "==": "="}
SHORT, SHORT_FRACTION, LONGEST = 24, 13, 60  # a text that needs no decimals, and one that is not shown whole
FRACTION = re.compile(r"-?\d+/\d+")
FIRST = 40  # digits of a fraction that are read where there are many more
LONG = re.compile(r"(-?\d+)/(\d{41,})")  # a fraction whose first digits suffice
DECIMAL = re.compile(r"(-?\d+)(\.\d+)?(e[-+]?\d+)?")
ONE = re.compile(r"(?<![\d/.])1·")
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
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: power,
}  # fmt: skip


def value(text: str) -> Any:
    """The number, exactly where it is rational; nan where the text is none, or none that a double is near."""
    try:
        found = read(text)
        float(found)
    except (ValueError, SyntaxError, ArithmeticError, LookupError, TypeError, RecursionError, MemoryError):
        return math.nan
    return found


def read(text: str) -> Any:
    """The number that a text holds; of a ball, its middle."""
    if len(text) > DIGITS and (long := LONG.fullmatch(text)):
        return leading(long[1], long[2])
    readable(text)
    if text.startswith("["):
        return rational(text.strip("[]").split()[0])
    if DECIMAL.fullmatch(text):
        return rational(text)
    for sign, written in WRITTEN.items():
        text = text.replace(sign, written)
    return evaluated(ast.parse(text, mode="eval").body)


def leading(numerator: str, denominator: str) -> Fraction:
    """A fraction by its first digits."""
    more = len(numerator) - len(denominator)
    found = Fraction(int(numerator[:FIRST]), int(denominator[:FIRST]))
    if len(numerator) <= FIRST or abs(more) > 300:
        raise ValueError(f"a number of {more} digits")
    return found * Fraction(10) ** more


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


def is_short(text: str) -> bool:
    """Whether a text needs no decimals: it is no ball, and few signs long."""
    return len(text) <= (SHORT_FRACTION if FRACTION.fullmatch(text) else SHORT) and not text.startswith("[")


def short(text: str, digits: int = 6, beside: bool = False) -> str:
    """The text itself if it is short, beside decimals only if it is an integer, else its decimals."""
    if is_short(text) and not (beside and re.search(r"\D", text.lstrip("-"))):
        return common_form(text)
    found = value(text)
    return cut(text, SHORT + 1) if math.isnan(found) else f"{float(found):.{digits}g}"


def share(ratio: float, digits: int = 6, sides: tuple[str, str] | None = None) -> str:
    """A share of what is allowed. It reads 1 only where both sides are one exact number; else it shows the digits short
    of 1."""
    text = f"{ratio:.{digits}g}"
    equal = sides is not None and sides[0] == sides[1] and not sides[0].startswith("[")
    if text != "1" or equal:
        return text
    return next((short for d in range(digits, 17) if (short := f"{ratio:.{d}g}") != "1"), "1 (to 16 digits)")


def common_form(text: str) -> str:
    """The common form of a number: 1/18 - ln(3) for (1/18 + -1·ln(3)), and 2 for 2.000."""
    text = trimmed(text)
    written = ONE.sub("", text).replace("+ -", "- ")
    return written[1:-1] if written.startswith("(") and written.endswith(")") else written


def trimmed(text: str) -> str:
    """A decimal without the zeros at its end: 0.5 for 0.500, 1e+30 for 1.000e+30; other numbers as they are."""
    decimal = DECIMAL.fullmatch(text)
    if decimal is None:
        return text
    whole, digits, power = decimal.groups("")
    return whole + digits.rstrip("0").rstrip(".") + power


def in_full(text: str) -> str:
    """The text itself, or all digits of a double where it is longer than a reader takes in."""
    return common_form(text) if len(text) <= LONGEST else short(text, 17)


def two_apart(lhs: str, rhs: str) -> tuple[str, str]:
    """Two different numbers, with enough digits to differ, where doubles have these; both are in decimals, or neither
    is."""
    beside = not (is_short(lhs) and is_short(rhs))
    pairs = ((short(lhs, digits, beside), short(rhs, digits, beside)) for digits in range(6, 18))
    return next((pair for pair in pairs if pair[0] != pair[1]), (in_full(lhs), in_full(rhs)))


def without_balls(lhs: str, rhs: str) -> tuple[str, str]:
    """Both sides as they stand; where one is a ball, decimals that tell them apart."""
    return two_apart(lhs, rhs) if "[" in (lhs[:1], rhs[:1]) else (lhs, rhs)


def indistinguishable(lhs: str, rhs: str) -> bool:
    """Whether the sides differ by no more than a few roundings of doubles do."""
    a, b = value(lhs), value(rhs)
    return bool(abs(a - b) <= 1e-12 * max(abs(a), abs(b)))


def relation_between(lhs: str, relation: str, rhs: str) -> str:
    """Both sides and their relation, in decimals where the numbers are long."""
    left, right = (short(lhs), short(rhs)) if value(lhs) == value(rhs) else two_apart(lhs, rhs)
    return f"{left} {SIGNS.get(relation, relation)} {right}"


def false_in_decimals(lhs: str, relation: str, rhs: str) -> str:
    """The relation that is false, in decimals that show it, and by how much where that is not plain."""
    left, right = two_apart(lhs, rhs)
    if value(lhs) == value(rhs):
        by = ""
    elif indistinguishable(lhs, rhs):
        by = ", by no more than doubles round"
    elif (left, right) == (common_form(lhs), common_form(rhs)) or math.isnan(between := float(value(lhs) - value(rhs))):
        by = ""
    else:
        by = f", by {abs(between):.2g}"
    return f"{relation_between(lhs, relation, rhs)} is false{by}"
