"""A dataset: its rows as exact fractions, and its exact optimum as a margin problem, computed once.

A row may stand for many equal ones at the cost of one. In JSON its first entry states that: "256 x -1".
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from lemmacheck.theory.core.arithmetic import Arithmetic, Undecided
from lemmacheck.verifiers import optima as optimum
from lemmacheck.verifiers.records.limits import rational

Row = tuple[Fraction, ...]
LONGEST = 1000  # rows, of which each copy is written out
COUNT = re.compile(r"([1-9]\d{0,11}) x ")


@dataclass(frozen=True)
class Instance:
    """A dataset by its rows z_i, with its exact optimum; `copies` are the multiplicities of the rows, if not all are 1.

    A method that runs on it gets each copy as a row of its own, unless it is `Counted`.
    """

    name: str
    rows: tuple[Row, ...]
    copies: tuple[int, ...] = ()

    def __hash__(self) -> int:
        return self.digest

    @cached_property
    def digest(self) -> int:
        """A hash of its rows alone, computed once: runs are looked up by it, and it is the same in every process."""
        return hash((self.rows, self.copies) if self.copies else self.rows)

    @property
    def n(self) -> int:
        """How many rows there are, with all copies."""
        return sum(self.copies) if self.copies else len(self.rows)

    @cached_property
    def written_out(self) -> Instance:
        """The same data, each copy a row of its own."""
        if not self.copies:
            return self
        if self.n > LONGEST:
            raise Undecided(f"{self.name} has {self.n} rows: too many to write out each copy of a row")
        pairs = zip(self.rows, self.copies, strict=True)
        return Instance(self.name, tuple(row for row, count in pairs for _ in range(count)))

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    @cached_property
    def optimum(self) -> optimum.Optimum:
        return optimum.solve(self.rows)

    @cached_property
    def dual_vertices(self) -> list[Row]:
        """Several optimal q̄, where the dual optimum is not unique."""
        return optimum.vertices(self.rows, self.optimum)

    def to_json(self) -> list[list[str]]:
        found = [[str(entry) for entry in row] for row in self.rows]
        for row, count in zip(found, self.copies, strict=False):
            row[0] = f"{count} x {row[0]}" if count > 1 else row[0]
        return found

    @staticmethod
    def from_json(name: str, rows: Sequence[Sequence[str]]) -> Instance:
        counted = [(count_of(row), [*without_count(row[:1]), *row[1:]]) for row in rows]
        copies = tuple(count for count, _ in counted)
        exact = tuple(tuple(fraction(entry) for entry in row) for _, row in counted)
        if len(widths := {len(row) for row in exact}) != 1 or 0 in widths:
            raise ValueError(f"rows of lengths {sorted(widths)}: expected at least one row, and one positive length")
        return Instance(name, exact, copies if max(copies) > 1 else ())


Data = Instance | Sequence[Instance]


def optima(instances: Sequence[Instance]) -> list[optimum.Optimum]:
    """The optimum of each instance, all of one shape: those not yet known are proposed in floats all at once."""
    new = [instance for instance in instances if "optimum" not in vars(instance)]
    for instance, best in zip(new, optimum.solve_several([instance.rows for instance in new]), strict=True):
        vars(instance)["optimum"] = best
    return [instance.optimum for instance in instances]


def gathered(data: Data, num: Arithmetic) -> tuple[list[tuple[Row, ...]], Callable[[Sequence[Any]], Any]]:
    """The rows of each instance, and how their optima enter: one as it is, several as a batch."""

    def alone(values: Sequence[Any]) -> Any:
        return num.array(values[0]) if isinstance(values[0], (list, tuple)) else num.number(values[0])

    return ([data.rows], alone) if isinstance(data, Instance) else ([one.rows for one in data], num.array)


class Counted(Instance):
    """The data for a statement that counts copies (`decide.copies`): a row costs the same, however many it stands
    for."""


def count_of(row: Sequence[str]) -> int:
    """The multiplicity of a recorded row."""
    found = COUNT.match(str(row[0])) if row else None
    return int(found[1]) if found else 1


def without_count(entries: Sequence[str]) -> list[str]:
    return [COUNT.sub("", entry) if isinstance(entry, str) else entry for entry in entries]


def fraction(entry: str) -> Fraction:
    """An entry 'p/q' or 'p' of a recorded matrix."""
    try:
        return rational(entry)
    except ValueError as error:
        raise ValueError(f"{reprlib.repr(entry)} is not an entry of a matrix: {error}") from None
