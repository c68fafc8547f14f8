"""The common state of one proof's values, the places of the time axis, and the conditions of a reading.

A row of the time axis is a number 0, 1, … or τ + k for an arbitrary τ. A reading at τ + k is right from some least τ
on, and defined only under conditions, such as that a divisor is not 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lemmacheck.verifiers.prove.refusals import Closed, Refused
from lemmacheck.verifiers.prove.terms import Condition, Term, Universe


@dataclass(frozen=True)
class Later:
    """The index τ + k."""

    k: int

    def __add__(self, more: int) -> Later:
        return Later(self.k + more)

    def __sub__(self, less: int) -> Later:
        return Later(self.k - less)


Index = int | Later


@dataclass(frozen=True)
class Steps:
    """A time axis of T + 1 + spare entries."""

    spare: int = 0


@dataclass(frozen=True)
class Points:
    """The axis of the comparators of a kind: any number of points, met only by the same points in the same order."""

    kind: str


class Size(Closed):
    """The length of an axis. It equals the length of the same axis; nothing else is known of it."""

    def __init__(self, axis: Any) -> None:
        self.axis = axis

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Size) or other.axis != self.axis:
            raise Refused("the length of an axis is compared")
        return True

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]


@dataclass
class Need:
    """The conditions of a reading: τ ≥ least, those under which it is defined, and the number of steps that a run has
    at least."""

    least: int = 0
    conditions: dict[Any, Condition] = field(default_factory=dict)
    steps: int = 0


class Context:
    """The common state of one proof's values: their atoms, and the conditions of the current reading."""

    def __init__(self) -> None:
        self.universe = Universe()
        self.least = 0
        self.steps = 0  # that a run has at least which has what is being read, at a t of its own such as 5
        self.late = False  # whether a row was asked for that a run of T ≥ 1 steps may lack
        self.row: Index = 0  # that is being read: no schedule is known beyond it
        self.algorithms: list[Any] = []
        self.sequences: dict[int, Any] = {}  # by the letters that stand for them at the arbitrary step
        self.of_a_step: set[int] = set()  # the letters that are of the arbitrary step
        self.lasts: dict[int, Any] = {}  # by the letters that stand for their last entries
        self.drawn: dict[int, tuple[Index, Term]] = {}  # by the letters of rows on all paths: at which t, from which q
        self.law: Any = None  # the probabilities of the paths of the run
        self.horizon: Any = None  # the number of steps of the run, where its parameters depend on it
        self.loops = 1  # how many points a loop over points of arbitrary number is given
        self.looped = False
        self.points: list[tuple[str, Term]] = []  # that loops were given
        self.again: dict[str, Term] = {}  # those that a loop is given once more, where lemmas are read at them
        self.cited = False  # whether a fact is being read, whose vectors have n or d entries
        self.constants: set[int] = set()  # the scalars of the problem
        self.own: Any = None  # the arbitrary problem of an author's own
        self.any: dict[str, None] = {}  # the functions of which only hypotheses say something, by their names
        self.given: tuple[Any, ...] = ()  # the hypotheses of the claim
        self.asked_for: dict[tuple[str, str], bool] = {}  # whether they ask for its value at every u of a space
        self.ranges: dict[str, Term] = {}  # what is not negative by the range of a parameter, by its words
        self.in_range: dict[int, Term] = {}  # the values of parameters, by letters that run through their ranges
        self.smallest = 1, 1  # the fewest rows and columns that the data have
        self.made: list[Any] | None = None  # the arrays that an author's function makes, where it is being read
        self._fresh = 0

    def fresh(self, name: str, space: str | None, **facts: Any) -> Term:
        """A letter that occurs nowhere else."""
        self._fresh += 1
        return self.universe.symbol(f"{name}#{self._fresh}", space, **facts)

    @contextmanager
    def measured(self) -> Iterator[Need]:
        """A context that collects the conditions of what is read in it."""
        before, self.least, self.steps = (self.least, self.steps), 0, 0
        need = Need()
        try:
            with self.universe.quietly() as need.conditions:
                yield need
        finally:
            need.least, need.steps = self.least, self.steps
            self.least, self.steps = map(max, before, (self.least, self.steps))
            self.universe.conditions |= need.conditions

    @contextmanager
    def at_row(self, row: Index) -> Iterator[None]:
        """A context in which schedules are read at this row or before; its arrays are of no row but this."""
        before, self.row = self.row, row
        try:
            with self.collected(None):
                yield
        finally:
            self.row = before

    @contextmanager
    def collected(self, arrays: list[Any] | None) -> Iterator[None]:
        """A context in which each array that is made is added to these."""
        before, self.made = self.made, arrays
        try:
            yield
        finally:
            self.made = before

    def note(self, array: Any) -> None:
        if self.made is not None:
            self.made.append(array)

    def read_whole(self, function: Callable[[], Any], outside: list[Any] | None = None) -> Any:
        """What an author's function gives at a row, under the conditions of all that it makes on the way: numbers
        refuse 1/0 where it is made, whoever reads it. An array over all t is of no row: it goes to those `outside`."""
        arrays: list[Any] = []
        with self.collected(arrays):
            found = function()
        for array in arrays:
            if array.time is None:
                steps = self.steps
                array.at(None)
                self.steps = steps
            elif outside is not None:
                outside.append(array)
        return found

    @contextmanager
    def of_vectors(self) -> Iterator[None]:
        """A context in which no vector has one entry: beside those of n or d it would stand for many equal ones."""
        before, self.cited = self.cited, True
        try:
            yield
        finally:
            self.cited = before

    def require(self, need: Need | int) -> None:
        self.least = max(self.least, need if isinstance(need, int) else need.least)
        if isinstance(need, Need):
            self.steps = max(self.steps, need.steps)
            self.universe.conditions |= need.conditions

    def require_each_step(self, conditions: dict[Any, Condition], until: int) -> None:
        """The conditions of an accumulated sequence: its steps make them from the least τ on, and a sequence in it
        perhaps from an earlier one, however late the row is at which it is read."""
        rows = {key: (until, min(self.least, key[2][1]) if key[2] else self.least) for key in conditions}
        self.universe.conditions |= {(*key[:2], rows[key]): condition for key, condition in conditions.items()}


def time_of(context: Context, index: Index) -> Term:
    """The t of an index."""
    if isinstance(index, Later):
        t = context.universe.symbol("t", nonnegative=True)
        context.of_a_step |= {atom.number for atom in t.atoms()}
        return t + index.k
    return context.universe.constant(index)


def index_of(context: Context, t: Any) -> Index:
    """The index of a t."""
    if isinstance(t, int) and not isinstance(t, bool):
        return t
    if not isinstance(t, Term):
        raise Refused("an index that is no t + k")
    value, late = t.number(), False
    if value is None:
        value, late = (t - context.universe.symbol("t", nonnegative=True)).number(), True
    if value is None or value.denominator != 1:
        raise Refused("an index that is no t + k")
    return Later(int(value)) if late else int(value)


def meeting(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """The axes of a result, aligned from the last. An axis may not meet itself at another place (q_i against q_k)."""
    size = max(len(a), len(b))
    pairs = zip((1,) * (size - len(a)) + a, (1,) * (size - len(b)) + b, strict=True)
    axes = []
    for x, y in pairs:
        if x != y and 1 not in (x, y):
            raise Refused(f"axes {a} and {b} do not meet")
        axes.append(y if x == 1 else x)
    return distinct_axes(tuple(axes))


def distinct_axes(axes: tuple[Any, ...]) -> tuple[Any, ...]:
    """The axes, which must all be different: an entry has one place along each."""
    names = ["time" if isinstance(axis, Steps) else axis for axis in axes if axis != 1]
    if len(set(names)) < len(names):
        raise Refused(f"two of the axes {axes} run over the same")
    return axes


def timeless(axes: tuple[Any, ...]) -> tuple[Any, ...]:
    """The axes of one entry in time."""
    return tuple(1 if isinstance(axis, Steps) else axis for axis in axes)


def in_place(steps: list[int], spare: int) -> bool:
    """Whether the rows that a run of so many steps has, and T + 1 + spare more after them, come first in the joined
    array in every run: where one is missing all that follow are, and no run has more than the array states."""
    few = all(sum(s <= T for s in steps) <= max(0, len(steps) + T + 1 + spare) for T in range(-spare - 1))
    return few and steps == sorted(steps) and (not any(steps) or steps[-1] + spare <= 0)
