"""A book: a document's claims in its order, and the methods they speak of. A library: books, read together.

    BOOK = Book(NOVIKOFF, methods=[Method(Perceptron, usual={"in turn": Perceptron()})])

A book without `claims` collects those of the module that makes it. It is a value: no import registers anything, and
functions take a library, or claims that a library has bound to itself.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from lemmacheck.theory.core import expected
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.source import UNPUBLISHED, BothVersions, Source


class BookError(ValueError):
    """The fault of a book, in one line: what was given, what is expected, what to do."""


def is_among(id: str, *wanted: str) -> bool:
    """Whether a claim's id is one of these or matches one: N1.rate, P.T3.*."""
    return any(id == one or fnmatchcase(id, one) for one in wanted)


class Book:
    """A document with its claims, in order, each bound to the method on whose runs it is decided.

    `headlines` are the ids of the claims that a report on a variant gives first.
    """

    def __init__(
        self,
        source: Source | BothVersions,
        *,
        methods: Sequence[Method | ModuleType] = (),
        claims: Sequence[Claim | ModuleType] | None = None,
        headlines: Sequence[str] = (),
    ) -> None:
        if not isinstance(source, Source | BothVersions):
            expected.refuse("a Book", "source", source, "its document: Source(key, authors, title, version)")
        expected.each("a Book", Method | ModuleType, "Method(Descent, on=Values)", methods=methods)
        expected.each("a Book", Claim | ModuleType, "lemma_1", claims=() if claims is None else claims)
        expected.each("a Book", str, "'L.1'", headlines=headlines)
        self.source, self.headlines = source, headlines
        made = [method for entry in methods for method in methods_of(entry)]
        self.methods = {method.kind: method for method in made}
        if len(self.methods) < len(made):
            twice = next(m.kind.__name__ for k, m in enumerate(made) if m.kind in [n.kind for n in made[:k]])
            raise BookError(f"two methods run {twice}; expected one Method({twice}, …) with all its parameters")
        entries = [sys._getframe(1).f_globals] if claims is None else claims
        self.claims = by_id(self.bind(one) for entry in entries for one in collected(entry))
        if missing := [id for id in headlines if id not in self.claims]:
            raise ValueError(f"headlines= of a Book holds {missing[0]!r}; expected ids of its claims")

    def bind(self, claim: Claim) -> Claim:
        """The claim with its method, and with the assumptions of that method. A claim without a citation cites the
        book."""
        if claim.source == UNPUBLISHED:
            claim = replace(claim, source=self.source.at(claim.id))
        if claim.about is None or claim.not_checkable:
            return claim
        if issubclass(claim.about, Own):
            self.methods.setdefault(claim.about, Method(claim.about, on=claim.about))
        if claim.about not in self.methods:
            kind = claim.about.__name__
            raise BookError(
                f"{place(claim)}: claim {claim.id} is about {kind}, which no Method of the book runs; "
                f"add Method({kind}, usual={{...}}) to its methods, with on=… if its problem is your own"
            )
        method = self.methods[claim.about]
        return assuming(replace(claim, method=method), method.standing, last=True)


class Library:
    """Books, read together: their claims by id, in order. Another process opens it again by its `origin`.

    `library["L.1"]` is a claim of it, and it goes through the ids. `parts` are the libraries of which it consists.
    `limit` is the number of seconds that one call of an author's code may take. `late` are the claims that took
    longer in the preflight, each with the line.
    """

    limit: float | None = None

    def __init__(self, *books: Book, origin: str, parts: Sequence[Library] = ()) -> None:
        self.books, self.origin, self.parts = books, origin, parts or (self,)
        self.late: dict[str, str] = {}
        self.headlines = tuple(id for book in books for id in book.headlines)
        self.claims = by_id(replace(one, library=self) for book in books for one in book.claims.values())
        self.methods = {kind: method for book in books for kind, method in book.methods.items()}

    def __repr__(self) -> str:
        return f"<the {len(self.claims)} claims of {self.origin}>"

    def __getitem__(self, id: str) -> Claim:
        return self.claims[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.claims)

    def bind(self, claim: Claim) -> Claim:
        """A claim of no book, to be decided beside these."""
        return replace(claim, library=self, method=self.methods.get(claim.about) if claim.about else None)

    @property
    def path(self) -> Path:
        """The file of the book, or of its module; the known verdicts stand beside it."""
        if self.origin.endswith(".py"):
            return Path(self.origin)
        return Path(str(sys.modules[self.origin.partition(":")[0]].__file__))


class ById(dict[str, Claim]):
    """Claims by id. An id that none has is answered with those that are spelled like it."""

    def __missing__(self, id: str) -> Claim:
        from difflib import get_close_matches

        near = get_close_matches(str(id), self)
        close = f"; near it: {', '.join(near)}" if near else ""
        raise KeyError(f"no claim is called {id!r}{close}; list(….claims) names all {len(self)}")


def by_id(claims: Iterable[Claim]) -> ById:
    """The claims by id, in order; an id names one."""
    found = ById()
    for one in claims:
        if one.id in found:
            raise BookError(
                f"{place(one)}: a second claim is called {one.id!r}, as is {found[one.id].name} "
                f"({place(found[one.id])}); ids are permanent and unique: rename one"
            )
        names = [*(hypothesis.name for hypothesis in one.given), *(["first"] if one.first else [])]  # that t ≥ first
        if alike := next((name for name in names if names.count(name) > 1), ""):
            raise BookError(
                f"{place(one)}: two hypotheses of {one.id} are called {alike}, by which what is found of each is told; "
                "make each of a function with a name of its own"
            )
        found[one.id] = one
    return found


def methods_of(entry: Method | ModuleType) -> list[Method]:
    """The methods of a module, each by itself or in a list, once; or the one given."""
    values = [entry] if isinstance(entry, Method) else vars(entry).values()
    every = chain.from_iterable(value if isinstance(value, list | tuple) else (value,) for value in values)
    return list({id(one): one for one in every if isinstance(one, Method)}.values())


def collected(entry: Claim | ModuleType | dict[str, Any]) -> Iterator[Claim]:
    """The claims of a module in the order in which it makes them, without those it imports; or the one given.

    The module's CHAPTER is their chapter, unless they have their own, and its OPENING their first hypotheses.
    """
    if isinstance(entry, Claim):
        yield from (*entry.also, entry)
        return
    names = entry if isinstance(entry, dict) else vars(entry)
    opening = names.get("OPENING", ())
    if not isinstance(opening, (list, tuple)) or not all(isinstance(h, Hypothesis) for h in opening):
        raise BookError(
            f"{names['__file__']}: OPENING is {expected.shortly(opening)}; expected hypotheses: OPENING = (short_rows,)"
        )
    for value in list(names.values()):
        for one in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(one, Claim) and one.function.__module__ == names["__name__"]:
                for each in (*one.also, one):
                    stated = replace(each, chapter=each.chapter or names.get("CHAPTER", ""))
                    yield assuming(stated, opening)


def assuming(claim: Claim, standing: Sequence[Hypothesis], *, last: bool = False) -> Claim:
    """The claim with these hypotheses too, before its own or after them."""
    known = {h for one in claim.given for h in (one, *one.implies)}
    more = () if claim.not_checkable else tuple(h for h in standing if h not in known)
    return replace(claim, given=(*claim.given, *more) if last else (*more, *claim.given))


def place(claim: Claim) -> str:
    """The file and line of a claim's function."""
    code = claim.function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"
