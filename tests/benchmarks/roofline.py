"""How far the passes over large Z are from what the machine can do at all.

    floor = max(bytes / bytes a second, operations / operations a second)

Both rates are measured here: bytes by every core reading its own part of Z, for the largest entry or for the product
with a vector, whichever is faster; operations by a product of matrices. A pass reads n·d entries once, and multiplies
and adds each of them twice.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from benchmarks.data import planted
from benchmarks.pair import Row
from benchmarks.streaming import TOGETHER
from lemmacheck.verifiers.records.provenance import processors
from threadpoolctl import threadpool_limits

PASSES = {
    "float64 60000 x 784": (60000, 784, 8),
    "float32 60000 x 784": (60000, 784, 4),
    "float64 1000000 x 50": (1000000, 50, 8),
    "float64 60000 x 784, NumPy alone": (60000, 784, 8),
    "one read 60000 x 784 in uint8": (60000, 784, 1),
}
OPERATIONS = 4  # of an entry in a pass
SIDE = 2000  # of the matrices that are multiplied
TIMES = 5


def fastest(work: Callable[[], object]) -> float:
    """Seconds of the fastest of a few runs."""
    found = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


def rates() -> dict[str, float]:
    """Bytes and operations a second, of all cores."""
    Z, w, square = planted(60000, 784), np.ones(784), np.ones((SIDE, SIDE))
    parts = np.array_split(Z, processors())
    with ThreadPoolExecutor(processors()) as pool:
        largest = fastest(lambda: list(pool.map(np.max, parts)))
        with threadpool_limits(1, user_api="blas"):
            products = fastest(lambda: list(pool.map(lambda part: part @ w, parts)))
    read = min(largest, products)
    return {"bytes": Z.nbytes / read, "operations": 2 * SIDE**3 / fastest(lambda: square @ square)}


def section(rows: Sequence[Row], rates: dict[str, float]) -> str:
    """For bench.md."""
    by_id = {row.id: row for row in rows}
    lines = [
        "\n## What the machine can do at all\n",
        f"All cores read {rates['bytes'] / 1e9:.3g} GB/s and do {rates['operations'] / 1e9:.3g} operations a "
        "nanosecond in float64, measured in this run.\n",
        "| pass | bytes | operations | floor | found | of the floor |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name, (n, d, size) in PASSES.items():
        if name in by_id:
            lines.append(line(name, n * d * size, n * d * OPERATIONS, by_id[name].ours / TOGETHER, rates))
    return "\n".join(lines)


def line(name: str, size: int, operations: int, found: float, rates: dict[str, Any]) -> str:
    """A pass beside its floor."""
    floor = max(size / rates["bytes"], operations / rates["operations"])
    cells = [f"{1000 * floor:.3g} ms", f"{1000 * found:.3g} ms", f"{found / floor:.2f}"]
    return f"| {name} | {size / 1e6:.3g} MB | {operations / 1e6:.3g} million | {' | '.join(cells)} |"
