"""A row of the table: two ways to one result, ours and the one beside it, to be run in turn.

    share     at most so much of their time            ratio = our time / their time
    speedup   at least so many times as fast           ratio = their time / our time
    within    at most so many seconds                  ratio = our time / their time

A row without a target is reported with the first ratio. Where the other side would take minutes it does one part
in `parts` of the work, and its time is multiplied; `agree` then compares that part. After the threads of a BLAS there
is a rest, as they spin for a while when their work is done.
"""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np


class Size(Enum):
    """How large the problems are: tiny ones only show that both sides compute the same."""

    TINY = "tiny"
    QUICK = "quick"
    FULL = "full"

    def choose(self, tiny: Any, quick: Any, full: Any) -> Any:
        return {Size.TINY: tiny, Size.QUICK: quick, Size.FULL: full}[self]


def close(ours: Any, theirs: Any) -> bool:
    """Equal up to what floats lose on the way."""
    return bool(np.allclose(ours, theirs, rtol=1e-6, atol=1e-9))


@dataclass(frozen=True)
class Pair:
    """Two ways to one result, with what is asked of their times."""

    id: str
    what: str
    beside: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    agree: Callable[[Any, Any], bool] = close
    share: float | None = None
    speedup: float | None = None
    within: float | None = None
    parts: float = 1
    rounds: int = 7
    rest: float = 0
    note: str = ""

    @property
    def target(self) -> str:
        if self.speedup is not None:
            return f"≥ {self.speedup:g} times as fast"
        if self.within is not None:
            return f"≤ {self.within:g} s"
        return "reported" if self.share is None else f"≤ {self.share:g} of the time"

    def ratios(self, ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
        """One ratio for each time that both sides were run."""
        rounds = zip(ours, theirs, strict=True)
        return [b / a if self.speedup is not None else a / b for a, b in rounds]

    def met(self, ratio: float, ours: float) -> bool | None:
        """Whether a ratio, or our time, is as wanted; None where nothing is."""
        if self.within is not None:
            return ours <= self.within
        if self.speedup is not None:
            return ratio >= self.speedup
        return None if self.share is None else ratio <= self.share


@dataclass(frozen=True)
class Row:
    """A pair as measured: median seconds of both sides, the median ratio and its extremes."""

    id: str
    what: str
    beside: str
    ours: float
    theirs: float
    ratio: float
    spread: tuple[float, float]
    target: str
    met: bool | None
    note: str
    profile: tuple[str, ...] = ()
    bound: float | None = None  # of the ratio, if the target is one


def row(pair: Pair, ours: Sequence[float], theirs: Sequence[float]) -> Row:
    """The row of both sides' seconds, round by round."""
    whole = [pair.parts * seconds for seconds in theirs]
    ratios = pair.ratios(ours, whole)
    ratio = statistics.median(ratios)
    return Row(
        pair.id,
        pair.what,
        pair.beside,
        statistics.median(ours),
        statistics.median(whole),
        ratio,
        (min(ratios), max(ratios)),
        pair.target,
        pair.met(ratio, statistics.median(ours)),
        pair.note,
        bound=pair.share if pair.speedup is None else pair.speedup,
    )
