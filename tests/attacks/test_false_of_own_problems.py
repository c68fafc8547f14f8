"""Protects PROVED of an author's own problem: what only the arbitrary run says, or another problem, proves nothing.

Each statement is false or undefined on some run. It was written so that a reader of formulas alone would believe it:
names that a run answers by itself, functions of ours said otherwise, numbers that count in a way of their own, a lemma
about another problem, and what is not a number at all.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import Book, Method, above, at_least, at_most, by, claim, equal, for_all, hypothesis, opaque, problem
from lemmacheck.exact import eigenvalue_bounds
from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.margins.hypotheses import unit_rows
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.lemmas import lemmas_of

from tests.verifiers.prove.own_problems import SOURCE, State, Stay, is_proved


def plainly(Z):
    return {"a": Z[0], "b": Z[-1], "u": (Z * Z).sum(-1), "size": (Z * Z).sum()}


def posed(of: Callable[..., Any] = plainly, said: dict[str, Any] | None = None, **given: Any) -> Any:
    return problem(**given)(type("Posed", (), {"of": of, "__module__": __name__, **(said or {})}))


def proved(statement: Callable[[Any], Any], on: Any, kind: Any = Stay, **more: Any) -> bool:
    return is_proved(statement, on, kind, **more)


class Hidden(Fraction):
    def __mul__(self, other):
        return 7 * other

    __rmul__ = __mul__


def scaled(Z, h):
    return {"a": h * Z[0]}


def test_a_parameter_that_is_no_number_of_pythons_is_not_taken_for_one() -> None:

    def is_the_row(run):
        return equal(run.x, run.x[:1])

    assert not proved(
        lambda run: equal(run.x, 0 * run.x),
        posed(lambda Z, h: {"a": h(Z[0])}, h=[lambda x: x if type(x) is np.ndarray else 0 * x]),
    )
    assert not proved(is_the_row, posed(scaled, h=[Hidden(1)]))
    assert proved(is_the_row, posed(scaled, h=[Fraction(1)]), proof=lambda run: [is_the_row(run)])


def test_a_problem_without_data_has_no_least_number_of_rows() -> None:
    def three(run):
        return at_least(run.problem.n, 3)

    assert proved(three, posed(smallest=(3, 1)))
    assert not proved(three, posed(lambda: {"a": Fraction(1)}, smallest=(3, 1)))


@pytest.mark.parametrize(
    ("name", "said"), [("first_state", lambda run: run.first_state[0]), ("own", lambda run: 1 - run.own)]
)
def test_a_name_that_an_arbitrary_run_answers_by_itself_is_not_the_problems(name: str, said: Any) -> None:

    def of_name(Z):
        return {"a": Z[0], "first_state": Z[-1], "own": Z[-1].sum()}

    assert proved(lambda run: equal(0 * run.taken, 0), posed(lambda Z: {"a": Z[0], "taken": Z[-1].sum()}))
    assert not proved(lambda run: equal(said(run), 0), posed(of_name)), name


@pytest.mark.parametrize(
    ("name", "said"),
    [("first_state", lambda run: run.first_state[0]), ("own", lambda run: 1 - run.own), ("where", lambda run: 0)],
)
def test_a_name_that_every_run_or_problem_has_is_not_that_of_a_field_that_is_no_formula(name: str, said: Any) -> None:

    def of_name(Z):
        return {"a": Z[0], name: eigenvalue_bounds(Z.T @ Z)}

    assert proved(lambda run: equal(0 * run.x, 0), posed(lambda Z: {"a": Z[0], "taken": eigenvalue_bounds(Z.T @ Z)}))
    assert not proved(lambda run: equal(0 * run.x + said(run), 0), posed(of_name)), name


@pytest.mark.parametrize("of", [
    lambda Z: {"least": Z.min(axis=0, out=Z[0]), "a": Z[0]},
    lambda Z: {"least": Z.max(0, Z[0]), "a": Z[0]},
    lambda Z: {"least": (Z - Z.min()).sum(0, out=Z[0]), "a": Z[0]},
    lambda Z: {"least": (Z * Z.min()).dot(Z[0], Z[:, 0]), "a": Z[0]},
])  # fmt: skip
def test_what_is_no_formula_does_not_change_the_rows_in_place(of: Any) -> None:
    def starts_in_the_first_row(run):
        return equal(run.x[0], run.problem.Z[0])

    assert proved(starts_in_the_first_row, posed(lambda Z: {"least": Z.min(axis=0, keepdims=True), "a": Z[0]}))
    assert not proved(starts_in_the_first_row, posed(of))


class OfRows(NamedTuple):
    t: Any
    Z: Any


class Covering(Stay):
    """Its states have a field Z, so that a hypothesis about the rows speaks of these."""

    def start(self, p):
        return OfRows(0, 0 * p.a)

    def step(self, p, s):
        return OfRows(s.t + 1, 0 * s.Z)


class OfTime(Stay):
    """Its parameter Z is a function of t, and hides the rows likewise."""

    def __init__(self):
        self.Z = no_time


def no_time(t):
    return 0 * t


class Bound(NamedTuple):
    gamma: Any
    gamma_squared: Any
    direction: Any


def none(p, x):
    return 0 * (x * x).sum(-1)


def small(run):
    p = run.problem
    return at_most(p.norm(p.combine(p.u)), p.l1(p.u))


FACTS: dict[str, tuple[dict[str, Any], Any, Any, Any, Any]] = {
    "‖x‖² of an author's own": ({"squared": lambda p, x: -(x * x).sum(-1)}, Stay,
        lambda run: at_least(run.each(lambda s: run.problem.squared(s.x)), 0), lambda run: [by("F.vector", run.x)], ()),
    "⟨a, b⟩ of an author's own": ({"inner": lambda p, a, b: 2 * (a * b).sum(-1)}, Stay,
        lambda run: at_most(2 * (run.a * run.b).sum(-1), run.problem.norm(run.a) * run.problem.norm(run.b)),
        lambda run: [by("F.CS", run.a, run.b)], ()),
    "an optimum of an author's own": ({"optimum": property(lambda p: Bound(p.number(1000), p.number(1000000), p.a))},
        Stay, lambda run: at_least(run.problem.norm(run.problem.combine(run.u)), 1000 * run.u.sum(-1)),
        lambda run: [by("F.dual", run.u)], ()),
    "unit rows in an author's own norm":
        ({"squared": none}, Stay, small, lambda run: [by("F.rows", run.u)], (unit_rows,)),
    "unit rows, of a function of t": ({}, OfTime, small, lambda run: [by("F.rows", run.u)], (unit_rows,)),
    "unit rows, of the states": ({}, Covering, small, lambda run: [by("F.rows", run.u)], (unit_rows,)),
}  # fmt: skip


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_says_nothing_of_what_an_author_calls_like_ours(name: str) -> None:
    said, kind, statement, proof, given = FACTS[name]
    assert not proved(statement, posed(said=said), kind, proof=proof, given=given)


def test_a_fact_is_cited_of_unit_rows_that_are_unit_rows() -> None:
    assert proved(small, posed(), proof=lambda run: [by("F.rows", run.u)], given=(unit_rows,))


def one_number(run):
    """1 at each t, as a vector of one entry."""
    return (0 * run.t + 1)[:, None]


def at_first(run):
    """1, as a vector of one entry."""
    return 0 * run.t[:1] + 1


ONE_FOR_MANY: dict[str, tuple[Any, Any]] = {
    "F.CS": (lambda run: at_most(run.x.sum(-1), 3 * run.norm(run.x)), lambda run, c: [by("F.CS", c, run.x)]),
    "F.triangle": (lambda run: at_most(run.norm(1 + run.x), 1 + run.norm(run.x)),
        lambda run, c: [by("F.triangle", c, run.x)]),
    "F.vertex": (lambda run: at_most(run.x.sum(-1), run.inner(run.x, run.first_largest(run.x))),
        lambda run, c: [by("F.vertex", run.x, c)]),
    "F.largest": (lambda run: at_most(run.x.sum(-1), run.maximum(run.x)), lambda run, c: [by("F.largest", c, run.x)]),
    "F.diameter": (lambda run: at_most(run.squared(1 - run.first_largest(run.x)), 2),
        lambda run, c: [by("F.diameter", c, run.first_largest(run.x))]),
}  # fmt: skip


@pytest.mark.parametrize("made", [one_number, at_first])
@pytest.mark.parametrize("name", ONE_FOR_MANY)
def test_a_fact_about_vectors_says_nothing_of_one_number_for_all_their_entries(name: str, made: Any) -> None:
    """Each is false of a vector of many entries, such as (1, …, 1)."""
    statement, proof = ONE_FOR_MANY[name]
    assert not proved(statement, posed(), proof=lambda run: proof(run, made(run)))


def test_a_fact_serves_at_a_vector_of_equal_entries() -> None:
    def statement(run):
        ones = 0 * run.x + 1
        return at_most(run.x.sum(-1), run.norm(ones) * run.norm(run.x))

    assert proved(statement, posed(), proof=lambda run: [by("F.CS", 0 * run.x + 1, run.x)])


class Late(NamedTuple):
    t: Any
    x: Any
    c: Any


class Later(Stay):
    """Divides by 1 in its first step, and by ‖Z‖_F² in all others."""

    def start(self, p):
        return Late(0, p.a, p.number(1))

    def step(self, p, s):
        return Late(s.t + 1, s.x / s.c, p.size)


def test_what_a_second_step_divides_by_may_be_0_where_there_is_one_step() -> None:
    def positive(run):
        return above(run.t[2:] * 0 + run.problem.size, 0), above(run.t[1:] * 0 + run.problem.size, 0)

    assert not proved(positive, posed(), Later, proof=lambda run: [equal(run.x[2:], 1 * run.x[2:])])


def is_the_last_row(run):
    return equal(run.x, 0 * run.x + run.problem.b)


def test_a_lemma_about_one_problem_is_none_about_another() -> None:
    stays = claim("One.1", about=Stay)(is_the_last_row)
    used = claim("Two.1", about=Stay, uses=["One.1"])(is_the_last_row)
    cited = claim("Two.2", about=Stay, proof=lambda run: [by("One.1")])(is_the_last_row)
    there = claim("One.2", about=Stay, uses=["One.1"])(is_the_last_row)
    one = Book(SOURCE, methods=[Method(Stay, on=posed(lambda Z: {"a": Z[0], "b": Z[0]}))], claims=[stays, there])
    two = Book(SOURCE, methods=[Method(Stay, on=posed(lambda Z: {"a": 2 * Z[0], "b": Z[0]}))], claims=[used, cited])
    library = Library(one, two, origin=__name__)

    assert prove(library.claims["One.1"]) is not None
    assert [prove(library.claims[id]) for id in ("Two.1", "Two.2")] == [None, None]
    served = {id: [lemma.id for lemma in lemmas_of(library.claims[id])] for id in ("One.2", "Two.1")}
    assert served == {"One.2": ["One.1"], "Two.1": []}


@for_all("f is not negative", points=lambda run: (run.x,))
def nowhere_negative(p, x):
    return at_least(p.f(x), 0)


@hypothesis("f is not negative along the run")
def not_negative_along_it(run):
    return at_least(run.problem.f(run.x), 0)


def at_zero(run):
    return at_least(run.problem.f(0 * run.x), 0)


@pytest.mark.parametrize(("given", "is_known"), [(nowhere_negative, True), (not_negative_along_it, False)])
def test_a_lemma_that_supposes_something_of_all_points_is_not_granted_at_those_of_a_run(
    given: Hypothesis, is_known: bool
) -> None:
    on = posed(said={"f": opaque(lambda p, x: p.inner(x, x))})
    cite = lambda run: [by(nowhere_negative, 0 * run.x)]  # noqa: E731
    lemma = claim("One.1", about=Stay, given=[nowhere_negative], proof=cite)(at_zero)
    cites = claim("One.2", about=Stay, given=[given], proof=lambda run: [by("One.1")])(at_zero)
    library = Library(Book(SOURCE, methods=[Method(Stay, on=on)], claims=[lemma, cites]), origin=__name__)

    assert prove(library.claims["One.1"]) is not None
    assert (prove(library.claims["One.2"]) is not None) is is_known


def test_what_is_said_of_all_points_of_a_space_is_said_of_no_points_of_another() -> None:
    """f(x) = k − d for x ∈ ℝᵏ, which is 0 for all points of ℝᵈ, and may be −1 in ℝⁿ."""
    on = posed(said={"f": opaque(lambda p, x: (0 * x + 1).sum(-1) - p.d)})

    def in_rows(run):
        return at_least(run.problem.f(run.problem.u), 0)

    assert proved(at_zero, on, given=(nowhere_negative,), proof=lambda run: [by(nowhere_negative, 0 * run.x)])
    assert not proved(in_rows, on, given=(nowhere_negative,), proof=lambda run: [by(nowhere_negative, run.problem.u)])


WRITTEN = "%s"
TEXTS: dict[str, Callable[[Any], Any]] = {
    "the arithmetic's name": lambda run: equal(("formal",).count(run.problem.num.name), 1),
    "a run, written": lambda run: at_least(len(f"{run}"), 56),
    "a run, written by %": lambda run: at_least(len(WRITTEN % (run,)), 56),
    "an algorithm, written": lambda run: at_least(len(f"{run.algorithm!r}"), 10),
}


@pytest.mark.parametrize("name", TEXTS)
def test_how_a_run_is_written_is_no_formula(name: str) -> None:
    assert not proved(TEXTS[name], posed())


ROWS: dict[str, Callable[[Any], Any]] = {
    "one entry at each t, which meets all t": lambda run: equal(run.per_step(lambda t: t + 0 * run.a[:1]) - run.t, 0),
    "a last entry that divides by 0 where T = 2": lambda run: equal(0 * (1 / (run.t - 2))[-1:], 0),
    "the same of states": lambda run: equal(0 * run.last(lambda s: 1 / (s.t - 2)), 0),
    "a row beyond the last": lambda run: equal(run.recurrence(run.t[1], lambda t, _: run.t[t + 1]), run.t + 1),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_that_a_run_lacks_or_has_otherwise_is_not_read(name: str) -> None:
    assert not proved(ROWS[name], posed())


class Short(Stay):
    """Its state is a vector of one entry, whatever the data."""

    def start(self, p):
        return State(0, p.a[:1])

    def step(self, p, s):
        return State(s.t + 1, s.x / 2)


def test_a_state_of_one_entry_is_not_read_and_ends_no_proof() -> None:
    assert not proved(lambda run: equal(run.x + 0, run.x), posed(), Short)
    assert proved(lambda run: equal(run.last(lambda s: 1 / (s.t + 2)) * 0, 0), posed())
