"""Kernels with feature maps that are rational: k(x, x') = ⟨φ(x), φ(x')⟩.

Linear      k(x, x') = ⟨x, x'⟩              φ(x) = x
Quadratic   k(x, x') = (1/4 + ⟨x, x'⟩)²     φ(x) = (1/2, x)(1/2, x)ᵀ, row by row
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.margins.labelled import PerceptronProblem


@dataclass(frozen=True)
class Linear:
    """k(x, x') = ⟨x, x'⟩."""

    def value(self, x: Array, other: Array) -> Any:
        return (x * other).sum(-1)

    def features(self, x: Array) -> Array:
        return x


@dataclass(frozen=True)
class Quadratic:
    """k(x, x') = (1/4 + ⟨x, x'⟩)²."""

    def value(self, x: Array, other: Array) -> Any:
        return ((1 + 4 * (x * other).sum(-1)) / 4) ** 2

    def features(self, x: Array) -> Array:
        longer = np.concatenate([1 + 0 * x[..., :1], 2 * x], axis=-1) / 2
        products = longer[..., :, None] * longer[..., None, :]
        return products.reshape(*x.shape[:-1], longer.shape[-1] ** 2)


@dataclass(frozen=True, kw_only=True)
class KernelProblem(PerceptronProblem):
    """Labelled examples with a kernel."""

    kernel: Any

    def column_of(self, x: Array) -> Array:
        """k(x_1, x), …, k(x_n, x)."""
        return self.kernel.value(self.X, x[..., None, :])

    def features(self, x: Array) -> Array:
        """φ(x)."""
        return self.kernel.features(x)

    def in_feature_space(self) -> PerceptronProblem:
        """The examples (φ(x_i), y_i)."""
        X = self.features(self.X)
        return replace(self, X=X, Z=-column(self.labels) * X)
