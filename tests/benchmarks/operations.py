"""What the statements of Section 3 cannot do without, by NumPy, in place, without anything around it.

exp, products with Z    each that the statements ask for, once
every other side        that is none of the run's sequences: one operation
every pair of sides     one comparison
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
from benchmarks.section3 import METHODS, claims
from lemmacheck.theory.core.evaluated import owner
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64

from tests.shipped import subject_of

Call = tuple[Callable[..., Any], tuple[Any, ...], np.ndarray]
NOTED = ("exp", "einsum")


class Operations(NamedTuple):
    """Calls with the arrays for their results, sides of their own memory, and pairs."""

    calls: list[Call]
    others: list[np.ndarray]
    pairs: list[tuple[np.ndarray, np.ndarray]]

    def once(self) -> None:
        """All of it."""
        for function, arguments, result in self.calls:
            function(*arguments, out=result)
        for side in self.others:
            np.multiply(side, 1, out=side)
        for lhs, rhs in self.pairs:
            np.less_equal(lhs, rhs)


def of_statements(group: tuple[Instance, ...], steps: int) -> Operations:
    """Those of all statements about both methods on a batch, as they are evaluated."""
    calls: list[Call] = []
    pairs, known = [], []

    def noting(function: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any, **how: Any) -> Any:
            result = function(*arguments, **how)
            if "where" not in how:  # of the few that are no normal doubles
                calls.append((function, arguments, result))
            return result

        return noted

    with Float64().active():
        for about, method in METHODS.items():
            run = subject_of(group, Float64(), method, steps)
            known += [getattr(run, name) for name in run.fields]
            with mock.patch.multiple(np, **{name: noting(getattr(np, name)) for name in NOTED}):
                pairs += [sides(one) for claim in claims(about) for one in relations_of(claim(run))]
    places = {id(owner(x)) for x in [*known, *(result for _, _, result in calls)]}
    every = {id(owner(side)): owner(side) for pair in pairs for side in pair}
    others = [side.copy(order="K") for place, side in every.items() if place not in places]
    return Operations([(f, given, np.empty_like(result)) for f, given, result in calls], others, pairs)
