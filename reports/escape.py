"""Text, code and formulas inside Markdown, so that no record can break out of its place.

Text is put on one line and loses its markup; a formula keeps its LaTeX but neither `|`, which would end a table cell,
nor `<`, which could open a tag.
"""

import re
from collections.abc import Iterable, Sequence

from lemmacheck.reports.latex import Piece, pieces

SPECIAL = re.compile(r"([\\`*\[\]|$~]|(?<![^\W_])_|_(?![^\W_]))")
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
IN_FORMULA = {"|": r"\vert ", "<": r"\lt ", ">": r"\gt ", "`": "‘", "](": "] ("}


def line(string: str) -> str:
    """The same words on one line."""
    return " ".join(string.split())


def text(string: str) -> str:
    """Plain words: nothing in them is markup; an underscore inside a word is none, and stays bare."""
    return _escaped(line(string))


def _escaped(words: str) -> str:
    escaped = SPECIAL.sub(r"\\\1", words)
    for character, entity in ENTITIES.items():
        escaped = escaped.replace(character, entity)
    return escaped


def code(string: str) -> str:
    """A code span, whatever backticks it holds; a bar, which would end a cell even here, becomes ∣."""
    body = line(string).replace("|", "∣")
    if not body:
        return ""
    fence = "`" * (1 + max(map(len, re.findall("`+", body)), default=0))
    return f"{fence} {body} {fence}" if "`" in body else f"{fence}{body}{fence}"


def formula(latex: str) -> str:
    """`$…$`, with the words around it where the statement is prose; what is neither is shown as code."""
    shown = {Piece.WORDS: _between, Piece.FORMULA: _dollars, Piece.SOURCE: code}
    return "".join(shown[kind](part) for kind, part in pieces(latex)).strip()


def _between(words: str) -> str:
    """Words beside a formula keep the space, or the comma, that parts them from it."""
    return _escaped(re.sub(r"\s+", " ", words))


def _dollars(latex: str) -> str:
    body = line(latex)
    if body.endswith("\\"):
        return code(latex)
    body = body.replace(r"\|", r"\Vert ")
    for character, command in IN_FORMULA.items():
        body = body.replace(character, command)
    return f"${line(body)}$" if body else ""


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of cells that are already escaped."""
    lines = [header, ["---"] * len(header), *rows]
    return ["| " + " | ".join(cells) + " |" for cells in lines]
