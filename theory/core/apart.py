"""Runs side by side: a statement about one problem, evaluated on each of several, with the run as axis 1.

So a problem of one's own, whose formulas speak of one problem, is screened like problems in a batch. Where a run, or
the statement on it, divides by 0, both sides are nan, which no comparison counts as holding.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from lemmacheck.theory.core.relation import Decay, Limit, Relation
from lemmacheck.theory.core.run import Run


class Apart:
    """Several runs, or problems, of equal shape."""

    def __init__(self, subjects: Sequence[Any]) -> None:
        self.subjects = subjects

    @property
    def steps(self) -> int:
        """The steps of the longest run."""
        return max(map(steps_of, self.subjects), default=0)

    def ask(self, statement: Callable[[Any], Any]) -> Any:
        """The statement on each run, as one relation or several, or one decay."""
        answers = [defined(statement, subject) for subject in self.subjects]
        model = next((one for one in answers if one is not None), Relation(np.zeros(1), "<=", np.zeros(1)))
        answers = [undefined(model) if one is None else one for one in answers]
        if isinstance(model, (Decay, Limit)):
            answers = [
                one._replace(sequence=one.sequence - one.to, to=0) if isinstance(one, Limit) else one for one in answers
            ]
            return model._replace(sequence=np.stack([one.sequence for one in answers], axis=1))
        if isinstance(model, Relation):
            return beside(answers)
        return tuple(map(beside, zip(*answers, strict=True)))


class NoRun:
    """The run of a method that divides by 0 on these data: every statement on it is undefined."""

    steps = 0

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ZeroDivisionError("the method divides by 0 on these data")


def steps_of(subject: Any) -> int:
    """The number of steps of a run or of the longest of several; 0 of a problem, whose author may call a number so."""
    return subject.steps if isinstance(subject, (Run, Apart)) else 0


def defined(statement: Callable[[Any], Any], subject: Any) -> Any:
    try:
        return statement(subject)
    except (ZeroDivisionError, OverflowError):  # floats meet an integer beyond them
        return None


def undefined(model: Any) -> Any:
    """A statement of this form whose numbers are nan."""
    if isinstance(model, Relation):
        return model._replace(lhs=np.asarray(model.lhs) * np.nan, rhs=np.asarray(model.rhs) * np.nan)
    if isinstance(model, (Decay, Limit)):
        return model._replace(sequence=model.sequence * np.nan)
    return tuple(map(undefined, model))


def beside(relations: Sequence[Relation]) -> Relation:
    """One relation of equally many, its rows by index and run."""
    sides = [np.broadcast_arrays(np.asarray(r.lhs), np.asarray(r.rhs)) for r in relations]
    lhs, rhs = (np.stack([rows(pair[k]) for pair in sides], axis=1) for k in (0, 1))
    return relations[0]._replace(lhs=lhs, rhs=rhs)


def rows(side: Any) -> Any:
    """A side with an axis for the index."""
    return side if side.ndim else side[None]
