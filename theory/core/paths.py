"""The run of a method that draws: at each t every state that it may be in, with its probability.

Equal states count as one. A claim reads expectations and probabilities of such a run, not one path.
"""

from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, Undecided
from lemmacheck.theory.core.relation import Chance, Relation, conjuncts
from lemmacheck.theory.core.run import Run, as_rows


class Branch(NamedTuple):
    """A state with the probability of being in it."""

    weight: Any
    state: Any


class Paths(Run):
    """`_states` holds a tuple of branches for each t."""

    def expected(self, function: Callable[[Any], Any], first: int = 0) -> Array:
        """E f(s_t) for t = first, …, T, as rows."""
        return as_rows([mean(function, level) for level in self.states[first:]], first)

    def chance(self, event: Callable[[Any], Any], at_least: Any, t: int | None = None) -> Chance:
        """P(event(s_t)) ≥ at_least, at the last t if none is given; event(s) is a relation, or several."""
        at = self.steps if t is None else t
        if type(at) is not int or at < 0:
            raise TypeError(f"t = {at} of a chance is no t of a run; expected an integer of at least 0")
        if np.size(at_least) != 1:
            raise TypeError(f"a chance is bounded by {np.size(at_least)} numbers; expected one, such as Fraction(1, 2)")
        if at > self.steps:
            raise Undecided(f"a run of {self.steps} steps has no t = {at}")
        level = self.states[at]
        answers = [event(branch.state) for branch in level]
        parts = list(zip(*map(conjuncts, answers), strict=True))
        if not parts:
            raise TypeError("the event of a chance states nothing; expected a relation, such as at_most(s.x, 1)")
        weights = np.stack([np.asanyarray(branch.weight) for branch in level])
        return Chance(tuple(one for part in parts for one in side_by_side(part)), weights, at_least, at)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if not name.startswith("_") and hasattr(self._states[0][0].state, name):
            self.one_path(name)
        return super().__getattr__(name)

    def one_path(self, name: str) -> Any:
        kind = type(getattr(self.algorithm, "algorithm", self.algorithm)).__name__  # of one that is posed
        raise TypeError(
            f"run.{name} reads one path, but {kind} draws; "
            "write run.expected(lambda s: …) or run.chance(lambda s: …, at_least), with 1 for what holds on every path"
        )

    def each(self, *_: Any, **__: Any) -> Any:
        self.one_path("each")

    def pairs(self, *_: Any, **__: Any) -> Any:
        self.one_path("pairs")

    def last(self, *_: Any, **__: Any) -> Any:
        self.one_path("last")


def mean(function: Callable[[Any], Any], level: Any) -> Array:
    values = [np.asanyarray(function(branch.state)) for branch in level]
    if len(shapes := {value.shape for value in values}) > 1:
        raise TypeError(f"the mean of {' and '.join(map(str, sorted(shapes)))}; expected one shape in every state")
    return np.asanyarray(reduce(add, (branch.weight * value for branch, value in zip(level, values, strict=True))))


def side_by_side(relations: Any) -> list[Relation]:
    """A relation of one state, of each: as many relations as it has entries, with one entry a state."""
    if len(ops := {r.op for r in relations}) > 1:
        raise TypeError(f"the event of a chance is {' or '.join(sorted(ops))} by the state; expected one relation")
    pairs = (np.broadcast_arrays(np.asanyarray(r.lhs), np.asanyarray(r.rhs)) for r in relations)
    lhs, rhs = map(np.stack, zip(*pairs, strict=True))
    if not lhs.size:
        raise TypeError("the event of a chance has nothing to compare; expected at least one number on each side")
    columns = (side.reshape(len(relations), -1).T for side in (lhs, rhs))
    return [Relation(a, relations[0].op, b) for a, b in zip(*columns, strict=True)]
