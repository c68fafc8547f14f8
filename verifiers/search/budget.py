"""How long a search may last: seconds of processor time, or steps of runs, which are the same on every machine."""

import time
from collections.abc import Callable
from dataclasses import dataclass

# Of the runs of one claim, all data sets together, on a processor of 2024: of the margin problem, of one's own.
STEPS_A_SECOND, OWN_STEPS_A_SECOND = 300_000, 150_000


@dataclass
class Budget:
    """The rest of a number of seconds, or of a number of steps of all data sets together.

    `elsewhere` says how many seconds other processes have worked for the search.
    """

    seconds: float | None = None
    steps: int | None = None
    instances: int = 0
    spent: int = 0
    elsewhere: Callable[[], float] = float

    def __post_init__(self) -> None:
        self.started = time.process_time() + self.elsewhere()

    def spend(self, instances: int, steps: int, price: int = 1) -> None:
        """Charge the runs of these data sets, of so many steps each, at this price."""
        self.instances += instances
        self.spent += instances * max(1, steps) * price

    @property
    def passed(self) -> float:
        """Seconds of processor time."""
        return time.process_time() + self.elsewhere() - self.started

    @property
    def left(self) -> bool:
        if self.seconds is not None and self.passed >= self.seconds:
            return False
        return self.steps is None or self.spent < self.steps
