"""`make bench`: the points of every series of `growth`, one after the other."""

from typing import Any

import pytest
from benchmarks.growth import SERIES

POINTS = [(name, x) for name, series in SERIES.items() for x in series.sizes]


@pytest.mark.parametrize(("name", "x"), POINTS)
def bench_growth(name: str, x: int, whole: Any, benchmark: Any) -> None:
    work = SERIES[name].work(x)
    benchmark.pedantic(work, rounds=5, iterations=1, warmup_rounds=1)
    whole.points.setdefault(name, []).append((x, benchmark.stats.stats.median))
