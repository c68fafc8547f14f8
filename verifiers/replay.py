"""Replay: what a record claims, decided again in this process from the record's own rows of Z.

A refutation is replayed on its witness, a rate on its slowest instance, any other verdict on the
tightest run it names. The record stands if the new decision is the same one.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb

from theory.book import Library
from theory.claim import Claim
from verifiers import rates
from verifiers.check import decide
from verifiers.instances import Instance
from verifiers.proofs import prove
from verifiers.sampling import decide_sampled, within_listing
from verifiers.search import show
from verifiers.shipped import LIBRARY
from verifiers.variants.answer import OWN
from verifiers.variants.parameters import OWN_LOSS, again, own_loss
from verifiers.variants.replaying import stated, told
from verifiers.verdict import Record, Verdict


@dataclass(frozen=True)
class Replay:
    """Whether a record stands, and in words what was decided again; None where it lacks what that takes."""

    record: Record
    stands: bool | None
    told: str


def replay(record: Record, library: Library = LIBRARY) -> Replay:
    """Decide the record's claim again where the record says it turned."""
    if record.source == OWN:
        return Replay(record, None, "a claim of the variant's author, which is not in the book")
    claim = stated(record.id, library)
    if record.verdict == Verdict.NOT_CHECKABLE:
        return Replay(record, bool(claim.not_checkable), f"not checkable: {claim.not_checkable}")
    if record.witness is not None and OWN_LOSS in record.witness.parameters:
        return Replay(record, None, own_loss(str(*record.witness.parameters[OWN_LOSS])))
    if record.witness is not None:
        return replay_witness(claim, record)
    if record.worst is None:
        return Replay(record, record.verdict == Verdict.NOT_APPLICABLE, "names no run to decide again")
    if record.worst.algorithm not in claim.usual:
        return Replay(record, None, f"no refutation, and the steps of {record.worst.algorithm} are not in the record")
    if claim.is_rate:
        return replay_rate(claim, record)
    return replay_worst(claim, record)


def algorithm_of(claim: Claim, label: str) -> object:
    known = claim.usual
    if label not in known:
        raise ValueError(f"{claim.id}: no parameters are called {label!r}; known are {', '.join(known)}")
    return known[label]


def replay_witness(claim: Claim, record: Record) -> Replay:
    """The witness must refute the claim again, at the same t, with the same two sides."""
    w = record.witness
    assert w is not None
    if w.parameters:
        decision = again(claim, w)
    else:
        decision = decide(claim, Instance.from_json("witness", w.Z), algorithm_of(claim, w.algorithm), w.steps)
    place = decision.worst
    if decision.verdict != Verdict.REFUTED or place is None:
        return Replay(record, False, f"the witness does not refute it: {told(decision, w.Z)}")
    found = show(place.lhs), show(place.rhs)
    same = (place.t, place.op) == (w.t, w.relation) and all(map(agree, found, (w.lhs, w.rhs)))
    return Replay(record, record.verdict == Verdict.REFUTED and same, told(decision, w.Z))


def agree(found: str, recorded: str) -> bool:
    """Whether two numbers are the same, or two enclosures of the same kind meet."""
    if not ("+/-" in found and "+/-" in recorded):
        return found == recorded
    try:
        return bool(arb(found).overlaps(arb(recorded)))
    except ValueError:
        return False


def replay_worst(claim: Claim, record: Record) -> Replay:
    """The tightest run must be decided as the record says."""
    w = record.worst
    assert w is not None
    instance, algorithm = Instance.from_json(w.instance, w.Z), algorithm_of(claim, w.algorithm)
    judge = decide if within_listing(claim, instance) else decide_sampled
    decision = judge(claim, instance, algorithm, w.steps)
    told = f"{decision.verdict} on {w.instance}"
    if decision.worst is not None:
        told += f", tightest at t = {decision.worst.t} with slack {decision.worst.slack:.6g}"
    if record.verdict != Verdict.PROVED:
        return Replay(record, decision.verdict == record.verdict, told)
    proof = prove(claim)
    if proof is None:
        return Replay(record, False, f"not proved again; {told}")
    holds = decision.verdict in (Verdict.CERTIFIED, Verdict.SUPPORTED)
    return Replay(record, holds, f"proved again for all runs; {told}")


def replay_rate(claim: Claim, record: Record) -> Replay:
    """The exponent fitted on the slowest instance must come out the same."""
    w = record.worst
    assert w is not None
    instance = Instance.from_json(w.instance, w.Z)
    (_, decay), *_ = rates.decays(claim, algorithm_of(claim, w.algorithm), [instance], w.steps)
    found = rates.exponent(decay)
    told = f"exponent {found} on {w.instance} (recorded: {w.lhs})"
    return Replay(record, found == w.lhs and record.verdict in (Verdict.SUPPORTED, Verdict.UNDECIDED), told)
