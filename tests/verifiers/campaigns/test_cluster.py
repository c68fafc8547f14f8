"""A campaign on a cluster of Dask worker processes, one of them killed in mid-run, is as it is on one machine."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.verifiers.campaigns import executors
from lemmacheck.verifiers.campaigns.answers import answers
from lemmacheck.verifiers.campaigns.executors import cluster
from lemmacheck.verifiers.campaigns.running import go_on
from lemmacheck.verifiers.campaigns.store import Store, reading, writing
from lemmacheck.verifiers.records.terminal import InputError

from tests.commands import Command, silent
from tests.verifiers.campaigns.campaigns_at_hand import HERE, SMALL

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two worker processes, each of which is replaced when it dies."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=":0", silence_logs=50
    ) as local:
        yield local


@pytest.mark.slow
def test_a_worker_killed_in_mid_run_costs_no_chunk(workers: Any, tmp_path: Path) -> None:
    kill = [nanny.process.process.pid for nanny in workers.workers.values()][:1]

    def progress(told: str) -> None:
        if kill and told.startswith("2/"):
            os.kill(kill.pop(), signal.SIGKILL)

    found = []
    with writing(tmp_path / "cluster.db", lambda: SMALL) as store, cluster(workers.scheduler_address) as place:
        go_on(store, place, progress, silent)
        found.append(answers(store, SMALL.claims))
    with writing(tmp_path / "here.db", lambda: SMALL) as store:
        go_on(store, HERE, silent, silent)
        found.append(answers(store, SMALL.claims))

    assert kill == []
    assert found[0] == found[1]
    assert found[0][0].instances == SMALL.instances


def test_the_command_computes_on_the_cluster(workers: Any, lemmacheck: Command, tmp_path: Path) -> None:
    path, options = str(tmp_path / "sweep.db"), ["--instances", "40", "--shape", "2x1", "--steps", "3", "--chunk", "10"]
    result = lemmacheck(
        "campaign", "run", path, *options, "--claim", "P.L3.2", "--scheduler", workers.scheduler_address
    )

    assert result.status == 0
    assert "\nP.L3.2  40  " in result.out


def test_no_scheduler_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemmacheck.verifiers.campaigns.executors.JOINING", 0.5)
    with pytest.raises(InputError, match=r"--scheduler 'tcp://127\.0\.0\.1:1': no scheduler answers"):
        cluster("tcp://127.0.0.1:1").__enter__()


def test_a_cluster_without_workers_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemmacheck.verifiers.campaigns.executors.JOINING", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty,
        pytest.raises(InputError, match="has no workers; start some: dask worker"),
    ):
        cluster(empty.scheduler_address).__enter__()


@pytest.mark.parametrize(
    "address", ["nonsense", "tcp://127.0.0.1:99999", "tcp://nonsense.invalid:8786", "tcp://[::1]:1", ""]
)
def test_what_is_no_address_is_told_before_a_cluster_is_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed, "Client", None)
    with pytest.raises(InputError, match=r"no scheduler answers .*; expected tcp://HOST:8786"):
        cluster(address).__enter__()


@pytest.mark.thorough
def test_a_scheduler_killed_in_mid_run_ends_it_in_one_line_with_what_is_kept(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, options = tmp_path / "sweep.db", ["--instances", "4000", "--shape", "2x1", "--steps", "3", "--chunk", "2"]
    address, add = f"tcp://127.0.0.1:{free_port()}", Store.add
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", address, "--no-dashboard"]
    crew = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard", "--nthreads", "1"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

    def add_and_kill(store: Store, outcome: Any) -> None:
        add(store, outcome)
        if len(store.done()) == 5:
            scheduler.kill()

    monkeypatch.setattr(Store, "add", add_and_kill)
    with (
        subprocess.Popen(dask, **quiet) as scheduler,
        subprocess.Popen([*crew, "--death-timeout", "60"], **quiet) as worker,
        distributed_patience("3s"),
    ):
        try:
            wait_until_it_answers(address)
            result = lemmacheck("campaign", "run", str(path), *options, "--claim", "P.L3.2", "--scheduler", address)
        finally:
            scheduler.kill()
            worker.kill()
    with reading(path) as kept:
        done = len(kept.done())

    assert result.status == 2
    assert 5 <= done < 2000
    last = result.err.splitlines()[-1]
    assert last.startswith("lemmacheck: the cluster is gone: ")
    assert last.endswith(f"; {done} of 2000 chunks are kept; `lemmacheck campaign run {path}` goes on")
    assert "Traceback" not in result.err


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def wait_until_it_answers(address: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(InputError):
            return executors.answers(address)
        time.sleep(0.1)


def distributed_patience(seconds: str) -> Any:
    """How long a client looks for a scheduler that is gone."""
    import dask

    return dask.config.set({"distributed.comm.timeouts.connect": seconds})
