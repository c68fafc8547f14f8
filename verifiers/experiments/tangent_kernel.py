"""The neural tangent kernel of f(x) = Σ_j a_j relu(⟨w_j, x⟩) at random weights, in closed form.

    K(x, x') = Σ_j relu(⟨w_j, x⟩) relu(⟨w_j, x'⟩) + ⟨x, x'⟩ Σ_j a_j² 1[⟨w_j, x⟩ > 0] 1[⟨w_j, x'⟩ > 0]

is ⟨∇f(x), ∇f(x')⟩ for the gradient in both layers. All w_j and a_j are standard normal, rounded to multiples of
2⁻⁸ and stored as integers: for points with integer coordinates 2¹⁶K is an integer, and exact in float64 below 2⁵³.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

GRID = 2**8
EXACT = 2.0**53
KEPT = 2**28


@dataclass(frozen=True, eq=False)
class TangentKernel:
    """2¹⁶K on the rows of X, a column at a time."""

    X: np.ndarray
    W: np.ndarray
    a: np.ndarray

    @cached_property
    def hidden(self) -> np.ndarray:
        return np.maximum(self.X @ self.W.T, 0.0)

    @cached_property
    def active(self) -> np.ndarray:
        return np.abs(self.a) * (self.hidden > 0)

    def column(self, i: int) -> np.ndarray:
        """K(x_1, x_i), …, K(x_N, x_i)."""
        inner, shared = self.X @ self.X[i], self.active @ self.active[i]
        return np.asarray(self.hidden @ self.hidden[i] + inner * shared)

    @cached_property
    def diagonal(self) -> np.ndarray:
        inner, shared = (self.X**2).sum(axis=1), (self.active**2).sum(axis=1)
        return np.asarray((self.hidden**2).sum(axis=1) + inner * shared)

    @property
    def exact(self) -> bool:
        """Whether no sum that leads to a value of K rounds: its terms are integers and, by Cauchy, below 2⁵³."""
        points, weights = (float((rows**2).sum(axis=1).max()) for rows in (self.X, self.W))
        largest = max(points, (points * weights) ** 0.5, float(self.diagonal.max()))
        return np.array_equal(self.X, np.rint(self.X)) and largest < EXACT / 2

    def unit_columns(self) -> Callable[[int], np.ndarray]:
        """The columns of K(x, x')/√(K(x, x)K(x', x')), as many of them kept as KEPT bytes hold."""
        scale = 1 / np.sqrt(self.diagonal)

        @lru_cache(maxsize=max(1, KEPT // scale.nbytes))
        def column(i: int) -> np.ndarray:
            return np.asarray(self.column(i) * scale * scale[i])

        return column


def at_random(X: np.ndarray, width: int, seed: int) -> TangentKernel:
    """The kernel of a network with so many hidden nodes, its weights drawn from the seed."""
    rng = np.random.default_rng(seed)
    W, a = rng.standard_normal((width, X.shape[1])), rng.standard_normal(width)
    return TangentKernel(X, np.rint(GRID * W), np.rint(GRID * a))
