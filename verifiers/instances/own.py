"""The further parts of an author's problem: the author's own matrices, and the problem in words."""

from functools import cache
from typing import Any

from lemmacheck.theory.core import expected
from lemmacheck.theory.core.kept import leaving_nothing
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.own import own_matrices
from lemmacheck.verifiers.instances.families import batches
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.letters import LETTERS

YOURS = "family {} of yours"
UNSHOWN = "show() did not return"


class Unshown(BaseException):
    """A call of show() takes too long; no `except Exception` of its author's catches it."""


@cache
def families_of(method: Method | None) -> tuple[Instance, ...]:
    """The author's own matrices, in their order."""
    if method is None or method.on is None:
        return ()
    return tuple(Instance(YOURS.format(k), rows) for k, rows in enumerate(own_matrices(method.on), 1))


def yours(method: Method | None) -> list[list[Instance]]:
    """The author's own matrices in groups of equal shape; none where the method reads no data."""
    return [] if method is None or method.dataless else list(batches(families_of(method)))


@cache
def planted_on(method: Method | None) -> dict[str, Instance]:
    """The rows that are made for a run, by the label of the run."""
    made = method.planted if method else {}
    return {label: Instance(f"made for {label}", tuple(map(tuple, one.rows))) for label, one in made.items()}


def in_words(method: Method | None, instance: Instance, algorithm: Any) -> str:
    """The problem of an instance in its author's words; '' if there are none."""
    if method is None or method.on is None or not hasattr(method.on, "show"):
        return ""
    try:
        posed = method.problem_of(instance, LETTERS, None, algorithm)  # type: ignore[misc]
        with leaving_nothing(method.on.show, type(posed), rule="show() may not keep anything between calls"):
            shown = method.on.show(posed)
    except ZeroDivisionError:
        return ""
    except Unshown:
        return UNSHOWN
    if not isinstance(shown, str):
        raise TypeError(f"show() of {method.on.__name__} returns {expected.kind(shown)}; expected a text")
    return " ".join(shown.split())
