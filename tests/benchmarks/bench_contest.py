"""`make bench`: the contest on every course."""

from typing import Any

from benchmarks.contest import contest, courses

STEPS = 5000


def bench_contest(whole: Any, benchmark: Any) -> None:
    def every() -> list[dict[str, Any]]:
        return [contest(course, STEPS) for course in courses(False)]

    whole.contested += benchmark.pedantic(every, rounds=1, iterations=1)
