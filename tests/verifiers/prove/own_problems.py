"""A statement about the runs of a method on a problem of one's own, as a book of its own."""

from collections.abc import Callable
from typing import Any

from lemmacheck import Book, Method, Source, claim
from lemmacheck.verifiers.prove import prove

SOURCE = Source("Me26", "A. Author", "My paper", "draft")


def is_proved(function: Callable[[Any], Any], on: Any, kind: Any, **more: Any) -> bool:
    """Whether it is proved; `more` is said of the claim or of its method."""
    said = {name: more.pop(name) for name in ("proof", "given", "first") if name in more}
    stated = claim("Me.1", about=kind, **said)(function)
    book = Book(SOURCE, methods=[Method(kind, on=on, **more)] if kind is not on else [], claims=[stated])
    return prove(book.claims["Me.1"]) is not None
