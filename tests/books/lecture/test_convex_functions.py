"""Protects the smooth, Lipschitz and quadratic functions and the methods run on them, against NumPy and SciPy."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.lecture.algorithms.cutting import Ellipsoid, Subgradient
from lemmacheck.theory.books.lecture.algorithms.newton import Newton
from lemmacheck.theory.books.lecture.algorithms.smooth_descent import Accelerated, SmoothDescent
from lemmacheck.theory.books.lecture.algorithms.span import ConjugateGradients, SpanMethod, chain
from lemmacheck.theory.books.lecture.methods.objectives import length
from lemmacheck.theory.books.lecture.problems.objectives import HUBER, ONE_SIDED, Curve, Regression
from lemmacheck.theory.books.lecture.problems.quadratics import determinant, leading_minors, principal_minors, solve
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from scipy import optimize

from tests.sampled import sampled
from tests.shipped import configurations, subject_of

FLOAT, EXACT = Float64(), Ball(128)
IRIS = Instance("iris", load("iris:0v1").unit_rows())
SMALL = sampled([data for data in structured() if data.shape in ((2, 1), (2, 2), (4, 3))], 8)
each_small = pytest.mark.parametrize("data", [*SMALL, IRIS], ids=lambda data: data.name)
SMOOTH = [Regression(), Regression(None), Regression(9, HUBER), Regression(30, ONE_SIDED)]
each_smooth = pytest.mark.parametrize("family", SMOOTH, ids=["quadratic", "convex", "Huber", "one side"])


def of(algorithm: Any, data: Instance, steps: int = 12, num: Any = FLOAT) -> Any:
    return subject_of(data, num, algorithm, steps)


def points(d: int) -> np.ndarray:
    return np.random.default_rng(d).normal(size=(6, d))


@each_small
@each_smooth
def test_the_gradient_of_a_smooth_function_is_its_slope_in_every_direction(data: Instance, family: Regression) -> None:
    f = of(family, data)
    for w in points(f.d):
        slopes = [(f.value(w + 1e-5 * e) - f.value(w - 1e-5 * e)) / 2e-5 for e in np.eye(f.d)]

        assert slopes == pytest.approx(f.gradient(w), abs=1e-6 * float(f.beta))


@each_small
@pytest.mark.parametrize("family", SMOOTH[2:], ids=["Huber", "one side"])
def test_scipy_finds_no_smaller_value_than_at_the_minimiser(data: Instance, family: Regression) -> None:
    f = of(family, data)
    found = optimize.minimize(f.value, np.zeros(f.d), jac=f.gradient)

    assert f.value(f.minimiser) == 0
    assert 0 <= found.fun < 1e-8
    assert found.x == pytest.approx(f.minimiser, abs=1e-3)


@each_small
def test_the_lipschitz_function_is_a_largest_score_and_its_subgradient_supports_it(data: Instance) -> None:
    run = of(Subgradient(), data)
    f, Z = run.problem, np.array([[float(x) for x in row] for row in data.rows])
    for w in [*points(f.d), f.minimiser]:
        assert f.value(w) == pytest.approx(np.abs(Z @ (w - f.minimiser)).max())
        for v in points(f.d):
            assert f.value(v) >= f.value(w) + f.gradient(w) @ (v - w) - 1e-12
    assert np.linalg.norm(Z, axis=1).max() <= f.rho


@each_small
def test_gradient_descent_on_a_quadratic_is_a_power_of_a_matrix(data: Instance) -> None:
    run = of(SmoothDescent(), data)
    f, Z = run.problem, np.array([[float(x) for x in row] for row in data.rows])
    A = Z.T @ Z + f.mu * np.eye(f.d)
    M = np.eye(f.d) - 2 / (f.beta + f.lam) * A
    for t, w in enumerate(run.w):
        assert w - f.minimiser == pytest.approx(-np.linalg.matrix_power(M, t) @ f.minimiser)
    assert np.linalg.eigvalsh(A).max() <= f.beta + 1e-9
    assert np.linalg.eigvalsh(A).min() >= f.lam - 1e-9


@each_small
@each_smooth
def test_the_accelerated_method_is_the_scheme_of_three_sequences(data: Instance, family: Regression) -> None:
    """μ_t of ν = (1−λ)μ + λq, q ← q − ∇f(ν)/(βλ), μ ← (1−λ)μ + λq with λ_t = 2/(t+2)."""
    run = of(Accelerated(family), data)
    f, q = run.problem, np.zeros(run.problem.d)
    mu = q
    for t, w in enumerate(run.w):
        assert w == pytest.approx(mu)
        lam = 2 / (t + 2)
        q = q - f.gradient((1 - lam) * mu + lam * q) / (f.beta * lam)
        mu = (1 - lam) * mu + lam * q


@each_small
@pytest.mark.parametrize("label", configurations(Newton))
def test_newton_solves_the_linear_system_as_numpy_does(data: Instance, label: str) -> None:
    run = of(configurations(Newton)[label], data, 2)
    f = run.problem

    assert run.w[1] == pytest.approx(np.linalg.solve(f.A, f.b))
    assert f.minimiser == pytest.approx(run.w[2])


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_determinants_minors_and_solutions_are_those_of_numpy(d: int) -> None:
    draw = np.random.default_rng(d)
    M = draw.normal(size=(5, d, d))
    A, b = M @ np.swapaxes(M, -1, -2) + np.eye(d), draw.normal(size=(5, d))

    assert determinant(M) == pytest.approx(np.linalg.det(M))
    assert leading_minors(A)[-1] == pytest.approx(np.linalg.det(A))
    assert len(principal_minors(A)) == 2**d - 1
    assert (principal_minors(A) > 0).all()
    assert solve(A, b) == pytest.approx(np.linalg.solve(A, b[..., None])[..., 0])


@pytest.mark.parametrize("data", [data for data in SMALL if data.shape[1] > 1], ids=lambda data: data.name)
def test_an_ellipsoid_keeps_the_minimiser_and_loses_the_same_part_of_its_volume(data: Instance) -> None:
    run = of(Ellipsoid(), data, 30)
    f, d = run.problem, run.problem.d
    part = (d / (d + 1)) * (d * d / (d * d - 1)) ** ((d - 1) / 2)
    for t, (w, P) in enumerate(zip(run.w, run.P, strict=True)):
        assert (w - f.minimiser) @ np.linalg.solve(P, w - f.minimiser) <= 1 + 1e-9
        assert np.sqrt(np.linalg.det(P)) == pytest.approx(part**t * float(f.radius) ** d)
    assert part**d <= np.exp(-d / (2 * (d + 1)))


def test_the_ellipsoid_of_the_line_is_an_interval_that_is_halved() -> None:
    run = of(Ellipsoid(), Instance.from_json("one", [["-1"]]), 6)

    assert np.sqrt(run.P[:, 0, 0]) == pytest.approx([2.0**-t for t in range(7)])
    assert run.w[:3, 0].tolist() == [0, -0.5, -0.25]


@pytest.mark.parametrize("T", [1, 3, 8])
def test_conjugate_gradients_are_least_over_the_span_and_the_others_stay_in_it(T: int) -> None:
    data = Instance.from_json("any", [["0"]])
    best, fast = of(SpanMethod(ConjugateGradients()), data, T, EXACT), of(SpanMethod(), data, T, EXACT)
    f = best.algorithm.f

    assert f.d == 2 * T + 1
    assert all((best.w[t] == f.least(t)).all() for t in range(T + 1))
    assert all((fast.w[t][t:] == 0).all() for t in range(T + 1))
    assert np.linalg.eigvalsh(chain(FLOAT, 2 * T + 1).A).max() < 4


def test_the_length_of_a_row_is_rounded_up_to_a_positive_integer() -> None:
    rows = [["0", "0"], ["1/2", "0"], ["1", "0"], ["1", "1/9"], ["2", "0"], ["3", "4"], ["3", "41/10"]]

    assert [length(row) for row in Instance.from_json("rows", rows).rows] == [1, 1, 1, 2, 2, 5, 6]


@pytest.mark.parametrize("family", [
    *(Regression(1), Regression(-1), Regression(beta=Fraction(-1)), Regression(lam=Fraction(-1))),
    *(Regression(curve=Curve(low=Fraction(1))), Regression(curve=Curve(high=Fraction(-1)))),
])  # fmt: skip
def test_no_problem_is_other_than_what_a_proof_supposes(family: Regression) -> None:
    """A proof takes any f with ∇f(w*) = 0, β > 0 and λ ≥ 0 for it."""
    with pytest.raises(ValueError, match="Regression"):
        of(family, SMALL[0])
