"""Protects the tables of mutation testing: what they name is there, also after a change elsewhere."""

import re
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "tests" / "mutation"
JUDGES = tomllib.loads((TABLES / "judges.toml").read_text(encoding="utf-8"))
SAME = tomllib.loads((TABLES / "equivalent.toml").read_text(encoding="utf-8"))


def code(file: str) -> str:
    """A file as mutants name its lines: joined, without their indentation."""
    return " ".join(map(str.strip, (ROOT / file).read_text(encoding="utf-8").splitlines()))


def test_a_mutant_that_computes_the_same_changes_lines_that_are_there() -> None:
    lines = [(file, line) for file, reasons in SAME.items() for line in chain.from_iterable(reasons.values())]
    gone = [(file, line) for file, line in lines if re.sub("‹(.*) → .*›", r"\1", line) not in code(file)]

    assert gone == []


def test_what_is_judged_is_there_and_its_tests_too() -> None:
    named = [
        name.removeprefix("--deselect=")
        for tests in JUDGES.values()
        for name in tests
        if name.removeprefix("--deselect=").startswith("tests/")
    ]
    missing = [file for file in {*JUDGES, *(name.partition("::")[0] for name in named)} if not (ROOT / file).exists()]
    functions = [name.partition("[")[0].split("::") for name in named if "::" in name]

    assert missing == []
    assert [f for file, f in functions if f"def {f}(" not in code(file)] == []
    assert SAME.keys() <= JUDGES.keys()
