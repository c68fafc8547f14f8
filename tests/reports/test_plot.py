"""Protects the plots: each point where its value belongs, labels that can be told apart, any record drawn."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.plot import ACROSS, GAP, LABEL_HEIGHT, LEFT, SLACK_UP, TOP, UP, needed, plot, spread, standalone
from lemmacheck.verifiers.records.verdict import Curve

FALLING = Curve("falling", [1, 10, 100], [1.0, 0.1, 0.01])
FLAT = Curve("flat", [1, 100], [1.0, 1.0])
BELOW = TOP + UP + GAP


def points(svg: str, kind: str = r'polyline class="curve style\d"') -> list[list[tuple[float, float]]]:
    lines = re.findall(rf'<{kind} points="([^"]*)"', svg)
    return [[(float(x), float(y)) for x, y in (point.split(",") for point in line.split())] for line in lines]


def test_a_power_law_is_a_straight_line_from_corner_to_corner() -> None:
    (line,) = points(plot([FALLING], "a power law"))

    assert line == [(LEFT, TOP), (LEFT + ACROSS, TOP + UP)]


@given(st.lists(st.floats(0, 100), min_size=2, max_size=40))
def test_what_a_line_passes_closely_is_no_corner_of_it_and_nothing_else_is_left_out(heights: list[float]) -> None:
    places = [(float(x), y) for x, y in enumerate(heights)]
    kept = needed(places)

    assert kept[0] == places[0]
    assert kept[-1] == places[-1]
    assert set(kept) <= set(places)
    xs, ys = zip(*kept, strict=True)
    assert all(
        abs(y - height) < 0.11 for y, height in zip(np.interp(range(len(heights)), xs, ys), heights, strict=True)
    )


def test_every_curve_is_drawn_and_named() -> None:
    svg = plot([FALLING, FLAT], "two curves")

    assert len(points(svg)) == 2
    assert ">falling</text>" in svg
    assert ">flat</text>" in svg


def test_the_axes_are_named() -> None:
    svg = plot([FALLING], "a curve", "t (steps)", "margin")

    assert ">t (steps)</text>" in svg
    assert ">margin</text>" in svg
    assert "a curve: falling against t (steps); t (steps) on a logarithmic scale; margin on" in svg


def test_the_slack_has_a_panel_below_with_the_line_of_zero() -> None:
    svg = plot([FALLING, FLAT, Curve("slack", [1, 10, 100], [-1.0, 0.0, 3.0])], "sides")
    sides, slack = points(svg)[:2], points(svg)[2]

    assert all(TOP <= y <= TOP + UP for line in sides for _, y in line)
    assert [y for _, y in slack] == [BELOW + SLACK_UP, BELOW + 0.75 * SLACK_UP, BELOW]
    assert f'<path class="zero" d="M{LEFT} {BELOW + 0.75 * SLACK_UP:.1f}H{LEFT + ACROSS}"/>' in svg


def test_a_slack_that_is_always_positive_has_a_logarithmic_axis_and_no_line_of_zero() -> None:
    svg = plot([Curve("slack", [1, 10, 100], [1.0, 0.1, 0.01])], "a slack alone")

    assert points(svg) == [[(LEFT, TOP), (LEFT + ACROSS, TOP + SLACK_UP)]]
    assert "zero" not in svg


def test_two_quartiles_are_a_band_around_the_median() -> None:
    quartiles = [Curve("lower quartile", [1, 100], [0.1, 0.1]), Curve("upper quartile", [1, 100], [10.0, 10.0])]
    svg = plot([Curve("median", [1, 100], [1.0, 1.0]), *quartiles], "a rate")

    assert points(svg, 'polygon class="band"') == [
        [(LEFT, TOP), (LEFT + ACROSS, TOP), (LEFT + ACROSS, TOP + UP), (LEFT, TOP + UP)]
    ]
    assert [y for _, y in points(svg)[0]] == [TOP + UP / 2] * 2


def test_labels_of_curves_that_end_together_do_not_overlap() -> None:
    heights = sorted(spread([100.0, 100.0, 101.0, 150.0, 150.0], bottom=150.0))

    assert all(b - a >= LABEL_HEIGHT for a, b in pairwise(heights))
    assert heights[-1] <= 150


def test_a_long_name_is_cut_and_the_picture_is_as_wide_as_its_labels() -> None:
    wide, narrow = (plot([Curve(name, [1, 2], [1.0, 2.0])], "x") for name in ("n" * 500, "n"))
    widths = [float(re.search(r'viewBox="0 0 (\d+)', svg)[1]) for svg in (wide, narrow)]  # type: ignore[index]

    assert "n" * 60 not in wide.partition(">")[2]
    assert LEFT + ACROSS < widths[1] < widths[0] < LEFT + 2 * ACROSS


def test_nothing_is_drawn_of_no_points() -> None:
    assert plot([], "nothing") == ""
    assert plot([Curve("undefined", [1, 2], [float("inf"), float("nan")])], "nothing") == ""


NAMES = st.sampled_from(["slack", "lower quartile", "upper quartile", "median"])
NAMED = st.builds(Curve, NAMES, st.just([0, 3, 40]), st.lists(st.floats(allow_nan=False), min_size=3, max_size=3))


@given(st.lists(st.from_type(Curve) | NAMED, max_size=8), st.text(max_size=20))
def test_any_curves_make_one_well_formed_element_within_the_frame(curves: list[Curve], title: str) -> None:
    svg = str(plot(curves, title.translate(dict.fromkeys(range(32), " "))))
    printable = re.sub("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", svg)

    if svg:
        assert ElementTree.fromstring(printable).tag == "svg"
    for line in points(svg):
        assert all(LEFT - 1 <= x <= LEFT + ACROSS + 1 and TOP - 1 <= y <= BELOW + SLACK_UP + 1 for x, y in line)


@given(st.text())
def test_a_figure_is_well_formed_whatever_its_names_are(name: str) -> None:
    hostile = f"{name}\x00\x07\x1b[2J\ufffe\ud800"
    curves = [Curve(hostile, [1, 10], [1.0, 0.1])]

    for svg in (plot(curves, hostile, hostile, hostile), standalone(curves, hostile, hostile, hostile)):
        assert "\\x1b[2J" in "".join(ElementTree.fromstring(svg).itertext())
