"""How far what misses its target is from what the machine can do at all.

    a pass      floor = max(bytes / bytes a second, operations / operations a second, uses / uses a second)
    the others  floor = what the row cannot do without, done by itself: the balls, the equations, the runs alone
    at best     the ratio of a row that took no longer than its floor; if its target asks for more, it is out of reach

The rates are measured: bytes by every core reading its part of Z, for its largest entry, a product or scores;
operations by a product of matrices; uses by a product of vectors in cache, one of which is widened. A pass reads n·d
entries once, and multiplies and adds each twice.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from benchmarks.data import fresh, planted, separable, solved
from benchmarks.operations import of_statements
from benchmarks.pair import Row
from benchmarks.section3 import METHODS
from benchmarks.streaming import OFTEN, TOGETHER
from flint import arb, arb_mat, ctx, fmpq, fmpz_mat
from lemmacheck.verifiers.decide.screening import batches_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.instances.side_by_side import run_together
from lemmacheck.verifiers.large.compiled import UNSIGNED, add, in_any_order, score, weigh
from lemmacheck.verifiers.large.reduction import BLOCK, aligned, block_rows
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.optima import solve
from lemmacheck.verifiers.optima.homogeneous import floats, homogeneous
from lemmacheck.verifiers.optima.proposals import support
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
SIDES = "its runs, exps and products, one operation for every other side and one comparison of every pair"
FOUND = "found | of the floor | target | the floor alone would give"
IN_CACHE = "its products and exps"
BALLS = "its balls, in arrays of NumPy"
EQUATIONS = "the search of floats and its equations"


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
        "bytes": Z.nbytes / min(largest, products, scores_alone(60000, 784, np.float64) / TOGETHER),
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
    """Seconds that the balls of 200 iterations of Algorithm 1 on 6 x 3 take, in arrays of NumPy, without anything
    around them."""
    with ctx.workprec(bits):
        Z = arb_mat(6, 3, [arb(k % 5 - 2) / 7 for k in range(18)])
        rows, columns, theta = Z, Z.transpose(), fmpq(1)

        def times(vector: np.ndarray, matrix: arb_mat) -> list[arb]:
            return (arb_mat(1, len(vector), vector.tolist()) * matrix).entries()

        def iterate() -> None:
            w, g = np.array([arb(0)] * 3), np.array([arb(0)] * 3)
            for t in range(STEPS):
                weights = [x.exp() for x in times(w, columns)]
                total = sum(weights)
                q = array_of([x / total for x in weights])
                pull = array_of(times(q, rows))
                g = fmpq(t, t + 1) * (g + pull)
                w = w - theta * (g + pull)

        return fastest(iterate)


def array_of(numbers: list[arb]) -> np.ndarray:
    return np.fromiter(numbers, dtype=object, count=len(numbers))


def products_alone(n: int, d: int) -> float:
    """Seconds that the products of as many iterations as the row's take by BLAS, one thread a core, block by block."""
    Z, w, rows = planted(n, d), np.zeros(d), block_rows(d, np.float64, BLOCK)
    e = np.ones(rows)

    def each(part: np.ndarray) -> None:
        for first in range(0, len(part), rows):
            block = part[first : first + rows]
            block.dot(w)
            e[: len(block)].dot(block)

    with ThreadPoolExecutor(processors()) as pool, threadpool_limits(1, user_api="blas"):
        return TOGETHER * fastest(lambda: list(pool.map(each, np.array_split(Z, processors()))))


def scores_alone(n: int, d: int, stored: type) -> float:
    """Seconds that all cores take to read as many times as the row does, and score as they read."""
    parts, w = np.array_split(planted(n, d, dtype=stored), processors()), np.zeros(d)

    def scored(part: np.ndarray) -> float:
        quarter = len(part) // 4
        found: float = score(part, quarter, 0, w, UNSIGNED, np.empty(4 * quarter))
        return found

    scored(parts[0][:4])
    with ThreadPoolExecutor(processors()) as pool:
        return TOGETHER * fastest(lambda: list(pool.map(scored, parts)))


def equations_alone(exactly: Any) -> float:
    """Seconds that the search of floats for the support of the optimum takes, and the equations on it."""
    rows, on = homogeneous(exactly), solve(exactly).support
    Z, corral = floats(rows), fmpz_mat([rows[i] for i in on])
    return fastest(lambda: support(Z)) + fastest(lambda: exact(corral))


def batch_alone(count: int, steps: int) -> float:
    """Seconds that so many iterations of Algorithm 1 on problems of 8 x 4 take whose operations, by NumPy, have their
    results in the kept states at once."""
    Z = np.ones((8, 4, count))

    def iterate() -> None:
        states = np.empty((steps + 1, 20, count))  # w_t, q_t, Zᵀq_t and g_t
        states[0] = 0.0
        for before, state in pairwise(states):
            w, q, pull, g = state[:4], state[4:12], state[12:16], state[16:]
            np.add(before[12:16], before[16:], out=w)
            np.subtract(before[:4], w, out=w)
            np.einsum("ikb,kb->ib", Z, w, out=q)
            np.subtract(q, q.max(0), out=q)
            np.exp(q, out=q)
            np.divide(q, q.sum(0), out=q)
            np.einsum("ikb,ib->kb", Z, q, out=pull)
            np.add(before[16:], pull, out=g)
            np.multiply(g, 0.5, out=g)

    return fastest(iterate)


@in_any_order
def iterated(Z: Any, w: Any, e: Any, powers: Any, a: Any, again: int) -> None:
    """What the kernel does of an iteration on rows in cache, for all rows at once, again and again."""
    for _ in range(again):
        score(Z, len(Z) // 4, 0, w, UNSIGNED, e)
        weigh(e, 1.0, powers)
        add(Z, len(Z) // 4, 0, e, a)


def cache_alone(n: int, d: int) -> float:
    """Seconds that the products and the exps of as many iterations take as the row's."""
    Z = aligned(planted(n, d), np.float64)
    w, e, powers, a = np.zeros(d), np.zeros(n), np.zeros(n), np.zeros(d)
    return fastest(lambda: iterated(Z, w, e, powers, a, OFTEN))


def statements_alone(
    groups: Sequence[Sequence[Instance]], steps: int, taken: Callable[[Any], Any] = lambda group: group
) -> float:
    """Seconds that the runs of both methods on batches take, each batch as it is `taken`, and the operations of the
    statements about them."""
    work = [(group, of_statements(solved(tuple(group)), steps)) for group in groups]

    def evaluate() -> None:
        for group, operations in work:
            with Float64().active():
                problem = margin_problem(taken(group), Float64())
                for method in METHODS.values():
                    run_together(method, problem, steps)
                operations.once()

    return fastest(evaluate)


ALONE: Mapping[str, tuple[str, Callable[[], float]]] = {
    "float32 60000 x 784": ("its scores, which read and widen all rows", lambda: scores_alone(60000, 784, np.float32)),
    "float64 60000 x 784, NumPy alone": ("its products by BLAS, block by block", lambda: products_alone(60000, 784)),
    "in cache 360 x 64": (IN_CACHE, lambda: cache_alone(360, 64)),
    "in cache 100 x 20": (IN_CACHE, lambda: cache_alone(100, 20)),
    "batched": ("its operations, by NumPy in the kept memory", lambda: batch_alone(1000, 500)),
    "claims at every t": (SIDES, lambda: statements_alone([separable(1000, 8, 4)], STEPS)),
    "section 3": (
        f"its optima, {SIDES}",
        lambda: statements_alone([*batches_of(list(separable(1000, 8, 4)), STEPS)], STEPS, fresh),
    ),
    "balls": (BALLS, lambda: balls_alone(512)),
    "balls, 256 bits": (BALLS, lambda: balls_alone(256)),
    "optimum 100 x 20": (EQUATIONS, lambda: equations_alone(separable(1, 100, 20)[0].rows)),
    "optimum 100 x 20, floats": (EQUATIONS, lambda: equations_alone(planted(100, 20))),
}


def section(rows: Sequence[Row], rates: Mapping[str, float], alone: Mapping[str, float]) -> str:
    """For bench.md."""
    by_id = {row.id: row for row in rows}
    lines = [
        "\n## What the machine can do at all\n",
        f"All cores read {rates['bytes'] / 1e9:.3g} GB/s and do {rates['operations'] / 1e9:.3g} operations a "
        f"nanosecond in float64. Of entries stored in float32 they widen and use {rates['float32'] / 1e9:.3g} a "
        f"nanosecond, in uint8 {rates['uint8'] / 1e9:.3g}. All was measured in this run. A row that took no longer "
        "than its floor would have the ratio in the last column; a target that asks for more is out of reach here.\n",
        f"| pass | bytes | operations | floor | {FOUND} |",
        "|---|--:|--:|--:|--:|--:|---|---|",
        *(line(by_id[name], *PASSES[name], rates) for name in PASSES if name in by_id),
        f"\n| row | what it cannot do without | by itself | {FOUND} |",
        "|---|---|--:|--:|--:|---|---|",
    ]
    for name, seconds in alone.items():
        if name in by_id:
            lines.append(f"| {name} | {ALONE[name][0]} | {beside(by_id[name], seconds)} |")
    return "\n".join(lines)


def line(row: Row, n: int, d: int, stored: str, rates: Mapping[str, float]) -> str:
    """A pass beside its floor."""
    size, operations = n * d * np.dtype(stored).itemsize, n * d * OPERATIONS
    floor = max(size / rates["bytes"], operations / rates["operations"])
    if stored in rates:
        floor = max(floor, n * d * USES / rates[stored])
    return f"| {row.id} | {size / 1e6:.3g} MB | {operations / 1e6:.3g} million | {beside(row, floor, TOGETHER)} |"


def beside(row: Row, floor: float, times: int = 1) -> str:
    """What a row took beside its floor, of which it does so many, and its target beside what the floor would give."""
    found = row.ours / times
    more = found / floor
    return f"{1000 * floor:.3g} ms | {1000 * found:.3g} ms | {more:.2f} | {row.target} | {at_best(row, more)}"


def at_best(row: Row, more: float) -> str:
    """The ratio of a row that takes so many times its floor, if it took no longer than that."""
    faster = row.target.startswith("≥")
    ratio = row.ratio * more if faster else row.ratio / more
    beyond = row.bound is not None and (ratio < row.bound if faster else ratio > row.bound)
    return f"{ratio:.3g} at best" + ": out of reach" * beyond
