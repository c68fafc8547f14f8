"""Protects the axes: each value in its place, ticks that are round, within the axis, and neither few nor many."""

import math
from itertools import pairwise

import pytest
from lemmacheck.reports.axis import axis, bent, counting, power


def test_values_that_are_not_all_positive_stand_on_a_linear_axis() -> None:
    up = axis([-1.0, 3.0], 100, 0)

    assert not up.logarithmic
    assert up.place(1.0) == 50


def test_a_little_below_zero_is_seen_beneath_much_above_it() -> None:
    up = bent(axis([-0.0004, 7.0], 84, 0))

    assert up.place(-0.0004) == 84
    assert up.place(7.0) == 0
    assert 84 - up.place(0.0) > 84 / 10
    assert [label for _, label in up.ticks()] == ["-0.0004", "0", "7"]
    assert bent(plain := axis([-1.0, 3.0], 84, 0)) == plain


def test_the_ticks_of_a_logarithmic_axis_are_powers_of_ten_within_it() -> None:
    values = [value for value, _ in axis([0.002, 30.0], 0, 1).ticks()]

    assert values == pytest.approx([0.01, 0.1, 1, 10])


def test_a_count_from_zero_on_is_logarithmic_with_a_place_for_zero() -> None:
    across = counting([0, 1, 3, 999], 0, 300)

    assert [across.place(t) for t in (0, 9, 99, 999)] == pytest.approx([0, 100, 200, 300])
    assert [label for _, label in across.ticks()] == ["0", "1", "10", "100", "999"]


def test_a_short_count_stands_on_a_linear_axis() -> None:
    assert counting([0, 1, 2, 3], 0, 300).place(1) == 100
    assert [label for _, label in counting([0, 1], 0, 300).ticks()] == ["0", "1"]


@pytest.mark.parametrize("high", [1.0, 7.0, 0.03, 12345.0])
def test_a_linear_axis_has_a_few_round_ticks_within_it(high: float) -> None:
    values = [value for value, _ in axis([0.0, high], 0, 1).ticks()]
    gaps = [b - a for a, b in pairwise(values)]

    assert 3 <= len(values) <= 8
    assert 0 <= min(values) <= max(values) <= high * (1 + 1e-9)
    assert gaps == pytest.approx([gaps[0]] * len(gaps))
    assert f"{gaps[0]:e}"[0] in "125"


@pytest.mark.parametrize("values", [[1e-9, 1.0], [0.0, 7.0], [-3.0, 12345.0], [2.0, 2.0], [1e-300, 1e149]])
@pytest.mark.parametrize("most", [3, 6])
def test_no_axis_has_many_more_ticks_than_wished(values: list[float], most: int) -> None:
    assert 1 <= len(axis(values, 0, 1).ticks(most)) <= most + 2


def test_powers_of_ten_are_written_as_one_reads_them() -> None:
    assert [power(k) for k in (-12, -2, 0, 3, 4)] == ["10⁻¹²", "0.01", "1", "1000", "10⁴"]
    assert math.isclose(10**-2, float(power(-2)))
