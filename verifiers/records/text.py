"""Words and numbers in a line: shortened, counted or listed, a matrix in brackets, the time left, rows in columns."""

import re
from collections.abc import Callable, Sequence
from unicodedata import lookup


def cut(text: str, most: int) -> str:
    """The text, or its beginning where it is longer."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def ends(text: str, most: int) -> str:
    """The text, or its beginning and its end where it is longer."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most + most // 2 :]}"


def counted(number: int, noun: str, nouns: str = "") -> str:
    """1 claim, 2 claims."""
    return f"{number} {noun if number == 1 else nouns or f'{noun}s'}"


def time_left(done: int, of: int, seconds: float) -> str:
    """The minutes that the rest will take at this pace; '' while too little is done to say so."""
    minutes = seconds / done * (of - done) / 60
    if 20 * done < of or done == of:
        return ""
    return f", about {minutes:.0f} min left" if minutes >= 1 else ", less than a minute left"


def enumeration(names: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def unsaid(label: str, shown: str) -> str:
    """The parts of a run's label but for parameters that the problem in words says too: mu=1/4 beside μ = 1/4."""
    return ", ".join(part for part in label.split(", ") if not says(shown, *part.partition("=")[::2]))


def says(text: str, name: str, value: str) -> bool:
    """Whether a text gives a parameter this value, by its name or by the Greek letter of that name."""
    names = [name, *greek(name)]
    given = rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})\s*=\s*{re.escape(value)}(?![\w/.])"
    return bool(name and value and re.search(given, text))


def greek(name: str) -> list[str]:
    """The Greek letter of this name, if there is one."""
    try:
        return [lookup(f"GREEK SMALL LETTER {'LAMDA' if name in ('lam', 'lambda') else name}")]
    except KeyError:
        return []


def matrix(Z: Sequence[Sequence[str]], most: int = 10**9) -> str:
    """[1 2; 3 4], or its beginning where it is longer."""
    return f"[{cut('; '.join(map(' '.join, Z)), most)}]"


def columns(rows: Sequence[Sequence[str]], aligned: Callable[[str, int], str] = str.ljust) -> str:
    """Rows with their columns aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(aligned(x, k) for x, k in zip(row, widths, strict=True)).rstrip() for row in rows)
