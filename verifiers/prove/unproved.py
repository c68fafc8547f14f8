"""Why nothing is proved of a claim: what of it cannot be read, or which of its relations is not shown."""

from __future__ import annotations

from dataclasses import dataclass

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.verifiers.prove.engine import BEYOND, UNREADABLE, Prover
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.statement import plain


@dataclass(frozen=True, repr=False)
class Unproved:
    """No proof was found, which says nothing of the claim; it is false where a proof is true."""

    reason: str

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"not proved: {self.reason}"


def unproved(claim: Claim) -> Unproved:
    """The reason for a claim of which no proof was found."""
    if claim.not_checkable:
        return Unproved("it has no numerical content")
    if claim.is_rate:
        return Unproved("it is a rate or a limit, and proofs are of relations")
    try:
        plain(claim.function)
        prover = Prover(Setting(claim, None))
        hidden = prover.proof() is not None
    except BEYOND as error:
        return Unproved(f"its terms are beyond what the search can hold: {type(error).__name__}")
    except (Refused, IllFormed, *UNREADABLE) as refusal:
        return Unproved(f"it is not read as a formula of an arbitrary run: {refusal}")
    return Unproved("a refusal to read it is caught on the way" if hidden else prover.missing())
