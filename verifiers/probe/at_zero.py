"""A claim made for t ≥ 1, read at t = 0: every sequence is shifted by one index, with a ghost before 0.

A formula that reads the ghost has no row for t = 0; then the question is not asked.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.monomial import as_ball


class Early(Run):
    """A run with a ghost before index 0, so that a slice [1:] starts at t = 0; sums over j < t stay what they are."""

    def __init__(self, original: Run, ghost: Any) -> None:
        first = original.states[0]
        before = first._make(0 * x + ghost for x in first)
        super().__init__(original.problem, original.algorithm, [before, *original.states])
        self.__dict__.update(_original=original, _ghost=ghost)

    def copied(self) -> Run:
        return Early(self._original.copied(), self._ghost)

    @property
    def steps(self) -> int:
        return self._original.steps

    def per_step(self, sequence: Callable[[Any], Any]) -> np.ndarray:
        values = self._original.per_step(sequence)
        return np.concatenate([0 * values[:1] + self._ghost, values])

    def sums(self, terms: np.ndarray) -> np.ndarray:
        return np.concatenate([0 * terms[:1] + self._ghost, self._original.sums(terms[1:])])

    def again(self, algorithm: Any) -> Run:
        return Early(self._original.again(algorithm), self._ghost)


class Unreadable(Exception):
    """The formula has no row for t = 0, or one that reads an index before 0."""


def at_zero(claim: Claim, subject: Run, ghost: Any) -> tuple[Relation, ...]:
    """The claim's relations at t = 0, if every later row is the row of the claim as it stands."""
    rows = []
    for early, usual in zip(relations_of(claim(Early(subject, ghost))), relations_of(claim(subject)), strict=True):
        pairs = list(zip(sides(early), sides(usual), strict=True))
        if not all(len(side) == len(known) + 1 and alike(side[1:], known) for side, known in pairs):
            raise Unreadable
        rows.append(Relation(pairs[0][0][:1], early.op, pairs[1][0][:1]))
    return tuple(rows)


def alike(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two arrays are finite and agree within their balls."""
    balls = [(as_ball(x), as_ball(y)) for x, y in zip(a.ravel(), b.ravel(), strict=True)]
    return all(x.is_finite() and y.is_finite() and x.overlaps(y) for x, y in balls)
