"""Protects a fitted rate from what falls slower in the end than a power does, though a short run shows one."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from lemmacheck.verifiers.decide import rates
from lemmacheck.verifiers.decide.rates import Line
from lemmacheck.verifiers.records.verdict import Verdict

from tests.verifiers.decide.test_rates import Sequence, judged

SLOWER_THAN_POWERS: dict[str, Sequence] = {
    "1/ln t": lambda t: 1 / np.log(t + 2),
    "1/ln² t": lambda t: 1 / np.log(t + 2) ** 2,
    "1/ln ln t": lambda t: 1 / np.log(np.log(t + 4)),
    "e^−√ln t": lambda t: np.exp(-np.sqrt(np.log(t + 2))),
}


@pytest.mark.parametrize("name", SLOWER_THAN_POWERS)
def test_what_falls_like_no_power_supports_no_power_that_a_short_run_shows(name: str) -> None:
    """Protects from a fit with a narrow interval whose exponent still rises where the run ends."""
    sequence = SLOWER_THAN_POWERS[name]
    middle, last = sequence(np.array([1000.0, 2000.0]))
    assert judged(sequence, 0.9 * float(np.log2(middle / last))) == Verdict.UNDECIDED  # 1/ln t falls like t^−0.13 there


@pytest.mark.parametrize("later", [0.0, 10.0])
@pytest.mark.parametrize("logs", [0, 1, 2])
def test_a_power_with_a_logarithm_or_a_finite_size_correction_keeps_its_support(logs: int, later: float) -> None:
    assert judged(lambda t: (1 + later / (t + 1)) * np.log(t + 2) ** logs / (t + 1), 0.65) == Verdict.SUPPORTED


@pytest.mark.parametrize(("first", "left", "counts"), [
    (-0.5, 0.9, True), (-0.5, 1.0, False), (-0.5, 1.5, False), (-1.0, 0.9, False), (-2.0, 0.9, False),
])  # fmt: skip
def test_what_falls_slower_counts_where_it_fits_twice_as_well_as_a_power_and_its_next_correction(
    first: float, left: float, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Line(first, 0.1, left)

    def rising(*_: Any) -> Iterator[Line]:
        yield one

    monkeypatch.setattr(rates, "rising", rising)
    for plain in ([Line(-1.0, 0.1, 2.0), Line(-3.0, 0.1, 4.0)], [Line(-1.0, 0.1, 4.0), Line(-3.0, 0.1, 2.0)]):
        assert rates.better(np.ones(3), np.ones(3), [np.ones(3)], plain) == [one] * counts
