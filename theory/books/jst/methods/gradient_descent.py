"""Gradient descent on the risk, plain and normalised, and its wrong steps."""

from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD, RootSteps
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.schedules import Constant, Drawn


@dataclass(frozen=True)
class DoubleStep:
    """A gradient method whose step is doubled, unseen by its schedule; the dual variable lags a step."""

    algorithm: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.algorithm, name)

    def start(self, p: Any) -> Any:
        return self.algorithm.start(p)

    def step(self, p: Any, s: Any) -> Any:
        nxt = self.algorithm.step(p, s)
        return nxt._replace(w=2 * nxt.w - s.w)


class Uphill(DoubleStep):
    """A gradient method that ascends."""

    def step(self, p: Any, s: Any) -> Any:
        nxt = self.algorithm.step(p, s)
        w = 2 * s.w - nxt.w
        return nxt._replace(w=w, q=p.psi_gradient(p.scores(w)))


NORMALIZED = Method(
    NormalizedGD,
    usual={
        "θ=1": NormalizedGD(),
        "θ=1/2": NormalizedGD(Constant(1, 2)),
        "θ=1/√(t+1)": RootSteps(),
        "θ drawn": NormalizedGD(Drawn(4, first=None)),
    },
    wrong={"double step": DoubleStep(NormalizedGD()), "uphill": Uphill(NormalizedGD())},
    above_one={"θ=2": NormalizedGD(Constant(2)), "θ=4": NormalizedGD(Constant(4))},
)

PLAIN = Method(
    GradientDescent,
    usual={"η=1": GradientDescent(), "η drawn": GradientDescent(Drawn(5, first=None))},
    wrong={"double step": DoubleStep(GradientDescent()), "uphill": Uphill(GradientDescent())},
    above_one={"η=2": GradientDescent(Constant(2)), "η=4": GradientDescent(Constant(4))},
)
