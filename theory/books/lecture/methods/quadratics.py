"""Quadratics made of the rows, and Newton's method on them with its wrong steps."""

from fractions import Fraction

from lemmacheck.theory.books.lecture.algorithms.newton import Newton
from lemmacheck.theory.books.lecture.methods.objectives import Diagonal, Gram, problem_of
from lemmacheck.theory.books.lecture.problems.quadratics import Example2
from lemmacheck.theory.core.method import Method, altered

RIDGE = Gram(Fraction(1, 8))


FUNCTION = Method(
    Example2,
    usual={
        "A = ZᵀZ + I/8": Example2(RIDGE),
        "A = ZᵀZ": Example2(Gram()),
        "A diagonal, κ=9": Example2(Diagonal(9)),
        "A = ZᵀZ + I/8, not symmetric": Example2(Gram(Fraction(1, 8), skew=1)),
    },
    unusual={"A = ZᵀZ − I/2": Example2(Gram(Fraction(-1, 2)))},
    reach=(4, 3),
    problem_of=problem_of,
)

NEWTON = Method(
    Newton,
    usual={
        "A = ZᵀZ + I/8": Newton(Example2(RIDGE)),
        "A diagonal, κ=9": Newton(Example2(Diagonal(9))),
        "A diagonal, κ=10⁴": Newton(Example2(Diagonal(10**4))),
        "A diagonal, κ=10⁸": Newton(Example2(Diagonal(10**8))),
    },
    wrong={
        "half the step": altered(Newton(Example2(RIDGE)), direction=lambda right, s: right.direction(s) / 2),
        "a gradient step": altered(Newton(Example2(RIDGE)), direction=lambda right, s: s.gradient),
    },
    unusual={
        "A = ZᵀZ − I/97": Newton(Example2(Gram(Fraction(-1, 97)))),
        "A = ZᵀZ + I/8, not symmetric": Newton(Example2(Gram(Fraction(1, 8), skew=1))),
    },
    reach=(4, 3),
    steps=6,
    problem_of=problem_of,
)
