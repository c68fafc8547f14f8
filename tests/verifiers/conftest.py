"""What the tests of the decided book share: one quick report of the claims asked, and the command line in this process.

The report is made once, by the command itself in a process of its own, also where several workers
of pytest-xdist want it: the first to make its folder runs it, the others wait for the exit status.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from lemmacheck.reports.json_ import read_records, write_atomically
from lemmacheck.verifiers import cli
from lemmacheck.verifiers.records.verdict import Record

from tests.sampled import THOROUGH
from tests.shipped import ASKED

PATIENCE = 1800


class Told(NamedTuple):
    """What a command left: its exit status, its results, its messages."""

    status: int
    out: str
    err: str


class Report(NamedTuple):
    """A report that the command wrote, with what it told."""

    folder: Path
    told: Told

    @property
    def records(self) -> list[Record]:
        return read_records(self.folder / "records.jsonl")


def spawn(*arguments: str, cwd: Path | None = None) -> Told:
    """A module or script run by this Python, warnings as errors, in a fresh process."""
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    return Told(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module", params=["NumPy", "Numba"])
def each_kernel(request: pytest.FixtureRequest) -> Iterator[None]:
    """What is reduced is so by NumPy alone, then by the compiled kernel."""
    from lemmacheck.verifiers.large import kernels

    if request.param == "Numba":
        pytest.importorskip("numba")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "find_spec", lambda name: request.param == "Numba")
        yield


@pytest.fixture(scope="module")
def tiny_data() -> Iterator[None]:
    """By default needs are sought on tiny data alone, which the smallest violations are; `thorough` tries all."""
    from lemmacheck.verifiers.probe import breaking

    with pytest.MonkeyPatch.context() as patch:
        if not THOROUGH:
            patch.setattr(breaking, "structured", tuple)
        breaking.by_shape.cache_clear()
        yield
    breaking.by_shape.cache_clear()


@pytest.fixture(scope="session")
def fresh_process() -> Callable[..., Told]:
    return spawn


@pytest.fixture(scope="session")
def quick_report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """`lemmacheck report --quick`, run once: of the claims that are asked, under `thorough` of the whole book."""
    return made_once(tmp_path_factory)


def made_once(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The quick report, made by whoever asks first in this session of tests."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "quick-report"
    status = folder / "status"
    try:
        folder.mkdir()
    except FileExistsError:
        deadline = time.monotonic() + PATIENCE
        while not status.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
    else:
        ids = [] if THOROUGH else ASKED
        told = spawn("-m", "lemmacheck.verifiers.cli", "report", *ids, "--quick", "--out", str(folder / "report"))
        write_atomically(folder / "out", told.out)
        write_atomically(folder / "err", told.err)
        write_atomically(status, str(told.status))
    out, err = ((folder / name).read_text(encoding="utf-8") for name in ("out", "err"))
    return Report(folder / "report", Told(int(status.read_text(encoding="utf-8")), out, err))


@pytest.fixture(scope="session")
def quick_book(quick_report: Report) -> dict[str, Record]:
    """The records of the quick report by id."""
    return {record.id: record for record in quick_report.records}


@pytest.fixture
def lemmacheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """The command line, in this process."""

    def call(*arguments: str) -> Told:
        monkeypatch.setattr(sys, "argv", ["lemmacheck", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert isinstance(ended.value.code, int)
        return Told(ended.value.code, *capsys.readouterr())

    return call
