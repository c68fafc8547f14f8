"""Arrays as the formulas of `theory` use them, with an arbitrary number of rows, of columns and of steps.

A value has the axes of the array it stands for, by name: time, n, d, or one place. Its entry is a term, a function
of the index along the time axis; the index is a number 0, 1, … or τ + k for an arbitrary τ. Slices move the index,
broadcasting follows the names (two axes meet if they are the same or one has one place), and whatever else a
formula tries with the array is refused. `Context.least` is the least τ for which all that was read is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verifiers.proofs import operators
from verifiers.proofs.substitution import substituted
from verifiers.proofs.terms import COLUMNS, ROWS, Refused, Term, Universe


@dataclass(frozen=True)
class Later:
    """The index τ + k."""

    k: int

    def __add__(self, more: int) -> Later:
        return Later(self.k + more)

    def __sub__(self, less: int) -> Later:
        return Later(self.k - less)


@dataclass(frozen=True)
class Steps:
    """A time axis of T + 1 + spare entries."""

    spare: int = 0


@dataclass(frozen=True)
class Points:
    """The axis of the comparators of a kind: any number of points, met only by the same points in the same order."""

    kind: str


Index = int | Later


class Context:
    """What the values of one proof share: their atoms, and from which τ on they are read rightly."""

    def __init__(self) -> None:
        self.universe = Universe()
        self.least = 0
        self.algorithms: list[Any] = []
        self.sequences: dict[int, Value] = {}
        self._fresh = 0

    def fresh(self, name: str, space: str | None, **facts: Any) -> Term:
        """A letter that occurs nowhere else."""
        self._fresh += 1
        return self.universe.symbol(f"{name}#{self._fresh}", space, **facts)

    @contextmanager
    def measured(self) -> Iterator[list[int]]:
        """In the list, from which τ on what is read inside is read rightly."""
        before, self.least = self.least, 0
        need = [0]
        try:
            yield need
        finally:
            need[0] = self.least
            self.least = max(before, self.least)

    def require(self, least: int) -> None:
        self.least = max(self.least, least)


class Value:
    """An array, entry by entry: `at(index)` is the entry at a time, in terms of arbitrary components."""

    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, context: Context, axes: tuple[Any, ...], at: Callable[[Any], Term]) -> None:
        self.context, self.axes, self._at = context, axes, at
        self._seen: dict[Any, tuple[Term, int]] = {}

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
            self._seen[index] = entry, need[0]
        entry, least = self._seen[index]
        self.context.require(least)
        return entry

    @property
    def time(self) -> Steps | None:
        return next((axis for axis in self.axes if isinstance(axis, Steps)), None)

    @property
    def ndim(self) -> int:
        return len(self.axes)

    @property
    def shape(self) -> tuple[Any, ...]:
        return self.axes

    @property
    def dtype(self) -> Any:
        return np.dtype(object)

    def _made(self, axes: tuple[Any, ...], at: Callable[[Any], Any]) -> Value:
        return Value(self.context, axes, at)

    def met(self, other: Any, operation: Callable[[Term, Term], Term]) -> Any:
        if isinstance(other, (int, Fraction, Term)) and not isinstance(other, bool):
            number = self.context.universe.constant(other)
            return self._made(self.axes, lambda i: operation(self.at(i), number))
        if not isinstance(other, Value):
            raise Refused(f"an array meets {type(other).__name__}")
        axes = meeting(self.axes, other.axes)
        return self._made(axes, lambda i: operation(self.at(i), other.at(i)))

    def __add__(self, other: Any) -> Any:
        return self.met(other, lambda a, b: a + b)

    def __mul__(self, other: Any) -> Any:
        return self.met(other, lambda a, b: a * b)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Any) -> Any:
        return self.met(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self.met(other, lambda a, b: b - a)

    def __truediv__(self, other: Any) -> Any:
        return self.met(other, lambda a, b: a / b)

    def __rtruediv__(self, other: Any) -> Any:
        return self.met(other, lambda a, b: b / a)

    def __neg__(self) -> Value:
        return self.each(lambda a: -a)

    def __pow__(self, power: Any) -> Value:
        return self.each(lambda a: a**power)

    def each(self, function: Callable[[Term], Term]) -> Value:
        return self._made(self.axes, lambda i: function(self.at(i)))

    def over_last(self, function: Callable[[Term, str], Term]) -> Value:
        """A function of the vectors along the last axis."""
        space = self.axes[-1] if self.axes else None
        if space not in (ROWS, COLUMNS):
            raise Refused("a function of vectors, along an axis that is none of n and d")
        return self._made(self.axes[:-1], lambda i: function(self.at(i), space))

    def sum(self, axis: int) -> Value:
        axes = list(self.axes)
        space = axes.pop(axis)
        if axis >= 0 or space not in (ROWS, COLUMNS, 1):
            raise Refused("a sum that is not over components")
        if space == 1:
            return self._made(tuple(axes), self.at)
        return self._made(tuple(axes), lambda i: operators.total(self.at(i), space))

    def cumsum(self, axis: int) -> Value:
        """Σ_{j≤i} over the time axis."""
        if axis != 0 or not isinstance(self.axes[0], Steps):
            raise Refused("a running sum that is not over time")
        return sequence(self, self.axes[0].spare, lambda i, before: before + self.at(i), lambda: self.at(0))

    def __getitem__(self, key: Any) -> Value:
        keys = list(key) if isinstance(key, tuple) else [key]
        if any(isinstance(k, (Value, np.ndarray, list)) for k in keys):
            raise Refused("an array as an index")
        if Ellipsis not in keys:
            keys.append(Ellipsis)
        place, taken = keys.index(Ellipsis), sum(k is not None for k in keys) - 1
        keys[place : place + 1] = [slice(None)] * (len(self.axes) - taken)
        axes, rest, result = [], list(self.axes), self
        for k in keys:
            if k is None:
                axes.append(1)
                continue
            kept, result = result._picked(rest.pop(0), k)
            axes += kept
        return self._made(tuple(axes), result.at)

    def _picked(self, axis: Any, key: Any) -> tuple[list[Any], Value]:
        """What is left of an axis, and the value read there."""
        if isinstance(key, slice) and key == slice(None):
            return [axis], self
        if isinstance(axis, Steps):
            return self._moved(axis, key)
        if axis == 1 and (key == 0 or (isinstance(key, slice) and key in (slice(1), slice(0, 1), slice(-1, None)))):
            return ([1] if isinstance(key, slice) else []), self
        if axis in (ROWS, COLUMNS) and (key == 0 or key == slice(1)):
            one = Value(self.context, self.axes, lambda i: operators.first(self.at(i), axis))
            return ([1] if isinstance(key, slice) else []), one
        raise Refused(f"the entries {key!r} of an axis {axis!r}")

    def _moved(self, axis: Steps, key: Any) -> tuple[list[Any], Value]:
        """Entries of the time axis: one of them, or all but some at either end."""
        if isinstance(key, Later) or (isinstance(key, int) and not isinstance(key, bool) and key >= 0):
            return [], _Fixed(self, key)
        if not isinstance(key, slice) or key.step is not None:
            raise Refused(f"the entries {key!r} of the time axis")
        start, stop = key.start or 0, key.stop
        if start == -1 and stop is None:
            return [1], self._last()
        if not isinstance(start, int) or start < 0:
            raise Refused("entries counted from the end of the run")
        if stop is not None and stop == start + 1:
            return [1], _Fixed(self, start)
        if stop is not None and (not isinstance(stop, int) or stop >= 0):
            raise Refused(f"the entries {key!r} of the time axis")
        spare = Steps(axis.spare - start + (stop or 0))
        return [spare], _Shifted(self, start)

    def _last(self) -> Value:
        """The last entry in time: at the end of an arbitrary run it may be anything."""
        space = next((axis for axis in self.axes if axis in (ROWS, COLUMNS)), None)
        if any(axis not in (1, ROWS, COLUMNS) for axis in self.axes if not isinstance(axis, Steps)):
            raise Refused("the last entry of an array of this shape")
        last = self.context.fresh("last", space)
        return Value(self.context, tuple(1 for _ in self.axes), lambda _: last)

    def __iter__(self) -> Iterator[Value]:
        if self.axes and isinstance(self.axes[0], Points):
            yield self._another()
            return
        if not self.axes or self.axes[0] != 1:
            raise Refused("a loop over an axis of arbitrary length")
        yield self[0]

    def _another(self) -> Value:
        """One of the points, which need not be the one that stands for them in the array."""
        letters = self.at(None).all_atoms()
        if len(letters) != 1 or not all(letter.kind == "symbol" for letter in letters):
            raise Refused("a loop over what was made of points")
        (letter,) = letters
        facts = {"positive": letter.positive, "nonnegative": letter.nonnegative, "total": letter.total}
        other = self.context.fresh(letter.name, letter.space, **facts)
        return Value(self.context, self.axes[1:], lambda _: other)

    def __len__(self) -> int:
        if not self.axes or self.axes[0] != 1:
            raise Refused("the length of an axis of arbitrary length")
        return 1

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is np.concatenate and kwargs.get("axis", 0) == 0 and len(args) == 1:
            return joined(list(args[0]))
        if function is np.moveaxis and len(args) == 3:
            return moved(*args)
        raise Refused(f"numpy.{getattr(function, '__name__', function)} of an array of arbitrary size")

    def _refused(self, *_: Any, **__: Any) -> Any:
        raise Refused("an array of arbitrary size is converted, compared or branched on")

    __array__ = __bool__ = __float__ = __int__ = __index__ = __abs__ = __matmul__ = __rmatmul__ = _refused
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refused


class _Shifted(Value):
    """x with its time index moved on."""

    def __init__(self, x: Value, start: int) -> None:
        super().__init__(x.context, x.axes, lambda i: x.at(i + start))


class _Fixed(Value):
    """x at one time."""

    def __init__(self, x: Value, index: Index) -> None:
        super().__init__(x.context, tuple(1 for _ in x.axes), lambda _: x.at(index))


def meeting(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """The axes of a result, aligned from the last."""
    size = max(len(a), len(b))
    pairs = zip((1,) * (size - len(a)) + a, (1,) * (size - len(b)) + b, strict=True)
    axes = []
    for x, y in pairs:
        if x != y and 1 not in (x, y):
            raise Refused(f"axes {a} and {b} do not meet")
        axes.append(y if x == 1 else x)
    rows = ["time" if isinstance(axis, Steps) else axis for axis in axes if isinstance(axis, (Steps, Points))]
    if len(set(rows)) < len(rows):
        raise Refused(f"axes {a} and {b} set different rows of one axis against each other")
    return tuple(axes)


def moved(x: Value, source: int, target: int) -> Value:
    """The axes in another order."""
    axes = list(x.axes)
    axes.insert(target if target >= 0 else target + len(axes), axes.pop(source))
    return Value(x.context, tuple(axes), x.at)


def extended(points: Value, rows: list[Any]) -> Value:
    """Points and further rows: of these points nothing is known any more."""
    space = points.axes[1:]
    if space not in ((), (ROWS,), (COLUMNS,)) or any(row.axes != (1, *space) for row in rows):
        raise Refused("points and rows of another shape")
    kind, point = points.axes[0], points.context.fresh("point", space[0] if space else None)
    return Value(points.context, (Points(f"{kind.kind}+{len(rows)}"), *space), lambda _: point)


def joined(parts: list[Any]) -> Value:
    """Single rows, and a sequence after them; or points, and single rows after them."""
    if isinstance(parts[0], Value) and parts[0].axes and isinstance(parts[0].axes[0], Points):
        return extended(parts[0], parts[1:])
    *heads, rest = parts
    if not all(isinstance(p, Value) for p in parts) or any(h.axes[:1] != (1,) for h in heads):
        raise Refused("arrays are joined other than rows before a sequence")
    if not rest.axes or not isinstance(rest.axes[0], Steps) or any(h.axes[1:] != rest.axes[1:] for h in heads):
        raise Refused("arrays are joined other than rows before a sequence")
    count = len(heads)

    def at(i: Index) -> Term:
        if isinstance(i, Later):
            rest.context.require(count - i.k)
            return rest.at(i - count)
        return heads[i].at(None) if i < count else rest.at(i - count)

    return Value(rest.context, (Steps(rest.axes[0].spare + count), *rest.axes[1:]), at)


def sequence(like: Value, spare: int, step: Callable[[Any, Term], Term], start: Callable[[], Term]) -> Value:
    """x_0 = start, x_i = step(i, x_{i−1}); at τ a letter of its own, the same for the same start and step."""
    context, space = like.context, next((a for a in like.axes[1:] if a in (ROWS, COLUMNS)), None)
    letter: list[Term] = []

    def unknown() -> Term:
        if not letter:
            u, own = context.universe, context.fresh("·", space)
            rule = [step(Later(1), own), start(), *(step(i, own) for i in range(1, context.least + 2))]
            ((number, _),) = ((a.number, a) for a in own.atoms())
            named = tuple(substituted(r, {number: u.symbol("·", space)}).key() for r in rule)
            atom = u.atom("sequence", space, named, (f"S{len(u.atoms)}_t",))
            context.sequences[atom.number] = value
            letter.append(u.of(atom))
        return letter[0]

    def at(i: Index) -> Term:
        if i == 0:
            return start()
        if isinstance(i, Later) and i.k < 0:
            raise Refused("an accumulated sequence before the arbitrary step")
        return unknown() if i == Later(0) else step(i, value.at(i - 1))

    value = Value(context, (Steps(spare), *like.axes[1:]), at)
    return value
