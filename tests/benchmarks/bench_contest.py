"""`make bench`: the contest on every course."""

from typing import Any

import pytest
from benchmarks.contest import contest, courses

STEPS = 5000


def bench_contest(quick: bool, contests: list[dict[str, Any]], benchmark: Any) -> None:
    if quick:
        pytest.skip("only in the whole bench")

    def every() -> list[dict[str, Any]]:
        return [contest(course, STEPS) for course in courses(False)]

    contests += benchmark.pedantic(every, rounds=1, iterations=1)
