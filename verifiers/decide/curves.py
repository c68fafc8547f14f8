"""The curves of a record against t: both sides of a relation and its slack, on its witness or its tightest run, or the
decay of a rate.

They are floats, at about 48 indices evenly spread in ln t. They serve a reader's eye and no verdict.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from lemmacheck.theory.core.apart import steps_of
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Decay, IllFormed
from lemmacheck.verifiers.decide.copies import data_for
from lemmacheck.verifiers.decide.rates import slope
from lemmacheck.verifiers.decide.trends import floats_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import float_sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import FAILS, HOLDING, Curve, Record, Witness, Worst

POINTS = 48
ROUNDING = 2.0**-48


def indices(length: int) -> list[int]:
    """At most POINTS of 0, 1, …, length − 1, the first and the last among them."""
    return sorted({int(k) - 1 for k in np.geomspace(1, length, POINTS).round()})


def curve(name: str, values: Any, start: int) -> Curve | None:
    """The finite values at some indices, the first of which stands for t = `start`; None of fewer than two."""
    values = np.asarray(values, dtype=float)
    chosen = [k for k in indices(len(values)) if np.isfinite(values[k])] if len(values) else []
    if len(chosen) < 2:
        return None
    return Curve(name, [start + k for k in chosen], [float(f"{values[k]:.6g}") for k in chosen])


def of_rate(measured: Sequence[tuple[str, Decay]]) -> list[Curve]:
    """The quartiles, over the instances, of the sequence that a rate speaks of, and the claimed order beside them.

    The claimed order is drawn through the end of the median. A sequence that is soon at its limit has no rate. They are
    drawn as far as all of them go: where all paths are followed, some end sooner.
    """
    every = [np.abs(floats_of(decay.sequence)) for _, decay in measured]
    sequences = [values for values in every if slope(values, measured[0][1].logs) is not None] or every
    shortest = min(map(len, sequences))
    with np.errstate(invalid="ignore"):  # between two infinities
        lower, median, upper = np.quantile([values[:shortest] for values in sequences], [0.25, 0.5, 0.75], axis=0)
    found = [curve("median", median, 1), curve("lower quartile", lower, 1), curve("upper quartile", upper, 1)]
    decay = measured[0][1]
    if decay.power is not None and median.size and median[-1] > 0:
        t = np.arange(1, len(median) + 1, dtype=float)
        order = np.log(t + 1) ** decay.logs / t ** float(decay.power)
        found.append(curve(f"∝ {order_of(decay)}", order * median[-1] / order[-1], 1))
    return [one for one in found if one is not None]


def order_of(decay: Decay) -> str:
    """t^−2 ln^1 t and the like."""
    power = f"t^−{decay.power}" if decay.power else "1"
    return f"{power} ln^{decay.logs:g} t" if decay.logs else power


def of_record(claim: Claim, record: Record) -> list[Curve]:
    """Both sides on the run of its witness, the convincing one where there are two, or else on its tightest run."""
    shown = record.convincing or record.witness
    of_witness = of_relation(claim, "the witness", shown) if shown else []
    holds = record.verdict in HOLDING
    return of_witness or (of_relation(claim, record.worst.instance, record.worst, holds) if record.worst else [])


def cleared(slack: np.ndarray, size: np.ndarray) -> np.ndarray:
    """The slack of what holds, without what rounding leaves where both sides agree."""
    size = ROUNDING * np.where(np.isfinite(size), size, 0.0)
    noise = (slack < 0) & (-slack <= max(size.max(), ROUNDING)) | (abs(slack) <= size)
    return np.where(noise, 0.0, slack)


def of_relation(claim: Claim, name: str, run: Witness | Worst, holds: bool = False) -> list[Curve]:
    """Both sides on a run, where each is one number at each t, and the slack, which is not below 0 where it holds."""
    if not run.Z or claim.about is None or claim.tends or claim.lists_all_paths:
        return []
    num, claim = Float64(), claim.as_long_as(run.steps)
    with num.active():
        algorithm = claim.runs[run.algorithm]
        try:
            instance = data_for(claim, Instance.from_json(name, run.Z), algorithm)
            subject = subject_of(instance, num, algorithm, run.steps, method=claim.method)
            first = relations_of(claim(subject))[0]
        except (IllFormed, ArithmeticError):
            return []
    lhs, rhs = float_sides(first)
    start = claim.first if first.start is None else first.start
    left = steps_of(subject) + 1 - start - len(lhs)  # 1 of a relation of each step and the next
    if first.op == "==" or lhs.ndim != 1 or left not in (0, 1):
        return []
    with np.errstate(invalid="ignore"):  # between two that are beyond all floats
        slack = rhs - lhs if first.op in ("<=", "<") else lhs - rhs
    slack = cleared(slack, np.maximum(abs(lhs), abs(rhs))) if holds else slack
    named = (("left side", lhs), ("right side", rhs), ("slack", slack))
    found = [one for one in (curve(name, values, start) for name, values in named) if one is not None]
    at = run.t - start
    if found and isinstance(run, Witness) and 0 <= at < len(lhs) and np.isfinite(lhs[at]):
        found.append(Curve(FAILS, [run.t], [float(f"{lhs[at]:.6g}")]))
    return found
