"""Protects the Frank-Wolfe-like method: its size, and what it maximises."""

import pytest
from flint import fmpq
from lemmacheck.theory.books.post.algorithms.coordinate_boosting import CoordinateBoosting
from lemmacheck.theory.books.post.algorithms.dual_frank_wolfe import DualFrankWolfe
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball

from tests.books.post.test_coordinate_boosting import in_floats
from tests.shipped import subject_of

ONE = Instance.from_json("one row", [["-1"]])
IRIS = Instance("iris", load("iris:0v1").unit_rows())


@pytest.mark.parametrize("denominator", [1, 16, 1024])
def test_on_one_row_the_iterates_approach_one_over_lambda(denominator: int) -> None:
    with Ball(128).active():
        found = subject_of(ONE, Ball(128), DualFrankWolfe(lam=Constant(1, denominator)), 9)

    assert list(found.w[:, 0]) == [denominator * (1 - fmpq(1, 2) ** t) for t in range(10)]
    assert [w / x for w, x in zip(found.w[:, 0], found.x[:, 0], strict=True)] == [
        1 - fmpq(1, 2) ** t for t in range(10)
    ]


def test_it_stays_bounded_where_adaboost_diverges() -> None:
    bounded = in_floats(IRIS, DualFrankWolfe(Constant(1, 8), Constant(1, 4)), 24)
    free = in_floats(IRIS, CoordinateBoosting(Constant(1, 2)), 4000)

    assert bounded.l1(bounded.w).max() <= 4
    assert free.l1(free.w)[-1] > 4 * free.l1(free.w)[400]
