"""How much faster each path is than the one it stands beside, as ratios of one run: `make bench`.

Every pair does the same work on the same data, in turn, five times over; the median ratio is printed with
its extremes. No threshold is asserted: a slow machine is not a defect.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from theory.algorithms import DualNesterov
from theory.problem import Problem
from theory.run import run
from verifiers.arithmetics.ball import Ball
from verifiers.arithmetics.float64 import Float64
from verifiers.arithmetics.multiprecision import Multiprecision
from verifiers.instances import Instance, batch, survey
from verifiers.optimum import conic, solve
from verifiers.reference import Reference

STEPS = 200
GROUP = next(group for group in survey(128) if group[0].shape == (6, 3))
ONE = GROUP[1]


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def compare(title: str, fast: Callable[[], object], slow: Callable[[], object]) -> None:
    """Print how many times longer `slow` takes than `fast`."""
    fast(), slow()
    ratios = [seconds(slow) / seconds(fast) for _ in range(5)]
    middle = statistics.median(ratios)
    print(f"{title:70} {middle:8.1f} x   ({min(ratios):.1f} to {max(ratios):.1f})")


def one_by_one() -> None:
    num = Float64()
    for instance in GROUP:
        run(DualNesterov(), instance.under(num), STEPS)


def batched() -> None:
    run(DualNesterov(), batch(GROUP, Float64()), STEPS)


def in_balls(instance: Instance = ONE) -> None:
    num = Ball(512)
    with num.active():
        run(DualNesterov(), instance.under(num), STEPS)


def in_mpmath() -> None:
    problem = Problem(Multiprecision(512).array(ONE.rows), Multiprecision(512), None)  # type: ignore[arg-type]
    run(DualNesterov(), problem, STEPS)


def literally() -> None:
    lam = [Fraction(2, t + 2) for t in range(STEPS + 1)]
    Reference(ONE.rows, 512).dual_nesterov(STEPS, lam, [Fraction(1)] * (STEPS + 1))


def exactly() -> None:
    for instance in GROUP[:16]:
        solve(instance.rows)


def by_cvxpy() -> None:
    for instance in GROUP[:16]:
        conic(np.array(instance.rows, dtype=object).astype(float))


def main() -> None:
    print(f"dual Nesterov, 6 x 3, {STEPS} steps, {len(GROUP)} problems where several\n")
    compare("float64: problems one by one, against one batch", batched, one_by_one)
    compare("one problem: mpmath through the same code, against balls (512 bits)", in_balls, in_mpmath)
    compare("one problem: the literal mpmath reference, against balls (512 bits)", in_balls, literally)
    compare("the optimum: cvxpy in floats, against exact rationals", exactly, by_cvxpy)


if __name__ == "__main__":
    main()
