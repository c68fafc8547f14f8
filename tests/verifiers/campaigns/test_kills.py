"""A campaign that is killed (SIGKILL) at any moments, and goes on each time, ends like one that nobody disturbed.

By default it is killed once, under `thorough` twenty times; the moments are drawn from a seed.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from lemmacheck.verifiers.campaigns.running import go_on
from lemmacheck.verifiers.campaigns.spec import Spec
from lemmacheck.verifiers.campaigns.store import reading, writing
from lemmacheck.verifiers.records.terminal import InputError

from tests.commands import Command, nobody_left, silent, spawn
from tests.sampled import THOROUGH
from tests.verifiers.campaigns.campaigns_at_hand import FALSE, HERE

KILLS = 20 if THOROUGH else 1
CHUNKS = 20 + 10 * KILLS
OPTIONS = [
    *("--instances", str(4 * CHUNKS), "--shape", "3x2,2x1", "--steps", "6", "--chunk", "4", "--workers", "2"),
    *("--claim", "P.L3.2", "--claim", FALSE),
]
SPEC = Spec(4 * CHUNKS, ((3, 2), (2, 1)), steps=6, chunk=4, claims=("P.L3.2", FALSE))


def done(path: Path) -> int:
    """How many chunks are kept; none, while there is no store yet."""
    try:
        with reading(path) as store:
            return len(store.done())
    except InputError:
        return 0


def started(path: Path) -> subprocess.Popen[str]:
    """The campaign, in a process group of its own, as a terminal would have it."""
    command = [sys.executable, "-m", "lemmacheck.verifiers.cli", "campaign", "run", str(path), *OPTIONS]
    return subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8"
    )


def wait_for(path: Path, chunks: int, process: subprocess.Popen[str]) -> None:
    """Let the campaign keep so many chunks."""
    while process.poll() is None and done(path) < chunks:
        time.sleep(0.01)


def killed(path: Path, chunks: int, pause: float) -> bool:
    """Run the campaign, and kill it a moment after so many more chunks; whether it was killed before its end."""
    before = done(path)
    with started(path) as process:
        wait_for(path, before + chunks, process)
        time.sleep(pause)
        process.kill()
    assert nobody_left(process.pid)
    return bool(process.returncode == -signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups here")
def test_a_campaign_killed_again_and_again_ends_like_an_undisturbed_one(lemmacheck: Command, tmp_path: Path) -> None:
    rng = random.Random(20)
    path, whole = tmp_path / "killed.db", tmp_path / "whole.db"
    moments = [(rng.randint(1, 8), rng.uniform(0, 0.05)) for _ in range(KILLS)]
    if THOROUGH:
        moments[0] = (0, rng.uniform(0, 1))  # maybe before anything is kept

    for chunks, pause in moments:
        assert killed(path, chunks, pause)
    assert 0 < done(path) < CHUNKS
    assert spawn("-m", "lemmacheck.verifiers.cli", "campaign", "run", str(path), *OPTIONS).status == 0
    with writing(whole, lambda: SPEC) as store:
        go_on(store, HERE, silent, silent)

    for form in ([], ["--json"]):
        queries = [lemmacheck("campaign", "query", str(store), *form) for store in (path, whole)]
        assert queries[0] == queries[1]
        assert (queries[0].status, queries[0].err) == (0, "")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups here")
@pytest.mark.parametrize(
    ("how", "why"),
    [(signal.SIGINT, "interrupted"), pytest.param(signal.SIGTERM, "ended by SIGTERM", marks=pytest.mark.thorough)],
)
def test_a_campaign_that_is_asked_to_ends_at_once_in_one_line_and_loses_no_kept_chunk(
    tmp_path: Path, how: signal.Signals, why: str
) -> None:
    path = tmp_path / "sweep.db"
    with started(path) as process:
        wait_for(path, 2, process)
        os.killpg(process.pid, how) if how == signal.SIGINT else process.send_signal(how)
        assert process.stderr is not None
        lines = process.stderr.read().splitlines()
    assert nobody_left(process.pid)

    assert process.returncode == 128 + how
    assert lines[-1] == (
        f"lemmacheck: {why}; {done(path)} of {CHUNKS} chunks are kept; `lemmacheck campaign run {path}` goes on"
    )
    assert 2 <= done(path) < CHUNKS
    assert not [line for line in lines if "Traceback" in line]
