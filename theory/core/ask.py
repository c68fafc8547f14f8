"""The value of a statement on a run or a problem. A statement of our books gets the run itself, which others share; an
author's gets a copy, which must be unchanged afterwards."""

from collections.abc import Callable
from typing import Any

from lemmacheck.theory.core.in_place import refused
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.shared import Impure, authored, copied, difference, place_of


class NoSuchRow(ZeroDivisionError):
    """An author's statement speaks of a row that a run, or its data, do not have: there it is undefined, as where it
    divides by 0."""


def ask(statement: Callable[..., Any], subject: Any, *arguments: Any, **named: Any) -> Any:
    """The value of the statement on the subject."""
    with refused("the run, which others read"):
        if not (authored(statement) and isinstance(subject, (Run, Matrix))):
            return statement(subject, *arguments, **named)
        copy = subject.copied() if isinstance(subject, Run) else copied(subject)
        try:
            answers = statement(copy, *arguments, **named)
        except IndexError as error:
            if not is_of_a_row(error):
                raise
            raise NoSuchRow(str(error)).with_traceback(error.__traceback__) from None
    if copy is not subject and (name := altered(copy, subject)):
        raise Impure(f"{place_of(statement)}: {name} is changed, but it belongs to the run, which others read")
    return answers


def is_of_a_row(error: BaseException) -> bool:
    """Whether NumPy says that an array lacks the row that was asked for. An IndexError of a list, or of one index too
    many, is an author's mistake."""
    return isinstance(error, IndexError) and "out of bounds" in str(error)


def altered(copy: Any, subject: Any) -> str | None:
    """The first part in which a copy differs from its original."""
    if isinstance(subject, Matrix):
        return difference(copy, subject)
    read = {name: value for name, value in vars(copy).items() if not name.startswith("_") and name != "states"}
    return difference(copy.states, subject.states) or difference(read, {name: getattr(subject, name) for name in read})
