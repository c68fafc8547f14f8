"""Fractions over one long denominator, in lowest terms: the q and the Zᵀq of a point."""

from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any, NamedTuple

from flint import fmpz
from lemmacheck.verifiers.optima.homogeneous import Rows
from lemmacheck.verifiers.optima.wolfe import Point

ZERO = Fraction(0)
SHORT = 1 << 256  # from here on a gcd of its own for each x takes longer


class Lowest(NamedTuple):
    """A ratio in lowest terms; Fraction takes the two parts of a Rational as they are."""

    numerator: int
    denominator: int


Rational.register(Lowest)


def fractions(rows: Rows, point: Point) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """q and Zᵀq."""
    products = [rows[i][-1] * y for i, y in zip(point.support, point.y, strict=True)]
    found = over(point.total, [*products, *point.p])
    weights = dict(zip(point.support, found, strict=False))
    return tuple(weights.get(i, ZERO) for i in range(len(rows))), tuple(found[len(products) :])


def over(total: fmpz, numerators: Sequence[fmpz]) -> list[Fraction]:
    """x / total for each x, where total > 0.

    For x ≠ 0, gcd(x, total) divides gcd(Π x, total), as a rule a short number: one long gcd serves for all, where
    gcds are long.
    """
    if total < SHORT:
        whole = int(total)
        return [Fraction(int(x), whole) for x in numerators]
    product = fmpz(1)
    for x in numerators:
        if x:
            product = product * x % total
    shared = total.gcd(product)
    return [_ratio(x, total, shared.gcd(x) if x else total) for x in numerators]


def _ratio(x: fmpz, total: fmpz, divisor: fmpz) -> Fraction:
    """x / total, where the divisor is their greatest in common."""
    lowest: Any = Lowest(int(x // divisor), int(total // divisor))
    return Fraction(lowest)
