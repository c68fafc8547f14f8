"""The constants that a claim reads are the same in each process: its verdict speaks of these, and others replay it.

A book is imported twice: first in a process of its own. A number made of the time, of the process or of an address is
another there, and a statement about it would be another statement.
"""

from collections.abc import Mapping
from typing import Any

from lemmacheck.theory.core.book import BookError, place
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.kept import constants


def read_of(claim: Claim) -> dict[str, Any]:
    """The constants that a claim, its hypotheses, its method and its problem read."""
    method = claim.method
    return constants(claim.function, *(h.function for h in claim.given), *claim.runs.values(), method and method.on)


def refuse_others(claim: Claim, before: Mapping[str, Any]) -> None:
    """Refuse a claim that reads another constant here than in the process before."""
    now = read_of(claim)
    if name := next((name for name in before if name in now and now[name] != before[name]), ""):
        raise BookError(f"{place(claim)}: {name} is another in each process, and {claim.id} reads it; write a constant")
