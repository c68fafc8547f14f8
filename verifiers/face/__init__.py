"""The public names: what a book is written with, and what is asked of its claims. The latter load when they are named.

from verifiers.face import Book, Method, Source, at_most, claim, problem
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from theory import language
from theory.language import *  # noqa: F403

if TYPE_CHECKING:
    from verifiers.asking import check, library, need, prove, sharp, teeth  # noqa: F401

ASKING = ("check", "library", "need", "prove", "sharp", "teeth")

__all__ = [*language.__all__, *ASKING]


def __getattr__(name: str) -> Any:
    if name not in ASKING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module("verifiers.asking"), name)


def __dir__() -> list[str]:
    return list(__all__)
