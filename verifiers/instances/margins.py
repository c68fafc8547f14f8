"""The margin problem of an instance under an arithmetic, or of a batch of equally shaped ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.instances.enclosed import Enclosed, Shielded
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.side_by_side import Batch, interleaved
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall

Data = Instance | Sequence[Instance]


def margin_problem(data: Data, num: Arithmetic, loss: Loss = Exponential()) -> Problem:
    """The rows with their optimum; those of a batch side by side, with an axis for the problem."""
    if isinstance(data, Instance):
        kind: Any = Shielded if isinstance(num, GuardedBall) else Enclosed if isinstance(num, Ball) else Problem
        found: Problem = kind(num.array(data.rows), num, optimum_of(data, num), loss)
        return found
    Z = interleaved(num.array([instance.rows for instance in data]), 0)
    return Batch(Z, num, optimum_of(data, num), loss)


def optimum_of(data: Data, num: Arithmetic) -> Optimum:
    """The optimum of an instance, with several q̄ where there are several; of each of a batch, with one."""
    if isinstance(data, Instance):
        best = data.optimum
        return Optimum(num.array([best.gamma_squared]), num.array(data.dual_vertices), num.array([best.direction]), num)
    found = [instance.optimum for instance in data]
    return Optimum(
        num.array([[best.gamma_squared for best in found]]),
        interleaved(num.array([[best.q for best in found]]), 1),
        interleaved(num.array([[best.direction for best in found]]), 1),
        num,
    )
