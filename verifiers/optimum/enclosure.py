"""γ̄ between two rationals, for data where its exact value is dear: any w and any q of the simplex bound it,

    min_i ⟨w, −z_i⟩ / ‖w‖₂  ≤  γ̄  ≤  ‖Zᵀq‖₂.

A float solver proposes q, balls solve for it again at a higher precision, and w = −Zᵀq. Whatever was
proposed, both bounds are then computed from w and q in whole numbers and rounded outwards, so they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from flint import arb_mat, fmpq, fmpz, fmpz_mat

from verifiers.arithmetics.ball import Ball
from verifiers.optimum.exact import propose
from verifiers.optimum.homogeneous import Rows, exponent, homogeneous, scaled
from verifiers.optimum.wolfe import Minimiser, Point, Tolerance, least_point

CORRALS = 50


@dataclass(frozen=True)
class Enclosure:
    """lower ≤ γ̄ ≤ upper, with the w and the q that show it."""

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
    """Bounds on γ̄ from about `bits` bits of working precision.

    If the data are not separable, lower = 0 and upper is small but as a rule not 0: that γ̄ = 0 is then
    likely, not proved, and `solve` decides it.
    """
    rows = homogeneous(Z)
    e = exponent(rows)
    unit = scaled(rows, e)
    point = least_point(unit, propose(rows), rounded(bits), Tolerance(bits // 2, CORRALS))
    q = [Fraction(0)] * len(rows)
    for i, y in zip(point.support, point.y, strict=True):
        q[i] = Fraction(unit[i][-1] * int(y), int(point.total))
    norm_squared = sum([x * x for x in point.p])
    lower = max(fmpq(0), _least_score(unit, point))
    scale = Fraction(2) ** e
    return Enclosure(
        lower=scale * root(lower * lower / norm_squared, bits, up=False) if lower > 0 else Fraction(0),
        upper=scale * root(fmpq(norm_squared, point.total * point.total), bits, up=True),
        w=tuple(-scale * Fraction(int(x), int(point.total)) for x in point.p),
        q=tuple(q),
    )


def rounded(bits: int) -> Minimiser:
    """y ∝ (M_S M_Sᵀ)⁻¹ D_S to about so many bits, for least_point."""

    def minimise(corral: fmpz_mat) -> list[fmpz]:
        gram = corral * corral.transpose()
        D = [[row[-1]] for row in corral.tolist()]
        with Ball(bits).active():
            solution = arb_mat(gram).solve(arb_mat(fmpz_mat(D)), algorithm="approx").entries()
        parts = [x.mid().man_exp() for x in solution]
        least = min([int(e) for mantissa, e in parts if mantissa], default=0)
        return [mantissa << (int(e) - least) if mantissa else mantissa for mantissa, e in parts]

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


def _least_score(rows: Rows, point: Point) -> fmpq:
    """min_i ⟨z_i, p⟩, the margin of w = −p times ‖p‖."""
    scores = (fmpz_mat(rows) * fmpz_mat(len(rows[0]), 1, [*point.p, 0])).entries()
    return min([fmpq(score, row[-1]) for score, row in zip(scores, rows, strict=True)])
