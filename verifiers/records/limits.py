"""How much work a record may ask of a replay. It is checked before any work, for a record may come from anybody.

A number has at most DIGITS digits, and at most as large an exponent. A run has at most STEPS steps, a matrix at most
ENTRIES entries of CHARACTERS together, and rows × columns × steps are at most WORK: some seconds in balls. A ValueError
names the limit that a record exceeds.
"""

import re
from collections.abc import Sequence
from fractions import Fraction

DIGITS = 4300  # Python reads no longer whole numbers from text either
STEPS, ENTRIES, CHARACTERS, WORK = 10_000, 10_000, 100_000, 10**6
WHOLE = re.compile("[0-9]+")
EXPONENT = re.compile(r"e([-+]?\d+)", re.IGNORECASE)
WRITTEN = re.compile(r"[-+]?[0-9]*(\.[0-9]*)?(e[-+]?[0-9]+)?(/[0-9]+)?", re.IGNORECASE)


def rational(text: str) -> Fraction:
    """A number written 'p/q', 'p', '0.5' or '5e-1', in these signs alone, or an integer."""
    readable(text)
    try:
        if type(text) is int or WRITTEN.fullmatch(text):
            return Fraction(text)
    except (ValueError, TypeError, ZeroDivisionError):
        pass
    raise ValueError("expected a fraction such as '3/5'")


def readable(text: str) -> None:
    """Refuse a number that takes too long to read."""
    if not isinstance(text, str):
        return
    if (most := max(map(len, WHOLE.findall(text)), default=0)) > DIGITS:
        raise ValueError(f"it has {most} digits in a row; expected at most {DIGITS}")
    for power in EXPONENT.findall(text):
        if len(power) > 6 or abs(int(power)) > DIGITS:
            raise ValueError(f"it has the exponent {power[:20]}; expected at most {DIGITS}")


def affordable(Z: Sequence[Sequence[str]], steps: int) -> None:
    """Refuse a run that is too long, or data that are too large, to be decided again."""
    entries = sum(map(len, Z))
    if not 0 <= steps <= STEPS:
        raise ValueError(f"a run of {steps} steps; expected 0 to {STEPS}")
    if entries > ENTRIES:
        raise ValueError(f"a matrix of {entries} entries; expected at most {ENTRIES}")
    if (size := sum(len(str(entry)) for row in Z for entry in row)) > CHARACTERS:
        raise ValueError(f"a matrix of {size} characters; expected at most {CHARACTERS}")
    if entries * max(1, steps) > WORK:
        raise ValueError(f"{entries} entries for {steps} steps; expected entries × steps of at most {WORK}")
