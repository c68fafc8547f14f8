"""The accelerated AdaBoosts against what they are in special cases, and on bundled data."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import AcceleratedAdaBoost, PlainAdaBoost
from lemmacheck.theory.books.post.algorithms.coordinate_boosting import CoordinateBoosting
from lemmacheck.theory.books.post.algorithms.dual_adaboost import CoolingAdaBoost, DualAdaBoost, PowerAdaBoost
from lemmacheck.theory.books.post.problems.votes import HalfSquare, SoftMax
from lemmacheck.theory.books.post.problems.weak_learners import given
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.instance import Instance, Row
from lemmacheck.verifiers.numbers.float64 import Float64
from scipy import optimize, special

from tests.sampled import sampled
from tests.shipped import subject_of

NUM = Float64()
ROWS = ("-3/5 -4/5 1/3", "-4/5 3/5 -1/7", "-1/2 -1/2 1/5", "-2/5 1/9 0")
DATA = Instance("four", tuple(tuple(Fraction(x) for x in row.split()) for row in ROWS))
NARROW = Instance("narrow", tuple(row[:1] for row in DATA.rows))


def scaled(name: str) -> Instance:
    """Bundled data over their largest entry."""
    rows: list[Row] = [tuple(row) for row in load(name).rows()]
    largest = max(abs(x) for row in rows for x in row)
    return Instance(name, tuple(tuple(x / largest for x in row) for row in rows))


def ran(data: Instance, algorithm: Any, steps: int) -> Run:
    with NUM.active():
        found: Run = subject_of(data, NUM, algorithm, steps)
    return found


def share(data: Instance, algorithm: Any, steps: int) -> np.ndarray:
    """γ₁(w_t)/γ̄₁ for t = 1, …, T."""
    run = ran(data, algorithm, steps)
    shares: np.ndarray = run.margin(run.w[1:]) / run.optimum.gamma
    return shares


def test_with_one_column_it_is_algorithm_1() -> None:
    ours, theirs = ran(NARROW, AcceleratedAdaBoost(learners=given), 40), ran(NARROW, PrimalMomentum(), 40)

    assert np.abs(ours.w - theirs.w).max() < 1e-9


@pytest.mark.parametrize("data", [DATA, scaled("iris:0v1")], ids=lambda data: data.name)
def test_without_momentum_it_is_adaboost(data: Instance) -> None:
    ours, theirs = ran(data, PlainAdaBoost(learners=given), 30), ran(data, CoordinateBoosting(), 30)

    assert np.abs(ours.w - theirs.w).max() < 1e-9


def test_with_the_euclidean_norm_the_dual_method_is_that_of_the_paper() -> None:
    ours = ran(DATA, PowerAdaBoost(learners=given, potential=HalfSquare(0)), 40)
    theirs = ran(DATA, DualNesterov(), 40)

    assert np.abs(ours.w - theirs.w).max() < 1e-9
    assert np.abs(ours.mu - theirs.mu).max() < 1e-12


@pytest.mark.parametrize("potential", [SoftMax(), HalfSquare(0), HalfSquare(), HalfSquare(2)], ids=repr)
def test_a_vote_is_the_gradient_of_its_potential(potential: Any) -> None:
    p = ran(DATA, DualAdaBoost(learners=given), 1).problem
    for x in (np.array([0.3, -0.2, 0.5]), np.array([0.0, 0.1, -0.1])):
        slope = optimize.approx_fprime(x, lambda y: float(potential.value(p, y)), 1e-7)

        assert np.abs(potential.vote(p, x) - slope).max() < 1e-5


def test_the_soft_maximum_is_a_log_sum_exp_of_both_signs() -> None:
    p, x, s = ran(DATA, DualAdaBoost(learners=given), 1).problem, np.array([0.3, -0.2, 0.5]), 0.25
    expected = s * (special.logsumexp(np.concatenate([x, -x]) / s) - np.log(6))

    assert float(SoftMax().value(p, x)) == pytest.approx(expected, abs=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(["digits:1v7", "digits:0v1"], 1))
def test_on_digits_the_method_as_printed_falls_back_and_the_mended_one_does_not(name: str) -> None:
    data = scaled(name)
    printed = share(data, AcceleratedAdaBoost(), 5000)
    mended = share(data, CoolingAdaBoost(), 5000)
    plain = share(data, PlainAdaBoost(), 5000)

    assert printed[:400].max() > 0.9
    assert printed[-1] < 0.5
    assert mended[-1] > 0.99
    assert 0.97 < plain[-1] < mended[-1]


def test_on_iris_the_method_as_printed_is_the_fastest() -> None:
    data = scaled("iris:0v1")
    printed, mended, plain = (share(data, method, 2000)[-1] for method in METHODS)

    assert 1 - printed < (1 - mended) / 10 < (1 - plain) / 10


METHODS = (AcceleratedAdaBoost(), CoolingAdaBoost(), PlainAdaBoost())
