"""The public names: what a book is written with, and what is asked of its claims. Each is imported when it is named.

from verifiers.face import Book, Method, Source, at_most, claim, problem
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from verifiers.asking import check, library, need, prove, sharp, teeth

HOMES = {
    "theory.arithmetic": ("column",),
    "theory.book": ("Book", "Library"),
    "theory.claim": ("Claim", "Hypothesis", "claim", "hypothesis", "not_checkable"),
    "theory.matrix": ("Matrix",),
    "theory.method": ("Method",),
    "theory.own": ("problem",),
    "theory.relation": (
        "Chance",
        "Decay",
        "Relation",
        "above",
        "at_least",
        "at_most",
        "below",
        "equal",
        "in_simplex",
        "proportional",
    ),
    "theory.run": ("Run", "sequence"),
    "theory.sources": ("Source",),
    "theory.variants": ("momentum", "schedule"),
    "verifiers.asking": ("check", "library", "need", "prove", "sharp", "teeth"),
}
HOME = {name: home for home, names in HOMES.items() for name in names}

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
    "check",
    "claim",
    "column",
    "equal",
    "hypothesis",
    "in_simplex",
    "library",
    "momentum",
    "need",
    "not_checkable",
    "problem",
    "proportional",
    "prove",
    "schedule",
    "sequence",
    "sharp",
    "teeth",
]


def __getattr__(name: str) -> Any:
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(HOME[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
