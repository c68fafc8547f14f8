"""Protects the direction of imports: rooms stand in an order, arrows point to earlier ones, no file is in a circle."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP = ("theory", "verifiers", "reports")
FACE = "verifiers.face"  # the package itself: what it names is loaded when it is asked for
ORDER = [
    *("theory.core", "theory.margins"),
    *("verifiers.records", "verifiers.data", "verifiers.numbers", "verifiers.optima", "verifiers.instances"),
    *(f"theory.books.{book}" for book in ("jst", "contributed", "lecture", "perceptron", "post", "classics")),
    *("verifiers.prove", "verifiers.decide", "verifiers.search"),
    *("verifiers.probe", "verifiers.kernel"),
    *("reports", "verifiers.library", "verifiers.large", "verifiers.races", "verifiers.variants"),
    *("verifiers.campaigns", "verifiers.replay", "verifiers.experiments", "verifiers.cli", "verifiers.pytest"),
]
METHODS_USE = {"verifiers.instances", "verifiers.optima", "verifiers.numbers"}  # exact data and exact optima
# Of verifiers, what may load reports.
LOAD_REPORTS = {"verifiers.cli", "verifiers.pytest", "verifiers.library.asking", "verifiers.variants.notebook"}


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {dotted(path): path for top in TOP for path in sorted((ROOT / top).rglob("*.py"))}


def room(module: str) -> str:
    """The longest name in the order that the module's begins with."""
    return max((one for one in ORDER if f"{module}.".startswith(f"{one}.")), key=len, default=module)


@cache
def imported(module: str) -> frozenset[str]:
    """The modules of ours that a module imports, at its top or later, but for what only its types name."""
    return frozenset(arrows(ast.parse(FILES[module].read_text(encoding="utf-8"))))


def arrows(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom) and (child.module or "").partition(".")[0] == "lemmacheck":
            for alias in child.names:
                home = str(child.module).partition(".")[2]
                inner = f"{home}.{alias.name}".strip(".")
                yield inner if inner in FILES else home or FACE
        elif isinstance(child, ast.Import):
            names = [alias.name.partition(".") for alias in child.names]
            yield from (inner or FACE for first, _, inner in names if first == "lemmacheck")
        elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield from arrows(child)


def pairs() -> Iterator[tuple[str, str]]:
    """Every arrow between two rooms."""
    for module in FILES:
        for other in sorted(imported(module)):
            if room(module) != room(other) and not any(one.startswith(FACE) for one in (module, other)):
                yield module, other


def test_every_module_stands_in_a_room_of_the_order() -> None:
    loose = {module for module in FILES if room(module) not in ORDER} - {*TOP, "theory.books"}

    assert {module for module in loose if not module.startswith(FACE)} == set()


@pytest.mark.slow
def test_an_arrow_points_to_an_earlier_room() -> None:
    assert [(a, b) for a, b in pairs() if ORDER.index(room(b)) > ORDER.index(room(a))] == []


@pytest.mark.slow
def test_no_file_is_in_a_circle_of_imports() -> None:
    graph = {module: {other for other in imported(module) if other in FILES} - {module} for module in FILES}
    circle: list[str] = []
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = error.args[1]

    assert circle == []


def test_the_core_and_the_margins_know_no_book_and_nothing_that_decides() -> None:
    assert [(a, b) for a, b in pairs() if room(a) == "theory.core"] == []
    assert {room(b) for a, b in pairs() if room(a) == "theory.margins"} == {"theory.core"}


def test_a_book_knows_the_theory_and_its_methods_exact_data_and_optima() -> None:
    beyond = [(a, b) for a, b in pairs() if a.startswith("theory.books") and not b.startswith("theory")]

    assert [(a, b) for a, b in beyond if ".methods." not in a or room(b) not in METHODS_USE] == []


def test_the_classics_are_written_in_the_public_names_alone() -> None:
    assert [(a, b) for a, b in pairs() if room(a) == "theory.books.classics"] == []


def test_reports_read_records_and_nothing_else_of_ours() -> None:
    assert {room(b) for a, b in pairs() if room(a) == "reports"} == {"verifiers.records"}


def test_what_decides_does_not_load_reports() -> None:
    allowed = {module for module in FILES if {module, room(module)} & LOAD_REPORTS}

    assert {a for a, b in pairs() if room(b) == "reports"} <= allowed


def test_every_package_is_installed_and_every_folder_with_data_is_one() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    packages = {module for module, path in FILES.items() if path.name == "__init__.py"}
    ours = {"lemmacheck"} | {f"lemmacheck.{package}" for package in packages - {FACE}}

    assert set(settings["packages"]) == ours | set(settings["package-data"])
    assert [name for names in settings["package-data"].values() for name in names if "/" in name] == []
