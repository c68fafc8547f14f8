"""An algorithm for many runs in floats: its author's schedules of fractions are asked once for every t."""

import time
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

import numpy as np
from lemmacheck.theory.core.schedules import Exactly

PATIENCE = 0.5  # seconds that the values of a schedule may take


@dataclass(frozen=True)
class Asked:
    """A schedule and the floats that it is at 0, 1, …, as many as are known."""

    schedule: Any
    known: np.ndarray = field(compare=False, repr=False)

    def __call__(self, t: Any) -> Any:
        return float(self.known[int(t)]) if int(t) < len(self.known) else self.schedule(t)


def asked(schedule: Any, steps: int) -> Asked:
    """The schedule, asked for its values at 0, 1, …, steps, until it fails or takes too long."""
    known: list[float] = []
    end = time.process_time() + PATIENCE
    with suppress(Exception):  # the author's own: a run that comes so far asks again
        while len(known) <= steps and time.process_time() < end:
            known.append(float(schedule(float(len(known)))))
    return Asked(schedule, np.array(known))


def quick(algorithm: Any, steps: int) -> Any:
    """The algorithm with its schedules asked beforehand, for runs of so many steps."""
    if isinstance(algorithm, Exactly):
        return asked(algorithm, steps)
    if not is_dataclass(algorithm) or isinstance(algorithm, type):
        return algorithm
    before = {part.name: getattr(algorithm, part.name) for part in fields(algorithm) if part.init}
    after = {name: quick(part, steps) for name, part in before.items()}
    return algorithm if all(after[name] is before[name] for name in before) else replace(algorithm, **after)
