"""What a claim is asked about: the run of an algorithm on data, or the problem itself where there are no steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from theory.arithmetic import Arithmetic
from theory.losses import Exponential, Loss
from theory.method import Method
from theory.run import moves, run
from verifiers.instances import Instance, batch
from verifiers.side_by_side import Batch, run_together


def within_reach(method: Method | None, groups: Iterable[list[Instance]]) -> Iterator[list[Instance]]:
    """The groups of equally shaped instances on which a method is run; all of them where there is none."""
    reach = method.reach if method else None
    for group in groups:
        n, d = group[0].shape
        if reach is None or (n <= reach[0] and d <= reach[1]):
            yield group


def subject_of(
    data: Instance | Sequence[Instance],
    num: Arithmetic,
    algorithm: Any,
    steps: int,
    loss: Loss = Exponential(),
    method: Method | None = None,
) -> Any:
    """The run of the algorithm on the data, one instance or a batch of them, presented as its method does (None: the
    margin problem of the rows); the problem itself where there is no algorithm, or one without steps. An algorithm may
    name the loss it is run with."""
    loss = getattr(algorithm, "loss", loss)
    if method is not None and method.presented is not None:
        problem = method.presented(data, num, loss, algorithm)
    else:
        problem = data.under(num, loss) if isinstance(data, Instance) else batch(data, num, loss)
    if method is not None and method.longest is not None:
        steps = min(steps, method.longest(problem.n))
    if method is not None and method.horizon is not None:
        steps = method.horizon(algorithm, steps)
    if not moves(algorithm):
        return problem
    return (run_together if isinstance(problem, Batch) else run)(algorithm, problem, steps)
