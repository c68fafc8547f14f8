"""Ridge regression out of the rows of an instance, solved exactly, how it is descended, and wrong steps.

x_i = z_i,  y = (1, −2, 3, −4, …)        α* and the kernel of K by exact elimination
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq_mat
from lemmacheck.theory.books.lecture.algorithms.ridge_descent import RidgeDescent, across
from lemmacheck.theory.books.lecture.problems.ridge import Affine, Identity, Ridge, RidgeRegression
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, Row, gathered
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.numbers.ball import Ball, fraction

MOST = 4  # vectors of the kernel of K


class Solved(NamedTuple):
    """α* as `above` over `below` (0 over 0 where K + λI is singular), vectors that span the kernel of K, and β."""

    above: list[Fraction]
    below: Fraction
    null: list[list[Fraction]]
    beta: list[Fraction]


def targets(n: int) -> list[Fraction]:
    """1, −2, 3, −4, …"""
    return [Fraction((-1) ** (i + 1) * i) for i in range(1, n + 1)]


@remembering(8192)
def solved(rows: tuple[Row, ...], kind: Any, lam: Fraction) -> Solved:
    """The exact solutions of (K + λI)α = y, of Kν = 0 and of Kβ = Φe_1."""
    n, num = len(rows), Ball()
    Phi = kind.features(num, num.array(rows))
    K = (Phi @ Phi.T).tolist()
    shifted = fmpq_mat([[x + num.number(lam) * (i == j) for j, x in enumerate(row)] for i, row in enumerate(K)])
    above, below = [Fraction(0)] * n, Fraction(0)
    if shifted.det() != 0:
        found = shifted.solve(fmpq_mat([[num.number(x)] for x in targets(n)]))
        above, below = [fraction(found[i, 0]) for i in range(n)], Fraction(1)
    reduced, rank = fmpq_mat([[*row, x] for row, x in zip(K, Phi[:, 0], strict=True)]).rref()
    pivots = [next(j for j in range(n) if reduced[i, j] != 0) for i in range(rank)]
    beta, null = [Fraction(0)] * n, [[Fraction(0)] * n for _ in range(min(n, MOST))]
    for i, j in enumerate(pivots):
        beta[j] = fraction(reduced[i, n])
    free = [j for j in range(n) if j not in pivots]
    for nu, k in zip(null, free, strict=False):
        nu[k] = Fraction(1)
        for i, j in enumerate(pivots):
            nu[j] = -fraction(reduced[i, k])
    return Solved(above, below, null, beta)


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> Ridge:
    """The regression of one instance, or of a batch."""
    every, entered = gathered(data, num)
    found = [solved(rows, algorithm.map, algorithm.lam) for rows in every]
    return Ridge(
        entered([list(map(list, rows)) for rows in every]),
        num,
        map=algorithm.map,
        lam=entered([algorithm.lam] * len(every)),
        y=entered([targets(len(rows)) for rows in every]),
        above=entered([one.above for one in found]),
        below=entered([one.below for one in found]),
        null=entered([one.null for one in found]),
        beta=entered([one.beta for one in found]),
    )


REACH = 4, 3
HALF, TWO = Fraction(1, 2), Fraction(2)

REGRESSION = Method(
    RidgeRegression,
    usual={
        "squares and products, λ=1/2": RidgeRegression(),
        "φ(x) = x, λ=2": RidgeRegression(Identity(), TWO),
        "φ(x) = (1, x), λ=1/2": RidgeRegression(Affine()),
    },
    unusual={
        "squares and products, λ=0": RidgeRegression(lam=Fraction(0)),
        "φ(x) = x, λ=−1/2": RidgeRegression(Identity(), -HALF),
        "φ(x) = x, λ=−1": RidgeRegression(Identity(), -2 * HALF),
    },
    reach=REACH,
    problem_of=problem_of,
)

DESCENT = Method(
    RidgeDescent,
    usual={
        "squares and products, λ=1/2, η=1/16": RidgeDescent(),
        "φ(x) = x, λ=2, η=1/8": RidgeDescent(Identity(), TWO, Fraction(1, 8)),
        "φ(x) = (1, x), λ=1/2, η=1": RidgeDescent(Affine(), eta=Fraction(1)),
    },
    wrong={
        "half the gradient": altered(RidgeDescent(), slope=lambda right, p, w: right.slope(p, w) / 2),
        "uphill": altered(RidgeDescent(), slope=lambda right, p, w: -right.slope(p, w)),
        "no λ": altered(RidgeDescent(), slope=lambda right, p, w: 2 * p.back(p.predict(w) - p.y)),
        "a step aside": altered(
            RidgeDescent(),
            slope=lambda right, p, w: right.slope(p, w) + p.num.array(np.eye(1, p.m, dtype=int)[0].tolist()),
        ),
    },
    unusual={"w_1 orthogonal to the data": RidgeDescent(first=across)},
    reach=REACH,
    steps=24,
    problem_of=problem_of,
)
