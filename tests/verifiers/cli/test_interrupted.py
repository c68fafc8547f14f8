"""Protects an interrupted report: it ends at once, leaves no process, keeps what it has, and can be gone on with."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.reports.json_ import read_lines, read_records
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.cli import replay as replaying
from lemmacheck.verifiers.cli import running
from lemmacheck.verifiers.cli.keeping import how_to_go_on
from lemmacheck.verifiers.library import deciding, plan
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.records.verdict import Record
from lemmacheck.verifiers.replay.replay import Replay

from tests.books.written import LEAST
from tests.commands import Command, nobody_left
from tests.sampled import sampled

IDS = ["P.3.1.dualvec", "P.3.1.dualvec.corrected", "P.L3.4a"]
SMALL = Effort(per_shape=2, steps=5, certified=2, elsewhere=1)
KEPT = "records.partial.jsonl"
Stop = Callable[[int, BaseException | signal.Signals], list[str]]


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """A signal is heard, also where these tests are run under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def stop(monkeypatch: pytest.MonkeyPatch) -> Stop:
    """Makes reports, which decide the last claim first, end so after some; given is what is decided from then on."""
    monkeypatch.setattr(plan, "STANDARD", SMALL)
    in_pool = deciding.in_pool

    def put(after: int, end: BaseException | signal.Signals) -> list[str]:
        asked: list[str] = []

        def ending(claims: Sequence[Claim], effort: Effort, _: int) -> Iterator[Record]:
            asked.extend(claim.id for claim in claims)
            for k, record in enumerate(reversed(list(in_pool(claims, effort, 1)))):
                if k == after and isinstance(end, signal.Signals):
                    signal.raise_signal(end)
                elif k == after:
                    raise end
                yield record

        monkeypatch.setattr(deciding, "in_pool", ending)
        return asked

    return put


@pytest.mark.slow
@pytest.mark.parametrize(("end", "status", "why"), [
    (signal.SIGINT, 130, "interrupted"),
    (signal.SIGTERM, 143, "ended by SIGTERM"),
    (signal.SIGHUP, 129, "ended by SIGHUP"),
    (BrokenProcessPool(), 2, "a process died"),
    (OSError(errno.ENOSPC, "No space left"), 2, f"[Errno {errno.ENOSPC}] No space left"),
    (MemoryError(), 2, "out of memory"),
])  # fmt: skip
def test_what_is_decided_is_kept_and_taken_over(
    lemmacheck: Command, stop: Stop, tmp_path: Path, end: BaseException | signal.Signals, status: int, why: str
) -> None:
    stop(2, end)
    result = lemmacheck("report", *IDS, "--out", str(tmp_path))
    header, kept, _ = read_lines(tmp_path / KEPT)

    assert (result.status, result.out) == (status, "")
    assert f"lemmacheck: {why}" in result.err
    assert f"2 records are kept in {tmp_path / KEPT}; the same command with --resume goes on" in result.err
    assert header is not None
    assert [line.id for line in kept if isinstance(line, Record)] == IDS[:0:-1]

    asked = stop(9, end)
    assert lemmacheck("report", *IDS, "--out", str(tmp_path), "--resume").status == 0
    assert asked == IDS[:1]
    assert not (tmp_path / KEPT).exists()
    again = tmp_path / "again"
    assert lemmacheck("report", *IDS, "--out", str(again)).status == 0
    assert read_records(tmp_path / "records.jsonl") == read_records(again / "records.jsonl")


@pytest.mark.parametrize(
    ("end", "status", "why"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "ended by SIGTERM")]
)
def test_a_command_that_keeps_nothing_says_that_it_was_ended(
    lemmacheck: Command, monkeypatch: pytest.MonkeyPatch, end: signal.Signals, status: int, why: str
) -> None:
    monkeypatch.setattr(deciding, "in_pool", lambda *_: signal.raise_signal(end))
    result = lemmacheck("check", IDS[0])

    assert (result.status, result.out, result.err.splitlines()[-1]) == (status, "", f"lemmacheck: {why}")


def test_what_a_check_has_decided_is_told_before_it_ends(lemmacheck: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what waited for others; as text, and as a JSON document which says that it is not all."""
    in_pool = deciding.in_pool

    def ending(claims: Sequence[Claim], effort: Effort, workers: int) -> Iterator[Record]:
        yield from in_pool([claims[0], claims[2]], SMALL, 1)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(deciding, "in_pool", ending)
    result, document = lemmacheck("check", *IDS), lemmacheck("check", *IDS, "--json")

    assert (result.status, result.out.split()[:2]) == (130, [IDS[0], "REFUTED"])
    assert f"\n{IDS[2]}  PROVED" in result.out
    assert document.status == 130
    assert told(document.out) == {"interrupted": True, "results": [(IDS[0], "refuted"), (IDS[2], "proved")]}
    assert document.err.splitlines()[-1] == "lemmacheck: interrupted; 2 of 3 claims decided"


def told(text: str) -> dict[str, Any]:
    """A JSON document of a command that was interrupted, of its results the ids and the verdicts."""
    document = json.loads(text)
    return {**document, "results": [(one["id"], one["verdict"]) for one in document["results"]]}


def test_a_replay_tells_each_record_in_turn(
    lemmacheck: Command, monkeypatch: pytest.MonkeyPatch, stop: Stop, tmp_path: Path
) -> None:
    stop(9, KeyboardInterrupt())
    lemmacheck("report", *IDS[:2], "--out", str(tmp_path))

    def ending(lines: list[Record], *_: object) -> Iterator[Replay]:
        yield Replay(lines[0], True, "as recorded")
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(replaying, "replayed", ending)
    file = str(tmp_path / "records.jsonl")
    result, document = lemmacheck("replay", file), lemmacheck("replay", file, "--json")

    assert (result.status, result.out) == (130, f"stands  {IDS[0]}  refuted: as recorded\n")
    assert (document.status, told(document.out)) == (130, {"interrupted": True, "results": [(IDS[0], "refuted")]})
    assert document.err.splitlines()[-1] == "lemmacheck: interrupted; 1 of 2 records replayed"


def test_an_end_that_no_command_sees_yet_is_told(lemmacheck: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "run", lambda: signal.raise_signal(signal.SIGINT))
    result = lemmacheck("check", IDS[0])

    assert (result.status, result.out, result.err) == (130, "", "\nlemmacheck: interrupted\n")


@pytest.mark.slow
@pytest.mark.parametrize(("change", "rest"), [
    (lambda text: text, IDS[:1]),
    (lambda text: text.replace('"checker": "', '"checker": "f'), IDS),
    (lambda text: text.replace('"code": "', '"code": "f', 1), [IDS[0], IDS[2]]),
    (lambda text: text.replace('"verdict": "proved"', '"verdict": "undecided"', 1), [IDS[0], IDS[2]]),
    (lambda text: text[:-40], IDS[:2]),
])  # fmt: skip
def test_nothing_is_taken_over_that_would_be_computed_otherwise(
    lemmacheck: Command, stop: Stop, tmp_path: Path, change: Callable[[str], str], rest: list[str]
) -> None:
    stop(2, KeyboardInterrupt())
    lemmacheck("report", *IDS, "--out", str(tmp_path))
    path = tmp_path / KEPT
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    asked = stop(9, KeyboardInterrupt())
    assert lemmacheck("report", *IDS, "--out", str(tmp_path), "--resume").status == 0
    assert asked == rest


def test_records_of_other_books_are_kept_for_them(lemmacheck: Command, stop: Stop, tmp_path: Path) -> None:
    stop(2, KeyboardInterrupt())
    lemmacheck("report", *IDS, "--out", str(tmp_path))
    before = (tmp_path / KEPT).read_bytes()
    (tmp_path / "mine.py").write_text(LEAST, encoding="utf-8")
    result = lemmacheck("report", "--quick", str(tmp_path / "mine.py"), "--out", str(tmp_path), "--resume")

    assert (result.status, (tmp_path / KEPT).read_bytes()) == (2, before)
    assert "is of other books; it is kept for: " in result.err


@pytest.mark.parametrize(("text", "told"), [("", "nothing was"), ("{}", "nothing was"), ("{}\n{}\n{", "1 record is")])
def test_of_what_a_full_disk_cut_off_only_whole_records_are_counted(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / KEPT).write_text(text, encoding="utf-8")

    assert how_to_go_on(tmp_path).startswith(f"{told} kept")


def test_where_nothing_was_interrupted_resuming_is_told_so(lemmacheck: Command, stop: Stop, tmp_path: Path) -> None:
    result = lemmacheck("report", *IDS, "--out", str(tmp_path), "--resume")

    assert "no report was interrupted in" in result.refusal


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups here")
@pytest.mark.parametrize("how", sampled([signal.SIGINT, signal.SIGTERM], 1))
def test_a_stopped_report_leaves_no_process(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-m", "lemmacheck.verifiers.cli", "report", "T.*", "--out", str(tmp_path)]
    started: Any = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, encoding="utf-8")
    first = started.stderr.readline()
    time.sleep(2)  # until its processes are at work
    os.killpg(started.pid, how) if how == signal.SIGINT else started.send_signal(how)
    _, told = started.communicate(timeout=60)

    assert first.startswith("deciding ")
    assert "Traceback" not in told
    assert (started.returncode, told.splitlines()[-1].endswith("goes on")) == (128 + how, True)
    assert nobody_left(started.pid)
