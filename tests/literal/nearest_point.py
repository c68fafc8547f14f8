"""Zᵀq̄, the point of the hull of the rows that is nearest to 0, and the value of a game, by trying every face."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from tests.literal.vectors import dot, solve

Rows = Sequence[Sequence[Fraction]]


def nearest(rows: Rows) -> list[Fraction]:
    """The v with ⟨z_i, v⟩ ≥ ‖v‖² for all i, among the points of the faces' affine hulls nearest to 0."""
    n, d = len(rows), len(rows[0])
    for size in range(1, min(n, d + 1) + 1):
        for face in combinations(rows, size):
            q = weights([[dot(a, b) for b in face] for a in face])
            if q is None or min(q) < 0:
                continue
            v = [sum((x * z[k] for x, z in zip(q, face, strict=True)), Fraction(0)) for k in range(d)]
            if all(dot(z, v) >= dot(v, v) for z in rows):
                return v
    raise AssertionError("every hull has a nearest point")


def weights(gram: list[list[Fraction]]) -> list[Fraction] | None:
    """The q with Σ q_i = 1 for which all (Gq)_i are equal; None of points that are not affinely independent."""
    one = [Fraction(1)] * len(gram)
    try:
        return solve([*([*row, 1] for row in gram), [*one, 0]], [*(0 * x for x in one), 1])[:-1]
    except ZeroDivisionError:
        return None


def hardest(
    game: Rows, tried: Sequence[tuple[list[Fraction], list[Fraction]]] | None = None
) -> tuple[Fraction, list[Fraction]]:
    """The value min_D max_j Σ_i D_i M_ij of a game and such a D: no column gives more on D, no row less to a vote."""
    columns = list(zip(*game, strict=True))
    for D, vote in squares(game) if tried is None else tried:
        most = max(dot(D, column) for column in columns)
        if most == min(dot(row, vote) for row in game):
            return most, D
    raise AssertionError("every game has a value")


def squares(game: Rows) -> Iterator[tuple[list[Fraction], list[Fraction]]]:
    """The D and votes that make all columns, and all rows, of a square part of the game equal."""
    n, m = len(game), len(game[0])
    for size in range(1, min(n, m) + 1):
        for rows, columns in product(combinations(range(n), size), combinations(range(m), size)):
            part = [[game[i][j] for j in columns] for i in rows]
            D, vote = weights([list(column) for column in zip(*part, strict=True)]), weights(part)
            if D is not None and vote is not None and min(*D, *vote) >= 0:
                yield spread(D, rows, n), spread(vote, columns, m)


def spread(weights: list[Fraction], at: Sequence[int], size: int) -> list[Fraction]:
    return [weights[at.index(k)] if k in at else Fraction(0) for k in range(size)]
