"""How long a search may last: seconds of processor time, or steps of runs, which are the same on every machine."""

import time
from dataclasses import dataclass, field

# Of the runs of one claim, all data sets together, on a processor of 2024: of the margin problem, of one's own.
STEPS_A_SECOND, OWN_STEPS_A_SECOND = 300_000, 150_000


@dataclass
class Budget:
    """The rest of a number of seconds, or of a number of steps of all data sets together."""

    seconds: float | None = None
    steps: int | None = None
    instances: int = 0
    spent: int = 0
    started: float = field(default_factory=time.process_time)

    def spend(self, instances: int, steps: int, price: int = 1) -> None:
        """Charge the runs of these data sets, of so many steps each, at this price."""
        self.instances += instances
        self.spent += instances * max(1, steps) * price

    @property
    def passed(self) -> float:
        """Seconds of processor time."""
        return time.process_time() - self.started

    @property
    def left(self) -> bool:
        if self.seconds is not None and self.passed >= self.seconds:
            return False
        return self.steps is None or self.spent < self.steps
