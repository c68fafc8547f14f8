"""The mean squares of SGD on diagonal quadratics, its step sizes, and its wrong steps."""

from lemmacheck.theory.books.lecture.algorithms.mean_squares import MeanSquares, constant, harmonic
from lemmacheck.theory.books.lecture.methods.objectives import Diagonal, problem_of
from lemmacheck.theory.books.lecture.problems.quadratics import Example2
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.method import Method, altered

NINE = Example2(Diagonal(9))
METHOD = Method(
    MeanSquares,
    usual={
        "η = 2/(λ(t+2κ)), κ=9": MeanSquares(NINE),
        "η = 1/(λt), κ=9": MeanSquares(NINE, harmonic),
        "η = 1/β, κ=9": MeanSquares(NINE, constant),
        "η = 2/(λ(t+2κ)), κ=100": MeanSquares(Example2(Diagonal(100))),
    },
    wrong={
        "no noise, η = 1/β": altered(
            MeanSquares(NINE, constant),
            step=lambda right, f, s: right.step(f, s)._replace(
                m=(1 - column(right.eta(f, s.t + 1)) * f.diagonal) ** 2 * s.m
            ),
        ),
        "half the noise, η = 1/(λt)": altered(
            MeanSquares(NINE, harmonic),
            after=lambda right, f, s, nxt: nxt._replace(m=nxt.m - column(right.eta(f, s.t + 1)) ** 2 / 2),
        ),
    },
    reach=(4, 3),
    steps=60,
    problem_of=problem_of,
)
