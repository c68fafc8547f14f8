"""Protects a rate from a smaller power, or none, that takes over after the run, and keeps it from no faster one."""

import numpy as np
import pytest
from lemmacheck.verifiers.records.verdict import Verdict

from tests.verifiers.decide.test_rates import Sequence, judged

SMALLER = [(2, 1, 1e-5), (2, 1, 1e-3), (2, 1.5, 1e-3), (1, 0.5, 1e-5), (1, 0.5, 1e-3), (0.5, 0.25, 0.1)]


@pytest.mark.parametrize(("first", "second", "part"), [*SMALLER, (2, 1, 1e-8), (2, 1.5, 1e-5), (0.5, 0.25, 1e-3)])
def test_a_smaller_power_that_takes_over_after_the_run_is_the_one_that_counts(
    first: float, second: float, part: float
) -> None:
    """Protects from 1/t² + ε/t = O(t^−1.9), whose exponent is −1.99 where the run ends, and −1 in the end."""

    def both(t: np.ndarray) -> np.ndarray:
        return t**-first + part * t**-second

    assert judged(both, first - 0.05) == judged(both, second + 0.05) == Verdict.UNDECIDED
    if (first, second, part) in SMALLER[:3]:  # of which so much is seen that the smaller one is known
        assert judged(both, second / 2) == Verdict.SUPPORTED


@pytest.mark.parametrize(
    "faster", [lambda t: t**-1.5, lambda t: 3 / t**2, lambda t: np.exp(-t / 40), lambda t: -1 / t**3]
)
def test_what_falls_faster_beside_a_power_takes_nothing_from_its_support(faster: Sequence) -> None:
    assert judged(lambda t: 1 / t + faster(t + 1), 0.9) == Verdict.SUPPORTED
