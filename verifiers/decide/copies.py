"""Whether a claim treats a row of multiplicity m like m equal rows: then many copies cost nothing.

The claim is evaluated on small data, with multiplicities and written out, in floats and for fewer steps in balls. At
every t its sides must be the same numbers, however often each occurs, and so must those of its hypotheses. A claim that
sums over rows by itself, or tells them apart, differs or fails there; it gets each copy as a row of its own. So does a
claim that compares nothing in so few steps, and a claim about an author's method, whose use of the rows is unknown.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import IllFormed, Relation
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.instances.instance import Counted, Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import in_floats, sides
from lemmacheck.verifiers.numbers.float64 import Float64

STEPS_OF_FLOATS, STEPS, BITS = 64, 4, 128
CLOSE, LEAST, LEAST_OF_BALLS = 1e-9, 1.0, 1e-22  # how close in comparison to themselves, or to the least size
UNDEFINED = 1e300  # in the place of nan
SAMPLES = (
    [["3 x -1", "0"], ["-3/5", "4/5"], ["2 x -1/5", "1/3"]],
    [["-1/2", "1/3"], ["4 x 1/2", "-1/3"], ["2 x 1/7", "5/7"]],
)
SQUARE = ([["5 x -4/5", "1/9"], ["-1/3", "-2/3"]],)


@cache
def samples() -> tuple[tuple[Counted, ...], ...]:
    """Small data, separable and not, in batches of equal shape, one of them square."""
    made = [[Instance.from_json("copies", rows) for rows in batch] for batch in (SAMPLES, SQUARE)]
    return tuple(tuple(Counted(one.name, one.rows, one.copies) for one in batch) for batch in made)


def data_for(claim: Claim, instance: Instance, algorithm: Any) -> Instance:
    """The data in the form that the claim allows: with counted copies, or with each copy as a row of its own."""
    if not instance.copies:
        return instance
    if counts_copies(claim, algorithm):
        return Counted(instance.name, instance.rows, instance.copies)
    return instance.written_out


def counts_copies(claim: Claim, algorithm: Any) -> bool:
    """Whether the claim is the same on counted copies and on rows written out."""
    if claim.tends or claim.is_chance or claim.lists_all_paths or authored(algorithm):
        return False
    if claim.method is not None and claim.method.problem_of is not None:
        return False
    return all(agrees(statement, algorithm) for statement in (claim.function, *(h.function for h in claim.given)))


@remembering(4096)
def agrees(statement: Any, algorithm: Any) -> bool:
    """Whether a statement has the same sides on counted copies as on rows written out. An author's has runs of its
    own."""
    try:
        return all(agree(statement, ours(statement)(algorithm, batch)) for batch in samples())
    except (ArithmeticError, AttributeError, IllFormed, IndexError, TypeError, ValueError):
        return False


def ours(statement: Any) -> Any:
    return runs if authored(statement) else shared_runs


class Runs(NamedTuple):
    """The runs on a batch of counted data, on each of them written out, and in balls on the first."""

    together: Any
    alone: list[Any]
    counted: Any
    written: Any


def runs(algorithm: Any, batch: tuple[Counted, ...]) -> Runs:
    floats, balls = Float64(), Ball(BITS)
    with floats.active():
        together = subject_of(batch, floats, algorithm, STEPS_OF_FLOATS)
        alone = [subject_of([one.written_out], floats, algorithm, STEPS_OF_FLOATS) for one in batch]
    with balls.active():
        return Runs(
            together, alone, *(subject_of(x, balls, algorithm, STEPS) for x in (batch[0], batch[0].written_out))
        )


shared_runs = remembering(8)(runs)


def agree(statement: Any, on: Runs) -> bool:
    """Whether a statement has the same sides on counted copies and on rows written out."""
    with Float64().active():
        together = relations_of(statement(on.together))
        for k, subject in enumerate(on.alone):
            alone = relations_of(statement(subject))
            if not alike([of_member(r, k) for r in together], [of_member(r, 0) for r in alone], LEAST):
                return False
    with Ball(BITS).active():
        counted, written = (relations_of(statement(subject)) for subject in (on.counted, on.written))
        return alike(list(map(in_floats, counted)), list(map(in_floats, written)), LEAST_OF_BALLS)


def of_member(relation: Relation, k: int) -> Relation:
    """A relation of a batch for one of its problems."""
    lhs, rhs = sides(relation)
    return (
        relation
        if lhs.ndim < 2
        else relation._replace(lhs=lhs[:, min(k, lhs.shape[1] - 1)], rhs=rhs[:, min(k, rhs.shape[1] - 1)])
    )


def alike(one: list[Relation], other: list[Relation], least: float) -> bool:
    return len(one) == len(other) and all(same(a, b, least) for a, b in zip(one, other, strict=True))


def same(a: Relation, b: Relation, least: float) -> bool:
    """Whether at every t the same pairs of numbers are compared, however often; there must be a t."""
    rows = [entries(r) for r in (a, b)]
    if a.op != b.op or len(rows[0]) != len(rows[1]) or not len(rows[0]):
        return False
    return all(same_set(x, y, least) for x, y in zip(*rows, strict=True))


def entries(relation: Relation) -> np.ndarray:
    """For every t the pairs that are compared."""
    pairs = np.stack([side.reshape(len(side), -1) for side in sides(relation)], axis=-1).astype(float)
    return np.nan_to_num(pairs, nan=UNDEFINED, posinf=UNDEFINED / 2, neginf=-UNDEFINED / 2)


def same_set(a: np.ndarray, b: np.ndarray, least: float) -> bool:
    """Whether each pair of one is, up to rounding, one of the other."""
    size = least + np.maximum(np.abs(a)[:, None], np.abs(b)[None])
    close = (np.abs(a[:, None] - b[None]) <= CLOSE * size).all(-1)
    return bool(close.any(0).all() and close.any(1).all())
