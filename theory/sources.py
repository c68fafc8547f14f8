"""The documents whose statements are checked, once each; a claim cites `SOURCE.at("Lemma 3.5")`.

One paper exists in two printed versions that number their statements differently and, here and
there, print different formulas. A statement printed alike in both cites both places.
"""

from __future__ import annotations

from dataclasses import dataclass


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

    def at(self, place: str) -> Citation:
        return Citation(self.key, place)


UNPUBLISHED = Citation("", "")

PROCEEDINGS = Source(
    "JST21-proceedings",
    "Ji, Srebro, Telgarsky",
    "Fast Margin Maximization via Dual Acceleration",
    "ICML 2021 proceedings, body only",
)
PREPRINT = Source(
    "JST21-preprint",
    "Ji, Srebro, Telgarsky",
    "Fast Margin Maximization via Dual Acceleration",
    "arXiv version with Appendices A-F",
)

PERCEPTRON = Source("Tel-L9", "Telgarsky", "Lecture 9 (sketch): the perceptron", "lecture notes")
LECTURE = Source("Sha-L9", "Sharan", "Lecture 9: SGD, Boosting, Kernels", "lecture notes with scribes")
POST = Source(
    "Wan21",
    "Wang",
    "Regularized linear models and the Fenchel-Rockafellar duality theorem (III)",
    "blog post of 2021-12-15",
)

CONTRIBUTED = Source("lemmacheck", "the lemmacheck authors", "Results contributed here", "with their proofs")


@dataclass(frozen=True)
class BothVersions:
    """The two versions of one paper, cited together."""

    first: Source
    second: Source

    def at(self, place: str, renumbered: str | None = None) -> Citation:
        """`place` in the first version, `renumbered` where the second numbers it differently."""
        where = place if renumbered is None else f"{place} ({renumbered} in the preprint)"
        return Citation("JST21", where)


JST = BothVersions(PROCEEDINGS, PREPRINT)
