"""Protects SGD on all paths: against scikit-learn on one path, against plain sampling, and what its laws of v_t are."""

from fractions import Fraction
from itertools import product
from math import log, sqrt
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from lemmacheck.theory.books.lecture.algorithms.mean_squares import MeanSquares, constant
from lemmacheck.theory.books.lecture.algorithms.neighbours import Neighbours
from lemmacheck.theory.books.lecture.algorithms.sgd import SGD, Coin, LoudSGD, Remembering, RiskSGD
from lemmacheck.theory.books.lecture.methods.objectives import Diagonal
from lemmacheck.theory.books.lecture.problems.examples import ABSOLUTE, HINGE, Sample, margins, scattered
from lemmacheck.theory.books.lecture.problems.quadratics import Example2
from lemmacheck.theory.books.lecture.sec2_sgd import expected_error, given_point, histories, past_means, slopes
from lemmacheck.theory.books.lecture.sec3_sgd_on_the_risk import stable
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.decide.ladder import least_truth
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS
from lemmacheck.verifiers.numbers.float64 import Float64
from scipy.optimize import linprog
from sklearn.linear_model import SGDRegressor

from tests.literal.convex_functions import Quadratic
from tests.literal.lectures import Lecture
from tests.sampled import sampled
from tests.shipped import subject_of

NUM = Ball(128)
THREE = Instance.from_json("three", [["-1/2", "1/4"], ["-3/4", "-1/2"], ["1/8", "1/2"]])
ONE = Instance.from_json("one", [["-1"]])
SMALL = [instance for instance in structured() if instance.shape[0] <= 4]
IRIS = Instance("iris", load("iris:0v1").unit_rows())
KINKED = [Sample(ABSOLUTE, scattered), Sample(HINGE, margins), Sample(ABSOLUTE, scattered, uneven=True)]
each_kinked = pytest.mark.parametrize("family", KINKED, ids=["absolute", "hinge", "absolute, uneven"])


def of(algorithm: Any, data: Instance, steps: int = 4) -> Run:
    run: Run = subject_of(data, NUM, algorithm, steps)
    return run


def floats(x: Any) -> np.ndarray:
    return np.asarray(fractions(x), dtype=float)


def fractions(x: Any) -> Any:
    return np.vectorize(lambda value: Fraction(str(value)), otypes=[object])(np.asarray(x, dtype=object))


@pytest.mark.parametrize("algorithm", [SGD(), RiskSGD(), SGD(law=Coin()), SGD(law=Remembering()), LoudSGD()])
def test_the_probabilities_of_all_paths_add_up_to_one_at_every_step(algorithm: Any) -> None:
    run = of(algorithm, THREE)
    for t in range(run.steps + 1):
        assert histories(run, run.chance[t], t).sum() == 1
        assert (run.odds[t].sum(-1) == 1).all()


def test_a_path_is_that_of_scikit_learn_with_one_example_at_a_time() -> None:
    run = of(SGD(Sample(ABSOLUTE, scattered)), THREE)
    f: Any = run.problem
    X, y, first = floats(f.Z), floats(f.y), floats(f.first)
    for path, ours in zip(product(range(3), repeat=4), floats(run.w[-1]), strict=True):
        model = SGDRegressor("epsilon_insensitive", epsilon=0, penalty=None, fit_intercept=False)
        model.set_params(learning_rate="constant", eta0=float(Fraction(str(run.algorithm.eta))))
        model.partial_fit(X[:1], X[:1] @ np.zeros(2))
        model.coef_ = first.copy()
        for i in path:
            model.partial_fit(X[i : i + 1], y[i : i + 1])

        assert model.coef_ == pytest.approx(ours, abs=1e-12)


@each_kinked
@pytest.mark.parametrize("data", sampled(SMALL, 12), ids=lambda data: data.name)
def test_the_minimiser_is_as_good_as_that_of_a_linear_programme(family: Sample, data: Instance) -> None:
    """min Σ D_i s_i subject to s_i ≥ high(⟨z_i, w⟩ − y_i) and s_i ≥ low(⟨z_i, w⟩ − y_i)."""
    f = LIBRARY.methods[Sample].problem_of(data, Float64(), None, family)  # type: ignore[misc]
    rows = [np.hstack([slope * f.Z, -np.eye(f.n)]) for slope in (f.phi.low, f.phi.high)]
    right = [slope * f.y for slope in (f.phi.low, f.phi.high)]
    found = linprog(
        np.concatenate([np.zeros(f.d), f.share]), np.vstack(rows), np.concatenate(right), bounds=(None, None)
    )

    assert f.value(f.best) == pytest.approx(found.fun, abs=1e-9)
    assert np.linalg.norm(f.best - f.first) == pytest.approx(2)


def errors_of_paths(f: Any, eta: float, steps: int, paths: int, seed: int) -> np.ndarray:
    """f(w̄) on paths that draw one example a step, by plain NumPy; |·| has the slope 1 at 0."""
    rng, w = np.random.default_rng(seed), np.tile(f.first, (paths, 1))
    total = np.zeros_like(w)
    for _ in range(steps):
        total += w
        i = rng.integers(f.n, size=paths)
        u = (f.Z[i] * w).sum(1) - f.y[i]
        w = w - eta * np.where(u >= 0, 1.0, -1.0)[:, None] * f.Z[i]
    return np.asarray(np.abs(total / steps @ f.Z.T - f.y).mean(1))


def deviation(width: float, paths: int) -> float:
    """What a mean of so many numbers from an interval exceeds with probability 10⁻⁹ at most, by Hoeffding."""
    return width * sqrt(log(1e9) / (2 * paths))


def test_the_exact_expectation_is_where_sampled_paths_say() -> None:
    """|f(w̄) − f(w_1)| ≤ ρ‖w̄ − w_1‖ ≤ Bρ(T − 1)/(2√T)."""
    family, steps, paths = Sample(ABSOLUTE, scattered), 4, 20_000
    run = of(SGD(family), THREE, steps)
    f = LIBRARY.methods[Sample].problem_of(THREE, Float64(), None, family)  # type: ignore[misc]
    mean = errors_of_paths(f, float(Fraction(str(run.algorithm.eta))), steps, paths, seed=1).mean()
    exact = float(fractions(expected_error(run))) + f.value(f.best)

    assert mean == pytest.approx(exact, abs=2 * deviation(2 * f.rho * (steps - 1) / sqrt(steps), paths))


def test_of_more_examples_than_four_a_block_is_drawn_as_likely_as_it_is_large() -> None:
    f: Any = of(RiskSGD(), IRIS, 1).problem
    blocks = f.blocks()

    assert blocks.shape == (4, 100)
    assert (blocks.sum(0) == 1).all()
    assert (blocks.sum(1) == 25).all()


def test_a_coin_that_remembers_is_unbiased_given_the_point_and_not_given_the_past() -> None:
    """In the third step alone: after + and −, and after − and +, w_3 is the same."""
    run = of(SGD(Sample(ABSOLUTE), Remembering()), ONE)
    means, wanted = past_means(run), slopes(run)
    given = [given_point(run, mean, t) for t, mean in enumerate(means)]

    assert [bool((a == b).all()) for a, b in zip(given, wanted, strict=True)] == [True, True, True, True]
    assert [bool((a == b).all()) for a, b in zip(means, wanted, strict=True)] == [True, True, False, True]
    assert run.w[2][::4, 0].tolist()[1] == run.w[2][::4, 0].tolist()[2]


def test_mean_squares_are_those_of_all_paths_of_a_coin() -> None:
    """E(w_t − w*)² on a line, over all signs of ξ_1, …, ξ_5."""
    data = Instance.from_json("line", [["1/3"]])
    f = Quadratic(Lecture(data.rows, 5, {"matrix": "Diagonal", "matrix.kappa": 9}))
    curve, best = f.A[0][0], f.solution()[0]
    run = of(MeanSquares(Example2(Diagonal(9)), eta=half), data, 5)
    squares = []
    for signs in product((-1, 1), repeat=5):
        w = [Fraction(0)]
        for sign in signs:
            w.append(w[-1] - Fraction(1, 2) * (curve * (w[-1] - best) + sign))
        squares.append([(x - best) ** 2 for x in w])

    mean = [sum(column, Fraction(0)) / 32 for column in zip(*squares, strict=True)]

    assert fractions(run.m)[:, 0].tolist() == mean
    assert run.m[0, 0] == of(MeanSquares(Example2(Diagonal(9)), constant), data).m[0, 0]


def half(f: Any, t: Any) -> Any:
    """1/2."""
    return fmpq(1, 2)


def test_without_smoothness_a_shared_draw_can_part_the_two_runs() -> None:
    """‖w_t − w'_t‖ ≤ 2ηρN_t holds for Huber's loss, and fails for the absolute loss."""
    data = Instance.from_json("two and one", [["-1/2", "3/4"], ["-7/8", "-1/4"], ["-9/10", "-1/5"]])
    smooth, kinked = (stable(of(Neighbours(Sample(*phi)), data))[0] for phi in ((), (ABSOLUTE,)))

    assert least_truth((smooth,)) == HOLDS
    assert least_truth((kinked,)) == FAILS
