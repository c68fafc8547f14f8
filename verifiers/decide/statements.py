"""What a claim states of a subject: relations between its numbers, and nothing that only resembles them."""

from functools import partial
from typing import Any

from lemmacheck.theory.core.apart import Apart, steps_of
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.kept import leaving_nothing
from lemmacheck.theory.core.relation import Chance, Decay, Limit, Relation
from lemmacheck.theory.core.run import problem_in
from lemmacheck.theory.core.shared import Impure, authored, difference, place_of
from lemmacheck.verifiers.decide.lasting import as_relations
from lemmacheck.verifiers.decide.sealing import fit_for
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.guarded import inexact
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.refusal import Inexact, watched
from lemmacheck.verifiers.records.terminal import InputError

KEPT = 4096
_twice: dict[Any, None] = {}  # an author's statements and the shapes and lengths for which they were asked twice
EXPECTED = "expected a relation such as at_most(lhs, rhs), or several"


def relations_on(statement: Claim | Hypothesis, subject: Any) -> tuple[Relation, ...]:
    """The relations of a claim or a hypothesis on a run or a problem; exact numbers stay exact."""
    if isinstance(statement, Claim) and statement.is_chance and isinstance(subject, Apart):
        return relations_of(Apart(subject.subjects).ask(partial(relations_on, statement)))
    found = answer(statement, subject)
    if isinstance(found, Limit) and isinstance(statement, Claim):
        return as_relations(statement, subject, exact_limit(statement, subject, found))
    parts = (found,) if isinstance(found, (Relation, Chance)) else found
    if not isinstance(parts, (tuple, list)) or not all(isinstance(x, (Relation, Chance)) for x in parts):
        raise InputError(f"{home(statement)} states {returned_text(found)}; {EXPECTED}")
    for part in parts if in_exact_numbers(subject) else ():
        keep_exact(statement, part)
    return relations_of(parts)


def limit_of(claim: Claim, subject: Any) -> Limit | Decay:
    """The limit, or the rate, that a claim states of a run."""
    return exact_limit(claim, subject, answer(claim, subject))


def exact_limit(claim: Claim, subject: Any, found: Any) -> Any:
    """The limit, unless one of its numbers is inexact."""
    if in_exact_numbers(subject) and (fault := inexact(found.sequence) or inexact(found.to)):
        raise Inexact(f"{home(claim)}: its sequence is {fault}")
    return found


def in_exact_numbers(subject: Any) -> bool:
    return isinstance(getattr(subject, "num", None), GuardedBall)


def answer(statement: Claim | Hypothesis, subject: Any) -> Any:
    """What a statement returns on a subject. An author's statement gets sealed numbers, and is first asked twice."""
    function = statement.function
    with watched(authored(function)):
        shown = fit_for(statement, subject)
        key = function, getattr(getattr(subject, "Z", None), "shape", ()), steps_of(subject)
        if not authored(function) or key in _twice:
            return statement(shown)
        called, rule = (getattr(subject, "algorithm", None), type(problem_in(subject))), "a claim may not keep anything"
        with leaving_nothing(function, *called, rule=f"{rule} between calls, nor draw random numbers"):
            found, again = statement(shown), statement(shown)
        if name := difference(found, again):
            raise Impure(f"{place_of(function)}: {name} differs when it is asked again; a claim may not draw")
        _twice[key] = None
        while len(_twice) > KEPT:
            _twice.pop(next(iter(_twice)))
        return found


def keep_exact(statement: Claim | Hypothesis, part: Relation | Chance) -> None:
    """Refuse sides that are no exact numbers, and name them."""
    if isinstance(part, Chance):
        sides = [("probability", part.weight), ("bound", part.at_least)]
        for relation in part.event:
            keep_exact(statement, relation)
    else:
        sides = [("left side", part.lhs), ("right side", part.rhs)]
    for name, side in sides:
        if fault := inexact(side, authored(statement.function)):
            raise Inexact(f"{home(statement)}: its {name} is {fault}")


def home(statement: Claim | Hypothesis) -> str:
    """The file and line of a statement, with its name."""
    code = getattr(statement.function, "__code__", None)
    name = getattr(statement, "id", statement.name)
    return f"{code.co_filename}:{code.co_firstlineno}: {name}" if code else name


def returned_text(found: Any) -> str:
    """A returned value, shortened."""
    return "nothing" if found is None else f"{found!r:.60}"
