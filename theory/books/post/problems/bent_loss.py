"""A strictly increasing, convex, continuously differentiable ℓ with limits 0 and ∞ whose ψ is not convex.

    ℓ(z) = exp z   for z ≤ 0,      1 + z   for 0 ≤ z ≤ 1,      2 exp((z − 1)/2)   for z ≥ 1

On n ≥ 2 rows with all scores z ∈ [0, 1], ψ(z, …, z) = 1 + 2 ln(n(1 + z)/2) is strictly concave in z.
"""

from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.arithmetic import Arithmetic, Array
from lemmacheck.theory.core.piecewise import positive_part


@dataclass(frozen=True)
class Bent:
    """The loss, its inverse and ψ."""

    name: str = "bent"

    def value(self, num: Arithmetic, z: Any) -> Any:
        below, above = -positive_part(num, -z), positive_part(num, z - 1)
        return num.exp(below) + (z - below - above) + 2 * (num.exp(above / 2) - 1)

    def inverse(self, num: Arithmetic, s: Any) -> Any:
        """ln s for s ≤ 1, s − 1 for 1 ≤ s ≤ 2, 1 + 2 ln(s/2) for s ≥ 2."""
        below, above = -positive_part(num, 1 - s), positive_part(num, s - 2)
        return num.log(1 + below) + (s - 1 - below - above) + 2 * num.log(1 + above / 2)

    def psi(self, num: Arithmetic, xi: Array) -> Any:
        return self.inverse(num, self.value(num, xi).sum(-1))
