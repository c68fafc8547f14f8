"""A function that an author gives to a run, as in run.each(lambda s: c * s.x).

A run calls it where it is given; a proof calls it later, whenever a row is asked for. It is then read with the
variables that it had where it was given. What it holds is the same at each row, unless it is given for one row alone.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CellType, FunctionType
from typing import Any

from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.prove.context import Context, Later
from lemmacheck.verifiers.prove.matrices import Map
from lemmacheck.verifiers.prove.of_a_row import of_no_row
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.terms import Term
from lemmacheck.verifiers.prove.values import Value

Variables = list[tuple[CellType, tuple[Any, ...]]]  # cells, each with what it holds, if anything


class GivenFunction:
    """A function with the variables that it had where it was given, and the arrays that were being made there."""

    def __init__(self, context: Context, function: Callable[..., Any]) -> None:
        reached = plain(function)
        self.context, self.function, self.outside = context, function, context.made
        self.is_an_authors = authored(function)
        functions = (one for one in reached if isinstance(one, FunctionType))
        cells = {id(cell): cell for one in functions for cell in one.__closure__ or ()}
        self.variables: Variables = [(cell, held_in(cell)) for cell in cells.values()]
        if isinstance(context.row, Later):
            for one in reached:
                self._refuse_of_a_row(one)

    def _refuse_of_a_row(self, held: Any) -> None:
        """Refuse what is of one row in a function of all rows."""
        if isinstance(held, Term):
            of_no_row(self.context, held)
        elif isinstance(held, Value) and held.time is None:
            with self.context.measured(), self.context.universe.quietly():
                of_no_row(self.context, held.at(None))
        elif isinstance(held, Map):  # whose multiples show in what it makes of a vector
            letter = self.context.fresh("·", held.source)
            with self.context.collected(None), self.context.measured(), self.context.universe.quietly():
                made = held.apply(Value(self.context, (held.source,), lambda _: letter))
                of_no_row(self.context, made.at(None))

    def read(self, asked: Callable[[], Any], outside: list[Any] | None = None) -> Any:
        """What the function gives as it is asked."""
        with self._as_it_was():
            return self.context.read_whole(asked, outside) if self.is_an_authors else asked()

    @contextmanager
    def _as_it_was(self) -> Iterator[None]:
        now: Variables = [(cell, held_in(cell)) for cell, _ in self.variables]
        put_back(self.variables)
        try:
            yield
        finally:
            put_back(now)


def held_in(cell: CellType) -> tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:  # it is empty
        return ()


def put_back(variables: Variables) -> None:
    for cell, held in variables:
        if held:
            cell.cell_contents = held[0]
        elif held_in(cell):
            del cell.cell_contents
