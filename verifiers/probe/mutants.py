"""Teeth: wrong variants of a claim, or of the algorithm it is about, that it must refute.

A mutant of a statement changes one thing in its relations: a side's sign, a factor, the direction, or an index. A
mutant of an algorithm changes one line of its step; where an author gives none, they are made of the step's own source.
A claim that refutes none of its mutants could not fail, and says nothing. Some mutants are true: one that changes no
side, one that follows from the claim, and a method of which the claim holds as well. They are named and not counted.
A changed statement that survives short runs on small data is asked of long runs, on data that come close to the bound.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial, wraps
from itertools import chain
from typing import Any

import numpy as np
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.relation import Chance, IllFormed, Limit, Relation, conjuncts
from lemmacheck.verifiers.decide.ladder import ball_run, least_truth, rungs, truth_of
from lemmacheck.verifiers.decide.lasting import as_relations
from lemmacheck.verifiers.decide.lengths import run_before_the_end
from lemmacheck.verifiers.decide.screening import screen
from lemmacheck.verifiers.instances.families import structured, surveyed
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.instances.own import families_of, planted_on
from lemmacheck.verifiers.instances.subject import reachable, run_on
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import EXACT, FAILS, HOLDS, agrees_beyond_doubles, sides
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.probe.wrong_steps import wrong_steps
from lemmacheck.verifiers.records.verdict import Teeth

STEPS = 8
YOURS, OURS = 4, 24  # instances
LONG, SURVEYED, CLOSEST = 100, 4, 2  # steps of the long runs; data screened of each shape, and those that come closest
LISTED_STEPS = 200  # of runs that list all paths, or as many as these allow


def reversed_relation(r: Relation) -> Relation:
    swap = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "=="}
    return r._replace(op=swap[r.op])


def shifted_index(r: Relation) -> Relation:
    """The left side one index late."""
    lhs = np.asarray(r.lhs)
    return r._replace(lhs=np.roll(lhs, 1, axis=0)) if lhs.ndim and len(lhs) > 1 else r


STATEMENT_MUTANTS: dict[str, Callable[[Relation], Relation]] = {
    "reversed": reversed_relation,
    "rhs negated": lambda r: r._replace(rhs=-np.asarray(r.rhs)),
    "lhs doubled": lambda r: r._replace(lhs=2 * np.asarray(r.lhs)),
    "lhs halved": lambda r: r._replace(lhs=np.asarray(r.lhs) / 2),
    "lhs moved by 1": lambda r: r._replace(lhs=np.asarray(r.lhs) + (-1 if r.op in (">=", ">") else 1)),
    "lhs one index late": shifted_index,
}


@remembering(256)
def wrong_run(mutant: Any, right: Any) -> Any:
    """The run of a mutant on the problem of a right run, as long as that."""
    p = right.problem
    return run_on(p, mutant, right.steps) if isinstance(p, Own) else right.again(mutant)


def remembered(claim: Claim) -> Claim:
    """The claim, evaluated once on each run or problem, for all mutants of its relations."""
    known: dict[int, tuple[Any, Any]] = {}  # with the subject, so that no other one gets its id

    @wraps(claim.function)
    def statement(subject: Any) -> Any:
        if id(subject) not in known:
            stated = claim(subject)
            known[id(subject)] = (
                subject,
                as_relations(claim, subject, stated) if isinstance(stated, Limit) else stated,
            )
        return known[id(subject)][1]

    return replace(claim, function=statement)


def moved_limit(claim: Claim) -> Claim:
    """The claim that the sequence tends to a limit 1 away."""

    @wraps(claim.function)
    def statement(run: Any) -> Any:
        limit = claim(run)
        return limit._replace(to=limit.to + 1)

    return replace(claim, function=statement)


def refutes(statement: Callable[[Any], Any], subjects: Iterator[Any]) -> bool:
    """Whether the statement surely fails on one of the subjects."""
    for subject in subjects:
        try:
            if least_truth(relations_of(statement(subject))) == FAILS:
                return True
        except (ArithmeticError, IllFormed):
            continue
    return False


def holds_hypotheses(claim: Claim, subject: Any) -> bool:
    if isinstance(subject, NoRun):
        return False
    return all(known_truth(h, subject) == HOLDS for h in claim.given)


@remembering(1024)
def known_truth(hypothesis: Hypothesis, subject: Any) -> int:
    """The truth of a hypothesis, which many claims share."""
    return truth_of(hypothesis, subject)


def mutated(claim: Claim, name: str) -> Callable[[Any], tuple[Relation, ...]]:
    """The claim with one change made to each of its relations."""

    def mutant(subject: Any) -> tuple[Relation, ...]:
        return relations_of(changed(claim(subject), STATEMENT_MUTANTS[name]))

    return mutant


def changed(statement: Any, change: Callable[[Relation], Relation]) -> tuple[Any, ...]:
    """A statement with its relations changed; of a statement about a probability, those of the event."""
    return tuple(
        part._replace(event=tuple(map(change, part.event))) if isinstance(part, Chance) else change(part)
        for part in conjuncts(statement)
    )


def makes_sense(name: str, claim: Claim, subject: Any) -> bool:
    """An equality has no direction to reverse."""
    try:
        return name != "reversed" or any(r.op != "==" for r in relations_of(claim(subject)))
    except (ArithmeticError, IllFormed):
        return True


def weaker(mutant: Relation, claimed: Relation) -> bool:
    """Whether the mutant surely follows from the relation it was made of: both its sides leave more room."""
    if mutant.op != claimed.op:
        return False
    if mutant.op == "==":
        return same(mutant, claimed)
    away, towards = ("<=", ">=") if mutant.op in ("<=", "<") else (">=", "<=")
    looser = Relation(mutant.lhs, away, claimed.lhs), Relation(mutant.rhs, towards, claimed.rhs)
    return least_truth(looser) == HOLDS


def same(one: Relation, other: Relation) -> bool:
    """Whether both say the same of the same numbers: equal exact ones, or balls out of the same computation."""
    pairs = zip(sides(one), sides(other), strict=True)
    return one.op == other.op and all(
        a.shape == b.shape and all(map(identical, a.ravel(), b.ravel())) for a, b in pairs
    )


def identical(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, EXACT) and isinstance(b, EXACT):
        return bool(a == b)
    a, b = as_ball(a), as_ball(b)
    return bool(a.mid() == b.mid() and a.rad() == b.rad())


def no_mutant_of_the_statement(claim: Claim, name: str, subjects: Sequence[Any]) -> str:
    """Why a changed statement says no more than the claim; '' if it does."""
    pairs = [pair for s in subjects for pair in zip(mutated(claim, name)(s), relations_of(claim(s)), strict=True)]
    if all(same(mutant, claimed) for mutant, claimed in pairs):
        return "changes no side"
    return "follows from the claim" if all(weaker(mutant, claimed) for mutant, claimed in pairs) else ""


def no_mutant_of_the_algorithm(claim: Claim, mutant: Any, subjects: Sequence[Any]) -> str:
    """Why the claim need not refute a changed algorithm; '' if it has to."""
    wrong = [wrong_run(mutant, subject) for subject in subjects]
    if type(mutant) is claim.about and all(holds_hypotheses(claim, subject) for subject in wrong):
        return "meets the hypotheses"
    stated = [relation for subject in wrong for relation in relations_of(claim(subject))]
    right = [relation for subject in subjects for relation in relations_of(claim(subject))]
    if all(same(*pair) for pair in zip(stated, right, strict=True)):
        return "changes no side"
    identities = all(relation.op == "==" for relation in stated)
    return "satisfies the identity too" if identities and all(map(agrees, stated)) else ""


def agrees(identity: Relation) -> bool:
    """Whether no entry of an identity could be told from equality in doubles."""
    pairs = zip(*(side.ravel() for side in sides(identity)), strict=True)
    return all(agrees_beyond_doubles(a, b) for a, b in pairs)


def teeth_of(claim: Claim, instances: Sequence[Instance] = ()) -> Teeth:
    """How many of a claim's mutants it refutes on the given instances; the equivalent ones are listed with the
    reason."""
    if claim.dataless:
        instances = [instance for instance in structured() if instance.shape == (2, 2)][:1]
    instances = instances or (*families_of(claim.method)[:YOURS], *reachable(claim.method, structured()[:OURS]))
    steps, moved, given, claim = STEPS, remembered(moved_limit(claim)), claim, remembered(claim)
    if claim.lists_all_paths:
        several = [instance for instance in instances if len(instance.rows) > 1]
        steps, instances = LISTED_STEPS, (several or instances)[::6]
    bits = rungs(steps)[0]
    killed, survivors, equivalent, closest = 0, [], [], None
    with Ball(bits).active():
        for algorithm in claim.usual.values():
            runs = (run_before_the_end(one, algorithm, steps, bits, claim.method) for one in instances)
            subjects = [subject for subject in runs if holds_hypotheses(claim, subject)]
            if subjects:
                break
        subjects += [subject for subject in planted(claim) if holds_hypotheses(claim, subject)]
        if not subjects:  # what is asked of none excuses none
            return Teeth(0, 0)
        for name, refuted, excuse in trials(claim, moved, subjects):
            reason = "" if refuted else excused(excuse)
            if name in STATEMENT_MUTANTS and not (refuted or reason):
                closest = closest_runs(given) if closest is None else closest
                with Ball(rungs(LONG)[0]).active():
                    refuted = refutes(mutated(given, name), iter(closest))
            killed += refuted
            if reason:
                equivalent.append(f"{name} ({reason})")
            elif not refuted:
                survivors.append(name)
    return Teeth(killed, killed + len(survivors), survivors, equivalent)


def closest_runs(claim: Claim) -> list[Any]:
    """Long runs on the screened data on which floats leave the claim the least room, for each of an author's
    parameters, for the first of ours."""
    if claim.dataless or claim.lists_all_paths:
        return []
    asked = dict(list(claim.usual.items())[: None if claim.own else 1])
    try:
        screened = screen([claim], surveyed(SURVEYED), claim.method, LONG, asked, again=True)
    except TypeError:  # it cannot be asked in floats
        return []
    bits = rungs(LONG)[0]
    with Ball(bits).active():
        runs = [
            run_before_the_end(one.instance, algorithm, LONG, bits, claim.method)
            for label, algorithm in asked.items()
            for one in screened[claim.id, label][:CLOSEST]
        ]
        return [subject for subject in runs if holds_hypotheses(claim, subject)]


def planted(claim: Claim, wrong: str = "") -> Iterator[Any]:
    """The runs on data of their own, or those of them that are wrong in this way."""
    for label, instance in planted_on(claim.method).items():
        one = claim.bound.planted[label]
        algorithm = one.wrong.get(wrong) if wrong else one.algorithm
        if algorithm is not None:
            yield ball_run(instance, algorithm, one.steps, rungs(one.steps)[0], claim.method)


def trials(claim: Claim, moved: Claim, subjects: Sequence[Any]) -> Iterator[tuple[str, bool, Callable[[], str]]]:
    """Each mutant by name: whether it is refuted, and what could excuse it."""
    if claim.is_limit:
        yield "limit moved by 1", refutes(moved, iter(subjects)), lambda: ""
    for name in {} if claim.is_limit else STATEMENT_MUTANTS:
        if subjects and makes_sense(name, claim, subjects[0]):
            refuted = refutes(mutated(claim, name), iter(subjects))
            yield name, refuted, partial(no_mutant_of_the_statement, claim, name, subjects)
    for name, mutant in (claim.method.wrong if claim.method else {}).items():
        refuted = refutes(claim, chain((wrong_run(mutant, subject) for subject in subjects), planted(claim, name)))
        yield name, refuted, partial(no_mutant_of_the_algorithm, claim, mutant, subjects)
    for name, mutant in wrong_steps(claim.method).items():
        try:
            refuted = refutes(claim, (wrong_run(mutant, subject) for subject in subjects))
        except Exception:  # of a step that nobody wrote: it cannot run
            continue
        yield name, refuted, partial(no_mutant_of_the_algorithm, claim, mutant, subjects)


def excused(excuse: Callable[[], str]) -> str:
    """The excuse of a mutant, if it is one: a statement that is undefined somewhere excuses nothing."""
    try:
        return excuse()
    except (ArithmeticError, IllFormed, ValueError):
        return ""
