"""Which rows of a relation are steps: an author may also compare vectors of one step, or the last steps of his run."""

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.shared import difference
from lemmacheck.verifiers.decide.statements import in_exact_numbers, relations_on
from lemmacheck.verifiers.instances.subject import run_on
from lemmacheck.verifiers.numbers.comparison import sides

_growing = WeakKeyDictionary[Any, int]()  # for functions, how long a run was whose relations all grow with it


def as_whole_rows(claim: Claim, subject: Any, relations: tuple[Relation, ...]) -> tuple[Relation, ...]:
    """The relations, of which one between vectors of one step, such as x_3, is one row: its entries are no steps. So is
    one about the last steps, such as x[-3:]: it has no t, and says T. Both have as many rows on a longer run.

    A vector has as many entries as the data have rows or columns, also on a run without steps if it says anything of
    that: of x_0, x_1, x_2 there is only the first.
    """
    if not (claim.own and isinstance(subject, Run) and subject.steps and in_exact_numbers(subject)):
        return relations
    steps, sizes = subject.steps, set(subject.problem.Z.shape) - {1}
    counts = [count if r.start is None else 1 for r, count in zip(relations, rows_of(relations), strict=True)]
    ends = () if claim.first or steps <= _growing.get(claim.function, 0) else range(2, steps + 1)
    if not any(count in sizes or count in ends for count in counts):
        return relations
    longer, none = (stated_of(claim, subject, length) for length in (steps + 1, 0))
    if len(longer) < len(relations):
        return relations
    few = rows_of(none) if len(none) == len(relations) else counts
    same = [1 < count == more for count, more in zip(counts, rows_of(longer), strict=False)]
    if not any(same):
        _growing[claim.function] = steps
    return tuple(
        one_row(r) if alike and (count == least in sizes or (count in ends and moved_on(r, more))) else r
        for r, more, alike, count, least in zip(relations, longer, same, counts, few, strict=False)
    )


def stated_of(claim: Claim, subject: Run, steps: int) -> tuple[Relation, ...]:
    """What the claim states of a run of another length, if it states anything of it."""
    try:
        return relations_on(claim, run_on(subject.problem, subject.algorithm, steps))
    except Exception:  # of a method that has no more steps, whatever it then does
        return ()


def one_row(relation: Relation) -> Relation:
    """The relation with all its entries in one row."""
    lhs, rhs = (
        side[None] if isinstance(side, np.ndarray) and side.ndim else side for side in (relation.lhs, relation.rhs)
    )
    return relation._replace(lhs=lhs, rhs=rhs)


def rows_of(relations: tuple[Relation, ...]) -> list[int]:
    return [len(sides(r)[0]) for r in relations]


def say_otherwise(here: Sequence[Relation], longer: Sequence[Relation]) -> bool:
    """Whether the relations of a longer run say another thing of some row here."""
    pairs = zip(map(sides, here), map(sides, longer), strict=False)
    return any(difference(a, b[: len(a)]) for one, more in pairs for a, b in zip(one, more, strict=True))


def moved_on(one: Relation, more: Relation) -> bool:
    """Whether the rows here are others there, and all but the first are the first ones there."""
    pairs = list(zip(sides(one), sides(more), strict=True))
    return any(difference(a, b) for a, b in pairs) and not any(difference(a[1:], b[:-1]) for a, b in pairs)
