"""An algorithm for many runs in floats: its author's schedules of fractions are asked once for every t.

A schedule may have an end, such as that of a list.
"""

from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

import numpy as np
from lemmacheck.theory.core.schedules import Exactly
from lemmacheck.verifiers.search.budget import Budget

PATIENCE = 1.0  # seconds that the values of a schedule may take


@dataclass(frozen=True)
class Asked:
    """A schedule and the floats that it is at 0, 1, …, as many as are known; whether it has no more."""

    schedule: Any
    known: np.ndarray = field(compare=False, repr=False)
    ends: bool = False

    def __call__(self, t: Any) -> Any:
        return float(self.known[int(t)]) if int(t) < len(self.known) else self.schedule(t)


def values_asked(schedule: Any, steps: int, budget: Budget) -> Asked:
    """The schedule, asked for its values at 0, 1, …, steps, until it has no more or takes too long; where seconds count
    it is then asked no further."""
    known: list[float] = []
    end = budget.passed + PATIENCE
    while len(known) <= steps:
        if known and budget.passed >= end:
            return Asked(schedule, np.array(known), ends=budget.seconds is not None)
        try:
            known.append(float(schedule(float(len(known)))))
        except Exception:  # the author's own
            return Asked(schedule, np.array(known), ends=True)
    return Asked(schedule, np.array(known))


def longest(algorithm: Any, steps: int) -> int:
    """How many of these steps its schedules are known to allow; a step and what is said of it may look one ahead."""
    if isinstance(algorithm, Asked):
        return min(steps, len(algorithm.known) - 2) if algorithm.ends else steps
    parts = vars(algorithm).values() if is_dataclass(algorithm) and not isinstance(algorithm, type) else ()
    return min((longest(part, steps) for part in parts), default=steps)


def quick(algorithm: Any, steps: int, budget: Budget) -> Any:
    """The algorithm with its schedules asked beforehand, for runs of so many steps.

    One whose runs are made elsewhere, in the processes of its author, says by `in_floats` which takes its place here.
    """
    algorithm = getattr(algorithm, "in_floats", algorithm)
    if isinstance(algorithm, Exactly):
        return values_asked(algorithm, steps, budget)
    if not is_dataclass(algorithm) or isinstance(algorithm, type):
        return algorithm
    before = {part.name: getattr(algorithm, part.name) for part in fields(algorithm) if part.init}
    after = {name: quick(part, steps, budget) for name, part in before.items()}
    return algorithm if all(after[name] is before[name] for name in before) else replace(algorithm, **after)
