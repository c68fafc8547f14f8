"""Hard runs, of which each can veto a proof: no statement is proved that one of them refutes or leaves without a value.

    data        rows of size 100, one row, seventy, thirty columns, several dual optima, γ̄ = 0 and γ̄ > 0, a duplicate
    schedules   those of the method, and λ and θ at and outside the edges of (0, 1], throughout, at first or at last
    length      a few dozen steps; one run goes past t = 500

A proof speaks of all runs. So a run that meets the claim's hypotheses and surely fails it shows that the proof, the
reading of the claim or the run is wrong: a `Contradiction` reports both. Floats choose the runs that balls decide.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import IllFormed, Relation
from lemmacheck.theory.core.run import moves, schedule_of
from lemmacheck.theory.core.schedules import Constant, one
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.readings import OneRun, misread, of_an_author
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import failing, to_spare
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.prove import Proof, prove
from lemmacheck.verifiers.prove.unproved import Unproved
from lemmacheck.verifiers.records.verdict import Contradiction, Record, Verdict

STEPS, LONG = 24, 520
NEITHER = "one is wrong: report this, and trust neither"
UNREAD = (IllFormed, ArithmeticError, NotImplementedError)


def rows(*given: tuple[int, ...]) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(map(Fraction, row)) for row in given)


DATA = (
    Instance("far apart", rows((100,), (-100,))),
    Instance("long and short", rows((-100, 1), (-1, -3), (0, -1))),
    Instance("one row", rows((-1, 2))),
    Instance("one zero", rows((0,))),
    Instance("a square, twice", rows((-1, 1), (-1, -1), (-1, 1), (-1, -1))),
    Instance("nonseparable", rows((1, 0), (-1, 1), (0, -1))),
    Instance("thirty columns", rows((-1,) * 30, tuple(k % 5 - 3 for k in range(30)))),
    Instance("seventy rows", tuple(tuple(map(Fraction, (-1 - k % 3, k % 7 - 3))) for k in range(70))),
)
SMALLEST = Instance("two rows", rows((-1,), (-2,)))


@dataclass(frozen=True)
class Turning:
    """A sequence with one constant before some t and another from there on."""

    before: int
    after: int
    since: int

    def __call__(self, t: Any) -> Any:
        return one(t) * (self.before if int(t) < self.since else self.after)


EDGES = {
    "1": Constant(1),
    "2": Constant(2),
    "−1": Constant(-1),
    "1/64": Constant(1, 64),
    "1, at last 3": Turning(1, 3, STEPS),
    "1, late 3": Turning(1, 3, STEPS - 2),
    "1, late −1": Turning(1, -1, STEPS - 2),
    "3, soon 1": Turning(3, 1, 1),
}


def hard_runs(method: Method | None) -> Iterator[OneRun]:
    """The runs for the claims about one method."""
    algorithms = schedules(method)
    for instance in DATA:
        n, d = instance.shape
        if method is None or method.reach is None or (n <= method.reach[0] and d <= method.reach[1]):
            for label, algorithm in algorithms.items():
                yield OneRun(instance, label, algorithm, STEPS if n < 20 else STEPS // 4)
    for label, algorithm in list(algorithms.items())[:1]:
        if moves(algorithm):
            yield OneRun(SMALLEST, label, algorithm, LONG)


def schedules(method: Method | None) -> dict[str, Any]:
    """The method's own algorithms, and the first of them with λ and θ at the edges, where a claim speaks of any."""
    if method is None:
        return {"": None}
    found = dict(method.usual)
    label, first = next(iter(method.usual.items()))
    parameters = getattr(first, "__dataclass_fields__", {})
    for letter in ("lam", "theta"):
        if letter in parameters and schedule_of(first, letter) and method.on is None:
            found |= {f"{label}, {letter} = {of}": replace(first, **{letter: edge}) for of, edge in EDGES.items()}
    return found


@remembering(512)
def float_run(instance: Instance, algorithm: Any, steps: int, method: Method | None) -> Any:
    """The run in floats, which all claims about its method share; None if floats cannot compute it."""
    with Float64().active(), np.errstate(all="ignore"):
        try:
            return subject_of(instance, Float64(), algorithm, steps, method=method)
        except ArithmeticError:
            return None


@remembering(8192)
def seems_to_fail(
    hypothesis: Hypothesis, instance: Instance, algorithm: Any, steps: int, method: Method | None
) -> bool:
    """Whether a hypothesis fails on a run in floats by more than rounding."""
    run = float_run(instance, algorithm, steps, method)
    with Float64().active(), np.errstate(all="ignore"):
        try:
            return run is not None and any(map(fails, relations_of(hypothesis(run))))
        except UNREAD:
            return False


def suspects(claim: Claim) -> Iterator[OneRun]:
    """The runs on which the claim's hypotheses seem to hold and the claim seems to fail, or to have no value."""
    for hurt in hard_runs(claim.method):
        run = float_run(hurt.instance, hurt.algorithm, hurt.steps, claim.method)
        given = (hurt.instance, hurt.algorithm, hurt.steps, claim.method)
        if run is None or any(seems_to_fail(h, *given) for h in claim.given):
            continue
        with Float64().active(), np.errstate(all="ignore"):
            try:
                suspect = any(fails(r) or np.isnan(to_spare(r)).any() for r in relations_of(claim(run)))
            except UNREAD:
                suspect = True
        if suspect:
            yield hurt


def fails(relation: Relation) -> bool:
    """Whether some entry fails."""
    return bool(failing(relation).any())


def decisions(claim: Claim) -> Iterator[tuple[OneRun, Decision]]:
    """What balls decide of the claim on those runs."""
    for hurt in suspects(claim):
        yield hurt, decide(claim, hurt.instance, hurt.algorithm, hurt.steps)


def refuted(found: Iterable[tuple[OneRun, Decision]]) -> str:
    """The first run of a decision that refutes, in words; "" if none does."""
    for hurt, decision in found:
        if decision.verdict == Verdict.REFUTED and (place := decision.worst) is not None:
            return f"on {hurt} at t = {place.t}, where {place.lhs} {place.op} {place.rhs} fails"
    return ""


def without_value(decision: Decision) -> bool:
    """Whether the claim has no value on the run, as where it divides by 0."""
    return decision.cause in (Cause.UNDEFINED, Cause.NO_VALUE) or decision.verdict == Verdict.ILL_FORMED


def proof_of(claim: Claim, most: float = inf) -> Proof | None:
    """The claim's proof, if it has one that takes at most so many combinations and that its runs bear out; a run that
    refutes it raises a Contradiction."""
    found = borne_out(claim, most)
    return found if isinstance(found, Proof) else None


def borne_out(claim: Claim, most: float = inf) -> Proof | Unproved | None:
    """The claim's proof, or why its runs do not bear it out: the claim has a value on every hard run, and an author's
    is read as what it says. The same is asked of the author's lemmas that the proof rests on."""
    proof = prove(claim, most)
    if proof is None:
        return None
    found = list(decisions(claim))
    if where := refuted(found):
        raise Contradiction(contradiction_text(claim.id, proof.text, where))
    if hurt := next((hurt for hurt, decision in found if without_value(decision)), None):
        return Unproved(f"it has no value on {hurt}")
    fault = misread(claim) if of_an_author(claim) else ""
    if fault:
        return Unproved(f"it is not read as what it says: {fault}")
    known = claim.library.claims if claim.library else {}
    lemmas = [known[id] for id in proof.rests_on if id in known and of_an_author(known[id])]
    loose = next((lemma for lemma in lemmas if proof_of(lemma) is None), None)
    return proof if loose is None else Unproved(f"it rests on {loose.id}, whose proof its runs do not bear out")


def contradiction_text(id: str, proved: str, refuted: str) -> str:
    return f"{id} is proved ({proved}) and refuted ({refuted}); {NEITHER}"


def contradictory(record: Record) -> bool:
    """Whether the record says that its claim is proved and refuted."""
    return record.verdict == Verdict.UNDECIDED and record.reason.endswith(NEITHER)
