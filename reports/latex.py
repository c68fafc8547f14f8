"""A printed statement in pieces: formulas, and the words around them.

`with probability $1-δ$, $γ ≥ 0$` is prose with formulas between dollars; a statement without dollars is
one formula, unless it is plainly a sentence; one with an odd dollar is not parsed at all.
"""

import re
from enum import Enum

SENTENCE = re.compile(r"[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}")


class Piece(Enum):
    WORDS = "words"
    FORMULA = "formula"
    SOURCE = "source"


def pieces(latex: str) -> list[tuple[Piece, str]]:
    """The pieces in order, without the dollars."""
    parts = latex.split("$")
    if len(parts) % 2 == 0:
        return [(Piece.SOURCE, latex)]
    if len(parts) == 1:
        sentence = SENTENCE.search(latex) and not set(latex) & set("\\^_={}")
        return [(Piece.WORDS if sentence else Piece.FORMULA, latex)]
    kinds = (Piece.WORDS, Piece.FORMULA)
    return [(kinds[index % 2], part) for index, part in enumerate(parts) if part]
