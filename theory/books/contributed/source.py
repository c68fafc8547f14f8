"""What is contributed here."""

from lemmacheck.theory.core.source import Source

CONTRIBUTED = Source("lemmacheck", "the lemmacheck authors", "Results contributed here", "with their proofs")
