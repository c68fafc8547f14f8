"""The facts that proofs may cite, by id."""

from lemmacheck.theory.books.contributed import chance_facts, convex_facts, facts, psi_facts
from lemmacheck.theory.core.book import collected
from lemmacheck.theory.core.claim import Claim

MODULES = (facts, psi_facts, convex_facts, chance_facts)
FACTS: dict[str, Claim] = {one.id: one for module in MODULES for one in collected(module)}


def called(id: str) -> str:
    """A fact by its name and its id; a claim by its id."""
    fact = FACTS.get(id)
    return id if fact is None else f"{fact.source.place.removeprefix('Facts, ').partition(';')[0]} ({id})"
