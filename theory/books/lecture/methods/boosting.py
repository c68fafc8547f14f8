"""How data become a boosting problem, what AdaBoost is run with, and wrong rounds.

The inputs are x_i = −y_i z_i for the labels of the algorithm. γ and a hardest D solve the matrix game of y_i h_j(x_i),
exactly and only if asked for; of hypotheses that err once each, γ = ½ − 1/n and the uniform D is hardest.
"""

from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost, State, grudging, largest_error
from lemmacheck.theory.books.lecture.problems.boosting import BoostingProblem
from lemmacheck.theory.books.lecture.problems.hypothesis_classes import Axes, OneMistake
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.margins.labelled import All
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, gathered
from lemmacheck.verifiers.optima.l1 import fraction, game

Agreement = tuple[tuple[bool, ...], ...]


@lru_cache(maxsize=65536)
def solved(rows: Agreement) -> tuple[Fraction, tuple[Fraction, ...]]:
    """γ = ½ min_D max_j Σ_i D(i) M_ij for M = ±1, and a D that attains it; equal rows and columns are one."""
    some = list(dict.fromkeys(rows))
    columns = list(dict.fromkeys(zip(*some, strict=True)))
    value, q, _ = game([[fmpq(1 if column[i] else -1) for column in columns] for i in range(len(some))])
    D = dict(zip(some, map(fraction, q), strict=True))
    return fraction(value) / 2, tuple(D.pop(row, Fraction(0)) for row in rows)


def best_of(once: bool, right: Array) -> tuple[Fraction, tuple[Fraction, ...]]:
    """γ and a hardest D, from which hypotheses are right where."""
    n = len(right)
    if once:
        return Fraction(1, 2) - Fraction(1, n), (Fraction(1, n),) * n
    return solved(tuple(tuple(map(bool, row)) for row in right))


def advantage(num: Arithmetic, once: bool, right: Array) -> tuple[Array, Array]:
    """γ and a hardest D in an arithmetic, with a time axis; of one problem or of a batch."""
    if right.ndim == 2:
        gamma, D = best_of(once, right)
        return num.array([gamma]), num.array([D])
    found = [best_of(once, member) for member in right]
    return num.array([[gamma for gamma, _ in found]]), num.array([[D for _, D in found]])


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> BoostingProblem:
    """The examples (x_i, y_i) with x_i = −y_i z_i and the votes of the algorithm's class on them."""
    every, entered = gathered(data, num)
    Z, y = entered(every), entered([algorithm.labelling(rows) for rows in every])
    X = -column(y) * Z
    votes = algorithm.hypotheses(num, X, y)
    once = isinstance(algorithm.hypotheses, OneMistake)
    asked = cache(partial(advantage, num, once, np.asarray(np.asarray(column(y) * votes) > 0, dtype=bool)))
    return BoostingProblem(Z, num, X=X, labels=y, votes=votes, game=asked)


def unweighted(method: AdaBoost) -> Any:
    """D_t never changes."""
    return altered(method, reweighted=lambda right, p, s: s.D)


def stale_error(right: Any, p: Any, t: Any, D: Any) -> State:
    """ε_t under the uniform distribution in place of D_t."""
    s = right.round(p, t, D)
    eps = p.inner(p.uniform() + 0 * D, p.mistakes(s.h))
    return s._replace(eps=eps, alpha=right.weight(p, eps), z=2 * p.sqrt(eps * (1 - eps)))


def shortly(algorithm: Any, steps: int) -> int:
    """Weights double their length with every round, but for hypotheses that err once each."""
    return min(steps, 24 if isinstance(algorithm.hypotheses, OneMistake) else 8)


METHOD = Method(
    AdaBoost,
    usual={
        "one mistake each, least error": AdaBoost(),
        "signs of coordinates, least error": AdaBoost(hypotheses=Axes()),
        "signs of coordinates, error up to ½−γ, labels +1": AdaBoost(grudging, Axes(), All(1)),
        "signs of coordinates, largest error": AdaBoost(largest_error, Axes()),
    },
    wrong={
        "α_t without ½": altered(AdaBoost(), after=lambda right, p, s, nxt: nxt._replace(alpha=2 * nxt.alpha)),
        "D_t uniform": unweighted(AdaBoost()),
        "right examples favoured": altered(
            AdaBoost(),
            reweighted=lambda right, p, s: p.num.ratio(
                s.D, 2 * (p.mistakes(s.h) * (1 - column(2 * s.eps)) + column(s.eps))
            ),
        ),
        "D_t not normalized": altered(AdaBoost(), reweighted=lambda right, p, s: 2 * right.reweighted(p, s)),
        "ε_t under D_1": altered(AdaBoost(), round=stale_error),
        "z_{t+1} without 2": altered(AdaBoost(), after=lambda right, p, s, nxt: nxt._replace(z=nxt.z / 2)),
    },
    unusual={
        "one mistake each, largest error": AdaBoost(largest_error),
        "signs of coordinates one way, least error": AdaBoost(hypotheses=Axes(both=False)),
    },
    horizon=shortly,
    problem_of=problem_of,
)
