"""Protects PROVED by a lemma: its hypotheses are granted where they have a value, for all u, and the proof names it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from lemmacheck import (
    Book,
    Hypothesis,
    Library,
    Method,
    Source,
    at_least,
    by,
    claim,
    equal,
    for_all,
    hypothesis,
    opaque,
    problem,
)
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.prove import prove

SOURCE = Source("V", "A. Author", "Values", "draft")


@problem(shapes=(2, 2))
class Entry:
    """c = (z − 7)² − 1, which is below 0 for few z = z_11; and u = (z − 7)², which never is."""

    def of(Z: Any) -> Any:
        z = Z[0, 0]
        return {"v": Z[0], "z": z, "c": (z - 7) ** 2 - 1, "u": (z - 7) ** 2}

    @opaque(vector=True)
    def F(p: Any, u: Any) -> Any:
        return u


class Point(NamedTuple):
    x: Any


class Stay:
    def start(self, p: Any) -> Any:
        return Point(p.z)

    def step(self, p: Any, s: Any) -> Any:
        return Point(s.x)


@for_all("c u² ≥ 0", points=lambda run: (0 * run.problem.v,))
def of_all(p: Any, u: Any) -> Any:
    return at_least(p.c * p.squared(u), 0)


@for_all("F is odd", points=lambda run: (0 * run.problem.v,))
def odd(p: Any, u: Any) -> Any:
    return equal(p.F(u), -p.F(-u))


def by_a_root(number: Any) -> Mapping[str, Claim]:
    """Lemmas that a number is not negative: the second and the third by the first, which supposes that of its root."""

    @hypothesis("the root of a number is not negative")
    def has_a_root(run: Any) -> Any:
        root = run.problem.sqrt(number(run))
        return at_least(root, 0), at_least(2 * root, 0)

    def nonnegative(run: Any) -> Any:
        return at_least(number(run), 0)

    lemmas = (
        claim("V.1", about=Stay, given=[has_a_root], proof=lambda run: [])(nonnegative),
        claim("V.2", about=Stay, proof=lambda run: [by("V.1")])(nonnegative),
        claim("V.3", about=Stay, uses=["V.1"])(nonnegative),
    )
    library = Library(Book(SOURCE, methods=[Method(Stay, on=Entry)], claims=lemmas), origin="")
    assert prove(library.claims["V.1"])
    return library.claims


def test_a_hypothesis_that_has_no_value_on_some_run_is_not_granted() -> None:
    """On Z = [7] Lemma 1 says nothing, and c = −1."""
    claims = by_a_root(lambda run: run.problem.c)

    assert not proof_of(claims["V.2"])
    assert not proof_of(claims["V.3"])


def test_a_hypothesis_that_has_a_value_on_every_run_is_granted() -> None:
    claims = by_a_root(lambda run: run.problem.u)

    assert proof_of(claims["V.2"])
    assert proof_of(claims["V.3"])


@pytest.mark.parametrize("says", [
    of_all,
    hypothesis("c u² ≥ 0")(of_all.function),
    Hypothesis("says", "c u² ≥ 0", of_all.function),
    replace(of_all, tried=None),
])  # fmt: skip
def test_what_is_said_for_all_u_is_not_granted_where_it_holds_of_some(says: Hypothesis) -> None:
    """At u = 0 it holds of every c."""

    def of_the_row(run: Any) -> Any:
        return at_least(run.problem.c * run.problem.squared(run.problem.v), 0)

    lemmas = (
        claim("V.1", about=Stay, given=[says], proof=lambda run: [by(says, run.problem.v)])(of_the_row),
        claim("V.2", about=Stay, uses=["V.1"])(of_the_row),
    )
    library = Library(Book(SOURCE, methods=[Method(Stay, on=Entry)], claims=lemmas), origin="")

    assert prove(library.claims["V.1"])
    assert not proof_of(library.claims["V.2"])
    assert says.at_points_only(None)


def quartic(run: Any) -> Any:
    """(z − 1)²((z + 1)² + 1)."""
    z = run.problem.z
    return z**4 - z**2 - 2 * z + 2


def split(run: Any) -> Any:
    z = run.problem.z
    more = (z + 1) ** 2 + 1
    return [by("F.square", z + 1), by("F.square", run.problem.number(1)), at_least(more, 0), by("F.times", z**2, more)]


@pytest.mark.parametrize("multiple", [2, 3])
def test_a_proof_by_a_multiple_of_what_a_lemma_says_names_the_lemma(multiple: int) -> None:
    lemmas = (
        claim("V.1", about=Stay, proof=split)(lambda run: at_least(quartic(run), 0)),
        claim("V.2", about=Stay, uses=["V.1"])(lambda run: at_least(multiple * quartic(run), 0)),
    )
    library = Library(Book(SOURCE, methods=[Method(Stay, on=Entry)], claims=lemmas), origin="")
    found = prove(library.claims["V.2"])

    assert found is not None
    assert found.rests_on == ("V.1",)


def test_a_proof_by_a_zero_that_a_lemma_says_names_the_lemma() -> None:
    def at_zero(run: Any) -> Any:
        return run.problem.F(0 * run.problem.v)

    def is_zero(run: Any) -> Any:
        return equal(at_zero(run), 0 * run.problem.v)

    lemmas = (
        claim("V.1", about=Stay, given=[odd], proof=lambda run: [by(odd, 0 * run.problem.v)])(is_zero),
        claim("V.2", about=Stay, given=[odd], uses=["V.1"])(
            lambda run: at_least(run.problem.inner(at_zero(run), run.problem.v), 0)
        ),
    )
    library = Library(Book(SOURCE, methods=[Method(Stay, on=Entry)], claims=lemmas), origin="")
    found = prove(library.claims["V.2"])

    assert found is not None
    assert found.rests_on == ("V.1",)
