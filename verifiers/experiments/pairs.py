"""Section 5.2 in kernel form: w = Σ_ic A_ic φ(x_i)e_cᵀ is the N × k matrix A, with the scores P = KA.

    the margin of (i, j), j ≠ c_i, is (P_{i,c_i} − P_ij)/√2;   ‖w‖² = Σ_ic A_ic P_ic
    q_ij ∝ exp(−margin of (i, j)), Σ q_ij = 1;   Σ_ij q_ij φ(x_i)(e_{c_i} − e_j)ᵀ/√2 has the coefficients D(q)

Signs are such that a good w has positive margins: its rows are minus the printed ones, which find −U for U.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

ROOT_2 = math.sqrt(2)


@dataclass(frozen=True, eq=False)
class Pairs:
    """The n = N(k−1) pairs of an example i and a label j ≠ c_i, for labels c_i in {0, …, k−1}."""

    labels: np.ndarray
    classes: int

    @property
    def n(self) -> int:
        return len(self.labels) * (self.classes - 1)

    @cached_property
    def own(self) -> tuple[np.ndarray, np.ndarray]:
        """The places (i, c_i), which belong to no pair."""
        return np.arange(len(self.labels)), self.labels

    def margins(self, P: np.ndarray) -> np.ndarray:
        """The margins of all pairs, and ∞ at (i, c_i)."""
        margins = (P[self.own][:, None] - P) / ROOT_2
        margins[self.own] = np.inf
        return margins

    def weights(self, P: np.ndarray) -> np.ndarray:
        """The q of the scores, and 0 at (i, c_i)."""
        margins = self.margins(P)
        q = np.exp(margins.min() - margins)
        return q / q.sum()

    def coefficients(self, q: np.ndarray) -> np.ndarray:
        """D(q)."""
        D = -q
        D[self.own] = q.sum(axis=1)
        return D / ROOT_2

    def unit(self, i: int, j: int) -> np.ndarray:
        """D(q) for the q that is 1 at (i, j)."""
        D = np.zeros((len(self.labels), self.classes))
        D[i, self.labels[i]], D[i, j] = 1 / ROOT_2, -1 / ROOT_2
        return D

    def gamma(self, A: np.ndarray, P: np.ndarray) -> float:
        """γ(w) = the least margin over ‖w‖; 0 for w = 0."""
        square = float((A * P).sum())
        return float(self.margins(P).min()) / math.sqrt(square) if square > 0 else 0.0

    def errors(self, P: np.ndarray) -> np.ndarray:
        """The examples whose largest score is not that of their label; a tie with another label is an error."""
        return np.asarray(self.margins(P).min(axis=1) <= 0)
