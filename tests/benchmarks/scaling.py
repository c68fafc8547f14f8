"""What an iteration on a cluster takes, and what 10⁹ rows on 100 machines would: a model, and how far it is off here.

    seconds ≈ bytes a core / bytes a second of a core + a + b·parts

a + b·parts is what Dask takes for an iteration on rows so few that they cost nothing themselves. Only triples of
d + 2 numbers travel, and one process merges them: where b·parts exceeds the rest, more machines no longer help.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from benchmarks.data import planted
from benchmarks.roofline import fastest
from benchmarks.streaming import one_pass_each
from lemmacheck.verifiers.large.opening import opened
from lemmacheck.verifiers.records.provenance import processors

COLUMNS = 784
WORKERS = 2, 4, 8  # processes
SIZES = 15000, 30000, 60000  # rows that the model is held against
ITERATIONS = 20
ROWS, MACHINES, CORES = 10**9, 100, 16  # on paper


def iteration(shape: tuple[int, int], workers: int) -> float:
    """Seconds an iteration on a cluster of processes on this machine, each with its part of the rows in memory."""
    import dask.array
    from distributed import Client, LocalCluster, wait

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        chunks = (-(-shape[0] // workers), -1)
        Z = (dask.array.random.default_rng(0).random(shape, chunks=chunks) / shape[1]).persist()
        wait(Z)
        one_pass_each(Z, np.float64, 2)
        began = time.perf_counter()
        one_pass_each(Z, np.float64, ITERATIONS)
        return (time.perf_counter() - began) / ITERATIONS


def bytes_a_second(shape: tuple[int, int]) -> float:
    """Of one core that runs Algorithm 1 on rows in memory."""
    Z = planted(*shape)
    with opened(Z, cores=1) as rows:
        w = rows.vector(np.zeros(shape[1]))
        return Z.nbytes / fastest(lambda: rows.partial(w))


def measured(workers: Sequence[int] = WORKERS, sizes: Sequence[int] = SIZES, columns: int = COLUMNS) -> dict[str, Any]:
    """What Dask takes for so many parts, what a core reads, and an iteration on each size, a core for each process."""
    with_cores = [k for k in workers if k <= processors()] or workers[:1]
    return {
        "columns": columns,
        "overhead": [[k, iteration((4 * k, columns), k)] for k in workers],
        "bytes_a_second": bytes_a_second((sizes[-1], columns)),
        "iterations": [[n, k, iteration((n, columns), k)] for k in with_cores for n in sizes],
    }


def model(found: dict[str, Any], rows: float, parts: int, cores: int) -> float:
    """Seconds an iteration."""
    k, seconds = np.array(found["overhead"]).T
    b, a = np.polyfit(k, seconds, 1)
    return float(rows * found["columns"] * 8 / cores / found["bytes_a_second"] + a + b * parts)


def section(found: dict[str, Any]) -> str:
    """For bench.md."""
    overhead = ", ".join(f"{k}: {1000 * s:.3g} ms" for k, s in found["overhead"])
    lines = [
        "\n## On a cluster\n",
        f"What Dask takes for an iteration by itself, for so many processes with a part each: {overhead}. "
        f"A core takes {found['bytes_a_second'] / 1e9:.3g} GB/s.\n",
        "| rows | processes | model | found |",
        "|--:|--:|--:|--:|",
    ]
    for n, k, seconds in found["iterations"]:
        expected = f"{1000 * model(found, n, k, k):.3g} ms"
        lines.append(f"| {n} x {found['columns']} | {k} | {expected} | {1000 * seconds:.3g} ms |")
    paper = model(found, ROWS, MACHINES, MACHINES * CORES)
    lines.append(
        f"| {ROWS:.0e} x {found['columns']} | {MACHINES} machines of {CORES} cores | {paper:.3g} s | on paper |"
    )
    return "\n".join(lines)
