"""The run of a record, state by state, with both sides of its statement beside: what an author looks at to see why.

The numbers are floats, for a reader's eye; no verdict rests on them.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import IllFormed, Relation
from lemmacheck.verifiers.decide.copies import data_for
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.decimals import SIGNS
from lemmacheck.verifiers.records.result_text import whose
from lemmacheck.verifiers.records.text import columns, cut
from lemmacheck.verifiers.records.verdict import Record, Verdict, Witness, Worst

FIRST, AROUND = 8, 2  # states that are shown: the first, and those around the index at which an entry fails
WIDTH = 40  # of a vector
NO_RUN = "no run of it is on record"
ALL_PATHS = "it speaks of all paths at once: there is no one run to show"


def states_text(claim: Claim, record: Record) -> str:
    """A table of the run of the record's witness, or of its tightest run: t, the state, and both sides there."""
    if claim.lists_all_paths:
        return ALL_PATHS
    run = record.witness or record.worst
    if run is None or not run.steps or claim.about is None:
        return NO_RUN
    num, claim = Float64(), claim.as_long_as(run.steps)
    with num.active(), np.errstate(all="ignore"):
        algorithm = claim.runs[run.algorithm]
        data = Instance.from_json("states", run.Z or [["0"]])
        subject = subject_of(data_for(claim, data, algorithm), num, algorithm, run.steps, method=claim.method)
        states = getattr(subject, "_states", ())
        if not states:
            return NO_RUN
        beside = dict(both_sides(claim, subject, run.t))
        chosen = [t for t in range(len(states)) if t < FIRST or abs(t - run.t) <= AROUND or t == len(states) - 1]
        names = [name for name in fields(states[0]) if name != "t"]
        rows = [["t", *names, *beside]]
        for before, t in zip([-1, *chosen], chosen, strict=False):
            rows += [["…"] * len(rows[0])] if t > before + 1 else []
            values = [number(getattr(states[t], name)) for name in names]
            rows.append([str(t), *values, *(x[t] for x in beside.values())])
    return f"{heading(record, run)}\n{columns(rows)}"


def heading(record: Record, run: Witness | Worst) -> str:
    which = "the witness" if record.verdict == Verdict.REFUTED else "the tightest run"
    on = "" if isinstance(run, Witness) or run.unread else f"on {whose(run)}"
    return ", ".join(filter(None, (f"the states of {which}", on, "in floats", run.algorithm)))


def fields(state: Any) -> tuple[str, ...]:
    return tuple(getattr(state, "_fields", ())) or tuple(vars(state))


def both_sides(claim: Claim, subject: Any, at: int) -> Iterator[tuple[str, dict[int, str]]]:
    """Both sides at each t, of the relation that is closest to fail at that index, where it has one entry a t."""
    if claim.tends:
        return
    try:
        found = [one for part in relations_of(claim(subject)) if (one := by_index(claim, part, subject.steps))]
    except (IllFormed, ArithmeticError, TypeError):
        return
    blank = dict.fromkeys(range(subject.steps + 1), "")
    for lhs, rhs, op in sorted(found, key=lambda one: room(one, at))[:1]:
        yield "left side", blank | {t: number(x) for t, x in lhs.items()}
        yield "right side", blank | {t: f"{SIGNS.get(op, op)} {number(x)}" for t, x in rhs.items()}


def by_index(claim: Claim, part: Relation, steps: int) -> Any:
    """The sides of a relation as numbers by t; None where it has not one entry a t."""
    lhs, rhs = sides(part)
    start = claim.first if part.start is None else part.start
    if lhs.ndim != 1 or steps + 1 - start - len(lhs) not in (0, 1):
        return None
    return dict(enumerate(lhs, start)), dict(enumerate(rhs, start)), str(part.op)


def room(one: Any, at: int) -> float:
    lhs, rhs, op = one
    if at not in lhs:
        return np.inf
    slack = float(rhs[at] - lhs[at])
    return -abs(slack) if op == "==" else slack if op in ("<=", "<") else -slack


def number(x: Any) -> str:
    """A number, a vector in brackets, a matrix row by row."""
    x = np.asarray(x)
    if x.ndim == 0:
        return f"{x.item() + 0:.6g}" if x.dtype.kind in "fiub" else str(x.item())
    inner = ("; " if x.ndim > 1 else " ").join(map(number, x))
    return cut(f"[{inner}]" if x.ndim != 1 or len(inner) < WIDTH else f"[{inner[: WIDTH - 2]}…]", WIDTH)
