"""What the verifiers know of one algorithm: the parameters it is run with, and how it is got wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Method:
    """Named algorithms of one type, in four roles; or settings without steps, such as a regression with its λ.

    usual       the parameters of the report; the first are those of the theorems
    mutants     one line of the step, or one parameter, wrong: claims must refute these
    unusual     other parameters in range, and `above_one` out of it, for what a hypothesis is needed for
    reach       the largest n and d of the data it is run on, where a run is costly
    longest     the most steps of a run on n rows, where all paths are listed; such runs are no batches
    horizon     (algorithm, steps) → the steps it is run, fewer where it stays rational and its numbers grow long
    dataless    whether its runs read no data, so that one instance is as good as many
    presented   how data become the problem it runs on: (instances, num, loss, algorithm) → Problem, if not as they are
    """

    usual: dict[str, Any]
    mutants: dict[str, Any]
    unusual: dict[str, Any] = field(default_factory=dict)
    above_one: dict[str, Any] = field(default_factory=dict)
    reach: tuple[int, int] | None = None
    longest: Callable[[int], int] | None = None
    horizon: Callable[[Any, int], int] | None = None
    dataless: bool = False
    presented: Callable[..., Any] | None = None
