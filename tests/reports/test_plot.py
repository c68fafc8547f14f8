"""Protects the plots: each point where its value belongs, labels that can be told apart, any record drawn."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.plot import BOTTOM, HEIGHT, LABEL_HEIGHT, LEFT, RIGHT, TOP, WIDTH, axis, plot, spread
from verifiers.verdict import Curve

FALLING = Curve("falling", [1, 10, 100], [1.0, 0.1, 0.01])
FLAT = Curve("flat", [1, 100], [1.0, 1.0])


def points(svg: str) -> list[list[tuple[float, float]]]:
    lines = re.findall(r'<polyline class="curve style\d" points="([^"]*)"', svg)
    return [[(float(x), float(y)) for x, y in (point.split(",") for point in line.split())] for line in lines]


def test_a_power_law_is_a_straight_line_from_corner_to_corner() -> None:
    (line,) = points(plot([FALLING], "a power law"))

    assert line == [
        (LEFT, TOP),
        ((LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2),
        (WIDTH - RIGHT, HEIGHT - BOTTOM),
    ]


def test_every_curve_is_drawn_and_named() -> None:
    svg = plot([FALLING, FLAT], "two curves")

    assert len(points(svg)) == 2
    assert ">falling</text>" in svg
    assert ">flat</text>" in svg


def test_values_that_are_not_all_positive_stand_on_a_linear_axis() -> None:
    up = axis([-1.0, 3.0], 100, 0)

    assert not up.logarithmic
    assert up.place(1.0) == 50


def test_the_ticks_of_a_logarithmic_axis_are_powers_of_ten_within_it() -> None:
    values = [value for value, _ in axis([0.002, 30.0], 0, 1).ticks()]

    assert values == pytest.approx([0.01, 0.1, 1, 10])


@pytest.mark.parametrize("high", [1.0, 7.0, 0.03, 12345.0])
def test_a_linear_axis_has_a_few_round_ticks_within_it(high: float) -> None:
    values = [value for value, _ in axis([0.0, high], 0, 1).ticks()]
    gaps = [b - a for a, b in pairwise(values)]

    assert 3 <= len(values) <= 8
    assert 0 <= min(values) <= max(values) <= high * (1 + 1e-9)
    assert gaps == pytest.approx([gaps[0]] * len(gaps))
    assert f"{gaps[0]:e}"[0] in "125"


def test_labels_of_curves_that_end_together_do_not_overlap() -> None:
    heights = sorted(spread([100.0, 100.0, 101.0, HEIGHT - BOTTOM, HEIGHT - BOTTOM]))

    assert all(b - a >= LABEL_HEIGHT for a, b in pairwise(heights))
    assert heights[-1] <= HEIGHT - BOTTOM


def test_nothing_is_drawn_of_no_points() -> None:
    assert plot([], "nothing") == ""
    assert plot([Curve("undefined", [1, 2], [float("inf"), float("nan")])], "nothing") == ""


@given(st.lists(st.from_type(Curve), max_size=8), st.text(max_size=20))
def test_any_curves_make_one_well_formed_element_within_the_frame(curves: list[Curve], title: str) -> None:
    svg = str(plot(curves, title.translate(dict.fromkeys(range(32), " "))))
    printable = re.sub("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", svg)

    if svg:
        assert ElementTree.fromstring(printable).tag == "svg"
    for line in points(svg):
        assert all(LEFT - 1 <= x <= WIDTH - RIGHT + 1 and TOP - 1 <= y <= HEIGHT - BOTTOM + 1 for x, y in line)
