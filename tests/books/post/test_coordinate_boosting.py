"""Protects AdaBoost over coordinates: against AdaBoost by its weights, and where it ends."""

from typing import Any, Self

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from lemmacheck.theory.books.post.algorithms.coordinate_boosting import (
    BoostingThreeColumns,
    CoordinateBoosting,
    PotentialBoosting,
)
from lemmacheck.theory.books.post.methods.coordinate_boosting import kinds, problem_of
from lemmacheck.theory.books.post.problems.coordinates import between, first, last
from lemmacheck.theory.books.post.problems.potentials import Box, LogCosh, Square
from lemmacheck.theory.core.run import Run, run
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.monomial import as_ball
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import AdaBoostClassifier

from tests.shipped import subject_of

IRIS = Instance("iris", load("iris:0v1").unit_rows())
TIES = Instance.from_json("ties", [["-1/2", "0", "1/2", "-1/3"], ["-1/2", "0", "1/2", "1/2"]])
SEPARATED_BY_A_CYCLE = Instance.from_json("cycle", [["0", "1"], ["1/3", "-1"]])
VOTES = np.random.default_rng(3).choice([-1, 1], size=(30, 7))
RUDIN = np.array(
    [
        [-1, 1, 1, 1, 1, -1, -1, 1],
        [-1, 1, 1, -1, -1, 1, 1, 1],
        [1, -1, 1, 1, 1, -1, 1, 1],
        [1, -1, 1, 1, -1, 1, 1, 1],
        [1, -1, 1, -1, 1, 1, 1, -1],
        [1, 1, -1, 1, 1, 1, 1, -1],
        [1, 1, -1, 1, 1, 1, -1, 1],
        [1, 1, 1, 1, -1, -1, 1, -1],
    ]
)


def of(rows: np.ndarray) -> Instance:
    """The instance whose coordinates are these votes: row i is right where an entry is 1."""
    return Instance.from_json("votes", [[str(-x) for x in row] for row in rows])


def in_floats(instance: Instance, algorithm: Any, steps: int) -> Run:
    num = Float64()
    with num.active():
        return run(algorithm, problem_of(instance, num, Exponential(), algorithm), steps)


def test_columns_that_agree_up_to_sign_are_of_one_kind() -> None:
    rows = Instance.from_json("kinds", [["1", "-1", "0", "1/2", "0"], ["2", "-2", "0", "1", "0"]]).rows

    assert kinds(rows) == ((1, 0, 1, 1, 0), (0, 1, 0, 1, 1))


@pytest.mark.parametrize(
    ("vertex", "u"),
    [(first, [fmpq(1, 2), 0, 0, 0]), (last, [0, 0, fmpq(-1, 2), 0]), (between, [fmpq(1, 3), 0, fmpq(-1, 6), 0])],
)
def test_ties_are_broken_as_the_rule_says(vertex: Any, u: list[Any]) -> None:
    with Ball(128).active():
        assert list(subject_of(TIES, Ball(128), CoordinateBoosting(vertex=vertex), 1).u[0]) == u


def test_ties_of_equal_columns_stay_decided() -> None:
    with Ball(256).active():
        found = subject_of(TIES, Ball(256), CoordinateBoosting(vertex=last), 40)

    assert all(x.is_finite() for w in found.w for x in map(arb, w))
    assert list(found.w[:, 0]) == [0] * 41


def by_weights(votes: np.ndarray, steps: int) -> np.ndarray:
    """AdaBoost as boosting papers have it: D_{t+1}(i) ∝ D_t(i) exp(−α_t vote_i), α_t = ½ ln((1 − ε_t)/ε_t)."""
    n, d = votes.shape
    D, w = np.full(n, 1 / n), np.zeros(d)
    for _ in range(steps):
        errors = np.array([[D[votes[:, k] != sign].sum() for sign in (1, -1)] for k in range(d)])
        k, side = np.unravel_index(np.argmin(np.round(errors, 12)), errors.shape)
        alpha = np.log((1 - errors[k, side]) / errors[k, side]) / 2
        w[k] += (1 - 2 * side) * alpha
        D *= np.exp(-(1 - 2 * side) * alpha * votes[:, k])
        D /= D.sum()
    return w


def test_with_ln_cosh_it_is_the_adaboost_of_voting_learners() -> None:
    found = in_floats(of(VOTES), PotentialBoosting(phi=LogCosh()), 50)

    for steps in (1, 2, 10, 50):
        assert found.w[steps] == pytest.approx(by_weights(VOTES, steps), abs=1e-9)


class BestColumn(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Predicts by the column, or its negative, with the least weighted error."""

    def fit(self, X: np.ndarray, y: np.ndarray, sample_weight: np.ndarray) -> Self:
        self.classes_ = np.array([-1, 1])
        edges = X.T @ (y * sample_weight)
        self.k_ = int(np.argmax(np.round(np.abs(edges), 12)))
        self.sign_ = 1 if edges[self.k_] >= 0 else -1
        return self

    def predict(self, X: np.ndarray) -> np.ndarray:
        return self.sign_ * X[:, self.k_]


def test_scikit_learn_gives_each_column_twice_the_step_of_ln_cosh_and_not_that_of_the_post() -> None:
    ensemble = AdaBoostClassifier(BestColumn(), n_estimators=20, random_state=0)
    ensemble.fit(VOTES, np.where(np.arange(len(VOTES)) % 2, 1, -1))
    signs = np.where(np.arange(len(VOTES)) % 2, 1, -1)[:, None]
    w = np.zeros(VOTES.shape[1])
    for learner, weight in zip(ensemble.estimators_, ensemble.estimator_weights_, strict=True):
        w[learner.k_] += learner.sign_ * weight / 2

    its_own = in_floats(of(VOTES * signs), PotentialBoosting(phi=LogCosh()), 20).w[20]
    the_posts = in_floats(of(VOTES * signs), CoordinateBoosting(), 20).w[20]

    assert w == pytest.approx(its_own, abs=1e-9)
    assert np.abs(w - the_posts).max() > 1e-3


@pytest.mark.slow
def test_with_ln_cosh_it_need_not_maximise_the_margin() -> None:
    """The 8 × 8 example of Rudin, Daubechies and Schapire (2004): AdaBoost ends at 1/3, the best margin is 3/8."""
    found = in_floats(of(RUDIN), PotentialBoosting(phi=LogCosh()), 3000)
    short = in_floats(of(RUDIN), PotentialBoosting(Constant(1, 2), phi=LogCosh()), 3000)

    assert float(found.optimum.gamma[0]) == 3 / 8
    assert found.margin(found.w[-1]) == pytest.approx(1 / 3, abs=1e-3)
    assert short.margin(short.w[-1]) == pytest.approx(3 / 8, abs=1e-3)


def test_constant_steps_can_return_to_the_same_w_for_ever_without_separating_the_data() -> None:
    """For φ = 0 on [−1, 1] and rational data w_t is rational, and a_t depends on w_t alone."""
    with Ball(256).active():
        found = subject_of(SEPARATED_BY_A_CYCLE, Ball(256), PotentialBoosting(phi=Box()), 9)
        margins = [found.margin(w) for w in found.w]

    assert found.optimum.gamma[0] == fmpq(1, 7)
    assert [list(w) for w in found.w[3:]] == [list(w) for w in found.w[1:-2]]
    assert all(margin <= 0 for margin in margins)


def moved(delta: arb) -> tuple[int, arb, arb]:
    """One step on the three columns for Δ = (Zw)_1 − (Zw)_2: the column, its edge, and an enclosure of the next Δ.

    With a = 1/(1 + e^{−Δ}), x_k = −(a z_1k + (1 − a) z_2k) has the derivative −a(1 − a)(z_1k − z_2k).
    """
    top, bottom = BoostingThreeColumns.rows
    rows = [[fmpq(x.numerator, x.denominator) for x in row] for row in (top, bottom)]

    def edges(at: arb) -> list[arb]:
        a = 1 / (1 + (-at).exp())
        return [-(a * z + (1 - a) * y) for z, y in zip(*rows, strict=True)]

    wide, middle = edges(delta), arb(delta.mid())
    k = next(k for k in range(3) if all(j == k or abs(wide[k]) > abs(wide[j]) for j in range(3)))
    gap, a = rows[0][k] - rows[1][k], 1 / (1 + (-delta).exp())
    centre = middle + gap * edges(middle)[k]
    return k, wide[k], centre + (1 - gap**2 * a * (1 - a)) * (delta - middle)


def test_on_the_three_columns_the_margin_stays_below_the_best_for_ever() -> None:
    """An interval of Δ on which two steps take the first column and then the third leads into itself: from then on they
    alternate, and the margin tends to that of the two steps together, below 10/11 of the best."""
    with ctx.workprec(200):
        found = subject_of(TIES, Ball(200), BoostingThreeColumns(), 60)
        scores = found.scores(found.w[60])
        near = arb(scores[0] - scores[1])
        trap = arb(near.mid(), 1e-6)
        k, one, after = moved(trap)
        j, third, back = moved(after)
        (a, _, c), (p, _, r) = [[fmpq(x.numerator, x.denominator) for x in row] for row in BoostingThreeColumns.rows]
        margins = [-(z * one + y * third) / (abs(one) + abs(third)) for z, y in ((a, c), (p, r))]

    assert (k, j) == (0, 2)
    assert trap.contains(near)
    assert trap.contains(back)
    assert any(margin < fmpq(10, 11) * fmpq(2, 7) for margin in margins)


@pytest.mark.slow
def test_small_steps_come_closer_to_the_best_margin_there() -> None:
    three = Instance("three", BoostingThreeColumns.rows)
    ends = []
    for parts in (1, 4, 16):
        found = in_floats(three, CoordinateBoosting(Constant(1, parts)), 6000)
        ends.append(float(1 - found.margin(found.w[-1]) / found.optimum.gamma[0]))

    assert ends[0] > 0.09
    assert ends[1] < 0.01
    assert ends[2] < 0.01


def test_the_general_method_with_the_square_is_the_special_one() -> None:
    special, general = (in_floats(IRIS, kind(phi) if phi else kind(), 30) for kind, phi in PAIRS)

    assert np.array_equal(special.w, general.w)


PAIRS: list[tuple[Any, Any]] = [(CoordinateBoosting, None), (lambda phi: PotentialBoosting(phi=phi), Square())]


def test_floats_and_balls_agree_for_every_usual_choice() -> None:
    for kind in (CoordinateBoosting, PotentialBoosting):
        for label, algorithm in LIBRARY.methods[kind].usual.items():
            floats = in_floats(TIES, algorithm, 12)
            with Ball(128).active():
                exact = subject_of(TIES, Ball(128), algorithm, 12)
                middle = [[float(as_ball(x).mid()) for x in w] for w in exact.w]
            assert floats.w == pytest.approx(np.array(middle), abs=1e-9), label
