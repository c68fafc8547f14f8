"""`make bench`: a file of 6 GB, run on in little memory."""

from typing import Any

from benchmarks.larger import streamed
from benchmarks.pair import Size

SIZES = 1e6, 2e8, 6e9  # bytes


def bench_larger(size: Size, larger: dict[str, Any], benchmark: Any) -> None:
    larger |= benchmark.pedantic(lambda: streamed(size.choose(*SIZES), 3), rounds=1, iterations=1)
