"""What the tests of the decided book share: one quick report of the claims asked.

The report is made by the command itself, in a process of its own.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from lemmacheck.reports.json_ import read_records
from lemmacheck.verifiers.records.verdict import Record

from tests.commands import Result, spawn
from tests.once import once
from tests.sampled import THOROUGH
from tests.shipped import ASKED


class Report(NamedTuple):
    """A report that the command wrote, with the result of the command."""

    folder: Path
    result: Result

    @property
    def records(self) -> list[Record]:
        return read_records(self.folder / "records.jsonl")


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
def quick_report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """`lemmacheck report --quick`, run once: of the claims that are asked, under `thorough` of the whole book."""
    return made_once(tmp_path_factory)


def made_once(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The quick report, made by whoever asks first in this session of tests."""
    folder = once(tmp_path_factory, "quick-report", make_report)
    status, out, err = ((folder / name).read_text(encoding="utf-8") for name in Result._fields)
    return Report(folder / "report", Result(int(status), out, err))


def make_report(folder: Path) -> None:
    ids = [] if THOROUGH else ASKED
    result = spawn("-m", "lemmacheck.verifiers.cli", "report", *ids, "--quick", "--out", str(folder / "report"))
    for name, text in result._asdict().items():
        (folder / name).write_text(str(text), encoding="utf-8")


@pytest.fixture(scope="session")
def quick_book(quick_report: Report) -> dict[str, Record]:
    """The records of the quick report by id."""
    return {record.id: record for record in quick_report.records}
