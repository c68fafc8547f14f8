"""Protects the memory of a run: what is remembered is what would be evaluated, of the whole, a stretch, a view."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core import evaluated
from lemmacheck.theory.core.evaluated import Evaluated, reads_row_by_row, row_by_row
from lemmacheck.theory.core.run import of_each_run

COUNT = 6


class Counted:
    """x ↦ 2x, and how many rows it was asked of."""

    def __init__(self) -> None:
        self.rows = 0

    def __call__(self, *arguments: Any) -> Any:
        self.rows += sum(len(x) for x in arguments)
        return 2 * sum(arguments)


@pytest.fixture
def memory() -> Evaluated:
    return Evaluated()


@pytest.fixture
def x(memory: Evaluated) -> np.ndarray:
    return memory.keep(np.arange(3.0 * COUNT).reshape(COUNT, 3))


@pytest.fixture
def double() -> Counted:
    return Counted()


def test_a_function_of_a_sequence_is_evaluated_once(double: Counted, memory: Evaluated, x: np.ndarray) -> None:
    assert [np.array_equal(memory.of("double", double, x), 2 * x) for _ in range(3)] == [True] * 3
    assert double.rows == COUNT


@pytest.mark.parametrize("part", [slice(1, None), slice(None, -1), slice(2, 4), slice(0, 0)])
def test_of_a_stretch_it_is_what_it_was_of_the_whole(
    double: Counted, memory: Evaluated, x: np.ndarray, part: slice
) -> None:
    memory.of("double", double, x)

    assert np.array_equal(memory.of("double", double, x[part]), 2 * x[part])
    assert double.rows == COUNT


@pytest.mark.parametrize(
    "view",
    [lambda x: x[::2], lambda x: x[::-1], lambda x: x.T, lambda x: x[:, 1:], lambda x: x[None]],
    ids=["every other row", "backwards", "transposed", "without a column", "with an axis"],
)
def test_of_a_view_that_is_no_stretch_it_is_evaluated_anew(
    double: Counted, memory: Evaluated, x: np.ndarray, view: Callable[[Any], Any]
) -> None:
    memory.of("double", double, x)
    before = double.rows

    assert np.array_equal(memory.of("double", double, view(x)), 2 * view(x))
    assert double.rows > before


def test_what_is_not_the_runs_is_not_remembered(double: Counted, memory: Evaluated, x: np.ndarray) -> None:
    copies = [memory.of("double", double, x.copy()) for _ in range(2)]

    assert np.array_equal(copies[0], 2 * x)
    assert double.rows == 2 * COUNT


def test_two_names_and_two_sequences_are_kept_apart(memory: Evaluated, x: np.ndarray) -> None:
    y = memory.keep(x + 100)
    memory.of("double", Counted(), x)

    assert np.array_equal(memory.of("half", lambda x: x / 2, x), x / 2)
    assert np.array_equal(memory.of("double", Counted(), y), 2 * y)
    assert np.array_equal(memory.of("sum", Counted(), x, y), 2 * (x + y))
    assert np.array_equal(memory.of("sum", Counted(), y, x[:1]), 2 * (y + x[:1]))


def test_what_is_given_is_a_sequence_in_turn_and_for_reading_only(memory: Evaluated, x: np.ndarray) -> None:
    first, again = Counted(), Counted()
    once = memory.of("double", first, x)
    twice = [memory.of("again", again, once) for _ in range(2)]

    assert again.rows == COUNT
    assert np.array_equal(twice[1], 4 * x)
    with pytest.raises(ValueError, match="read-only"):
        once[0] = 7


def test_what_is_made_of_a_run_is_made_once_however_many_other_runs_come_between() -> None:
    class Read: ...

    made = of_each_run(lambda run: object())
    runs = [Read() for _ in range(200)]
    first = [made(run) for run in runs]

    assert all(made(run) is one for run, one in zip(runs, first, strict=True))
    assert len({id(one) for one in first}) == len(runs)


def test_a_mark_holds_for_a_class_of_ours_that_writes_the_function_anew_and_for_no_authors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class First:
        @row_by_row
        def marked(self, x: Any) -> Any: ...

        def bare(self, x: Any) -> Any: ...

    class Theirs(First):
        def marked(self, x: Any) -> Any: ...

    class Ours(First):
        def marked(self, x: Any) -> Any: ...

    class Wraps:
        @wraps(First.marked)
        def marked(self, x: Any) -> Any: ...

    class CalledOurs(Theirs):
        __module__ = "lemmacheck.theory.mine"

        def marked(self, x: Any) -> Any: ...

    assert not reads_row_by_row(CalledOurs(), "marked")
    assert not reads_row_by_row(Wraps(), "marked")
    monkeypatch.setattr(evaluated, "authored", lambda one: one is not Ours)
    assert [reads_row_by_row(Ours(), name) for name in ("marked", "bare", "missing")] == [True, False, False]
    assert [reads_row_by_row(one(), "marked") for one in (First, Theirs)] == [True, False]
