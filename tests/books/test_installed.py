"""The wheel, installed beside packages of a stranger called theory, reports and verifiers: it works, and they are his.

The environment is new; what lemmacheck needs is read from the environment that runs these tests, so nothing is fetched.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.books.written import SHRINKING
from tests.commands import LITTLE_EFFORT
from tests.once import once

ROOT = Path(__file__).parents[2]
ROOMS = ("theory", "verifiers", "reports")
FACE = ROOT / "verifiers" / "face"
CACHES = shutil.ignore_patterns("__pycache__", ".*", "latest")
Told = subprocess.CompletedProcess[str]

HEAD = '''"""A note: x_t falls."""

from typing import Any, NamedTuple

from lemmacheck import Method, at_most, claim, problem
from theory import FIRST


'''
LEMMA = '''

@claim("L.1", about=Shrinking)
def stays_below(run):
    """x_t ≤ a/(t + 1)."""
    return at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))


METHOD = Method(Shrinking, on=Line, steps=3)
'''
BOOK = HEAD + SHRINKING.replace("a=1 + ", "a=FIRST + ") + LEMMA

HIS = """from pathlib import Path

import lemmacheck
import reports
import theory
import verifiers


def test_his_packages_are_his():
    here = Path(__file__).parent
    assert {Path(room.__file__).parent.parent for room in (theory, reports, verifiers)} == {here}
    assert not Path(lemmacheck.__file__).is_relative_to(here)
    assert lemmacheck.check(lemmacheck.library("mine.py").claims["L.1"]).verdict == "certified"
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (built,) = once(tmp_path_factory, "wheel", build).glob("*.whl")
    return built


def build(out: Path) -> None:
    """The wheel, of a copy, so that nothing is left in the repository."""
    copy = out / "sources"
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / room, ignore=CACHES)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    alone = ("--no-build-isolation", "--no-deps", "--no-index")
    run(sys.executable, "-m", "pip", "wheel", *alone, "-w", out, ".", at=copy)


def run(*command: object, at: Path, status: int = 0) -> Told:
    """A command that ends with this status, with none of the paths of these tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    told = subprocess.run(
        list(map(str, command)), cwd=at, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert told.returncode == status, told.stdout + told.stderr
    return told


@pytest.fixture(scope="module")
def his(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Told]:
    """A command of a new environment with the wheel, run in a folder of a stranger's."""
    folder = once(tmp_path_factory, "stranger", partial(set_up, wheel))
    python, home = python_of(folder / "env"), folder / "project"
    return lambda name, *arguments, status=0: run(python.with_name(name), *arguments, at=home, status=status)


def python_of(place: Path) -> Path:
    return place / ("Scripts" if os.name == "nt" else "bin") / "python"


def set_up(wheel: Path, folder: Path) -> None:
    place, home = folder / "env", folder / "project"
    home.mkdir()
    venv.create(place, with_pip=False, symlinks=os.name != "nt")
    pip = (sys.executable, "-m", "pip", "--python", python_of(place))
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", "--no-compile", wheel, at=home)
    (installed,) = place.rglob("lemmacheck-*.dist-info")
    needed = {sysconfig.get_path(which) for which in ("purelib", "platlib")}
    (installed.parent / "needed.pth").write_text("\n".join(needed), encoding="utf-8")
    for room in ROOMS:
        (home / room).mkdir()
        (home / room / "__init__.py").write_text("FIRST = 1\n", encoding="utf-8")
    (home / "mine.py").write_text(BOOK, encoding="utf-8")
    (home / "test_his.py").write_text(HIS, encoding="utf-8")
    (home / "conftest.py").write_text(LITTLE_EFFORT, encoding="utf-8")


def test_the_wheel_holds_every_file_of_the_rooms_and_nothing_else(wheel: Path) -> None:
    """Of what is published, what is known of the claims: what was measured on one machine is of no use on another."""
    expected = set()
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            hidden = any(
                part in ("__pycache__", "latest") or part.startswith(".") for part in path.parts[len(ROOT.parts) :]
            )
            measured = path.parent.name == "published" and path.name not in ("verdicts.json", "needs.json")
            if path.is_file() and not hidden and not measured:
                inside = path.relative_to(FACE) if path.is_relative_to(FACE) else path.relative_to(ROOT)
                expected.add(f"lemmacheck/{inside.as_posix()}")
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert held == expected
    assert {f"lemmacheck/reports/{name}" for name in ("published/verdicts.json", "templates/index.html.j2")} <= held


def test_every_package_is_named_in_the_set_up() -> None:
    named = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    folders = {path.parent.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("__init__.py")}

    assert set(named) == {"lemmacheck" if ROOT / at == FACE else ".".join(("lemmacheck", *at.parts)) for at in folders}


def test_his_book_is_checked_and_reported_by_the_installed_command(his: Callable[..., Told]) -> None:
    checked = his("lemmacheck", "check", "mine.py").stdout
    reported = his("lemmacheck", "report", "mine.py", "--quick").stdout

    assert checked.startswith("L.1  CERTIFIED")
    assert "lemmacheck-report/index.html" in reported
    assert "1 claim: 1 certified" in reported


def test_his_book_and_his_own_tests_run_under_pytest(his: Callable[..., Told]) -> None:
    assert "L.1 PASSED" in his("python", "-m", "pytest", "-v", "--lemmacheck-book", "mine.py").stdout
    assert "1 passed" in his("python", "-m", "pytest", "-q", "test_his.py").stdout


def test_the_installed_command_needs_no_folder_of_ours(his: Callable[..., Told]) -> None:
    assert "P.L3.2" in his("lemmacheck", "find", "Lemma 3.2").stdout
    assert his("lemmacheck", "claims", "mine.py").stdout == "L.1  L.1: x_t ≤ a/(t + 1).\n"
    refused = his("lemmacheck", "report", "--accept", "P.L3.2", status=2).stderr
    assert refused.count("\n") == 1
