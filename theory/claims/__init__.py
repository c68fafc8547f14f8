"""The statements, one file a chapter, in the order of the document; importing this fills the registry."""

from theory.claim import REGISTRY, Claim

# isort: off
from theory.claims import notation
from theory.claims import motivation
from theory.claims import updates
from theory.claims import margin_rate
from theory.claims import half_margin
from theory.claims import duality
from theory.claims import stronger
# isort: on

CHAPTERS = (notation, motivation, updates, margin_rate, half_margin, duality, stronger)


def all_claims() -> dict[str, Claim]:
    """Every claim by id, in the documents' order."""
    return REGISTRY
