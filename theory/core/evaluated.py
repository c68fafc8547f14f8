"""The memory of a run: each function of one of its sequences is evaluated once.

A sequence is known by its place in memory. A function that reads row by row and has been evaluated on a sequence is
not evaluated again on it, nor on a stretch of it; its value is a sequence too. A function of anything else is
evaluated each time.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import numpy as np
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.shared import authored, locked

F = TypeVar("F", bound=Callable[..., Any])


def row_by_row(function: F) -> F:
    """Mark a function of a problem: its value on a sequence depends, at each t, on the row at t alone."""
    function.row_by_row = function.__code__  # type: ignore[attr-defined]
    return function


def marked(function: Any) -> bool:
    """Whether the function itself was marked: a decorator copies what it finds on the one that it wraps."""
    mark = getattr(function, "row_by_row", None)
    return mark is not None and mark is getattr(function, "__code__", None)


def reads_row_by_row(problem: Any, name: str) -> bool:
    """Whether the called function of the problem is marked. A class of ours that overrides it keeps the mark; an
    author's does not, for it may read other rows."""
    for one in type(problem).__mro__:
        if name in vars(one):
            if marked(vars(one)[name]):
                return True
            if authored(one):
                return False
    return False


class Evaluated:
    """The memory of one run. A sequence stays alive as long as its address is a part of a key."""

    def __init__(self) -> None:
        self.sequences: dict[int, Array] = {}
        self.values: dict[Hashable, Array] = {}

    def keep(self, sequence: Array) -> Array:
        """A sequence whose evaluations are remembered; it is read-only."""
        sequence = locked(sequence)
        self.sequences.setdefault(id(owner(sequence)), sequence)
        return sequence

    def of(self, name: Hashable, function: Callable[..., Any], *arguments: Any) -> Any:
        """function(*arguments), evaluated once; the name belongs to this function alone."""
        wholes = [self.sequences.get(id(owner(x))) for x in arguments]
        if any(whole is None for whole in wholes):
            return function(*arguments)
        key = (name, *map(place, arguments))
        if key not in self.values:
            stretch = stretch_of(wholes[0], arguments[0]) if len(wholes) == 1 else None
            known = self.values.get((name, *map(place, wholes))) if stretch else None
            self.values[key] = self.keep(function(*arguments) if known is None else known[stretch])
        return self.values[key]


def owner(x: Any) -> Any:
    """The array in whose memory the numbers of an array lie: that of which it is a view, or itself."""
    while isinstance(x, np.ndarray) and isinstance(x.base, np.ndarray):
        x = x.base
    return x


def place(x: Any) -> Any:
    """The place in memory of an array's numbers, and their kind; of anything else, the thing itself."""
    return (address(x), x.shape, x.strides, x.dtype) if isinstance(x, np.ndarray) else id(x)


def address(x: Array) -> int:
    where: int = x.__array_interface__["data"][0]
    return where


def stretch_of(whole: Any, x: Any) -> slice | None:
    """The indices at which x, in the memory of a sequence, is that sequence; None if it is no stretch of it."""
    if not isinstance(x, np.ndarray) or not any(x.strides[:1]):
        return None
    if (x.strides, x.shape[1:], x.dtype) != (whole.strides, whole.shape[1:], whole.dtype):
        return None
    first, beside = divmod(address(x) - address(whole), x.strides[0])
    return slice(first, first + len(x)) if not beside and 0 <= first <= len(whole) - len(x) else None
