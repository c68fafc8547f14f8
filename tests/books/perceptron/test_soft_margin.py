"""Protects the support vector machines: exact against scikit-learn and against the conditions of optimality."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from lemmacheck.theory.books.perceptron.algorithms.soft_margin_descent import SoftMarginDescent
from lemmacheck.theory.books.perceptron.problems.soft_margin import SoftMargin, hard_solution
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.strategies import instances
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.optima import soft_margin
from lemmacheck.verifiers.optima.soft_margin import FEW, lemke, solve_soft, violates
from sklearn.svm import SVC, LinearSVC

from tests.shipped import subject_of

IRIS = load("iris:0v1")
OVERLAPPING = load("iris:1v2")
CS = [Fraction(0), Fraction(1, 8), Fraction(1), Fraction(8)]


def instance_of(data: Any) -> Instance:
    return Instance(data.name, data.rows())


def weights(rows: Any, alpha: list[Fraction]) -> list[Fraction]:
    """Σ_i α_i x_i y_i."""
    return [sum((-a * row[k] for a, row in zip(alpha, rows, strict=True)), Fraction(0)) for k in range(len(rows[0]))]


def is_optimal(rows: Any, alpha: list[Fraction], C: Fraction) -> bool:
    w = weights(rows, alpha)
    margins = [-sum(a * b for a, b in zip(w, row, strict=True)) for row in rows]
    return all(0 <= a <= C and (m >= 1 or a == C) and (m <= 1 or a == 0) for a, m in zip(alpha, margins, strict=True))


@given(instances())
def test_the_exact_weights_are_optimal(instance: Instance) -> None:
    for C in CS:
        assert is_optimal(instance.rows, solve_soft(instance.rows, C), C)


@pytest.mark.parametrize("data", [IRIS, OVERLAPPING], ids=lambda data: data.name)
@pytest.mark.parametrize("C", [Fraction(1, 8), Fraction(1)], ids=str)
def test_of_many_rows_a_proposal_is_completed_exactly(data: Any, C: Fraction) -> None:
    rows = data.rows()
    alpha = solve_soft(rows, C)
    found = LinearSVC(loss="hinge", C=float(C), fit_intercept=False, max_iter=1_000_000, tol=1e-8).fit(data.X, data.y)

    assert len(rows) > FEW
    assert is_optimal(rows, alpha, C)
    np.testing.assert_allclose(np.array(weights(rows, alpha), dtype=float), found.coef_[0], atol=1e-5)


def test_the_hard_margin_is_that_of_a_machine_with_a_large_C() -> None:
    """Each example and its negative with the other label make the intercept of the best machine 0."""
    with Float64().active():
        w = hard_solution(margin_problem(instance_of(IRIS), Float64()))[0]
    X, y = np.concatenate([IRIS.X, -IRIS.X]), np.concatenate([IRIS.y, -IRIS.y])
    found = SVC(kernel="linear", C=1e10, tol=1e-10).fit(X, y)

    np.testing.assert_allclose(found.intercept_, 0, atol=1e-6)
    np.testing.assert_allclose(w, found.coef_[0], atol=1e-5)


def test_from_the_largest_multiplier_on_the_soft_margin_is_the_hard_one() -> None:
    instance = instance_of(IRIS)
    best = instance.optimum
    enough = max(best.q) / best.gamma_squared
    w = [-x / best.gamma_squared for x in best.direction]

    assert weights(instance.rows, solve_soft(instance.rows, enough)) == w
    assert weights(instance.rows, solve_soft(instance.rows, 2 * enough)) == w
    assert weights(instance.rows, solve_soft(instance.rows, enough / 2)) != w


def test_the_descents_approach_the_optimum_from_both_sides() -> None:
    instance = Instance.from_json("three", [["-1/2", "1/3"], ["-2/3", "-1/2"], ["-1/4", "3/4"]])
    algorithm = SoftMarginDescent()
    with Float64().active():
        p = subject_of(instance, Float64(), SoftMargin(), 0)
        state = algorithm.start(p)
        for _ in range(4000):
            state = algorithm.step(p, state)

        assert p.objective(state.w) - p.objective(p.w_C) < 1e-3
        assert abs(p.dual(state.alpha) - p.objective(p.w_C)) < 1e-9


def test_a_complementarity_problem_without_a_solution_is_refused() -> None:
    with pytest.raises(ValueError, match="has no solution"):
        lemke([[fmpq(0)]], [fmpq(-1)])


def test_a_multiplier_may_move_where_the_objective_grows_and_the_box_has_room() -> None:
    half, one = fmpq(1, 2), fmpq(1)
    found = {(a, g): violates(a, fmpq(g), one) for a in (fmpq(0), half, one) for g in (-1, 0, 1)}

    assert {pair for pair, violated in found.items() if violated} == {(0, -1), (half, -1), (half, 1), (one, 1)}


@pytest.mark.parametrize("share", [0, 1])
@pytest.mark.parametrize("proposed", [[], [0], [0, 3]])
def test_all_rows_that_violate_join_what_is_proposed(
    monkeypatch: pytest.MonkeyPatch, proposed: list[int], share: int
) -> None:
    rows = [[Fraction(k % 3 - 1), Fraction(k % 5 - 2, 2)] for k in range(FEW + 4)]
    monkeypatch.setattr(soft_margin, "propose", lambda Z, bound: ([*proposed], [share * bound] * len(Z)))

    assert is_optimal(rows, solve_soft(rows, Fraction(1)), Fraction(1))


def test_0_solves_a_complementarity_problem_whose_q_is_not_negative_and_no_other() -> None:
    assert lemke([[fmpq(1)]], [fmpq(1)]) == [0]
    assert lemke([[fmpq(1)]], [fmpq(0)]) == lemke([[fmpq(9)]], [fmpq(3, 5)]) == [0]
    assert lemke([[fmpq(2)]], [fmpq(-1)]) == [fmpq(1, 2)]
