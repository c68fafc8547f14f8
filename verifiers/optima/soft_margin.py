"""The soft-margin dual over the rationals: max { Σα_i − ½‖Zᵀα‖² : 0 ≤ α ≤ C }, whose w is −Zᵀα.

α is optimal iff for g = ZZᵀα − 1: α_i = 0 where g_i > 0 and α_i = C where g_i < 0. Lemke's method solves the
rows in play exactly, with the others at 0 or C; rows that violate this join in, until none does. Of many rows,
cvxpy proposes those in play.
"""

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from lemmacheck.verifiers.numbers.ball import fraction, to_fmpq

FEW, NEAR = 8, 1e-6
Numbers = list[fmpq]


def solve_soft(Z: Sequence[Sequence[Fraction]], C: Fraction) -> list[Fraction]:
    """A certified optimal α."""
    rows = fmpq_mat([[to_fmpq(x) for x in row] for row in Z])
    n, bound = len(Z), to_fmpq(C)
    playing, alpha = (list(range(n)), [fmpq(0)] * n) if n <= FEW else propose(Z, bound)
    while True:
        part = fmpq_mat([rows.tolist()[i] for i in playing]) if playing else None
        if part is not None:
            rest = fmpq_mat([[fmpq(0) if i in set(playing) else a for i, a in enumerate(alpha)]])
            pull = rest * rows * part.transpose()
            q = [pull[0, k] - 1 for k in range(len(playing))] + [bound] * len(playing)
            for i, x in zip(playing, lemke(boxed((part * part.transpose()).tolist()), q), strict=False):
                alpha[i] = x
        slope = fmpq_mat([alpha]) * rows * rows.transpose()
        wrong = [i for i in range(n) if violates(alpha[i], slope[0, i] - 1, bound) and i not in playing]
        if not wrong:
            return [fraction(x) for x in alpha]
        playing += wrong


def violates(a: fmpq, g: fmpq, bound: fmpq) -> bool:
    """Whether the objective grows when α_i moves within [0, C]."""
    return bool((g < 0 and a < bound) or (g > 0 and a > 0))


def boxed(K: list[Numbers]) -> list[Numbers]:
    """(K, I; −I, 0): with u for α ≤ C, g = Kα − 1 + u ≥ 0 and C − α ≥ 0 are complementary to α, u ≥ 0."""
    size = len(K)
    unit = [[fmpq(i == j) for j in range(size)] for i in range(size)]
    below = [[-x for x in one] + [fmpq(0)] * size for one in unit]
    return [[*row, *one] for row, one in zip(K, unit, strict=True)] + below


def lemke(M: list[Numbers], q: Numbers) -> Numbers:
    """A z ≥ 0 with Mz + q ≥ 0 and ⟨z, Mz + q⟩ = 0, where one exists and vᵀMv ≥ 0 for all v.

    Ties of the ratio test are broken lexicographically, so that no basis comes back.
    """
    size = len(q)
    if min(q) >= 0:
        return [fmpq(0)] * size
    unit = [[fmpq(i == j) for j in range(size)] for i in range(size)]
    table = [[q[i], *unit[i], *(-x for x in M[i]), fmpq(-1)] for i in range(size)]
    basis, last = list(range(1, size + 1)), 2 * size + 1
    row, entering = min(range(size), key=lambda i: table[i][: size + 1]), last
    while True:
        leaving, basis[row] = basis[row], entering
        pivot(table, row, entering)
        if leaving == last:
            break
        entering = leaving + size if leaving <= size else leaving - size
        positive = [i for i in range(size) if table[i][entering] > 0]
        if not positive:
            raise ValueError(f"a linear complementarity problem of size {size} has no solution; expected one")
        row = min(positive, key=lambda i: [x / table[i][entering] for x in table[i][: size + 1]])
    z = [fmpq(0)] * (2 * size + 2)
    for i, variable in enumerate(basis):
        z[variable] = table[i][0]
    return z[size + 1 : 2 * size + 1]


def pivot(table: list[Numbers], row: int, column: int) -> None:
    table[row] = [x / table[row][column] for x in table[row]]
    for i, other in enumerate(table):
        if i != row and other[column] != 0:
            by = other[column]
            table[i] = [x - by * y for x, y in zip(other, table[row], strict=True)]


def propose(Z: Sequence[Sequence[Fraction]], bound: fmpq) -> tuple[list[int], Numbers]:
    """The rows strictly between 0 and C by cvxpy and Clarabel, and α with the others at 0 or C."""
    cvxpy: Any = import_module("cvxpy")  # here, as importing it takes a second

    floats, C = np.array([[float(x) for x in row] for row in Z]), float(fraction(bound))
    alpha = cvxpy.Variable(len(floats))
    objective = cvxpy.Maximize(cvxpy.sum(alpha) - cvxpy.sum_squares(floats.T @ alpha) / 2)
    cvxpy.Problem(objective, [alpha >= 0, alpha <= C]).solve(solver=cvxpy.CLARABEL)
    share = np.zeros(len(floats)) if alpha.value is None else alpha.value / max(C, NEAR)
    playing = [int(i) for i in np.flatnonzero((share > NEAR) & (share < 1 - NEAR))]
    return playing, [bound if x >= 1 - NEAR else fmpq(0) for x in share]
