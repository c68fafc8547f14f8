"""Protects PROVED of an author's own: what Python answers by a class, a cache or a function of ours is no formula.

Each statement is false on some run, or on the second that is asked. It says of letters what it does not say of numbers:
two things are equal by a hook, what was kept is given, an integer of one's own meets one of Python's, a run has another
thing by the name of a property.
"""

from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import at_most, by, equal, sequence
from lemmacheck.theory.core.relation import in_short, shape_of
from lemmacheck.theory.core.run import of_each_run, run
from lemmacheck.theory.margins.hypotheses import unit_rows
from lemmacheck.verifiers.library.strategies import posed
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.statement import plain

from tests.verifiers.prove.own_problems import State, Stay, is_proved, own, staying


def plainly(Z):
    return {"a": Z[0], "u": (Z * Z).sum(-1)}


ON = own(plainly)


class Alike(NamedTuple):
    held: Any

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Seven(int):
    """A one that makes seven of an integer of Python's, as the t of a state is, and one of a letter."""

    def multiplied(self, other):
        return 7 * other

    __rmul__ = multiplied


@cache
def of_the_first(one):
    return one.held


@cache
def listed():
    return [0]


@sequence
def entries(run):
    return [0]


of_run = of_each_run(lambda run: [0])


def grows(made):
    return len([made.append(1)]) - 1 + len(made)


RUNS: dict[str, Callable[[Any], Any]] = {
    "the shape of a late row, of a function of ours": lambda run: equal(0 * run.t + shape_of(run.x[3:4], "")[0], 1),
    "the kind of an array, written by ours": lambda run: equal(0 * run.t + len(in_short(run.x)), len("a Value")),
    "a list that is remembered": lambda run: equal(0 * run.t + len(listed()), 1 + 0 * len([listed().append(1)])),
    "a list for each run": lambda run: equal(0 * run.t + grows(of_run(run)), 2),
    "a list that is a sequence": lambda run: equal(0 * run.t + grows(entries(run)), 2),
    "what is remembered of its like": lambda run: equal(of_the_first(Alike(run.problem.a)), run.problem.a),
    "an integer of one's own": lambda run: equal(run.each(lambda s: s.t * Seven(1)), run.t),
}


@pytest.mark.parametrize("name", RUNS)
def test_what_python_answers_is_not_read(name: str) -> None:
    assert not is_proved(RUNS[name], ON, Stay)


class Keeping(Stay):
    @cached_property
    def c(self):
        return 1 / (self.h - 1)


def test_what_a_property_keeps_is_not_read() -> None:
    """1/0 is refused where it is made; a proof saw that at the first reading alone, if Python is 3.12 and later."""
    with pytest.raises(Refused, match=r"Keeping\.c is kept from call to call by @cache or @cached_property"):
        plain(Keeping)


class Equal(Stay):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


def test_a_method_that_says_what_equals_it_is_not_read() -> None:
    def equals_no_number(run):
        return equal(0 * run.t + (run.algorithm,).count(1), 0)

    assert not is_proved(equals_no_number, ON, Stay)
    assert not is_proved(equals_no_number, ON, Equal)


class Held:
    """What a statement has a copy of, and a step has itself."""

    def __call__(self, t):
        return 1 + 0 * t


HELD, PARTLY = Held(), partial(max, 1)


class Holding(Stay):
    def __init__(self, held: Any, other: Any) -> None:
        self.held, self.other = held, other


class Counting(Holding):
    def start(self, p):
        return State(0, p.a * (self.held,).count(HELD))


class Naming(Stay):
    @classmethod
    def named(cls):
        return cls


HOLDS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "an object": (Holding(HELD, 1), lambda run: equal(0 * run.t + (run.algorithm.held,).count(HELD), 1)),
    "an object, twice": (
        Holding(HELD, HELD), lambda run: equal(0 * run.t + len({run.algorithm.held, run.algorithm.other}), 1)),
    "one in a tuple": (Holding((HELD,), 1), lambda run: equal(0 * run.t + run.algorithm.held.count(HELD), 1)),
    "a partial": (Holding(PARTLY, 1), lambda run: equal(0 * run.t + (run.algorithm.held,).count(PARTLY), 1)),
    "an object that a step asks for": (Counting(HELD, 1), lambda run: equal(run.x[0], 0 * run.x[0])),
    "the class of the method": (Naming(), lambda run: equal(0 * run.t + (run.algorithm.named(),).count(Naming), 0)),
}  # fmt: skip


@pytest.mark.parametrize("name", HOLDS)
def test_which_thing_a_method_holds_is_not_asked(name: str) -> None:
    method, said = HOLDS[name]

    assert not is_proved(said, ON, type(method), usual={"": method})


def test_what_a_method_holds_is_called() -> None:
    one = Holding(HELD, partial(lambda c, t: c + 0 * t, 1))

    assert is_proved(lambda run: equal(run.held, run.other), ON, Holding, usual={"": one})


class Plain(NamedTuple):
    t: Any
    x: Any

    @property
    def y(self):
        return self.x


class Doubled(NamedTuple):
    t: Any
    x: Any

    @property
    def y(self):
        return 2 * self.x


def test_all_states_are_of_one_class() -> None:
    class Changing(Stay):
        def start(self, p):
            return Plain(0, p.a)

        def step(self, p, s):
            return Doubled(s.t + 1, s.x)

    assert is_proved(lambda run: equal(run.y, run.x), ON, staying(Plain))
    assert not is_proved(lambda run: equal(run.y, run.x), ON, Changing)
    assert not is_proved(lambda run: equal(run.each(lambda s: s.y), run.x), ON, Changing)


@pytest.mark.parametrize(("source", "target"), [(0, 7), (0, -5), (5, 0)])
def test_an_axis_that_is_not_there_is_not_moved(source: int, target: int) -> None:
    assert is_proved(lambda run: equal(0 * run.t + np.moveaxis(run.x, 1, -2).ndim, 2), ON, Stay)
    assert not is_proved(lambda run: equal(0 * run.t + np.moveaxis(run.x, source, target).ndim, 2), ON, Stay)


class First(NamedTuple):
    t: Any
    x: Any

    @property
    def first(self):
        return 0 * self.t + 5


class Covering(NamedTuple):
    t: Any
    x: Any

    @property
    def Z(self):
        return 0 * self.x


def small(run):
    p = run.problem
    return at_most(p.norm(p.combine(p.u)), p.l1(p.u))


@pytest.mark.parametrize(("kind", "said", "more"), [
    (First, lambda run: equal(0 * run.x + run.first[0], 0), {}),
    (Covering, small, {"given": (unit_rows,), "proof": lambda run: [by("F.rows", run.u)]}),
])  # fmt: skip
def test_a_property_of_a_state_is_not_called_as_what_a_run_or_problem_has(kind: Any, said: Any, more: Any) -> None:
    assert is_proved(lambda run: equal(run.x[1:], run.x[:-1]), ON, Stay)
    assert not is_proved(said, ON, staying(kind), **more)


def test_a_sequence_is_an_array() -> None:
    with pytest.raises(TypeError, match="@sequence returns a list; expected an array"):
        entries(run(Stay(), posed(ON, [[1, 2]]), 2))
