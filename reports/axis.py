"""An axis: values onto a length of paper, linear or logarithmic, with ticks a reader can count in.

A logarithmic axis of counts that begin at 0 is one of ln(1 + t): 0 has a place before 1, and from 10 on the places are
nearly those of ln t. An axis of slack with a little below 0 is bent there, so that a reader sees it: it is one of
arsinh, linear around 0 and logarithmic far off.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

APART = 1.5  # of two ticks on a logarithmic axis
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Axis:
    """Values from low to high onto pixels from start to end."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool
    shift: int = 0
    bend: float = 0.0
    counts: bool = False  # of integers, whose last is told too

    def place(self, x: float) -> float:
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, x = (math.log(value + self.shift) for value in (low, high, x))
        if self.bend:
            low, high, x = (math.asinh(value / self.bend) for value in (low, high, x))
        return self.start + (self.end - self.start) * ((x - low) / (high - low) if high > low else 0.5)

    def ticks(self, most: int = 6) -> list[tuple[float, str]]:
        """Powers of ten, at most one more than asked, or about as many round numbers; on a bent axis its ends and 0."""
        if self.bend:
            return [(value, f"{value:.2g}") for value in (self.low, 0.0, self.high)]
        if self.logarithmic:
            zero = [(0.0, "0")] if self.shift else []
            first = 0 if self.shift else math.ceil(math.log10(self.low) - 1e-9)
            last = math.floor(math.log10(self.high) + 1e-9)
            if last > first:
                stride = (last - first) // most + 1
                end = [(self.high, f"{self.high:g}")] if self.counts and self.high >= APART * 10**last else []
                return zero + [(10.0**k, power(k)) for k in range(first, last + 1, stride)] + end
        span = self.high - self.low
        size: float = 10.0 ** math.floor(math.log10(span / 4)) if span > 0 else 1.0
        step = size * next((m for m in (1, 2, 5, 10) if span / (size * m) <= most), 20)
        step = max(step, 1.0) if self.counts else step
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [(k * step, f"{k * step:.6g}") for k in range(first, last + 1)]


def axis(values: Sequence[float], start: float, end: float) -> Axis:
    """Logarithmic where all values are positive and they span more than a factor of 5."""
    low, high = min(values), max(values)
    return Axis(low, high, start, end, low > 0 and high > 5 * low)


def bent(up: Axis) -> Axis:
    """An axis that shows how far the least value falls below 0, even where others are far above."""
    return replace(up, bend=-up.low / 8) if up.low < 0 < up.high and up.high > -8 * up.low else up


def counting(t: Sequence[float], start: float, end: float) -> Axis:
    """The axis of t: logarithmic where it reaches far beyond 1, from 0 if t begins there."""
    low, high = min(t), max(t)
    found = Axis(low, high, start, end, True, 1) if low == 0 and high > 10 else axis(t, start, end)
    return replace(found, counts=all(float(value).is_integer() for value in (low, high)))


def power(k: int) -> str:
    """10^k, small ones in full."""
    return f"{10**k:g}" if -2 <= k <= 3 else "10" + str(k).translate(SUPERSCRIPTS)
