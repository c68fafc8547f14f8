"""The schemes (B.1) and (B.2): geometries, two of them run in exact rationals, schedules, and wrong steps."""

from typing import Any

from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.methods.averaging import wrong_averaging
from lemmacheck.theory.books.jst.methods.dual_nesterov import slipped_lambda
from lemmacheck.theory.books.jst.problems.geometries import (
    Centred,
    Euclidean,
    EuclideanSimplex,
    LogisticConjugate,
    MeanDual,
    ramp,
)
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant, Drawn, two_over_t_plus_two
from lemmacheck.theory.margins.hypotheses import rates_in_range


def turned(algorithm: Mirror, p: Any, s: Any, nxt: Any, dual: Any) -> Any:
    """The state after s whose p_{t+1} is another one."""
    lam, q = algorithm.lam(s.t), algorithm.geometry.mirror(p, dual)
    mu = (1 - lam) * s.mu + lam * q
    return nxt._replace(p=dual, q=q, mu=mu, nu=algorithm.nu(nxt.t, mu, q))


DRAWN = (Drawn(2, first=None), Drawn(3, first=None))
REACH = (4, 3)
EXACT_STEPS = 32


def horizon(algorithm: Any, steps: int) -> int:
    """At most 32 steps where all is rational: the numbers grow by some 20 bits a step."""
    rational = isinstance(algorithm.geometry, (Euclidean, EuclideanSimplex))
    return min(steps, EXACT_STEPS) if rational else steps


AVERAGING = Method(
    Mirror,
    standing=[rates_in_range],
    usual={
        "entropy, λ=2/(t+2), θ=1": Mirror(),
        "entropy, p_0≠0, λ drawn, θ drawn": Mirror(*DRAWN, first=ramp),
        "ℝⁿ, p_0≠0, λ=2/(t+2), θ=1, 32 steps": Mirror(geometry=Euclidean(), objective=Centred(), first=ramp),
        "projection, λ=2/(t+2), θ=1, 32 steps": Mirror(geometry=EuclideanSimplex(), objective=MeanDual()),
        "projection, p_0≠0, λ drawn, θ drawn, 32 steps": Mirror(
            *DRAWN, geometry=EuclideanSimplex(), objective=Centred(), first=ramp
        ),
        "ψ* of the logistic loss, λ=2/(t+2), θ=1": Mirror(geometry=LogisticConjugate()),
    },
    wrong={
        **wrong_averaging(Mirror),
        "uphill": altered(Mirror(), after=lambda right, p, s, nxt: turned(right, p, s, nxt, 2 * s.p - nxt.p)),
        "step of 4α": altered(Mirror(), after=lambda right, p, s, nxt: turned(right, p, s, nxt, 4 * nxt.p - 3 * s.p)),
        "λ_t = 2/(t+3)": Mirror(slipped_lambda),
        "θ_t = 4": Mirror(theta=Constant(4)),
    },
    unusual={
        "entropy, λ drawn from 1, θ=1": Mirror(Drawn(14)),
        "entropy, λ=1/2, θ=1": Mirror(Constant(1, 2)),
        "entropy, λ=2/(t+3), θ=1": Mirror(slipped_lambda),
        "entropy, λ=2/(t+2), θ=1/2": Mirror(theta=Constant(1, 2)),
        "ℝⁿ, λ=1/2, θ=1": Mirror(Constant(1, 2), geometry=Euclidean(), objective=Centred()),
    },
    above_one={
        "entropy, λ=2/(t+2), θ=4": Mirror(two_over_t_plus_two, Constant(4)),
        "entropy, λ=2, θ=1": Mirror(Constant(2)),
        "ℝⁿ, λ=2/(t+2), θ=4": Mirror(theta=Constant(4), geometry=Euclidean(), objective=Centred()),
        "ℝⁿ, λ=2, θ=1": Mirror(Constant(2), geometry=Euclidean(), objective=Centred()),
    },
    reach=REACH,
    horizon=horizon,
)


def long_step(right: Any, p: Any, s: Any, nxt: Any) -> Any:
    """4α in place of α in the step."""
    gradient = right.geometry.alpha(p) * right.theta(s.t) / right.lam(s.t) * right.objective.gradient(p, s.nu)
    return turned(right, p, s, nxt, s.p - 4 * gradient)


DESCENT = Method(
    MirrorDescent,
    standing=[rates_in_range],
    usual={
        "entropy, λ=2/(t+2), θ=1": MirrorDescent(),
        "ℝⁿ, q_0≠0, λ drawn, θ drawn, 32 steps": MirrorDescent(
            *DRAWN, geometry=Euclidean(), objective=Centred(), first=ramp
        ),
        "projection, λ=2/(t+2), θ=1, 32 steps": MirrorDescent(geometry=EuclideanSimplex(), objective=MeanDual()),
    },
    wrong={**wrong_averaging(MirrorDescent), "step of 4α": altered(MirrorDescent(), after=long_step)},
    above_one={
        "entropy, λ=2, θ=1": MirrorDescent(Constant(2)),
        "projection, λ=2/(t+2), θ=4": MirrorDescent(
            theta=Constant(4), geometry=EuclideanSimplex(), objective=MeanDual()
        ),
    },
    reach=REACH,
    horizon=horizon,
)
