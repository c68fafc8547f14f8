"""What is contributed here."""

from lemmacheck.theory.core.source import Citation, Source

CONTRIBUTED = Source("lemmacheck", "the lemmacheck authors", "Results contributed here", "with their proofs")
BOOSTING = "Dually accelerated AdaBoost"


def on_boosting(place: str) -> Citation:
    """A place in the chapter on boosting."""
    return CONTRIBUTED.at(f"{BOOSTING}: {place}")


def known(place: str) -> Citation:
    """A fact, and the textbook that has it."""
    return CONTRIBUTED.at(f"Facts, {place}")
