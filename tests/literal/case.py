"""Small exact instances with a known optimum, and the reference's sequences on each of them.

    interior       v = (1/5, 1/5, −1/10) plus three tangents that q̄ = (1/2, 1/3, 1/6) averages to 0: γ̄ = 3/10
    edge           three rows in the plane, q̄ on two of them, γ̄² = 1/2
    twice          `edge` with its second row repeated: a segment of optima
    nonseparable   a triangle around the origin, γ̄ = 0

The optima are written down by hand; `tests/laws` verifies their optimality conditions in ℚ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from verifiers.reference import DescentSequences, DualSequences, MomentumSequences, Reference, Vector

BITS = 640


def rationals(text: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(entry) for entry in text.split())


@dataclass(frozen=True)
class Instance:
    """Rows z_i = −y_i x_i, the labels y_i, and the vertices of the set of dual optima."""

    name: str
    rows: tuple[tuple[Fraction, ...], ...]
    labels: tuple[int, ...]
    q_bars: tuple[tuple[Fraction, ...], ...]


def instance(name: str, rows: Sequence[str], labels: Sequence[int], q_bars: Sequence[str]) -> Instance:
    return Instance(
        name, tuple(map(rationals, rows)), tuple(labels), tuple(rationals(q) for q in q_bars)
    )


INTERIOR = instance(
    "interior",
    ["17/60 1/5 1/15", "12/35 2/35 -1/10", "-47/140 17/35 -3/5"],
    [1, -1, 1],
    ["1/2 1/3 1/6"],
)
EDGE = instance(
    "edge", ["-1/10 -7/10", "-1 1/5", "-4/5 -3/5"], [-1, 1, 1], ["12/17 5/17 0"]
)
TWICE = instance(
    "twice",
    ["-1/10 -7/10", "-1 1/5", "-1 1/5"],
    [1, 1, -1],
    ["12/17 5/17 0", "12/17 0 5/17"],
)
NONSEPARABLE = instance(
    "nonseparable", ["3/5 4/5", "-3/5 1/5", "0 -1"], [1, -1, 1], ["1/3 1/3 1/3"]
)
