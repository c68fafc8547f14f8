"""A statement about the runs of a method on a problem of one's own, as a book of its own; the least of both."""

from collections.abc import Callable
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, claim, equal, problem
from lemmacheck.verifiers.prove import prove

SOURCE = Source("Me26", "A. Author", "My paper", "draft")


def is_proved(function: Callable[[Any], Any], on: Any, kind: Any, **more: Any) -> bool:
    """Whether it is proved; `more` is said of the claim or of its method."""
    said = {name: more.pop(name) for name in ("proof", "given", "first") if name in more}
    stated = claim("Me.1", about=kind, **said)(function)
    book = Book(SOURCE, methods=[Method(kind, on=on, **more)] if kind is not on else [], claims=[stated])
    return prove(book.claims["Me.1"]) is not None


class State(NamedTuple):
    t: Any
    x: Any


def stays(run):
    return equal(run.x[1:], run.x[:-1])


def own(of: Callable[..., Any], **body: Any) -> Any:
    return problem(type("Own", (), {"of": of, "__module__": __name__, **body}))


def plainly(Z):
    return {"a": Z[0]}


class Stay:
    def start(self, p):
        return State(0, p.a)

    def step(self, p, s):
        return State(s.t + 1, s.x + 0 * p.a)


def staying(kind: Any) -> type:
    """Stay, whose states are of this kind."""

    class Staying(Stay):
        def start(self, p):
            return kind(0, p.a)

        def step(self, p, s):
            return kind(s.t + 1, s.x + 0 * p.a)

    return Staying
