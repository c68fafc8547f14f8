"""The lecture's rates for all functions of a class, beside the worst case that PEPit finds.

    max { f(w_T) − f(w*) : f β-smooth and λ-strongly convex (or convex, or ρ-Lipschitz), ‖w_0 − w*‖ ≤ B }

with β = ρ = B = 1 and λ = 1/κ, by a semidefinite program in floats: up to the solver's accuracy, and no proof.
"""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, sqrt
from typing import Any

import cvxpy
import PEPit
import PEPit.functions

ROOM = 1e-4  # how far a value of the solver may lie beyond a bound that holds


@dataclass(frozen=True)
class Question:
    """Condition numbers (None: only convex), the worst case by PEPit and the claimed bound for T steps."""

    kappas: tuple[int | None, ...]
    worst: Callable[[int, int | None], float]
    bound: Callable[[int, Any], float]


@dataclass(frozen=True)
class Comparison:
    """One worst case beside one bound."""

    id: str
    kappa: int | None
    steps: int
    worst: float
    bound: float

    @property
    def exceeded(self) -> bool:
        """Whether the worst case is beyond the bound by more than the solver's accuracy."""
        return self.worst > self.bound * (1 + ROOM)


def solve(problem: Any) -> float:
    """The value of the program; the solver's warnings about its last digits are dropped, as it decides nothing here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return float(problem.solve(verbose=0, solver=cvxpy.CLARABEL))


def setting(kind: str, **parameters: float) -> tuple[Any, Any, Any, Any]:
    """A program, a function of the class, its minimiser w* and a start w_0."""
    problem = PEPit.PEP()
    f = problem.declare_function(getattr(PEPit.functions, kind), **parameters)
    return problem, f, f.stationary_point(), problem.set_initial_point()


def smooth(kappa: int | None) -> tuple[Any, Any, Any, Any]:
    """β = 1, λ = 1/κ."""
    return setting("SmoothStronglyConvexFunction", L=1, mu=curvature(kappa))


def curvature(kappa: int | None) -> float:
    """λ."""
    return 0.0 if kappa is None else 1 / kappa


def descend(f: Any, w: Any, steps: int, eta: float) -> Any:
    """w_T of gradient descent."""
    for _ in range(steps):
        w = w - eta * f.gradient(w)
    return w


def distance(f: Any, w: Any, best: Any) -> Any:
    """‖w − w*‖²."""
    return (w - best) ** 2


def excess(f: Any, w: Any, best: Any) -> Any:
    """f(w) − f(w*)."""
    return f(w) - f(best)


def of_descent(steps: int, kappa: int | None, *, start: Callable[..., Any], end: Callable[..., Any]) -> float:
    """The most that `end` is at w_T where `start` is at most 1 at w_0, by gradient descent with η = 2/(β + λ), or 1/β
    where f is only convex."""
    problem, f, best, w = smooth(kappa)
    problem.set_initial_condition(start(f, w, best) <= 1)
    eta = 1.0 if kappa is None else 2 / (1 + curvature(kappa))
    problem.set_performance_metric(end(f, descend(f, w, steps, eta), best))
    return solve(problem)


descent = partial(of_descent, start=distance, end=excess)
fall = partial(of_descent, start=excess, end=excess)
contraction = partial(of_descent, start=distance, end=distance)


def acceleration(steps: int, kappa: int | None) -> float:
    """Nesterov's method, with t/(t+3) where f is only convex and (√κ − 1)/(√κ + 1) else."""
    problem, f, best, start = smooth(kappa)
    problem.set_initial_condition((start - best) ** 2 <= 1)
    w = y = start
    for t in range(steps):
        momentum = t / (t + 3) if kappa is None else (sqrt(kappa) - 1) / (sqrt(kappa) + 1)
        before, w = w, y - f.gradient(y)
        y = w + momentum * (w - before)
    problem.set_performance_metric(f(w) - f(best))
    return solve(problem)


def subgradients(steps: int, kappa: int | None) -> float:
    """Subgradient steps of size B/(ρ√T): f at the average of w_0, …, w_{T−1}."""
    problem, f, best, w = setting("ConvexLipschitzFunction", M=1)
    problem.set_initial_condition((w - best) ** 2 <= 1)
    average = w / steps
    for _ in range(steps - 1):
        w = w - f.gradient(w) / sqrt(steps)
        average = average + w / steps
    problem.set_performance_metric(f(average) - f(best))
    return solve(problem)


def ratio(kappa: float) -> float:
    """((κ − 1)/(κ + 1))²."""
    return ((kappa - 1) / (kappa + 1)) ** 2


CONDITIONS = (2, 9, 30)
QUESTIONS = {
    "S.Thm1": Question(CONDITIONS, descent, lambda T, k: exp(-T / k) / (2 * T)),
    "S.Thm1.corrected": Question(CONDITIONS, descent, lambda T, k: ratio(k) ** T / 2),
    "S.Iter": Question(CONDITIONS, descent, lambda T, k: exp(-T / k) / 2),
    "S.Lin": Question(CONDITIONS, fall, lambda T, k: ratio(k) ** T),
    "S.GDrates.1": Question((None,), descent, lambda T, k: 1 / (2 * T)),
    "S.GDrates.2": Question((None,), subgradients, lambda T, k: 1 / sqrt(T)),
    "S.AGD.1": Question((None,), acceleration, lambda T, k: 2 / (T + 1) ** 2),
    "S.AGD.2": Question((4, 9, 25), acceleration, lambda T, k: (1 - 1 / sqrt(k)) ** T * (1 + 1 / k) / 2),
}


def compare(id: str, steps: Sequence[int] = (1, 2, 3)) -> list[Comparison]:
    """The claim's bound beside the worst case, for each κ and T."""
    q = QUESTIONS[id]
    return [Comparison(id, k, T, q.worst(T, k), q.bound(T, k)) for k in q.kappas for T in steps]
