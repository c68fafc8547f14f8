"""The first data on which a claim is doubted: a few small integers, on which floats suspect it and balls decide."""

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.counterexamples import number_text
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.screening import screen
from lemmacheck.verifiers.instances.families import batches, tiny
from lemmacheck.verifiers.records.decimals import false_in_decimals
from lemmacheck.verifiers.records.text import matrix
from lemmacheck.verifiers.records.verdict import Verdict

STEPS, SUSPECTS = 8, 3


def refuted_on_tiny_data(claim: Claim) -> tuple[Decision, list[list[str]]] | None:
    """A refutation of the claim, if there is one, and the data."""
    if claim.is_rate or claim.is_chance or claim.lists_all_paths or claim.dataless:
        return None
    screened = screen([claim], list(batches(tiny())), claim.method, STEPS)
    for (_, label), entries in screened.items():
        for suspect in [entry.instance for entry in entries if entry.room < 0][:SUSPECTS]:
            decision = decide(claim, suspect, claim.usual[label], STEPS)
            if decision.verdict == Verdict.REFUTED:
                return decision, suspect.to_json()
    return None


def decision_text(decision: Decision, Z: list[list[str]]) -> str:
    """A refutation in words, or the other verdict."""
    place = decision.worst
    if decision.verdict != Verdict.REFUTED or place is None:
        return f"{decision.verdict} {decision.reason}".strip()
    on, at = f" on Z = {matrix(Z)}" if Z else "", f" at t = {place.t}"
    if place.whole:
        at = f" at T = {decision.steps}" if decision.steps else ""
    return f"refuted{on}{at}: {false_in_decimals(number_text(place.lhs), place.op, number_text(place.rhs))}"
