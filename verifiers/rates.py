"""Rates without a constant: the exponent fitted to the tail of a sequence, with a confidence interval.

s_t = O(log(t)^k / t^p) is read off the least-squares slope of ln(e_t / ln(t+1)^k) against ln t over the
last decade, where e_t = max_{u≥t} s_u; each instance gives one slope, and their median an exact
order-statistic interval. A finite run cannot certify a limit: the verdict is SUPPORTED at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from theory.claim import Claim
from theory.relation import Decay
from theory.run import run
from verifiers.arithmetics.float64 import Float64
from verifiers.instances import Instance
from verifiers.verdict import Teeth, Verdict

NOISE = 1e-11  # below this share of its largest value a float sequence shows rounding, not decay
CONFIDENCE = 0.99


@dataclass(frozen=True)
class Fit:
    """The median exponent over instances, with its exact interval; sequences that vanish are counted apart."""

    exponent: float
    lower: float
    upper: float
    instances: int
    vanished: int
    slowest: str


def slope(sequence: np.ndarray, logs: float) -> float | None:
    """The fitted exponent over the last decade above rounding, or None for a sequence that vanishes."""
    envelope = np.maximum.accumulate(np.abs(sequence)[::-1])[::-1]
    usable = np.flatnonzero(envelope > NOISE * envelope.max(initial=0.0))
    last = int(usable[-1]) + 1 if usable.size and envelope[0] > 1e-300 else 0
    if last < 20:
        return None
    t = np.arange(1, len(envelope) + 1, dtype=float)[last // 10 : last]
    tail = envelope[last // 10 : last] / np.log(t + 1) ** logs
    return float(np.polyfit(np.log(t), np.log(tail), 1)[0])


def decays(claim: Claim, algorithm: Any, instances: Sequence[Instance], steps: int) -> list[tuple[str, Decay]]:
    """The claim's sequence on each instance, in floats."""
    num = Float64()
    with num.active():
        return [(i.name, claim(run(algorithm, i.under(num), steps))) for i in instances]


def fit(measured: Sequence[tuple[str, Decay]]) -> Fit:
    """The exponents of the sequences, summarised."""
    slopes: list[tuple[float, str]] = []
    vanished = 0
    with np.errstate(all="ignore"):
        for name, decay in measured:
            fitted = slope(np.asarray(decay.sequence, dtype=float), decay.logs)
            if fitted is None:
                vanished += 1
            else:
                slopes.append((fitted, name))
    if len(slopes) < 8:
        return Fit(np.nan, -np.inf, np.inf, len(slopes), vanished, "")
    values = np.sort([value for value, _ in slopes])
    depth = int(stats.binom.ppf((1 - CONFIDENCE) / 2, len(values), 0.5))
    lower, upper = values[max(depth - 1, 0)], values[min(len(values) - depth, len(values) - 1)]
    median = float(np.median(values))
    return Fit(median, float(lower), float(upper), len(values), vanished, max(slopes)[1])


def exponent(decay: Decay) -> str:
    """One sequence's exponent, as it is recorded."""
    with np.errstate(all="ignore"):
        fitted = slope(np.asarray(decay.sequence, dtype=float), decay.logs)
    return "vanishes" if fitted is None else f"{fitted:.6f}"


def judge(decay: Decay, fitted: Fit) -> tuple[Verdict, str]:
    """SUPPORTED if the interval allows the rate; a slower fit leaves it undecided, since the limit may differ."""
    if decay.power is None:
        wanted, fits = "a negative exponent", fitted.upper < 0
    else:
        wanted, fits = f"an exponent of at most −{decay.power:g}", fitted.lower <= -decay.power
    fits = fits and fitted.instances >= 8
    logs = f" after division by ln(t+1)^{decay.logs:g}" if decay.logs else ""
    found = (
        f"median fitted exponent {fitted.exponent:.3f}, {CONFIDENCE:.0%} interval "
        f"[{fitted.lower:.3f}, {fitted.upper:.3f}]{logs}, on {fitted.instances} instances "
        f"({fitted.vanished} more reach the limit); the claim needs {wanted}"
    )
    return (Verdict.SUPPORTED if fits else Verdict.UNDECIDED), found


def bite(measured: Sequence[tuple[str, Decay]]) -> Teeth:
    """Mutants of a rate: sequences that decay one power slower, or not at all, must lose the verdict."""
    mutants = {"slower by t": 1.0, "slower by t²": 2.0, "kept away from 0": None}
    survivors = []
    for name, power in mutants.items():
        wrong = [(instance, _slowed(decay, power)) for instance, decay in measured]
        if judge(wrong[0][1], fit(wrong))[0] == Verdict.SUPPORTED:
            survivors.append(name)
    return Teeth(len(mutants) - len(survivors), len(mutants), survivors)


def _slowed(decay: Decay, power: float | None) -> Decay:
    sequence = np.abs(np.asarray(decay.sequence, dtype=float))
    t = np.arange(1, len(sequence) + 1, dtype=float)
    slower = sequence + sequence.max(initial=0.0) if power is None else sequence * t**power
    return decay._replace(sequence=slower)
