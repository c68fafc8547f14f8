"""The two ways the drawn tests run, `fast` and `thorough`, and the command line in this process."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from lemmacheck.theory.core.book import Library
from lemmacheck.verifiers.library import housekeeping

from tests.commands import Command, Result
from tests.sampled import PROFILE

os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")  # all reports of a run are of one day
os.environ.setdefault("LEMMACHECK_BUDGET", "0")  # the search of a variant has tests of its own

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that runs this in the background ignores it

for name, examples in (("fast", 10), ("thorough", 200)):  # no outcome depends on how busy the machine is
    busy = [HealthCheck.too_slow]
    settings.register_profile(name, max_examples=examples, derandomize=True, deadline=None, suppress_health_check=busy)
settings.load_profile(PROFILE)


def pytest_collection_finish() -> None:
    """The tests are no garbage, and the process computes as a command does."""
    housekeeping.rarely()


@pytest.fixture
def lemmacheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command line, in this process."""
    from lemmacheck.verifiers import cli

    def call(*arguments: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["lemmacheck", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert isinstance(ended.value.code, int)
        return Result(ended.value.code, *capsys.readouterr())

    return call


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Library]:
    """The library of a file with this text, looked over like the command line does."""
    from tests.books.written import writer

    return writer(tmp_path)


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The statements of a test are taken for ours: loops over points, and pairs of times, are read of no other."""
    from lemmacheck.verifiers.prove import loops, quadrant

    for module in (loops, quadrant):
        monkeypatch.setattr(module, "authored", lambda function: False)
