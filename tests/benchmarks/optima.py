"""Rows on γ̄: its exact value, with its certificate, beside one solve of cvxpy."""

from typing import Any

import numpy as np
from benchmarks import plain
from benchmarks.data import as_floats, planted, separable
from benchmarks.pair import Pair, Size, close
from lemmacheck.verifiers.optima import solve


def of_rationals(n: int, d: int, size: Size) -> Pair:
    (instance,) = separable(1, n, d)
    return beside_cvxpy(f"optimum {n} x {d}", "small rationals", instance.rows, as_floats(instance), size)


def of_floats(n: int, d: int, size: Size) -> Pair:
    Z = planted(n, d)
    note = "its denominators grow with d: the equations on the support, solved exactly, take half of the time" * (d > 5)
    return beside_cvxpy(f"optimum {n} x {d}, floats", "doubles of 53 bits", Z, Z, size, note)


def beside_cvxpy(id: str, entries: str, exact: Any, Z: np.ndarray, size: Size, note: str = "") -> Pair:
    n, d = Z.shape
    return Pair(
        id,
        f"γ̄² of {n} x {d} {entries}, exact and certified",
        "cvxpy with Clarabel, to its tolerance",
        lambda: solve(exact).gamma_squared,
        lambda: plain.margin_by_cvxpy(Z),
        lambda ours, theirs: close(np.sqrt(float(ours)), theirs),
        share=0.3,
        rounds=size.choose(1, 9, 15),
        note=note,
    )
