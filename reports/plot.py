"""A line plot as inline SVG: it needs nothing else, and follows the page's colours.

Both axes are logarithmic where every value allows it. Curves differ in dash as well as in colour, and each has its name
at its right end; two quartiles are a band. The curve called "slack" has a panel of its own below, with the line of
zero, under which a statement fails, even by little. A ring marks where a witness fails. A description is read out to
whoever does not see the picture. `standalone` is the same picture as a file of its own, with the colours in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, nan
from pathlib import Path
from typing import NamedTuple

from lemmacheck.reports.axis import Axis, axis, bent, counting
from lemmacheck.verifiers.records.inert import inert
from lemmacheck.verifiers.records.text import cut
from lemmacheck.verifiers.records.verdict import FAILS, Curve
from markupsafe import Markup

LEFT, ACROSS, TOP, UP, SLACK_UP, GAP, BOTTOM = 60, 320, 12, 190, 84, 22, 40
LETTER, LABEL_HEIGHT, LONGEST_LABEL = 6.6, 14, 34
STYLES = 8
LARGEST = 1e150
NEAR = 0.1
SLACK, BAND = "slack", ("lower quartile", "upper quartile")
TEMPLATES = Path(__file__).parent / "templates"
SHEET = "svg { background: var(--paper); font-family: system-ui, sans-serif; } .plot { max-width: none; }"

Points = list[tuple[float, float]]


class Drawn(NamedTuple):
    """A curve's points with its name and the number of its style."""

    name: str
    points: Points
    style: int


@dataclass(frozen=True)
class Panel:
    """A frame with its two axes and what is drawn in it."""

    across: Axis
    up: Axis
    name: str
    curves: Sequence[Drawn]
    most: int

    @property
    def top(self) -> float:
        return self.up.end

    @property
    def bottom(self) -> float:
        return self.up.start


def standalone(curves: Sequence[Curve], title: str, x: str = "t", y: str = "", linear: bool = False) -> str:
    """The curves as an SVG file, light or dark as the viewer is; '' where there are none."""
    drawn = plot(curves, title, x, y, linear)
    sheet = "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in ("colours.css", "plot.css"))
    named = '<svg xmlns="http://www.w3.org/2000/svg" class="plot"'
    style = Markup("<title>{}</title><style>{}</style>").format(inert(title), Markup(sheet + SHEET))
    before, opened, after = str(drawn).replace('<svg class="plot"', named, 1).partition(">")
    return f"{before}{opened}{style}{after}\n" if drawn else ""


def plot(curves: Sequence[Curve], title: str, x: str = "t", y: str = "", linear: bool = False) -> Markup:
    """The curves as one SVG element, their values on a linear axis if so wished; nothing where there are none."""
    points_of = ((curve.name, drawable(curve)) for curve in curves)
    drawn = [Drawn(name, points, k % STYLES) for k, (name, points) in enumerate(points_of) if points]
    if not drawn:
        return Markup("")
    across = counting([t for curve in drawn for t, _ in curve.points], LEFT, LEFT + ACROSS)
    panels = panels_of(drawn, across, y, linear)
    bottom = panels[-1].bottom
    parts = [part for panel in panels for part in drawing(panel)]
    parts += [Markup('<text class="tick" x="{:g}" y="{:g}">{}</text>').format(LEFT + ACROSS / 2, bottom + 34, x)]
    longest = max(min(len(curve.name), LONGEST_LABEL) for curve in drawn)
    size = (round(LEFT + ACROSS + 14 + LETTER * longest), round(bottom + BOTTOM))
    head = Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">')
    opening = head.format(*size, described(title, x, panels))
    return Markup(inert("".join([opening, *parts, numbers_across(panels), "</svg>"])))


def panels_of(drawn: Sequence[Drawn], across: Axis, y: str, linear: bool) -> list[Panel]:
    """The slack below all else, or one panel where there is only one of the two."""
    above = [curve for curve in drawn if curve.name != SLACK]
    below = [curve for curve in drawn if curve.name == SLACK]
    panels, top = [], float(TOP)
    for curves, height, name, most in ((above, UP, y, 6), (below, SLACK_UP, SLACK, 3)):
        if curves:
            values = [value for curve in curves for _, value in curve.points]
            up = axis(values, top + height, top)
            up = replace(up, logarithmic=up.logarithmic and not linear)
            panels.append(Panel(across, bent(up) if name == SLACK else up, name, curves, most))
            top += height + GAP
    return panels


def described(title: str, x: str, panels: Sequence[Panel]) -> str:
    """The description for a reader who does not see the picture."""
    named = ", ".join(curve.name for panel in panels for curve in panel.curves)
    axes = [(x, panels[0].across), *((panel.name or "values", panel.up) for panel in panels)]
    scaled = [f"; {name} on a logarithmic scale" for name, a in axes if a.logarithmic]
    return f"{title}: {named} against {x}{''.join(scaled)}."


def drawing(panel: Panel) -> list[Markup]:
    """The grid, then the band, then the curves with their names."""
    parts = [grid(panel), band(panel)]
    labelled = [curve for curve in panel.curves if curve.name not in BAND]
    ends = spread([panel.up.place(curve.points[-1][1]) for curve in labelled], panel.bottom)
    for curve, end in zip(labelled, ends, strict=True):
        style = "fails" if curve.name == FAILS else f"style{curve.style}"
        parts.append(marked(panel, curve) if curve.name == FAILS else line(panel, curve, style))
        label = Markup('<text class="{}" x="{}" y="{:.1f}">{}</text>')
        parts.append(label.format(style, LEFT + ACROSS + 8, end + 4, cut(curve.name, LONGEST_LABEL)))
    return parts


def line(panel: Panel, curve: Drawn, style: str) -> Markup:
    points = written(needed(placed(panel, curve.points)))
    return Markup('<polyline class="curve {}" points="{}"/>').format(style, points)


def needed(points: Points) -> Points:
    """The points without those that a straight line between two others passes within a tenth of a pixel."""
    kept, least, most = points[:1], -inf, inf
    for before, (x, y) in pairwise(points):
        low, slope, high = slopes(kept[-1], x, y)
        if not least <= slope <= most:
            kept.append(before)
            least, most = -inf, inf
            low, slope, high = slopes(before, x, y)
        least, most = max(least, low), min(most, high)
    return [*kept, *points[-1:]]


def slopes(start: tuple[float, float], x: float, y: float) -> tuple[float, float, float]:
    """The slopes from a point to just above another, to it, and to just below it; nan where that is not ahead."""
    along, up = x - start[0], y - start[1]
    return ((up - NEAR) / along, up / along, (up + NEAR) / along) if along > 0 else (nan, nan, nan)


def marked(panel: Panel, curve: Drawn) -> Markup:
    """A ring at each of its points."""
    ring = Markup('<circle class="fails" cx="{:.1f}" cy="{:.1f}" r="5"/>')
    return Markup("").join(ring.format(x, y) for x, y in placed(panel, curve.points))


def placed(panel: Panel, points: Points) -> Points:
    """Where the points are on the page."""
    return [(panel.across.place(t), panel.up.place(value)) for t, value in points]


def written(points: Points) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def band(panel: Panel) -> Markup:
    """The region between two quartiles; one of them alone has no region, and both are then as good as absent."""
    quartiles = {curve.name: curve for curve in panel.curves if curve.name in BAND}
    if len(quartiles) < 2:
        return Markup("")
    lower, upper = (quartiles[name] for name in BAND)
    around = written(placed(panel, [*upper.points, *reversed(lower.points)]))
    return Markup('<polygon class="band" points="{}"/>').format(around)


def drawable(curve: Curve) -> Points:
    """The points a page has room for: a records file may hold anything."""
    pairs = zip(curve.t, curve.value, strict=False)
    return [(t, value) for t, value in pairs if abs(t) < LARGEST and abs(value) < LARGEST]


def grid(panel: Panel) -> Markup:
    """The frame, the lines of the ticks, the numbers at the left, the name of the axis, the line of zero."""
    top, bottom, right = panel.top, panel.bottom, LEFT + ACROSS
    parts = [Markup('<path class="frame" d="M{} {:g}V{:g}H{}"/>').format(LEFT, top, bottom, right)]
    for value, _ in panel.across.ticks():
        parts.append(
            Markup('<path class="grid" d="M{:.1f} {:g}V{:g}"/>').format(panel.across.place(value), top, bottom)
        )
    for value, label in panel.up.ticks(panel.most):
        place = panel.up.place(value)
        parts.append(Markup('<path class="grid" d="M{} {:.1f}H{}"/>').format(LEFT, place, right))
        parts.append(Markup('<text class="number" x="{}" y="{:.1f}">{}</text>').format(LEFT - 6, place + 4, label))
    if panel.up.low <= 0 <= panel.up.high:
        parts.append(Markup('<path class="zero" d="M{} {:.1f}H{}"/>').format(LEFT, panel.up.place(0), right))
    if panel.name:
        name = Markup('<text class="tick" transform="translate(12 {:g}) rotate(-90)">{}</text>')
        parts.append(name.format((top + bottom) / 2, panel.name))
    return Markup("").join(parts)


def numbers_across(panels: Sequence[Panel]) -> Markup:
    """The numbers under the lowest panel."""
    across, bottom = panels[-1].across, panels[-1].bottom
    number = Markup('<text class="tick" x="{:.1f}" y="{:g}">{}</text>')
    return Markup("").join(number.format(across.place(value), bottom + 16, label) for value, label in across.ticks())


def spread(heights: Sequence[float], bottom: float) -> list[float]:
    """The heights, moved as far apart as their labels need, in the same order."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=placed.__getitem__)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_HEIGHT)
    lowest = bottom
    for place in reversed(order):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - LABEL_HEIGHT
    return placed
