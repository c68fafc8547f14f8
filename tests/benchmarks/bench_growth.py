"""`make bench`: the points of every series of `growth`, one after the other."""

from typing import Any

import pytest
from benchmarks.growth import SERIES

POINTS = [(name, x) for name, series in SERIES.items() for x in series.sizes]


@pytest.mark.parametrize(("name", "x"), POINTS)
def bench_growth(name: str, x: int, quick: bool, growth: dict[str, list[tuple[int, float]]], benchmark: Any) -> None:
    if quick:
        pytest.skip("only in the whole bench")
    work = SERIES[name].work(x)
    benchmark.pedantic(work, rounds=5, iterations=1, warmup_rounds=1)
    growth.setdefault(name, []).append((x, benchmark.stats.stats.median))
