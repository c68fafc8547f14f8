"""`pytest --lemmacheck-variant FILE`: one test per claim that is asked of a variant, the most doubtful first.

A claim that applies must not be refuted, nor stay undecided. One that does not apply is skipped, with what its
printed relation does in the reason; with --lemmacheck-outcomes it passes or fails as that relation does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Record, Verdict
from lemmacheck.verifiers.variants.checking import Asking, deciding, most_doubtful
from lemmacheck.verifiers.variants.loading import entry_point_of
from lemmacheck.verifiers.variants.summary import witnessed
from lemmacheck.verifiers.variants.workers import Task, Workers

if TYPE_CHECKING:
    from lemmacheck.verifiers.variants.answer import Answer


def items(session: pytest.Session, files: Sequence[str]) -> Iterator[pytest.Item]:
    """The claims of every variant of every file as tests; a fault in a file is a usage error."""
    config = session.config
    asking = Asking(only=config.getoption("--lemmacheck-only"))
    for file in files:
        try:
            entry_point_of(file)
            workers = Workers(file, config.getoption("--lemmacheck-timeout"), 1)
            workers.__enter__()
            config.add_cleanup(lambda workers=workers: workers.__exit__())  # type: ignore[misc]
            names = workers.names()
            for index, name in enumerate(names):
                for doubt in most_doubtful(workers, index, asking):
                    of = f"{name}::" if len(names) + len(files) > 2 else ""
                    task = deciding(index, doubt, asking.steps)
                    yield VariantItem.from_parent(session, name=f"{of}{doubt.blank.id}", workers=workers, task=task)
        except InputError as error:
            raise pytest.UsageError(str(error)) from None


class Broken(Exception):
    """A claim that a variant breaks, or on which nothing could be decided."""


class VariantItem(pytest.Item):
    """One claim of one variant as a test."""

    def __init__(self, *, workers: Workers, task: Task, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.workers, self.task = workers, task

    def runtest(self) -> None:
        try:
            answer = self.workers.ask(self.task)
        except InputError as error:
            raise Broken(str(error)) from None
        self.user_properties += properties(answer)
        record = judged(answer, self.config.getoption("--lemmacheck-outcomes"))
        if record is None:
            pytest.skip(why_skipped(answer))
        elif record.verdict == Verdict.REFUTED:
            raise Broken("\n".join([*witnessed(record), f"      {record.citation}"]))
        elif record.verdict == Verdict.UNDECIDED:
            raise Broken(f"{record.id} is undecided: {record.reason}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Broken) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, f"claim {self.name}"


def properties(answer: Answer) -> list[tuple[str, object]]:
    """The properties of a test in a report: the verdict as a theorem, and that of the printed relation."""
    outcome = str(answer.outcome.verdict) if answer.outcome else "none"
    return [("verdict", str(answer.theorem.verdict)), ("outcome", outcome)]


def judged(answer: Answer, by_outcome: bool) -> Record | None:
    """The record that decides the test; None where there is none."""
    if answer.theorem.verdict != Verdict.NOT_APPLICABLE:
        return answer.theorem
    return answer.outcome if by_outcome else None


def why_skipped(answer: Answer) -> str:
    outcome = f"its printed relation is {answer.outcome.verdict}" if answer.outcome else answer.why_not
    return f"does not apply ({answer.theorem.reason}); {outcome}"
