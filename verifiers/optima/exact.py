"""γ̄² = min { ‖Zᵀq‖² : q ≥ 0, Σq = 1 } over the rationals, with its certificate (Karush, Kuhn and Tucker).

q is optimal iff q ≥ 0, Σq = 1 and ⟨z_i, Zᵀq⟩ ≥ ‖Zᵀq‖² for every i: then every q' of the simplex has
‖Zᵀq'‖ ‖Zᵀq‖ ≥ ⟨Zᵀq', Zᵀq⟩ ≥ ‖Zᵀq‖². For γ̄ > 0 the unit vector ū = −Zᵀq̄ / γ̄ has the margin γ̄, and no
unit vector has more; γ̄ = 0 means Zᵀq̄ = 0, Gordan's certificate that no w has ⟨w, z_i⟩ < 0 for all i.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from flint import arb, fmpz, fmpz_mat
from lemmacheck.verifiers.numbers.ball import to_fmpq
from lemmacheck.verifiers.optima.homogeneous import Rows, floats, homogeneous
from lemmacheck.verifiers.optima.lowest import fractions, over
from lemmacheck.verifiers.optima.proposals import supports
from lemmacheck.verifiers.optima.wolfe import least_point


@dataclass(frozen=True)
class Optimum:
    """γ̄², an optimal q̄ and the direction Zᵀq̄, which is the same for every optimal q̄."""

    gamma_squared: Fraction
    q: tuple[Fraction, ...]
    direction: tuple[Fraction, ...]

    @property
    def separable(self) -> bool:
        """Some w has ⟨w, z_i⟩ < 0 for every i."""
        return self.gamma_squared > 0

    @property
    def support(self) -> tuple[int, ...]:
        """The rows with q̄_i > 0."""
        return tuple(i for i, weight in enumerate(self.q) if weight)


def solve(Z: Sequence[Sequence[Any]] | np.ndarray, start: Sequence[int] | None = None) -> Optimum:
    """The certified optimum. The search starts from the rows `start`, or from those a float solver proposes.

    The support of q̄ is affinely independent, so q̄ is a vertex of the set of optima.
    """
    rows = homogeneous(Z)
    return _optimum(rows, floats(rows, Z), None if start is None else _checked(start, len(rows)))


def solve_several(matrices: Sequence[Sequence[Sequence[Any]]]) -> list[Optimum]:
    """The certified optimum of each of several matrices of one shape."""
    each = [homogeneous(Z) for Z in matrices]
    rounded = [floats(rows) for rows in each]
    starts = supports(np.array(rounded)) if each else []
    return [_optimum(*one) for one in zip(each, rounded, starts, strict=True)]


def _optimum(rows: Rows, Z: np.ndarray, start: list[int] | None) -> Optimum:
    point = least_point(rows, start, Z=Z)
    (gamma_squared,) = over(point.total, [point.kappa])
    return Optimum(gamma_squared, *fractions(rows, point))


def certify(Z: Sequence[Sequence[Any]] | np.ndarray, optimum: Optimum) -> None:
    """Check every condition exactly; ValueError names the first that fails."""
    rows = homogeneous(Z)
    n, d = len(rows), len(rows[0]) - 1
    if (len(optimum.q), len(optimum.direction)) != (n, d):
        raise ValueError(
            f"the optimum has {len(optimum.q)} weights and a direction of length {len(optimum.direction)}, "
            f"expected {n} and {d}; give the matrix it was computed from"
        )
    q, q_scale = common(optimum.q)
    direction, scale = common(optimum.direction)
    if (least := min(optimum.q)) < 0:
        raise ValueError(f"row {optimum.q.index(least)} has the weight {number_text(least)}, expected ≥ 0; drop it")
    if sum(q) != q_scale:
        raise ValueError(f"the weights sum to {number_text(Fraction(sum(q), q_scale))}, expected 1; divide by it")
    if not _combines(rows, q, q_scale, optimum.direction):
        raise ValueError("the direction is another vector than Zᵀq, expected Zᵀq; recompute it from q")
    if optimum.gamma_squared != Fraction(sum([x * x for x in direction]), scale * scale):
        raise ValueError(f"γ̄² is {number_text(optimum.gamma_squared)}, expected ‖Zᵀq‖²; recompute it from q")
    slacks = slack(rows, optimum)
    if (worst := min(slacks)) < 0:
        raise ValueError(
            f"row {slacks.index(worst)} of Z has ⟨z_i, Zᵀq⟩ < ‖Zᵀq‖², expected ≥ at an optimum; "
            "moving weight to that row shortens Zᵀq"
        )


def slack(rows: Rows, optimum: Optimum) -> list[fmpz]:
    """⟨z_i, Zᵀq̄⟩ − γ̄² for every row, each times a positive number; optimal weight lies where this is 0."""
    direction, scale = common(optimum.direction)
    numerator, denominator = optimum.gamma_squared.as_integer_ratio()
    column = [x * denominator for x in direction] + [-numerator * scale]
    return (fmpz_mat(rows) * fmpz_mat(len(column), 1, column)).entries()


def common(values: Iterable[Fraction]) -> tuple[list[int], int]:
    """The values as integers over one denominator, and that denominator."""
    ratios = [value.as_integer_ratio() for value in values]
    scale = lcm(*[denominator for _, denominator in ratios])
    return [numerator * (scale // denominator) for numerator, denominator in ratios], scale


def number_text(x: Fraction) -> str:
    """x for a message; an exact one may have thousands of digits."""
    return arb(to_fmpq(x)).str(15, radius=False)


def _combines(rows: Rows, q: list[int], q_scale: int, direction: tuple[Fraction, ...]) -> bool:
    """Σ q_i z_i is the direction."""
    used = [i for i, weight in enumerate(q) if weight]
    D = lcm(*[rows[i][-1] for i in used])
    y = [q[i] * (D // rows[i][-1]) for i in used]
    *p, _ = (fmpz_mat(1, len(y), y) * fmpz_mat([rows[i] for i in used])).entries()
    return all(int(x) * v.denominator == v.numerator * q_scale * D for x, v in zip(p, direction, strict=True))


def _checked(start: Sequence[int], n: int) -> list[int]:
    if not start or len(set(start)) < len(start) or not all(0 <= i < n for i in start):
        raise ValueError(f"start is {start!r}, expected distinct row numbers from 0 to {n - 1}; or omit it")
    return list(start)
