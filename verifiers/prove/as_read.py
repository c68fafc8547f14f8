"""What a proof speaks of, in formulas: a claim's relations at any step, what it supposes, its method's start and step.

A proof is of what was read. A reader who finds the lemma in these lines knows that it is proved, and not another one.
"""

from collections.abc import Iterable, Iterator
from inspect import signature
from typing import Any

from lemmacheck.theory.core.argument import ForAll
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import conjuncts
from lemmacheck.verifiers.prove.chances import Likely
from lemmacheck.verifiers.prove.context import Context, Index, Later
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.stated import Stated, stated
from lemmacheck.verifiers.prove.subject import Trajectory, as_term, space_of
from lemmacheck.verifiers.prove.values import Value
from lemmacheck.verifiers.prove.wording import term_text, with_sequences

SIGNS = {"==": "=", ">=": "≥", "<=": "≤"}


def as_read(setting: Setting, relations: Iterable[Stated | Likely]) -> tuple[str, ...]:
    """A line for each relation, for each that is supposed and not put in, for the start and a step of each part of the
    state, and for each running sum."""
    read = [relation_text(setting.context, part) for one in relations for part in one.parts]
    supposed = [f"supposing {text}" for one in setting.claim.given for text in supposed_text(setting, one)]
    lines = [*read, *supposed, *steps_text(setting.run)]
    return with_sequences(setting.context, dict.fromkeys(lines))


def supposed_text(setting: Setting, hypothesis: Hypothesis) -> Iterator[str]:
    """What a hypothesis says: an author's for all u of any u, others of the run."""
    says = hypothesis.function
    if setting.claim.own and type(says) is ForAll:
        names = [*signature(says.__wrapped__).parameters][1:]  # type: ignore[attr-defined]
        said = tried(lambda: of_any(setting, says, names))
        yield f"{said or hypothesis.name} for all {', '.join(names)}"
        return
    for one in setting.given(hypothesis):
        if not put_in(one):
            yield relation_text(setting.context, one)


def of_any(setting: Setting, says: ForAll, names: list[str]) -> str:
    """A statement for all points, with a letter for each, and where it is made."""
    context, run = setting.context, setting.run
    with context.measured(), context.universe.quietly():
        spaces = [(space,) if (space := space_of(point)) else () for point in says.points(run)]
        letters = [context.universe.symbol(name, *axes) for name, axes in zip(names, spaces, strict=True)]
        points = [Value(context, axes, lambda _, x=x: x) for x, axes in zip(letters, spaces, strict=True)]  # type: ignore[misc]
        both = [
            " and ".join(relation_text(context, stated(context, one)) for one in conjuncts(statement(run, *points)))
            for statement in (says.at, says.where)
        ]
    return " where ".join(filter(None, both))


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
        for name in type(run.first_state)._fields:
            both = tried(lambda name=name: [part_text(run, name, row) for row in (0, Later(1))])  # type: ignore[misc]
            if both != ["0", "t + 1"]:  # which counts the steps
                yield f"{name}_0 = {both[0]} and {name}_{{t+1}} = {both[1]}" if both else f"{name} is not read"


def part_text(run: Trajectory, name: str, row: Index) -> str:
    with run.context.measured(), run.context.universe.quietly():
        return term_text(as_term(run.context, getattr(run.state(row), name)))
