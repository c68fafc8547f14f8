"""Instances as ℓ₁ margin problems, with the exact optimum of each, found once."""

from functools import lru_cache
from typing import Any

from lemmacheck.theory.books.post.problems.l1 import L1Optimum, L1Problem
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers import optima as optimum
from lemmacheck.verifiers.instances.instance import Data, Row, gathered


@lru_cache(maxsize=8192)
def best_of(rows: tuple[Row, ...]) -> optimum.L1Optimum:
    """The exact optimum of these rows."""
    return optimum.solve_l1(rows)


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> L1Problem:
    """The ℓ₁ problem of one instance, or of a batch."""
    every, entered = gathered(data, num)
    best = [best_of(rows) for rows in every]
    gamma, w, q = (entered(found) for found in zip(*(([one.gamma], one.w, one.q) for one in best), strict=True))
    return L1Problem(entered(every), num, L1Optimum(gamma.T, w[None], q[None]))
