"""Algorithm 1: momentum factors that meet Theorem 3.1's conditions, that do not, and wrong steps."""

from typing import Any

from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant, Drawn, Implied, one


def turned(right: Any, p: Any, s: Any, nxt: Any) -> Any:
    """w_{t+1} = w_t + θ_t(g_t + Zᵀq_t)."""
    w = 2 * s.w - nxt.w
    return right.arrive(p, nxt.t, w, s.g, p.softmax(p.scores(w)))


def slipped_momentum(t: Any) -> Any:
    """(t−1)/t for t ≥ 1, and 0 at t = 0."""
    return (t - 1) / t if int(t) else 0 * t


METHOD = Method(
    PrimalMomentum,
    usual={
        "β=t/(t+1), θ=1": PrimalMomentum(),
        "β from a drawn λ, θ drawn": PrimalMomentum(Implied(Drawn(1)), Drawn(3, first=None)),
    },
    wrong={
        "g without the gradient": altered(
            PrimalMomentum(), momentum=lambda right, t, g, pull: right.beta(t) * g + 0 * pull
        ),
        "q from w_t": altered(
            PrimalMomentum(),
            after=lambda right, p, s, nxt: right.arrive(p, nxt.t, nxt.w, s.g, p.softmax(p.scores(s.w))),
        ),
        "uphill": altered(PrimalMomentum(), after=turned),
        "β_t = (t−1)/t": PrimalMomentum(slipped_momentum),
        "θ_t = 4": PrimalMomentum(theta=Constant(4)),
    },
    unusual={
        "β=0, θ=1": PrimalMomentum(Constant(0)),
        "β=1/2, θ=1": PrimalMomentum(Constant(1, 2)),
        "β=1, θ=1": PrimalMomentum(one),
        "β=(t−1)/t, θ=1": PrimalMomentum(slipped_momentum),
        "β=t/(t+1), θ=1/2": PrimalMomentum(theta=Constant(1, 2)),
    },
    above_one={
        "β=t/(t+1), θ=2": PrimalMomentum(theta=Constant(2)),
        "β=t/(t+1), θ=4": PrimalMomentum(theta=Constant(4)),
    },
)
