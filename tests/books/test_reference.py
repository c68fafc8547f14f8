"""The list of names in REFERENCE.md is what the code says: each public name, its signature, its first sentence.

`python tests/books/test_reference.py` writes the list anew.
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import lemmacheck
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.paths import Paths
from lemmacheck.theory.core.run import Run

REFERENCE = Path(__file__).parents[2] / "theory" / "books" / "REFERENCE.md"
BEGIN = "## Every name\n"
MADE = ("Claim", "Hypothesis", "Library", "Matrix", "Run")  # an author reads them, and does not make them
INNER = ("copied", "keep", "lacking", "once", "states", "again", "fixed")  # of our own books
INSIDE = (
    "above_one", "arbitrary", "reach", "longest", "sampled", "problem_of", "returns", "closer", "tried", "standing",
    "planted",
)  # fmt: skip


def listed() -> str:
    """The section, from the code alone."""
    face, own = members(lemmacheck, lemmacheck.__all__), members(Own, dir(Own))
    own |= {"Z": property(matrix)}
    run = members(Run, dir(Run)) | {"expected": Paths.expected, "chance": Paths.chance}
    groups = {
        "From `lemmacheck`": face,
        "Of a source and a relation": {"PAPER.at": lemmacheck.Source.at, "relation.since": lemmacheck.Relation.since},
        "Of a problem `p`": {f"p.{name}": own[name] for name in sorted(own)},
        "Of a `run`": {f"run.{name}": one for name, one in run.items()},
        "From `lemmacheck.exact`": members(lemmacheck.exact, vars(lemmacheck.exact)),
    }
    parts = [f"{title}:\n\n{''.join(map(line, group, group.values()))}" for title, group in groups.items()]
    return "\n".join([BEGIN, *parts])


def matrix() -> None:
    """The matrix, n x d: its rows are z_1, …, z_n."""


def members(home: Any, names: Any) -> dict[str, Any]:
    """What it offers, by name, without what only our own books read."""
    found = {name: getattr(home, name) for name in sorted(names) if not name.startswith("_") and name not in INNER}
    return {name: one for name, one in found.items() if getattr(read(one), "__module__", "").startswith("lemmacheck")}


def read(one: Any) -> Any:
    """The function behind a property."""
    return getattr(one, "fget", getattr(one, "func", one))


def line(name: str, one: Any) -> str:
    said = re.split(r"(?<=\.)\s|\n\n", inspect.getdoc(read(one)) or "", maxsplit=1)[0]
    return f"- `{name}{arguments(name, one)}` {' '.join(said.split())}\n"


def arguments(name: str, one: Any) -> str:
    """Its signature without types; nothing of what is read and not called."""
    if not callable(one) or name in MADE:
        return ""
    given = [p for p in inspect.signature(one).parameters.values() if p.name not in ("self", *INSIDE)]
    texts, starred = [], any(p.kind is p.VAR_POSITIONAL for p in given)
    for p in given:
        if p.kind is p.KEYWORD_ONLY and not starred:
            texts, starred = [*texts, "*"], True
        stars = "*" * ((p.kind is p.VAR_POSITIONAL) + 2 * (p.kind is p.VAR_KEYWORD))
        texts.append(f"{stars}{p.name}{default(p.default)}")
    return f"({', '.join(texts)})"


def default(value: Any) -> str:
    if value is inspect.Parameter.empty:
        return ""
    return f"={value!r}" if type(value) in (bool, int, str, tuple, type(None)) else "=…"


def test_every_public_name_stands_in_the_reference_with_its_signature() -> None:
    written = REFERENCE.read_text(encoding="utf-8").partition(BEGIN)

    assert "".join(written[1:]) == listed()


def test_what_the_classics_read_of_a_problem_stands_in_the_reference() -> None:
    """Protects p.scores and p.combine, which a reader met in the classics and found nowhere."""
    has, read_of_it = {*dir(Own), *Own.__dataclass_fields__}, set[str]()
    for path in (REFERENCE.parent / "classics").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("p", "run.problem"):
                read_of_it.add(node.attr)
    used = read_of_it & has

    assert {"Z", "combine", "scores"} < used
    assert [name for name in sorted(used) if not re.search(rf"^- `p\.{name}\b", listed(), re.MULTILINE)] == []


def test_every_public_name_says_what_it_is() -> None:
    bare = [entry for entry in listed().splitlines() if entry.startswith("- ") and entry.endswith("`")]

    assert bare == []


def test_the_public_names_are_at_most_forty_and_each_says_what_it_is() -> None:
    assert len(lemmacheck.__all__) <= 40
    undocumented = [name for name in lemmacheck.__all__ if not (getattr(lemmacheck, name).__doc__ or "").strip()]

    assert undocumented == []
    assert set(lemmacheck.__all__) < set(dir(lemmacheck))


def test_importing_the_public_names_loads_no_library_of_numbers() -> None:
    code = (
        "import sys, lemmacheck; assert 'numpy' not in sys.modules; "
        "from lemmacheck import Book, Method, claim, problem, at_most; "
        "print([m for m in ('scipy', 'flint', 'sympy', 'cvxpy', 'typer', 'hypothesis') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout.strip() == "[]"


if __name__ == "__main__":
    before = REFERENCE.read_text(encoding="utf-8").partition(BEGIN)[0]
    REFERENCE.write_text(before + listed(), encoding="utf-8")
