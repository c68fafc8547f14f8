"""Problems of one's own of equal shape as one problem, whose numbers are floats of all of them.

Code for one problem that compares no numbers runs on all at once. Where it cannot, because a field differs in kind or
the code looks at a number, the runs are made one by one.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from lemmacheck.theory.core.apart import Apart, NoRun, steps_of
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.relation import Chance, Decay, Limit, Relation
from lemmacheck.verifiers.numbers.several import SideBySide, joined, spread


def abreast(problems: Sequence[Any]) -> tuple[Own, np.ndarray]:
    """The problems in floats as one, and which of them are in it: all that do not divide by 0."""
    posed = np.array([not isinstance(one, NoRun) for one in problems])
    some: list[Own] = [one for one in problems if not isinstance(one, NoRun)]
    made = {name: field([one.made[name] for one in some]) for name in some[0].made}
    return type(some[0])(joined([one.Z for one in some]), SideBySide(), made), posed


def field(values: Sequence[Any]) -> Any:
    """A field of all problems: numbers side by side, or a value that is the same in each."""
    if isinstance(values[0], np.ndarray):
        return joined(values)
    if all(x is values[0] or x == values[0] for x in values):
        return values[0]
    if not isinstance(values[0], np.floating):
        raise TypeError("a field that is no number differs between problems")
    return joined([np.asarray(x) for x in values])[()]


class Abreast(Apart):
    """Several runs, or problems, made as one; a statement that looks at a number is evaluated on each."""

    def __init__(self, together: Any, posed: np.ndarray, apart: Callable[[], Apart]) -> None:
        self.together, self.posed, self.apart = together, posed, apart

    @cached_property
    def subjects(self) -> Sequence[Any]:  # type: ignore[override]
        return self.apart().subjects

    @property
    def steps(self) -> int:
        return steps_of(self.together)

    def ask(self, statement: Callable[[Any], Any]) -> Any:
        try:
            stated = statement(self.together)
            one = isinstance(stated, (Relation, Limit, Decay, Chance))
            return self.of_each(stated) if one else tuple(map(self.of_each, stated))
        except Exception:  # whatever it is, the runs one by one report it
            return super().ask(statement)

    def of_each(self, statement: Any) -> Any:
        """The statement about all, with the problem as axis 1."""
        if isinstance(statement, Relation):
            sides = (np.asarray(side, dtype=object) for side in (statement.lhs, statement.rhs))
            lhs, rhs = map(self.floats, np.broadcast_arrays(*sides))
            return statement._replace(lhs=lhs, rhs=rhs)
        if isinstance(statement, Limit):
            return statement._replace(sequence=self.floats(statement.sequence - statement.to), to=0)
        if isinstance(statement, Decay):
            return statement._replace(sequence=self.floats(statement.sequence))
        raise TypeError("a chance is asked of each run")

    def floats(self, side: Any) -> np.ndarray:
        known = spread(side, int(self.posed.sum()))
        found = np.full((len(known), len(self.posed), *known.shape[2:]), np.nan)
        found[:, self.posed] = known
        return found
