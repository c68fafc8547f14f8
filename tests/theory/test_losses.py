"""Protects ψ and ∇ψ where floats are strained: large scores overflow nowhere, and shifting changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from theory.algorithms import NormalizedGD
from theory.losses import Exponential
from theory.problem import Problem
from theory.run import run
from verifiers.arithmetics.float64 import Float64


@pytest.mark.parametrize("size", [1.0, 1e3, 1e5, 1e300])
def test_psi_of_large_scores_is_finite_and_at_the_largest(size: float) -> None:
    psi = Exponential().psi(Float64(), np.array([size, -size, 0.0]))

    assert psi == pytest.approx(size, abs=1.0)


@pytest.mark.parametrize("size", [50.0, 1e3, 1e5, 1e300])
def test_the_soft_max_of_large_scores_is_their_largest(size: float) -> None:
    q = Exponential().psi_gradient(Float64(), np.array([size, -size, 0.0]))

    assert q.tolist() == pytest.approx([1.0, 0.0, 0.0])


def test_the_soft_max_of_very_negative_scores_is_on_the_simplex() -> None:
    q = Exponential().psi_gradient(Float64(), np.array([-1e5, -1e5, -1e5 - 1]))

    assert q.sum() == pytest.approx(1.0)
    assert q[0] == pytest.approx(1 / (2 + np.exp(-1)))


def test_a_long_normalised_descent_outlives_its_risk() -> None:
    num = Float64()
    with num.active():
        problem = Problem(num.array([[-1]]), num, None)  # type: ignore[arg-type]
        long = run(NormalizedGD(), problem, 2000)

    assert long.risk(long.w)[-1] == 0.0
    assert long.w[-1].tolist() == [2000.0]
