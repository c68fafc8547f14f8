"""Instances as ℓ₁ margin problems, with the exact optimum of each, found once."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from lemmacheck.theory.books.post.problems.l1 import L1Optimum, L1Problem
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers import optima as optimum
from lemmacheck.verifiers.instances.instance import Instance, Row


@lru_cache(maxsize=8192)
def best_of(rows: tuple[Row, ...]) -> optimum.L1Optimum:
    """The exact optimum of these rows."""
    return optimum.solve_l1(rows)


def problem_of(data: Instance | Sequence[Instance], num: Arithmetic, loss: Loss, algorithm: Any) -> L1Problem:
    """The ℓ₁ problem of one instance, or of a batch."""
    if isinstance(data, Instance):
        best = best_of(data.rows)
        exact = L1Optimum(num.array([best.gamma]), num.array([best.w]), num.array([best.q]))
        return L1Problem(num.array(data.rows), num, exact)
    found = [best_of(instance.rows) for instance in data]
    exact = L1Optimum(
        num.array([[best.gamma for best in found]]),
        num.array([[best.w for best in found]]),
        num.array([[best.q for best in found]]),
    )
    return L1Problem(num.array([instance.rows for instance in data]), num, exact)
