"""The proof of the Theorem on the perceptron's mistakes, typed from the print on scalars."""

from fractions import Fraction
from typing import Any

from tests.literal.perceptron import Perceptron
from tests.literal.printed import after, at_each, displays_of, every, for_each
from tests.literal.vectors import Vector, dot, plus, times


def square(a: Vector) -> Any:
    return dot(a, a)


@at_each("==", every, "T.Lin", of=Perceptron)
def sums(p: Perceptron, t: int) -> tuple[Vector, Vector]:
    total = [Fraction(0)] * p.case.d
    for i in p.M(t):
        total = plus(total, p.xy(i))
    return p.w[t], total


def gained(p: Perceptron, t: int) -> Any:
    return p.over_M(t, lambda i: p.along(p.xy(i)))


def taken(p: Perceptron, i: int) -> Vector:
    """x_i y_i 1[i ∈ M_i]."""
    return times(1 if i in p.M(i) else 0, p.xy(i))


def expansion(p: Perceptron, i: int) -> Any:
    w, step = p.w[i - 1], taken(p, i)
    return square(w) + 2 * dot(step, w) + square(step)


@at_each("==", after, "T.Exp.2", of=Perceptron)
def third_line(p: Perceptron, i: int) -> tuple[Any, Any]:
    mark = 1 if i in p.M(i) else 0
    w, xy = p.w[i - 1], p.xy(i)
    return square(p.w[i]), square(w) + 2 * dot(w, xy) * mark + mark * square(xy)


def earlier(p: Perceptron, t: int) -> Any:
    """‖w_0‖² + Σ_{i<t} 1[i ∈ M_t]."""
    return square(p.w[0]) + sum(1 for i in range(1, t) if i in p.M(t))


def all_of_them(p: Perceptron, t: int) -> Any:
    """‖w_0‖² + Σ_{i≤t} 1[i ∈ M_t]."""
    return square(p.w[0]) + sum(1 for i in range(1, t + 1) if i in p.M(t))


displays_of(Perceptron, {
    "T.Low.1": lambda case, p: for_each("==", every(case), lambda t: (p.along(p.w[t]), gained(p, t))),
    "T.Low.2": lambda case, p: for_each(">=", every(case), lambda t: (gained(p, t), p.gamma * len(p.M(t)))),
    "T.CS": lambda case, p: for_each("<=", every(case), lambda t: (p.along(p.w[t]), p.norm(p.w[t]))),
    "T.Exp.1.1": lambda case, p: for_each("==", after(case),
        lambda i: (square(p.w[i]), square(plus(p.w[i - 1], taken(p, i))))),
    "T.Exp.1.2": lambda case, p: for_each("==", after(case),
        lambda i: (square(plus(p.w[i - 1], taken(p, i))), expansion(p, i))),
    "T.Exp.1.3": lambda case, p: for_each("==", after(case), lambda i: (square(p.w[i]), expansion(p, i))),
    "T.Step": lambda case, p: for_each("<=", after(case),
        lambda i: (square(p.w[i]), square(p.w[i - 1]) + 0 + (1 if i in p.M(i) else 0))),
    "T.Sum.1": lambda case, p: for_each("<=", after(case), lambda t: (square(p.w[t]), earlier(p, t))),
    "T.Sum.1.corrected": lambda case, p: for_each("<=", every(case), lambda t: (square(p.w[t]), all_of_them(p, t))),
    "T.Sum.2": lambda case, p: for_each("==", after(case), lambda t: (earlier(p, t), len(p.M(t)))),
    "T.Sum.2.corrected": lambda case, p: for_each("==", every(case), lambda t: (all_of_them(p, t), len(p.M(t)))),
    "T.Sum.3": lambda case, p: for_each("<=", every(case), lambda t: (square(p.w[t]), len(p.M(t)))),
    "T.Comb.1.corrected": lambda case, p: for_each("<=", every(case),
        lambda t: (p.gamma * len(p.M(t)), p.along(p.w[t]))),
    "T.Comb.2": lambda case, p: for_each("<=", every(case), lambda t: (p.along(p.w[t]), case.ctx.sqrt(len(p.M(t))))),
})  # fmt: skip


@at_each("<=", every, "T.Comb.3", of=Perceptron)
def implication(p: Perceptron, m: int) -> tuple[Any, Any]:
    """γ²m ≤ 1 is read up to rounding, as γ² is rational and here is not."""
    premise = p.gamma * m <= p.case.ctx.sqrt(m) + p.case.ctx.mpf(10) ** -30
    return m if premise else 0, 1 / p.gamma**2
