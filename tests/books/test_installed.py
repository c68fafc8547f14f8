"""The wheel, installed beside packages of a stranger called theory, reports and verifiers: it works, and they are his.

The environment is new; what lemmacheck needs is read from the environment that runs these tests, so nothing is fetched.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import which
from zipfile import ZipFile

import numpy as np
import pytest

from tests.books.following import BLOCK, README
from tests.books.test_shown import every_command
from tests.books.written import SHRINKING
from tests.commands import LITTLE_EFFORT
from tests.once import PATIENCE, once

ROOT = Path(__file__).parents[2]
ROOMS = ("theory", "verifiers", "reports")
FACE = ROOT / "verifiers" / "face"
CACHES = shutil.ignore_patterns("__pycache__", ".*", "latest")
Result = subprocess.CompletedProcess[str]

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
    assert lemmacheck.check(lemmacheck.library("mine.py").claims["L.1"]).verdict == "proved"
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


def run(*command: object, at: Path, status: int = 0) -> Result:
    """A command that ends with this status, with none of the paths of these tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    result = subprocess.run(
        list(map(str, command)), cwd=at, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert result.returncode == status, result.stdout + result.stderr
    return result


@pytest.fixture(scope="module")
def strangers(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel, and a folder of a stranger's."""
    return once(tmp_path_factory, "stranger", partial(set_up, wheel))


@pytest.fixture(scope="module")
def his(strangers: Path) -> Callable[..., Result]:
    """A command of the new environment, run in the stranger's folder."""
    python, home = python_of(strangers / "env"), strangers / "project"
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


@pytest.mark.slow
def test_his_book_is_checked_and_reported_by_the_installed_command(his: Callable[..., Result]) -> None:
    checked = his("lemmacheck", "check", "mine.py").stdout
    reported = his("lemmacheck", "report", "mine.py", "--quick").stdout

    assert checked.startswith("L.1  PROVED")
    assert "lemmacheck-report/index.html" in reported
    assert "1 claim: 1 proved" in reported


@pytest.mark.slow
def test_his_book_and_his_own_tests_run_under_pytest(his: Callable[..., Result]) -> None:
    assert "L.1 PASSED" in his("python", "-m", "pytest", "-v", "--lemmacheck-book", "mine.py").stdout
    assert "1 passed" in his("python", "-m", "pytest", "-q", "test_his.py").stdout


@pytest.mark.slow
def test_the_installed_command_needs_no_folder_of_ours(his: Callable[..., Result]) -> None:
    assert "P.L3.2" in his("lemmacheck", "find", "Lemma 3.2").stdout
    assert his("lemmacheck", "claims", "mine.py").stdout == "L.1  L.1: x_t ≤ a/(t + 1).\n"
    refused = his("lemmacheck", "report", "--accept", "P.L3.2", status=2).stderr
    assert refused.count("\n") == 1


SMALL = "P.3.1.dualvec --quick"
SOME = "--only P.L3.2,P.T3.1.1"
SMALLER = {
    # of what takes many minutes, the same of less
    "lemmacheck report --out DIR": f"lemmacheck report {SMALL} --out DIR",
    "lemmacheck report --resume --out DIR": f"lemmacheck report {SMALL} --resume --out DIR",
    "lemmacheck variant my_variant.py --out my-report": f"lemmacheck variant my_variant.py {SOME} --out my-report",
    "lemmacheck compare mine.py other.py": f"lemmacheck compare mine.py other.py {SOME}",
    "lemmacheck compare bold.py half.py --book mypaper.py":
        ("lemmacheck compare bold.py half.py --book mypaper.py --steps 5"),
    "lemmacheck compare my_variant.py another.py": f"lemmacheck compare my_variant.py another.py {SOME}",
    "lemmacheck check P.L3.2 --budget 20": "lemmacheck check P.L3.2 --budget 2",
    "lemmacheck check P.3.1.dualvec P.L3.2 --json > records.json":
        ("lemmacheck check P.3.1.dualvec --json > records.json"),
    "lemmacheck kernel P.3.1.dualvec P.L3.5 P.T3.1.1 --out kernel": "lemmacheck kernel P.3.1.dualvec --out kernel",
    "lemmacheck teeth P.L3.2 'P.3.2.*'": "lemmacheck teeth P.L3.2",
    "lemmacheck race digits:0v1 my_variant.py --steps 2000 --out race":
        ("lemmacheck race digits:0v1 my_variant.py --steps 200 --out race"),
    "lemmacheck report --thorough": "lemmacheck report P.3.1.dualvec --thorough",
    "lemmacheck report --accept": "lemmacheck report mypaper.py --accept",  # the shipped verdicts are those of a clone
    "lemmacheck report --out report": f"lemmacheck report {SMALL} --out report",
    "lemmacheck report 'T.*' 'S.Lem7*'": "lemmacheck report 'S.Lem7*' --quick",
    "lemmacheck replay DIR/records.jsonl:32": "lemmacheck replay DIR/records.jsonl:2",
    "lemmacheck replay report/records.jsonl:7": "lemmacheck replay report/records.jsonl:2",
    "pytest --lemmacheck": "pytest --lemmacheck -k dualvec",
    "pytest --lemmacheck-variant mine.py": "pytest --lemmacheck-variant mine.py -k P.T3.1.1",
}  # fmt: skip
ELSEWHERE = {
    "make report": "of a clone; `lemmacheck report` is what it runs",
    "make test": "of a clone; it runs this test",
    "lemmacheck kernel": "the name of a command, in a sentence",
    "lemmacheck stream": "the name of a command, in a sentence",
}
BEFORE = {  # what a line speaks of, where no line before it writes that
    "lemmacheck report --resume --out DIR": "mv DIR/records.jsonl DIR/records.partial.jsonl",  # stopped at its end
    "lemmacheck render mailed/records.jsonl --out again": "mkdir mailed; cp DIR/records.jsonl mailed",
    "lemmacheck kernel RECORDS --all": "cp DIR/records.jsonl RECORDS",
    "pytest --lemmacheck-book mypaper.py": "lemmacheck report mypaper.py --accept",
    "lemmacheck kernel report/records.jsonl --all": "cp -r mailed report; cp mailed/records.jsonl .",
    "lemmacheck campaign run sweep.db --instances 1000000 --shape 8x4 --claim 'P.L3.*' --workers 2": "rm sweep.db",
    "lemmacheck new-book mypaper": "rm -f mypaper.py",
    "lemmacheck compare bold.py half.py --book mypaper.py": "test -f mypaper.py || lemmacheck new-book mypaper",
    "lemmacheck new-variant mine": "rm -f mine.py",
    "lemmacheck new-variant my_variant": "rm -f my_variant.py",
}


@pytest.mark.thorough
def test_each_line_of_the_readme_and_of_the_help_is_run_by_the_installed_command(
    strangers: Path, tmp_path: Path
) -> None:
    """In the order in which they are shown, where those before them have written."""
    (variant,) = (block for _, block in BLOCK.findall(README.read_text(encoding="utf-8")) if "variant = sch" in block)
    for name in ("long_steps", "other", "my_variant", "another"):
        (tmp_path / f"{name}.py").write_text(variant, encoding="utf-8")
    for name in ("bold", "half"):
        (tmp_path / f"{name}.py").write_text("from mypaper import Descent\n\nvariant = Descent()\n", encoding="utf-8")
    rows = np.random.default_rng(3).standard_normal((60, 4))
    np.save(tmp_path / "big.npy", rows)
    np.save(tmp_path / "y.npy", np.sign(rows[:, 0]))
    shown = (" ".join(line.split()) for place, line in every_command() if place == "README.md" or "--help" in place)
    for line in dict.fromkeys(shown):
        if line in ELSEWHERE or ("lemmacheck kernel" in line and "--evidence" not in line and not which("coqc")):
            continue
        typed = SMALLER.get(line, line).replace("1000000", "5000").replace("verifiers/kernel", f"{FACE.parent}/kernel")
        typed = f"{BEFORE.get(line, 'true')}; {typed}".replace("; pytest", "; python -m pytest")
        path = f"export PATH={python_of(strangers / 'env').parent}:$PATH; "
        run("bash", "-c", path + typed, at=tmp_path)
