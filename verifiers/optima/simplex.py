"""The simplex method over the rationals: min ⟨c, x⟩ under Ax ≤ b, x ≥ 0. Bland's rule ends it.

A table has a row for each basic variable; its last column holds their values, its last row the costs.
"""

from collections.abc import Sequence

from flint import fmpq

Numbers = list[fmpq]
NONE, ONE = fmpq(0), fmpq(1)


def descend(table: list[Numbers], costs: Numbers, basis: list[int]) -> None:
    """Exchange basic variables until no cost is below 0; ZeroDivisionError if there is no minimum."""
    size = len(costs) - 1
    while (entering := next((k for k in range(size) if costs[k] < 0), None)) is not None:
        ratios = [(row[-1] / row[entering], basis[j], j) for j, row in enumerate(table) if row[entering] > 0]
        if not ratios:
            raise ZeroDivisionError("a linear program without a minimum: its values fall for ever")
        exchange(table, costs, basis, min(ratios)[2], entering)


def exchange(table: list[Numbers], costs: Numbers, basis: list[int], leaving: int, entering: int) -> None:
    """Make a variable basic in place of the one of this row."""
    pivot = table[leaving][entering]
    table[leaving] = [x / pivot for x in table[leaving]]
    for row in (*(row for j, row in enumerate(table) if j != leaving), costs):
        if factor := row[entering]:
            row[:] = [x - factor * y if y else x for x, y in zip(row, table[leaving], strict=True)]
    basis[leaving] = entering


def minimizer(c: Sequence[fmpq], A: Sequence[Sequence[fmpq]], b: Sequence[fmpq]) -> Numbers:
    """A vertex x that is optimal; ZeroDivisionError if no x is allowed, or if there is no minimum."""
    m, n = len(A), len(c)
    short = [i for i in range(m) if b[i] < 0]  # rows that x = 0 violates, each with what it lacks as a variable
    size = n + m + len(short)
    table = []
    for i in range(m):
        sign = -ONE if b[i] < 0 else ONE
        others = [sign * (k == i) for k in range(m)] + [ONE * (k == i) for k in short]
        table.append([*(sign * a for a in A[i]), *others, sign * b[i]])
    basis = [n + m + short.index(i) if i in short else n + i for i in range(m)]
    lack = [ONE * (n + m <= k < size) - sum((table[i][k] for i in short), NONE) for k in range(size + 1)]
    descend(table, lack, basis)
    if lack[-1] != 0:
        raise ZeroDivisionError("a linear program that no x satisfies")
    for j in range(m):
        if basis[j] >= n + m:  # with a slack each, the rows are independent
            exchange(table, lack, basis, j, next(k for k in range(n + m) if table[j][k]))
    table = [row[: n + m] + row[-1:] for row in table]
    costs = [*c, *[NONE] * (m + 1)]
    for j, k in enumerate(basis):
        if factor := costs[k]:
            costs = [x - factor * y for x, y in zip(costs, table[j], strict=True)]
    descend(table, costs, basis)
    x = [NONE] * (n + m)
    for j, k in enumerate(basis):
        x[k] = table[j][-1]
    return x[:n]
