"""Gradient descent on the saddle function, with either data-fitting term, and its wrong steps."""

from fractions import Fraction
from typing import Any

from lemmacheck.theory.books.post.algorithms.saddle_descent import SaddleDescent
from lemmacheck.theory.books.post.problems.fits import LogOfLosses, SumOfLosses
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Drawn

SUM, LOGARITHM = SumOfLosses(), LogOfLosses()


def moved(step: Any) -> Any:
    """The method with another w_{t+1}, of w_t and the right one."""

    def arrived(right: Any, p: Any, s: Any, nxt: Any) -> Any:
        w = step(right, p, s, nxt.w)
        return nxt._replace(w=w, a=right.fully_optimised(p, w))

    return altered(SaddleDescent(SUM), after=arrived)


def doubly_penalised(right: Any, p: Any, s: Any, w: Any) -> Any:
    """2λ in place of λ."""
    return w - right.eta(s.t) / right.fit.mass(p.n) * p.num.number(right.penalty) * s.w


METHOD = Method(
    SaddleDescent,
    usual={
        "L, λ=1/10": SaddleDescent(SUM),
        "L̃, λ=1/10": SaddleDescent(LOGARITHM),
        "L̃, λ=1/1000": SaddleDescent(LOGARITHM, Fraction(1, 1000)),
        "L̃, λ=1/4, η drawn": SaddleDescent(LOGARITHM, Fraction(1, 4), Drawn(6, first=None)),
    },
    wrong={
        "a from w_t": altered(
            SaddleDescent(SUM), step=lambda right, p, s: right.step(p, s)._replace(a=right.fully_optimised(p, s.w))
        ),
        "uphill": moved(lambda right, p, s, w: 2 * s.w - w),
        "2λ": moved(doubly_penalised),
    },
    above_one={"L, λ=1/10, η=4": SaddleDescent(SUM, eta=lambda t: 4 + 0 * t)},
)
