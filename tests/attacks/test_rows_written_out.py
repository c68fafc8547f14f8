"""Protects PROVED of an author's own: a row that is written out has axes, and an array that a run lacks has none.

Each statement is false on every run, or has no value on some, and asks only how many axes there are, or of what kind.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import equal

from tests.verifiers.prove.own_problems import Stay, is_proved, own

ON = own(lambda Z: {"a": Z[0], "k": Z[0, 0]})


class Three(NamedTuple):
    t: Any
    x: Any
    y: Any


def holding(row: Callable[[Any], Any]) -> type:
    """A method whose states hold a row that is written out."""

    class Holding(Stay):
        def start(self, p):
            return Three(0, p.a, row(0))

        def step(self, p, s):
            return Three(s.t + 1, s.x, row(s.t))

    return Holding


def counted(x: Any, count: int) -> Any:
    return equal(x.ndim, count)


COUNTED: dict[str, Callable[[Any], Any]] = {
    "an array": lambda run: counted(run.each(lambda s: np.array([s.t, 1])), 1),
    "an array of numbers": lambda run: counted(run.each(lambda s: np.array([1, 2])), 1),
    "a list": lambda run: counted(run.each(lambda s: [s.t, s.t]), 1),
    "two vectors": lambda run: counted(run.each(lambda s: (s.x, s.x)), 1),
    "a state": lambda run: counted(run.each(lambda s: s), 1),
    "nothing": lambda run: counted(run.each(lambda s: None), 1),
    "an array of two states": lambda run: counted(run.pairs(lambda s, after: np.array([s.t, 1])), 1),
    "one of the last state": lambda run: counted(run.last(lambda s: np.array([s.t, 1])), 1),
    "one of t": lambda run: counted(run.per_step(lambda t: np.array([t, 1])), 1),
    "an array over 0": lambda run: counted(1 / run.t, 1),
    "a vector over 0": lambda run: counted(run.x / run.t[:, None], 2),
    "a late row beside all": lambda run: counted(run.x[2:3] + run.x, 2),
    "the lengths of an array over 0": lambda run: equal(len((1 / run.t).shape), 1),
    "the kind of an array": lambda run: equal(run.each(lambda s: np.array([s.t, 1]).dtype.num + 0 * s.t), 17),
}


@pytest.mark.parametrize("name", COUNTED)
def test_axes_are_those_of_what_every_run_has(name: str) -> None:
    assert not is_proved(COUNTED[name], ON, Stay)


@pytest.mark.parametrize("row", [lambda t: np.array([t, 1]), lambda t: (t, 1)])
def test_a_row_that_a_state_holds_has_axes(row: Any) -> None:
    assert not is_proved(lambda run: counted(run.y, 1), ON, holding(row))


def test_axes_of_arrays_of_the_run_are_counted() -> None:
    assert is_proved(lambda run: counted(run.y, 1), ON, holding(lambda t: 2 * t))
    assert is_proved(lambda run: counted(run.x, 2), ON, Stay)
    assert is_proved(lambda run: counted(run.each(lambda s: s.x[:, None]), 3), ON, Stay)
    assert is_proved(lambda run: counted(np.concatenate([run.x[:1], run.x]), 2), ON, Stay)
    assert is_proved(lambda run: equal(len(run.x.shape), 2), ON, Stay)


MEETING: dict[str, tuple[Callable[[Any], Any], bool]] = {
    "a late row and two that come before it": (lambda run: run.t[13:14] * 0 + run.t[11:], False),
    "a late row and one that comes before it": (lambda run: run.t[12:13] * 0 + run.t[11:], True),
    "a late row and those from it on": (lambda run: run.t[13:14] * 0 + run.t[13:], True),
    "a late row, as a factor": (lambda run: run.t[20:21] * run.t[18:], False),
    "a late row and a vector": (lambda run: run.t[13:14] * 0 + run.problem.a, False),
    "a late vector and vectors": (lambda run: run.x[13:14] * 0 + run.x[11:], False),
    "a late exponent's base": (lambda run: run.t[13:14] ** run.t[11:], False),
    "the second row and all": (lambda run: run.t[1:2] * 0 + run.t, True),
}


@pytest.mark.parametrize("name", MEETING)
def test_a_row_that_a_short_run_lacks_meets_no_axis_of_two_and_more(name: str) -> None:
    made, found = MEETING[name]

    assert is_proved(lambda run: equal(made(run) - made(run), 0), ON, Stay) is found
