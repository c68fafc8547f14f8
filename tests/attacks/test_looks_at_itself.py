"""Protects PROVED of an author's own: no formula asks what a thing is, how it is written, or where it lies in memory.

Each statement is false on every run, or in some process, and true of letters: by a text, a class, a frame, a function
of Python's that chooses by a class, a hypothesis that does, the order of a set, or memory that nobody has written to.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import at_least, by, equal, for_all

from tests.verifiers.prove.own_problems import Stay, is_proved, own

ON = own(lambda Z: {"a": Z[0], "k": Z[0, 0]})
KINDS = "{0.__class__.__name__}".format
WRITTEN = str
IS_OF_THE_METHOD = Stay.__instancecheck__
CHOOSING, _ = Fraction._operator_fallbacks(lambda a, b: 5, max)


class One(NamedTuple):
    x: Any


SHOWN = One.__repr__


def said(run: Any, count: Any) -> Any:
    return 0 * run.t + count


LOOKS: dict[str, Callable[[Any], Any]] = {
    "a text, filled in": lambda run: said(run, "{x.__class__.__name__}".format_map({"x": run}).count("Trajectory")),
    "a text, filled in by another name": lambda run: said(run, KINDS(run).count("Trajectory")),
    "a text, by another name": lambda run: said(run, WRITTEN(run).count("Trajectory")),
    "a text as a tuple makes it": lambda run: said(run, SHOWN(run).count("Trajectory") - 1),
    "a class": lambda run: said(run, (IS_OF_THE_METHOD(run.algorithm),).count(False)),
    "a frame": lambda run: said(run, len((x for x in ()).gi_frame.f_builtins["type"](run).mro()) - 2),
    "the code of a generator": lambda run: said(run, len((x for x in ()).gi_code.co_name) - 8),
    "a function that chooses by a class": lambda run: said(run, 1 - (5,).count(CHOOSING(0, run.problem.n))),
    "a fraction that chooses by a class": lambda run: said(
        run, 1 - (5,).count(Fraction(1)._richcmp(run.problem.n, lambda a, b: 5))
    ),
    "the order of a set": lambda run: said(run, "pqr".count(max({"p", "q", "r"}, key=len))),
    "the order of a set that is made": lambda run: said(run, "pqr".count(max({c for c in "pqr"}, key=len))),  # noqa: C416
    "the order of keys": lambda run: said(run, "pqr".count(max({"p": 1, "q": 2}.keys() - (), key=len))),
    "the order of items": lambda run: said(run, len(max({"p": 1, "q": 2}.items() - (), key=len)) - 1),
    "memory": lambda run: said(run, 1 + 0 * len(np.ndarray((9,)).tolist())),
    "an address": lambda run: said(run, 1 + 0 * len([np.arange(3).ctypes.data])),
    "a number near the largest": lambda run: said(
        run, 1 + run.problem.num.anchor(run.problem.a) - run.problem.maximum(run.problem.a)
    ),
}


@pytest.mark.parametrize("name", LOOKS)
def test_no_formula_looks_at_a_thing(name: str) -> None:
    looked = LOOKS[name]

    assert is_proved(lambda run: equal(said(run, 1), 1), ON, Stay)
    assert not is_proved(lambda run: equal(looked(run), 1), ON, Stay)


@for_all("(k − 7)‖u‖² ≥ 0 of letters u, and ‖u‖² ≥ 0 of numbers", points=lambda run: (run.problem.a,))
def by_a_class(p: Any, u: Any) -> Any:
    return at_least((p.k - 7 if type(u).__name__ == "Value" else 1) * p.squared(u), 0)


@for_all("k‖u‖² ≥ 0", points=lambda run: (run.problem.a,))
def of_all(p: Any, u: Any) -> Any:
    return at_least(p.k * p.squared(u), 0)


def test_no_hypothesis_for_all_u_looks_at_u() -> None:
    def times(number: Callable[[Any], Any], says: Any) -> bool:
        return is_proved(
            lambda run: at_least(number(run.problem) * run.problem.squared(run.problem.a), 0),
            ON, Stay, given=[says], proof=lambda run: [by(says, run.problem.a)],
        )  # fmt: skip

    assert times(lambda p: p.k, of_all)
    assert not times(lambda p: p.k - 7, by_a_class)


class Held:
    @classmethod
    def named(cls):
        return cls

    def __call__(self, t):
        return 1 + 0 * t


class Plain:
    def __call__(self, t):
        return 1 + 0 * t


class Holding(Stay):
    def __init__(self, held: Any) -> None:
        self.held = held


def test_what_a_method_holds_does_not_say_of_which_class_it_is() -> None:
    def is_another(run):
        return equal(said(run, (run.algorithm.held.named(),).count(Held)), 0)

    assert not is_proved(is_another, ON, Holding, usual={"": Holding(Held())})
    assert is_proved(lambda run: equal(run.held, 1), ON, Holding, usual={"": Holding(Plain())})
