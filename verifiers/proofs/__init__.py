"""Proofs for all runs, by exact algebra; what is not proved here may still be true."""

from __future__ import annotations

from theory.claim import Claim
from verifiers.proofs import engine
from verifiers.proofs.engine import Proof

__all__ = ["Proof", "prove"]


def prove(claim: Claim) -> Proof | None:
    """The proof of a claim for all its runs, or for all j < t, or None: then nothing is proved."""
    found = engine.prove(claim)
    if found is not None or not claim.kind.startswith("algebra"):
        return found
    from verifiers.worst_case import quadrant  # sympy takes a third of a second to import

    told = quadrant.prove(claim)
    return Proof(tuple(told)) if told else None
