"""Where a run of finitely many steps is seen to tend, which proves nothing."""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from lemmacheck.theory.core.relation import Decay, Limit
from lemmacheck.verifiers.numbers.comparison import as_float, nearest
from lemmacheck.verifiers.numbers.guarded import inside

SEEN = 8  # steps of a run that shows where it tends


def floats_of(sequence: Any) -> np.ndarray:
    """A sequence in floats, also one of exact numbers, of any length."""
    return nearest(np.asarray(inside(sequence)))


def gaps_of(limit: Limit | Decay) -> np.ndarray:
    """s_t − s*, one row a t."""
    gaps = np.asarray(inside(limit.sequence - limit.to))
    return gaps.reshape(len(gaps), prod(gaps.shape[1:]))


def sizes_of(limit: Limit | Decay) -> list[float]:
    """How far each entry of a run is from the limit."""
    return [max((abs(as_float(x)) for x in gap), default=0.0) for gap in gaps_of(limit)]


def tail_of(sizes: Sequence[float]) -> float:
    """How large the last distance of a run is beside its largest: of the runs of a limit the worst is that of the most;
    −1 where nothing is seen of it."""
    return sizes[-1] / max(sizes) if sizes and np.isfinite(sizes).all() and max(sizes) > 0 else -1.0


def early_and_late(sizes: np.ndarray) -> tuple[Any, Any]:
    """The largest from an eighth of a run to its half, and from there on."""
    last = len(sizes) - 1
    return sizes[last // 8 : last // 2].max(0), sizes[last // 2 :].max(0)


def halves(sizes: Sequence[float]) -> bool | None:
    """Whether the last half of a run is at most half as far from the limit as it is before, the first eighth left out;
    None where the run is too short, or its numbers too uncertain, to see it."""
    if len(sizes) <= SEEN or not np.isfinite(sizes).all():
        return None
    early, late = early_and_late(np.asarray(sizes))
    return bool(late <= early / 2)


def trend_text(sizes: Sequence[float]) -> str:
    """Whether the run shrinks, from where it is largest, or grows, in words."""
    last, shrinks = len(sizes) - 1, halves(sizes)
    if shrinks is None:
        return "the run is too short, or its numbers too uncertain, to see where it tends"
    most = max(range(last), key=sizes.__getitem__) if shrinks else 0
    at = f"{sizes[most]:.3g} at {f't = {most}' if most else 'first'}, {sizes[last]:.3g} at t = {last}"
    if shrinks:
        return f"shrinks: {at}; no finite run proves a limit"
    if 4 * sizes[last] > 5 * max(sizes[: last // 2 + 1]):
        return f"grows: {at}"
    return f"does not shrink by half in the last half of the run: {at}"
