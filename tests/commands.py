"""A command and what it tells."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from lemmacheck.verifiers.library.plan import Effort

from tests.once import PATIENCE

LITTLE = Effort(per_shape=11, steps=8, certified=4, elsewhere=2, own=500)  # the front is asked, not the verdicts
LITTLE_EFFORT = f"""
from lemmacheck.verifiers.library import plan

plan.QUICK = plan.{LITTLE}
"""  # a conftest.py, for pytest in a folder of its own


class Result(NamedTuple):
    """The result of a command: its exit status, stdout and stderr."""

    status: int
    out: str
    err: str


def spawn(*arguments: str, cwd: Path | None = None) -> Result:
    """A module or script run by this Python, warnings as errors, in a fresh process."""
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def silent(message: str) -> None:
    """No progress."""
