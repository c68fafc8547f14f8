"""Proofs for all runs, by exact algebra. A claim without a proof here may still be true."""

from math import inf

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.prove import engine
from lemmacheck.verifiers.prove.engine import Proof

__all__ = ["Proof", "prove"]


def prove(claim: Claim, most: float = inf) -> Proof | None:
    """The proof of a claim for all its runs, or for all j < t; None if none is found with so many combinations."""
    found = engine.prove(claim, most)
    if found is not None or not claim.kind.startswith("algebra"):
        return found
    from lemmacheck.verifiers.prove import quadrant  # sympy takes a third of a second to import

    steps = quadrant.prove(claim)
    return Proof(tuple(steps)) if steps else None
