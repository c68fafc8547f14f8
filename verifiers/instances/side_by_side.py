"""Equally shaped problems as one, with a batch axis, laid out in memory so that it is the innermost.

Z[b, i, k] of all problems b lie next to one another, and NumPy keeps this order in what is computed from them:
every operation on the n × d numbers of a problem is then one loop along the batch, however small n and d are.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.kept import leaving_nothing
from lemmacheck.theory.core.run import Run, as_it_is, for_reading
from lemmacheck.theory.core.shared import by_an_author
from lemmacheck.theory.margins.problem import Problem


def interleaved(x: Array, axis: int) -> Array:
    """The same array, with neighbours along the axis next to one another in memory."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(x, axis, -1)), -1, axis)


class Batch(Problem):
    """Problems side by side: Z has the axes problem, row, column."""

    def scores(self, w: Array) -> Array:
        """Zw."""
        return np.einsum("...ik,...k->...i", self.Z, w)

    def combine(self, q: Array) -> Array:
        """Zᵀq."""
        return np.einsum("...ik,...i->...k", self.Z, q)

    def ones(self, size: int) -> Array:
        """(1, …, 1) ∈ ℝ^size, one for each problem."""
        one = np.empty((len(self.Z), size), dtype=self.Z.dtype)
        one[...] = self.num.number(1)
        return interleaved(one, 0)


class Together(Run):
    """A run of problems side by side."""

    def again(self, algorithm: Any) -> Run:
        """The run of another algorithm on the same problems, as long as this one."""
        return run_together(algorithm, self.problem, self.steps)


def run_together(algorithm: Any, problem: Batch, steps: int) -> Together:
    """`run`, each sequence one array from the start: a step's own arrays are freed, still in the cache,
    for the next step to use, and none is stacked later."""
    if by_an_author(algorithm):
        with leaving_nothing(algorithm, type(problem)):
            return iterated(algorithm, problem, steps, for_reading)
    return iterated(algorithm, problem, steps)


def iterated(algorithm: Any, problem: Batch, steps: int, given: Callable[[Any], Any] = as_it_is) -> Together:
    """The run; a step gets what `given` makes of the state before."""
    algorithm = algorithm.tuned(problem, steps) if hasattr(algorithm, "tuned") else algorithm
    state = given(algorithm.start(problem))
    kept = {name: room(value, steps + 1) for name, value in state._asdict().items() if is_batched(value, problem)}
    states = []
    for t in range(steps + 1):
        state = given(algorithm.step(problem, state)) if t else state
        for name, sequence in kept.items():
            sequence[t] = getattr(state, name)
        states.append(state._replace(**{name: sequence[t] for name, sequence in kept.items()}))
    together = Together(problem, algorithm, states)
    for name, sequence in kept.items():
        together.keep(name, sequence)
    return together


def is_batched(value: Any, problem: Batch) -> bool:
    """Whether it is an array of floats with a row for each problem."""
    return isinstance(value, np.ndarray) and value.dtype == float and value.shape[:1] == problem.Z.shape[:1]


def room(value: Array, count: int) -> Array:
    """An array for so many of these, each interleaved."""
    return np.moveaxis(np.empty((count, *value.shape[1:], len(value))), -1, 1)
