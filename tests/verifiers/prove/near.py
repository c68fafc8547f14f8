"""Whether a relation is shown at a row by the evidence near it."""

from typing import Any

from lemmacheck.verifiers.prove.context import Later
from lemmacheck.verifiers.prove.evidence import Evidence

from tests.verifiers.prove.sequences import relation


def shows(evidence: Evidence, one: Any, row: Any = None, end: int | None = None) -> bool:
    goal = relation(evidence.setting, one)
    at = Later(0) if row is None and goal.per_step else row
    gap, _ = evidence.setting.read(goal, at)
    return evidence.shows(goal.op, gap, at, goal.beyond(at) if end is None else end) is not None
