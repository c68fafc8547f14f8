"""Words and numbers in a line: shortened, counted or listed, a matrix in brackets, rows in columns."""

from __future__ import annotations

from collections.abc import Sequence


def cut(text: str, most: int) -> str:
    """The text, or its beginning where it is longer."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def ends(text: str, most: int) -> str:
    """The text, or its beginning and its end where it is longer."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most + most // 2 :]}"


def counted(number: int, noun: str, nouns: str = "") -> str:
    """1 claim, 2 claims."""
    return f"{number} {noun if number == 1 else nouns or f'{noun}s'}"


def listed(names: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def matrix(Z: Sequence[Sequence[str]], most: int = 10**9) -> str:
    """[1 2; 3 4], or its beginning where it is longer."""
    return f"[{cut('; '.join(map(' '.join, Z)), most)}]"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows with their columns aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(x.ljust(k) for x, k in zip(row, widths, strict=True)).rstrip() for row in rows)
