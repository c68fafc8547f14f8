"""The public names: what a book is written with, and what is asked of its claims. Each loads when it is named.

from verifiers.face import Book, Method, Source, at_most, claim, problem
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

LANGUAGE = [
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
ASKING = ["check", "library", "need", "prove", "sharp", "teeth"]

__all__ = [*LANGUAGE, *ASKING]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module("theory.language" if name in LANGUAGE else "verifiers.asking"), name)


def __dir__() -> list[str]:
    return list(__all__)
