"""The public names: what a book is written with, and what is asked of its claims. Each loads when it is named.

from lemmacheck import Book, Method, Source, at_most, claim, problem
"""

from importlib import import_module
from typing import Any

_NAMES = {
    "theory.core.argument": ["as_epsilon_vanishes", "by", "for_all"],
    "theory.core.arithmetic": ["column"],
    "theory.core.book": ["Book", "Library"],
    "theory.core.claim": ["Claim", "claim", "not_checkable"],
    "theory.core.hypothesis": ["Hypothesis", "hypothesis"],
    "theory.core.matrix": ["Matrix"],
    "theory.core.method": ["Method"],
    "theory.core.own": ["opaque", "problem"],
    "theory.core.relation": ["Chance", "Decay", "Limit", "Relation", "above", "at_least", "at_most", "below", "equal",
        "in_simplex", "proportional"],
    "theory.core.run": ["Run", "sequence"],
    "theory.core.source": ["Source"],
    "theory.books.jst.methods.variants": ["momentum", "schedule", "steps"],
    "verifiers.library.asking": ["check", "library", "need", "prove", "sharp", "teeth"],
    "verifiers.variants.notebook": ["check_variant"],
    "verifiers.variants.replaying": ["assert_holds"],
}  # fmt: skip
_HOMES = {name: home for home, names in _NAMES.items() for name in names}
_BESIDE = ["exact", "margins", "strategies"]  # modules beside this one

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    if name in _BESIDE:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return [*__all__, *_BESIDE]
