"""Protects the independence of the second transcription: it shares no code with what it checks, and reads no label."""

import ast
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from tests.handed import lecture, plain
from tests.laws import test_claims_match_the_print as chapters
from tests.laws import test_lectures_match_the_print as lectures
from tests.laws.test_the_book import imports, tree

LITERAL = {path.stem: tree(path) for path in (Path(__file__).parents[1] / "literal").glob("*.py")}
OWN = ("tests.literal", "mpmath")


def test_no_transcription_reads_anything_of_the_code_that_it_checks() -> None:
    foreign = [
        (name, one)
        for name, tree in LITERAL.items()
        for one in imports(tree)
        if not one.startswith(OWN) and one.partition(".")[0] not in sys.stdlib_module_names
    ]

    assert foreign == []


def test_no_transcription_reads_a_label() -> None:
    words = {
        name: {getattr(node, field, None) for node in ast.walk(tree) for field in ("id", "attr", "arg", "name")}
        for name, tree in LITERAL.items()
    }

    assert [name for name, found in words.items() if "label" in found] == []


def handed(case: Any) -> dict[str, Any]:
    """What a case is made of: its fields, and those of its instance."""
    found = {field.name: getattr(case, field.name) for field in fields(case) if field.init}
    instance = found.pop("instance", None)
    return found | vars(instance) if instance else found


def test_what_the_transcriptions_of_the_lectures_are_handed_is_plain_data() -> None:
    first = lectures.INSTANCES[0]

    assert [
        id
        for id, claim in lectures.CLAIMS.items()
        if not all(plain(handed(lecture(first, method, None))) for method in claim.usual.values())
    ] == []


def test_what_the_transcriptions_of_the_chapters_are_handed_is_plain_data() -> None:
    assert [
        (setting, instance)
        for setting in chapters.SETTINGS
        for instance in chapters.INSTANCES
        if not plain(handed(chapters.case(instance, setting)))
    ] == []
