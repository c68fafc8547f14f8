"""Which element of ∂‖·‖_∞(−Zᵀa) a coordinate method takes, where a ∝ exp ξ.

∂‖·‖_∞(x) is the convex hull of sign(x_k) e_k over all k with |x_k| = ‖x‖_∞; where there are several, `first` takes the
first, `last` the last, `between` an uneven mean of these two. Columns that agree up to sign tie at every a: the problem
names the first and the last of each kind, and the others stand back. The choice is the same for any multiple of a, and
is made from exp(ξ − max ξ), which no sum of rounded numbers has blurred yet.
"""

from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.books.post.problems.l1 import L1Problem, steepest
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.piecewise import last_largest
from lemmacheck.theory.margins.losses import Exponential


@dataclass(frozen=True)
class CoordinateProblem(L1Problem):
    """The ℓ₁ margin problem with 1 at the first, and at the last, of the columns that agree up to sign, else 0."""

    firsts: Any = 1
    lasts: Any = 1

    def pull(self, xi: Array) -> Array:
        """A positive multiple of −Zᵀa."""
        weights, _ = Exponential().shares(self.num, xi)
        return -self.combine(weights)


def first(p: CoordinateProblem, xi: Array) -> Array:
    """sign(x_k) e_k for the first k with the largest |x_k|, x = −Zᵀa."""
    x = p.pull(xi)
    return steepest(p.num, x, p.num.first_largest(abs(x) * p.firsts))


def last(p: CoordinateProblem, xi: Array) -> Array:
    """sign(x_k) e_k for the last such k."""
    x = p.pull(xi)
    return steepest(p.num, x, last_largest(p.num, abs(x) * p.lasts))


def between(p: CoordinateProblem, xi: Array) -> Array:
    """Two thirds of the first and one of the last: an even mean would keep ties that rounding hides."""
    return (2 * first(p, xi) + last(p, xi)) / 3
