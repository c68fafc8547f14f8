"""Protects boosting: scikit-learn's AdaBoost makes the same rounds; γ, VC dimensions and samples are as computed."""

from fractions import Fraction
from itertools import product
from math import log
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost, largest_error
from lemmacheck.theory.books.lecture.algorithms.unreliable_boosting import SampledBoosting, UnreliableBoosting
from lemmacheck.theory.books.lecture.methods.boosting import problem_of
from lemmacheck.theory.books.lecture.methods.weak_learning import Written, half_plane
from lemmacheck.theory.books.lecture.problems.hypothesis_classes import Axes, Constants, OneMistake, Stumps
from lemmacheck.theory.books.lecture.problems.samples import samples, ways
from lemmacheck.theory.books.lecture.problems.shattering import dimension, patterns, weights
from lemmacheck.theory.books.lecture.rounds import losses_until, training_error
from lemmacheck.theory.core.run import run
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from scipy.optimize import linprog
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from tests.sampled import sampled
from tests.shipped import configurations, subject_of

NUM = Ball(128)
SMALL = [instance for instance in structured() if instance.shape in {(2, 1), (3, 2), (4, 3)}]
CLASSES = [OneMistake(), Axes(), Stumps(), Constants()]


def problem(instance: Instance, hypotheses: Any) -> Any:
    return problem_of(instance, NUM, None, AdaBoost(hypotheses=hypotheses))


def bundled() -> tuple[np.ndarray, np.ndarray, Instance]:
    """Two species of iris as inputs, labels ±1, and the rows −y_i x_i in exact numbers."""
    data = load("iris:1v2")
    rows = tuple(
        tuple(-Fraction(float(y)) * Fraction(float(x)) for x in xs) for xs, y in zip(data.X, data.y, strict=True)
    )
    return data.X, data.y, Instance("iris", rows)


def test_on_bundled_data_the_rounds_are_those_of_scikit_learn() -> None:
    """The stumps are theirs, of the least Gini impurity; SAMME's α is log((1−ε)/ε) for two classes, twice ours."""
    X, y, instance = bundled()
    theirs = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=8).fit(X, y)
    votes = np.array([stump.predict(X) for stump in theirs.estimators_]).T
    algorithm = AdaBoost(
        learner=lambda p, t, D: np.eye(8)[int(t - 1) % 8],
        hypotheses=lambda num, X, y: votes,
        labelling=Written(tuple(map(int, y))),
    )
    with Float64().active():
        ours = run(algorithm, problem_of(instance, Float64(), None, algorithm), 8)

    assert ours.eps[:-1] == pytest.approx(theirs.estimator_errors_, rel=1e-9)
    assert 2 * ours.alpha[:-1] == pytest.approx(theirs.estimator_weights_, rel=1e-9)
    assert list(training_error(ours)[1:]) == pytest.approx([1 - score for score in theirs.staged_score(X, y)])


def test_on_bundled_data_a_first_stump_of_the_least_error_is_found() -> None:
    """Against all thresholds between neighbouring values, by a loop."""
    X, y, instance = bundled()
    algorithm = AdaBoost(hypotheses=Stumps(), labelling=Written(tuple(map(int, y))))
    with Float64().active():
        found = run(algorithm, problem_of(instance, Float64(), None, algorithm), 1)
    errors = [np.mean(np.where(x >= cut, 1, -1) != y) for x in X.T for cut in x]

    assert found.eps[0] == pytest.approx(min(*errors, *(1 - e for e in errors)))


def test_the_first_rounds_with_one_mistake_each_are_worked_by_hand() -> None:
    with NUM.active():
        found = subject_of(Instance.from_json("three", [["1"]] * 3), NUM, AdaBoost(), 3)

        assert [str(e) for e in found.eps] == ["1/3", "1/4", "1/6", "1/5"]
        assert [[str(x) for x in D] for D in found.D[1:3]] == [["1/2", "1/4", "1/4"], ["1/3", "1/2", "1/6"]]
        assert [str(x) for x in training_error(found)] == ["1", "1/3", "1/3", "0"]


@pytest.mark.parametrize("hypotheses", CLASSES, ids=lambda h: type(h).__name__)
@pytest.mark.parametrize("instance", sampled(SMALL, 12), ids=lambda instance: instance.name)
def test_the_advantage_is_half_the_value_of_the_game(instance: Instance, hypotheses: Any) -> None:
    with NUM.active():
        p = problem(instance, hypotheses)
        right = 1 - 2 * np.array([[float(x.p) / float(x.q) for x in row] for row in p.wrong])
        gamma, D = float(str(p.gamma[0].p)) / float(str(p.gamma[0].q)), p.hardest[0]

        assert max(1 - 2 * e for e in p.errors(D)) == 2 * p.gamma[0]
    n, m = right.shape
    least = linprog([0] * n + [1], A_ub=np.c_[right.T, -np.ones(m)], b_ub=np.zeros(m), A_eq=[[1] * n + [0]], b_eq=[1],
                    bounds=[(0, None)] * n + [(None, None)])  # fmt: skip
    assert 2 * gamma == pytest.approx(least.fun, abs=1e-9)


def test_stumps_are_all_thresholds_both_ways_and_constants() -> None:
    with NUM.active():
        p = problem(Instance.from_json("line", [["-1"], ["2"], ["-3"]]), Stumps())
        found = {tuple(int(x) for x in column) for column in p.votes.T}

    assert [int(x) for x in p.X[:, 0]] == [1, 2, 3]
    assert found == {(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (-1, -1, -1), (1, -1, -1), (1, 1, -1)}


@pytest.mark.parametrize("T", [1, 2, 3])
def test_small_integers_show_every_pattern_of_a_combination(T: int) -> None:
    """Against 20000 drawn real α, and all α from a larger grid, where sums are 0."""
    cube = np.array(list(product((-1, 1), repeat=T))).T

    def shown(alpha: np.ndarray) -> set[tuple[int, ...]]:
        return set(map(tuple, np.where(alpha @ cube >= 0, 1, -1).tolist()))

    drawn = np.random.default_rng(1).normal(size=(20_000, T))
    grid = np.array(list(product(range(-5, 6), repeat=T)))

    assert shown(drawn) | shown(grid) == shown(weights(T))


def test_vc_dimensions_of_known_classes() -> None:
    thresholds = frozenset(tuple(1 if i >= k else -1 for i in range(4)) for k in range(5))
    everything = frozenset(product((-1, 1), repeat=3))

    assert dimension(thresholds) == 1
    assert dimension(patterns(thresholds, 1)) == 2
    assert dimension(patterns(thresholds, 2)) == 2  # a sum is s at one end and −s at the other, so never −, +, −
    assert dimension(everything) == 3
    assert dimension(frozenset({(1, 1)})) == 0


@pytest.mark.parametrize(("size", "N"), [(1, 1), (4, 2), (5, 3)])
def test_samples_are_counted_as_often_as_they_are_drawn(size: int, N: int) -> None:
    drawn = [tuple(draw.count(i) for i in range(N)) for draw in product(range(N), repeat=size)]

    assert {c: ways(c) for c in samples(size, N)} == {c: drawn.count(c) for c in set(drawn)}


def test_the_chances_of_samples_and_of_paths_sum_to_one() -> None:
    instance = SMALL[-1]
    with NUM.active():
        p = problem(instance, OneMistake())
        paths: Any = run(UnreliableBoosting(), p, 3)

        assert SampledBoosting(size=5).chances(p).sum() == 1
        assert paths.chance[-1].sum() == 1
        assert len(paths.chance[-1]) == 8


def test_a_path_on_which_the_learner_never_fails_is_the_run_without_failures() -> None:
    with NUM.active():
        p = problem(SMALL[-1], OneMistake())
        paths: Any = run(UnreliableBoosting(largest_error), p, 3)
        plain = run(AdaBoost(largest_error), p, 3)

        assert (paths.D[:, 0] == plain.D).all()
        assert (paths.eps[:, 0] == plain.eps).all()


def test_votes_are_compared_by_an_exact_exponential() -> None:
    """e^{−y_i H(x_i)} as a product of roots, against α_t h_t summed in floats."""
    with NUM.active():
        found = subject_of(half_plane(), NUM, next(iter(configurations(AdaBoost).values())), 6)
        exact = np.array([[float(x.ball().mid()) if hasattr(x, "ball") else float(x.p) / float(x.q) for x in row]
                          for row in losses_until(found)])  # fmt: skip
        eps = [float(e.p) / float(e.q) for e in found.eps]
        agree = np.array([[int(y * v) for y, v in zip(found.labels, h, strict=True)] for h in found.h])
    alpha = np.array([log((1 - e) / e) / 2 for e in eps])
    summed = np.exp(-np.cumsum(alpha[:-1, None] * agree[:-1], axis=0))

    assert exact[1:] == pytest.approx(summed, rel=1e-12)
