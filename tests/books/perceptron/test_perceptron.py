"""Protects the perceptron and its kernel form: against scikit-learn, and what ū and γ are."""

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from lemmacheck.theory.books.perceptron.algorithms.kernel_perceptron import KernelPerceptron
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron, TwoLayerPerceptron, against_the_first
from lemmacheck.theory.books.perceptron.problems.feature_maps import Linear
from lemmacheck.theory.books.perceptron.stream import members, size, wrong
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.labelled import All, tilted
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball
from sklearn.linear_model import Perceptron as Scikit

from tests.sampled import sampled
from tests.shipped import subject_of

NUM = Ball(128)
DYADIC = [
    Instance.from_json("separable", [["-1/2", "1/4"], ["-3/4", "-1/2"], ["-1/8", "1/2"], ["-1/4", "-1/8"]]),
    Instance.from_json("antipodes", [["1/2", "1/4"], ["-1/2", "-1/4"], ["1/8", "1/2"]]),
    Instance.from_json("ties", [["-1/2", "0"], ["0", "-1/2"], ["1/2", "-1/2"], ["0", "1/4"]]),
]
each_dyadic = pytest.mark.parametrize("data", DYADIC, ids=lambda data: data.name)
SMALL = [instance for instance in structured() if instance.shape != (6, 3)]


def of(algorithm: Any, data: Instance, steps: int = 12) -> Run:
    run: Run = subject_of(data, NUM, algorithm, steps)
    return run


def scikit(data: Instance, passes: int) -> Scikit:
    """scikit-learn's perceptron on the examples with labels +1, −1, …, in their order, without a bias."""
    labels = [(-1) ** i for i in range(len(data.rows))]
    X = [[float(-y * z) for z in row] for y, row in zip(labels, data.rows, strict=True)]
    return Scikit(fit_intercept=False, shuffle=False, eta0=1, tol=None, max_iter=passes).fit(X, labels)


@each_dyadic
@pytest.mark.parametrize("passes", [1, 2, 5])
def test_passes_over_the_data_give_the_weights_of_scikit_learn(data: Instance, passes: int) -> None:
    """Its loss max(0, −y⟨w, x⟩) has the slope −y at 0 too: it also updates where ⟨w, xy⟩ = 0."""
    run = of(Perceptron(), data, passes * len(data.rows))

    assert [float(Fraction(str(x))) for x in run.w[-1]] == scikit(data, passes).coef_[0].tolist()


def test_scikit_learn_predicts_the_other_label_where_the_score_is_zero() -> None:
    """ŷ = +1 where ⟨w, x⟩ = 0 here, and −1 there."""
    p = of(Perceptron(), DYADIC[0]).problem

    assert p.predict(p.zero(), p.zero()) == 1
    assert scikit(DYADIC[0], 1).predict([[0, 0]]).tolist() == [-1]


def test_the_run_on_iris_has_the_weights_of_scikit_learn_and_as_many_updates_as_the_theorem_allows() -> None:
    flowers = load("iris:0v1")
    data = Instance("iris", flowers.unit_rows())
    n = len(data.rows)
    with NUM.active():
        run = of(Perceptron(), data, 5 * n)
        centred = [float(Fraction(str(x))) for x in run.w[-1]]

        assert centred == pytest.approx(scikit(data, 5).coef_[0].tolist(), rel=1e-12)
        assert size(run)[-1] <= 1 / run.gamma[0] ** 2
        assert members(run)[-n:].sum() == 0


@each_dyadic
def test_a_prediction_is_wrong_as_often_as_it_differs_from_the_label(data: Instance) -> None:
    run = of(Perceptron(), data)

    assert set(map(int, run.y[1:])) <= {-1, 1}
    assert list(wrong(run)) == [int(a != b) for a, b in zip(run.y_hat[1:], run.y[1:], strict=True)]


def test_labels_change_the_inputs_and_the_predictions_but_not_the_weights() -> None:
    runs = [of(Perceptron(labelling=labels), DYADIC[0]) for labels in (All(1), All(-1))]

    assert (runs[0].w == runs[1].w).all()
    assert (runs[0].problem.X == -runs[1].problem.X).all()
    assert list(wrong(runs[0])) != list(wrong(runs[1]))


def test_a_start_against_the_first_example_takes_more_mistakes_than_the_theorem_allows_from_zero() -> None:
    run = of(Perceptron(first=against_the_first), Instance.from_json("one", [["-1"]]))

    assert size(run)[-1] == 4
    assert run.gamma[0] == 1


@pytest.mark.parametrize("data", sampled(SMALL, 9), ids=lambda data: data.name)
def test_u_bar_is_a_unit_vector_that_separates_separable_data(data: Instance) -> None:
    with NUM.active():
        best, other = (of(Perceptron(separator=v), data, 0) for v in (of_best, tilted))
        if data.optimum.separable:
            assert best.gamma[0] ** 2 == fmpq(*data.optimum.gamma_squared.as_integer_ratio())
            assert best.squared(best.u_bar)[0] == other.squared(other.u_bar)[0] == 1
            assert 0 < other.gamma[0] <= best.gamma[0]
        else:
            assert [*best.u_bar[0], *other.u_bar[0], best.gamma[0], other.gamma[0]] == [0] * (2 * data.shape[1] + 2)


def of_best(p: Any) -> Any:
    """The default."""
    return Perceptron().separator(p)


@pytest.mark.parametrize("data", sampled(SMALL, 9), ids=lambda data: data.name)
def test_the_linear_kernel_gives_the_perceptron_itself(data: Instance) -> None:
    kernelized, plain = of(KernelPerceptron(Linear()), data), of(Perceptron(), data)
    p = plain.problem

    assert (((kernelized.c * p.labels)[..., None] * p.X).sum(-2) == plain.w).all()


def test_the_two_layer_model_starts_as_the_perceptron_does_and_is_a_product() -> None:
    run = of(TwoLayerPerceptron(), DYADIC[2])
    for t in range(run.steps):
        a, v = run.w[t][0], run.w[t][1:]
        j = t % 4

        assert run.f[t + 1] == a * (v @ run.problem.X[j])
        assert list(run.gradient[t + 1]) == [v @ run.problem.X[j], *(a * run.problem.X[j])]
    assert list(run.w[1][1:]) == list(run.problem.examples[0])
