"""Terms: an arithmetic that computes in balls, and writes down what it computes as a straight-line program over ℚ.

A line is a rational, an exact number of the data by its name, or + − × / max exp log sqrt of earlier lines; equal
terms are one line. Where a formula asks which of two numbers is larger, or whether one is 0, the balls tell, and the
answer is kept as a branch: a relation that whoever evaluates the program has to find true. An anchor is to cancel:
here it is an entry that seems to be the largest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.numbers.ball import Ball, along, elementwise, pairwise, to_fmpq, vectors
from lemmacheck.verifiers.numbers.comparison import HOLDS, UNKNOWN, surely
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.operations import on_both_sides

Line = tuple[Any, ...]
Sides = tuple[int, str, int]  # a line, a comparison, a line
OPERATIONS = ("+", "-", "*", "/", "max", "exp", "log", "sqrt")
BALL = Ball()
CONTRARY = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "!="}


class Named(Fraction):
    """An exact number of the data, with the name that it has there: ("Z", i, j), ("gamma2",), …"""

    name: Line

    @classmethod
    def of(cls, value: Fraction, *name: Any) -> Named:
        found = cls(value)
        found.name = name
        return found


class Program:
    """Lines in the order in which they are computed, and the branches that were taken.

    It is no record: whoever copies what holds it, as a problem that an author's step is given, holds the same one.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.terms: list[Term] = []
        self.branches: dict[Sides, None] = {}
        self.known: dict[Line, Term] = {}
        self.firsts: dict[fmpq, Term] = {}

    def term(self, value: Any, *line: Any) -> Term:
        """The term that this line computes, written once."""
        if line not in self.known:
            parts = [self.terms[at] for at in line[1:]] if line[0] in OPERATIONS else []
            exact = isinstance(value, fmpq) and all(part.exact for part in parts)
            self.known[line] = Term(self, len(self.lines), value, exact)
            self.terms.append(self.known[line])
            self.lines.append(line)
        return self.known[line]

    def number(self, x: Any) -> Term:
        """An exact number as a term."""
        if isinstance(x, Term):
            return x
        exact = to_fmpq(int(x) if isinstance(x, np.integer) else x)
        return self.term(exact, *(x.name if isinstance(x, Named) else ("rational", str(exact))))

    def first(self, x: Term) -> Term:
        """The first that was asked for of the terms of its exact value, which is a branch; itself, if it has none."""
        found = self.firsts.setdefault(x.value, x) if x.exact else x
        if found is not x:
            self.branch(x, "==", found)
        return found

    def branch(self, a: Term, op: str, b: Term) -> None:
        self.branches[a.at, op, b.at] = None

    def whether(self, a: Term, op: str, b: Term) -> bool:
        """The truth of a comparison, kept as a branch."""
        truth = surely(a.value, op, b.value)
        if truth == UNKNOWN:
            raise Undecided(f"the balls do not tell whether {a.value} {op} {b.value}")
        self.branch(a, op if truth == HOLDS else CONTRARY[op], b)
        return truth == HOLDS


class Term:
    """A line of a program, with its value as a ball or an exact number; `exact`: all that it is made of is rational."""

    __slots__ = ("at", "exact", "home", "value")

    def __init__(self, home: Program, at: int, value: Any, exact: bool) -> None:
        self.home, self.at, self.value, self.exact = home, at, value, exact

    def met(self, other: Any, write: Callable[[Term, Term], Term]) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else write(self, self.home.number(other))

    __add__, __radd__ = on_both_sides(lambda a, b: plus(a, b))
    __sub__, __rsub__ = on_both_sides(lambda a, b: minus(a, b))
    __mul__, __rmul__ = on_both_sides(lambda a, b: times(a, b))
    __truediv__, __rtruediv__ = on_both_sides(lambda a, b: over(a, b))

    def __neg__(self) -> Term:
        return minus(self.home.number(0), self)

    def __pos__(self) -> Term:
        return self

    def __abs__(self) -> Term:
        return larger(self, -self)

    def __pow__(self, power: Any) -> Term:
        exact = power.value if isinstance(power, Term) else to_fmpq(power)
        if not isinstance(exact, fmpq) or exact.q != 1:
            raise TypeError(f"the power {power!r} is no integer")
        found = reduce(times, [self] * abs(int(exact.p)), self.home.number(1))
        return found if exact >= 0 else over(self.home.number(1), found)

    def __int__(self) -> int:
        found = self.value
        if not isinstance(found, fmpq) or found.q != 1:
            raise Undecided(f"{found} is no integer")
        self.home.branch(self, "==", self.home.number(int(found.p)))
        return int(found.p)

    __index__ = __int__

    def __mod__(self, other: Any) -> Term:
        return self.home.number(int(self) % int(other))

    def __lt__(self, other: Any) -> bool:
        return self.home.whether(self, "<", self.home.number(other))

    def __le__(self, other: Any) -> bool:
        return self.home.whether(self, "<=", self.home.number(other))

    def __gt__(self, other: Any) -> bool:
        return self.home.whether(self, ">", self.home.number(other))

    def __ge__(self, other: Any) -> bool:
        return self.home.whether(self, ">=", self.home.number(other))

    def is_the(self, value: int) -> bool:
        """Whether it is this constant itself."""
        return self.home.lines[self.at] == ("rational", str(value))

    def is_exactly(self, value: int) -> bool:
        return isinstance(self.value, fmpq) and self.value == value

    def is_surely(self, value: int) -> bool:
        """Whether it is this number, which is a branch if it was computed."""
        found = self.exact and self.is_exactly(value)
        if found and not self.is_the(value):
            self.home.branch(self, "==", self.home.number(value))
        return found


def plus(a: Term, b: Term) -> Term:
    if a.is_surely(0) or b.is_surely(0):
        return b if a.is_surely(0) else a
    return a.home.term(a.value + b.value, "+", a.at, b.at)


def minus(a: Term, b: Term) -> Term:
    if a is b:
        return a.home.number(0)
    if a.is_the(0) and (line := b.home.lines[b.at])[:2] == ("-", a.at):  # 0 − (0 − x)
        return b.home.terms[line[2]]
    return a if b.is_surely(0) else a.home.term(a.value - b.value, "-", a.at, b.at)


def times(a: Term, b: Term) -> Term:
    if a.is_surely(0) or b.is_surely(0):
        return a.home.number(0)
    if a.is_surely(1) or b.is_surely(1):
        return b if a.is_surely(1) else a
    return a.home.term(a.value * b.value, "*", a.at, b.at)


def over(a: Term, b: Term) -> Term:
    if b.is_exactly(0):
        raise Undecided("it divides by 0")
    return a if b.is_surely(1) else a.home.term(a.value / b.value, "/", a.at, b.at)


def larger(a: Term, b: Term) -> Term:
    if a is b:
        return a
    return a.home.term(BALL.maximum(np.array([a.value, b.value], dtype=object)), "max", a.at, b.at)


def as_float(term: Term) -> float:
    return float(as_ball(term.value).mid())


@dataclass(frozen=True, eq=False)
class Terms:
    """The arithmetic whose numbers are the terms of one program, with values at so many bits."""

    program: Program
    bits: int = 256
    name: str = "terms"

    def active(self) -> Any:
        return Ball(self.bits).active()

    def number(self, value: Any) -> Term:
        return self.program.number(value)

    def array(self, values: Any) -> np.ndarray:
        return elementwise(self.number, np.array(values, dtype=object))

    def exp(self, x: Any) -> Any:
        return self.written("exp", x)

    def log(self, x: Any) -> Any:
        return self.written("log", x)

    def sqrt(self, x: Any) -> Any:
        return self.written("sqrt", x)

    def root_of_squares(self, x: Any) -> Any:
        return self.written("sqrt", x, BALL.root_of_squares)

    def maximum(self, x: np.ndarray) -> Any:
        return along(lambda row: reduce(larger, map(self.number, row)), x)

    def anchor(self, x: np.ndarray) -> Any:
        return along(lambda row: max(map(self.number, row), key=as_float), x)

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        return vectors(self.first_marked, x)

    def first_marked(self, row: list[Any]) -> list[Any]:
        """The indicator of the first largest entry."""
        terms = list(map(self.number, row))
        first = 0
        for k in range(1, len(terms)):
            first = k if self.program.whether(terms[k], ">", terms[first]) else first
        return [self.number(int(k == first)) for k in range(len(terms))]

    def ratio(self, a: Any, b: Any) -> Any:
        return pairwise(lambda x, y: x if self.vanish(x, y) else over(x, y), *map(self.entries, (a, b)))

    def xlogx(self, x: Any) -> Any:
        return elementwise(lambda y: y if self.vanish(y) else times(y, self.log(y)), self.entries(x))

    def exprel(self, x: Any) -> Any:
        one = self.number(1)
        return elementwise(lambda y: one if self.vanish(y) else over(minus(self.exp(y), one), y), self.entries(x))

    def logrel(self, x: Any) -> Any:
        one = self.number(1)
        return elementwise(lambda y: one if self.vanish(y) else over(self.log(plus(one, y)), y), self.entries(x))

    def entries(self, x: Any) -> Any:
        return elementwise(self.number, x)

    def written(self, name: str, x: Any, function: Callable[[Any], Any] | None = None) -> Any:
        """The function of every entry, as a line."""
        value = function or getattr(BALL, name)
        return elementwise(lambda y: self.program.term(value(y.value), name, self.program.first(y).at), self.entries(x))

    def vanish(self, *terms: Term) -> bool:
        """Whether all of them are 0; if so, these are branches."""
        if not all(term.is_exactly(0) for term in terms):
            return False
        for term in terms:
            self.program.branch(term, "==", self.number(0))
        return True
