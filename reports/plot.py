"""A line plot as inline SVG: a page needs nothing else to show it, and it follows the page's colours.

Both axes are logarithmic where every value allows it. Curves differ in dash as well as in colour, and each is
named at its right end; the title and the description are read out where the picture is not seen. `standalone` is the
same picture as a file of its own, which brings the colours along.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from markupsafe import Markup

from verifiers.verdict import Curve

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 300, 64, 170, 12, 44
STYLES = 8
LABEL_HEIGHT = 14
LARGEST = 1e150
TEMPLATES = Path(__file__).parent / "templates"
SHEET = "svg { background: var(--paper); font-family: system-ui, sans-serif; } .plot { max-width: none; }"


@dataclass(frozen=True)
class Axis:
    """Values from low to high onto pixels from start to end."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool

    def place(self, x: float) -> float:
        if self.logarithmic:
            return replace(self, low=math.log(self.low), high=math.log(self.high), logarithmic=False).place(math.log(x))
        low, high = self.low, self.high
        return self.start + (self.end - self.start) * ((x - low) / (high - low) if high > low else 0.5)

    def ticks(self) -> list[tuple[float, str]]:
        """Powers of ten, at most seven of them, or about five round numbers."""
        if self.logarithmic:
            first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
            if last > first:
                stride = (last - first) // 6 + 1
                return [(10.0**k, power(k)) for k in range(first, last + 1, stride)]
        span = self.high - self.low
        size: float = 10.0 ** math.floor(math.log10(span / 4)) if span > 0 else 1.0
        step = size * next((m for m in (1, 2, 5) if span / (size * m) <= 6), 10)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [(k * step, f"{k * step:.6g}") for k in range(first, last + 1)]


def power(k: int) -> str:
    """10^k, small ones in full."""
    return f"{10**k:g}" if -2 <= k <= 4 else f"1e{k}"


def standalone(curves: Sequence[Curve], title: str, x: str = "t", y: str = "", linear: bool = False) -> str:
    """The curves as an SVG file, light or dark as its reader is; nothing where there are none."""
    drawn = plot(curves, title, x, y, linear)
    sheet = "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in ("colours.css", "plot.css"))
    named = Markup('<svg xmlns="http://www.w3.org/2000/svg" class="plot"')
    style = Markup("<title>{}</title><style>{}</style>").format(title, Markup(sheet + SHEET))
    before, opened, after = drawn.replace('<svg class="plot"', named, 1).partition(">")
    return str(before + opened + style + after) + "\n" if drawn else ""


def plot(curves: Sequence[Curve], title: str, x: str = "t", y: str = "", linear: bool = False) -> Markup:
    """The curves as one SVG element, their values on a linear axis if so wished; nothing where there are none."""
    points_of = ((curve, drawable(curve)) for curve in curves)
    drawn = [(curve, points) for curve, points in points_of if points]
    if not drawn:
        return Markup("")
    xs = [t for _, points in drawn for t, _ in points]
    ys = [value for _, points in drawn for _, value in points]
    across = axis(xs, LEFT, WIDTH - RIGHT)
    up = axis(ys, HEIGHT - BOTTOM, TOP)
    up = replace(up, logarithmic=up.logarithmic and not linear)
    parts = [grid(across, up, x, y)]
    ends = spread([up.place(points[-1][1]) for _, points in drawn])
    for k, ((curve, points), end) in enumerate(zip(drawn, ends, strict=True)):
        line = " ".join(f"{across.place(t):.1f},{up.place(value):.1f}" for t, value in points)
        parts.append(Markup('<polyline class="curve style{}" points="{}"/>').format(k % STYLES, line))
        label = Markup('<text class="style{}" x="{}" y="{:.1f}">{}</text>')
        parts.append(label.format(k % STYLES, WIDTH - RIGHT + 8, end + 4, curve.name))
    named = ", ".join(curve.name for curve, _ in drawn)
    scaled = [f"; {name} on a logarithmic scale" for name, a in ((x, across), ("values", up)) if a.logarithmic]
    described = f"{title}: {named} against {x}{''.join(scaled)}."
    head = Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(WIDTH, HEIGHT, described)
    return Markup("").join([head, *parts, Markup("</svg>")])


def drawable(curve: Curve) -> list[tuple[float, float]]:
    """The points a page has room for: a records file may hold anything."""
    pairs = zip(curve.t, curve.value, strict=False)
    return [(t, value) for t, value in pairs if abs(t) < LARGEST and abs(value) < LARGEST]


def axis(values: Sequence[float], start: float, end: float) -> Axis:
    """Logarithmic where all values are positive and they span more than a factor of 5."""
    low, high = min(values), max(values)
    return Axis(low, high, start, end, low > 0 and high > 5 * low)


def grid(across: Axis, up: Axis, x: str, y: str) -> Markup:
    """The frame, the ticks with their numbers, the names of the axes."""
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = [Markup('<path class="frame" d="M{} {}V{}H{}"/>').format(LEFT, TOP, bottom, right)]
    for value, label in across.ticks():
        place = across.place(value)
        parts.append(Markup('<path class="grid" d="M{:.1f} {}V{}"/>').format(place, TOP, bottom))
        parts.append(Markup('<text class="tick" x="{:.1f}" y="{}">{}</text>').format(place, bottom + 16, label))
    for value, label in up.ticks():
        place = up.place(value)
        parts.append(Markup('<path class="grid" d="M{} {:.1f}H{}"/>').format(LEFT, place, right))
        parts.append(Markup('<text class="number" x="{}" y="{:.1f}">{}</text>').format(LEFT - 6, place + 4, label))
    parts.append(Markup('<text class="tick" x="{}" y="{}">{}</text>').format((LEFT + right) / 2, HEIGHT - 6, x))
    if y:
        middle = (TOP + bottom) / 2
        name = Markup('<text class="tick" transform="translate(12 {}) rotate(-90)">{}</text>')
        parts.append(name.format(middle, y))
    return Markup("").join(parts)


def spread(heights: Sequence[float]) -> list[float]:
    """The heights, moved as far apart as their labels need, in the same order."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=placed.__getitem__)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_HEIGHT)
    excess = max(0, placed[order[-1]] - (HEIGHT - BOTTOM))
    return [height - excess for height in placed]
