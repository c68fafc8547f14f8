"""Algorithm 1 for any loss: step sizes as in Theorem 3.1 and over ρ, and wrong steps."""

from typing import Any

from lemmacheck.theory.books.jst.algorithms.general_momentum import GeneralMomentum, StepsOverRho
from lemmacheck.theory.books.jst.methods.primal_momentum import slipped_momentum
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.schedules import Constant, Drawn, Implied
from lemmacheck.theory.margins.losses import Exponential


class LoseMomentum(GeneralMomentum):
    """g_t without the gradient of step t."""

    def momentum(self, p: Any, t: Any, g: Any, q: Any) -> Any:
        return self.beta(t) * g + 0 * p.combine(q)


class OnTheSimplex(GeneralMomentum):
    """q_t normalised to sum 1: the soft-max of the exponential loss kept for another."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(q=s.q / column(s.q.sum(-1))))


class Uphill(GeneralMomentum):
    """w_{t+1} = w_t + θ_t(g_t + Zᵀ∇ψ(Zw_t))."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(g=-s.g, q=-s.q))


METHOD = Method(
    GeneralMomentum,
    usual={
        "β=t/(t+1), θ=1/n, logistic loss": StepsOverRho(),
        "β from a drawn λ, θ drawn over n, logistic loss": StepsOverRho(Implied(Drawn(1)), Drawn(3, first=None)),
    },
    wrong={
        "g without the gradient": LoseMomentum(),
        "q on the simplex": OnTheSimplex(),
        "uphill": Uphill(),
        "β_t = (t−1)/t": GeneralMomentum(slipped_momentum),
    },
    unusual={
        "β=t/(t+1), θ=1, logistic loss": GeneralMomentum(),
        "β=0, θ=1, logistic loss": GeneralMomentum(Constant(0)),
        "β=t/(t+1), θ=1, exponential loss": GeneralMomentum(loss=Exponential()),
    },
    above_one={"β=t/(t+1), θ=4, logistic loss": GeneralMomentum(theta=Constant(4))},
)
