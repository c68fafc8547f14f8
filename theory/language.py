"""The names that a book is stated with: all of them, and nothing that decides."""

from theory.arithmetic import column
from theory.book import Book, Library
from theory.claim import Claim, Hypothesis, claim, hypothesis, not_checkable
from theory.matrix import Matrix
from theory.method import Method
from theory.own import problem
from theory.relation import (
    Chance,
    Decay,
    Relation,
    above,
    at_least,
    at_most,
    below,
    equal,
    in_simplex,
    proportional,
)
from theory.run import Run, sequence
from theory.sources import Source
from theory.variants import momentum, schedule

__all__ = [
    "Book",
    "Chance",
    "Claim",
    "Decay",
    "Hypothesis",
    "Library",
    "Matrix",
    "Method",
    "Relation",
    "Run",
    "Source",
    "above",
    "at_least",
    "at_most",
    "below",
    "claim",
    "column",
    "equal",
    "hypothesis",
    "in_simplex",
    "momentum",
    "not_checkable",
    "problem",
    "proportional",
    "schedule",
    "sequence",
]
