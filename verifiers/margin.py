"""The margin document of a data set: γ̄ = min_{q∈Δ} ‖Zᵀq‖, whether the data are separable, and the proof.

Separable means γ̄ > 0: some w has ⟨w, z_i⟩ < 0 for every i. With g = Zᵀq, a certificate (q_i = 0 off `support`) is

    kkt         q ∈ Δ and ⟨z_i, g⟩ ≥ ‖g‖² for every i, so γ̄² = ‖g‖², exactly
    gordan      q ∈ Δ and g = 0, so every w has ⟨w, z_i⟩ ≥ 0 for some i
    enclosure   w and q ∈ Δ with min_i ⟨w, −z_i⟩ / ‖w‖ ≤ γ̄ ≤ ‖g‖

Fractions are strings "p/q" of any length, decimals are strings rounded outwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import isqrt
from typing import Any

from flint import fmpz

from verifiers.data import Dataset
from verifiers.optimum import Enclosure, Optimum, certify, enclose, solve
from verifiers.optimum.homogeneous import homogeneous

DIGITS = 30
# Numerals of the exact solution grow to about twice (rows of the support) x (bits of an entry); beyond this
# many bits a solve takes more than a few seconds.
AFFORDABLE_BITS = 20_000


def margin(dataset: Dataset) -> dict[str, Any]:
    """The document; exact where that is affordable or nothing less decides separability."""
    Z = dataset.rows()
    enclosure = None if _affordable(Z) else enclose(Z)
    if enclosure is not None and enclosure.separable:
        return _document(dataset, True, None, enclosure.lower**2, enclosure.upper**2, None, _bounds(enclosure))
    try:
        optimum = solve(Z)
        certify(Z, optimum)
    except (ArithmeticError, MemoryError, RuntimeError, ValueError) as error:
        return _undecided(dataset, enclosure or enclose(Z), error)
    square = optimum.gamma_squared
    certificate = {"kind": "kkt" if optimum.separable else "gordan", **_weights(optimum)}
    support = list(optimum.support)
    return _document(dataset, optimum.separable, fraction(square), square, square, support, certificate)


def _affordable(Z: tuple[tuple[Fraction, ...], ...]) -> bool:
    rows = homogeneous(Z)
    bits = max(max(map(abs, row)) for row in rows).bit_length()
    return min(len(rows), len(rows[0])) * bits <= AFFORDABLE_BITS


def _undecided(dataset: Dataset, enclosure: Enclosure, error: Exception) -> dict[str, Any]:
    lower, upper = enclosure.lower**2, enclosure.upper**2
    document = _document(dataset, enclosure.separable, None, lower, upper, None, _bounds(enclosure))
    reason = f"the bounds do not tell γ̄ from 0 and the exact solution failed: {error or type(error).__name__}"
    return document if enclosure.separable is not None else {**document, "reason": reason}


def _document(
    dataset: Dataset,
    separable: bool | None,
    gamma_squared: str | None,
    lower: Fraction,
    upper: Fraction,
    support: list[int] | None,
    certificate: dict[str, Any],
) -> dict[str, Any]:
    """`lower` and `upper` are bounds of γ̄². If every row is zero, γ̄ divided by the largest norm is given as 0."""
    largest = dataset.largest_norm_squared() or Fraction(1)
    return {
        "data": dataset.name,
        "n": dataset.n,
        "d": dataset.d,
        "separable": separable,
        "gamma_squared": gamma_squared,
        "gamma": {"lower": root(lower, up=False), "upper": root(upper, up=True)},
        "normalized_gamma": {"lower": root(lower / largest, up=False), "upper": root(upper / largest, up=True)},
        "support": support,
        "certificate": certificate,
    }


def _bounds(enclosure: Enclosure) -> dict[str, Any]:
    return {"kind": "enclosure", "w": [fraction(x) for x in enclosure.w], **_weights(enclosure)}


def _weights(point: Optimum | Enclosure) -> dict[str, Any]:
    """q on its support."""
    support = [i for i, weight in enumerate(point.q) if weight]
    return {"support": support, "q": [fraction(point.q[i]) for i in support]}


def fraction(value: Fraction) -> str:
    """ "p/q", or "p" for an integer; flint prints integers of any length, where str stops at 4300 digits."""
    numerator, denominator = (str(fmpz(part)) for part in value.as_integer_ratio())
    return numerator if denominator == "1" else f"{numerator}/{denominator}"


def root(square: Fraction, up: bool, digits: int = DIGITS) -> str:
    """√square to so many significant digits, rounded down or up, or exactly if that is no longer."""
    if square == 0:
        return "0"
    numerator, denominator = square.as_integer_ratio()
    shift = digits - (numerator.bit_length() - denominator.bit_length()) * 3 // 20 + 3
    mantissa = _floor(numerator, denominator, shift)
    shift += digits - len(str(mantissa))
    mantissa = _floor(numerator, denominator, shift)
    exact = Fraction(mantissa) ** 2 == square * Fraction(10) ** (2 * shift)
    mantissa += up and not exact
    while shift > 0 and mantissa % 10 == 0:
        mantissa, shift = mantissa // 10, shift - 1
    return str(Decimal((0, tuple(map(int, str(mantissa))), -shift)))


def _floor(numerator: int, denominator: int, shift: int) -> int:
    """⌊10^shift √(numerator / denominator)⌋."""
    if shift < 0:
        return isqrt(numerator // (denominator * 100**-shift))
    return isqrt(numerator * 100**shift // denominator)


def describe(document: dict[str, Any]) -> str:
    """The document in a few lines for a person."""
    lines = {
        "data": f"{document['data']}: {document['n']} rows, {document['d']} columns",
        "separable": _SEPARABLE[document["separable"]],
        "margin": _interval(document["gamma"]),
        "normalised": f"{_interval(document['normalized_gamma'])}, the margin over the largest row norm",
        "certificate": _proof(document),
    }
    return "\n".join(f"{name:<12}{text}" for name, text in lines.items())
