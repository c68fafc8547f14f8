"""A trace: the claim's own function on one exact run, as a program over ℚ that computes its hypotheses and its sides.

A refutation is traced at the entry that its record prints, which fails; a certified run at every entry, which hold,
first the one that is printed. Every entry of every hypothesis is among what has to hold. A chance is the sum of the
weights of its paths, with a branch for each that says on which the event fails.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import Chance, IllFormed, Relation, conjuncts
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.decide.counterexamples import number_text
from lemmacheck.verifiers.decide.ladder import rungs
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.kernel.terms import OPERATIONS, Line, Named, Program, Sides, Term, Terms
from lemmacheck.verifiers.numbers.ball import elementwise
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, surely
from lemmacheck.verifiers.records.decimals import trimmed
from lemmacheck.verifiers.records.verdict import Record, Verdict, Witness, Worst

MOST, EACH = 30_000, 20  # lines of a program, and how many there are at least for a row, column and step


class Untraced(ValueError):
    """Why a decision cannot be written as a program."""


@dataclass(frozen=True)
class Trace:
    """A program, the relations between its lines that are supposed, and those that the claim states.

    `of` is the field of the record that names the run, by its parameters, its steps and `Z`, the exact data; `t` is
    that of the first relation stated.
    A line ("q", k, i), ("direction", j) or ("gamma2",) is a number of the data's optimum.
    """

    id: str
    of: str
    holds: bool
    Z: list[list[str]]
    algorithm: str
    steps: int
    t: int
    lines: list[Line]
    states: list[Sides]
    branches: list[Sides] = field(default_factory=list)
    hypotheses: dict[str, list[Sides]] = field(default_factory=dict)
    optimum: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def with_names(instance: Instance) -> Instance:
    """The instance, whose numbers know their names."""
    rows = tuple(tuple(Named.of(x, "Z", i, j) for j, x in enumerate(row)) for i, row in enumerate(instance.rows))
    found, best = Instance(instance.name, rows), instance.optimum
    q = [tuple(Named.of(x, "q", k, i) for i, x in enumerate(q)) for k, q in enumerate(instance.dual_vertices)]
    direction = tuple(Named.of(x, "direction", j) for j, x in enumerate(best.direction))
    known = type(best)(Named.of(best.gamma_squared, "gamma2"), best.q, direction)
    found.__dict__.update(optimum=known, dual_vertices=q)
    return found


def trace_of(claim: Claim, record: Record, of: str, most: int = MOST) -> Trace:
    """The trace of the run that this field of the record names, of few enough lines; Untraced says why it has none."""
    place = getattr(record, of)
    if (
        place is None
        or (of == "worst") != (record.verdict == Verdict.CERTIFIED)
        or (of != "worst" and place.parameters)
    ):
        raise Untraced(f"the record names no {of} that shows its verdict on a run of the book")
    if claim.lists_all_paths and claim.own:
        raise Untraced("it speaks of all paths of a problem of its author's own, which are not written as one program")
    if place.algorithm not in claim.runs:
        raise Untraced(f"no parameters are called {place.algorithm!r}")
    if EACH * len(place.Z) * len(place.Z[0]) * place.steps > most:
        raise Untraced(f"rows × columns × steps are more than {most // EACH}")
    claim, reason = claim.as_long_as(place.steps), ""
    for bits in rungs(place.steps):
        try:
            found = traced(claim, of, place, bits)
        except (Undecided, IllFormed) as error:
            reason = str(error)
        else:
            if len(found.lines) > most:
                raise Untraced(f"its program has more than {most} lines")
            return found
    raise Untraced(reason)


def traced(claim: Claim, of: str, place: Witness | Worst, bits: int) -> Trace:
    """The trace, with the branches and entries that so many bits make sure."""
    instance, algorithm = Instance.from_json(of, place.Z), claim.runs[place.algorithm]
    program, holds = Program(), of == "worst"
    num = Terms(program, bits)
    with num.active():
        steps = place.steps if moves(algorithm) else 0
        subject = subject_of(with_names(instance), num, algorithm, steps, method=claim.method)
        if isinstance(subject, NoRun):
            raise Undecided("a step divides by 0")
        if at_points := next((h for h in claim.given if not holds and h.at_points_only(subject)), None):
            raise Untraced(f"“{at_points.statement}” is supposed at all points, which one run does not show to Rocq")
        hypotheses = {h.name: [e.sides for e in entries(h, subject, num)] for h in claim.given}
        every = list(entries(claim, subject, num))
        printed = [e for e in every if place.whole or e.t == place.t]
        if isinstance(place, Witness):
            printed = [e for e in printed if e.op == place.relation and e.truth == FAILS]
        printed.sort(
            key=lambda e: (number_text(e.a.value), number_text(e.b.value)) != (trimmed(place.lhs), trimmed(place.rhs))
        )
        if not printed or (holds and any(e.truth != HOLDS for e in every)):
            raise Undecided(f"it is not sure at t = {place.t}" if not printed else "it is not sure at every entry")
    stated = [e.sides for e in dict.fromkeys([printed[0], *(every if holds else ())])]
    run = (place.Z, place.algorithm, place.steps, place.t)
    whole = Trace(claim.id, of, holds, *run, program.lines, stated, list(program.branches), hypotheses)
    return with_optimum(pruned(whole), instance)


class Entry(NamedTuple):
    """One entry of a relation, with the t that it stands for."""

    a: Term
    op: str
    b: Term
    t: int

    @property
    def sides(self) -> Sides:
        return self.a.at, self.op, self.b.at

    @property
    def truth(self) -> int:
        same = self.a is self.b and self.op in ("==", "<=", ">=")
        return HOLDS if same else surely(self.a.value, self.op, self.b.value)


def entries(statement: Claim | Hypothesis, subject: Any, num: Terms) -> Iterator[Entry]:
    """Every entry of a statement."""
    reason = statement(subject)
    for part in conjuncts(reason):
        relation = chance(part, num) if isinstance(part, Chance) else part
        if not isinstance(relation, Relation):
            raise Untraced(f"it states a {type(relation).__name__}, which no program decides")
        first = getattr(statement, "first", 0) if relation.start is None else relation.start
        for a, b, t in aligned(relation, num):
            yield Entry(a, relation.op, b, first + t)


def aligned(relation: Relation, num: Terms) -> Iterator[tuple[Term, Term, int]]:
    """The entries of both sides, and the row in which they stand."""
    lhs, rhs = np.broadcast_arrays(*(np.asarray(side, dtype=object) for side in (relation.lhs, relation.rhs)))
    for k, (a, b) in enumerate(zip(lhs.ravel(), rhs.ravel(), strict=True)):
        yield num.number(a), num.number(b), int(np.unravel_index(k, lhs.shape)[0]) if lhs.ndim else 0


def chance(part: Chance, num: Terms) -> Relation:
    """P(event) ≥ bound, where P is the sum over the paths on which the event does not surely fail."""
    weights = elementwise(num.number, np.asarray(part.weight, dtype=object))
    total = num.number(0)
    events = [list(aligned(r._replace(lhs=np.broadcast_to(r.lhs, weights.shape)), num)) for r in part.event]
    for path, weight in enumerate(weights):
        sides = [(event[path][0], r.op, event[path][1]) for event, r in zip(events, part.event, strict=True)]
        if not any(surely(a.value, op, b.value) == FAILS and not num.program.whether(a, op, b) for a, op, b in sides):
            total = total + weight
    return Relation(np.array([total], dtype=object), ">=", part.at_least, part.start)


def pruned(trace: Trace) -> Trace:
    """The trace without its unused lines."""
    kept = {at for a, _, b in relations(trace) for at in (a, b)}
    for at in range(len(trace.lines) - 1, -1, -1):
        if at in kept:
            kept.update(operands(trace.lines[at]))
    new = {old: k for k, old in enumerate(sorted(kept))}
    lines = [renumbered(trace.lines[old], new) for old in sorted(kept)]

    def moved(sides: Sides) -> Sides:
        return new[sides[0]], sides[1], new[sides[2]]

    return replace(
        trace,
        lines=lines,
        states=list(dict.fromkeys(map(moved, trace.states))),
        branches=list(map(moved, trace.branches)),
        hypotheses={name: list(dict.fromkeys(map(moved, found))) for name, found in trace.hypotheses.items()},
    )


def relations(trace: Trace) -> Iterator[Sides]:
    """All relations of a trace."""
    yield from trace.states
    yield from trace.branches
    for found in trace.hypotheses.values():
        yield from found


def operands(line: Line) -> Line:
    """The earlier lines that a line is made of."""
    return line[1:] if line[0] in OPERATIONS else ()


def renumbered(line: Line, new: dict[int, int]) -> Line:
    return (line[0], *(new[at] for at in operands(line))) if line[0] in OPERATIONS else line


def with_optimum(trace: Trace, instance: Instance) -> Trace:
    """The trace with the optimum of its data, if it reads it."""
    if not {line[0] for line in trace.lines} & {"q", "direction", "gamma2"}:
        return trace
    return replace(trace, optimum=optimum_of(instance))


def optimum_of(instance: Instance) -> dict[str, Any]:
    """γ̄², all q̄ that are known, and Zᵀq̄."""
    best = instance.optimum
    return {
        "gamma2": str(best.gamma_squared),
        "q": [list(map(str, q)) for q in instance.dual_vertices],
        "direction": list(map(str, best.direction)),
    }
