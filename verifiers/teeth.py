"""Teeth: wrong variants of a claim, or of the algorithm it is about, that it must refute.

A statement's mutants change one thing in its relations (a side's sign, a factor, the direction, one
index of shift). An algorithm's mutants change one line of its step. A claim that refutes none of
its mutants could not fail, and says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from theory.claim import Claim
from theory.relation import IllFormed, Relation
from theory.run import run
from verifiers.arithmetics.ball import Ball
from verifiers.check import ball_run, least_truth, rungs
from verifiers.comparison import FAILS, relations_of
from verifiers.instances import Instance
from verifiers.methods import METHODS, configurations
from verifiers.verdict import Teeth

STEPS = 8


def reversed_relation(r: Relation) -> Relation:
    swap = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "=="}
    return r._replace(op=swap[r.op])


def negated_side(r: Relation) -> Relation:
    return r._replace(rhs=-np.asarray(r.rhs))


def doubled_side(r: Relation) -> Relation:
    return r._replace(lhs=2 * np.asarray(r.lhs))


def halved_side(r: Relation) -> Relation:
    return r._replace(lhs=np.asarray(r.lhs) / 2)


def raised_side(r: Relation) -> Relation:
    """1 more on the side that is bounded."""
    return r._replace(lhs=np.asarray(r.lhs) + (-1 if r.op in (">=", ">") else 1))


def shifted_index(r: Relation) -> Relation:
    """The left side one index late."""
    lhs = np.asarray(r.lhs)
    return r._replace(lhs=np.roll(lhs, 1, axis=0)) if lhs.ndim and len(lhs) > 1 else r


STATEMENT_MUTANTS: dict[str, Callable[[Relation], Relation]] = {
    "reversed": reversed_relation,
    "rhs negated": negated_side,
    "lhs doubled": doubled_side,
    "lhs halved": halved_side,
    "lhs moved by 1": raised_side,
    "lhs one index late": shifted_index,
}


def refutes(statement: Callable[[Any], Any], subjects: Iterator[Any]) -> bool:
    """Whether the statement surely fails on one of the subjects."""
    for subject in subjects:
        try:
            if least_truth(relations_of(statement(subject))) == FAILS:
                return True
        except (ZeroDivisionError, IllFormed):
            continue
    return False


def holds_hypotheses(claim: Claim, subject: Any) -> bool:
    return all(least_truth(relations_of(h(subject))) > 0 for h in claim.given)


def mutated(claim: Claim, name: str) -> Callable[[Any], tuple[Relation, ...]]:
    """The claim with one change made to each of its relations."""

    def mutant(subject: Any) -> tuple[Relation, ...]:
        return tuple(STATEMENT_MUTANTS[name](relation) for relation in relations_of(claim(subject)))

    return mutant


def makes_sense(name: str, claim: Claim, subject: Any) -> bool:
    """An equality has no direction to reverse."""
    try:
        return name != "reversed" or any(r.op != "==" for r in relations_of(claim(subject)))
    except (ZeroDivisionError, IllFormed):
        return True


def bite(claim: Claim, instances: Sequence[Instance]) -> Teeth:
    """How many of a claim's mutants it refutes on the given instances."""
    algorithm = next(iter(configurations(claim.about).values()))
    bits = rungs(STEPS)[0]
    survivors: list[str] = []
    with Ball(bits).active():
        subjects = [ball_run(instance, algorithm, STEPS, bits) for instance in instances]
        subjects = [subject for subject in subjects if holds_hypotheses(claim, subject)]
        statements = [name for name in STATEMENT_MUTANTS if subjects and makes_sense(name, claim, subjects[0])]
        for name in statements:
            if not refutes(mutated(claim, name), iter(subjects)):
                survivors.append(name)
        mutants = METHODS[claim.about].mutants if claim.about else {}
        for name, mutant in mutants.items():
            wrong = (run(mutant, subject.problem, STEPS) for subject in subjects)
            if not refutes(claim, wrong):
                survivors.append(name)
    tried = len(statements) + len(mutants)
    return Teeth(tried - len(survivors), tried, survivors)
