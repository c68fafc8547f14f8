"""A command and what it tells."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lemmacheck.verifiers.library.plan import Effort

from tests.once import PATIENCE

ENDING = 120.0  # seconds within which processes end that are asked to
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

    @property
    def refusal(self) -> str:
        """The last line of a command that is refused: with exit status 2, and nothing on stdout."""
        assert (self.status, self.out) == (2, ""), self
        *_, last = self.err.splitlines()
        assert last.startswith("lemmacheck: "), self
        return last

    @property
    def line(self) -> str:
        """The one line of a command that is refused and tells nothing else."""
        assert self.err == f"{self.refusal}\n"
        return self.refusal


Command = Callable[..., Result]  # what the fixture `lemmacheck` is


def spawn(*arguments: str, cwd: Path | None = None) -> Result:
    """A module or script run by this Python, warnings as errors, in a fresh process."""
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def nobody_left(group: int) -> bool:
    """Whether all processes of a group end by themselves."""
    deadline = time.monotonic() + ENDING
    with suppress(ProcessLookupError):
        while time.monotonic() < deadline:
            os.killpg(group, 0)
            time.sleep(0.01)
        os.killpg(group, signal.SIGKILL)
        return False
    return True


def silent(message: str) -> None:
    """No progress."""
