"""The lengths of the axes of an array, which an author may count where every run has the array; two that meet."""

from typing import Any

from lemmacheck.verifiers.prove.context import Later, Need, Size, Steps, meeting
from lemmacheck.verifiers.prove.refusals import Refused, tried

ROWS_BEFORE = range(5)  # that an array may have before an arbitrary one


def lengths(axes: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(1 if axis == 1 else Size(axis) for axis in axes)


def lengths_in_every_run(x: Any) -> tuple[Any, ...]:
    """Those of an array that has all entries in every run: its axes alone do not say where it has none."""
    context = x.context

    def read(before: int) -> Need:
        with context.measured() as need:
            x.at(Later(before))
            for i in range(before + context.least):
                x.at(i)
        return need

    least, steps = context.least, context.steps
    with context.universe.quietly():
        need = next((need for before in ROWS_BEFORE if (need := tried(lambda: read(before)))), None)  # noqa: B023
    context.least, context.steps = least, steps
    if need is None or need.conditions or need.steps:
        raise Refused("the axes are counted of an array that a run need not have")
    return lengths(x.axes)


def meeting_in_every_run(a: Any, b: Any) -> tuple[Any, ...]:
    """The axes of what two arrays make: of a row that a run of T ≥ 1 steps may lack no entry meets two and more."""
    axes = meeting(a.axes, b.axes)
    for one in (a, b):
        met = [axis for own, axis in zip(one.axes[::-1], axes[::-1], strict=False) if own == 1 != axis]
        steps = one.steps_at(None if one.time is None else Later(0)) if met and a.context.late else 0
        if steps > 1 and any(not isinstance(axis, Steps) or steps + axis.spare > 1 for axis in met):
            raise Refused("a row that a run need not have meets an axis")
    return axes


def comparable(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether a relation takes sides of these axes in every run: one of them is a number, or has the axes of the other,
    but for some along which it is constant."""
    if {*one} <= {1} or {*other} <= {1}:
        return True
    met = tuple(b if a == 1 else a for a, b in zip(one, other, strict=False))
    return len(one) == len(other) and met in (one, other)
