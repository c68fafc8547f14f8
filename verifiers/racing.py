"""Methods side by side in float64: the margin of w_t against t, and against the time that the steps have taken.

The time of step t is the least of a few runs, of the step alone: margins are evaluated afterwards. A share of γ̄ is
reached at the first t with γ(w_t) ≥ share · γ̄, for the upper end of a certified γ̄ where it is only enclosed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from theory.algorithms import BatchPerceptron, GradientDescent, NormalizedGD, PrimalMomentum
from theory.losses import Exponential, Loss
from theory.problem import Optimum, Problem
from verifiers.arithmetics.float64 import Float64
from verifiers.curves import indices
from verifiers.data import Dataset
from verifiers.margin import margin
from verifiers.verdict import Curve

SHARES = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100), Fraction(999, 1000))
RUNS, PATIENCE = 3, 5.0  # a method is run again for its time, unless it has taken so many seconds
MICROSECONDS = 1e6


@dataclass(frozen=True)
class Entrant:
    """A method with the name it is shown by."""

    name: str
    algorithm: Any
    loss: Loss = Exponential()


@dataclass(frozen=True)
class OneExample:
    """The perceptron that meets the rows in turn, reading at each step the one row it meets."""

    def start(self, p: Problem) -> Any:
        return Met(0, np.zeros(p.d))

    def step(self, p: Problem, s: Any) -> Any:
        z = p.Z[s.t % p.n]
        return Met(s.t + 1, s.w - z if s.w @ z >= 0 else s.w)


@dataclass(frozen=True)
class Met:
    """After t examples."""

    t: int
    w: np.ndarray


ENTRANTS = (
    Entrant("Algorithm 1", PrimalMomentum()),
    Entrant("normalised descent", NormalizedGD()),
    Entrant("gradient descent", GradientDescent()),
    Entrant("batch perceptron", BatchPerceptron()),
    Entrant("perceptron, row by row", OneExample()),
)


@dataclass(frozen=True)
class Track:
    """The scale on which data are raced: their rows over a power of two, and what is certified of γ̄ there."""

    data: Dataset
    Z: np.ndarray
    scale: Fraction
    separable: bool | None
    lower: float
    upper: float

    @property
    def gamma(self) -> float | None:
        """γ̄ as a line to be drawn; none unless it is surely positive."""
        return self.upper if self.separable else None


@dataclass(frozen=True)
class Lap:
    """A method's margins γ(w_0), …, γ(w_T), and the seconds after which it had each."""

    name: str
    margins: np.ndarray
    seconds: np.ndarray

    def reached(self, gamma: float) -> dict[str, dict[str, float] | None]:
        """For each share of γ̄ the first t that has it, and the seconds until then."""
        found: dict[str, dict[str, float] | None] = {}
        for share in SHARES:
            there = np.flatnonzero(self.margins >= float(share) * gamma)
            t = int(there[0]) if there.size else None
            found[f"{float(100 * share):g}%"] = None if t is None else {"t": t, "seconds": float(self.seconds[t])}
        return found

    def curve(self, times: bool, floor: float) -> Curve:
        """The margins of at least `floor`, against t or against whole microseconds."""
        chosen = [k for k in indices(len(self.margins)) if k and self.margins[k] >= floor]
        micros = np.maximum(1, np.round(self.seconds * MICROSECONDS))
        places = [int(micros[k]) if times else int(k) for k in chosen]
        return Curve(self.name, places, [float(f"{self.margins[k]:.6g}") for k in chosen])

    def to_dict(self, gamma: float | None) -> dict[str, Any]:
        """As plain data."""
        final = float(self.margins[-1])
        drawn, timed = self.curve(False, -np.inf), self.curve(True, -np.inf)
        return {
            "name": self.name,
            "steps": len(self.margins) - 1,
            "seconds": float(self.seconds[-1]),
            "margin": final if np.isfinite(final) else None,
            "share": final / gamma if gamma and np.isfinite(final) else None,
            "reached": self.reached(gamma) if gamma else None,
            "curve": {"t": drawn.t, "microseconds": timed.t, "margin": drawn.value},
        }


def track(data: Dataset) -> Track:
    """The rows with norms of at most 1, and γ̄ certified."""
    scale = data.scale()
    certified = margin(data)
    ends = [float(Fraction(certified["gamma"][end]) / scale) for end in ("lower", "upper")]
    return Track(data, -data.y[:, None] * data.X / float(scale), scale, certified["separable"], *ends)


def problem(Z: np.ndarray, loss: Loss) -> Problem:
    """The rows for a step in float64, which may not ask for the optimum."""
    unknown = np.full(1, np.nan)
    return Problem(np.ascontiguousarray(Z), Float64(), Optimum(unknown, unknown, unknown, Float64()), loss)


def lap(entrant: Entrant, Z: np.ndarray, steps: int, runs: int = RUNS) -> Lap:
    """A method's run, timed."""
    p = problem(Z, entrant.loss)
    method = entrant.algorithm
    began, taken = time.perf_counter(), np.full(steps, np.inf)
    with Float64().active():
        algorithm = method.tuned(p, steps) if hasattr(method, "tuned") else method
        for _ in range(runs):
            state = algorithm.start(p)
            w = [np.asarray(state.w, dtype=float)]
            for t in range(steps):
                before = time.perf_counter()
                state = algorithm.step(p, state)
                taken[t] = min(taken[t], time.perf_counter() - before)
                w.append(np.asarray(state.w, dtype=float))
            if time.perf_counter() - began > PATIENCE:
                break
        margins = np.concatenate([np.atleast_1d(p.margin(part)) for part in in_blocks(np.array(w), len(Z))])
    return Lap(entrant.name, margins, np.concatenate([[0.0], taken.cumsum()]))


def document(raced: Track, laps: Iterable[Lap]) -> dict[str, Any]:
    """A race as plain data."""
    laps = list(laps)
    bounds = {"lower": raced.lower, "upper": raced.upper} if raced.separable else None
    return {
        "data": raced.data.name,
        "n": raced.data.n,
        "d": raced.data.d,
        "divisor": str(raced.scale),
        "steps": max((len(one.margins) - 1 for one in laps), default=0),
        "separable": raced.separable,
        "gamma": bounds,
        "methods": [one.to_dict(raced.gamma) for one in laps],
    }


def in_blocks(w: np.ndarray, n: int) -> list[np.ndarray]:
    """The iterates in parts whose scores fit a few tens of megabytes."""
    return np.array_split(w, max(1, len(w) * n // 4_000_000 + 1))
