"""Probabilities of events over all paths of a run: P(event) ≥ 1 − lost.

The union bound shows one from others: on every path in the events of these, the event is shown like any relation; and
the probability that one of them fails is at most the sum of their losses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from lemmacheck.theory.core.relation import Chance, Relation
from lemmacheck.verifiers.prove.context import Context, Points
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.stated import Stated, parts_of, single, stated
from lemmacheck.verifiers.prove.values import Value

ONE_A_PATH = (Points("paths"),)


@dataclass(eq=False)
class Likely:
    """Relations that hold on a path, except on paths with a probability of at most `lost ≥ 0`."""

    event: list[Stated]
    lost: Stated
    name: str = ""
    of: str = ""
    where: list[Stated] = field(default_factory=list)
    defined: bool = True

    per_step = False

    @property
    def parts(self) -> list[Stated]:
        return [*self.event, self.lost]


def statement_parts(context: Context, statement: Any) -> list[Stated | Likely]:
    """The relations and probabilities of a statement."""
    return [statement_part(context, one) for one in parts_of(statement, Relation, Chance)]


def statement_part(context: Context, one: Relation | Chance) -> Stated | Likely:
    return likely(context, one) if isinstance(one, Chance) else stated(context, one)


def likely(context: Context, chance: Chance) -> Likely:
    """A probability, if its weights are those of all paths of the run."""
    weight, law = chance.weight, context.law
    if law is None or not isinstance(weight, Value) or weight.axes != ONE_A_PATH:
        raise Refused("a probability over other than all paths of a run")
    with context.universe.quietly():
        if not (weight.at(None) - context.universe.of(law.chance)).is_zero:
            raise Refused("a probability by other weights than those of the paths")
    event = [stated(context, relation) for relation in chance.event]
    if any(axis not in (1, *ONE_A_PATH) for one in event for axis in one.gap.axes):
        raise Refused("an event that says other than one thing of each path")
    least = single(context, chance.at_least)
    if any(axis != 1 for axis in least.axes):
        raise Refused("a probability bounded by other than a number")
    return Likely(event, Stated(">=", 1 - least))


def some_of(known: Sequence[Likely]) -> Iterator[tuple[Likely, ...]]:
    """All of them, and then fewer."""
    for count in range(len(known), -1, -1):
        yield from combinations(known, count)


def left(goal: Likely, chosen: Sequence[Likely]) -> Stated:
    """The relation that the goal may lose at least as much as the chosen ones together."""
    gap = goal.lost.gap
    for one in chosen:
        gap = gap - one.lost.gap
    return Stated(">=", gap)
