"""Protects the example notebook: each cell runs, in order, and says what stands beneath it.

A cell that is tagged slow runs in the thorough profile alone.
"""

import ast
import json
import re
import tomllib
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.verifiers.library.asking import NotebookRecord, need
from lemmacheck.verifiers.records.verdict import Curve, Scope, Verdict

from tests.quick import check
from tests.sampled import THOROUGH

NOTEBOOK = Path(__file__).parents[2] / "theory" / "books" / "example.ipynb"


def value(source: str, names: dict[str, Any]) -> Any:
    """What the last line of a cell is."""
    *before, last = ast.parse(source).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(before, []), NOTEBOOK.name, "exec"), names)
    return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)


@pytest.mark.slow
def test_every_cell_of_the_example_says_what_stands_beneath_it() -> None:
    names: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        slow = "slow" in cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and (THOROUGH or not slow):
            said = repr(value("".join(cell["source"]), names))
            assert slow or said == "".join(cell["outputs"][0]["data"]["text/plain"])


def test_the_version_is_the_same_wherever_it_stands() -> None:
    root = NOTEBOOK.parents[2]
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

    for name, line in (
        ("CITATION.cff", f"version: {version}"),
        ("README.md", f"  version = {{{version}}},"),
        ("CHANGELOG.md", f"## {version}"),
    ):
        assert line in (root / name).read_text(encoding="utf-8").splitlines()


def test_a_cell_shows_a_claim_with_both_sides_against_t_where_they_are_kept() -> None:
    record = {"curves": [Curve("left side", [1, 2], [1.0, 0.5])], "statement": "a < b"}
    shown = NotebookRecord("P", Verdict.CERTIFIED, Scope(1, 2), **record)._repr_html_()  # type: ignore[arg-type]

    assert shown.split(">", 1)[1].startswith("P  CERTIFIED")
    assert "a &lt; b" in shown
    assert ">left side</text>" in b64decode(re.findall('base64,([^"]+)', shown)[0]).decode()
    assert NotebookRecord("P", Verdict.CERTIFIED, Scope(1, 2))._repr_html_().endswith("</pre>")
    assert "<style" not in shown  # which a page of others would follow


@pytest.mark.parametrize("asked", [check, need])
def test_an_id_is_told_not_to_be_a_claim(asked: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"^'P.L3.2' is no claim; expected one of a library, as library\(\)"):
        asked("P.L3.2")
