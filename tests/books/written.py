"""A fixture for the tests of books: the library of a text, as the command line opens it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.library.preflight import preflight

WRITE = Callable[..., Library]


def writer(folder: Path) -> WRITE:
    """Texts, each changed as it is said, into files; their libraries."""
    count = 0

    def written(text: str, *changes: tuple[str, str]) -> Library:
        nonlocal count
        count += 1
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = folder / f"paper{count}.py"
        path.write_text(text, encoding="utf-8")
        return preflight(library_at(str(path)))

    return written
