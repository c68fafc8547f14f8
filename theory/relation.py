"""What a claim says about a run: two sides and a comparison, `lhs ≤ rhs`, at every index at once.

A relation is not a truth value. Axis 0 of its sides is the index t (or a comparator's number);
whether it holds, for sure, at every index is decided by the verifiers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from theory.arithmetic import column


class Relation(NamedTuple):
    """lhs `op` rhs, elementwise, with op one of <= >= < > ==; `start` is the t of row 0 (None: the claim's first)."""

    lhs: Any
    op: str
    rhs: Any
    start: int | None = None

    def since(self, start: int) -> Relation:
        """The same relation, whose first row stands for t = `start` (for reporting)."""
        return self._replace(start=start)


class Decay(NamedTuple):
    """sequence_t = O(log(t)^logs / t^power) as t grows (power None: only that it tends to 0)."""

    sequence: Any
    power: float | Fraction | None
    logs: float = 0


class Chance(NamedTuple):
    """P(event) ≥ at_least: each relation of the event has one entry a path, `weight` is the paths' probability.

    `start` is the t the event speaks of (None: the claim's first). Paths that were sampled, not listed, count alike
    whatever their weight.
    """

    event: tuple[Relation, ...]
    weight: Any
    at_least: Any
    start: int | None = None


def at_most(lhs: Any, rhs: Any) -> Relation:
    """lhs ≤ rhs, at every index."""
    return Relation(lhs, "<=", rhs)


def at_least(lhs: Any, rhs: Any) -> Relation:
    """lhs ≥ rhs, at every index."""
    return Relation(lhs, ">=", rhs)


def below(lhs: Any, rhs: Any) -> Relation:
    """lhs < rhs, at every index."""
    return Relation(lhs, "<", rhs)


def above(lhs: Any, rhs: Any) -> Relation:
    """lhs > rhs, at every index."""
    return Relation(lhs, ">", rhs)


def equal(lhs: Any, rhs: Any) -> Relation:
    """lhs = rhs, at every index."""
    return Relation(lhs, "==", rhs)


def proportional(a: Any, b: Any) -> Relation:
    """a ∝ b for vectors along the last axis with positive sums: a_i Σb = b_i Σa for all i."""
    return equal(a * column(b.sum(-1)), b * column(a.sum(-1)))


def in_simplex(q: Any) -> tuple[Relation, Relation]:
    """q ∈ Δ_n: every q_i ≥ 0 and Σ q_i = 1."""
    return at_least(q, 0), equal(q.sum(-1), 1)


class IllFormed(ValueError):
    """The sides of a statement do not live in the same space."""


def same_space(a: Any, b: Any) -> tuple[Any, Any]:
    """The two vectors, if their last axes agree."""
    if a.shape[-1] != b.shape[-1]:
        raise IllFormed(f"the left side lies in ℝ^{a.shape[-1]}, the right side in ℝ^{b.shape[-1]}")
    return a, b
