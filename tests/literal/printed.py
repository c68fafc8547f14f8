"""A printed relation, `lhs op rhs` at each index of its range, and the table of them by claim id."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple


class IllFormed(Exception):
    """A symbol of the print stands for nothing."""


class Printed(NamedTuple):
    """The two sides as printed, left and right, one pair an index; a side is a scalar or a list.

    A rate prints one side only: `op` is then "-> 0" or "O(1/t)", "O(1/t^2)", "O(log t/t^2)", ….
    """

    op: str
    rows: list[tuple[Any, Any]]


TRANSCRIBED: dict[str, Callable[[Any], list[Printed]]] = {}


def transcribed(*ids: str) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Enter a transcription, which returns one `Printed` or a list of them, under claims' ids."""

    def enter(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        for id in ids:
            assert id not in TRANSCRIBED, id
            TRANSCRIBED[id] = lambda case: [found] if isinstance(found := function(case), Printed) else list(found)
        return function

    return enter


def displays(entries: Mapping[str | tuple[str, ...], Callable[[Any], Any]]) -> None:
    """Enter transcriptions that are one expression of a case each."""
    for ids, function in entries.items():
        transcribed(*([ids] if isinstance(ids, str) else ids))(function)


def displays_of(made: Callable[[Any], Any], entries: Mapping[str | tuple[str, ...], Callable[..., Any]]) -> None:
    """Enter transcriptions that are one expression each, of a case and of what is made of it."""
    displays({ids: lambda case, function=function: function(case, made(case)) for ids, function in entries.items()})


def under(
    quantifier: Callable[..., Any], op: str, *ids: str, **more: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a transcription that is two sides under a quantifier: of a case, the comparison and the sides."""

    def enter(sides: Callable[..., Any]) -> Callable[..., Any]:
        transcribed(*ids)(lambda case: quantifier(case, op, sides, **more))
        return sides

    return enter


def at_each(
    op: str, indices: Callable[[Any], Iterable[Any]], *ids: str, of: Callable[[Any], Any] = lambda case: case
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a transcription that is two sides at each of the indices of a case, of the case or what is made of it."""
    return under(lambda case, op, sides: for_each(op, indices(case), partial(sides, of(case))), op, *ids)


def at_points(indices: Callable[[Any], Iterable[Any]], points: Callable[[Any], Iterable[Any]]) -> Callable[..., Any]:
    """The quantifier over the indices of a case, in one relation for each of its points."""
    return lambda case, op, sides: [Printed(op, [sides(case, t, x) for t in indices(case)]) for x in points(case)]


def every(case: Any) -> range:
    """t = 0, …, T."""
    return range(case.T + 1)


def after(case: Any) -> range:
    """t = 1, …, T."""
    return range(1, case.T + 1)


def before(case: Any) -> range:
    """t = 0, …, T − 1."""
    return range(case.T)


def optima(case: Any) -> list[Any]:
    """Each q̄."""
    return list(case.q_bars)


def for_each(op: str, indices: Iterable[Any], sides: Callable[[Any], tuple[Any, Any]]) -> Printed:
    """The relation at every t of a range, or for every comparator of a list."""
    return Printed(op, [sides(index) for index in indices])


def once(lhs: Any, op: str, rhs: Any) -> Printed:
    return Printed(op, [(lhs, rhs)])


def rate(op: str, indices: Iterable[Any], value: Callable[[Any], Any]) -> Printed:
    return Printed(op, [(value(index), None) for index in indices])


def proportional(indices: Iterable[Any], sides: Callable[[Any], tuple[list[Any], list[Any]]]) -> Printed:
    """a ∝ b, cleared of the unknown factor: a_i Σ_j b_j == b_i Σ_j a_j."""

    def cleared(index: Any) -> tuple[list[Any], list[Any]]:
        a, b = sides(index)
        return [a[i] * sum(b) for i in range(len(a))], [b[i] * sum(a) for i in range(len(a))]

    return for_each("==", indices, cleared)


def membership(indices: Iterable[Any], q: Callable[[Any], list[Any]]) -> list[Printed]:
    """q ∈ Δ_n: q_i ≥ 0 for every i, and Σ_i q_i = 1."""
    points = [q(index) for index in indices]
    return [
        Printed(">=", [(point, [0] * len(point)) for point in points]),
        Printed("==", [(sum(point), 1) for point in points]),
    ]
