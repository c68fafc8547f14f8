"""The whole check of a variant file: what the parent asks of the workers, and what it tells while they answer.

describe → screen every group of claims → decide them, the most doubtful first; the rates are measured beside.
A claim whose task is not done in time is undecided; after a few of them the check ends, for the runs are too slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from verifiers.variants.answer import Answer, Checked, Description, Doubt
from verifiers.variants.loading import offered
from verifiers.variants.workers import Reply, Task, Workers, refusal

PATIENT = 6  # time limits that measuring the rates may take
FIRST = 8  # claims that are asked before the rates are measured
LATE = 3  # claims that may be late before the check is given up


def unheard(*_: Any) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Asking:
    """How much is asked, and who hears of what is found while the rest is being decided."""

    steps: int = 40
    timeout: float = 10.0
    rates: bool = True
    begun: Callable[[Description], None] = unheard
    decided: Callable[[Answer, int, int], None] = unheard
    ended: Callable[[Checked], None] = unheard


def check_file(given: str, asking: Asking = Asking()) -> list[Checked]:
    """Every variant of a file, checked; an InputError says why one cannot be."""
    offered(given)
    with Workers(given, asking.timeout) as workers:
        names = workers.ask(Task("names", stage="import"))
        return [check_one(workers, index, asking) for index in range(len(names))]


def check_one(workers: Workers, index: int, asking: Asking) -> Checked:
    """The variant with this index, checked."""
    started = time.perf_counter()
    variant, doubts = opened(workers, index, asking.steps)
    asking.begun(variant)
    tasks = [deciding(index, doubt, asking.steps) for doubt in doubts]
    measuring = Task("rates", (index, asking.steps), "measuring the rates", PATIENT)
    answers: dict[int, Answer] = {}
    rates: dict[str, Any] = {}
    late = 0
    between = [measuring] if asking.rates else []
    for task, reply in workers.replies([*tasks[:FIRST], *between, *tasks[FIRST:]]):
        if task is measuring:
            rates, variant = reply.value or {}, with_note(variant, reply)
            continue
        late += reply.late
        if reply.failure and (late >= LATE or not reply.late):
            raise refusal(reply)
        doubt = task.arguments[1]
        answers[doubt.claim] = found = undecided(doubt, reply) if reply.failure else reply.value
        asking.decided(found, len(answers), len(tasks))
    in_order = tuple(answers[doubt.claim] for doubt in doubts)
    checked = Checked(variant, in_order, rates, round(time.perf_counter() - started, 3))
    asking.ended(checked)
    return checked


def opened(workers: Workers, index: int, steps: int) -> tuple[Description, list[Doubt]]:
    """What the variant is, and its claims, the most doubtful first."""
    variant, groups = workers.ask(Task("describe", (index, steps), f"pre-flight, {steps} steps"))
    doubts: list[Doubt] = []
    for _, reply in workers.replies(
        [Task("doubts", (index, group, steps), f"screening, {steps} steps") for group in range(groups)]
    ):
        if reply.failure:
            raise refusal(reply)
        doubts += reply.value
    return variant, sorted(doubts, key=lambda doubt: (doubt.room, doubt.claim))


def deciding(index: int, doubt: Doubt, steps: int) -> Task:
    return Task("answer", (index, doubt, steps), f"deciding {doubt.blank.id}, {steps} steps")


def undecided(doubt: Doubt, reply: Reply) -> Answer:
    """The answer where there was no time for one."""
    record = replace(doubt.blank, reason=reply.failure)
    return Answer(record, record)


def with_note(variant: Description, reply: Reply) -> Description:
    """The variant with a note of why its rates are missing, if they are."""
    return replace(variant, notes=(*variant.notes, f"no rates: {reply.failure}")) if reply.failure else variant
