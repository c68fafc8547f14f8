"""Averages over examples out of the rows of an instance, in exact fractions.

w⁰ = 2(5 − d, 4, …, 4)/(d + 3), of norm 2; targets from ⟨z_i, w⁰⟩; w_1 = w* − (B/2)w⁰
w*  w⁰ itself where all targets are fitted, as they are beyond SIX rows. Else, if φ has a kink, f is linear between the
    hyperplanes ⟨z_i, w⟩ = y_i and bounded below, so that it is least where as many independent ones meet as can. For
    other φ w* is left at w⁰, which then does not minimise f: nothing that is said of w* is asked of these
"""

from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from flint import fmpq_mat
from lemmacheck.theory.books.lecture.methods.objectives import far, length
from lemmacheck.theory.books.lecture.problems.examples import Examples, Kinked, Sample, fitted
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, Row, gathered
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.numbers.ball import fraction, to_fmpq

SIX = 6
Point = list[Fraction]


class Found(NamedTuple):
    """y, D, w*, w_1 and ρ."""

    y: Point
    share: Point
    best: Point
    first: Point
    rho: int


def dot(a: Any, b: Any) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def crossings(rows: tuple[Row, ...], y: Point) -> list[Point]:
    """For each largest set of independent rows, the shortest w with ⟨z_i, w⟩ = y_i on it; 0 if there is no such row."""
    d, rank = len(rows[0]), fmpq_mat([[to_fmpq(x) for x in row] for row in rows]).rref()[1]
    points = []
    for chosen in combinations(range(len(rows)), rank):
        gram = fmpq_mat(rank, rank, [to_fmpq(dot(rows[i], rows[j])) for i in chosen for j in chosen])
        if gram.det() != 0:
            weights = gram.solve(fmpq_mat(rank, 1, [to_fmpq(y[i]) for i in chosen]))
            weighted = [fraction(weights[k, 0]) for k in range(rank)]
            points.append([dot(weighted, [rows[i][j] for i in chosen]) for j in range(d)])
    return points


def kinked_risk(phi: Kinked, rows: tuple[Row, ...], y: Point, share: Point, w: Point) -> Fraction:
    """f(w)."""
    off = [dot(row, w) - target for row, target in zip(rows, y, strict=True)]
    return dot(share, [u * (phi.low if u < 0 else phi.high) for u in off])


@remembering(8192)
def found(rows: tuple[Row, ...], family: Sample) -> Found:
    """What a family makes of the rows."""
    n, good = len(rows), far(len(rows[0]))
    scores = [dot(row, good) for row in rows]
    share = [Fraction(2 * i, n * (n + 1)) if family.uneven else Fraction(1, n) for i in range(1, n + 1)]
    search = isinstance(family.phi, Kinked) and family.targets is not fitted and n <= SIX
    y, best = (family.targets(scores) if n <= SIX else scores), good
    if search:
        best = min(crossings(rows, y), key=lambda w: kinked_risk(family.phi, rows, y, share, w))
    first = [b - Fraction(family.distance, 2) * x for b, x in zip(best, good, strict=True)]
    return Found(y, share, best, first, max(map(length, rows)))


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> Examples:
    """The objective of an algorithm's family, or of the family itself."""
    every, entered = gathered(data, num)
    family = getattr(algorithm, "family", algorithm)
    made = [found(rows, family) for rows in every]
    return Examples(
        entered([list(map(list, rows)) for rows in every]),
        num,
        entered([one.y for one in made]),
        entered([one.share for one in made]),
        family.phi,
        entered([one.best for one in made]),
        entered([one.first for one in made]),
        entered([one.rho for one in made]),
    )
