"""What holds beyond the print: results of our own, each step a claim."""

from lemmacheck.theory.books.contributed import (
    chance_facts,
    convex_facts,
    facts,
    general_losses,
    losses,
    margin_rate,
    near_rows,
    psi_facts,
    sampling,
    worst_case,
)
from lemmacheck.theory.books.contributed.methods import METHODS
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.core.book import Book

BOOK = Book(
    CONTRIBUTED,
    claims=(
        margin_rate, losses, general_losses, near_rows, sampling, worst_case, facts, psi_facts, convex_facts,
        chance_facts,
    ),
    methods=METHODS,
    headlines=("N1.rate",),
)  # fmt: skip
