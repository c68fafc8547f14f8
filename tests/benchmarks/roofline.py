"""How far what misses its target is from what the machine can do at all.

    a pass      floor = max(bytes / bytes a second, operations / operations a second, uses / uses a second)
    the others  floor = what the row cannot do without, done by itself: the balls, the equations, the runs alone

The rates are measured: bytes by every core reading its part of Z, for the largest entry or a product with a vector;
operations by a product of matrices; uses by a product of vectors in cache, one of which is widened. A pass reads n·d
entries once, and multiplies and adds each twice.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from benchmarks.data import fresh, planted, separable, solved
from benchmarks.pair import Row
from benchmarks.section3 import METHODS
from benchmarks.streaming import OFTEN, TOGETHER
from flint import arb, arb_mat, ctx, fmpz_mat
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.instances.side_by_side import run_together
from lemmacheck.verifiers.large.compiled import add, in_any_order, score, weigh
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.optima import solve
from lemmacheck.verifiers.optima.homogeneous import homogeneous
from lemmacheck.verifiers.optima.wolfe import exact
from lemmacheck.verifiers.records.provenance import processors
from threadpoolctl import threadpool_limits

PASSES = {
    "float64 60000 x 784": (60000, 784, "float64"),
    "float32 60000 x 784": (60000, 784, "float32"),
    "float64 1000000 x 50": (1000000, 50, "float64"),
    "float64 60000 x 784, NumPy alone": (60000, 784, "float64"),
    "one read 60000 x 784 in uint8": (60000, 784, "uint8"),
}
OPERATIONS, USES = 4, 2  # of an entry in a pass
SIDE = 2000  # of the matrices that are multiplied
LENGTH, AGAIN = 2048, 1000  # of the vectors that are multiplied, so many times
TIMES = 5
STEPS = 200


def fastest(work: Callable[[], object]) -> float:
    """Seconds of the fastest of a few runs."""
    found = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


def rates() -> dict[str, float]:
    """Bytes, operations and uses a second, of all cores."""
    Z, w, square = planted(60000, 784), np.ones(784), np.ones((SIDE, SIDE))
    parts = np.array_split(Z, processors())
    with ThreadPoolExecutor(processors()) as pool:
        largest = fastest(lambda: list(pool.map(np.max, parts)))
        with threadpool_limits(1, user_api="blas"):
            products = fastest(lambda: list(pool.map(lambda part: part @ w, parts)))
    return {
        "bytes": Z.nbytes / min(largest, products),
        "operations": 2 * SIDE**3 / fastest(lambda: square @ square),
        **{name: uses(name) for name in ("float32", "uint8")},
    }


@in_any_order
def multiplied(x: Any, w: Any, again: int) -> float:
    """Σ x_k w_k, again and again, with another w each time."""
    total = 0.0
    for j in range(again):
        w[j % len(w)] += 1.0
        for k in range(len(w)):
            total += x[k] * w[k]
    return total


def uses(stored: str) -> float:
    """How many entries that are stored so all cores widen, multiply and add in a second."""
    x, w = np.ones(LENGTH, stored), np.ones(LENGTH)
    multiplied(x, w, 1)
    return LENGTH * AGAIN * processors() / fastest(lambda: multiplied(x, w, AGAIN))


def balls_alone(bits: int) -> float:
    """Seconds that the balls of 200 iterations of Algorithm 1 on 6 x 3 take, without anything around them."""
    with ctx.workprec(bits):
        Z = arb_mat(6, 3, [arb(k % 5 - 2) / 7 for k in range(18)])
        rows, columns = Z, Z.transpose()

        def iterate() -> None:
            w, g = [arb(0)] * 3, [arb(0)] * 3
            for t in range(STEPS):
                weights = [x.exp() for x in (arb_mat(1, 3, w) * columns).entries()]
                total = sum(weights)
                pull = (arb_mat(1, 6, [x / total for x in weights]) * rows).entries()
                beta = arb(t) / (t + 1)
                g = [beta * (a + b) for a, b in zip(g, pull, strict=True)]
                w = [a - (b + c) for a, b, c in zip(w, g, pull, strict=True)]

        return fastest(iterate)


def equations_alone(exactly: Any) -> float:
    """Seconds that the equations on the support of the optimum take."""
    rows, support = homogeneous(exactly), solve(exactly).support
    corral = fmpz_mat([rows[i] for i in support])
    return fastest(lambda: exact(corral))


def batch_alone(count: int, steps: int) -> float:
    """Seconds that products, exps and writing the states of so many problems of 8 x 4 take."""
    Z, w, q = np.ones((8, 4, count)), np.zeros((4, count)), np.zeros((8, count))

    def iterate() -> None:
        states = np.empty((steps + 1, 20, count))  # w_t, q_t, Zᵀq_t and g_t
        for state in states:
            np.exp(np.einsum("ikb,kb->ib", Z, w), out=q)
            np.einsum("ikb,ib->kb", Z, q)
            state[:] = 0.0

    return fastest(iterate)


@in_any_order
def iterated(Z: Any, w: Any, e: Any, powers: Any, a: Any, again: int) -> None:
    """What the kernel does of an iteration on rows in cache, for all rows at once, again and again."""
    for _ in range(again):
        score(Z, len(Z) // 4, 0, w, e)
        weigh(e, 1.0, powers)
        add(Z, len(Z) // 4, 0, e, a)


def cache_alone(n: int, d: int) -> float:
    """Seconds that the products and the exps of as many iterations take as the row's."""
    Z, w, e, powers, a = planted(n, d), np.zeros(d), np.zeros(n), np.zeros(n), np.zeros(d)
    return fastest(lambda: iterated(Z, w, e, powers, a, OFTEN))


def runs_alone(count: int, steps: int) -> float:
    """Seconds that the runs of both methods and the optima of so many problems take."""

    def iterate() -> None:
        problem = margin_problem(solved(fresh(separable(count, 8, 4))), Float64())
        for method in METHODS.values():
            run_together(method, problem, steps)

    return fastest(iterate)


ALONE: Mapping[str, tuple[str, Callable[[], float]]] = {
    "in cache 360 x 64": ("its products and exps", lambda: cache_alone(360, 64)),
    "batched": ("its products, exps and memory", lambda: batch_alone(1000, 500)),
    "section 3": ("its runs and optima", lambda: runs_alone(1000, STEPS)),
    "balls": ("its balls", lambda: balls_alone(512)),
    "balls, 256 bits": ("its balls", lambda: balls_alone(256)),
    "optimum 100 x 20": ("its equations", lambda: equations_alone(separable(1, 100, 20)[0].rows)),
    "optimum 100 x 20, floats": ("its equations", lambda: equations_alone(planted(100, 20))),
}


def section(rows: Sequence[Row], rates: Mapping[str, float], alone: Mapping[str, float]) -> str:
    """For bench.md."""
    by_id = {row.id: row for row in rows}
    lines = [
        "\n## What the machine can do at all\n",
        f"All cores read {rates['bytes'] / 1e9:.3g} GB/s and do {rates['operations'] / 1e9:.3g} operations a "
        f"nanosecond in float64. Of entries stored in float32 they widen and use {rates['float32'] / 1e9:.3g} a "
        f"nanosecond, in uint8 {rates['uint8'] / 1e9:.3g}. All was measured in this run.\n",
        "| pass | bytes | operations | floor | found | of the floor |",
        "|---|--:|--:|--:|--:|--:|",
        *(line(by_id[name], *PASSES[name], rates) for name in PASSES if name in by_id),
        "\n| row | what it cannot do without | by itself | found | of the floor |",
        "|---|---|--:|--:|--:|",
    ]
    for name, seconds in alone.items():
        if name in by_id:
            lines.append(f"| {name} | {ALONE[name][0]} | {beside(seconds, by_id[name].ours)} |")
    return "\n".join(lines)


def line(row: Row, n: int, d: int, stored: str, rates: Mapping[str, float]) -> str:
    """A pass beside its floor."""
    size, operations = n * d * np.dtype(stored).itemsize, n * d * OPERATIONS
    floor = max(size / rates["bytes"], operations / rates["operations"])
    if stored in rates:
        floor = max(floor, n * d * USES / rates[stored])
    return f"| {row.id} | {size / 1e6:.3g} MB | {operations / 1e6:.3g} million | {beside(floor, row.ours / TOGETHER)} |"


def beside(floor: float, found: float) -> str:
    return f"{1000 * floor:.3g} ms | {1000 * found:.3g} ms | {found / floor:.2f}"
