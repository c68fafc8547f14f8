"""Algorithms 1 and 2 in the dual alone: their parameters, and wrong steps and counts."""

from typing import Any

from lemmacheck.theory.books.jst.algorithms.kernel_momentum import KernelMomentum, KernelSampling
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant, Drawn, DrawnIndex, Implied


def uphill(method: Any) -> Any:
    """p_{t+1} = p_t + θ_t(s_t + ZZᵀq_t), with the column of the index in place of ZZᵀq_t where rows are drawn."""

    def turned(right: Any, p: Any, s: Any, nxt: Any) -> Any:
        scores = 2 * s.p - nxt.p
        return nxt._replace(p=scores, q=p.softmax(scores))

    return altered(method, after=turned)


def next_column(right: Any, p: Any, s: Any, nxt: Any) -> Any:
    """The step with the column after that of the index, but for a and m."""
    other = KernelSampling(right.beta, right.theta, lambda t, n: (right.index(t, n) + 1) % n)
    return other.step(p, s)._replace(m=nxt.m, a=nxt.a)


METHOD = Method(
    KernelMomentum,
    usual={
        "β=t/(t+1), θ=1": KernelMomentum(),
        "β from a drawn λ, θ drawn": KernelMomentum(Implied(Drawn(1)), Drawn(3, first=None)),
    },
    wrong={
        "s without the gradient": altered(
            KernelMomentum(), step=lambda right, p, s: right.step(p, s)._replace(s=right.beta(s.t) * s.s)
        ),
        "q from p_t": altered(KernelMomentum(), step=lambda right, p, s: right.step(p, s)._replace(q=p.softmax(s.p))),
        "uphill": uphill(KernelMomentum()),
        "the gradient twice": altered(
            KernelMomentum(), after=lambda right, p, s, nxt: nxt._replace(calls=2 * nxt.calls - s.calls)
        ),
    },
    unusual={"β=0, θ=1": KernelMomentum(Constant(0))},
    above_one={"β=t/(t+1), θ=2": KernelMomentum(theta=Constant(2))},
)

SAMPLING = Method(
    KernelSampling,
    usual={
        "β=t/(t+1), θ=1": KernelSampling(),
        "β=0, θ=1/2": KernelSampling(Constant(0), Constant(1, 2), DrawnIndex(8)),
    },
    wrong={
        "the next column": altered(KernelSampling(), after=next_column),
        "all columns": altered(
            KernelSampling(), after=lambda right, p, s, nxt: nxt._replace(calls=s.calls + p.n * (nxt.calls - s.calls))
        ),
        "uphill": uphill(KernelSampling()),
    },
    above_one={"β=t/(t+1), θ=2": KernelSampling(theta=Constant(2))},
)
