"""Protects what a proof says that it rests on: also a lemma that shows only that what is divided by is not 0."""

from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Library, Method, Source, above, by, claim, equal, hypothesis, problem
from lemmacheck.verifiers.prove import prove

SOURCE = Source("V", "A. Author", "Conditions", "draft")


@problem(shapes=(2, 2))
class Entry:
    """v = z_1, and a number k of it that may have any sign."""

    def of(Z: Any) -> Any:
        return {"v": Z[0], "k": Z[0, 0] ** 2 - 9 * Z[0, 0] + 4}


class State(NamedTuple):
    x: Any


class Stay:
    def start(self, p: Any) -> Any:
        return State(p.k)

    def step(self, p: Any, s: Any) -> Any:
        return State(s.x)


@hypothesis("k > ‖v‖²")
def is_large(run: Any) -> Any:
    return above(run.problem.k - run.problem.squared(run.problem.v), 0)


def positive(run: Any) -> Any:
    return above(run.x, 0)


@pytest.mark.parametrize("more", [{"uses": ["V.1"]}, {"proof": lambda run: [by("V.1")]}], ids=["used", "cited"])
def test_a_proof_names_the_lemma_that_shows_its_divisors(more: Any) -> None:
    lemmas = (
        claim("V.1", about=Stay, given=[is_large], proof=lambda run: [positive(run)])(positive),
        claim("V.2", about=Stay, given=[is_large], **more)(lambda run: equal(run.x / run.x, 1)),
        claim("V.3", about=Stay, given=[is_large])(lambda run: equal(run.x / run.x, 1)),
    )
    library = Library(Book(SOURCE, methods=[Method(Stay, on=Entry)], claims=lemmas), origin="")
    proof = prove(library.claims["V.2"])

    assert prove(library.claims["V.3"]) is None
    assert proof is not None
    assert proof.rests_on == ("V.1",)
