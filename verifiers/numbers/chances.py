"""Statements that hold with a probability: decided where all paths are listed, supported where they are sampled.

listed      the weights of the paths on which the event surely holds, or surely fails, enclose its probability
sampled     of N paths drawn, the event holds on k: P ≥ the exact lower bound of Clopper and Pearson, with a
            stated confidence; never a refutation
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from lemmacheck.theory.core.relation import Chance, Relation, conjuncts
from lemmacheck.verifiers.numbers.comparison import (
    FAILS,
    HOLDS,
    UNKNOWN,
    agrees_beyond_doubles,
    compare,
    plain,
    sides,
    surely,
)
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.records.terminal import InputError

CONFIDENCE = 0.999


def relations_of(statement: Relation | Chance | Iterable[Relation | Chance]) -> tuple[Relation, ...]:
    """A statement's relations: one, or a conjunction; of a Chance, that its probability reaches its bound."""
    parts = conjuncts(statement)
    wrong = [part for part in parts if not isinstance(part, (Relation, Chance))]
    if wrong:
        raise InputError(f"a {type(wrong[0]).__name__} is stated where relations are; expected at_most(left, right)")
    return tuple(probability(part) if isinstance(part, Chance) else plain(part) for part in parts)


def on_paths(chance: Chance) -> np.ndarray:
    """The truth of the event on each path: the least of its relations' truths."""
    count = np.asarray(chance.weight).shape
    return np.min([np.broadcast_to(compare(plain(relation)), count) for relation in chance.event], axis=0)


def probability(chance: Chance) -> Relation:
    """P(event) ≥ bound, with P enclosed by the weights of the paths whose event is decided.

    Where P reaches its bound if sides that agree beyond doubles are equal, it says that these are: no rounding refutes
    a tie, and none decides it.
    """
    truths, weight = on_paths(chance), np.asarray(inside(chance.weight))
    least, bound = weight[truths == HOLDS].sum(), inside(chance.at_least)
    if weight.dtype == object and np.any(truths == UNKNOWN) and surely(least, ">=", bound) != HOLDS:
        tied = {path: ties(chance, path) for path in map(int, np.flatnonzero(truths == UNKNOWN))}
        whole = least + sum(weight[path] for path in tied if tied[path])
        if surely(whole, ">=", bound) == HOLDS:
            lhs, rhs = zip(*chain.from_iterable(tied.values()), strict=True)
            return Relation(np.array(lhs, dtype=object), "<=", np.array(rhs, dtype=object), chance.start)
        least = as_ball(least).union(as_ball(weight[truths != FAILS].sum()))
    found = np.empty(1, dtype=weight.dtype)
    found[0] = least
    return Relation(found, ">=", bound, chance.start)


def ties(chance: Chance, path: int) -> list[tuple[Any, Any]]:
    """The undecided sides on a path, if they agree beyond doubles and no relation between them is strict."""
    found = []
    for relation in map(plain, chance.event):
        lhs, rhs = (np.broadcast_to(side, np.asarray(chance.weight).shape)[path] for side in sides(relation))
        if surely(lhs, relation.op, rhs) == UNKNOWN:
            if relation.op in ("<", ">") or not agrees_beyond_doubles(lhs, rhs):
                return []
            found.append((lhs, rhs))
    return found


@dataclass(frozen=True)
class Estimate:
    """The frequency of the event among sampled paths, and the bound that it gives."""

    held: int
    paths: int
    bound: float

    @property
    def lower(self) -> float:
        """The largest p that would make so many successes improbable: P ≥ p with confidence CONFIDENCE."""
        from scipy import special  # which takes a tenth of a second to import

        return float(special.betaincinv(self.held, self.paths - self.held + 1, 1 - CONFIDENCE)) if self.held else 0.0

    @property
    def supported(self) -> bool:
        return self.lower >= self.bound

    @property
    def may_hold(self) -> bool:
        """Whether the paths where it fails are not so many that the bound would be improbable."""
        failing = Estimate(self.paths - self.held, self.paths, 1 - self.bound)
        return failing.lower <= failing.bound

    def text(self) -> str:
        return (
            f"on {self.held} of {self.paths} sampled paths, so with probability at least {self.lower:.4f} "
            f"({CONFIDENCE:.1%} confidence), where {self.bound:.4g} is claimed"
        )


def estimate(chance: Chance) -> Estimate:
    """The event's frequency, each sampled path counted once."""
    truths = on_paths(chance)
    return Estimate(int(np.count_nonzero(truths == HOLDS)), truths.size, float(chance.at_least))
