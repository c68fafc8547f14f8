"""Protects what a row of a sequence is said to read: whatever a number meets, the rows of both are remembered."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from lemmacheck.verifiers.numbers.letters import NotAffine
from lemmacheck.verifiers.numbers.reading import Read, ReadBall, together

from tests.verifiers.numbers.expressions import objects

FIRST, SECOND = Read(frozenset({1})), Read(frozenset({2, 3}))
NUM = ReadBall(64)


def rows(x: Any) -> list[list[int]]:
    return [sorted(one.rows) for one in np.ravel(np.asarray(x, dtype=object))]


@pytest.mark.parametrize("how", [operator.add, operator.sub, operator.mul, operator.truediv, operator.pow])
def test_two_numbers_are_made_of_the_rows_of_both(how: Callable[[Any, Any], Any]) -> None:
    assert rows(how(FIRST, SECOND)) == [[1, 2, 3]]
    assert rows(how(FIRST, 2)) == [[1]]
    if how is not operator.pow:
        assert rows(how(2, FIRST)) == [[1]]


def test_every_function_remembers_what_it_is_asked_of() -> None:
    for name in ("exp", "log", "sqrt", "root_of_squares", "xlogx", "exprel", "logrel"):
        assert rows(getattr(NUM, name)(objects(FIRST, SECOND))) == [[1], [2, 3]], name
    assert rows(-FIRST) == rows(abs(FIRST)) == [[1]]
    assert rows(NUM.ratio(FIRST, SECOND)) == [[1, 2, 3]]
    assert rows(NUM.ratio(objects(FIRST, 1), SECOND)) == [[1, 2, 3], [2, 3]]


def test_a_maximum_is_made_of_all_entries_of_its_row_alone() -> None:
    table = np.stack([objects(FIRST, SECOND), objects(SECOND, 1)])
    deep = np.stack([table, table])

    assert type(NUM.maximum(table[0])) is Read
    assert rows(NUM.maximum(table[0])) == [[1, 2, 3]]
    assert rows(NUM.maximum(table)) == rows(NUM.anchor(table)) == [[1, 2, 3], [2, 3]]
    assert NUM.maximum(deep).shape == (2, 2)
    assert rows(NUM.first_largest(table)) == [[1, 2, 3]] * 2 + [[2, 3]] * 2
    assert rows(together(table.ravel().tolist())) == [[1, 2, 3]]


@pytest.mark.parametrize("told", [lambda x: x < 1, lambda x: x >= 1, lambda x: x == 1, bool, float, hash])
def test_what_would_tell_more_of_a_number_is_refused(told: Callable[[Any], Any]) -> None:
    with pytest.raises((NotAffine, TypeError)):
        told(FIRST)
