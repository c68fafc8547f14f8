"""Methods side by side in float64: the margin of w_t against t, and against the time that the steps have taken.

The time of step t is the least of a few runs, of the step alone: margins are evaluated afterwards. A share of γ̄ is
reached at the first t with γ(w_t) ≥ share · γ̄, for the upper end of a certified γ̄ where it is only enclosed.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.data import Dataset
from lemmacheck.verifiers.decide.curves import indices
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.optima.margin import margin
from lemmacheck.verifiers.races.prior_methods import AveragedPerceptron, OneExample

SHARES = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100), Fraction(999, 1000))
RUNS, PATIENCE = 3, 5.0  # a method is run again for its times, unless it has taken so many seconds
MICROSECONDS = 1e6


@dataclass(frozen=True)
class Entrant:
    """A method with its display name."""

    name: str
    algorithm: Any
    loss: Loss = Exponential()


ENTRANTS = (
    Entrant("Algorithm 1", PrimalMomentum()), Entrant("normalised descent", NormalizedGD()),
    Entrant("gradient descent", GradientDescent()), Entrant("batch perceptron", BatchPerceptron()),
    Entrant("averaged batch perceptron", AveragedPerceptron()), Entrant("perceptron, row by row", OneExample()),
)  # fmt: skip


@dataclass(frozen=True)
class Track:
    """The scale on which data are raced: their rows over a power of two, and the margin document of the data."""

    data: Dataset
    Z: np.ndarray
    scale: Fraction
    certified: dict[str, Any]

    @property
    def separable(self) -> bool | None:
        return self.certified["separable"]  # type: ignore[no-any-return]

    @property
    def lower(self) -> float:
        """The end of an enclosure of γ̄, as all of them in the scale of the race."""
        return self._end("lower")

    @property
    def upper(self) -> float:
        return self._end("upper")

    def _end(self, end: str) -> float:
        return float(Fraction(self.certified["gamma"][end]) / self.scale)

    @property
    def gamma(self) -> float | None:
        """γ̄ as a line to be drawn; none unless it is surely positive."""
        return self.upper if self.separable else None


@dataclass(frozen=True)
class Lap:
    """A method's w_0, …, w_T, their margins, and the seconds after which it had each."""

    name: str
    w: np.ndarray
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

    def to_dict(self, gamma: float | None) -> dict[str, Any]:
        """As plain data."""
        final = float(self.margins[-1])
        drawn = [int(k) for k in indices(len(self.margins)) if k and np.isfinite(self.margins[k])]
        return {
            "name": self.name,
            "steps": len(self.margins) - 1,
            "seconds": float(self.seconds[-1]),
            "margin": final if np.isfinite(final) else None,
            "share": final / gamma if gamma and np.isfinite(final) else None,
            "reached": self.reached(gamma) if gamma else None,
            "curve": {
                "t": drawn,
                "microseconds": [round(float(self.seconds[k]) * MICROSECONDS) for k in drawn],
                "margin": [float(f"{self.margins[k]:.6g}") for k in drawn],
            },
        }


def track(data: Dataset) -> Track:
    """The rows with norms of at most 1, and γ̄ certified."""
    scale = data.scale()
    return Track(data, -data.y[:, None] * data.X / float(scale), scale, margin(data))


def problem(Z: np.ndarray, loss: Loss) -> Problem:
    """The rows for a step in float64, which may not ask for the optimum."""
    unknown = np.full(1, np.nan)
    return Problem(np.ascontiguousarray(Z), Float64(), Optimum(unknown, unknown, unknown, Float64()), loss)


def lap(entrant: Entrant, Z: np.ndarray, steps: int, runs: int = RUNS, timeout: float = np.inf) -> Lap:
    """A method's run, timed; up to the step at which its time is over."""
    p = problem(Z, entrant.loss)
    method = entrant.algorithm
    with Float64().active():
        if hasattr(method, "timed"):  # where it is
            w, taken = method.timed(p, steps, runs, timeout)
        else:
            algorithm = method.tuned(p, steps) if hasattr(method, "tuned") else method
            w, taken = follow_often(algorithm, p, steps, runs, timeout)
        margins = np.concatenate([np.atleast_1d(p.margin(part)) for part in in_blocks(w, len(Z))])
    return Lap(entrant.name, w, margins, np.concatenate([[0.0], taken.cumsum()]))


def follow_often(algorithm: Any, p: Problem, steps: int, runs: int, timeout: float) -> tuple[np.ndarray, np.ndarray]:
    """The iterates of one run until its time is over, and the least seconds of several for each step."""
    began = time.perf_counter()
    w, taken = follow(algorithm, p, steps, began + timeout)
    for _ in range(runs - 1):
        if time.perf_counter() - began > min(PATIENCE, timeout):
            break
        taken = np.minimum(taken, follow(algorithm, p, len(taken), np.inf)[1])
    return w, taken


def follow(algorithm: Any, p: Problem, steps: int, deadline: float) -> tuple[np.ndarray, np.ndarray]:
    """The iterates w_0, w_1, … up to a number of steps or a time, and the seconds that each step took."""
    state = algorithm.start(p)
    w, taken = [np.asarray(state.w, dtype=float)], list[float]()
    while len(taken) < steps and time.perf_counter() < deadline:
        before = time.perf_counter()
        state = algorithm.step(p, state)
        taken.append(time.perf_counter() - before)
        w.append(np.asarray(state.w, dtype=float))
    return np.array(w), np.array(taken)


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
