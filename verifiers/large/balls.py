"""The scalars of a run on large data as balls that enclose their rounding errors.

Statements are about these: q_t ∈ Δ_n are the weights that floats computed, which are exact numbers (see `rounding`);
μ_t, ν_t, g_t are their exact averages, and w̃_{t+1} = w̃_t − θ_t v_t with the exact v_t = Zᵀν_t/λ_t and exact λ_t, θ_t.
The w_t of floats make that step to within r_t, so that ‖w_t − w̃_t‖ ≤ E_t = Σ_{j<t} ‖r_j‖, and w_t is enclosed with w̃_t.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from flint import arb
from lemmacheck.verifiers.large.accelerated import Recorded, at
from lemmacheck.verifiers.large.near import NOTHING, Near, near, plus, times
from lemmacheck.verifiers.large.rounding import Rounding, within
from lemmacheck.verifiers.large.trace import Scalars
from lemmacheck.verifiers.numbers.ball import Ball

BITS = 128


@dataclass(frozen=True)
class Enclosed:
    """The scalars of a run in balls, for t = 0, …, T, with the error bound of its last h.

    `produced` are those of the w_t of floats, for bounds on γ̄; `scalars` are wider, for statements about the method.
    """

    produced: Scalars
    scalars: Scalars
    h_error: arb


@dataclass(frozen=True)
class Vectors:
    """p_t, h_t, g_t, v_t and w_t for t = 0, …, T."""

    p: list[Near]
    h: list[Near]
    g: list[Near]
    v: list[Near]
    w: list[Near]


def enclosed(record: Recorded) -> Enclosed:
    """The scalars as balls, where a `Ball` is active."""
    rounding, num = Rounding(record.rows, record.largest_square), Ball(BITS)
    lam = [record.algorithm.lam(num.number(t)) for t in range(record.steps + 1)]
    w = [num.number(0), *norms_of(record, "w")[1:]]
    x = vectors(record, rounding, w)
    slack = slacks(record, rounding, w, x)
    tops = [arb(m.top, rounding.score(norm)) for m, norm in zip(record.scalars, w, strict=True)]
    masses = [arb(m.S).log() + arb(0, rounding.log_mass) for m in record.scalars]
    psi = [top + mass for top, mass in zip(tops, masses, strict=True)]
    averages = [a * a for a in (num.number(1), *lam[:-1])]
    produced = {
        ("maximum", "Zw"): [num.number(0), *tops[1:]],
        ("psi", "Zw"): [num.log(record.rows.n), *psi[1:]],
        ("squared", "w"): squares(w),
        ("squared", "Zᵀq"): squares(norms(x.p)),
        ("squared", "g"): squares(norms(x.g)),
        ("squared", "Zᵀmu"): [a * b for a, b in zip(averages, squares(norms(x.h)), strict=True)],
        ("squared", "Zᵀnu"): [a * a * b for a, b in zip(lam, squares(norms(x.v)), strict=True)],
        ("squared", "Z"): [rounding.longest],
    }
    beta = [record.algorithm.beta(num.number(t)) for t in range(record.steps + 1)]
    wider = {
        ("maximum", "Zw"): slack,
        ("psi", "Zw"): slack,
        ("squared", "g"): [2 * b * b * s for b, s in zip(beta, slack, strict=True)],
        ("squared", "Zᵀmu"): [2 * a * s for a, s in zip(averages, slack, strict=True)],
    }
    scalars = {key: widened(found, wider[key]) if key in wider else found for key, found in produced.items()}
    scalars["squared", "w"] = squares([num.number(0), *norms(x.w[1:])])
    return Enclosed(arrays(produced), arrays(scalars), x.h[-1].error)


def vectors(record: Recorded, rounding: Rounding, w: list[Any]) -> Vectors:
    """The recursion of `accelerated`, in norms with their errors."""
    of_p, of_h, of_v = (norms_of(record, name) for name in ("p", "h", "v"))
    tiny, schedule = rounding.tiny, record.algorithm
    g, all_w = NOTHING, [NOTHING]
    p, h, all_g, v = [], [], [], []
    for t in range(record.steps + 1):
        p.append(near(of_p[t], rounding.mean))
        h.append(plus(g, p[t], of_h[t], tiny))
        g = times(schedule.beta(Ball(BITS).number(t)), h[t], tiny)
        v.append(plus(g, p[t], of_v[t], tiny))
        all_g.append(g)
        if t < record.steps:
            step = times(schedule.theta(Ball(BITS).number(t)), v[t], tiny)
            all_w.append(plus(all_w[t], step, w[t + 1], tiny, rounding.unit))
    return Vectors(p, h, all_g, v, all_w)


def slacks(record: Recorded, rounding: Rounding, w: list[Any], x: Vectors) -> list[arb]:
    """A_t + R E_t for t = 0, …, T.

    A statement on every q_t ∈ Δ_n, as Lemma 3.6, holds of these. Lemma 3.5, and all that rests on it, needs besides
    that q_t = ∇ψ(Zw_t), which floats make true to within e_t in the ℓ₁ norm. Its step is
        ψ(Zw_t) − ψ(Zw_{t+1}) ≥ ⟨Zᵀq_{t+1}, w_t − w_{t+1}⟩ + ½‖q_{t+1} − q_t‖₁² − work_t
        work_t = θ_t R e_{t+1} ‖v_t‖ + R‖r_t‖ + 2(e_t + e_{t+1})        as ‖q − q'‖₁ ≤ 2 and (a − e)² ≥ a² − 2ae
    so that it holds up to A_t = Σ_{j<t} work_j; and φ(μ_t) − φ(q̄) ≤ λ_{t−1}²(ln n + A_t + R E_t) follows from it by
    ψ(Zw_t) ≥ ⟨Zᵀq̄, w_t⟩ as in N1. With slack A_t + R E_t in max Zw_t, in ψ(Zw_t) and in ‖h_t‖²/2, a statement that is
    true of the exact method is therefore never refuted by rounding, nor by a step that is off by rounding.
    """
    off = [rounding.weights(norm) for norm in w]
    work = []
    for t in range(record.steps):
        theta, residual = record.algorithm.theta(Ball(BITS).number(t)), x.w[t + 1].error - x.w[t].error
        work.append(rounding.R * (abs(theta) * off[t + 1] * x.v[t].norm + residual) + 2 * (off[t] + off[t + 1]))
    done = accumulate(work, initial=arb(0))
    return [(a + rounding.R * near_w.error).upper() for a, near_w in zip(done, x.w, strict=True)]


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
    return [within(float(square), record.rows.d + 1).sqrt() for square in record.column(name)]


def norms(x: list[Near]) -> list[Any]:
    return [vector.norm for vector in x]


def squares(x: list[Any]) -> list[Any]:
    return [entry * entry for entry in x]


def widened(values: list[Any], by: list[arb]) -> list[Any]:
    """Each value as a ball of this radius; the first, at w_0 = 0, stays as it is."""
    return [values[0], *(x + arb(0, more.upper()) for x, more in zip(values[1:], by[1:], strict=True))]


def arrays(scalars: dict[tuple[str, str], list[Any]]) -> Scalars:
    return {key: np.array(values, dtype=object) for key, values in scalars.items()}
