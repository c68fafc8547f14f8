"""A trace: the claim's own function on one exact run, as a program over ℚ that computes its hypotheses and its sides.

A refutation is traced at the first entry of its t that surely fails, with every entry of every hypothesis; a chance is the sum of
the weights of its paths, with a branch for each that says which of them fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.claim import Claim, Hypothesis
from lemmacheck.theory.core.relation import Chance, Relation
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.decide.ladder import rungs
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.kernel.terms import OPERATIONS, Line, Named, Program, Sides, Term, Terms
from lemmacheck.verifiers.numbers.ball import elementwise
from lemmacheck.verifiers.numbers.comparison import FAILS, surely
from lemmacheck.verifiers.records.verdict import Witness


class Untraced(ValueError):
    """What was decided cannot be written as a program, and why."""


@dataclass(frozen=True)
class Trace:
    """A program, the relations that hold between its lines, and the one that fails.

    `Z` are the exact data. A line ("q", k, i), ("direction", j) or ("gamma2",) is a number of their exact optimum.
    """

    id: str
    Z: list[list[str]]
    t: int
    lines: list[Line]
    fails: Sides
    branches: list[Sides] = field(default_factory=list)
    hypotheses: dict[str, list[Sides]] = field(default_factory=dict)
    optimum: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def named(instance: Instance) -> Instance:
    """The instance, whose numbers know their names."""
    rows = tuple(tuple(Named.of(x, "Z", i, j) for j, x in enumerate(row)) for i, row in enumerate(instance.rows))
    found, best = Instance(instance.name, rows), instance.optimum
    q = [tuple(Named.of(x, "q", k, i) for i, x in enumerate(q)) for k, q in enumerate(instance.dual_vertices)]
    direction = tuple(Named.of(x, "direction", j) for j, x in enumerate(best.direction))
    known = type(best)(Named.of(best.gamma_squared, "gamma2"), best.q, direction)
    found.__dict__.update(optimum=known, dual_vertices=q)
    return found


def refutation(claim: Claim, witness: Witness) -> Trace:
    """The trace of a witness; Untraced says why it has none."""
    if witness.parameters:
        raise Untraced("the run is of a variant")
    if witness.algorithm not in claim.usual:
        raise Untraced(f"no parameters are called {witness.algorithm!r}")
    said = "it does not fail here"
    for bits in rungs(witness.steps):
        try:
            return traced(claim, witness, bits)
        except Undecided as error:
            said = str(error)
    raise Untraced(said)


def traced(claim: Claim, witness: Witness, bits: int) -> Trace:
    """The trace, whose branches and failing entry are found at so many bits."""
    instance, algorithm = Instance.from_json("witness", witness.Z), claim.usual[witness.algorithm]
    program = Program()
    num = Terms(program, bits)
    with num.active():
        subject = subject_of(named(instance), num, algorithm, witness.steps if moves(algorithm) else 0, method=claim.method)
        if isinstance(subject, NoRun):
            raise Undecided("a step divides by 0")
        hypotheses = {h.name: [written(*entry[:3]) for entry in entries(h, subject, num)] for h in claim.given}
        told = [e for e in entries(claim, subject, num) if e[1] == witness.relation and e[3] == witness.t]
        entry = next((e for e in told if surely(e[0].value, e[1], e[2].value) == FAILS), None)
    if entry is None:
        raise Undecided(f"no entry surely fails at t = {witness.t}")
    whole = Trace(claim.id, witness.Z, entry[3], program.lines, written(*entry[:3]), list(program.branches), hypotheses)
    return with_optimum(pruned(whole), instance)


def written(a: Term, op: str, b: Term) -> Sides:
    return a.at, op, b.at


def entries(statement: Claim | Hypothesis, subject: Any, num: Terms) -> Iterator[tuple[Term, str, Term, int]]:
    """Every entry of what a statement says: both sides as terms, and the t that it stands for."""
    said = statement(subject)
    for part in (said,) if isinstance(said, (Relation, Chance)) else said:
        relation = chance(part, num) if isinstance(part, Chance) else part
        if not isinstance(relation, Relation):
            raise Untraced(f"it states a {type(relation).__name__}, which no program decides")
        first = getattr(statement, "first", 0) if relation.start is None else relation.start
        for a, b, t in aligned(relation, num):
            yield a, relation.op, b, first + t


def aligned(relation: Relation, num: Terms) -> Iterator[tuple[Term, Term, int]]:
    """The entries of both sides, and the row in which they stand."""
    lhs, rhs = np.broadcast_arrays(*(np.asarray(side, dtype=object) for side in (relation.lhs, relation.rhs)))
    for k, (a, b) in enumerate(zip(lhs.ravel(), rhs.ravel(), strict=True)):
        yield num.number(a), num.number(b), int(np.unravel_index(k, lhs.shape)[0]) if lhs.ndim else 0


def chance(part: Chance, num: Terms) -> Relation:
    """P(event) ≥ bound, where P is the sum over the paths on which the event does not surely fail."""
    weights = elementwise(num.number, np.asarray(part.weight, dtype=object))
    total = num.number(0)
    events = [list(aligned(Relation(np.broadcast_to(np.asarray(r.lhs, dtype=object), weights.shape), r.op, r.rhs), num)) for r in part.event]
    for path, weight in enumerate(weights):
        sides = [(event[path][0], r.op, event[path][1]) for event, r in zip(events, part.event, strict=True)]
        if not any(surely(a.value, op, b.value) == FAILS and not num.program.whether(a, op, b) for a, op, b in sides):
            total = total + weight
    return Relation(np.array([total], dtype=object), ">=", part.at_least, part.start)


def pruned(trace: Trace) -> Trace:
    """The trace without the lines that nothing rests on."""
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
        fails=moved(trace.fails),
        branches=list(map(moved, trace.branches)),
        hypotheses={name: list(dict.fromkeys(map(moved, found))) for name, found in trace.hypotheses.items()},
    )


def relations(trace: Trace) -> Iterator[Sides]:
    """All of a trace."""
    yield trace.fails
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
