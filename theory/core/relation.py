"""The statement of a claim about a run: two sides and a comparison, `lhs ≤ rhs`, at every index at once.

A relation is not a truth value. Axis 0 of its sides is the index t (or a comparator's number); the verifiers decide
whether it surely holds at every index. Sides have the same axes, one of them perhaps constant along some, or one side
is a single number: no two axes meet by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple, NoReturn, Self

import numpy as np
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.whole import plain

OPERATORS = ("<=", ">=", "<", ">", "==")


class IllFormed(ValueError):
    """The sides of a statement do not live in the same space."""


class Misshapen(IllFormed):
    """A side is no array of numbers, or the axes of the two sides are not the same."""


def meaning(symbol: str, defined: Mapping[str, Any]) -> Any:
    """What a symbol stands for, among those that are defined where it is used."""
    try:
        return defined[symbol]
    except KeyError:
        raise IllFormed(f"{symbol} stands for nothing: defined are {', '.join(defined)}") from None


class Stated:
    """A statement that is checked when it is made, and when `_replace` makes another of it."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        """Refuse `and`, `or`, `not`, `if`, which would keep one of two statements and lose the other."""
        raise TypeError("a statement has no truth before it is decided: return [one, other] for `one and other`")

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:
        return cls(*iterable)


class Sides(NamedTuple):
    """The fields of a relation."""

    lhs: Any
    op: str
    rhs: Any
    start: int | None = None


class Relation(Stated, Sides):  # type: ignore[misc]
    """lhs `op` rhs, elementwise, with op one of <= >= < > ==; `start` is the t of row 0 (None: the claim's first)."""

    __slots__ = ()

    def __new__(cls, lhs: Any, op: str, rhs: Any, start: int | None = None) -> Relation:
        if op not in OPERATORS:
            raise ValueError(f"{op!r} is no comparison; expected one of {' '.join(OPERATORS)}")
        lhs, rhs = stacked(lhs, "left"), stacked(rhs, "right")
        meet(shape_of(lhs, "left"), shape_of(rhs, "right"))
        if start is not None and (type(start) is not int or start < 0):
            raise ValueError(f"the first row of a relation stands for t = {start!r}; expected an integer of at least 0")
        return super().__new__(cls, lhs, op, rhs, start)

    def since(self, start: int) -> Relation:
        """The same relation, whose first row stands for t = `start`, if that is known."""
        return self if getattr(start, "arbitrary", False) else self._replace(start=start)


def stacked(side: Any, name: str) -> Any:
    """A side that is made entry by entry, as [p.f(x) for x in run.x] is, as the array that it means."""
    side = plain(side)
    if type(side) is np.ndarray and side.dtype == object and side.ndim == 1:
        side = list(side) if side.size and all(isinstance(x, np.ndarray) for x in side) else side
    for x in entries_of(side):
        if isinstance(x, Decimal):
            raise Misshapen(f"the {name} side holds {x!r:.40}; write Fraction('{x!s:.40}')")
        if x is not side and not_one(x):
            raise Misshapen(f"the {name} side holds {in_short(x)}; expected numbers")
    if type(side) not in (list, tuple):
        return side
    parts = [stacked(x, name) for x in side]
    if not any(isinstance(x, np.ndarray) for x in parts):
        return side
    if not all(isinstance(x, (np.ndarray, int, Fraction)) for x in parts):
        return side
    parts = [x if isinstance(x, np.ndarray) else np.array(x, dtype=object) for x in parts]
    if len(shapes := {x.shape for x in parts}) > 1:
        raise Misshapen(f"the {name} side has entries of the shapes {' and '.join(map(str, sorted(shapes)))}")
    return np.stack(parts)


def entries_of(side: Any) -> Any:
    """What an author put into a list, or into an array of any objects; else the side itself."""
    listed = type(side) is np.ndarray and side.dtype == object
    return side.ravel().tolist() if listed else side if type(side) in (list, tuple) else [side]


def not_one(x: Any) -> bool:
    """Whether it is surely no number and no array of numbers."""
    return x is None or isinstance(x, (bool, complex, str, bytes, dict, set))


def shape_of(side: Any, name: str) -> tuple[int, ...]:
    """The axes of a side that is a number or an array of numbers."""
    named = isinstance(side, tuple) and type(side) is not tuple  # a relation, a state
    if named or not_one(side) or callable(side) or not computes(side):
        raise Misshapen(f"the {name} side is {in_short(side)}; expected a number or an array of numbers")
    if isinstance(side, (np.ndarray, np.generic)):
        if side.dtype.kind == "b":
            raise Misshapen(f"the {name} side holds truth values; expected numbers: state the comparison itself")
        if side.dtype.kind not in "iufO" or isinstance(side, np.ma.MaskedArray):
            raise Misshapen(f"the {name} side is a {type(side).__name__} of {side.dtype}; expected numbers")
    if isinstance(side, (list, tuple)):
        return np.shape(side)
    found: tuple[int, ...] = side.shape if hasattr(side, "shape") else ()
    return found


def computes(side: Any) -> bool:
    """Whether it is a number, an array of numbers, or a list of these, as far as its class tells."""
    return isinstance(side, (list, tuple)) or hasattr(type(side), "__sub__")


def in_short(x: Any) -> str:
    """A wrong side in a message: its text, or only its kind if it may hold numbers of a run."""
    return f"{x!r:.40}" if x is None or isinstance(x, (bool, str, int, float)) else f"a {type(x).__name__}"


def meet(left: tuple[Any, ...], right: tuple[Any, ...]) -> None:
    """Refuse sides whose axes differ: it would be left to chance which of them meet."""
    if not all(isinstance(size, int) for size in (*left, *right)) or left == right or 1 in (prod(left), prod(right)):
        return
    fits = len(left) == len(right) and all(a == b or 1 in (a, b) for a, b in zip(left, right, strict=True))
    if fits and tuple(map(max, left, right)) in (left, right):
        return
    if left[1:] == right[1:] and abs(left[0] - right[0]) == 1:
        longer, t = ("left", "right") if left[0] > right[0] else ("right", "left")
        hint = f"T steps have T + 1 states; cut the {longer} side to the t of the {t}, as in x[1:], x[:-1] or run.t[1:]"
    else:
        hint = (
            "a claim compares one number, or one vector, for each t: did you mean p.norm(x), column(c) beside a "
            "vector, or run.each(lambda s: p.c) of a vector that is the same at every t?"
        )
    raise Misshapen(f"the left side has shape {left}, the right {right}; {hint}")


# A bar after \middle or \, separates.
PAIRS = {")": "([", "]": "([", r"\}": (r"\{",), r"\rangle": (r"\langle",)}
MARK = re.compile(r"(?<!\\middle)(?<!\\,)(?:\\\||(?<!\\)\|)|\\[{}]|\\[lr]angle(?![A-Za-z])|[()\[\]]")


def paired(display: str) -> None:
    """Refuse a display, in LaTeX, whose brackets or bars do not pair; an interval may be half open."""
    opened: list[str] = []
    for mark in MARK.findall(display):
        if mark in (r"\|", "|"):
            opened = opened[:-1] if opened[-1:] == [mark] else [*opened, mark]
        elif mark not in PAIRS:
            opened.append(mark)
        elif opened and opened.pop() in PAIRS[mark]:
            continue
        else:
            raise IllFormed(f"the {mark} closes nothing: {display}")
    if opened:
        raise IllFormed(f"the {opened[-1]} is not closed: {display}")


LARGEST = 100  # a power, or one of a logarithm, of which floats still know what it is


def one_row_a_t(sequence: Any, name: str) -> tuple[int, ...]:
    """The axes of a sequence, the first of which is t."""
    shape = shape_of(sequence, "sequence") if isinstance(sequence, np.ndarray) else ()
    if not shape:
        raise Misshapen(f"a {name} of {in_short(sequence)}; expected {name}(run.x…), an array with one row a t")
    return shape


class Order(NamedTuple):
    """The fields of a rate."""

    sequence: Any
    power: float | Fraction | None
    logs: float = 0


class Decay(Stated, Order):  # type: ignore[misc]
    """sequence_t = O(log(t)^logs / t^power) as t grows (power None: only that it tends to 0)."""

    __slots__ = ()

    def __new__(cls, sequence: Any, power: float | Fraction | None, logs: float = 0) -> Decay:
        one_row_a_t(sequence, "Decay")
        given: dict[str, Any] = {"power": 0 if power is None else power, "logs": logs}
        for name, x in given.items():
            if isinstance(x, bool) or not isinstance(x, (int, float, Fraction)) or not -LARGEST <= x <= LARGEST:
                raise Misshapen(f"a Decay with {name}={in_short(x)}; expected a number of at most {LARGEST}")
        if power is not None and not (power, -logs) > (0, 0):
            raise Misshapen(f"a Decay of power {power} need not tend to 0; expected more than 0, or None")
        if power is None and logs:
            raise Misshapen(
                f"a Decay without a power that says logs={logs}; leave logs out, or say power=0 and logs < 0"
            )
        return super().__new__(cls, sequence, power, logs)

    @property
    def to(self) -> int:
        """Where it then tends."""
        return 0


class Tending(NamedTuple):
    """The fields of a limit."""

    sequence: Any
    to: Any = 0


class Limit(Stated, Tending):  # type: ignore[misc]
    """sequence_t → to as t grows, each entry: decided where the state comes back or the step is affine."""

    __slots__ = ()

    def __new__(cls, sequence: Any, to: Any = 0) -> Limit:
        rows, value = one_row_a_t(sequence, "Limit"), shape_of(to, "limit")
        if len(value) > len(rows) or any(b not in (1, a) for a, b in zip(rows[::-1], value[::-1], strict=False)):
            text = f"a Limit of a sequence of shape {rows} to a value of shape {value}"
            raise Misshapen(f"{text}; expected one row of it, or a number")
        _ = sequence[:1] - to  # which the arithmetic refuses where it is no number of its own
        return super().__new__(cls, sequence, to)


class Weighed(NamedTuple):
    """The fields of a chance."""

    event: tuple[Relation, ...]
    weight: Any
    at_least: Any
    start: int | None = None


class Chance(Stated, Weighed):  # type: ignore[misc]
    """P(event) ≥ at_least: each relation of the event has one entry a path, `weight` is the paths' probability.

    `start` is the t the event speaks of (None: the claim's first). Sampled paths all count alike, whatever their
    weight.
    """

    __slots__ = ()

    def __new__(cls, event: tuple[Relation, ...], weight: Any, at_least: Any, start: int | None = None) -> Chance:
        if not isinstance(event, tuple) or not all(isinstance(one, Relation) for one in event) or not event:
            raise Misshapen(
                f"the event of a Chance is {in_short(event)}; expected a tuple of relations, one entry a path"
            )
        shape_of(weight, "weight")
        shape_of(at_least, "at_least")
        return super().__new__(cls, event, weight, at_least, start)


def conjuncts(statement: Any) -> tuple[Any, ...]:
    """The parts of a statement: itself where it is one, else each of several."""
    return (statement,) if isinstance(statement, (Relation, Chance, Decay, Limit)) else tuple(statement)


def at_most(lhs: Any, rhs: Any) -> Relation:
    """lhs ≤ rhs, at every index."""
    return Relation(lhs, "<=", rhs)


def at_least(lhs: Any, rhs: Any) -> Relation:
    """lhs ≥ rhs, at every index."""
    return Relation(lhs, ">=", rhs)


def below(lhs: Any, rhs: Any) -> Relation:
    """lhs < rhs, at every index."""
    return Relation(lhs, "<", rhs)


def above(lhs: Any, rhs: Any) -> Relation:
    """lhs > rhs, at every index."""
    return Relation(lhs, ">", rhs)


def equal(lhs: Any, rhs: Any) -> Relation:
    """lhs = rhs, at every index."""
    return Relation(lhs, "==", rhs)


def proportional(a: Any, b: Any) -> Relation:
    """a ∝ b for vectors along the last axis with positive sums: a_i Σb = b_i Σa for all i."""
    return equal(a * column(b.sum(-1)), b * column(a.sum(-1)))


def in_simplex(q: Any) -> tuple[Relation, Relation]:
    """q ∈ Δ_n: every q_i ≥ 0 and Σ q_i = 1."""
    return at_least(q, 0), equal(q.sum(-1), 1)


def same_space(a: Any, b: Any) -> tuple[Any, Any]:
    """The two vectors, if their last axes agree."""
    if a.shape[-1] != b.shape[-1]:
        raise IllFormed(f"the left side lies in ℝ^{a.shape[-1]}, the right side in ℝ^{b.shape[-1]}")
    return a, b
