"""Wang, on duality for the exponential loss: two gradient steps, (F)ISTA, AdaBoost, and a conjecture."""

from lemmacheck.theory.books.post import (
    adaboost,
    conjecture,
    conjecture_mended,
    conjecture_rates,
    conjecture_readings,
    frank_wolfe,
    gradient_steps,
    losses,
    potentials,
    proximal,
)
from lemmacheck.theory.books.post.methods import METHODS
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core.book import Book

BOOK = Book(
    POST,
    claims=(
        losses, gradient_steps, proximal, adaboost, potentials, frank_wolfe, conjecture, conjecture_readings,
        conjecture_mended, conjecture_rates,
    ),
    methods=METHODS,
)  # fmt: skip
