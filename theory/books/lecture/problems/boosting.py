"""Labelled examples (x_i, y_i), y_i = ±1, and a finite class of hypotheses h_j by their votes h_j(x_i) = ±1.

    x_i = −y_i z_i for the rows z_i of Z        error(h; D) = P_{x∼D}[h(x) ≠ y] = Σ_i D(i) 1[h(x_i) ≠ y_i]
    γ = ½ min_D max_j Σ_i D(i) y_i h_j(x_i)     every D has an h with error(h; D) ≤ ½ − γ; no larger γ will do

α = ½ log((1−ε)/ε) makes e^{−α} = √(ε/(1−ε)): written so, it is an exact number, and e^{−αyh} is it or its inverse.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.matrix import Matrix


@dataclass(frozen=True)
class BoostingProblem(Matrix):
    """The inputs X (n × d), their labels, the votes (n × m) and, solved when asked for, γ and a D that attains it."""

    X: Array
    labels: Array
    votes: Array
    game: Callable[[], tuple[Array, Array]]

    @property
    def m(self) -> int:
        """How many hypotheses the class has."""
        return self.votes.shape[-1]

    @property
    def gamma(self) -> Any:
        """γ, with a time axis."""
        return self.game()[0]

    @property
    def hardest(self) -> Array:
        """A D of which no hypothesis has an error below ½ − γ, with a time axis."""
        return self.game()[1]

    @property
    def wrong(self) -> Array:
        """1[h_j(x_i) ≠ y_i]."""
        return (1 - self.labels[..., None] * self.votes) / 2

    def errors(self, D: Array) -> Array:
        """error(h_j; D) for every hypothesis."""
        return (D[..., None, :] @ self.wrong)[..., 0, :]

    def least_error(self, D: Array) -> Any:
        """min_j error(h_j; D)."""
        return self.minimum(self.errors(D))

    def predictions(self, chosen: Array) -> Array:
        """(h(x_1), …, h(x_n)) for the chosen vertex e_j of the class."""
        return (self.votes @ chosen[..., None])[..., 0]

    def mistakes(self, h: Array) -> Array:
        """1[h(x_i) ≠ y_i] for votes h of ±1."""
        return (1 - self.labels * h) / 2

    def shrink(self, eps: Any) -> Any:
        """e^{−α} = √(ε/(1−ε))."""
        return self.sqrt(eps / (1 - eps))
