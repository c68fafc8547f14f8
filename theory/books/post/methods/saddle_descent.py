"""Gradient descent on the saddle function, with either data-fitting term, and its wrong steps."""

from fractions import Fraction
from typing import Any

from lemmacheck.theory.books.post.algorithms.saddle_descent import SaddleDescent
from lemmacheck.theory.books.post.problems.fits import LogOfLosses, SumOfLosses
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Drawn


class Uphill(SaddleDescent):
    """w_{t+1} = w_t + η_t (λ w_t + V*a_t)."""

    def step(self, p: Any, s: Any) -> Any:
        w = 2 * s.w - super().step(p, s).w
        return s._replace(t=s.t + 1, w=w, a=self.fully_optimised(p, w))


class DoublePenalty(SaddleDescent):
    """2λ in place of λ, unseen by the parameters."""

    def step(self, p: Any, s: Any) -> Any:
        eta = self.eta(s.t) / self.fit.mass(p.n)
        w = super().step(p, s).w - eta * p.num.number(self.penalty) * s.w
        return s._replace(t=s.t + 1, w=w, a=self.fully_optimised(p, w))


SUM, LOGARITHM = SumOfLosses(), LogOfLosses()
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
        "uphill": Uphill(SUM),
        "2λ": DoublePenalty(SUM),
    },
    above_one={"L, λ=1/10, η=4": SaddleDescent(SUM, eta=lambda t: 4 + 0 * t)},
)
