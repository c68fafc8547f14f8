"""Means over all paths of drawn rows, in a run that has them as axis 1, those with the same first rows side by side.

E x = Σ chance x                    E[x | i_0, …, i_{k−1}], on every path
"""

import numpy as np
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.arbitrary import everywhere


def expected(run: Run, x: Array) -> Array:
    """E[x_t], for x with one entry a path."""
    return (x * run.chance[-1]).sum(-1)


@everywhere
def averaged(run: Run, x: Array, draws: int) -> Array:
    """E[x_t | i_0, …, i_{t−draws}] for t < T, of x_0, x_1, … with one entry a path: the mean over the last draws of
    i_0, …, i_t."""
    return np.stack([given_rows(run, x[t], max(0, t + 1 - draws)) for t in range(run.steps)])


def given_rows(run: Run, x: Array, known: int) -> Array:
    """E[x | i_0, …, i_{known−1}] on every path."""
    first = run.n**known
    total = (x * run.chance[-1]).reshape(first, -1).sum(-1)
    chance = run.chance[known].reshape(first, -1)[:, 0]
    return np.repeat(total / chance, len(x) // first)


def endpoint(run: Run) -> tuple[Array, Array]:
    """w_t at the last t, for each path or each w_t that is possible, and its probability."""
    if getattr(run.problem, "arbitrary", None):
        return run.w[-1], run.chance[-1]
    last = run.states[-1]
    return last.w, last.chance
