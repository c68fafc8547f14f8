"""A change of a book's method, asked against that book's claims: an object with start and step in the method's place.

    from mypaper import Descent
    variant = Descent(c=Fraction(3, 2))

Asked are the claims about the method whose class it is, or, of a class of its own, about the only method of the book.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from lemmacheck.theory.core.book import BookError, Library
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.opening import book_file
from lemmacheck.theory.core.run import draws, moves
from lemmacheck.verifiers.library.preflight import refuse_a_step_that_takes_less
from lemmacheck.verifiers.library.source_rules import read_over
from lemmacheck.verifiers.library.supervision import Lost, Watch, run_apart

EXPECTED = "expected `variant = …`, an object with start(self, p) and step(self, p, s) as the book's methods have"
NOT_ASKED = "not asked of a change of a book's method: a proof, how fast it is, which constants would be true"


def read_change(path: Path, limit: float) -> Any:
    """What a file calls `variant`, its import tried in a process of its own before."""
    tried = run_apart(Watch(path, limit), imports, path)
    if isinstance(tried, Lost):
        raise BookError(f"{tried.reason} (import)")
    read_over(path)
    module = book_file(path)
    if hasattr(module, "variants") and not hasattr(module, "variant"):
        raise BookError(f"{path} defines `variants`; a book is asked about one: {EXPECTED}")
    return steps_of(getattr(module, "variant", None), f"{path}: `variant`")


def steps_of(found: Any, given: str) -> Any:
    """The object with start and step that was given, or is made by the class that was given."""
    found = found() if isinstance(found, type) else found
    if not (callable(getattr(found, "start", None)) and callable(getattr(found, "step", None))):
        kind = "nothing" if found is None else type(found).__name__
        raise BookError(f"{given} is {kind}; {EXPECTED}")
    return found


def imports(path: Path) -> bool:
    book_file(path)
    return True


def claims_of_file(library: Library, path: Path, limit: float) -> tuple[list[Claim], list[str]]:
    """The book's claims about the method, about the change in this file; and what is not asked, in words."""
    return claims_of_change(library, read_change(path, limit), path.stem, str(path))


def claims_of_change(library: Library, variant: Any, name: str, given: str) -> tuple[list[Claim], list[str]]:
    """The book's claims about the method, about this change of it; and what is not asked, in words."""
    steps = {kind: method for kind, method in library.methods.items() if any(map(moves, method.usual.values()))}
    kind = next((one for one in steps if one.__name__ == type(variant).__name__), None)
    if kind is None and len(steps) != 1:
        known = ", ".join(one.__name__ for one in steps) or "none"
        raise BookError(
            f"{given}: `variant` is {type(variant).__name__}, and the book has the methods {known}; expected a class "
            "of the same name as the one that it changes"
        )
    kind = kind or next(iter(steps))
    before = steps[kind]
    if draws(variant) != draws(kind):
        own = f"{kind.__name__} of the book"
        does, lacks = (own, given) if draws(kind) else (given, own)
        raise BookError(f"{does} has draws(p, s), and {lacks} has not; expected both to draw, or neither")
    refuse_a_step_that_takes_less(type(variant), variant)
    kept = {
        name: getattr(before, name)
        for name in ("reach", "longest", "horizon", "sampled", "on", "steps", "wrong", "horizons")
    }
    if not before.on:
        kept |= {"problem_of": before.problem_of, "dataless": before.dataless}
    method = Method(kind, usual={name: variant}, **kept)
    asked = [
        replace(claim, method=method, library=library)
        for claim in library.claims.values()
        if claim.about is kind and not claim.not_checkable and not claim.fault
    ]
    others = [id for id, claim in library.claims.items() if claim.about is not kind]
    return asked, [NOT_ASKED, *([f"not about {kind.__name__}, not asked: {', '.join(others)}"] if others else [])]
