"""A dataset: its rows as exact fractions, and its exact optimum as a margin problem, found once."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from lemmacheck.verifiers import optima as optimum
from lemmacheck.verifiers.records.limits import rational

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class Instance:
    """A dataset by its rows z_i, with its exact optimum."""

    name: str
    rows: tuple[Row, ...]

    def __hash__(self) -> int:
        return self.digest

    @cached_property
    def digest(self) -> int:
        """A hash of its rows alone, computed once: runs are looked up by it, and it is the same in every process."""
        return hash(self.rows)

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
        return [[str(entry) for entry in row] for row in self.rows]

    @staticmethod
    def from_json(name: str, rows: Sequence[Sequence[str]]) -> Instance:
        exact = tuple(tuple(fraction(entry) for entry in row) for row in rows)
        if len(widths := {len(row) for row in exact}) != 1 or 0 in widths:
            raise ValueError(f"rows of lengths {sorted(widths)}: expected at least one row, and one positive length")
        return Instance(name, exact)


def fraction(entry: str) -> Fraction:
    """An entry 'p/q' or 'p' of a recorded matrix."""
    try:
        return rational(entry)
    except ValueError as error:
        raise ValueError(f"{reprlib.repr(entry)} is not an entry of a matrix: {error}") from None
