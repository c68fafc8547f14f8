"""Protects PROVED of what is read too widely: rows that a short run has not, and what an author says of his own code.

A hypothesis that calls itself equal to another, a function that says it is of NumPy, a relation that is not what it
holds, and what tells the arbitrary run from others by a name, or a hook of Python's, that a reader does not know.
"""

import builtins
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import (
    Book,
    Hypothesis,
    Method,
    Relation,
    above,
    at_least,
    at_most,
    by,
    claim,
    equal,
    hypothesis,
    problem,
)
from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.claim import Kind
from lemmacheck.theory.core.own import lasting
from lemmacheck.theory.margins.comparators import simplex_points
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.subject import Trajectory

from tests.attacks.test_false_of_own_problems import plainly, posed, proved
from tests.verifiers.prove.own_problems import SOURCE, State, Stay


class Falls(NamedTuple):
    t: Any
    c: Any
    y: Any


class Falling:
    """c_t = c − t and y_{t+1} = √c_t: of t steps only where c ≥ t − 1."""

    def start(self, p):
        return Falls(0, p.c, p.number(0))

    def step(self, p, s):
        return Falls(s.t + 1, s.c - 1, p.num.sqrt(s.c))


@hypothesis("c_t > 0 for every t")
def above_0(run):
    return above(run.c, 0)


class Divides(Falling):
    """Divides by c, which is a vector here, and has the name of a number that may be 0."""

    def step(self, p, s):
        return Falls(s.t + 1, s.c, 0 * s.y / p.c)


def of_a_number(Z, c):
    return {"a": Z[0], "c": c}


def of_two_of_a_name(Z, c):
    return {"c": 1 / (1 + (Z * Z).sum(-1)), "b": 1 * c}


def joined(first, rest):
    return np.concatenate([first, rest])[:1]


SHORT: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "a fact at t = 6": (lambda run: at_least(run.problem.c, 5), lambda run: [by("F.square", run.y[6])]),
    "a fact at t = 6, its axis kept": (lambda run: at_least(run.problem.c, 5),
        lambda run: [by("F.square", run.y[6:7])]),
    "a fact at t = 6, for every t": (lambda run: at_least(run.problem.c + 0 * run.t, 5),
        lambda run: [by("F.square", run.y[6] + 0 * run.t)]),
    "what is shown of t = 6": (lambda run: at_least(run.problem.c, 5), lambda run: [at_least(run.y[6:7] ** 2, 0)]),
    "t = 5 before the rest": (lambda run: at_least(joined(run.t[5:6], run.t), 5), lambda run: []),
    "the last of none": (lambda run: at_least(joined(0 * run.t[1:][-1:] + 1, run.t), 1), lambda run: []),
    "the rest of none": (lambda run: at_least(np.concatenate([run.t[:1] - 1, 1 + run.t[2:]]), 0), lambda run: []),
    "a sum of t = 5": (lambda run: equal(run.t[5:6].sum(-1), 5), lambda run: []),
    "how many entries t = 5 is": (lambda run: equal(0 * run.t + sum(1 for _ in run.t[5:6]), 1), lambda run: []),
}  # fmt: skip


@pytest.mark.parametrize("name", SHORT)
def test_what_a_short_run_has_not_says_nothing_of_it(name: str) -> None:
    statement, proof = SHORT[name]
    assert not proved(statement, posed(of_a_number, c=[3, 10]), Falling, proof=proof, given=(above_0,))


def test_what_is_shown_of_a_later_row_holds_of_the_runs_that_have_it() -> None:
    def fifth(run):
        return equal(run.t[5:6], 5), at_least(np.concatenate([1 + 0 * run.t[:1], run.t])[:1], 1)

    assert proved(fifth, posed())
    on, lasts = posed(of_a_number, c=[3, 10]), (above_0,)
    assert proved(lambda run: at_least(run.c[5:6], -2), on, Falling, proof=lambda run: [], given=lasts)


class FromZero(Stay):
    """x_t = ta: 0 at t = 0."""

    def start(self, p):
        return State(0, 0 * p.a)

    def step(self, p, s):
        return State(s.t + 1, s.x + p.a)


@hypothesis("‖x_t‖ > 0 for every t ≥ 1")
def moves(run):
    return above(run.problem.norm(run.x[1:]), 0)


def whole(run):
    length = run.problem.norm(run.x)
    return run.num.ratio(length, length)


def test_what_is_not_0_from_the_second_row_on_may_be_0_at_the_first() -> None:
    """Also where a relation was looked at before of which the first row stands by itself."""

    def first_by_itself(run):
        ones = 1 + 0 * run.t
        return at_least(whole(run), np.concatenate([0 * ones[:1], ones[:-1]]))

    def false_at_0(run):
        return at_least(whole(run), 1)

    assert not proved(false_at_0, posed(), FromZero, given=[moves], proof=lambda run: [first_by_itself(run)])


def test_what_a_step_divides_by_is_not_another_number_of_its_name() -> None:
    def positive(run):
        return above(run.problem.b + 0 * run.t[1:], 0)

    assert not proved(positive, posed(of_two_of_a_name, c=[0, 1]), Divides)
    assert not proved(positive, posed(of_two_of_a_name, c=[0, 1]), Divides, proof=lambda run: [])


def true_of_all(run):
    return at_least(run.problem.size, 0)


def false_of_most(run):
    return at_least(run.problem.size, 5)


class True_(NamedTuple):
    """Equal to the other, as tuples are."""

    held: int = 0

    def __call__(self, run):
        return at_least(run.problem.size, 0)


class False_(NamedTuple):
    held: int = 0

    def __call__(self, run):
        return at_least(run.problem.size, 5)


def of_numpy(function):
    """The same, as if it were of NumPy."""
    found = type(function)(function.__code__, function.__globals__)
    found.__module__ = "numpy"
    return found


def rest_on(supposed: Hypothesis, granted: Hypothesis) -> list[bool]:
    """Whether a lemma is proved from what it supposes, and whether a claim is that supposes another thing."""
    lemma = claim("Me.1", about=Stay, given=[supposed], proof=lambda run: [])(false_of_most)
    cites = claim("Me.2", about=Stay, given=[granted], proof=lambda run: [by("Me.1")])(false_of_most)
    library = Library(Book(SOURCE, methods=[Method(Stay, on=posed())], claims=[lemma, cites]), origin=__name__)
    return [prove(library.claims[id]) is not None for id in ("Me.1", "Me.2")]


def test_a_hypothesis_is_granted_by_itself_alone() -> None:
    strong = Hypothesis("h", "h", false_of_most)

    assert rest_on(strong, strong) == [True, True]
    assert rest_on(strong, Hypothesis("h", "h", true_of_all)) == [True, False]
    assert True_() == False_()
    assert rest_on(Hypothesis("h", "h", False_()), Hypothesis("h", "h", True_())) == [True, False]
    assert rest_on(strong, Hypothesis("h", "h", of_numpy(true_of_all), implies=(strong,))) == [True, False]


def test_what_is_remembered_of_a_claim_is_not_said_of_one_that_supposes_less() -> None:
    found = []
    on = Method(Stay, on=posed())
    for supposed in (False_(), True_()):
        one = claim("Me.1", about=Stay, given=[Hypothesis("h", "h", supposed)], proof=lambda run: [])(false_of_most)
        found.append(prove(Book(SOURCE, methods=[on], claims=[one]).claims["Me.1"]) is not None)

    assert found == [True, False]


class Formed(Stay):
    forms = (of_numpy(lambda algorithm, p, t, free: {"t": t, "x": free("x", "d", nonnegative=True)}),)


def other_size(p, name):
    return object.__getattribute__(p, "made")["size"] - 1 if name == "size" else object.__getattribute__(p, name)


class Lying(Relation):
    """What it is asked for is not what it holds."""

    __slots__ = ()
    lhs = property(lambda self: 0 * self[0])


@pytest.mark.parametrize("name", ["lemmacheck.theory.core.run", "lemmacheck.mine", "numpy", "functools"])
def test_no_code_is_ours_that_says_so(name: str) -> None:
    hidden = type("Posed", (), {"of": plainly, "__module__": name, "__getattribute__": other_size})
    looks = {"__name__": name, "at_least": at_least, "isinstance": isinstance, "Trajectory": Trajectory}
    exec("def says(run): return at_least(isinstance(run, Trajectory) * 1 + 0 * run.problem.size, 1)", looks)

    assert not proved(true_of_all, problem()(hidden))
    assert not proved(looks["says"], posed())


def test_what_an_author_says_of_his_states_and_relations_is_not_believed() -> None:
    assert not proved(lambda run: at_least(run.x.sum(-1), 0), posed(), Formed)
    assert not proved(lambda run: Lying(run.problem.size, "==", 0), posed())


def test_only_an_algebra_of_ours_ranges_over_two_times() -> None:
    stated = claim("Me.1", about=Stay, kind=Kind.ALGEBRA_OF_TWO)(lambda run: equal(run.steps, 0))
    assert prove(Book(SOURCE, methods=[Method(Stay, on=posed())], claims=[stated]).claims["Me.1"]) is None


def tells(x):
    return 0 * x if "Value" in type(x).__name__ else 1 + 0 * x


class Part(partial):
    pass


class Asked(property):
    pass


class Hooks(type):
    def __call__(cls, x):
        return tells(x)

    def __getattr__(cls, name):
        return tells


class Hooked(metaclass=Hooks):
    asked = Asked(lambda self: tells)


class Fault(Exception):
    pass


class Queue(deque):
    pass


class Changing(ModuleType):
    """What reads the statement is given another function than the statement."""

    def __getattr__(self, name):
        return tells if sys._getframe(1).f_code.co_filename == __file__ else abs


fault, queue = Fault(tells), Queue([tells])
part, instance, changing = Part(tells), object.__new__(Hooked), Changing("numpy")
absolute = FunctionType(
    (lambda run: equal(abs(run.x), 0 * run.x)).__code__,
    {"equal": equal, "__builtins__": {**vars(builtins), "abs": tells}},
)
ask, ask_for = isinstance, getattr
LOOKS: dict[str, Callable[[Any], Any]] = {
    "isinstance": lambda run: equal(0 * run.problem.size + ask(run, Trajectory) * 1, 1),
    "getattr": lambda run: equal(0 * run.problem.size + ask_for(run, "own") * 1, 1),
    "the fields of an arithmetic": lambda run: equal(
        0 * run.problem.size + ("context",).count(fields(run.problem.num)[0].name), 1
    ),
    "what a run is made for": lambda run: equal(0 * run.problem.size + lasting(run.algorithm) * 1, 0),
    "a part in a way of its own": lambda run: equal(part(run.x), 0 * run.x),
    "a property in a way of its own": lambda run: equal(instance.asked(run.x), 0 * run.x),
    "a class that is called in a way of its own": lambda run: equal(Hooked(run.x), 0 * run.x),
    "an attribute that a class makes up": lambda run: equal(Hooked.other(run.x), 0 * run.x),
    "what an exception holds": lambda run: equal(fault.args[0](run.x), 0 * run.x),
    "what a queue holds": lambda run: equal(queue[0](run.x), 0 * run.x),
    "an attribute that a module makes up": lambda run: equal(changing.other(run.x), 0 * run.x),
    "a name of Python's for another function": absolute,
    "the fourth point": lambda run: (true_of_all(run),
        *(at_least(0 * q.sum(-1), 1) for q in islice(simplex_points(run.problem), 3, None))),
    "the number of points": lambda run: tuple(at_most(k // 3 + 0 * q.sum(-1), 0)
        for k, q in enumerate(simplex_points(run.problem))),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOKS)
def test_what_tells_the_arbitrary_run_from_others_is_not_read(name: str) -> None:
    assert not proved(LOOKS[name], posed())
