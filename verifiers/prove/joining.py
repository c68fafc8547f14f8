"""Axes in another order, and arrays that are joined: rows before a sequence, points and further points."""

from typing import Any

from lemmacheck.verifiers.prove.context import Index, Later, Points, Steps, in_place
from lemmacheck.verifiers.prove.of_a_row import of_no_row
from lemmacheck.verifiers.prove.refusals import Closed, Refused
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Term


def moved(x: Any, source: int, target: int) -> Any:
    """The axes in another order."""
    axes = list(x.axes)
    axes.insert(target if target >= 0 else target + len(axes), axes.pop(source))
    return x._made(tuple(axes), x.at)


def extended(points: Any, rows: list[Any]) -> Any:
    """Points and further rows or points: these are then unknown points."""
    space = points.axes[1:]
    alike = all(row.axes[1:] == space and (row.axes[0] == 1 or isinstance(row.axes[0], Points)) for row in rows)
    if space not in ((), (ROWS,), (COLUMNS,)) or not alike:
        raise Refused("points and rows of another shape")
    u, parts = points.context.universe, (points, *rows)
    kind = "+".join(part.axes[0].kind if isinstance(part.axes[0], Points) else "1" for part in parts)
    with u.quietly():
        key = kind, tuple(part.at(None).key() for part in parts)  # the same points are joined to the same
    point = u.of(u.atom("symbol", space[0] if space else None, key, (kind,)))
    return points._made((Points(kind), *space), lambda _: point)


def joined(parts: list[Any]) -> Any:
    """Single rows, and a sequence after them; or points, and single rows after them."""
    if not all(isinstance(part, Closed) for part in parts):
        raise Refused("an array of arbitrary size is joined to other than such arrays")
    if parts[0].axes and isinstance(parts[0].axes[0], Points):
        return extended(parts[0], parts[1:])
    *heads, rest = parts
    alike = all(h.axes[:1] == (1,) and h.axes[1:] == rest.axes[1:] for h in heads)
    if not alike or not rest.axes or not isinstance(rest.axes[0], Steps):
        raise Refused("arrays are joined other than rows before a sequence")
    count, spare = len(heads), rest.axes[0].spare
    if not in_place([h.steps_at(None) for h in heads], spare):
        raise Refused("rows are joined of which a short run lacks one before others")

    def at(i: Index) -> Term:
        if isinstance(i, Later):
            rest.context.require(count - i.k)
            return rest.at(i - count)
        return of_no_row(rest.context, heads[i].at(None)) if i < count else rest.at(i - count)

    return rest._made((Steps(spare + count), *rest.axes[1:]), at)
