"""`make bench`: every row measured by pytest-benchmark, the two sides in turn.

A side is run once before it counts. The other side runs in the set-up of each round, timed there, so that whatever
slows the machine for a while slows both.
"""

import cProfile
import io
import pstats
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from benchmarks.pair import row
from benchmarks.rows import ROWS

BUSIEST = 8


@pytest.mark.parametrize("name", ROWS)
def bench_row(name: str, session: Any, benchmark: Any) -> None:
    pair = ROWS[name](session.size)
    theirs: list[float] = []

    def other_side() -> None:
        began = time.perf_counter()
        pair.theirs()
        theirs.append(time.perf_counter() - began)
        time.sleep(pair.rest)

    benchmark.pedantic(pair.ours, setup=other_side, rounds=pair.rounds, iterations=1, warmup_rounds=1)
    ours = benchmark.stats.stats.data
    found = row(pair, ours, theirs[1 : 1 + len(ours)])
    session.rows.append(replace(found, profile=busiest(pair.ours)) if found.met is False else found)


def busiest(work: Callable[[], object]) -> tuple[str, ...]:
    """The functions that take the most time of their own, as cProfile lists them."""
    profile = cProfile.Profile()
    profile.runcall(work)
    told = io.StringIO()
    pstats.Stats(profile, stream=told).strip_dirs().sort_stats("tottime").print_stats(BUSIEST)
    lines = told.getvalue().splitlines()
    first = next(k for k, line in enumerate(lines) if "ncalls" in line)
    return tuple(line for line in lines[first:] if line.strip())
