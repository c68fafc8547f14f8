"""Protects the post's methods: the shrinking, and the minima that convex solvers find, on small and on real data."""

from fractions import Fraction
from typing import Any

import cvxpy
import numpy as np
import pytest
from flint import fmpq
from lemmacheck.theory.books.post.algorithms.proximal import FISTA, ISTA, ChambollePock
from lemmacheck.theory.books.post.algorithms.saddle_descent import SaddleDescent
from lemmacheck.theory.books.post.methods.proximal import fista_momentum, problem_of
from lemmacheck.theory.books.post.problems.fits import FITS, Fit, LogOfLosses, SumOfLosses
from lemmacheck.theory.books.post.problems.lasso import Between, Fixed, L1Penalised
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from scipy import optimize
from scipy.special import logsumexp

NUM = Float64()
PLANE = Instance.from_json("plane", [["-3/5", "4/5"], ["-4/5", "1/5"], ["1/5", "-1/2"], ["-1/2", "-1/2"]])
IRIS = Instance("iris", load("iris:0v1").unit_rows())
QUARTER = Fraction(1, 4)
METHODS = {
    "ISTA": ISTA(),
    "FISTA, θ=1/2": FISTA(),
    "FISTA, θ=t/(t+3)": FISTA(theta=fista_momentum),
    "σ=∞, θ=1": ChambollePock(theta=Constant(1), tau=QUARTER),
    "σ=∞, θ=1/2": ChambollePock(tau=Fraction(4, 9)),
}
each_method = pytest.mark.parametrize("method", METHODS.values(), ids=list(METHODS))


BETWEEN = Between()


def problem(instance: Instance, penalty: Any = BETWEEN, num: Any = NUM) -> L1Penalised:
    return problem_of(instance, num, None, ISTA(penalty))  # type: ignore[arg-type]


def minimum(p: L1Penalised) -> float:
    """min λ‖w‖₁ + ln Σ exp(Zw)_i, by an interior-point method."""
    w = cvxpy.Variable(p.d)
    goal = cvxpy.Minimize(float(p.lam) * cvxpy.norm1(w) + cvxpy.log_sum_exp(p.Z @ w))
    return float(cvxpy.Problem(goal).solve(solver=cvxpy.CLARABEL))


@pytest.mark.parametrize("v", [-2.0, -0.5, -0.3, 0.0, 0.2, 0.5, 0.75, 3.0])
def test_the_proximal_point_of_one_coordinate_minimises_its_objective(v: float) -> None:
    p = problem(Instance.from_json("one row", [["-1"]]), Fixed(1, 2))
    found = optimize.minimize_scalar(lambda u: abs(u) / 2 + (u - v) ** 2 / 2, bounds=(-4, 4), method="bounded")

    assert p.prox(1.0, np.array([v]))[0] == pytest.approx(found.x, abs=1e-5)


def test_the_proximal_point_is_exact_on_rationals() -> None:
    p = problem(PLANE, Fixed(1, 2), Ball(128))

    assert list(p.prox(fmpq(1), np.array([fmpq(3, 4), fmpq(-1, 2)]))) == [fmpq(1, 4), 0]


@pytest.mark.parametrize("instance", [PLANE, IRIS], ids=["plane", "iris"])
@each_method
def test_every_method_reaches_the_minimum_that_a_convex_solver_finds(method: Any, instance: Instance) -> None:
    p = problem(instance)
    reached = p.primal(run(method, p, 4000).states[-1].w)

    assert reached == pytest.approx(minimum(p), abs=1e-6)


@each_method
def test_no_method_moves_where_the_penalty_outweighs_the_gradient(method: Any) -> None:
    w = run(method, problem(PLANE, Fixed(1)), 20).w

    assert not w.any()


def test_below_the_best_margin_the_objective_falls_without_bound() -> None:
    p = problem(Instance.from_json("separable", [["-1/2", "0"], ["0", "-1/2"]]), Fixed(1, 8))
    values = [float(p.primal(s * p.optimum.w[0])) for s in (1, 10, 100, 1000)]

    assert float(p.optimum.gamma[0]) == 0.25
    assert values[-1] < -100
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("fit", FITS, ids=["L", "L̃"])
def test_a_fit_has_the_value_the_gradient_and_the_conjugate_that_scipy_finds(fit: Fit) -> None:
    y, a = np.array([0.3, -1.0, 0.5]), np.array([0.5, 0.2, 0.3])
    value = {SumOfLosses: lambda y: np.exp(y).sum(), LogOfLosses: logsumexp}[type(fit)]
    conjugate = -optimize.minimize(lambda y: value(y) - a @ y, np.zeros(3)).fun

    assert fit.value(NUM, y) == pytest.approx(value(y))
    assert fit.gradient(NUM, y) == pytest.approx(optimize.approx_fprime(y, value), abs=1e-6)
    assert fit.conjugate(NUM, a) == pytest.approx(conjugate, abs=1e-6)


@pytest.mark.parametrize("fit", FITS, ids=["L", "L̃"])
def test_saddle_descent_reaches_the_regularised_minimum_of_real_data(fit: Fit) -> None:
    p = margin_problem(IRIS, NUM)
    w = run(SaddleDescent(fit, Fraction(1, 4)), p, 4000).states[-1].w
    value = {SumOfLosses: lambda y: np.exp(y).sum(), LogOfLosses: logsumexp}[type(fit)]
    found = optimize.minimize(lambda w: (w @ w) / 8 + value(p.Z @ w), np.zeros(p.d), tol=1e-12)

    assert w == pytest.approx(found.x, abs=1e-4)
