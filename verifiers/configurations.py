"""The parameters with which each algorithm is run; a claim's hypotheses pick those it speaks of."""

from __future__ import annotations

from typing import Any

from theory.algorithms import DualNesterov, GradientDescent, NormalizedGD, PrimalMomentum
from theory.algorithms.schedules import Constant, Drawn, Implied, two_over_t_plus_two
from theory.problem import Problem
from theory.run import run

LAM = Drawn(1)

CONFIGURATIONS: dict[type, dict[str, Any]] = {
    DualNesterov: {
        "λ=2/(t+2), θ=1": DualNesterov(),
        "λ drawn from 1, θ=1": DualNesterov(LAM),
        "λ=1, θ=1": DualNesterov(Constant(1)),
        "λ drawn, θ=1": DualNesterov(Drawn(2, first=None)),
        "λ=2/(t+2), θ=1/2": DualNesterov(two_over_t_plus_two, Constant(1, 2)),
        "λ drawn, θ drawn": DualNesterov(Drawn(2, first=None), Drawn(3, first=None)),
    },
    PrimalMomentum: {
        "β=t/(t+1), θ=1": PrimalMomentum(),
        "β from a drawn λ, θ drawn": PrimalMomentum(Implied(LAM), Drawn(3, first=None)),
    },
    NormalizedGD: {
        "θ=1": NormalizedGD(),
        "θ=1/2": NormalizedGD(Constant(1, 2)),
        "θ drawn": NormalizedGD(Drawn(4, first=None)),
    },
    GradientDescent: {
        "η=1": GradientDescent(),
        "η drawn": GradientDescent(Drawn(5, first=None)),
    },
}


def configurations(about: type | None) -> dict[str, Any]:
    """Labelled algorithms for a claim about `about`; one unnamed entry for a claim about the data alone."""
    return {"": None} if about is None else CONFIGURATIONS[about]


def subject_of(problem: Problem, algorithm: Any, steps: int) -> Any:
    """What a claim is asked about: the run of the algorithm on the problem, or the problem where there is none."""
    return problem if algorithm is None else run(algorithm, problem, steps)
