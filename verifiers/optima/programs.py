"""Linear programs over floats, by the dual simplex method of HiGHS. Its proposals are no certificates."""

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple

import highspy
import numpy as np

OPTIONS: dict[str, Any] = {"output_flag": False, "presolve": "on", "solver": "simplex"}
THREADS = (1, 0)  # one is enough; 0 is as many as there are where this process has asked HiGHS for more before
Bounds = tuple[list[float], list[float]]


class Silent(highspy.Highs):
    """HiGHS that prints nothing: where its constructor enables callbacks, HiGHS 1.16 prints its authors on stdout."""

    def enableCallbacks(self) -> None:
        self.silent()
        super().enableCallbacks()


class Vertex(NamedTuple):
    """An optimal x, and for each row the rate at which the least value grows with its bound."""

    x: np.ndarray
    prices: np.ndarray


def cheapest(
    costs: list[float], columns: Sequence[Sequence[tuple[int, float]]], rows: Bounds, x: Bounds
) -> Vertex | None:
    """The x of the least ⟨costs, x⟩ with x and A·x between two bounds each; None if none is found.

    A is given by its columns, each as the rows and values of its entries.
    """
    program, solver = highspy.HighsLp(), Silent()
    entries = [*chain.from_iterable(map(sorted, columns))]
    A = program.a_matrix_
    A.num_col_ = program.num_col_ = len(columns)
    A.num_row_ = program.num_row_ = len(rows[0])
    A.start_ = [0, *accumulate(map(len, columns))]
    A.index_, A.value_ = [row for row, _ in entries], [value for _, value in entries]
    program.col_cost_, program.col_lower_, program.col_upper_ = costs, *x
    program.row_lower_, program.row_upper_ = rows
    for name, value in OPTIONS.items():
        solver.setOptionValue(name, value)
    solver.passModel(program)
    for threads in THREADS:
        solver.setOptionValue("threads", threads)
        if solver.run() != highspy.HighsStatus.kError:
            break
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    found = solver.getSolution()
    return Vertex(np.array(found.col_value), np.array(found.row_dual))
