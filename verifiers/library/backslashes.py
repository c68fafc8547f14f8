"""Formulas whose backslash Python took for itself: "\\frac" in a text without r begins with a form feed, "\\nu" with a
line's end."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from importlib.util import decode_source

REMEDY = "write r before its quotes"
LOST = re.compile(r"(?<!\\)(?:\\\\)*(\\[abfnrtv])[A-Za-z]")  # what Python reads as a control character, before a name


def lost_backslashes(source: bytes, nodes: list[ast.AST]) -> list[tuple[int, str]]:
    """The lines at which a formula that is written where it is given loses a backslash, with the remedy."""
    text = decode_source(source)
    return [(one.lineno, said) for one in formulas(nodes) if (said := lost(ast.get_source_segment(text, one) or ""))]


def formulas(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """What is given as latex=, or to latex(…)."""
    for node in nodes:
        if isinstance(node, ast.keyword) and node.arg == "latex":
            yield node.value
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "latex":
            yield from node.args


def lost(written: str) -> str:
    """The first backslash that the texts of an expression lose; '' where none does."""
    for kind, text, *_ in tokenize.generate_tokens(io.StringIO(f"({written})").readline):
        plain = kind == tokenize.STRING and not set("rf") & set(text.partition(text[-1])[0].lower())
        if plain and (found := LOST.search(text)):
            return f"the formula loses a backslash: {found[1]} is a control character to Python; {REMEDY}"
    return ""
