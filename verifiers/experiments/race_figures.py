"""The pictures of a race: margins against iterations and against time, and their distances from γ̄.

Margins are drawn where they are positive, γ̄ as a line; where no w has a positive margin, all of them and no line.
"""

from collections.abc import Sequence

import numpy as np
from lemmacheck.verifiers.decide.curves import indices
from lemmacheck.verifiers.experiments.result import Figure
from lemmacheck.verifiers.races.racing import MICROSECONDS, Lap, Track
from lemmacheck.verifiers.records.verdict import Curve

ITERATIONS, TIME = "iterations t", "time of the steps so far, in µs"
MARGIN, GAP = "margin γ(w), longest row ≤ 1", "gap γ̄ − γ(w)"


def figures(raced: Track, laps: Sequence[Lap], stem: str) -> list[Figure]:
    """The pictures, in files whose names begin with the stem."""
    of, gamma = raced.data.name, raced.gamma
    floor = 0.0 if gamma else -np.inf
    found = []
    for name, places, x in (("iterations", steps_of, ITERATIONS), ("time", micros_of, TIME)):
        curves = [curve(one, places(one), one.margins, floor) for one in laps]
        if gamma:
            ends = [t for one in curves for t in one.t] or [1]
            curves.append(Curve(f"γ̄ = {gamma:.6g}", [min(ends), max(ends)], [gamma] * 2))
        found.append(Figure(f"{stem}-{name}.svg", f"Margins on {of}", x, MARGIN, curves, linear=True))
    if gamma:
        gaps = [curve(one, steps_of(one), gamma - one.margins, 0.0) for one in laps]
        found.append(Figure(f"{stem}-gap.svg", f"How far from γ̄ = {gamma:.6g} on {of}", ITERATIONS, GAP, gaps))
    return found


def steps_of(lap: Lap) -> np.ndarray:
    """t = 0, 1, …, T."""
    return np.arange(len(lap.margins))


def micros_of(lap: Lap) -> np.ndarray:
    """The time until each t, in whole microseconds, at least one."""
    return np.maximum(1, np.round(lap.seconds * MICROSECONDS)).astype(int)


def curve(lap: Lap, places: np.ndarray, values: np.ndarray, floor: float) -> Curve:
    """Values above the floor, at some t ≥ 1, against their places."""
    chosen = [k for k in indices(len(values)) if k and values[k] > floor]
    return Curve(lap.name, [int(places[k]) for k in chosen], [float(f"{values[k]:.6g}") for k in chosen])
