"""Runs that are kept apart: what is stated of each is stated of all, side by side, with the run as axis 1.

So a problem of one's own, whose formulas speak of one problem, is screened like problems in a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from theory.relation import Decay, Relation


class Apart:
    """Several runs, or problems, of equal shape."""

    def __init__(self, subjects: Sequence[Any]) -> None:
        self.subjects = subjects

    def ask(self, statement: Callable[[Any], Any]) -> Any:
        """What the statement says of each, as one relation or several, or one decay."""
        said = [statement(subject) for subject in self.subjects]
        if isinstance(said[0], Decay):
            return said[0]._replace(sequence=np.stack([one.sequence for one in said], axis=1))
        if isinstance(said[0], Relation):
            return beside(said)
        return tuple(map(beside, zip(*said, strict=True)))


def beside(relations: Sequence[Relation]) -> Relation:
    """One relation of equally many, its rows by index and run."""
    sides = [np.broadcast_arrays(np.asarray(r.lhs), np.asarray(r.rhs)) for r in relations]
    lhs, rhs = (np.stack([rows(pair[k]) for pair in sides], axis=1) for k in (0, 1))
    return relations[0]._replace(lhs=lhs, rhs=rhs)


def rows(side: Any) -> Any:
    """A side with an axis for the index."""
    return side if side.ndim else side[None]
