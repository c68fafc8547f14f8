"""Telgarsky, Lecture 9: separability and its three forms, the perceptron and its mistake bound."""

from lemmacheck.theory.books.perceptron import (
    sec1_basics,
    sec2_separability,
    sec3_algorithms_as_printed,
    sec3_kernel,
    sec3_mistake_bound,
    sec3_mistake_proof,
    sec3_update,
)
from lemmacheck.theory.books.perceptron.methods import METHODS
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.core.book import Book

BOOK = Book(
    PERCEPTRON,
    claims=(
        sec1_basics, sec2_separability, sec3_update, sec3_mistake_bound, sec3_mistake_proof, sec3_kernel,
        sec3_algorithms_as_printed,
    ),
    methods=METHODS,
)  # fmt: skip
