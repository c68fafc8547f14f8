"""The library that comes with lemmacheck: its five books, read together."""

from lemmacheck.theory.books import contributed, jst, lecture, perceptron, post
from lemmacheck.theory.core.book import Library

LIBRARY = Library(
    jst.BOOK,
    contributed.BOOK,
    perceptron.BOOK,
    lecture.BOOK,
    post.BOOK,
    origin="lemmacheck.verifiers.library.shipped:LIBRARY",
)
