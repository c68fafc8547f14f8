"""γ̄₁ = max_{‖w‖₁≤1} min_i ⟨w, −z_i⟩ = min_{q∈Δ} ‖Zᵀq‖_∞ over the rationals: the ℓ₁ margin, and the edge.

It is the value of the matrix game A = (−Z, Z): q mixes the rows, p ∈ Δ_{2d} the columns, and w = p⁺ − p⁻. A
pair (w, q) with min_i ⟨w, −z_i⟩ = ‖Zᵀq‖_∞ certifies itself, by weak duality. HiGHS proposes the rows and columns
in play; the exact simplex method solves the game on these; violated rows and columns join in, until there are none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.verifiers.numbers.ball import fraction
from lemmacheck.verifiers.optima.homogeneous import Rows, floats, homogeneous
from lemmacheck.verifiers.optima.programs import cheapest
from lemmacheck.verifiers.optima.simplex import Numbers, descend

SMALL = 400  # entries of Z: below this the whole game is in play from the start
TIGHT = 1e-7  # of HiGHS' floats: which rows and columns it proposes, nothing more


@dataclass(frozen=True)
class L1Optimum:
    """γ̄₁ with a w, ‖w‖₁ ≤ 1, that attains it and a q ∈ Δ_n with ‖Zᵀq‖_∞ = γ̄₁; both are vertices."""

    gamma: Fraction
    w: tuple[Fraction, ...]
    q: tuple[Fraction, ...]

    @property
    def separable(self) -> bool:
        return self.gamma > 0


def solve_l1(Z: Sequence[Sequence[Any]] | np.ndarray) -> L1Optimum:
    """The certified optimum."""
    whole = homogeneous(Z)
    rows = [[fmpq(a, row[-1]) for a in row[:-1]] for row in whole]
    n, d = len(rows), len(rows[0])
    A = [[-a for a in row] + row for row in rows]
    used_rows, used_columns = propose(whole)
    while True:
        value, q, p = game([[A[i][j] for j in used_columns] for i in used_rows])
        pays = [sum((A[i][j] * x for j, x in zip(used_columns, p, strict=True) if x), fmpq(0)) for i in range(n)]
        owes = [sum((A[i][j] * x for i, x in zip(used_rows, q, strict=True) if x), fmpq(0)) for j in range(2 * d)]
        row, column = min(range(n), key=pays.__getitem__), max(range(2 * d), key=owes.__getitem__)
        if pays[row] >= value >= owes[column]:
            break
        used_rows += [row] * (pays[row] < value)
        used_columns += [column] * (owes[column] > value)
    weights, mixed = [fmpq(0)] * n, [fmpq(0)] * (2 * d)
    for i, x in zip(used_rows, q, strict=True):
        weights[i] = x
    for j, x in zip(used_columns, p, strict=True):
        mixed[j] = x
    w = [mixed[k] - mixed[d + k] for k in range(d)]
    return L1Optimum(fraction(value), tuple(map(fraction, w)), tuple(map(fraction, weights)))


def propose(rows: Rows) -> tuple[list[int], list[int]]:
    """The rows and columns of the game that an optimal pair of HiGHS uses; all of them where there are few."""
    n, d = len(rows), len(rows[0]) - 1
    if n * d <= SMALL:
        return list(range(n)), list(range(2 * d))
    Z = floats(rows)
    Z /= np.abs(Z).max() or 1
    columns = [*Z.T, *-Z.T, np.ones(n)]
    table = [[*enumerate(column.tolist()), (n, float(j < 2 * d))] for j, column in enumerate(columns)]
    rows_between = [-inf] * n + [1.0], [0.0] * n + [1.0]
    found = cheapest([*[0.0] * (2 * d), -1.0], table, rows_between, ([0.0] * (2 * d) + [-inf], [inf] * (2 * d + 1)))
    if found is None:
        return [0], [0]
    used_rows = np.flatnonzero(-found.prices[:n] > TIGHT)
    used_columns = np.flatnonzero(found.x[:-1] > TIGHT)
    return [int(i) for i in used_rows] or [0], [int(j) for j in used_columns] or [0]


def game(A: list[Numbers]) -> tuple[fmpq, Numbers, Numbers]:
    """The value of A and optimal mixtures q of the rows and p of the columns: min_q max_j (Aᵀq)_j = max_p min_i (Ap)_i.

    With a constant added that makes every entry positive, q is proportional to a solution of max Σ x_i under
    Bx ≤ 1, x ≥ 0 for B = Aᵀ, and p to its dual. The simplex method starts from the slacks.
    """
    shift = 1 - min(min(row) for row in A)
    n, m = len(A), len(A[0])
    table = [[A[i][j] + shift for i in range(n)] + [fmpq(int(j == k)) for k in range(m)] + [fmpq(1)] for j in range(m)]
    costs = [fmpq(-1)] * n + [fmpq(0)] * (m + 1)
    basis = list(range(n, n + m))
    descend(table, costs, basis)
    x = [fmpq(0)] * (n + m)
    for j, k in enumerate(basis):
        x[k] = table[j][-1]
    value = 1 / costs[-1]
    return value - shift, [value * share for share in x[:n]], [value * share for share in costs[n : n + m]]
