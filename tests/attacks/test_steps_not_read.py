"""Protects PROVED of the first steps where no step from any state is read: each root that they take is asked for."""

from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Library, Method, Source, above, at_least, claim, equal, hypothesis, problem
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.gate import proof_of

SOURCE = Source("V", "A. Author", "Steps", "draft")


@problem(shapes=(2, 2))
class Entry:
    """z = z_11, and c = (z − 7)² − 1, which is below 0 for few z; u = (z − 7)² never is."""

    def of(Z: Any) -> Any:
        z = Z[0, 0]
        return {"v": Z[0], "z": z, "b": (Z @ Z[0])[0], "c": (z - 7) ** 2 - 1, "u": (z - 7) ** 2}


class State(NamedTuple):
    x: Any
    y: Any


class Turning:
    """x is a number at first, and then a vector: a proof reads no state at an arbitrary t."""

    def start(self, p: Any) -> Any:
        return State(p.z, p.sqrt(p.z + p.b))

    def step(self, p: Any, s: Any) -> Any:
        return State(p.v, p.sqrt(p.c))


class Rooted(Turning):
    def step(self, p: Any, s: Any) -> Any:
        return State(p.v, p.sqrt(p.u))


@hypothesis("z + b > 0")
def has_a_start(run: Any) -> Any:
    return above(run.problem.z + run.problem.b, 0)


@hypothesis("y_0 > −1")
def of_the_start(run: Any) -> Any:
    return above(run.y[0], -1)


def of_step_1(kind: type, says: Any) -> Claim:
    stated = claim("V.1", about=kind, given=[has_a_start, of_the_start])(says)
    return Library(Book(SOURCE, methods=[Method(kind, on=Entry)], claims=[stated]), origin="").claims["V.1"]


@pytest.mark.parametrize("says", [
    lambda run: at_least(run.y[1], 0),
    lambda run: equal(run.y[1] ** 2, run.problem.c),
])  # fmt: skip
def test_a_first_step_that_takes_a_root_of_what_may_be_negative_proves_nothing(says: Any) -> None:
    """On Z = [7], y_1 is the root of −1."""
    assert not proof_of(of_step_1(Turning, says))


def test_a_first_step_whose_roots_are_numbers_is_read() -> None:
    assert proof_of(of_step_1(Rooted, lambda run: at_least(run.y[1], 0)))
