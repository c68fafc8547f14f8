"""Protects the matrices of which a search makes problems: their shapes, the small ones, the kinds that are drawn, each
way of changing one, what children keep of their parents, and the exact matrices that are made of them.
"""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.search import matrices
from lemmacheck.verifiers.search.matrices import (
    all_small,
    alone,
    as_instance,
    as_instances,
    as_points,
    balanced,
    draw,
    instances_of,
    kept,
    mutate,
    shapes_of,
    squared,
)
from lemmacheck.verifiers.search.points import Points


def method(dataless: bool = False, smallest: Any = None, reach: Any = None) -> Any:
    on = SimpleNamespace(**({"smallest": smallest} if smallest else {}))
    return SimpleNamespace(dataless=dataless, on=on, reach=reach)


def test_shapes_are_within_what_a_method_takes_and_small_ones_come_first() -> None:
    assert shapes_of(method(dataless=True)) == ((1, 1),)
    assert shapes_of(method(reach=(2, 3))) == ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3))
    assert shapes_of(method(smallest=(2, 3), reach=(2, 9))) == ((2, 3), (2, 4))
    assert shapes_of(method(smallest=(6, 1), reach=(9, 1))) == ((6, 1),)  # none that is smaller may be had
    assert len(shapes_of(method())) == 16


def test_small_matrices_are_all_of_seven_numbers_the_simplest_first() -> None:
    every = all_small((1, 2))

    assert len(every) == len({one.rows for one in every}) == 49
    assert [one.rows for one in every[:3]] == [((0, 0),), ((0, 1),), ((1, 0),)]
    assert every[-1].rows == ((-2, -2),)
    assert {one.name for one in every} == {"small-1x2"}
    assert [one.rows for one in all_small((2, 1))[:2]] == [((0,), (0,)), ((0,), (1,))]
    assert len(all_small((2, 2))) == 7**4
    assert all_small((5, 1)) == []


def test_entries_have_few_digits_and_each_row_is_there_once() -> None:
    Z = np.array([[[1 / 3, -7e5 / 3], [0.0, 2.0**-30 / 3]]])
    found = alone(Z)

    assert pytest.approx(Z, rel=2.0**-20) == found.Z
    assert (found.Z != Z).sum() == 3
    assert all((Fraction(x).numerator).bit_length() <= 21 for x in found.Z.ravel())
    assert found.copies.tolist() == [[1, 1]]
    assert as_points([Instance.from_json("a", [["1/2", "-3"]])]).Z.tolist() == [[[0.5, -3.0]]]


class Same:
    """Draws that are what the test says: normal numbers 1, numbers of [0, 1) and between two this far, integers."""

    def __init__(self, uniform: float = 0.0, *integers: Any) -> None:
        self.share, self.left = uniform, list(integers)

    def normal(self, size: Any) -> np.ndarray:
        return np.ones(size)

    def random(self, size: Any) -> np.ndarray:
        return np.full(size, self.share)

    def uniform(self, low: float, high: float, size: Any) -> np.ndarray:
        return np.full(size, low + (high - low) * 0.75)

    def integers(self, low: int, high: int, size: Any) -> np.ndarray:
        return np.full(size, self.left.pop(0) if self.left else high - 1)


def test_drawn_matrices_are_of_eight_kinds_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    Z = np.array([[0.5, -0.25], [0.125, 0.75]])
    monkeypatch.setattr(matrices.points, "draw", lambda rng, shape, n: Points(np.array([Z] * n), np.full((n, 2), 9.0)))
    draws: Any = Same(0.25)
    found = draw(draws, (2, 2), 25)
    size = 10**0.75
    kinds = [Z, Z * size, 3 + 0 * Z, 4 / 3 + 0 * Z, size + 0 * Z, Z @ Z.T * size, 10.0 + 0 * Z]
    last = [np.eye(2), 3 + 0 * Z, 3 * np.eye(2)]  # the identity, a sparse one, and a diagonal one

    assert pytest.approx(np.array([[*kinds, last[k // 8 % 3]][k % 8] for k in range(25)]), rel=1e-5) == found.Z
    assert (found.copies == 1).all()
    draws = Same(0.5)
    assert draw(draws, (2, 2), 16).Z[15].tolist() == [[0, 0], [0, 0]]  # sparse ones


def test_symmetric_parts_and_squares_are_of_square_matrices() -> None:
    Z = np.array([[[1.0, 2.0], [4.0, 3.0]]])

    assert balanced(Z).tolist() == [[[1, 3], [3, 3]]]
    assert squared(Z).tolist() == [[[5, 10], [10, 25]]]
    wide = np.ones((1, 1, 2))
    assert balanced(wide) is wide
    assert squared(wide) is wide


OLD = np.array([[[1.0, -2.0], [0.5, 0.3]]])
MOVED = OLD[0] + 0.25 * 2  # by a quarter of the largest entry
CHANGED = {
    0: [OLD[0, 1] * 0.75, MOVED[1]],
    1: [-OLD[0, 1] * 0.75, MOVED[1]],
    2: OLD[0] * np.exp(0.75),
    3: np.round(2 * MOVED) / 2,
    4: MOVED,
    7: MOVED,
}


@pytest.mark.parametrize("kind", CHANGED)
def test_a_matrix_is_changed_in_one_of_so_many_ways(kind: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrices, "kept", lambda rng, old, Z: Z)
    draws: Any = Same(0.5, kind, 0, 1)
    found = mutate(draws, Points(OLD, np.ones((1, 2))), np.array([0.25]))

    assert found.Z[0] == pytest.approx(np.array(CHANGED[kind]), rel=1e-5)
    draws = Same(0.7, kind, 0, 1)
    still = mutate(draws, Points(OLD, np.ones((1, 2))), np.array([0.25])).Z[0]
    if kind > 3:
        assert still == pytest.approx(OLD[0], rel=1e-5)
    small: Any = Same(0.5, 4, 0, 1)
    moved = mutate(small, Points(0 * OLD, np.ones((1, 2))), np.array([0.25])).Z
    assert moved == pytest.approx(np.full((1, 2, 2), 0.25e-6), rel=1e-5)


def child(old: Any, Z: Any, keeps: bool = True) -> list[Any]:
    draws: Any = Same(0.5 if keeps else 0.9)
    found: list[Any] = kept(draws, np.array([old], dtype=float), np.array([Z], dtype=float))[0].tolist()
    return found


def test_most_children_keep_what_their_parents_have() -> None:
    assert child([[5, 1], [2, 4]], [[7, 3], [1, 1]]) == [[5, 1], [3, 3]]  # the sums of rows
    assert child([[5, 0], [2, 4]], [[7, 3], [1, 1]]) == [[7, 0], [1, 1]]  # zeros
    assert child([[5, 1], [2, 3]], [[-7, 3], [1, -1]]) == [[7, 3], [1, 1]]  # signs
    assert child([[-5, -1], [-2, -3]], [[-7, 3], [1, -1]]) == [[-7, -3], [-1, -1]]
    assert child([[5, -1], [-1, 3]], [[-7, 3], [1, -1]]) == [[-7, 2], [2, -1]]  # symmetry
    assert child([[0.6, -0.8], [0.1, 0.3]], [[3, -4], [0.5, -0.5]]) == [[0.6, -0.8], [0.5, -0.5]]  # the ball
    assert child([[5, -1], [2, 3]], [[-7, 3], [1, -1]]) == [[-7, 3], [1, -1]]
    for old in ([[5, 1], [2, 4]], [[5, 0], [2, 4]], [[5, -1], [-1, 3]], [[0.6, -0.8], [0.1, 0.3]]):
        assert child(old, [[-7, 3], [1, -1]], keeps=False) == [[-7, 3], [1, -1]]
    assert child([[5, -1, 2]], [[-7, 3, 1]]) == [[-4, 6, 4]]  # of one row the sum


def test_exact_matrices_are_the_simpler_the_earlier_and_the_last_is_the_matrix_itself() -> None:
    Z = alone(np.array([[[0.3333, -1.25]], [[2.0, 0.0]]]))
    found = as_instances(Z, 0)

    assert found[0].rows == ((0, -1),)
    assert [found[1].rows[0][k].denominator for k in range(2)] <= [2, 2]
    assert found[-1].rows == as_instance(Z.Z[0]).rows == instances_of(Z)[0].rows
    assert [one.rows for one in as_instances(Z, 1)] == [((2, 0),)]
    assert as_instance(np.array([[1 / 3]]), 10).rows == ((Fraction(1, 3),),)
    assert as_instance(np.array([[0.1]])).rows == ((Fraction(0.1),),)
    assert as_instance(np.array([[1.0, 2.0]])).name == "found-1x2"
