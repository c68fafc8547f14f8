"""Strings, the characters that two of them share, and the indicators of the letters 'a' to 'z'."""

from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.matrix import Matrix

EXAMPLE = ("university", "california")
UNICODE = 0x110000  # possible characters


def common(s: str, other: str) -> int:
    """|{characters which appear at least once in both}|."""
    return len(set(s) & set(other))


def letters(s: str) -> list[int]:
    """1('a' appears in s), …, 1('z' appears in s)."""
    return [s.count(letter) and 1 for letter in ascii_lowercase]


@dataclass(frozen=True)
class Words:
    """Some strings; it reads no data."""

    words: tuple[str, ...] = (*EXAMPLE, "kernel", "letter", "a", "")


@dataclass(frozen=True, kw_only=True)
class Strings(Matrix):
    """The strings, and the numbers made of them."""

    words: tuple[str, ...]

    @property
    def shared(self) -> Array:
        """k(s, s') for all pairs."""
        return self.num.array([[common(s, other) for other in self.words] for s in self.words])

    @property
    def indicators(self) -> Array:
        """φ(s), one a row."""
        return self.num.array([letters(s) for s in self.words])

    @property
    def others(self) -> Array:
        """How many distinct characters of each string are not letters."""
        return self.num.array([len(set(s) - set(ascii_lowercase)) for s in self.words])

    def count(self, number: int) -> Any:
        """A count as a number of the arithmetic."""
        return self.num.array([number])
