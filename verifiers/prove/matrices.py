"""A matrix of arbitrary size, by what is known of it: its products, its rows, columns and entries that are named. What
`of` makes of it has numbers for sizes, and answers what a proof does not read."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.data import Rows, an_entry
from lemmacheck.verifiers.prove.lengths import lengths
from lemmacheck.verifiers.prove.refusals import Closed, OfNumbers, Refused, Unread, asked_by_ours, tried
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Term
from lemmacheck.verifiers.prove.values import Value

A_PART = (
    "a part of a matrix of arbitrary size, other than a row, a column and an entry that the smallest matrix has, such "
    "as Z[0], Z[:, -1] and Z[0, 0]; of @problem(smallest=(3, 1)) that is Z[2] too"
)


def part_text(key: Any) -> str:
    """An index, as it is written."""
    if type(key) is slice:
        return ":".join("" if k is None else part_text(k) for k in (key.start, key.stop))
    return str(key) if type(key) is int else "…"


def number_of(c: Any) -> Any:
    """A number, by which a matrix is multiplied entry by entry; None of anything else."""
    c = c.at(None) if isinstance(c, Value) and not c.axes else c
    return c if type(c) in (int, Fraction) or isinstance(c, Term) else None


class Map(Closed):
    """A matrix without entries: only its products with vectors, and those of its transpose, are known."""

    def __init__(self, source: str, target: str, apply: Any, back: Any) -> None:
        self.source, self.target, self.apply, self.back = source, target, apply, back

    @property
    def T(self) -> Map:
        return type(self)(self.target, self.source, self.back, self.apply)

    def __matmul__(self, other: Any) -> Any:
        other = other.map if isinstance(other, Entries) else other
        if isinstance(other, Value) and other.axes == (self.source,):
            return self.apply(other)
        if isinstance(other, Unread):
            return other.unread(1)
        if not isinstance(other, Map) or other.target != self.source:
            raise Refused("a matrix meets other than a matrix or a vector of its space")
        return type(self)(
            other.source, self.target, lambda x: self.apply(other.apply(x)), lambda y: other.back(self.back(y))
        )

    def __rmatmul__(self, other: Any) -> Any:
        """xA of a vector x, which is Aᵀx."""
        return self.T @ other

    def __mul__(self, c: Any) -> Map:
        times = number_of(c)
        if isinstance(c, Unread):
            return c.unread(1)
        if times is None:
            raise Refused("a matrix meets other than a number, entry by entry")
        return type(self)(self.source, self.target, lambda x: self.apply(x) * times, lambda y: self.back(y) * times)

    __rmul__ = __mul__

    def __truediv__(self, c: Any) -> Map:
        return self * (Fraction(1) / c)

    def __add__(self, other: Any) -> Map:
        if isinstance(other, Unread):
            return other.unread(1)
        if not isinstance(other, Map) or (other.source, other.target) != (self.source, self.target):
            raise Refused("a matrix is added to other than a matrix between the same spaces")
        return type(self)(
            self.source, self.target, lambda x: self.apply(x) + other.apply(x), lambda y: self.back(y) + other.back(y)
        )

    def __neg__(self) -> Map:
        return self * -1

    def __sub__(self, other: Any) -> Map:
        return self + -other


class MadeMap(OfNumbers, Map):
    """What `of` makes of Z by products."""


class Entries(Rows):
    """Z times a number, of which each row and column that all matrices have is a vector, and each entry that is named a
    number, of which nothing is known."""

    product: type[Map] = Map

    def __init__(self, context: Context, times: Any = 1) -> None:
        entry = an_entry(context) * times
        super().__init__(context, (ROWS, COLUMNS), lambda _: entry)
        self.times = times

    @property
    def map(self) -> Map:
        def between(source: str, target: str) -> Any:
            return lambda x: Value(self.context, (target,), lambda i: operators.carried(x.at(i), source))

        return self.product(COLUMNS, ROWS, between(COLUMNS, ROWS), between(ROWS, COLUMNS)) * self.times

    @property
    def T(self) -> Map:
        return self.map.T

    def __matmul__(self, other: Any) -> Any:
        return self.map @ other

    def __rmatmul__(self, other: Any) -> Any:
        return self.map.T @ other

    def __mul__(self, other: Any) -> Any:
        c = number_of(other)
        return super().__mul__(other) if c is None else type(self)(self.context, self.times * c)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        c = number_of(other)
        return super().__truediv__(other) if c is None else self * (Fraction(1) / c)

    def __neg__(self) -> Any:
        return self * -1

    def __getitem__(self, key: Any) -> Value:
        column = type(key) is tuple and len(key) == 2 and type(key[0]) is slice and key[0] == slice(None)
        place, space = (key[1], ROWS) if column else (key, COLUMNS)
        if type(key) is tuple and [type(k) for k in key] == [int, int]:
            there = (-least <= k < least for k, least in zip(key, self.context.smallest, strict=True))
            if type(self) is Entries and not all(there):
                raise Refused("an entry that the smallest matrix of the problem has not")
            number = self.context.universe.symbol(f"Z[{key[0]}, {key[1]}]")
            self.context.constants |= {atom.number for atom in number.atoms()}
            return Value(self.context, (), lambda _: number * self.times)
        least = self.context.smallest[column]
        if type(place) is not int or not -least <= place < least:
            raise Refused(A_PART)
        letter = self.context.universe.symbol(f"Z[{':, ' if column else ''}{place}]", space)
        return Value(self.context, (space,), lambda _: letter * self.times)


class Made(OfNumbers, Value):
    """What `of` makes of Z entry by entry."""

    def _made(self, axes: tuple[Any, ...], at: Any) -> Value:
        return Made(self.context, axes, at)

    def sizes(self) -> tuple[Any, ...]:
        """The lengths of its axes, as numbers."""
        known = {ROWS: self.context.universe.n, COLUMNS: self.context.universe.d}
        return tuple(known.get(axis, 1) for axis in self.axes)

    @property
    def shape(self) -> tuple[Any, ...]:
        return lengths(self.axes) if asked_by_ours() else self.sizes()

    def sum(self, axis: Any = None, **more: Any) -> Any:
        over_rows = type(axis) is int and axis == 0 and self.axes == (ROWS, COLUMNS) and not more
        return self.over_rows() if over_rows else Value.sum(self, axis, **more)

    def over_rows(self) -> Any:
        return Unread(": it takes a sum over the rows")


class Given(OfNumbers, Entries):
    """Z as `of` has it, of exact numbers: it may ask for the least of them and for any part, and a run may not."""

    _made, sum, sizes, shape, product = Made._made, Made.sum, Made.sizes, Made.shape, MadeMap

    def over_rows(self) -> Any:
        """Zᵀ1."""
        return self.T @ Value(self.context, (ROWS,), lambda _: self.context.universe.constant(1))

    def __getitem__(self, key: Any) -> Any:
        parts = key if type(key) is tuple else (key,)
        if not {int, slice}.issuperset(map(type, parts)):
            return super().__getitem__(key)
        found = tried(lambda: Entries.__getitem__(self, key))
        if found is None:
            return Unread(f": it takes Z[{', '.join(map(part_text, parts))}], {A_PART}")
        return Made(self.context, found.axes, found.at)
