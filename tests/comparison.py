"""A claim's relations against a transcription's: the same sign, the same number of rows, the same numbers."""

from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.relation import Chance, Decay, Limit, Relation, Sides

from tests.literal.printed import Printed
from tests.multiprecision import Multiprecision

NUM = Multiprecision(200)
TOLERANCE, FLOAT_TOLERANCE = NUM.ctx.mpf(10) ** -40, NUM.ctx.mpf(10) ** -11


def links(statement: Any) -> list[Any]:
    if isinstance(statement, (Relation, Decay)):
        return [statement]
    if isinstance(statement, Limit):
        return [Decay(statement.sequence - statement.to, None)]
    if isinstance(statement, Chance):
        return [*statement.event, Sides(statement.weight, "P>=", statement.at_least)]
    return [link for part in statement for link in links(part)]


def order(decay: Decay) -> str:
    orders = {(None, 0): "-> 0", (1, 0): "O(1/t)", (2, 0): "O(1/t^2)", (2, 1): "O(log t/t^2)", (1, 1): "O(log t/t)"}
    slow = {(0, -1): "O(1/log t)", (Fraction(1, 2), 1): "O(log t/sqrt t)"}
    return {**orders, **slow}[decay[1:]]


def rows(side: Any, other: Any, member: int | None) -> list[list[Any]]:
    """One list of entries an index, for one member of a batch; a constant side is repeated for every index."""
    array = np.broadcast_arrays(np.asarray(side, dtype=object), np.asarray(other, dtype=object))[0]
    if member is not None and array.ndim > 1:
        array = array[:, member if array.shape[1] > 1 else 0]
    return [list(np.asarray(row, dtype=object).ravel()) for row in array]


def entries(side: Any, size: int) -> list[Any]:
    return list(side) if isinstance(side, list) else [side] * size


def real(value: Any) -> Any:
    """A number, rounded if it is an exact fraction."""
    if isinstance(value, fmpq):
        return NUM.number(Fraction(int(value.p), int(value.q)))
    return NUM.number(value) if isinstance(value, Fraction) else NUM.ctx.mpf(value)


def agree(ours: list[list[Any]], theirs: list[Any], tolerance: Any) -> bool:
    if len(ours) != len(theirs):
        return False
    for row, side in zip(ours, theirs, strict=True):
        printed = entries(side, len(row))
        if len(row) != len(printed):
            return False
        for value, other in zip(row, printed, strict=True):
            here, there = real(value), real(other)
            if not abs(here - there) <= tolerance * (1 + abs(there)):
                return False
    return True


def disagreement(statement: Any, printed: Printed, tolerance: Any, member: int | None = None) -> str | None:
    """What differs between one relation of a claim and one of the print."""
    op = order(statement) if isinstance(statement, Decay) else statement.op
    if op != printed.op:
        return f"the claim says {op}, the print {printed.op}"
    if isinstance(statement, Decay):
        sides = [("sequence", statement.sequence, statement.sequence, 0)]
    else:
        lhs, rhs = statement.lhs, statement.rhs
        sides = [("left side", lhs, rhs, 0), ("right side", rhs, lhs, 1)]
    for name, side, other, place in sides:
        ours = rows(side, other, member)
        if not agree(ours, [pair[place] for pair in printed.rows], tolerance):
            return f"the {name} differs, in {len(ours)} rows against {len(printed.rows)}"
    return None


def well_formed(printed: list[Printed]) -> bool:
    pairs = [pair for relation in printed for pair in relation.rows]
    return all(len(a) == len(b) for a, b in pairs if isinstance(a, list) and isinstance(b, list))
