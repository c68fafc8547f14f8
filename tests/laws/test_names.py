"""Protects the plain names of the code: a module, a class or a function is called what it is or does."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP = ("theory", "verifiers", "reports")
PRIVATE = {
    *("told", "untold", "bitten", "bites", "shown", "presented"),
    *("sought", "heard", "unheard", "said", "looked"),
}  # participles that name neither a thing nor a deed


def parts(name: str) -> set[str]:
    """The words of a name, however they are joined."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def definitions(source: str) -> Iterator[str]:
    """The classes, functions and methods that a source defines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def private(module: str, source: str) -> list[str]:
    """The names of a file, its own among them, that have a private word."""
    return [name for name in (module, *definitions(source)) if parts(name) & PRIVATE]


def test_no_module_class_or_function_is_named_by_a_private_word() -> None:
    files = [path for top in TOP for path in sorted((ROOT / top).rglob("*.py"))]
    found = {str(path.relative_to(ROOT)): private(path.stem, path.read_text(encoding="utf-8")) for path in files}

    assert len(files) > 100
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize(("module", "source", "expected"), [
    ("told", "", ["told"]),
    ("plain", "class NotShown:\n    def said_again(self): ...", ["NotShown", "said_again"]),
    ("plain", "def f():\n    async def heard(): ...", ["heard"]),
    ("plain", "def saidby(): ...\nsaid = 1", []),
])  # fmt: skip
def test_a_private_word_is_found_in_any_definition(module: str, source: str, expected: list[str]) -> None:
    assert private(module, source) == expected
