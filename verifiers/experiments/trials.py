"""The methods of Figure 1 on one split of data: where each errs, at some t, and the order of their errors."""

from dataclasses import dataclass

import numpy as np
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide.curves import indices
from lemmacheck.verifiers.experiments.fig1 import ALGORITHM_1, IMPLICIT, METHODS, PERCEPTRONS
from lemmacheck.verifiers.experiments.held_out import Split
from lemmacheck.verifiers.experiments.paired import hidden, p_value
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.races.racing import ENTRANTS, follow, problem

EXPONENTIAL = (ALGORITHM_1, *IMPLICIT)


@dataclass(frozen=True, eq=False)
class Trial:
    """On one split: at some t ≥ 1 the test points at which each method errs, and those at which the machine does.

    `clear` if rounding has made none of the last errors, nor taken one away.
    """

    split: Split
    t: list[int]
    errors: dict[str, np.ndarray]
    machine: np.ndarray
    clear: bool = True

    def last(self, name: str) -> float:
        """The test error after T steps."""
        return float(self.errors[name][-1].mean())

    @property
    def chance(self) -> float:
        """The least p-value, by the sign test, of a method with exponential loss that errs more than the machine."""
        worse = [name for name in EXPONENTIAL if self.last(name) > self.machine.mean()]
        return min((p_value(self.machine, self.errors[name][-1]) for name in worse), default=1.0)

    def hidden(self, level: float) -> float:
        """The share of the points by which such a method could err more than the machine, unnoticed."""
        return max(hidden(self.machine, self.errors[name][-1], level) for name in EXPONENTIAL)

    @property
    def suffers(self) -> bool:
        """Whether both batch perceptrons err more than each method with exponential loss."""
        return min(map(self.last, PERCEPTRONS)) > max(map(self.last, EXPONENTIAL))


def trial(given: Split, steps: int) -> Trial:
    """Every method on the rows to learn from."""
    t, errors, clear = [k for k in indices(steps + 1) if k], {}, True
    with Float64().active():
        for entrant in (one for one in ENTRANTS if one.name in METHODS):
            w, _ = follow(entrant.algorithm, problem(given.raced.Z, Exponential()), steps, np.inf)
            errors[entrant.name] = given.errors(w[t])
            clear &= given.clear(w[-1])
    return Trial(given, t, errors, given.machine(), clear)
