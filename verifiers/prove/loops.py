"""Loops over points of arbitrary number: "for all q" is read at one arbitrary q, if the loop says the same of each.

A statement with a loop is read twice, with one point and with several. If the loop makes a relation of each point, both
readings give the same relations, up to the names of the points. If it adds the points up, or counts them, they differ.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.prove.context import Context, Index, Later
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.stated import Stated, relations_of, stated
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import Term

SEVERAL = 3


def given(setting: Setting, hypothesis: Hypothesis) -> list[Stated]:
    """The relations of a hypothesis; if it is ours and its loop states the same of each point, at the points in
    question.

    An author's loop may state it of some of the points alone.
    """
    if authored(hypothesis.function):
        return setting.given(hypothesis)
    at, setting.context.again = setting.context.again, {}
    found = setting.given(hypothesis) or tried(lambda: of_each_point(setting, hypothesis))
    setting.context.again = at
    again = at and found and tried(lambda: of_each_point(setting, hypothesis))
    return again or found or []


def plainly(context: Context, statement: Any) -> list[Stated]:
    """The relations of a statement that has nothing else."""
    return [stated(context, r) for r in relations_of(statement)]


def of_each_point(setting: Setting, hypothesis: Hypothesis) -> list[Stated]:
    plain(hypothesis.function)
    return read_twice(setting, hypothesis.function)


def read_twice(
    setting: Setting, function: Callable[[Any], Any], parts_read: Callable[..., list[Any]] = plainly
) -> list[Any]:
    """The relations of a claim or hypothesis, if they are the same whether a loop has one point or several."""
    context = setting.context

    def read() -> list[Any]:
        return setting.made(lambda: parts_read(context, function(setting.run)))  # type: ignore[no-any-return]

    relations = read()
    if context.looped:
        if authored(function):
            raise Refused("a loop over points, of an author's: it may speak of some of them alone, or count them")
        of_one = [key(setting, relation) for relation in relations]
        context.loops = SEVERAL
        of_several = [key(setting, relation) for relation in read()]
        context.loops = 1
        if any(one not in of_one for one in of_several) or any(one not in of_several for one in of_one):
            raise Refused("a loop over points does not say the same of each of them")
    return relations


def key(setting: Setting, relation: Any) -> Any:
    """The content of a relation or a probability, independent of the names of its points."""
    if not isinstance(relation, Stated):
        return [key(setting, part) for part in relation.parts]
    rows: list[Index | None] = [Later(1), 0, 1] if relation.per_step else [None]
    with setting.context.universe.quietly():
        read = [tried(lambda row=row: setting.read(relation, row)[0]) for row in rows]  # type: ignore[misc]
    return relation.op, relation.gap.axes, [None if gap is None else unnamed(setting, gap).key() for gap in read]


def unnamed(setting: Setting, gap: Term) -> Term:
    """The term with the points of loops numbered as they occur in it."""
    met: Counter[str] = Counter()
    for name, letter in setting.context.points:
        (atom,) = letter.atoms()
        mark = setting.context.universe.symbol(f"{name}@{met[name]}", atom.space, **atom.facts)
        found = substituted(gap, {atom.number: mark})
        if found is not gap:
            gap, met[name] = found, met[name] + 1
    return gap
