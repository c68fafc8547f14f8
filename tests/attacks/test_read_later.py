"""Protects PROVED of an author's own: a function that a run calls at once is read later, and at an arbitrary row.

Each statement is false, or has no value on some run. In between a variable holds something else, the one arbitrary t
stands for two, or what is divided by 0 is an entry that no arbitrary step reads.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import above, at_least, by, equal, hypothesis

from tests.verifiers.prove.own_problems import Stay, is_proved, own

ON = own(lambda Z: {"a": Z[0], "k": Z[0, 0]})
SOME = Fraction(7, 3)


def of_states(run):
    c = 1
    y = run.each(lambda s: c * s.x)
    c = 2
    return equal(y, 2 * run.x)


def of_pairs(run):
    c = 1
    y = run.pairs(lambda s, after: c * s.x)
    c = 2
    return equal(y, 2 * run.x[:-1])


def of_times(run):
    c = 1
    y = run.per_step(lambda t: c * t)
    c = 2
    return equal(y, 2 * run.t)


def of_a_recurrence(run):
    c = 1
    y = run.recurrence(run.x[0], lambda t, x: c * x)
    c = 2
    return equal(y[1:], 2 * y[:-1])


def through_another(run):
    c = 1

    def times(x):
        return c * x

    y = run.each(lambda s: times(s.x))
    c = 2
    return equal(y, 2 * run.x)


def of_a_part(run):
    given = partial(lambda s, c: c * s.x, c=1)
    y = run.each(given)
    given.keywords.update(c=2)
    return equal(y, 2 * run.x)


def what_branches_by_then(run):
    times = [lambda x: x, lambda x: 2 * x if x.shape else x]
    c = times[0]
    y = run.each(lambda s: c(s.x))
    c = times[1]
    return equal(y, 2 * run.x)


CHANGED: list[Callable[[Any], Any]] = [
    of_states,
    of_pairs,
    of_times,
    of_a_recurrence,
    through_another,
    of_a_part,
    what_branches_by_then,
    lambda run: [equal(run.each(lambda s: k * s.x), 2 * run.x) for k in (1, 2)],  # noqa: B023
]


@pytest.mark.parametrize("statement", CHANGED)
def test_a_function_is_read_with_the_variables_that_it_had(statement: Any) -> None:
    assert not is_proved(statement, ON, Stay)


def test_a_function_in_a_loop_has_the_variable_of_its_round() -> None:
    assert is_proved(lambda run: [equal(run.each(lambda s: k * s.x), k * run.x) for k in (1, 2)], ON, Stay)  # noqa: B023


def sums_of(run, r):
    return run.sums(run.t * r)


def of_a_matrix(run, M):
    """Σ u⟨MZa, a⟩ over all u < t."""
    p = run.problem
    return run.sums(run.per_step(lambda u: u * p.inner(M @ p.scores(p.a), p.a)))


def of_each_t(said):
    """What is said of the run, and of t − 1, at each t."""
    return lambda run: run.recurrence(run.t[0], lambda t, x: said(run, t - 1)[t - 1])


TWO_TIMES: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "added up": (lambda run, r: run.sums(run.t * r), lambda run, r: run.sums(run.t * run.t)),
    "added up by NumPy": (
        lambda run, r: np.cumsum(run.t * r, axis=0), lambda run, r: np.cumsum(run.t * run.t, axis=0)),
    "in a function of its own": (lambda run, r: sums_of(run, r), lambda run, r: sums_of(run, run.t)),
    "in a function of all t": (
        lambda run, r: run.sums(run.per_step(lambda u: u * r)), lambda run, r: run.sums(run.per_step(lambda u: u * u))),
    "in a part of a function of all t": (
        lambda run, r: run.sums(run.per_step(partial(lambda r, u: u * r, r))),
        lambda run, r: run.sums(run.per_step(lambda u: u * u))),
    "in a default of a function of all t": (
        lambda run, r: run.sums(run.per_step(lambda u, r=r: u * r)),
        lambda run, r: run.sums(run.per_step(lambda u: u * u))),
    "in a multiple of a matrix": (
        lambda run, r: of_a_matrix(run, run.problem.Z.T * r),
        lambda run, r: run.sums(run.t * run.t * run.problem.squared(run.problem.scores(run.problem.a)))),
    "in a recurrence": (
        lambda run, r: run.recurrence(run.t[0], lambda t, x: x + t * r + t),
        lambda run, r: run.recurrence(run.t[0], lambda t, x: x + t * (t - 1) + t)),
}  # fmt: skip


@pytest.mark.parametrize("name", TWO_TIMES)
def test_a_row_meets_no_array_over_all_t(name: str) -> None:
    one, other = map(of_each_t, TWO_TIMES[name])

    assert not is_proved(lambda run: equal(one(run), other(run)), ON, Stay)


OF_A_ROW: dict[str, Callable[[Any], Any]] = {
    "where a recurrence starts": lambda run: equal(
        run.recurrence(run.t[0], lambda t, x: run.recurrence(0 * run.t[0] + t, lambda u, y: y)[t]),
        run.recurrence(run.t[0], lambda t, x: run.recurrence(0 * run.t[0] + t, lambda u, y: y)[t - 1]) + 0 * run.t,
    ),
    "as a power": lambda run: equal(
        run.recurrence(run.t[0], lambda t, x: run.sums((0 * x + t) ** run.t)[t]),
        run.recurrence(run.t[0], lambda t, x: run.sums((0 * x + t) ** run.t)[t]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_A_ROW)
def test_no_recurrence_over_all_t_starts_from_what_is_of_a_row(name: str) -> None:
    assert not is_proved(OF_A_ROW[name], ON, Stay)


def test_a_function_of_a_row_reads_arrays_over_all_t_that_no_row_changes() -> None:
    def rises(run):
        return run.t[1:] - run.t[:-1]

    assert is_proved(lambda run: equal(run.recurrence(run.t[0], lambda t, x: x + rises(run)[t - 1]), run.t), ON, Stay)
    assert is_proved(lambda run: equal(run.recurrence(run.t[0], lambda t, x: x + 1), run.t), ON, Stay)


class Dividing(NamedTuple):
    t: Any
    x: Any
    c: Any

    @property
    def y(self):
        return (1 / self.c, self.x)[1]


class Divided(Stay):
    def start(self, p):
        return Dividing(0, p.a, 0 * p.a + 1)

    def step(self, p, s):
        return Dividing(s.t + 1, s.x, p.a - SOME)


def besides(run, M):
    """1/(1 + (u − s)‖Za‖²) for all u, by M = sZᵀ."""
    p = run.problem
    return run.per_step(lambda u: 1 / (1 + u * p.squared(p.scores(p.a)) - p.inner(M @ p.scores(p.a), p.a)))


ON_THE_WAY: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "a first row, in a function of each state": (lambda run: equal(
        run.each(lambda s: (1 / np.concatenate([0 * run.t[:1] + run.problem.k - SOME, 1 + 0 * run.t]), s.x)[1]),
        run.x), Stay),
    "rows beside that of a state": (lambda run: equal(
        run.each(lambda s: (1 / (1 + (run.t - s.t) * (run.problem.k - SOME)), s.x)[1]), run.x), Stay),
    "rows beside that of a state, by a matrix": (lambda run: equal(
        run.each(lambda s: (besides(run, run.problem.Z.T * s.t), s.x)[1]), run.x), Stay),
    "in a property of later states": (lambda run: equal(run.y, run.x), Divided),
}  # fmt: skip


@pytest.mark.parametrize("name", ON_THE_WAY)
def test_what_is_divided_by_0_on_the_way_has_no_value(name: str) -> None:
    statement, kind = ON_THE_WAY[name]

    assert not is_proved(statement, ON, kind)


def test_a_property_of_later_states_is_made_whole() -> None:
    class Other(Stay):
        def start(self, p):
            return Dividing(0, p.a, 0 * p.a + 1)

        def step(self, p, s):
            return Dividing(s.t + 1, s.x, s.c)

    assert is_proved(lambda run: equal(run.x[1:], run.x[:-1]), ON, Other)


SIDES: dict[str, Callable[[Any], Any]] = {
    "a vector, and one for each t": lambda run: equal(run.x, run.problem.a),
    "a first row, and a column": lambda run: equal(0 * run.x[:1], 0 * run.t[:, None]),
    "a row, and a vector": lambda run: equal(run.x[:1], run.problem.a),
}


@pytest.mark.parametrize("name", SIDES)
def test_sides_that_a_relation_takes_of_one_column_alone_are_not_compared(name: str) -> None:
    assert not is_proved(SIDES[name], ON, Stay)


def test_sides_are_compared_where_one_is_constant_along_an_axis() -> None:
    assert is_proved(lambda run: equal(run.x[:1], run.problem.a[None]), ON, Stay)
    assert is_proved(lambda run: equal(0 * run.x, 0 * run.t[:, None]), ON, Stay)
    assert is_proved(lambda run: equal(0 * run.x, 0 * run.t[:1]), ON, Stay)


class Holding(NamedTuple):
    t: Any
    x: Any
    y: Any


def holding(first: Callable[[Any], Any], later: Callable[[Any, Any], Any]) -> type:
    """A method whose states hold such a number."""

    class Made(Stay):
        def start(self, p):
            return Holding(0, p.a, first(p))

        def step(self, p, s):
            return Holding(s.t + 1, s.x + 0 * p.a, later(p, s.y))

    return Made


NO_NUMBERS: dict[str, tuple[Any, Callable[[Any], Any], Any]] = {
    "a root, at first": (
        holding(lambda p: p.sqrt(p.k + 12345), lambda p, y: y), lambda run: at_least(run.y**2, 0), None),
    "a root, and what is under it": (
        holding(lambda p: p.sqrt(p.k + 12345), lambda p, y: y),
        lambda run: at_least(run.problem.k + 12345 + 0 * run.t, 0),
        lambda run: [by("F.square", run.y)]),
    "a logarithm, at first": (
        holding(lambda p: p.log(p.k + 12345), lambda p, y: y), lambda run: at_least(run.y**2, 0), None),
    "a root, in a step": (
        holding(lambda p: p.k, lambda p, y: p.sqrt(p.k + 12345) ** 2 - 12345), lambda run: equal(run.y, run.problem.k),
        None),
    "a root of the state": (
        holding(lambda p: p.k, lambda p, y: 0 * p.sqrt(y + 12345) + y), lambda run: equal(run.y, run.problem.k), None),
}  # fmt: skip


@pytest.mark.parametrize("name", NO_NUMBERS)
def test_a_state_that_may_be_no_number_is_not_taken_for_one(name: str) -> None:
    kind, statement, argument = NO_NUMBERS[name]

    assert not is_proved(statement, ON, kind, proof=argument)


def test_a_root_of_what_is_not_negative_is_a_number() -> None:
    @hypothesis("k > 0")
    def positive(run):
        return above(run.problem.k, 0)

    rooted = holding(lambda p: p.sqrt(p.k), lambda p, y: y + p.norm(p.a) - p.norm(p.a))

    assert is_proved(lambda run: equal(run.y**2, run.problem.k), ON, rooted, given=(positive,))
