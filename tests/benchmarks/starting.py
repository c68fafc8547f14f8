"""Rows on what a user waits for before the first answer: an import, a claim, the first line on a variant."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.pair import Pair, Size

TOOL = [sys.executable, "-m", "lemmacheck.verifiers.cli"]
VARIANT = "from lemmacheck import schedule\n\nvariant = schedule(lam=lambda t: 2 / (t + 2), theta=lambda t: 2)\n"


def importing(size: Size) -> Pair:
    return waiting(
        "import", "`import lemmacheck` by a new interpreter", partial(to_the_end, interpreter("lemmacheck")), 0.15, size
    )


def checking(size: Size) -> Pair:
    return waiting("check", "`lemmacheck check P.L3.2`", partial(to_the_end, [*TOOL, "check", "P.L3.2"]), 2, size)


def varying(size: Size) -> Pair:
    return waiting("first line of variant", "`lemmacheck variant` until its first line", first_line, 1.5, size)


def waiting(id: str, what: str, ours: Callable[[], object], within: float, size: Size) -> Pair:
    """A wait, beside what NumPy alone needs to be there; neither side gives a number."""
    return Pair(
        id,
        what,
        "`import numpy` by a new interpreter",
        ours,
        partial(to_the_end, interpreter("numpy")),
        lambda ours, theirs: ours == theirs == 0,
        within=within,
        rounds=size.choose(1, 3, 3),
    )


def interpreter(module: str) -> list[str]:
    return [sys.executable, "-c", f"import {module}"]


def to_the_end(command: list[str]) -> int:
    return subprocess.run(command, check=True, capture_output=True).returncode


def first_line() -> int:
    """Until `variant` writes its first line; what it would go on to say is cut off."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "long_steps.py"
        file.write_text(VARIANT, "utf-8")
        command = [*TOOL, "variant", str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            told = process.stdout.readline()
            process.terminate()
            process.stdout.read()
        return 0 if told.strip() else 1
