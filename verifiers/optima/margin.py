"""The margin document of a data set: γ̄ = min_{q∈Δ} ‖Zᵀq‖, whether the data are separable, and the proof.

Separable means γ̄ > 0: some w has ⟨w, z_i⟩ < 0 for every i. With g = Zᵀq, and q = 0 off `support`, it is

    kkt         q ∈ Δ and ⟨z_i, g⟩ ≥ ‖g‖² for every i, so γ̄² = ‖g‖², exactly
    gordan      q ∈ Δ and g = 0, so every w has ⟨w, z_i⟩ ≥ 0 for some i
    enclosure   w and q ∈ Δ with min_i ⟨w, −z_i⟩ / ‖w‖ ≤ γ̄ ≤ ‖g‖

Fractions are strings "p/q" of any length, decimals are strings rounded outwards.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import isqrt
from typing import Any

from flint import fmpz
from lemmacheck.verifiers.data import Dataset
from lemmacheck.verifiers.data.dataset import Rows
from lemmacheck.verifiers.optima import Enclosure, Optimum, certify, enclose, solve
from lemmacheck.verifiers.optima.homogeneous import homogeneous
from lemmacheck.verifiers.records.text import counted

DIGITS = 30
SHOWN = 15
# The numerals of an exact solution are about twice as long as (rows of the support) x (bits of an entry);
# 500 x 500 float64 data have 30 000 of these bits and take 5 s, 2000 x 200 have 12 000 and take 1.5 s.
AFFORDABLE_BITS = 30_000


def margin(dataset: Dataset) -> dict[str, Any]:
    """The document: exact where that is affordable, or where bounds do not decide separability."""
    Z = dataset.rows()
    enclosure = None if _affordable(Z) else enclose(Z)
    if enclosure is not None and enclosure.separable:
        return _enclosed(dataset, enclosure)
    try:
        optimum = solve(Z)
        certify(Z, optimum)
    except (ArithmeticError, MemoryError, RuntimeError, ValueError) as error:
        return _undecided(dataset, enclosure or enclose(Z), error)
    square = optimum.gamma_squared
    certificate = {"kind": "kkt" if optimum.separable else "gordan", **_weights(optimum)}
    document = _document(dataset, optimum.separable, square, square, certificate)
    return {**document, "gamma_squared": fraction(square), "support": list(optimum.support)}


def _affordable(Z: Rows) -> bool:
    rows = homogeneous(Z)
    bits = max(max(map(abs, row)) for row in rows).bit_length()
    return min(len(rows), len(rows[0])) * bits <= AFFORDABLE_BITS


def _enclosed(dataset: Dataset, enclosure: Enclosure) -> dict[str, Any]:
    certificate = {"kind": "enclosure", "w": [fraction(x) for x in enclosure.w], **_weights(enclosure)}
    return _document(dataset, enclosure.separable, enclosure.lower**2, enclosure.upper**2, certificate)


def _undecided(dataset: Dataset, enclosure: Enclosure, error: Exception) -> dict[str, Any]:
    document = _enclosed(dataset, enclosure)
    if enclosure.separable is not None:
        return document
    why = str(error)[:200] or type(error).__name__
    reason = f"the bounds do not tell γ̄ from 0, and the exact solution failed ({why})"
    return {**document, "reason": reason}


def _document(
    dataset: Dataset, separable: bool | None, lower: Fraction, upper: Fraction, certificate: dict[str, Any]
) -> dict[str, Any]:
    """From bounds of γ̄². Where every row is zero, 0 stands for γ̄ divided by the largest norm."""
    largest = dataset.largest_norm_squared() or Fraction(1)
    return {
        "data": dataset.name,
        "n": dataset.n,
        "d": dataset.d,
        "separable": separable,
        "gamma_squared": None,
        "gamma": _outward(lower, upper),
        "normalized_gamma": _outward(lower / largest, upper / largest),
        "support": None,
        "certificate": certificate,
    }


def _outward(lower: Fraction, upper: Fraction) -> dict[str, str]:
    """Decimals that enclose the roots of two squares."""
    return {"lower": root(lower, up=False), "upper": root(upper, up=True)}


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
    numerator, denominator = square.as_integer_ratio()
    shift = digits - (numerator.bit_length() - denominator.bit_length()) * 3 // 20 + 3
    mantissa = _floor(numerator, denominator, shift)
    shift += digits - len(str(mantissa))
    mantissa = _floor(numerator, denominator, shift)
    exact = Fraction(mantissa) ** 2 == square * Fraction(10) ** (2 * shift)
    mantissa += up and not exact
    while exact and shift > 0 and mantissa % 10 == 0:
        mantissa, shift = mantissa // 10, shift - 1
    return str(Decimal((0, tuple(map(int, str(mantissa))), -shift)))


def _floor(numerator: int, denominator: int, shift: int) -> int:
    """⌊10^shift √(numerator / denominator)⌋."""
    if shift < 0:
        return isqrt(numerator // (denominator * 100**-shift))
    return isqrt(numerator * 100**shift // denominator)


def describe(document: dict[str, Any]) -> str:
    """The document in a few lines for a reader."""
    lines = {
        "data": f"{document['data']}, {document['n']} x {document['d']}",
        "separable": _SEPARABLE[document["separable"]],
        "margin": f"{_interval(document['gamma'])}, of the rows as they are given",
        "normalised": f"{_interval(document['normalized_gamma'])}, the margin over the largest row norm",
        "certificate": _proof(document),
    }
    return "\n".join(f"{name:<13}{text}" for name, text in lines.items())


def _interval(bounds: dict[str, str]) -> str:
    """The bounds with fewer digits, rounded outwards again."""
    lower = Context(prec=SHOWN, rounding=ROUND_FLOOR).create_decimal(bounds["lower"])
    upper = Context(prec=SHOWN, rounding=ROUND_CEILING).create_decimal(bounds["upper"])
    return f"{lower}, exactly" if lower == upper else f"between {lower} and {upper}"


def _proof(document: dict[str, Any]) -> str:
    certificate = document["certificate"]
    proof = _PROOFS[certificate["kind"]].format(rows=counted(len(certificate["support"]), "row"))
    return f"{proof}; {document['reason']}" if "reason" in document else proof


_SEPARABLE = {
    True: "yes, some hyperplane through the origin has every row strictly on its right side",
    False: "no, every hyperplane through the origin has a row on it or on its wrong side",
    None: "not decided",
}
_PROOFS = {
    "kkt": "exact weights q ≥ 0, Σq = 1 on {rows}, the support, and ⟨z_i, Zᵀq⟩ ≥ ‖Zᵀq‖² for every row: "
    "no direction has a larger margin",
    "gordan": "exact weights q ≥ 0, Σq = 1 on {rows} with Zᵀq = 0: no direction has a positive margin",
    "enclosure": "a direction has at least the lower margin, and weights q ≥ 0, Σq = 1 on {rows} show "
    "that none has more than the upper",
}
