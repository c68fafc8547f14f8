"""Multiclass data (x_i, c_i), c_i ∈ {1, …, k}, and the binary problem that Section 5.2 reduces them to.

    γ_m(U) = min_i min_{j≠c_i} (x_iᵀUe_{c_i} − x_iᵀUe_j) / ‖U‖_F,  γ_m(0) = 0       γ̄_m = max γ_m
    R_m(U) = (1/N) Σ_i Σ_{j≠c_i} ℓ(x_iᵀUe_j − x_iᵀUe_{c_i})
    z_{π(i,j)} = x_i(e_{c_i} − e_j)ᵀ/√2,  row π(i,j) of Z is F(z_{π(i,j)})ᵀ         n = N(k−1)

Z has the sign of the print here. The γ and the method of Sections 2 and 3 expect rows z = −yx, which a good
w makes negative: with the printed Z that is −F(U), so γ(−F(U)) = γ_m(U)/√2, and not γ(F(U)). With the sign of z
turned, z_{π(i,j)} = x_i(e_j − e_{c_i})ᵀ/√2, γ(F(U)) = γ_m(U)/√2 as printed.
F reads a matrix row by row. π counts the labels j ≠ c_i of an example upwards from c_i, cyclically.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.margins.problem import Problem


@dataclass(frozen=True)
class Cyclic:
    """The labels 1, 2, …, k, 1, 2, … whatever the inputs."""

    k: int

    def __call__(self, rows: Sequence[Any]) -> list[int]:
        return [1 + i % self.k for i in range(len(rows))]


@dataclass(frozen=True, kw_only=True)
class MulticlassProblem(Problem):
    """The inputs X (N × d), the labels c (N, integers from 1) and k, with the reduction's Z and its optimum.

    `best_predictor` is M = Σ q̄_{π(i,j)} x_i(e_{c_i} − e_j)ᵀ for a dual optimum q̄, along which γ_m is largest. The rows
    have the sign of the print, or with `turn` −1 the other.
    """

    X: Array
    c: Array
    k: int
    best_predictor: Array
    turn: int = 1

    @property
    def N(self) -> int:
        return self.X.shape[-2]

    @property
    def others(self) -> Array:
        """For each example the k − 1 labels j ≠ c_i."""
        return incorrect(self.c, self.k)

    @property
    def positions(self) -> Array:
        """π(i, j) for each example i and each label j ≠ c_i, as listed in `others`."""
        return np.arange(1, self.n + 1).reshape(self.N, self.k - 1)

    def flatten(self, U: Array) -> Array:
        """F(U), the rows of U one after the other."""
        return U.reshape(*U.shape[:-2], U.shape[-2] * U.shape[-1])

    def unflatten(self, w: Array) -> Array:
        """F⁻¹(w)."""
        return w.reshape(*w.shape[:-1], self.X.shape[-1], self.k)

    def class_scores(self, U: Array) -> Array:
        """XU: x_iᵀUe_j for every example and every label."""
        return self.X @ U

    def class_margins(self, U: Array) -> Array:
        """x_iᵀUe_{c_i} − x_iᵀUe_j for each i and each j ≠ c_i, an N × (k−1) matrix."""
        scores = self.class_scores(U)
        return at_labels(scores, column(self.c)) - at_labels(scores, self.others)

    def pairs(self, weights: Array) -> Array:
        """Numbers given at every π(i, j), as the N × (k−1) matrix of the pairs (i, j)."""
        return weights.reshape(*weights.shape[:-1], self.N, self.k - 1)

    def gather(self, q: Array) -> Array:
        """Σ_{i,j} q_{π(i,j)} x_i(e_{c_i} − e_j)ᵀ = XᵀQ with Q of size N × k: no row of Z is written down."""
        shares = self.pairs(q)
        beside = np.concatenate([-shares, column(shares.sum(-1))], axis=-1)  # in the order c_i + 1, …, c_i + k modulo k
        Q = at_labels(beside, (np.arange(self.k) - column(self.c)) % self.k + 1)
        return np.swapaxes(self.X, -1, -2) @ Q

    def pair(self, m: int) -> tuple[Array, Array, Array]:
        """x_i, c_i and j of the pair (i, j) that π numbers m + 1."""
        i, place_of_j = divmod(m, self.k - 1)
        return self.X[..., i, :], self.c[..., i], self.others[..., i, place_of_j]

    def two_columns(self, m: int) -> Array:
        """x_i(e_{c_i} − e_j)ᵀ for the pair numbered m + 1: zero but for two columns."""
        x, right, wrong = self.pair(m)
        e = self.num.array(np.eye(self.k, dtype=int).tolist())
        return column(x) * (e[right - 1] - e[wrong - 1])[..., None, :]

    def frobenius(self, U: Array) -> Any:
        """‖U‖_F."""
        return self.norm(self.flatten(U))

    def least_class_margin(self, U: Array) -> Any:
        """min_i min_{j≠c_i} (x_iᵀUe_{c_i} − x_iᵀUe_j)."""
        margins = self.class_margins(U)
        return self.minimum(margins.reshape(*margins.shape[:-2], self.n))

    def gamma_m(self, U: Array) -> Any:
        """γ_m(U), with γ_m(0) = 0."""
        return self.num.ratio(self.least_class_margin(U), self.frobenius(U))

    def risk_m(self, U: Array) -> Any:
        """R_m(U)."""
        return self.loss.value(self.num, -self.class_margins(U)).sum((-2, -1)) / self.N

    @property
    def gamma_bar_m(self) -> Any:
        """γ̄_m = ‖M‖_F: every U has γ_m(U) ≤ ⟨M, U⟩/‖U‖_F ≤ ‖M‖_F, and γ_m(M) = ‖M‖_F."""
        return self.frobenius(self.best_predictor)


def incorrect(c: Array, k: int) -> Array:
    """The labels c_i + 1, …, c_i + k − 1 modulo k: all of {1, …, k} but c_i."""
    return (column(c) + np.arange(k - 1)) % k + 1


def at_labels(scores: Array, labels: Array) -> Array:
    """The entries of each row at its labels, for every time before them."""
    ahead = (1,) * (scores.ndim - labels.ndim)
    return np.take_along_axis(scores, labels.reshape(*ahead, *labels.shape) - 1, axis=-1)


def fake_examples(num: Arithmetic, X: Array, c: Array, k: int) -> Array:
    """z_{π(i,j)} = x_i(e_{c_i} − e_j)ᵀ/√2, d × k matrices in the order of π."""
    e = num.array(np.eye(k, dtype=int).tolist())
    differences = e[c - 1][..., None, :] - e[incorrect(c, k) - 1]
    z = X[..., None, :, None] * differences[..., None, :] / num.sqrt(num.number(2))
    return z.reshape(*X.shape[:-2], X.shape[-2] * (k - 1), X.shape[-1], k)


def reduced(num: Arithmetic, X: Array, c: Array, k: int) -> Array:
    """Z, whose row π(i, j) is F(z_{π(i,j)})ᵀ."""
    z = fake_examples(num, X, c, k)
    return z.reshape(*z.shape[:-2], z.shape[-2] * z.shape[-1])


def root_2(p: Any) -> Any:
    """√2, in the arithmetic of a problem or of a run on it."""
    return p.sqrt(p.num.number(2))
