"""Arrays as the formulas of `theory` use them, with an arbitrary number of rows, of columns and of steps.

A value has the axes of the array it stands for, by name: time, n, d, points, or one place, each at most once. Its entry
is a term, a function of the index along the time axis, with components along n and d only where it has these axes.
Slices move the index; broadcasting follows the names (two axes meet if they are the same or one has one place). Every
other operation on the array is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.verifiers.numbers.operations import on_both_sides
from lemmacheck.verifiers.prove import cases, operators
from lemmacheck.verifiers.prove.context import (
    Context,
    Index,
    Later,
    Need,
    Points,
    Steps,
    distinct_axes,
    index_of,
    time_of,
    timeless,
)
from lemmacheck.verifiers.prove.end_of_run import at_the_end
from lemmacheck.verifiers.prove.joining import joined, moved
from lemmacheck.verifiers.prove.lengths import lengths, lengths_in_every_run, meeting_in_every_run
from lemmacheck.verifiers.prove.of_a_row import beside, letter_of_a_row, of_no_row
from lemmacheck.verifiers.prove.refusals import Closed, Refused, Unread, asked_by_ours, tried
from lemmacheck.verifiers.prove.signs import nonnegative, positive
from lemmacheck.verifiers.prove.squares import noted
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import COLUMNS, ENTRY, ROWS, Term

PLACES: dict[str, set[Any]] = {ROWS: {ROWS}, COLUMNS: {COLUMNS}, ENTRY: {ROWS, COLUMNS}}


class Value(Closed):
    """An array, entry by entry: `at(index)` is the entry at a time, in terms of arbitrary components."""

    def __init__(self, context: Context, axes: tuple[Any, ...], at: Callable[[Any], Term]) -> None:
        self.context, self.axes, self._at = context, distinct_axes(axes), at
        self._seen: dict[Any, tuple[Term, Need]] = {}
        context.note(self)

    def at(self, index: Index | None) -> Term:
        """The entry at an index of the time axis (None where there is no such axis)."""
        if self.time is None:
            index = None
        elif isinstance(index, Later):
            self.context.require(-index.k)
        elif index is None or index < 0:
            raise Refused("an index before the start")
        if index not in self._seen:
            with self.context.measured() as need:
                entry = self.context.universe.constant(self._at(index))
                if any(not PLACES[space] <= set(self.axes) for space in entry.spaces):
                    raise Refused("an entry has components along an axis that its array has not")
            self._seen[index] = entry, need
        entry, need = self._seen[index]
        self.context.require(need)
        return entry

    @property
    def time(self) -> Steps | None:
        return next((axis for axis in self.axes if isinstance(axis, Steps)), None)

    @property
    def ndim(self) -> int:
        return len(lengths_in_every_run(self))

    @property
    def shape(self) -> tuple[Any, ...]:
        return lengths(self.axes) if asked_by_ours() else lengths_in_every_run(self)

    def _made(self, axes: tuple[Any, ...], at: Callable[[Any], Any]) -> Value:
        return Value(self.context, axes, at)

    def met(self, other: Any, operation: Callable[[Term, Term], Term]) -> Any:
        if isinstance(other, (Term, int, Fraction)) and not isinstance(other, bool):
            number = self.context.universe.constant(other)
            if self.time is not None:
                of_no_row(self.context, number)
            return self._made(self.axes, lambda i: operation(self.at(i), number))
        if isinstance(other, Unread):
            return Unread(other.why)
        if not isinstance(other, Value):
            raise Refused(f"an array meets {type(other).__name__}")
        return self._made(meeting_in_every_run(self, other), lambda i: operation(*beside(self, other, i)))

    __add__, __radd__ = on_both_sides(lambda a, b: a + b)
    __sub__, __rsub__ = on_both_sides(lambda a, b: a - b)
    __mul__, __rmul__ = on_both_sides(lambda a, b: a * b)
    __truediv__, __rtruediv__ = on_both_sides(lambda a, b: a / b)

    def __matmul__(self, other: Any) -> Value:
        """⟨x, y⟩ of two vectors; of each vector of a sequence x with y."""
        if isinstance(other, Closed) and (not isinstance(other, Value) or other.axes == (ROWS, COLUMNS)):
            return NotImplemented  # a matrix, whose own operation meets the vector
        vectors = isinstance(other, Value) and other.axes in ((ROWS,), (COLUMNS,)) and self.axes[-1:] == other.axes
        if not vectors or any(axis != 1 and not isinstance(axis, Steps) for axis in self.axes[:-1]):
            raise Refused("a product x @ y of other than vectors of one space")
        return (self * other).sum(-1)

    def __neg__(self) -> Value:
        return self.termwise(lambda a: -a)

    def __abs__(self) -> Value:
        return self.termwise(cases.absolute)

    def __pow__(self, power: Any) -> Value:
        if isinstance(power, Value):
            return geometric(self, power)
        return self.termwise(lambda a: noted(a**power, a, "F.square") if power == 2 else a**power)

    def __rpow__(self, base: Any) -> Value:
        return geometric(Value(self.context, (), lambda _: self.context.universe.constant(base)), self)

    def termwise(self, function: Callable[[Term], Term]) -> Value:
        return self._made(self.axes, lambda i: function(self.at(i)))

    def over_last(self, function: Callable[[Term, str], Term]) -> Value:
        """A function of the vectors along the last axis."""
        space = self.axes[-1] if self.axes else None
        if space not in (ROWS, COLUMNS):
            raise Refused("a function of vectors, along an axis that is none of n and d")
        return self._made(self.axes[:-1], lambda i: function(self.at(i), space))

    def sum(self, axis: Any = None, **more: Any) -> Value:
        """Σ over the components along an axis; over all, where none is named."""
        if type(axis) is int and axis == 1 and self.axes == (ROWS, COLUMNS):  # of a matrix, which has no time
            axis = -1
        if axis is None and not more and all(one in (ROWS, COLUMNS, 1) for one in self.axes):
            return self.sum(-1).sum() if self.axes else self._made((), self.at)
        if more or type(axis) is not int or not -len(self.axes) <= axis < 0:
            raise Refused("a sum that is not over components")
        axes = list(self.axes)
        space = axes.pop(axis)
        if isinstance(space, Points) and space.kind == "paths" and self.context.law is not None:
            return self._made(tuple(axes), lambda i: self.context.law.summed(self.at(i)))
        if space not in (ROWS, COLUMNS) and (space != 1 or self.context.cited):
            raise Refused("a sum that is not over components")
        entries = self.in_every_run if space == 1 else lambda i: operators.total(self.at(i), space)
        return self._made(tuple(axes), entries)

    def steps_at(self, index: Index | None) -> int:
        """The number of steps of a run that has the rows t = 1, 2, … which the entry reads."""
        before = self.context.least, self.context.steps
        with self.context.measured() as need, self.context.universe.quietly():
            tried(lambda: self.at(index))
        self.context.least, self.context.steps = before
        return need.steps

    def in_every_run(self, index: Index | None) -> Term:
        """The entry, if every run has it: a sum or a loop leaves it out in a shorter one."""
        if self.steps_at(index):
            raise Refused("an entry that a run need not have is counted or added")
        return self.at(index)

    def cumsum(self, axis: Any = None, **more: Any) -> Value:
        """Σ_{j≤i} over the time axis; no axis is named where there is but one."""
        over_time = isinstance((*self.axes, 1)[0], Steps) and ((axis is None and len(self.axes) == 1) or axis == 0)
        if more or not over_time or type(axis) not in (int, type(None)):
            raise Refused("a running sum that is not over time, as cumsum(axis=0) is")
        return self.sums(self.axes[0].spare + 1)[1:]

    def sums(self, spare: int) -> Value:
        """Σ_{j<i} over the time axis, up to i = T + spare."""
        zero = self.context.universe.constant(0)
        return sequence(self, spare, lambda i, before: before + self.at(i - 1), lambda: zero)

    def __getitem__(self, key: Any) -> Value:
        keys = list(key) if isinstance(key, tuple) else [key]
        keys = [index_of(self.context, k) if isinstance(k, Term) else k for k in keys]
        if any(k is not None and k is not Ellipsis and type(k) not in (int, slice, Later) for k in keys):
            raise Refused("an array is indexed by other than an integer, a slice, … and None")
        wholes = [place for place, k in enumerate(keys) if k is Ellipsis] or [len(keys)]
        taken = sum(k is not None and k is not Ellipsis for k in keys)
        if len(wholes) > 1 or taken > len(self.axes):
            raise Refused("an array is indexed along more axes than it has")
        keys[wholes[0] : wholes[0] + 1] = [slice(None)] * (len(self.axes) - taken)
        axes, rest, result = [], list(self.axes), self
        for k in keys:
            if k is None:
                axes.append(1)
                continue
            kept, result = result._picked(rest.pop(0), k)
            axes += kept
        return self._made(tuple(axes), result.at)

    def _picked(self, axis: Any, key: Any) -> tuple[list[Any], Value]:
        """The rest of an axis, and the value at the index."""
        if isinstance(key, slice) and key == slice(None):
            return [axis], self
        if isinstance(axis, Steps):
            return self._moved(axis, key)
        if axis == 1 and (key == 0 or (isinstance(key, slice) and key in (slice(1), slice(0, 1), slice(-1, None)))):
            return ([1] if isinstance(key, slice) else []), self
        if axis in (ROWS, COLUMNS) and (key == 0 or key == slice(1)):
            one = Value(self.context, self.axes, lambda i: operators.at_place(self.at(i), axis))
            return ([1] if isinstance(key, slice) else []), one
        raise Refused(f"the entries {key!r} of an axis {axis!r}")

    def _moved(self, axis: Steps, key: Any) -> tuple[list[Any], Value]:
        """Entries of the time axis: one of them, or all but some at either end."""
        if isinstance(key, Later) and not key.k <= getattr(self.context.row, "k", -1) + axis.spare:
            raise Refused("a row is read at a t that the run need not reach")
        if isinstance(key, Later) or (isinstance(key, int) and key >= 0):
            return [], at_one_time(self, key, axis.spare)
        if key == -1 and self.context.horizon is not None:
            return [], self._last(axis)
        if not isinstance(key, slice) or key.step is not None:
            raise Refused(f"the entries {key!r} of the time axis")
        start, stop = 0 if key.start is None else key.start, key.stop
        if type(start) is not int or (stop is not None and type(stop) is not int):
            raise Refused("a slice of the time axis from or to what is no integer")
        if start == -1 and stop is None:
            return [1], self._last(axis)
        if start < 0:
            raise Refused("entries counted from the end of the run")
        if stop == start + 1:
            return [1], at_one_time(self, start, axis.spare)
        if stop is not None and stop >= 0:
            raise Refused(f"the entries {key!r} of the time axis")
        spare = Steps(axis.spare - start + (stop or 0))
        return [spare], self._made(self.axes, lambda i: self.at(i + start))

    def _last(self, axis: Steps) -> Value:
        """The last entry in time: that of t = N, if the number N of steps is known; else it may be anything."""
        if self.context.horizon is not None:
            last = at_one_time(self, Later(axis.spare), axis.spare)
            return last.termwise(lambda entry: at_the_end(self.context, entry))
        others = [axis for axis in self.axes if axis != 1 and not isinstance(axis, Steps)]
        if len(others) > 1 or any(axis not in (ROWS, COLUMNS) for axis in others):
            raise Refused("the last entry of an array of this shape")
        letter = self.context.fresh("last", next(iter(others), None))
        self.context.lasts |= {atom.number: self for atom in letter.atoms()}

        def defined(_: Any) -> Term:
            """The letter, if the array has a number at every t."""
            with self.context.measured() as need:
                self.at(Later(0))
            if need.least:
                raise Refused("the last entry of an array whose first ones are made otherwise")
            return letter

        return at_one_time(Value(self.context, timeless(self.axes), defined), 0, axis.spare)

    def __iter__(self) -> Iterator[Value]:
        if self.axes and isinstance(self.axes[0], Points):
            self.context.looped = True
            for _ in range(self.context.loops):
                yield self._another()
            return
        if not self.axes or self.axes[0] != 1:
            raise Refused("a loop over an axis of arbitrary length")
        self.in_every_run(Later(0))
        yield self[0]

    def _another(self) -> Value:
        """One of the points, which may differ from the one that stands for them in the array."""
        entry = self.at(None)
        points = [atom for atom in entry.all_atoms() if atom.kind == "symbol"]
        if len(points) != 1 or not (entry - self.context.universe.of(points[0])).is_zero:
            raise Refused("a loop over what was made of points")
        (letter,) = points
        if letter.name in self.context.again:
            known = self.context.again[letter.name]
            return Value(self.context, self.axes[1:], lambda _: known)
        other = self.context.fresh(letter.name, letter.space, **letter.facts)
        self.context.points.append((letter.name, other))
        return Value(self.context, self.axes[1:], lambda _: other)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is np.concatenate and kwargs in ({}, {"axis": 0}) and len(args) == 1:
            return joined(list(args[0]))
        if function is np.cumsum and kwargs == {"axis": 0}:
            return args[0].cumsum(axis=0)
        there = [type(k) is int and -len(self.axes) <= k < len(self.axes) for k in args[1:]]
        if function is np.moveaxis and not kwargs and all(there):
            return moved(*args)
        raise Refused(f"numpy.{getattr(function, '__name__', function)} of an array of arbitrary size")


def at_one_time(x: Value, index: Index, spare: int) -> Value:
    """x at one time, of an axis of T + 1 + spare entries."""
    x.context.late = x.context.late or (isinstance(index, int) and index - spare > 1)

    def at(_: Any) -> Term:
        x.context.steps = max(x.context.steps, index - spare if isinstance(index, int) else 0)
        return x.at(index)

    return Value(x.context, timeless(x.axes), at)


def sequence(like: Value, spare: int, step: Callable[[Any, Term], Term], start: Callable[[], Term]) -> Value:
    """x_0 = start, x_i = step(i, x_{i−1}); at τ a letter of its own, the same for the same start and step."""
    context, spaces = like.context, [a for a in like.axes[1:] if a in (ROWS, COLUMNS)]
    if len(spaces) > 1:
        raise Refused("an accumulated sequence of matrices")
    space, letter = next(iter(spaces), None), list[Term]()

    def unknown() -> Term:
        if not letter:
            u, own = context.universe, letter_of_a_row(context, space)
            with u.quietly() as conditions:
                rule = [at_row(Later(1), own), start(), *(at_row(i, own) for i in range(1, context.least + 2))]
            context.require_each_step(conditions, 1 - spare)
            (number,) = (atom.number for atom in own.atoms())
            named = tuple(substituted(r, {number: u.symbol("·", space)}).key() for r in rule)
            grows = all(nonnegative(r) for r in (rule[1], *(r - own for r in (rule[0], *rule[2:]))))
            facts = {"positive": False, "nonnegative": grows}
            for fact, sure in (("positive", positive), ("nonnegative", nonnegative)):  # of it, if of the one before it
                before = {number: u.symbol(f"·{fact}", space, **{fact: True})}
                facts[fact] = facts[fact] or all(sure(substituted(r, before)) for r in rule)
            atom = u.atom("sequence", space, named, (f"S#{len(u.atoms)}_t",), **facts)
            context.sequences[atom.number] = value
            context.of_a_step.add(atom.number)
            letter.append(u.of(atom))
        return letter[0]

    def at(i: Index) -> Term:
        if i == 0:
            return start()
        if isinstance(i, Later) and i.k < 0:
            raise Refused("an accumulated sequence before the arbitrary step")
        return unknown() if i == Later(0) else at_row(i, value.at(i - 1))

    def at_row(i: Index, before: Term) -> Term:
        with context.at_row(i):
            return step(i, before)

    value = Value(context, (Steps(spare), *like.axes[1:]), at)
    return value


def geometric(base: Value, power: Value) -> Value:
    """b^(kt + c), of a number b of the run and integers k and c: b^c times the sequence 1, b^k, b^2k, …"""
    context, t = base.context, Later(0)
    if any(axis != 1 for axis in base.axes) or power.axes[:1] != (power.time,) or len(power.axes) > 1:
        raise Refused("a power with an exponent that is no number, of other than a number of the run")
    k = (power.at(Later(1)) - power.at(t)).number()
    c = (power.at(t) - (k or 0) * time_of(context, t)).number()
    first, rise, one = whole(c), whole(k), context.universe.constant(1)
    of_no_row(context, base.at(None))
    rises = sequence(power, power.axes[0].spare, lambda _, before: before * base.at(None) ** rise, lambda: one)

    def at(i: Index) -> Term:
        exponent, b = power.at(i), base.at(None)
        return b**first * rises.at(i) if isinstance(i, Later) else b ** whole(exponent.number())

    return Value(context, meeting_in_every_run(base, power), at)


def whole(number: Fraction | None) -> int:
    if number is None or number.denominator != 1:
        raise Refused("a power whose exponent is neither an integer nor k t + c with integers k and c")
    return int(number)
