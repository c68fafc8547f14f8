"""Protects ridge regression: against scikit-learn, on bundled data, and the exact solver against plain elimination."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given
from lemmacheck.theory.books.lecture.algorithms.ridge_descent import RidgeDescent
from lemmacheck.theory.books.lecture.methods.ridge import solved
from lemmacheck.theory.books.lecture.problems.costs import Counted
from lemmacheck.theory.books.lecture.problems.ridge import Affine, Identity, RidgeRegression, Squares
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.strategies import instances
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge as LinearRidge

from tests.shipped import subject_of

IRIS = Instance("iris", load("iris:0v1").unit_rows())
KERNELS = [(Identity(), lambda G: G), (Affine(), lambda G: 1 + G), (Squares(), lambda G: G**2)]


@pytest.mark.parametrize(("features", "kernel"), KERNELS, ids=["identity", "affine", "squares"])
def test_the_weights_and_predictions_are_those_of_scikit_learn(features: Any, kernel: Any) -> None:
    lam = Fraction(1, 2)
    with Float64().active():
        p = subject_of(IRIS, Float64(), RidgeRegression(features, lam), 0)
        alpha, predicted = p.alpha, p.predict(p.w_star)
        coefficients, K = p.w_star, p.K
    G = kernel(p.Z @ p.Z.T)
    dual = KernelRidge(alpha=float(lam), kernel="precomputed").fit(G, p.y)
    primal = LinearRidge(alpha=float(lam), fit_intercept=False, tol=1e-12).fit(p.Phi, p.y)

    np.testing.assert_allclose(K, G, atol=1e-12)
    np.testing.assert_allclose(alpha, dual.dual_coef_, atol=1e-8)
    np.testing.assert_allclose(predicted, dual.predict(G), atol=1e-8)
    np.testing.assert_allclose(coefficients, primal.coef_, atol=1e-8)


def test_descent_reaches_the_solution() -> None:
    with Float64().active():
        p = subject_of(IRIS, Float64(), RidgeRegression(Identity(), Fraction(2)), 0)
        step = RidgeDescent(Identity(), Fraction(2), Fraction(1, 256))
        state = step.start(p)
        for _ in range(4000):
            state = step.step(p, state)

    np.testing.assert_allclose(state.w, p.w_star, atol=1e-8)


@given(instances())
def test_the_exact_solutions_solve_their_systems(instance: Instance) -> None:
    num = Ball()
    for features, _ in KERNELS:
        found = solved(instance.rows, features, Fraction(1, 2))
        p = subject_of(instance, num, RidgeRegression(features), 0)

        assert p.shifted(p.alpha).tolist() == p.y.tolist()
        assert all(x == 0 for nu in p.null for x in p.times_K(nu))
        assert sum(any(nu) for nu in found.null) == min(4, p.n - fmpq_mat(p.K.tolist()).rank())
        assert all(x == 0 for x in p.predict(p.across))


def test_a_singular_system_has_no_weights() -> None:
    p = subject_of(Instance.from_json("zero", [["0"]]), Ball(), RidgeRegression(lam=Fraction(0)), 0)

    with pytest.raises(ZeroDivisionError):
        _ = p.alpha


@pytest.mark.parametrize("size", [1, 2, 5])
def test_operations_are_counted_as_they_are_made(size: int) -> None:
    """The entries of (A, I) are replaced by numbers that count the operations they take part in."""
    made = []

    class Tracked:
        def __init__(self, value: Fraction) -> None:
            self.value = value

        def operate(self, result: Fraction) -> Tracked:
            made.append(1)
            return Tracked(result)

        def __truediv__(self, other: Tracked) -> Tracked:
            return self.operate(self.value / other.value)

        def __mul__(self, other: Tracked) -> Tracked:
            return self.operate(self.value * other.value)

        def __sub__(self, other: Tracked) -> Tracked:
            return self.operate(self.value - other.value)

    counted = Counted()
    A = np.array([[fmpq(1, i + j + 1) + (i == j) for j in range(size)] for i in range(size)])
    inverse = counted.inverse(A)
    rows = np.empty((size, 2 * size), dtype=object)
    for i in range(size):
        rows[i] = [Tracked(Fraction(1, i + j + 1) + (i == j)) for j in range(size)] + [
            Tracked(Fraction(i == j)) for j in range(size)
        ]
    for k in range(size):
        pivot = rows[k, k]
        rows[k] = [x / pivot for x in rows[k]]
        for i in set(range(size)) - {k}:
            factor = rows[i, k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]

    assert counted.made == len(made) == 4 * size**3 - 2 * size**2
    assert (A @ inverse).tolist() == np.eye(size, dtype=int).tolist()
