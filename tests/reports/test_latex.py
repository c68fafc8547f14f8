"""Protects which part of a printed statement is set as a formula and which is left as words."""

import pytest
from lemmacheck.reports.latex import Piece, pieces

WORDS, FORMULA, SOURCE = Piece.WORDS, Piece.FORMULA, Piece.SOURCE


@pytest.mark.parametrize(("latex", "expected"), [
    (r"\phi(q)\le1", [(FORMULA, r"\phi(q)\le1")]),
    ("a b c d", [(FORMULA, "a b c d")]),
    (r"$q$ minimises $\phi$", [(FORMULA, "q"), (WORDS, " minimises "), (FORMULA, r"\phi")]),
    ("prior work had a worse rate", [(WORDS, "prior work had a worse rate")]),
    (r"\mathrm{for all large} t", [(FORMULA, r"\mathrm{for all large} t")]),
    ("an odd $ dollar", [(SOURCE, "an odd $ dollar")]),
])  # fmt: skip
def test_formulas_stand_between_dollars_and_sentences_are_words(latex: str, expected: list[tuple[Piece, str]]) -> None:
    assert pieces(latex) == expected
