"""γ̄ between two rationals, for data where its exact value is dear: any w and any q of the simplex bound it,

    min_i ⟨w, −z_i⟩ / ‖w‖₂  ≤  γ̄  ≤  ‖Zᵀq‖₂.

A float solver proposes q, balls solve for it again at a higher precision, and w = −Zᵀq. Whatever was
proposed, both bounds are then computed from w and q in whole numbers and rounded outwards, so they hold.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from flint import arb_mat, fmpq, fmpz, fmpz_mat
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.optima.homogeneous import Rows, exponent, homogeneous, scaled
from lemmacheck.verifiers.optima.lowest import fractions
from lemmacheck.verifiers.optima.wolfe import Minimiser, Point, Tolerance, least_point

CORRALS = 50


@dataclass(frozen=True)
class Enclosure:
    """lower ≤ γ̄ ≤ upper, with the w and the q that prove it."""

    lower: Fraction
    upper: Fraction
    w: tuple[Fraction, ...]
    q: tuple[Fraction, ...]

    @property
    def separable(self) -> bool | None:
        """True if γ̄ > 0 for sure, False if γ̄ = 0 for sure, None if the bounds leave it open."""
        if self.lower > 0:
            return True
        return False if self.upper == 0 else None


def enclose(Z: Sequence[Sequence[Any]] | np.ndarray, bits: int = 128) -> Enclosure:
    """Bounds on γ̄, as a rule to a relative accuracy of about 2^−bits; less if γ̄ < 2^−bits max |z_ij|.

    If the data are not separable, lower = 0 and upper is tiny but as a rule not 0: that γ̄ = 0 is then
    likely, not proved, and `solve` decides it.
    """
    rows = homogeneous(Z)
    e = exponent(rows)
    rows = scaled(rows, e)
    point = least_point(rows, None, rounded(2 * bits), Tolerance(bits, CORRALS))
    return _stretched(_bounds(rows, point, bits), Fraction(2) ** e)


def _bounds(rows: Rows, point: Point, bits: int) -> Enclosure:
    """The bounds that the q of the point and w = −Zᵀq prove."""
    p, total = point.p, point.total
    norm_squared = sum([x * x for x in p])
    scores = (fmpz_mat(rows) * fmpz_mat(len(rows[0]), 1, [*p, 0])).entries()
    least = min([fmpq(score, row[-1]) for score, row in zip(scores, rows, strict=True)])
    q, direction = fractions(rows, point)
    return Enclosure(
        lower=root(least * least / norm_squared, bits, up=False) if least > 0 else Fraction(0),
        upper=root(fmpq(norm_squared, total * total), bits, up=True),
        w=tuple(-x for x in direction),
        q=q,
    )


def _stretched(enclosure: Enclosure, scale: Fraction) -> Enclosure:
    """The enclosure for Z times the scale."""
    return Enclosure(
        lower=scale * enclosure.lower,
        upper=scale * enclosure.upper,
        w=tuple(scale * x for x in enclosure.w),
        q=enclosure.q,
    )


def rounded(bits: int) -> Minimiser:
    """y ∝ (M_S M_Sᵀ)⁻¹ D_S to about so many bits, for least_point; ZeroDivisionError if they are too few."""

    def minimise(corral: fmpz_mat) -> list[fmpz]:
        D = fmpz_mat([[row[-1]] for row in corral.tolist()])
        with Ball(bits).active():
            solution = arb_mat(corral * corral.transpose()).solve(arb_mat(D), algorithm="approx")
        parts = [x.mid().man_exp() for x in solution.entries()]
        least = min([e for mantissa, e in parts if mantissa], default=fmpz(0))
        y = [mantissa << int(e - least) if mantissa else mantissa for mantissa, e in parts]
        if (fmpz_mat(1, len(y), y) * D)[0, 0] <= 0:  # impossible for the true y
            raise ZeroDivisionError(f"the corral is too nearly dependent for {bits} bits")
        return y

    return minimise


def root(square: fmpq, bits: int, up: bool) -> Fraction:
    """√square to about so many bits, rounded down or up."""
    numerator, denominator = int(square.p), int(square.q)
    shift = bits + max(0, (denominator.bit_length() - numerator.bit_length()) // 2 + 1)
    shifted = numerator << (2 * shift)
    if not up:
        return Fraction(isqrt(shifted // denominator), 1 << shift)
    least = -(-shifted // denominator)
    floor = isqrt(least)
    return Fraction(floor + (floor * floor < least), 1 << shift)
