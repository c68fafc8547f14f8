"""A document whose statements are checked; a claim cites `SOURCE.at("Lemma 3.5")`.

A paper may have two printed versions with other numbers and, here and there, other formulas. A statement that both
print alike cites both places.
"""

import re
from dataclasses import dataclass

from lemmacheck.theory.core import expected


@dataclass(frozen=True)
class Citation:
    """A place in a document, at theorem or equation granularity."""

    document: str
    place: str

    def __str__(self) -> str:
        return f"{self.document}, {self.place}"


@dataclass(frozen=True)
class Source:
    """A document: who wrote it, what it is called, which version."""

    key: str
    authors: str
    title: str
    version: str

    def __post_init__(self) -> None:
        expected.text("a Source", authors=self.authors, title=self.title, version=self.version)
        expected.line("a Source", key=self.key)

    def at(self, place: str) -> Citation:
        """A place in it, which a claim cites."""
        expected.line(f"{self.key}.at", place=place)
        return Citation(self.key, place)


UNPUBLISHED = Citation("", "")


@dataclass(frozen=True)
class BothVersions:
    """The two versions of one paper, cited together."""

    key: str
    first: Source
    second: Source

    def at(self, place: str, renumbered: str | None = None) -> Citation:
        """`place` in the first version, `renumbered` where the second numbers it differently."""
        where = place if renumbered is None else f"{place} ({renumbered} in the preprint)"
        return Citation(self.key, where)


def in_the_first(place: str) -> str:
    """A place in two versions, without its number in the second."""
    return re.sub(r" \([^()]* in the preprint\)", "", place)
