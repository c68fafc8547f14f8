"""A book written without `from __future__ import annotations`: what a claim returns is seen, not read in its text."""

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.methods import dual_nesterov
from lemmacheck.theory.core.book import Book
from lemmacheck.theory.core.claim import claim
from lemmacheck.theory.core.relation import Relation, at_most
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.source import Source

PLAIN = Source("Plain", "Nobody", "A note", "1")
CHAPTER = "Section 1"


@claim("Plain.T1", PLAIN.at("Theorem 1"), about=DualNesterov, first=1)
def steps_are_bounded(run: Run) -> Relation:
    """λ_t ≤ 1 for every t ≥ 1."""
    return at_most(run.lam[1:], 1)


@claim("Plain.T2", PLAIN.at("Theorem 2"), about=DualNesterov, first=1, chapter="Section 2")
@claim("Plain.T1.again", PLAIN.at("Theorem 1"), about=DualNesterov, first=1)
def steps_are_bounded_once_more(run):
    """λ_t ≤ 1 for every t ≥ 0, of which row 0 stands for t = 0."""
    return steps_are_bounded(run), at_most(run.lam, 1).since(0)


BOOK = Book(PLAIN, methods=[dual_nesterov.METHOD])
