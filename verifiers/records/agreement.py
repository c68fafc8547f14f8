"""Whether a record made again agrees with the recorded one: field by field, numbers as numbers.

Exact numbers agree if they are equal and the recorded one is written as this package writes it: -1, neither -2/2 nor
-1.0. Two enclosures agree if they meet and are of one size. Floats, and the fitted exponents of rates, agree up to the
differences in rounding between versions of the libraries.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from flint import arb
from lemmacheck.verifiers.records.decimals import trimmed
from lemmacheck.verifiers.records.limits import rational, readable
from lemmacheck.verifiers.records.text import cut
from lemmacheck.verifiers.records.verdict import Word

NUMBERS = ("lhs", "rhs", "Z")  # as text
RELATIVE, ABSOLUTE = 1e-9, 1e-12  # far above rounding, far below what a reader is shown
DRAWN = 2e-5  # curves have six digits
EXPONENT = 2e-6  # fitted exponents have six digits after the point
SIZE = 1000  # balls out of the same computation are as wide, up to what versions of a library may differ by
DIGITS = arb(10) ** -15  # of its centre: of balls that are smaller than this the width says nothing
LONGEST = 60


def differences(recorded: Any, again: Any, unchecked: Collection[str] = (), path: str = "") -> Iterator[str]:
    """Each field in which a record differs from the one made again, with both values."""
    if path in unchecked:
        return
    if is_dataclass(recorded) and type(recorded) is type(again):
        for field in fields(recorded):
            inner = f"{path}.{field.name}" if path else field.name
            yield from differences(getattr(recorded, field.name), getattr(again, field.name), unchecked, inner)
    elif isinstance(recorded, list) and isinstance(again, list) and len(recorded) == len(again):
        for one, other in zip(recorded, again, strict=True):
            yield from differences(one, other, unchecked, path)
    elif not same(recorded, again, path):
        yield f"{path} is {value_text(recorded)}, found {value_text(again)}"


def same(recorded: Any, again: Any, path: str = "") -> bool:
    """Whether two plain values agree."""
    if isinstance(recorded, str) and isinstance(again, str) and path.rpartition(".")[2] in NUMBERS:
        return agree(again, recorded)
    if isinstance(recorded, float | int) and isinstance(again, float) and not isinstance(recorded, bool):
        relative = DRAWN if path.startswith("curves") else RELATIVE
        return math.isclose(recorded, again, rel_tol=relative, abs_tol=ABSOLUTE)
    return type(recorded) is type(again) and bool(recorded == again)


def agree(found: str, recorded: str) -> bool:
    """Whether two numbers are the same, two enclosures meet and are as wide, or two texts are the same."""
    if found == recorded:
        return True
    try:
        if "+/-" in found and "+/-" in recorded:
            readable(recorded)
            return meet(arb(found), arb(recorded))
        number = rational(recorded)
        return bool(rational(found) == number and recorded == str(number)) or is_padded(found, recorded)
    except ValueError:
        return False


def is_padded(found: str, recorded: str) -> bool:
    """Whether a decimal is recorded with the zeros up to its twentieth digit, as earlier versions wrote it."""
    digits = recorded.partition("e")[0].lstrip("-0.").replace(".", "")
    return len(digits) == 20 and found == trimmed(recorded)


def meet(found: arb, recorded: arb) -> bool:
    """Whether two enclosures of one number could come out of the same computation."""
    widths = found.rad(), recorded.rad()
    near = DIGITS * found.mid().abs_upper()
    as_wide = all(bool(a <= SIZE * b) or bool(a <= near) for a, b in (widths, widths[::-1]))
    return as_wide and bool(found.overlaps(recorded))


def same_exponent(found: str, recorded: str) -> bool:
    """Whether two fitted exponents agree."""
    try:
        return abs(rational(found) - rational(recorded)) <= EXPONENT
    except ValueError:
        return found == recorded


def value_text(value: Any) -> str:
    """A value as a sentence shows it."""
    text = str(value) if isinstance(value, Word) or value is None else repr(value)
    return cut(text, LONGEST)
