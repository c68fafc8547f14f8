"""Protects PROVED of an author's own: numbers refuse 1/0 where it is made, and letters where it is read.

Each statement has no value on some run, late or of rare data, and reads no entry that is divided by 0. A method is run
as its author made it, and a hypothesis for all u speaks of each u.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import Book, Method, at_least, at_most, by, claim, equal, for_all, hypothesis, problem
from lemmacheck.theory.core.relation import Relation
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.library.preflight import kind_returned
from lemmacheck.verifiers.records.verdict import Verdict

from tests.quick import check
from tests.verifiers.prove.own_problems import SOURCE, State, Stay, is_proved, own, staying


def plainly(Z):
    return {"a": Z[0], "k": Z[0, 0], "s": 1 + (Z * Z).sum()}


ON = own(plainly, f=lambda p, x: (1 / (x - Fraction(7, 3)), x)[1])


def seen(x: Any) -> Any:
    return (1 / (x - Fraction(7, 3)), x)[1]


class Seen(NamedTuple):
    t: Any
    x: Any

    @property
    def y(self):
        return seen(self.x)


MADE: dict[str, Callable[[Any], Any]] = {
    "the first row of 1/(t - 30)": lambda run: equal((1 / (run.t - 30))[:1], Fraction(-1, 30)),
    "a row by its number": lambda run: equal((1 / (run.t - 30))[2], Fraction(-1, 28)),
    "the first of all states": lambda run: equal(run.each(lambda s: 1 / (s.t - 30))[:1], Fraction(-1, 30)),
    "the first of all pairs": lambda run: equal(run.pairs(lambda s, after: 1 / (s.t - 30))[:1], Fraction(-1, 30)),
    "the first of all t": lambda run: equal(run.per_step(lambda t: 1 / (t - 30))[:1], Fraction(-1, 30)),
    "the start of a recurrence": lambda run: equal(run.recurrence(run.t[0], lambda t, x: 1 / (t - 30))[:1], 0),
    "the start of a sum": lambda run: equal((1 / (run.t - 30)).cumsum(axis=0)[:1], Fraction(-1, 30)),
    "a row before others": lambda run: equal(np.concatenate([run.t[:1], 1 / (run.t - 30)])[:1], 0),
    "a vector that is dropped": lambda run: (seen(run.problem.a), equal(run.x[1:], run.x[:-1]))[1],
    "a sequence that is dropped": lambda run: (seen(run.x), equal(run.x[1:], run.x[:-1]))[1],
    "a sequence that is counted": lambda run: equal(0 * run.t + len([1 / (run.t - 30)]), 1),
    "one of each state": lambda run: equal(run.each(lambda s: seen(s.x)), run.x),
    "one in each step": lambda run: equal(
        run.recurrence(run.x[0], lambda t, x: seen(x)), run.recurrence(run.x[0], lambda t, x: x)
    ),
    "a sequence for each state": lambda run: equal(run.each(lambda s: (1 / (run.t - 30), s.x)[1]), run.x),
    "one of the problem's functions": lambda run: equal(run.problem.f(run.x), run.x),
}


@pytest.mark.parametrize("name", MADE)
def test_what_is_divided_by_0_has_no_value_be_it_read_or_not(name: str) -> None:
    assert not is_proved(MADE[name], ON, Stay)


def test_a_property_of_a_state_is_made_whole() -> None:
    assert is_proved(lambda run: equal(run.x, run.x), ON, staying(Seen))
    assert not is_proved(lambda run: equal(run.y, run.x), ON, staying(Seen))


READ: dict[str, Callable[[Any], Any]] = {
    "the first row of 1/(t + 1)": lambda run: equal((1 / (run.t + 1))[:1], 1),
    "what is not 0": lambda run: (1 / run.problem.s, equal(run.x / run.problem.s * run.problem.s, run.x))[1],
    "all rows but one": lambda run: equal(1 / run.t[1:] * run.t[1:], 1),
    "rows before others": lambda run: equal(1 / np.concatenate([run.t[:1] + 1, run.t[1:]])[:1], 1),
    "of each state": lambda run: equal(run.each(lambda s: s.x / (s.t + 1))[:1], run.x[:1]),
}


@pytest.mark.parametrize("name", READ)
def test_what_is_divided_by_what_is_not_0_has_a_value(name: str) -> None:
    assert is_proved(READ[name], ON, Stay)


@dataclass
class Doubled:
    h: Any = 1

    def __post_init__(self):
        self.g = 2 * self.h

    def start(self, p):
        return State(0, p.a)

    def step(self, p, s):
        return State(s.t + 1, s.x + (self.g - 2) * p.a)


@dataclass(frozen=True)
class Scheduled:
    lam: Any = lambda t: 1 / (t + 1)

    def start(self, p):
        return State(0, p.a)

    def step(self, p, s):
        return State(s.t + 1, s.x * self.lam(s.t))


def stated(function: Callable[[Any], Any], kind: Any, **usual: Any) -> Any:
    method = Method(kind, on=ON, steps=4, usual=usual)
    return Book(SOURCE, methods=[method], claims=[claim("Me.1", about=kind)(function)]).claims["Me.1"]


def test_a_method_is_run_as_its_author_made_it() -> None:
    changed = Doubled()
    changed.g = 3
    moves = stated(lambda run: equal(run.x[1:] - run.x[:-1], run.problem.a + 0 * run.x[1:]), Doubled, changed=changed)

    assert kind_returned(moves) is Relation
    assert proof_of(moves) is not None
    assert check(moves).verdict == Verdict.PROVED
    assert proof_of(stated(lambda run: equal(run.x[1:], run.x[:-1]), Doubled, plain=Doubled())) is not None


def test_the_schedule_of_a_method_of_ones_own_is_its_own() -> None:
    shrinks = stated(lambda run: equal((run.t[:-1, None] + 1) * run.x[1:], run.x[:-1]), Scheduled, plain=Scheduled())

    assert proof_of(shrinks) is not None


def axes(p: Any, u: Any) -> Any:
    return at_least(0 * u.sum(-1) + u.ndim, 2)


def first(p: Any, u: Any) -> Any:
    return at_least(u[:1], -1)


def rises(p: Any, u: Any) -> Any:
    return at_least((u[1:] - u[:-1]).sum(-1), 0)


def each(p: Any, u: Any) -> Any:
    return at_least(u.sum(-1), 0)


def test_a_hypothesis_for_all_u_says_the_same_of_a_sequence_and_of_each_of_its_points() -> None:
    for says, found in ((axes, False), (first, False), (rises, False), (each, True)):
        for_each = for_all("for all u", points=lambda run: (run.x,))(says)
        at_a = lambda run, one=for_each: [by(one, run.problem.a)]  # noqa: E731
        states = (lambda run: at_least(run.problem.a.sum(-1), 0)) if found else lambda run: at_most(run.t, 24)

        assert is_proved(states, ON, Stay, given=(for_each,), proof=at_a) is found


@pytest.mark.parametrize(("place", "found"), [((0, 0), True), ((2, -3), True), ((2, 3), False), ((-4, 0), False)])
def test_an_entry_that_a_smaller_matrix_has_not_is_not_read(place: tuple[int, int], found: bool) -> None:
    on = problem(smallest=(3, 3))(type("Own", (), {"of": plainly, "families": lambda: [[[1] * 10] * 10]}))
    large = hypothesis("n ≥ 9")(lambda run: at_least(run.problem.n, 9))

    assert is_proved(lambda run: equal(run.t * 0 * run.problem.Z[place], 0), on, Stay, given=(large,)) is found
