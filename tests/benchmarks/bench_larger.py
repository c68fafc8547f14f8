"""`make bench`: a file of 6 GB, run on in little memory."""

from typing import Any

from benchmarks.larger import streamed

SIZES = 1e6, 2e8, 6e9  # bytes


def bench_larger(session: Any, benchmark: Any) -> None:
    session.streamed |= benchmark.pedantic(lambda: streamed(session.size.choose(*SIZES), 3), rounds=1, iterations=1)
