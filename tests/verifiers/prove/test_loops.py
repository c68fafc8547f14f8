"""Protects how loops over points of any number are read: a statement says the same of each point, or is refused."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import at_least, at_most, equal
from lemmacheck.theory.core.run import of_each_run
from lemmacheck.theory.margins.arbitrary import everywhere
from lemmacheck.theory.margins.comparators import simplex_points
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.chances import Likely
from lemmacheck.verifiers.prove.context import Later, Steps
from lemmacheck.verifiers.prove.engine import Prover
from lemmacheck.verifiers.prove.loops import given, read_twice
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.stated import Stated
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import ROWS, Term
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.sequences import setting
from tests.verifiers.stating import made


def total(x: Any) -> Any:
    return x.sum(-1)


def at_first(run: Any, first: Any) -> Any:
    """The sequence first, 0, 0, …"""
    return run.recurrence(0 * total(run.mu[0]) + first, lambda t, x: 0 * x)


@of_each_run
def number_of_points(run: Any) -> int:
    return sum(1 for _ in simplex_points(run.problem))


@everywhere
def pairings(p: Any, v: Any) -> Any:
    """An author's, that has the name of one of ours."""
    return v + 1


OF_THE_DATA: dict[str, tuple[Callable[[Any], Any], int]] = {
    "each": (lambda p: tuple(at_most(total(q), 1) for q in simplex_points(p)), 1),
    "each, of two parts": (
        lambda p: tuple(part for q in simplex_points(p) for part in (at_most(total(q), 1), at_least(total(q * q), 0))),
        2,
    ),
    "each two": (lambda p: tuple(at_most(total(q * r), 1) for q in simplex_points(p) for r in simplex_points(p)), 1),
    "no loop": (lambda p: at_most(total(simplex_points(p)), 1), 1),
    "their sum": (lambda p: at_most(sum(total(q) for q in simplex_points(p)), 60), 0),
    "their number": (lambda p: at_most(sum(1 for _ in simplex_points(p)), 60), 0),
    "each and the next": (lambda p: (at_most(0, 1), *neighbours([*simplex_points(p)])), 0),
    "less of several": (lambda p: (at_most(0, 1), *[at_most(0, 2)] * (2 - sum(1 for _ in simplex_points(p)))), 0),
}
OF_A_RUN: dict[str, tuple[Callable[[Any], Any], int]] = {
    "each": (lambda run: tuple(at_most(total(run.mu * q), 1) for q in simplex_points(run.problem)), 1),
    "their sum": (lambda run: at_most(sum(total(run.mu * q) for q in simplex_points(run.problem)), 60), 0),
    "their sum at t = 0":
        (lambda run: at_most(at_first(run, sum(total(q) for q in simplex_points(run.problem))), 60), 0),
    "their number, kept with the run": (lambda run: at_most(number_of_points(run), 60), 0),
    "each at t = 0":
        (lambda run: tuple(at_most(at_first(run, total(q * q)), 60) for q in simplex_points(run.problem)), 1),
}  # fmt: skip


def neighbours(points: list[Any]) -> list[Any]:
    return [equal(total(a * a), total(b * b)) for a, b in pairwise(points)]


@pytest.mark.parametrize(("statement", "about", "relations"), [
    *(pytest.param(f, None, k, id=name) for name, (f, k) in OF_THE_DATA.items()),
    *(pytest.param(f, DualNesterov, k, id=f"of a run, {name}") for name, (f, k) in OF_A_RUN.items()),
])  # fmt: skip
@pytest.mark.usefixtures("ours")
def test_a_loop_is_read_that_says_the_same_of_each_point(statement: Any, about: Any, relations: int) -> None:
    at = Setting(made(statement, about=about))
    found = tried(lambda: read_twice(at, at.claim.function))

    assert len(found or []) == relations
    assert not relations or at.context.loops == 1


def occurs(letter: Term, relation: Stated) -> bool:
    gap, (point,) = relation.gap.at(Later(0)), letter.atoms()
    return substituted(gap, {point.number: 2 * letter}) is not gap


@pytest.mark.usefixtures("ours")
def test_a_hypothesis_with_a_loop_is_read_at_a_point_of_its_own_or_at_those_in_question() -> None:
    at = Setting(made(OF_A_RUN["each"][0], about=DualNesterov))
    known = {name: Hypothesis(name, "…", OF_A_RUN[name][0]) for name in ("each", "their sum")}
    (alone,) = given(at, known["each"])
    (own,) = (letter for _, letter in at.context.points if occurs(letter, alone))
    at.context.again = again = {at.context.points[0][0]: at.context.fresh("q", ROWS)}
    (asked,) = given(at, known["each"])

    assert [occurs(letter, one) for letter in (own, *again.values()) for one in (alone, asked)] == [1, 0, 0, 1]
    assert at.context.again is again
    assert given(at, known["their sum"]) == []
    assert len(given(at, Hypothesis("no loop", "…", lambda run: at_most(0 * run.t, 1)))) == 1


@pytest.mark.parametrize(("more", "true"), [(1, True), (0, False)])
def test_an_authors_points_are_what_he_says_by_whatever_name(more: int, true: bool) -> None:
    def statement(p: Any) -> Any:
        return equal(pairings(p, simplex_points(p)), simplex_points(p) + more)

    assert (prove(made(statement, about=None)) is not None) == true


@pytest.mark.parametrize("row", [0, Later(0), Later(1), None])
def test_a_relation_speaks_of_the_points_that_any_of_its_rows_names(row: Any) -> None:
    prover = Prover(setting())
    context = prover.context
    q, r = (context.universe.symbol(name) for name in "qr")
    context.points += [("q", q), ("r", r)]
    axes = () if row is None else (Steps(),)
    named = Stated(">=", Value(context, axes, lambda i: (q if i == row else q * 0) + context.universe.constant(1)))
    other = Stated(">=", Value(context, axes, lambda _: context.universe.constant(1)))

    assert prover.points_of(named) == {"q": q}
    assert prover.points_of(other) == {}
    assert prover.points_of(Likely([other, named], other)) == prover.points_of(Likely([other], named)) == {"q": q}
