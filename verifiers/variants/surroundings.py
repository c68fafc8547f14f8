"""How a variant file could find out where it runs, by the lines of its text.

Two processes that run a file alike agree with each other, whatever the file does elsewhere. A file that reads only
modules of mathematics, and no file, frame or address, cannot know where it runs. For every other file a note names what
it reads. A file that hides what it reads is not detected.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

_PLAIN = """
    __future__ abc bisect cmath collections dataclasses decimal enum flint fractions functools heapq itertools math
    mpmath lemmacheck numbers numpy operator scipy statistics sympy types typing
"""
_TELLING = """
    __builtins__ __class__ __code__ __dict__ __file__ __getattribute__ __globals__ __import__ __loader__ __module__
    __mro__ __bases__ __spec__ __subclasses__ _getframe compile environ eval exec f_back get_printoptions globals
    gi_frame hash id locals modules open os set_printoptions sys tb_frame vars
"""
PLAIN, TELLING = (frozenset(names.split()) for names in (_PLAIN, _TELLING))
SHOWN = 3


def looks_around(text: str | bytes) -> str:
    """A note on what a file reads of its surroundings, with the lines; '' if it reads nothing of them."""
    found = sorted(set(looks(ast.parse(text))))
    if not found:
        return ""
    shown = ", ".join(f"{name} in line {line}" for line, name in found[:SHOWN]) + (", …" if found[SHOWN:] else "")
    return f"it can tell where it is run (by {shown}), and might do otherwise elsewhere: this is of what it does here"


def looks(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each line that reads the surroundings, with the name that it reads."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if outside(alias.name)]
        elif isinstance(node, ast.ImportFrom):
            away = node.level or outside(node.module or "")
            names = [node.module or "."] if away else [a.name for a in node.names if a.name in TELLING]
        elif isinstance(node, ast.Name) and node.id in TELLING:
            names = [node.id]
        elif isinstance(node, ast.Attribute) and node.attr in TELLING:
            names = [node.attr]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
            names = [] if all(map(plain_name, node.args[1:2])) else ["getattr"]
        yield from ((node.lineno, name) for name in names)  # type: ignore[attr-defined]


def outside(module: str) -> bool:
    """Whether a module is more than mathematics. The rooms of lemmacheck that judge are."""
    return module.partition(".")[0] not in PLAIN or module.startswith(("lemmacheck.verifiers", "lemmacheck.reports"))


def plain_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in TELLING


def notes_on(path: Path | None) -> tuple[str, ...]:
    """The note on a file, if there is a file and a note."""
    note = looks_around(path.read_bytes()) if path else ""
    return (note,) if note else ()
