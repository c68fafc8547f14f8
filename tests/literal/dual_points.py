"""Vectors ξ ∈ ℝⁿ and pairs of them, listed by hand: where "for all ξ" is read."""

from collections.abc import Sequence
from fractions import Fraction

from tests.literal.case import Case
from tests.literal.reference import Vector


def dual_points(case: Case) -> list[Vector]:
    """0, (3, 0, …), (1, 2, …, n), (−1, …, −n), (1, −2, 3, …), (1, …, 1)."""
    n = case.n
    points = [
        [0] * n,
        [3] + [0] * (n - 1),
        [i + 1 for i in range(n)],
        [-i - 1 for i in range(n)],
        [i + 1 if i % 2 == 0 else -i - 1 for i in range(n)],
        [1] * n,
    ]
    return case.reals([[Fraction(entry) for entry in point] for point in points])


def signs(case: Case) -> Vector:
    """(1, −1, 1, …)."""
    return case.reals([[Fraction(1 if i % 2 == 0 else -1) for i in range(case.n)]])[0]


def pairs_along(case: Case, ways: Sequence[Vector]) -> list[tuple[Vector, Vector]]:
    """(ξ, ξ + s·way) for s = 1/64, 1, 8, each way and each ξ, then (ξ, 5·(first way) − ξ)."""
    points = dual_points(case)
    pairs = []
    for size in (Fraction(1, 64), Fraction(1), Fraction(8)):
        for way in ways:
            for xi in points:
                pairs.append((xi, [xi[i] + case.ref.real(size) * way[i] for i in range(case.n)]))
    for xi in points:
        pairs.append((xi, [5 * ways[0][i] - xi[i] for i in range(case.n)]))
    return pairs


def turned_pairs(case: Case) -> list[tuple[Vector, Vector]]:
    """Along alternating signs and along the first coordinate."""
    first = [case.ref.ctx.one] + [case.ref.ctx.zero] * (case.n - 1)
    return pairs_along(case, [signs(case), first])


def dual_pairs(case: Case) -> list[tuple[Vector, Vector]]:
    """Also along (1, …, 1) and its negative."""
    one = case.ref.ctx.one
    first = [one] + [case.ref.ctx.zero] * (case.n - 1)
    return pairs_along(case, [signs(case), first, [one] * case.n, [-one] * case.n])
