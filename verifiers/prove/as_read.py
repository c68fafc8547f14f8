"""What a proof speaks of, in formulas: a claim's relations at any step, what it supposes, its method's start and step.

A proof is of what was read. A reader who finds the lemma in these lines knows that it is proved, and not another one.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from lemmacheck.verifiers.prove.chances import Likely
from lemmacheck.verifiers.prove.context import Context, Index, Later
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.stated import Stated
from lemmacheck.verifiers.prove.subject import Trajectory, as_term
from lemmacheck.verifiers.prove.wording import term_text, with_sequences

SIGNS = {"==": "=", ">=": "≥", "<=": "≤"}


def as_read(setting: Setting, relations: Iterable[Stated | Likely]) -> tuple[str, ...]:
    """A line for each relation, for each that is supposed and not put in, for the start and a step of each part of the
    state, and for each running sum."""
    read = [relation_text(setting.context, part) for one in relations for part in one.parts]
    supposed = [f"supposing {relation_text(setting.context, one)}" for one in setting.supposed() if not put_in(one)]
    lines = [*read, *supposed, *steps_text(setting.run)]
    return with_sequences(setting.context, dict.fromkeys(lines))


def put_in(relation: Stated) -> bool:
    """Whether an equation of the schedule is what all else is read with: its sides are one term."""
    gap = tried(lambda: relation.gap.at(Later(0)))
    return relation.op == "==" and gap is not None and gap.is_zero


def relation_text(context: Context, relation: Stated) -> str:
    """A relation at the row that is the shortest in the letters of step t."""
    rows: list[Index | None] = [Later(0), Later(-1), Later(1)] if relation.per_step else [None]
    found = [text for row in rows if (text := tried(lambda row=row: at_row(context, relation, row))) is not None]  # type: ignore[misc]
    return min(found, key=len, default="a relation that has no row at an arbitrary step")


def at_row(context: Context, relation: Stated, row: Index | None) -> str:
    with context.measured() as need, context.universe.quietly():
        lhs, op, rhs = relation.printed or (relation.gap, relation.op, None)
        sides = [term_text(lhs.at(row)), "0" if rhs is None else term_text(rhs.at(row))]
    first = max(need.least, -row.k) if isinstance(row, Later) else None
    where = "" if first is None else f" for every t ≥ {first}"
    return f" {SIGNS.get(op, op)} ".join(sides) + where


def steps_text(run: Any) -> Iterator[str]:
    """The start and a step of each part of a state."""
    if isinstance(run, Trajectory):
        for name in type(run.first)._fields:
            both = tried(lambda name=name: [part_text(run, name, row) for row in (0, Later(1))])  # type: ignore[misc]
            if both != ["0", "t + 1"]:  # which counts the steps
                yield f"{name}_0 = {both[0]} and {name}_{{t+1}} = {both[1]}" if both else f"{name} is not read"


def part_text(run: Trajectory, name: str, row: Index) -> str:
    with run.context.measured(), run.context.universe.quietly():
        return term_text(as_term(run.context, getattr(run.state(row), name)))
