"""A hypothesis for all u and v, on one exact problem: whether it holds at every u and v, not only where it was tried.

What it says there is run on letters in place of the entries of u and v. If both sides are forms of degree 2 at most,
the room (1, u, v)ᵀG(1, u, v) that a relation leaves is nonnegative everywhere exactly where G is positive semidefinite:
its LDLᵀ over ℚ has no negative pivot. The author's functions must be formulas: these do on letters what they do on
numbers. Of other functions, such as a logarithm, nothing is known. It is run on two points at once: what it says of
each reads that point alone. What compares points with one another, as f(u[1:]) with f(u[:-1]), says nothing of one.
"""

from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from lemmacheck.theory.core.argument import ForAll
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import Relation, conjuncts
from lemmacheck.theory.core.run import problem_in
from lemmacheck.verifiers.decide.limits import UNLIKE, of_an_author, read_by, unguarded
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.letters import NotAffine, among, letters, square
from lemmacheck.verifiers.prove.refusals import Refused

MOST = 24  # letters of a point
POINTS = 2


def holds_everywhere(hypothesis: Hypothesis, subject: Any) -> bool:
    """Whether what is said for all u and v surely holds of all of them, on the problem of this run; False where that is
    not known."""
    said = hypothesis.function
    if not isinstance(said, ForAll) or said.of is not problem_in:
        return False
    try:
        problem = problem_in(subject)
        read_by(said.__wrapped__, of_an_author(problem))  # type: ignore[attr-defined]
        shapes = [np.shape(one)[1:] for one in said.points(subject)]
        sizes = [int(np.prod(shape)) for shape in shapes]
        if sum(sizes) > MOST:
            return False
        entries = np.array(letters(POINTS * sum(sizes)), dtype=object).reshape(POINTS, sum(sizes))
        points = np.split(entries, np.cumsum(sizes)[:-1], axis=1)
        shaped = [point.reshape(POINTS, *shape) for point, shape in zip(points, shapes, strict=True)]
        stated = conjuncts(said.__wrapped__(unguarded(problem), *shaped))  # type: ignore[attr-defined]
        return all(leaves_room(relation, sum(sizes)) for relation in stated)
    except (*UNLIKE, Refused):
        return False


def leaves_room(relation: Relation, count: int) -> bool:
    """Whether the relation between forms in so many letters of each point holds, whatever they are."""
    lhs, rhs = sides(relation)
    gaps = of_each_point(rhs - lhs if relation.op == "<=" else lhs - rhs, count)
    if relation.op == "==":
        return not any(any(gap.entries()) for gap in gaps)
    found = [pivots(gap) for gap in gaps] if relation.op in ("<=", ">=") else [None]
    return all(one is not None and min(one) >= 0 for one in found)


def of_each_point(gaps: np.ndarray, count: int) -> list[fmpq_mat]:
    """The forms in the letters of a point, one row a point; or of no letters, in any number."""
    if not gaps.size:
        raise NotAffine
    own = [range(k * count + 1, (k + 1) * count + 1) if len(gaps) == POINTS else () for k in range(len(gaps))]
    rows = zip(own, gaps.reshape(len(gaps), -1), strict=True)
    return [among(square(gap, POINTS * count), mine) for mine, row in rows for gap in row]


def pivots(matrix: fmpq_mat) -> list[fmpq] | None:
    """The pivots of LDLᵀ over ℚ; None where a zero pivot has a nonzero row, so that the form is indefinite."""
    size = matrix.nrows()
    rest = [[matrix[i, j] for j in range(size)] for i in range(size)]
    found = []
    for k in range(size):
        pivot = rest[k][k]
        found.append(pivot)
        if pivot == 0:
            if any(rest[k][j] != 0 for j in range(k + 1, size)):
                return None
            continue
        for i in range(k + 1, size):
            factor = rest[i][k] / pivot
            if factor != 0:
                for j in range(k + 1, size):
                    rest[i][j] -= factor * rest[k][j]
    return found
