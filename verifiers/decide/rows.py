"""Which rows of a relation are steps: an author may also compare vectors of one step, or the last steps of his run."""

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.shared import authored, difference
from lemmacheck.verifiers.decide.statements import in_exact_numbers, relations_on
from lemmacheck.verifiers.instances.subject import run_on
from lemmacheck.verifiers.numbers.comparison import sides

_whole = WeakKeyDictionary[Any, dict[int, tuple[bool, ...]]]()  # which of so many relations of a function are one row
_growing = WeakSet[Any]()  # functions whose relations have more rows on longer runs


def as_whole_rows(claim: Claim, subject: Any, relations: tuple[Relation, ...]) -> tuple[Relation, ...]:
    """The relations, of which one between vectors of one step, such as x_3, is one row: its entries are no steps. So is
    one about the last steps, such as x[-3:]: it has no t, and says T.

    A vector has as many entries as the data have rows or columns, on this run, on a longer one, and on one without
    steps if it says anything of that: of x_0, x_1, x_2 there is only the first.
    """
    own = authored(claim.function) and claim.own
    if not (own and isinstance(subject, Run) and subject.steps and in_exact_numbers(subject)):
        return relations
    relations = tuple(
        one_row(r) if of_the_end else r
        for r, of_the_end in zip(relations, of_the_last_steps(claim, subject, relations), strict=True)
    )
    counts, sizes = rows_of(relations), set(subject.problem.Z.shape) - {1}
    known = _whole.setdefault(claim.function, {})
    if len(counts) not in known and sizes.intersection(counts):
        longer, none = (rows_of(stated_of(claim, subject, steps)) for steps in (subject.steps + 1, 0))
        if len(longer) < len(counts):
            return relations
        none = none if len(none) == len(counts) else counts
        known[len(counts)] = tuple(c == more == few for c, more, few in zip(counts, longer, none, strict=False))
    return tuple(
        one_row(r) if whole and count in sizes and r.start is None else r
        for r, whole, count in zip(relations, known.get(len(counts), (False,) * len(counts)), counts, strict=True)
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


def of_the_last_steps(claim: Claim, subject: Run, relations: tuple[Relation, ...]) -> list[bool]:
    """Of which relations a run of one more step has as many rows, and as its first ones the later ones here."""
    counts, none = rows_of(relations), [False] * len(relations)
    few = [1 < count <= subject.steps and r.start is None for r, count in zip(relations, counts, strict=True)]
    if claim.first or not any(few) or claim.function in _growing:
        return none
    longer = stated_of(claim, subject, subject.steps + 1)
    if len(longer) != len(relations):
        return none
    same = [a and b == c for a, b, c in zip(few, counts, rows_of(longer), strict=True)]
    if not any(same):
        _growing.add(claim.function)
    return [one and moved_on(*pair) for one, *pair in zip(same, relations, longer, strict=True)]


def moved_on(one: Relation, more: Relation) -> bool:
    """Whether the rows here are others there, and all but the first are the first ones there."""
    pairs = list(zip(sides(one), sides(more), strict=True))
    return any(difference(a, b) for a, b in pairs) and not any(difference(a[1:], b[:-1]) for a, b in pairs)
