"""Protects the data that a search is given in floats: their optima, copies that count as rows, the families that are
drawn, each way of changing one, and the exact data that are made of them.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.search.points import (
    Points,
    as_instances,
    as_points,
    draw,
    in_floats,
    into_ball,
    mutate,
    optimum,
    shortened,
    stationary,
)

TWO = np.array([[[-0.6, 0.2], [-0.1, -0.8]], [[-0.5, 0.5], [0.5, -0.5]]])
NEAR = {"abs": 1e-12}


def test_a_row_with_copies_counts_as_so_many_rows() -> None:
    copied = Points(TWO, np.array([[1.0, 3.0], [2.0, 1.0]]))
    written = [np.repeat(TWO[k], copied.copies[k].astype(int), axis=0)[None] for k in range(2)]
    with Float64().active():
        found = np.asarray(in_floats(copied, DualNesterov(), 3).w)
        for k, rows in enumerate(written):
            alone = np.asarray(in_floats(Points(rows, np.ones(rows.shape[:2])), DualNesterov(), 3).w)
            assert found.reshape(4, 2, 2)[:, k] == pytest.approx(alone.reshape(4, 2), **NEAR)
        plain = np.asarray(in_floats(Points(TWO, np.ones((2, 2))), GradientDescent(), 3).w).reshape(4, 2, 2)
        assert plain[1:] != pytest.approx(found.reshape(4, 2, 2)[1:])


def test_the_optimum_in_floats_is_the_exact_one() -> None:
    rows = [[["-3/5", "1/5"], ["-1/10", "-4/5"], ["-1/3", "0"]], [["-1/2", "1/2"], ["1/2", "-1/2"], ["0", "1/4"]],
            [["-1", "0"], ["-1", "0"], ["-1/2", "1/2"]]]  # fmt: skip
    instances = [Instance.from_json(str(k), one) for k, one in enumerate(rows)]
    with Float64().active():
        found = optimum(as_points(instances).Z)
    for k, one in enumerate(instances):
        exact = one.optimum
        assert np.ravel(found.gamma_squared)[k] == pytest.approx(float(exact.gamma_squared), **NEAR)
        assert np.asarray(found.direction).reshape(3, 2)[k] == pytest.approx(
            [float(x) for x in exact.direction], **NEAR
        )
        q = np.asarray(found.q).reshape(3, 3)[k]
        assert (q >= 0).all()
        assert q.sum() == pytest.approx(1)


def test_a_stationary_point_is_found_where_there_is_one() -> None:
    gram = np.array([[[2.0, 0.0], [0.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]])

    assert stationary(gram) == pytest.approx(np.array([[1 / 3, 2 / 3], [-1.0, -1.0]]))


def test_given_data_are_read_with_their_copies() -> None:
    found = as_points(
        [Instance.from_json("a", [["-1/2"], ["1/4"]]), Instance("b", ((Fraction(1),), (Fraction(0),)), (5, 2))]
    )

    assert found.Z.tolist() == [[[-0.5], [0.25]], [[1.0], [0.0]]]
    assert found.copies.tolist() == [[1, 1], [5, 2]]
    assert found.of([1]).copies.tolist() == [[5, 2]]


def test_rows_are_brought_into_the_ball() -> None:
    assert into_ball(np.array([[3.0, 4.0], [0.3, 0.4]])).tolist() == pytest.approx(np.array([[0.6, 0.8], [0.3, 0.4]]))
    for row in ([Fraction(3, 4), Fraction(-3, 4)], [Fraction(-1), Fraction(1, 2)], [Fraction(9, 10), Fraction(9, 10)]):
        short = shortened(list(row), 20)
        assert 1 - Fraction(1, 8) < sum(x * x for x in short) <= 1
        assert all(
            abs(x) <= abs(y) and x * y >= 0 and (20 * x).denominator <= 20 for x, y in zip(short, row, strict=True)
        )
    half = Fraction(1, 2)
    for sign in (1, -1):
        assert shortened([sign * Fraction(1), sign * half], 20) == (sign * Fraction(17, 20), sign * half)
    assert shortened([Fraction(3, 5), Fraction(-4, 5)], 20) == (Fraction(3, 5), Fraction(-4, 5))


def test_exact_data_are_the_simpler_the_earlier_and_have_the_copies_in_as_few_digits() -> None:
    points = Points(np.array([[[-0.62, 0.3]], [[-0.62, 0.3]]]), np.array([[2.0], [123456.0]]))
    twice, many = (as_instances(points, k) for k in range(2))

    assert {one.copies for one in twice} == {(2,)}
    assert [one.copies for one in many[:3]] == [(100000,), (120000,), (123456,)]
    assert [one.rows[0] for one in twice][:2] == [(-1, 0), (Fraction(-1, 2), Fraction(1, 2))]
    assert twice[-1].rows[0] == (Fraction(-31, 50), Fraction(3, 10))
    assert {one.name for one in twice} == {"found-1x2"}
    assert [one.copies for one in as_instances(Points(points.Z, np.ones((2, 1))), 0)] == [()] * len(twice)


@pytest.mark.parametrize("shape", [(3, 2), (2, 1)])
def test_drawn_data_are_of_the_families_in_turn(shape: tuple[int, int]) -> None:
    points = draw(np.random.default_rng(3), shape, 420)
    first, last = points.Z[:, 0], points.Z[:, -1]
    k = np.arange(420)
    cosine = (first * last).sum(-1) / np.linalg.norm(first, axis=-1) / np.linalg.norm(last, axis=-1)
    sizes = np.linalg.norm(points.Z, axis=-1)

    assert sizes.max() <= 1 + 1e-9
    assert cosine[k % 7 == 1] == pytest.approx(1)  # a near tie
    assert 0 < (1 - sizes[k % 7 == 1, -1]).min() < (1 - sizes[k % 7 == 1, -1]).max() < 0.33
    assert cosine[k % 7 == 2] == pytest.approx(-1)
    assert (sizes[k % 7 == 2, -1] > 1 - 1e-12).any()
    assert (sizes[k % 7 == 2, -1] < 1 - 1e-6).any()
    assert sizes[k % 7 == 3, -1].min() < 0.01
    assert (cosine[k % 7 == 4] < -0.9).all()  # nearly an antipode
    assert cosine[k % 7 == 5] == pytest.approx(-1)
    assert sizes[k % 7 == 5, -1].min() < 0.2
    assert (points.copies[k % 3 == 0] == 1).all()
    balanced, others = points.copies[k % 3 == 1], points.copies[k % 3 == 2]
    assert (balanced.max(-1) - balanced.min(-1)).max() <= 2
    assert 1 <= others.min() < 100 < 10**5 < others.max() <= 10**6
    assert 0.4 < (others == 1).mean() < 0.8
    if shape[1] == 1:
        assert (points.Z[k % 7 == 0] <= 0).all()


@dataclass
class Same:
    """Draws that are what the test says: every normal number 1, every number of [0, 1) this one, these integers."""

    uniform: float
    integers_: list[Any] = field(default_factory=list)

    def normal(self, size: Any) -> np.ndarray:
        return np.ones(size)

    def random(self, size: Any) -> np.ndarray:
        return np.full(size, self.uniform)

    def integers(self, low: int, high: int, size: Any = None) -> Any:
        return np.full((high if size is None else size), self.integers_.pop(0))


def one_changed(kind: int, moved: bool, reach: float = 0.25) -> tuple[np.ndarray, np.ndarray]:
    """Rows (−0.6, 0.2), which is changed, and (−0.1, −0.8), with 10 and 40 copies, changed in one way."""
    draws: Any = Same(0.0 if moved else 1.0, [kind, 0, 1, 1])
    found = mutate(draws, Points(TWO[:1], np.array([[10.0, 40.0]])), np.array([reach]))
    return found.Z[0], found.copies[0]


FIRST, SECOND = TWO[0]
CHANGED: dict[int, tuple[Any, Any]] = {
    0: (SECOND * 0.75, (10, 40)),
    1: (-SECOND, (10, 40)),
    2: (FIRST * 10**-0.75, (10, 40)),
    3: (FIRST / np.linalg.norm(FIRST), (10, 40)),
    4: (FIRST, (10, 40)),
    6: (FIRST, (10, 40)),
    7: (FIRST, (23, 40)),  # 2^(0.2 + 4 · 0.25) times
    8: (FIRST, (23, 40)),
    9: (FIRST, (24, 24)),  # nearly as many of each, after that
    10: (SECOND + 2**0.6 * (FIRST - SECOND), (10, 40)),
    11: (SECOND + 2**0.6 * (FIRST - SECOND), (23, 40)),
}


@pytest.mark.parametrize("kind", CHANGED)
def test_data_are_changed_in_one_of_so_many_ways(kind: int) -> None:
    row, copies = CHANGED[kind]
    Z, found = one_changed(kind, moved=False)

    assert Z[0] == pytest.approx(into_ball(np.array([row]))[0])
    assert Z[1] == pytest.approx(SECOND / np.linalg.norm(SECOND) if kind == 3 else SECOND)
    assert found.tolist() == pytest.approx(copies)


@pytest.mark.parametrize("kind", [4, 7, 8, 11])
def test_entries_are_moved_by_as_much_as_is_asked_for_where_rows_are_not_to_stay(kind: int) -> None:
    Z, _ = one_changed(kind, moved=True, reach=0.125)

    assert Z[1] == pytest.approx(SECOND + 0.125 * (kind < 8))


def test_an_antipode_is_exact_half_of_the_time_and_copies_have_a_limit() -> None:
    assert one_changed(1, moved=True)[0][0] == pytest.approx(-SECOND * 0.75)
    draws: Any = Same(1.0, [7, 0, 1, 1])
    many = mutate(draws, Points(TWO[:1], np.array([[9e5, 1.0]])), np.array([0.25]))
    assert many.copies.tolist() == [[10**6, 1]]
