"""A campaign on a cluster of Dask worker processes, one of them killed in mid-run, is as it is on one machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.verifiers.campaigns.answers import answers
from lemmacheck.verifiers.campaigns.executors import cluster
from lemmacheck.verifiers.campaigns.running import go_on
from lemmacheck.verifiers.campaigns.store import writing
from lemmacheck.verifiers.records.terminal import InputError

from tests.verifiers.campaigns_at_hand import HERE, SMALL, silent
from tests.verifiers.conftest import Told

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two worker processes, each of which is replaced when it dies."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=":0", silence_logs=50
    ) as local:
        yield local


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


def test_the_command_computes_on_the_cluster(workers: Any, lemmacheck: Callable[..., Told], tmp_path: Path) -> None:
    path, options = str(tmp_path / "sweep.db"), ["--instances", "40", "--shape", "2x1", "--steps", "3", "--chunk", "10"]
    told = lemmacheck("campaign", "run", path, *options, "--claim", "P.L3.2", "--scheduler", workers.scheduler_address)

    assert told.status == 0
    assert "\nP.L3.2  40  " in told.out


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
