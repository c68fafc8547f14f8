"""Protects the independence of the second transcription: it shares no code with what it checks, and reads no label."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.handed import lecture, plain
from tests.laws import test_claims_match_the_print as chapters
from tests.laws import test_lectures_match_the_print as lectures

LITERAL = {
    path.stem: ast.parse(path.read_text("utf-8")) for path in (Path(__file__).parents[1] / "literal").glob("*.py")
}
OWN = ("tests.literal", "mpmath")


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


@pytest.mark.parametrize("name", LITERAL)
def test_a_transcription_reads_nothing_of_the_code_that_it_checks(name: str) -> None:
    known = [one.startswith(OWN) or one.partition(".")[0] in sys.stdlib_module_names for one in imported(LITERAL[name])]

    assert all(known)


@pytest.mark.parametrize("name", LITERAL)
def test_a_transcription_reads_no_label(name: str) -> None:
    words = [getattr(node, field, None) for node in ast.walk(LITERAL[name]) for field in ("id", "attr", "arg", "name")]

    assert "label" not in words


def handed(case: Any) -> dict[str, Any]:
    """What a case is made of: its fields, and those of its instance."""
    found = {field.name: getattr(case, field.name) for field in fields(case) if field.init}
    instance = found.pop("instance", None)
    return found | vars(instance) if instance else found


@pytest.mark.parametrize("id", lectures.CLAIMS)
def test_what_a_transcription_of_a_lecture_is_handed_is_plain_data(id: str) -> None:
    for method in lectures.CLAIMS[id].usual.values():
        assert plain(handed(lecture(lectures.INSTANCES[0], method, None)))


@pytest.mark.parametrize("setting", chapters.SETTINGS)
def test_what_a_transcription_of_the_chapters_is_handed_is_plain_data(setting: str) -> None:
    for instance in chapters.INSTANCES:
        assert plain(handed(chapters.case(instance, setting)))
