"""The kernel k(i, j) = ⟨z_i, z_j⟩ of the data, and how many of its values were asked for.

No value is kept: one that is asked for again is counted again. ZZᵀq is n columns weighed by q, n² values;
the column Zz_j alone is n.
"""

from typing import Any

from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.margins.problem import Problem


class Kernel:
    """The kernel of a problem's rows; `calls` counts its values, as a number of the problem's arithmetic."""

    def __init__(self, p: Problem, calls: Any) -> None:
        self.p = p
        self.calls = calls

    def column(self, j: int) -> Array:
        """k(1, j), …, k(n, j)."""
        values = self.p.scores(self.p.Z[..., j, :])
        self.calls = self.calls + values.shape[-1]
        return values

    def product(self, q: Array) -> Array:
        """ZZᵀq = Σ_j q_j (k(1, j), …, k(n, j))."""
        total = 0 * q
        for j in range(q.shape[-1]):
            total = total + q[..., j, None] * self.column(j)
        return total
