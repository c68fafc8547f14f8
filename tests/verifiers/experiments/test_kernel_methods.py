"""Protects the kernel runs: kernel, methods, counts and certificate are those of explicit features and of theory."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.multiclass import MulticlassMomentum, MulticlassSampling
from lemmacheck.theory.books.jst.methods.multiclass import Teacher, problem_of
from lemmacheck.theory.books.jst.problems.multiclass import MulticlassProblem
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.schedules import t_over_t_plus_one
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.experiments.kernel_methods import (
    AdaptiveSampling,
    AveragedPerceptron,
    BatchPerceptron,
    Columns,
    Method,
    Pair,
    State,
    follow,
    largest_margin,
)
from lemmacheck.verifiers.experiments.pairs import Pairs
from lemmacheck.verifiers.experiments.separation import as_integers, exact_scores, leads, signed_square
from lemmacheck.verifiers.experiments.tangent_kernel import GRID, TangentKernel, at_random
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.float64 import Float64

TEACHER = Teacher(3)
ROWS = tuple(
    tuple(map(Fraction, row))
    for row in [("3/5", "4/5"), ("-1/2", "1/3"), ("1/4", "-3/4"), ("-2/3", "-1/3"), ("1", "0"), ("0", "1/2")]
)
STEPS = 40


def explicit() -> MulticlassProblem:
    """Points that are their own features, three classes of them, as theory has them."""
    return problem_of(Instance("explicit", ROWS), Float64(), Exponential(), MulticlassMomentum(labelling=TEACHER))


PROBLEM = explicit()
PAIRS = Pairs(PROBLEM.c - 1, 3)
GRAM = PROBLEM.X @ PROBLEM.X.T


SAMPLING = AdaptiveSampling("Algorithm 2", lambda t: t / (t + 1), lambda t: 1.0)


@dataclass(frozen=True)
class Overheard(AdaptiveSampling):
    """Algorithm 2, telling which pairs it drew."""

    drawn: list[Pair] = field(default_factory=list)

    def pick(self, pairs: Pairs, s: State, rng: np.random.Generator) -> Pair:
        self.drawn.append(super().pick(pairs, s, rng))
        return self.drawn[-1]


def position(pair: Pair) -> int:
    """π(i, j) − 1 for labels counted from 0."""
    i, j = pair
    return i * 2 + int(np.flatnonzero(PROBLEM.others[i] == j + 1)[0])


def gradient(x: np.ndarray, W: np.ndarray, a: np.ndarray) -> np.ndarray:
    """∇f(x) of f(x) = Σ_j a_j relu(⟨w_j, x⟩), node by node."""
    parts = [np.append(a_j * x * (w_j @ x > 0), max(w_j @ x, 0)) for w_j, a_j in zip(W, a, strict=True)]
    return np.concatenate(parts)


def small_kernel(points: Any = ((3, 1, 0), (0, 2, 5), (1, 1, 1), (4, 0, 2)), width: int = 5) -> TangentKernel:
    return at_random(np.array(points, dtype=float), width, seed=4)


def test_the_kernel_is_that_of_the_gradients() -> None:
    kernel = small_kernel()
    features = np.array([gradient(x, kernel.W, kernel.a) for x in kernel.X])
    columns = np.array([kernel.column(i) for i in range(4)])

    assert (columns == features @ features.T).all()
    assert (kernel.diagonal == columns.diagonal()).all()


def test_normalised_columns_belong_to_features_of_length_one() -> None:
    kernel = small_kernel()
    column = kernel.unit_columns()

    assert np.allclose([column(i)[i] for i in range(4)], 1)
    assert np.allclose(column(1) * np.sqrt(kernel.diagonal * kernel.diagonal[1]), kernel.column(1))


def test_weights_are_whole_multiples_of_the_grid_and_differ_by_seed() -> None:
    X = np.ones((1, 3))
    kernel = at_random(X, 1000, seed=1)

    assert np.array_equal(kernel.W, np.rint(kernel.W))
    assert abs(kernel.W.std() / GRID - 1) < 0.05
    assert (kernel.a == at_random(X, 1000, seed=1).a).all()
    assert (kernel.a != at_random(X, 1000, seed=2).a).any()


@pytest.mark.parametrize(("points", "exact"), [([[1, 2]], True), ([[0.5, 2]], False), ([[2**27, 2**27]], False)])
def test_values_are_exact_for_small_integers_alone(points: Any, exact: bool) -> None:
    assert small_kernel(points).exact is exact


def test_algorithm_2_is_the_one_on_matrices_along_the_pairs_it_drew() -> None:
    """With the sign that the printed rows miss: −U."""
    method = Overheard(SAMPLING.name, SAMPLING.beta, SAMPLING.theta)
    A = follow(method, GRAM.__getitem__, PAIRS, STEPS, seed=3).A
    index = [position(pair) for pair in method.drawn] + [0]
    written = run(MulticlassSampling(t_over_t_plus_one, index=lambda t, n: index[int(t)]), PROBLEM, STEPS)

    assert np.allclose(PROBLEM.X.T @ A, -written.U[-1])
    assert len(set(index)) > 3


def test_pairs_are_drawn_as_often_as_q_says() -> None:
    P = np.arange(18.0).reshape(6, 3) / 20
    s, rng, counts = State(P, P, P, P), np.random.default_rng(0), np.zeros((6, 3))
    for _ in range(20_000):
        counts[SAMPLING.pick(PAIRS, s, rng)] += 1

    assert np.abs(counts / 20_000 - PAIRS.weights(P)).max() < 0.01


def least(U: np.ndarray) -> Pair:
    """The pair of the least margin, margin by margin."""
    margins = {
        (i, j): (x @ U[:, c] - x @ U[:, j]) / math.sqrt(2)
        for i, (x, c) in enumerate(zip(PROBLEM.X, PAIRS.labels, strict=True))
        for j in range(3)
        if j != c
    }
    return min(margins, key=lambda pair: margins[pair])


def perceptron(eta: Callable[[int], float], radius: float) -> list[np.ndarray]:
    """U_0, U_1, …: steps along the rows of least margin, brought back into a ball."""
    path = [np.zeros((2, 3))]
    for t in range(STEPS):
        U = path[-1].copy()
        i, j = least(U)
        U[:, PAIRS.labels[i]] += eta(t) * PROBLEM.X[i] / math.sqrt(2)
        U[:, j] -= eta(t) * PROBLEM.X[i] / math.sqrt(2)
        path.append(U * min(1.0, radius / np.linalg.norm(U)))
    return path


def test_the_batch_perceptron_is_the_one_on_explicit_rows() -> None:
    A = follow(BatchPerceptron(), GRAM.__getitem__, PAIRS, STEPS, seed=0).A

    assert np.allclose(PROBLEM.X.T @ A, perceptron(lambda t: 1.0, math.inf)[-1])


def test_the_averaged_perceptron_is_the_mean_of_projected_steps() -> None:
    """γ does not see that the sum of the iterates stands for their mean."""
    A = follow(AveragedPerceptron(), GRAM.__getitem__, PAIRS, STEPS, seed=0).A

    assert np.allclose(PROBLEM.X.T @ A, sum(perceptron(lambda t: 1 / math.sqrt(t + 1), 1.0)))


@pytest.mark.parametrize("method", [BatchPerceptron(), AveragedPerceptron(), SAMPLING], ids=lambda method: method.name)
def test_the_margin_told_is_that_of_the_weights(method: Method) -> None:
    path = follow(method, GRAM.__getitem__, PAIRS, STEPS, seed=5)
    U = PROBLEM.X.T @ path.A

    assert path.t[-1] == STEPS
    assert math.isclose(path.gamma[-1], PROBLEM.gamma_m(U) / math.sqrt(2), rel_tol=1e-9)


def test_every_step_asks_for_one_column_and_each_is_new_once() -> None:
    columns = Columns(lambda i: np.zeros(7))
    counts = [(columns(i), columns.asked, columns.distinct)[1:] for i in (3, 4, 3, 3, 5)]
    path = follow(SAMPLING, GRAM.__getitem__, PAIRS, STEPS, seed=5)

    assert counts == [(7, 7), (14, 14), (21, 14), (28, 14), (35, 21)]
    assert path.asked == [6 * t for t in path.t]
    assert path.distinct[-1] <= 36


def test_algorithm_1_on_the_kernel_is_the_one_on_matrices() -> None:
    found = largest_margin(GRAM, PAIRS, STEPS)
    written = run(MulticlassMomentum(labelling=TEACHER), PROBLEM, STEPS)

    assert np.allclose(PROBLEM.X.T @ found.A, -written.U[-1])


def test_the_largest_margin_is_enclosed() -> None:
    found = largest_margin(GRAM, PAIRS, 3000)
    best = float(PROBLEM.optimum.gamma_squared[0]) ** 0.5

    assert found.gamma <= best * (1 + 1e-9)
    assert best <= found.bound * (1 + 1e-9)
    assert found.bound - found.gamma < 1e-3 * best


def separated() -> tuple[TangentKernel, Pairs, np.ndarray]:
    """Four points of three classes, and coefficients that separate them."""
    kernel, pairs = small_kernel(width=12), Pairs(np.array([0, 1, 2, 0]), 3)
    return kernel, pairs, follow(BatchPerceptron(), kernel.unit_columns(), pairs, 400, seed=0).A


def test_the_certificate_is_the_margin_of_explicit_integer_features() -> None:
    kernel, pairs, A = separated()
    features = [[int(value) for value in gradient(x, kernel.W, kernel.a)] for x in kernel.X]
    B = [[int(value) for value in row] for row in as_integers(A / np.sqrt(kernel.diagonal)[:, None])]
    U = [[sum(B[i][c] * features[i][p] for i in range(4)) for c in range(3)] for p in range(len(features[0]))]
    norm = sum(u * u for row in U for u in row)
    squares = []
    for x, label in zip(features, pairs.labels.tolist(), strict=True):
        scores = [sum(value * row[c] for value, row in zip(x, U, strict=True)) for c in range(3)]
        lead = scores[label] - max(scores[j] for j in range(3) if j != label)
        squares.append(Fraction(lead**2, 2 * sum(value**2 for value in x) * norm))
        assert lead > 0

    assert signed_square(kernel, pairs, A) == min(squares)


def test_no_positive_margin_without_separation() -> None:
    kernel, pairs, A = separated()
    twice = small_kernel([[3, 1, 0], [3, 1, 0], [1, 1, 1], [4, 0, 2]], width=12)
    wrong, opposed = signed_square(kernel, pairs, -A), signed_square(twice, pairs, A)
    scores = np.array([kernel.unit_columns()(i) for i in range(4)]) @ -A

    assert wrong is not None
    assert math.isclose(-(float(-wrong) ** 0.5), pairs.gamma(-A, scores), rel_tol=1e-4)
    assert opposed is not None
    assert opposed <= 0


def test_no_certificate_without_exact_values() -> None:
    kernel, pairs, A = separated()

    assert signed_square(small_kernel(kernel.X / 3, width=12), pairs, A) is None


def test_weights_that_cancel_have_the_margin_0() -> None:
    twice = small_kernel([[3, 1, 0], [3, 1, 0]], width=12)

    assert signed_square(twice, Pairs(np.array([0, 1]), 2), np.array([[1.0, -1.0], [-1.0, 1.0]])) == 0


def test_an_example_leads_by_what_the_largest_other_score_leaves() -> None:
    scores = np.array([[5, 1, 3], [2, 9, 4], [1, 7, 0]], dtype=object)

    assert leads(scores, Pairs(np.array([0, 1, 2]), 3)) == [2, 5, -7]


def test_scores_beyond_64_bits_are_exact() -> None:
    kernel = small_kernel([[2**14, 2**14 - 1], [2**14 - 3, 2**13 + 1]], width=3)
    B = np.array([[2**20, -(2**20) + 1], [-(2**20) + 3, 2**19 + 1]])
    K = [[int(value) for value in kernel.column(i)] for i in range(2)]
    scores = [[sum(K[i][m] * int(B[m, c]) for m in range(2)) for c in range(2)] for i in range(2)]

    assert kernel.exact
    assert exact_scores(kernel, B).tolist() == scores
    assert max(abs(score) for row in scores for score in row) > 2**53
