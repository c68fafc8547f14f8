"""The hypotheses of a limit that is refuted for ever: they have to be met for ever too.

A limit says nothing of a run that leaves what it supposes. x_t ≤ 1000 for all t holds on forty steps of a run that
doubles, and on no run of it that goes on. A hypothesis of an author's is known to last where it is a formula that reads
the same on a run that ends sooner, such as one of the problem or of x_0; where it is seen to hold everywhere; or where
it reads its own row alone and the whole state comes back. On a problem of ours, ours speak of data and of schedules.
"""

from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.argument import ForAll
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.relation import Limit, Relation
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.decide.limits import (
    UNLIKE,
    Certificate,
    certificate,
    exact,
    known_by_rows,
    reads_its_own_row,
    row_by_row,
)
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import FAILS, compare, sides
from lemmacheck.verifiers.numbers.guarded import nothing_cut_off
from lemmacheck.verifiers.numbers.letters import make_of
from lemmacheck.verifiers.numbers.reading import rows_of


def perhaps_left(claim: Claim, run: Run, found: Certificate) -> str:
    """The hypotheses that this run meets, and perhaps not at every later t, by which it refutes nothing; '' where all
    of them last, or where nothing is refuted."""
    if not (compare(found.relation) == FAILS).any():
        return ""
    return " and ".join(h.statement for h in claim.given if not lasts(h, run, found))


def lasts(hypothesis: Hypothesis, run: Run, found: Certificate) -> bool:
    """Whether what holds on this run holds at every later t."""
    said = hypothesis.function
    if isinstance(said, ForAll):  # which is asked whether it holds everywhere
        return True
    if not authored(said) and not isinstance(run.problem, Own):
        return True
    if not row_by_row(hypothesis, run):
        return False
    return of_no_later_t(hypothesis, run) or (comes_back(run, found) and reads_its_own_row(hypothesis, run))


def of_no_later_t(hypothesis: Hypothesis, run: Run) -> bool:
    """Whether a formula reads the same of a run as of one that ends a step sooner."""
    try:
        whole, shorter = (rows_read(hypothesis, known_by_rows(run, few)) for few in (0, 1))
    except UNLIKE:
        return False
    return whole == shorter


def rows_read(hypothesis: Hypothesis, run: Run) -> list[Any]:
    """The op of each relation, with the rows that each entry of its sides reads."""
    with nothing_cut_off():
        stated = relations_of(hypothesis(run))
    return [(r.op, [[rows_of(x) for x in np.ravel(side).tolist()] for side in sides(r)]) for r in stated]


def comes_back(run: Run, found: Certificate) -> bool:
    """Whether the whole state comes back, exactly, after the rows that the certificate names."""
    first = found.relation.start
    if first is None or found.in_balls:
        return False
    later = first + len(found.relation.lhs)
    if later >= len(run.states) or make_of(run.states[first]) != make_of(run.states[later]):
        return False
    pairs = zip(exact(run.states[first]), exact(run.states[later]), strict=True)
    return all(isinstance(a, fmpq) and isinstance(b, fmpq) and a == b for a, b in pairs)


def as_relations(claim: Claim, subject: Any, limit: Limit) -> tuple[Relation, ...]:
    """The relation that a limit comes to, if it is decided; else a relation that nobody can decide."""
    found = certificate(claim, subject, limit)
    left = found is None or perhaps_left(claim, subject, found)
    return (Relation(np.array([arb("nan")], dtype=object), "<", 1) if found is None or left else found.relation,)
