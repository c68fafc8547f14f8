"""A relation as a proof reads it: one term that is 0, or that is not negative, at each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from lemmacheck.theory.core.relation import Relation, conjuncts
from lemmacheck.verifiers.prove.context import Context, Index, Later
from lemmacheck.verifiers.prove.lengths import comparable
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.values import Value


@dataclass
class Stated:
    """A relation as a term lhs − rhs that is 0 (an equality), or that must not be negative."""

    op: str
    gap: Value
    printed: tuple[Value, str, Value] | None = None

    @property
    def parts(self) -> list[Stated]:
        return [self]

    @property
    def per_step(self) -> bool:
        return self.gap.time is not None

    def beyond(self, index: Index | None) -> int:
        """The distance of its last row, at this index, from the end of the run."""
        if self.gap.time is None or index is None:
            return self.gap.steps_at(None)
        return (index.k if isinstance(index, Later) else index) - self.gap.time.spare

    def asks(self, index: Index | None) -> int:
        """How many more steps a run has at least if the relation has a row at this index."""
        return max(self.beyond(index), self.gap.steps_at(index) or self.beyond(index))


def stated(context: Context, relation: Relation) -> Stated:
    """A relation between arrays as one about their difference."""
    if relation.op not in ("<=", ">=", "<", ">", "=="):
        raise Refused(f"{relation.op!r} is no relation")
    lhs, rhs = (single(context, side) for side in (relation.lhs, relation.rhs))
    op, high, low = upwards(lhs, relation.op, rhs)
    if not comparable(high.axes, low.axes):
        raise Refused("the sides of a relation have other axes than one another")
    return Stated(op, high - low, (lhs, relation.op, rhs))


def upwards(lhs: Any, op: str, rhs: Any) -> tuple[str, Any, Any]:
    """The same relation with ≥, > or = as its comparison: high `op` low."""
    return (op, lhs, rhs) if op in (">=", ">") else ({"<=": ">=", "<": ">", "==": "=="}[op], rhs, lhs)


def in_step(relations: list[Stated]) -> bool:
    """Whether two relations end within one step of each other: where one has a row, all have the row before."""
    spares = [relation.gap.time.spare for relation in relations if relation.gap.time is not None]
    return len(spares) == len(relations) and all(abs(a - b) <= 1 for a in spares for b in spares)


def relations_of(statement: Any) -> tuple[Relation, ...]:
    """The relations of a statement; a statement with anything else is refused."""
    return parts_of(statement, Relation)


def parts_of(statement: Any, *kinds: type) -> tuple[Any, ...]:
    """The parts of a conjunction, all of these kinds."""
    parts = conjuncts(statement) if type(statement) in (*kinds, tuple, list) else ()
    if not parts or not all(type(part) in kinds for part in parts):  # one of a class of its own may say another thing
        raise Refused("the statement is no conjunction of relations")
    return parts


def single(context: Context, x: Any) -> Value:
    """An array as it is, and a number as one."""
    if isinstance(x, Value):
        return x
    written = type(x) is np.ndarray and x.size == 1
    number = context.universe.constant(x.ravel()[0] if written else x)
    return Value(context, (1,) * (x.ndim if written else 0), lambda _: number)
