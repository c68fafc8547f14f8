"""What the prover reads of a claim, held against what the claim says on runs: entry by entry, and shape by shape.

A proof speaks of the terms that were read. If on a run they have another value than the claim, other rows, or a value
where the claim has none, the claim was read as something else. The hypotheses that a proof may use, and the facts at
the points of its argument, are held against the run likewise. Two numbers differ if their balls do not meet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from typing import Any

import numpy as np
from flint import arb
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.argument import Cited, ToZero
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.ask import NoSuchRow
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import IllFormed, Relation, conjuncts
from lemmacheck.theory.core.run import Run, moves, problem_in
from lemmacheck.theory.core.shared import authored, by_an_author
from lemmacheck.verifiers.decide.copies import data_for
from lemmacheck.verifiers.decide.ladder import ball_run, ball_truth, least_truth
from lemmacheck.verifiers.decide.statements import relations_on
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import families_of, planted_on
from lemmacheck.verifiers.instances.subject import reachable
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS
from lemmacheck.verifiers.prove.algorithms import read_as
from lemmacheck.verifiers.prove.context import Index, Later, Points, Steps
from lemmacheck.verifiers.prove.engine import Prover
from lemmacheck.verifiers.prove.facts import FACTS
from lemmacheck.verifiers.prove.figures import Figures, NoFigure, plain
from lemmacheck.verifiers.prove.own import rows_alone
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.stated import Stated, stated, upwards

LENGTHS = (1, 2, 3, 5, 8, 13, 21)  # of the runs whose numbers are compared
SHAPES = range(1, 25)  # lengths at which the shapes are
ENOUGH, MOST = 6, 30  # of runs on which the hypotheses hold, and of all that are tried
BITS = 128
NONE_MET = "no run that was tried meets its hypotheses"
NO_NUMBER = "there is no number where one is read"

Place = tuple[Index | None, int | None]  # an index of a reading, and the t of the arbitrary step there


@dataclass(frozen=True)
class OneRun:
    """The data, the method and the length of a run."""

    instance: Instance
    label: str
    algorithm: Any
    steps: int

    def __str__(self) -> str:
        return f"{self.instance.name}{f' of {self.label}' * bool(self.label)}, t up to {self.steps}"


@dataclass(frozen=True)
class Read:
    """What was read of a statement; `everywhere` says that it has a number on every run."""

    statement: Claim | Hypothesis
    relations: Sequence[Any]
    everywhere: bool = True


def of_an_author(claim: Claim) -> bool:
    """Whether the prover reads an author's code where it reads a claim."""
    statements = (claim.function, *(h.function for h in claim.given))
    usual = claim.method.usual.values() if claim.method else ()
    return claim.own or any(map(authored, statements)) or any(map(by_an_author, usual))


def misread(claim: Claim) -> str:
    """Why what is read of a claim, or of its hypotheses, is not what they say, or may not be; "" where it is, or where
    nothing is read."""
    setting = Setting(claim, None)
    relations = tried(lambda: Prover(setting).relations)
    if relations is None or setting.context.looped:
        return ""
    read = [Read(claim, relations), *(Read(h, known) for h in claim.given if (known := setting.given(h)))]
    if claim.proof is not None:
        argued = replace(claim, function=partial(in_argument, claim))
        with setting.context.universe.quietly():
            said = tried(lambda: [stated(setting.context, one) for one in argued.function(setting.run)])
        read += [Read(argued, said, everywhere=False)] if said else []
    met: list[OneRun] = []  # runs on which the hypotheses hold
    for made in islice(runs(claim), MOST):
        if where := compared_on(claim, setting, read, made, numbers=True):
            return where
        met += [] if where is None else [made]
        if len(met) == ENOUGH:
            break
    if not met:
        return NONE_MET
    others = (replace(met[0], steps=steps) for steps in SHAPES) if moves(met[0].algorithm) else ()
    return next((where for made in others if (where := compared_on(claim, setting, read, made, numbers=False))), "")


def items_of(claim: Claim, run: Any) -> Iterator[tuple[str, list[Relation], list[Relation]]]:
    """What a claim's argument says of a run, item by item: the name of a fact or hypothesis that it cites, the
    conditions on its points, and what it states of them."""
    for item in claim.proof(run):  # type: ignore[misc]
        if isinstance(item, ToZero):
            continue
        name, where, says = cited(claim, item, run) if isinstance(item, Cited) else ("", (), item)
        yield name, relations_in(where), relations_in(says)


def relations_in(statement: Any) -> list[Relation]:
    return [one for one in conjuncts(statement) if isinstance(one, Relation)]


def cited(claim: Claim, item: Cited, run: Any) -> tuple[str, Any, Any]:
    """A fact or a hypothesis at points; nothing of a claim of another run."""
    if isinstance(item.id, Hypothesis):
        says = item.id.function
        return item.id.name, says.where(run, *item.points), says.at(run, *item.points)  # type: ignore[attr-defined]
    fact = FACTS.get(item.id)
    if fact is None or fact.at is None or fact.where is None:
        return item.id, (), ()
    own = fact.about is not None and fact.about is read_as(claim.about)
    subject = run if own else rows_alone(problem_in(run))
    return item.id, fact.where(subject, *item.points), fact.at(subject, *item.points)


def in_argument(claim: Claim, run: Any) -> list[Relation]:
    return [one for _, _, says in items_of(claim, run) for one in says]


def untrue(claim: Claim, subject: Any) -> str:
    """The first fact or hypothesis that the claim's argument cites where it surely fails on a run."""

    def everything(run: Any) -> list[Relation]:
        return [one for _, where, says in items_of(claim, run) for one in (*where, *says)]

    try:
        said = iter(relations_on(replace(claim, function=everything), subject))
        for name, *parts in items_of(claim, subject):
            where, says = (tuple(islice(said, len(part))) for part in parts)
            if name and least_truth(where) == HOLDS and least_truth(says) == FAILS:
                return f"{name} fails where it is cited"
    except Exception:  # the argument has no value on this run
        return ""
    return ""


def compared_on(claim: Claim, setting: Setting, read: Sequence[Read], made: OneRun, numbers: bool) -> str | None:
    """Where one of the statements says another thing of a run than what was read; None where a hypothesis fails."""
    with Ball(BITS).active():
        subject = subject_of(claim, made)
        if subject is None:
            return None
        found = (difference(setting, one, subject, numbers) for one in read)
        where = next(filter(None, found), "") or (untrue(claim, subject) if claim.proof and numbers else "")
        return where and f"on {made}, {where}"


def runs(claim: Claim) -> Iterator[OneRun]:
    """Data, methods and lengths, each in turn."""
    method, some = claim.method, structured()[::5]
    if method is None:
        yield from (OneRun(instance, "", None, 0) for instance in some)
        return
    for label, instance in planted_on(method).items():
        yield OneRun(instance, label, method.planted[label].algorithm, method.planted[label].steps)
    data = some[:1] if method.dataless else reachable(method, [*families_of(method)[:3], *some])
    for instance, named, steps in zip(cycle(data), cycle(method.usual.items()), cycle(LENGTHS)):
        yield OneRun(instance, *named, steps)


def subject_of(claim: Claim, made: OneRun) -> Any:
    """The run, if there is one and the claim's hypotheses surely hold on it."""
    try:
        instance = data_for(claim, made.instance, made.algorithm)
        given = instance, made.algorithm, made.steps, BITS, claim.method
        subject = ball_run(*given)
        met = not isinstance(subject, NoRun) and all(ball_truth(h, *given) == HOLDS for h in claim.given)
        return subject if met else None
    except (ArithmeticError, IllFormed):
        return None


def difference(setting: Setting, read: Read, subject: Any, numbers: bool) -> str:
    """Where a statement says another thing of a run than what was read."""
    said: Sequence[Relation | None]
    try:
        said = relations_on(read.statement, subject)
    except NoSuchRow:
        said = [None] * len(read.relations) if read.everywhere else ()
    except Undecided:
        return ""
    except Exception:  # whatever an author's statement raises on these data
        return NO_NUMBER if read.everywhere else ""
    if len(said) != len(read.relations):
        return f"{len(said)} relations are read as {len(read.relations)}" if read.everywhere else ""
    both = [(one, other) for one, other in zip(said, read.relations, strict=True) if isinstance(other, Stated)]
    return next((where for pair in both if (where := parted(setting, *pair, subject, numbers))), "")


def parted(setting: Setting, said: Relation | None, read: Stated, subject: Any, numbers: bool) -> str:
    """Where a relation is another on a run than what was read of it."""
    steps, axes = subject.steps if isinstance(subject, Run) else 0, read.gap.axes
    there = read.asks(Later(0) if read.per_step else None) <= steps
    if said is None:
        return NO_NUMBER if there else ""
    op, high, low = upwards(*said[:3])
    gap = plain(plain(high) - plain(low))
    if not there:
        return "there is a number where none is read" if gap.size else ""
    if op != read.op:
        return f"{read.op} is read where {op} is said"
    figures = Figures(setting, subject, Ball(BITS), [axis.kind for axis in axes if isinstance(axis, Points)])
    sizes = [steps + 1 + axis.spare if isinstance(axis, Steps) else figures.size(axis) for axis in axes]
    alike = [size in (own, None) for own, size in zip(gap.shape, sizes, strict=False)]
    if gap.ndim != len(axes) or not all(alike):
        return f"an array of the shape {gap.shape} is read as one of {tuple(sizes)}"
    rest = [axis for axis in axes if not isinstance(axis, Steps)]
    for index, t in places_of(read, steps) if numbers else ():
        row = index.k + (t or 0) if isinstance(index, Later) else index
        entry = gap if row is None else gap.take(row, axes.index(read.gap.time))
        found = figure(figures, read, index, t)
        if found is not None and apart(figures.aligned(found, rest), entry):
            return f"another number is read{'' if row is None else f' at row {row}'}"
    return ""


def places_of(read: Stated, steps: int) -> list[Place]:
    """Some rows of a relation, first, last and between: by themselves, and as those that an arbitrary step makes."""
    if read.gap.time is None:
        return [(None, None)]
    count = steps + 1 + read.gap.time.spare
    rows = sorted({0, 1, 2, count // 2, count - 2, count - 1} & set(range(count)))
    return [(row, None) for row in rows if row < 3] + [(Later(k), row - k) for row in rows for k in (0, 1) if row >= k]


def figure(figures: Figures, read: Stated, index: Index | None, t: int | None) -> Any:
    """What was read, on the run; None where the run does not say."""
    try:
        return tried(lambda: figures.entry(read.gap, index, t))
    except (NoFigure, ZeroDivisionError):
        return None


def apart(read: np.ndarray, said: Any) -> bool:
    """Whether some of the numbers surely differ."""
    pairs = zip(*(map(arb, x.ravel()) for x in np.broadcast_arrays(read, said)), strict=True)
    return any(x.is_finite() and y.is_finite() and not x.overlaps(y) for x, y in pairs)
