"""The facts that proofs may cite, by id."""

from lemmacheck.theory.books.contributed import convex_facts, facts
from lemmacheck.theory.core.book import collected
from lemmacheck.theory.core.claim import Claim

FACTS: dict[str, Claim] = {one.id: one for module in (facts, convex_facts) for one in collected(module)}
