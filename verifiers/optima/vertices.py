"""Vertices of the set of dual optima { q ≥ 0 : Σq = 1, Zᵀq = Zᵀq̄ }, exactly.

Every optimal q lives on the tight rows T, those with ⟨z_i, Zᵀq̄⟩ = γ̄². If they are affinely independent
there is one q only. Otherwise the optima are a polytope M_Tᵀy ∝ (Zᵀq̄, 1), y ≥ 0, with q_i = D_i y_i; its
vertices are the basic solutions, and exchanging one row of a basis for another, as the simplex method
does, leads from each of them to any other.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpz_mat
from lemmacheck.verifiers.numbers.ball import fraction
from lemmacheck.verifiers.optima.exact import Optimum, common, slack, solve
from lemmacheck.verifiers.optima.homogeneous import Rows, homogeneous
from lemmacheck.verifiers.optima.wolfe import independent

Basis = list[int]
Support = tuple[int, ...]
Weights = tuple[Fraction, ...]


def vertices(
    Z: Sequence[Sequence[Any]] | np.ndarray, optimum: Optimum, most: int = 4, tries: int = 200
) -> list[Weights]:
    """Up to `most` vertices, the optimum's own q first if it is one; at most so many exchanges are tried."""
    rows = homogeneous(Z)
    tight = [i for i, gap in enumerate(slack(rows, optimum)) if not gap]
    if loose := set(optimum.support) - set(tight):
        raise ValueError(
            f"the optimum has weight on row {min(loose)}, expected weight on tight rows of Z only; "
            "give an optimum that certify accepts"
        )
    if _independent(rows, tight):
        return [optimum.q]
    if not _independent(rows, optimum.support):
        optimum = solve(Z, start=tight)
    return _Face(rows, tight, optimum).walk(most, tries)


def _independent(rows: Rows, chosen: Sequence[int]) -> bool:
    return len(chosen) <= len(rows[0]) and fmpz_mat([rows[i] for i in chosen]).rank() == len(chosen)


class _Face:
    """The optima on the rows `tight`, explored from a vertex."""

    def __init__(self, rows: Rows, tight: list[int], vertex: Optimum) -> None:
        self.rows, self.tight = rows, tight
        order = [*vertex.support, *(i for i in tight if i not in set(vertex.support))]
        M = fmpz_mat([rows[i] for i in order])
        self.basis: Basis = [order[k] for k in independent(M)]
        # A basis spans the rows of M_T, so these coordinates of any one of them determine the others.
        self.coordinates = independent(fmpz_mat([rows[i] for i in self.basis]).transpose())
        direction, scale = common(vertex.direction)
        self.target = [*direction, scale]

    def walk(self, most: int, tries: int) -> list[Weights]:
        """Depth first from vertex to vertex; other bases of a vertex that is known wait until the end."""
        found: dict[Support, Weights] = {}
        seen = {frozenset(self.basis)}
        waiting: deque[Basis] = deque()
        path = [self._visit(self.basis, found)]
        while len(found) < most and tries > 0:
            tries -= 1
            exchange = next(path[-1], None)
            if exchange is not None:
                basis, moved = exchange
                if frozenset(basis) in seen:
                    continue
                seen.add(frozenset(basis))
                if moved:
                    path.append(self._visit(basis, found))
                else:
                    waiting.append(basis)
            elif len(path) > 1:
                path.pop()
            elif waiting:
                path = [self._visit(waiting.popleft(), found)]
            else:
                break
        return list(found.values())

    def _visit(self, basis: Basis, found: dict[Support, Weights]) -> Iterator[tuple[Basis, bool]]:
        """Note the vertex of this basis; then its neighbours, rows that no vertex has used entering first."""
        y = self._combination(basis, self.target)
        support = tuple(sorted(i for i, weight in zip(basis, y, strict=True) if weight))
        found.setdefault(support, self._weights(basis, y))
        return self._exchanges(basis, y, set().union(*found))

    def _exchanges(self, basis: Basis, y: list[fmpq], used: set[int]) -> Iterator[tuple[Basis, bool]]:
        """The bases with y ≥ 0 that differ in one row, and whether q changes on the way there."""
        outside = [i for i in self.tight if i not in set(basis)]
        for entering in sorted(outside, key=lambda i: i in used):
            column = self._combination(basis, self.rows[entering])
            ratios = {k: y[k] / x for k, x in enumerate(column) if x > 0}
            step = min(ratios.values())
            for k, ratio in ratios.items():
                if ratio == step:
                    yield [*basis[:k], *basis[k + 1 :], entering], step > 0

    def _combination(self, basis: Basis, row: Sequence[int]) -> list[fmpq]:
        """The y with yᵀM_B = row, for a row in the span of the basis."""
        system = fmpz_mat([[self.rows[i][c] for i in basis] for c in self.coordinates])
        return system.solve(fmpz_mat([[row[c]] for c in self.coordinates])).entries()

    def _weights(self, basis: Basis, y: list[fmpq]) -> Weights:
        """q from y on the basis."""
        products = [self.rows[i][-1] * weight for i, weight in zip(basis, y, strict=True)]
        total = sum(products)
        q = [Fraction(0)] * len(self.rows)
        for i, product in zip(basis, products, strict=True):
            weight = product / total
            q[i] = fraction(weight)
        return tuple(q)
