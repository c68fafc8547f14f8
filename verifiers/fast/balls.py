"""The scalars of a run on large data as balls that hold their rounding.

The w_t that floats produce are exact numbers, and so are the q_t ∈ Δ_n of their weights (see `rounding`): the
sequences μ_t, ν_t, g_t are the exact averages of these. Each vector of ℝᵈ is computed to within a bound that
follows its recurrence, E(h_t) = E(g_{t−1}) + δ + 2u‖h_t‖ and so on, from the scalars alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb

from verifiers.arithmetics.ball import Ball
from verifiers.fast.accelerated import Recorded, at
from verifiers.fast.rounding import UNIT, Rounding, share, within
from verifiers.fast.trace import Scalars

BITS = 128


@dataclass(frozen=True)
class Enclosed:
    """The scalars of a run in balls, for t = 0, …, T, with the error bound of its last h."""

    scalars: Scalars
    h_error: arb


def enclosed(record: Recorded) -> Enclosed:
    """The scalars as balls, where a `Ball` is active."""
    rounding = Rounding(record.rows, record.largest_square)
    num, algorithm = Ball(BITS), record.algorithm
    norms = {name: norms_of(record, name) for name in ("w", "p", "h", "v")}
    p, h, g, v = [], [], [], []
    mean, tiny, per_norm = rounding.mean, rounding.tiny, rounding.per_norm
    h_error = g_error = arb(0)
    for t in range(record.steps + 1):
        beta = algorithm.beta(num.number(t))
        h_error = (g_error + mean + 2 * UNIT * norms["h"][t]).upper()
        g_error = (beta * h_error + 3 * UNIT * beta * norms["h"][t] + tiny).upper()
        p.append(ball(norms["p"][t], mean))
        h.append(ball(norms["h"][t], h_error))
        g.append(beta * h[-1])
        v.append(ball(norms["v"][t], g_error + mean + 2 * UNIT * norms["v"][t]))
    lam = [algorithm.lam(num.number(t)) for t in range(record.steps + 1)]
    tops = [arb(m.top, (per_norm * norm + tiny).upper()) for m, norm in zip(record.scalars, norms["w"], strict=True)]
    log_mass = arb(0, rounding.log_mass)
    masses = [arb(m.S).log() + log_mass for m in record.scalars]
    values = {
        ("maximum", "Zw"): [num.number(0), *tops[1:]],
        ("psi", "Zw"): [num.log(record.rows.n), *(m + s for m, s in zip(tops[1:], masses[1:], strict=True))],
        ("squared", "w"): squares([num.number(0), *norms["w"][1:]]),
        ("squared", "Zᵀq"): squares(p),
        ("squared", "g"): squares(g),
        ("squared", "Zᵀmu"): squares([a * b for a, b in zip([num.number(1), *lam[:-1]], h, strict=True)]),
        ("squared", "Zᵀnu"): squares([a * b for a, b in zip(lam, v, strict=True)]),
        ("squared", "Z"): [rounding.longest],
    }
    return Enclosed({key: array(found) for key, found in values.items()}, h_error)


def floats(record: Recorded) -> Scalars:
    """The scalars as they were computed."""
    lam, beta = (
        np.array([at(schedule, t) for t in range(record.steps + 1)])
        for schedule in (record.algorithm.lam, record.algorithm.beta)
    )
    h = record.column("h")
    return {
        ("maximum", "Zw"): record.column("top"),
        ("psi", "Zw"): record.column("top") + np.log(record.column("S")),
        ("squared", "w"): record.column("w"),
        ("squared", "Zᵀq"): record.column("p"),
        ("squared", "g"): beta**2 * h,
        ("squared", "Zᵀmu"): np.append(1.0, lam[:-1]) ** 2 * h,
        ("squared", "Zᵀnu"): lam**2 * record.column("v"),
        ("squared", "Z"): np.array([record.largest_square]),
    }


def norms_of(record: Recorded, name: str) -> list[arb]:
    """The norms of computed vectors, from their computed squares."""
    relative = share(record.rows.d + 1)
    return [within(float(square), relative).sqrt() for square in record.column(name)]


def ball(norm: arb, error: arb) -> arb:
    """The norms of all vectors that near to one of this norm."""
    return (norm + arb(0, error.upper())).nonnegative_part()


def squares(x: list[Any]) -> list[Any]:
    return [entry * entry for entry in x]


def array(values: list[Any]) -> np.ndarray:
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found
