"""How far the dual objective f(q) = h(Zᵀq) rises above its linearisation: what accelerated mirror descent asks of it.

    f(q') ≤ f(q) + ⟨Z v, q' − q⟩ + (L/2) ‖q' − q‖₁²,  v ∈ ∂h(Zᵀq)

read at q uniform or optimal and q' = q + ε(e_i − q), ε = 1/2 and 1/(16L). Where edges tie, v is the first of the
tied coordinates, the last, or their mean.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from lemmacheck.theory.books.post.problems.l1 import L1Problem
from lemmacheck.theory.books.post.problems.votes import SoftMax
from lemmacheck.theory.books.post.problems.weak_learners import Corner, given
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.piecewise import last_largest
from lemmacheck.theory.core.relation import Relation, at_most
from lemmacheck.theory.margins.comparators import vertices


def first(p: L1Problem, x: Array) -> Array:
    """The indicator of the first k with the largest x_k."""
    return p.num.first_largest(x)


def last(p: L1Problem, x: Array) -> Array:
    """The indicator of the last k with the largest x_k."""
    return last_largest(p.num, x)


def mean(p: L1Problem, x: Array) -> Array:
    """The mean of the e_k with the largest x_k."""
    tied = p.at_least_zero(x - column(p.maximum(x)))
    return tied / column(tied.sum(-1))


@dataclass(frozen=True)
class HalfSquareOfLargest:
    """h(x) = ‖x‖_∞²/2 with a rule for ties, and the L that is asked of it."""

    ties: Callable[[L1Problem, Array], Array] = first
    L: int = 1

    def smoothness(self, p: L1Problem) -> Any:
        return p.num.number(self.L)

    def rows(self, p: L1Problem) -> Any:
        """‖z_i‖_∞ for each row."""
        return p.linf(p.Z)

    def value(self, p: L1Problem, x: Array) -> Any:
        return p.linf(x) ** 2 / 2

    def vote(self, p: L1Problem, x: Array) -> Array:
        return column(p.linf(x)) * p.sign(x) * self.ties(p, abs(x))


@dataclass(frozen=True)
class Smoothness:
    """A potential h and its L, of which the inequality is asked."""

    potential: Any = HalfSquareOfLargest()
    learners: Any = given


@dataclass(frozen=True)
class SmoothedSmoothness(Smoothness):
    """The same of a smooth potential."""

    potential: Any = SoftMax()


@dataclass(frozen=True)
class CornerSmoothness(Smoothness):
    """The same on the rows (−1, 0), (0, −1), whatever the data."""

    learners: Any = Corner()


@dataclass(frozen=True)
class EdgeProblem(L1Problem):
    """An ℓ₁ problem with a potential h of its edges, and f(q) = h(Zᵀq)."""

    potential: Any

    def f(self, q: Array) -> Any:
        return self.potential.value(self, self.combine(q))

    def excess(self, q: Array, other: Array) -> Any:
        """f(q') − f(q) − ⟨Zv, q' − q⟩."""
        slope = self.scores(self.potential.vote(self, self.combine(q)))
        return self.f(other) - self.f(q) - self.inner(slope, other - q)

    def allowed(self, q: Array, other: Array) -> Any:
        """(L/2) ‖q' − q‖₁²."""
        return self.potential.smoothness(self) * self.l1(other - q) ** 2 / 2


def smooth(p: EdgeProblem) -> Relation:
    """f(q') − f(q) − ⟨Zv, q' − q⟩ ≤ (L/2) ‖q' − q‖₁² for each q and q'."""
    q = np.concatenate([p.uniform()[None], p.optimum.q])
    L = p.potential.smoothness(p)
    moved = [q + (e - q) * step for e in vertices(p) for step in (1 / (2 + 0 * L), 1 / (16 * L))]
    from_here = np.concatenate([q] * len(moved))
    return at_most(p.excess(from_here, np.concatenate(moved)), p.allowed(from_here, np.concatenate(moved)))
