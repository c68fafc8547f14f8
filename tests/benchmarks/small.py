"""Rows on small problems: many at once, and one in balls."""

import numpy as np
from benchmarks import plain
from benchmarks.data import as_floats, separable, solved
from benchmarks.pair import Pair, Size, close
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.run import run
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.instances.side_by_side import run_together
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64

NOT_FINITE = "a ball grows by about 2.2 bits an iteration here, so that 256 bits end near t = 115: shown for its time"


def batched(size: Size) -> Pair:
    count, steps, alone = size.choose((4, 20, 4), (1000, 500, 20), (1000, 500, 50))
    group = solved(separable(count, 8, 4))
    together = margin_problem(group, Float64())
    matrices = [as_floats(instance) for instance in group[:alone]]
    return Pair(
        "batched",
        f"{count} problems of 8 x 4, {steps} iterations of Algorithm 1 in one batch, every state kept",
        "NumPy, one problem after the other, the last w kept",
        lambda: run_together(PrimalMomentum(), together, steps).w[-1],
        lambda: [plain.algorithm_1(Z, steps) for Z in matrices],
        lambda ours, theirs: close(ours[:alone], theirs),
        speedup=60,
        parts=count / alone,
    )


def balls(size: Size) -> Pair:
    """Enclosures that are finite to the end."""
    return beside_floats("balls", size.choose(10, 200, 200), 512)


def balls_256(size: Size) -> Pair:
    return beside_floats("balls, 256 bits", size.choose(10, 200, 200), 256, NOT_FINITE)


def beside_floats(id: str, steps: int, bits: int, note: str = "") -> Pair:
    """One run in balls, one in doubles."""
    (instance,) = solved(separable(1, 6, 3))
    Z = as_floats(instance)
    return Pair(
        id,
        f"one problem of 6 x 3, {steps} iterations of Algorithm 1 in balls of {bits} bits",
        "NumPy in float64",
        lambda: in_balls(instance, steps, bits),
        lambda: plain.algorithm_1(Z, steps),
        lambda ours, theirs: close([float(x.mid()) for x in ours], theirs),
        share=4,
        rounds=15,
        note=note,
    )


def intervals(size: Size) -> Pair:
    """Enclosures beside enclosures."""
    steps = size.choose(10, 200, 200)
    (instance,) = solved(separable(1, 6, 3))
    rows = [list(row) for row in instance.rows]
    return Pair(
        "intervals",
        f"one problem of 6 x 3, {steps} iterations of Algorithm 1 in balls of 512 bits",
        "mpmath's intervals of 512 bits",
        lambda: in_balls(instance, steps, 512),
        lambda: plain.algorithm_1_in_intervals(rows, steps, 512),
        lambda ours, theirs: close([[float(x.mid())] * 2 for x in ours], theirs),
        speedup=10,
    )


def in_balls(instance: Instance, steps: int, bits: int) -> np.ndarray:
    """w_T of Algorithm 1."""
    num = Ball(bits)
    with num.active():
        w: np.ndarray = run(PrimalMomentum(), margin_problem(instance, num), steps).states[-1].w
    return w
