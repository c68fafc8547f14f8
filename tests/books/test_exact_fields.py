"""What of() may compute exactly: each result is checked against its definition, in Fractions."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck import exact


def drawn(seed: int, n: int, d: int) -> Any:
    rng = random.Random(seed)
    return np.array([[Fraction(rng.randint(-9, 9), rng.randint(1, 7)) for _ in range(d)] for _ in range(n)])


@pytest.mark.parametrize("seed", range(4))
def test_an_inverse_and_a_solution_are_what_they_say(seed: int) -> None:
    A, b = drawn(seed, 3, 3) + 20 * exact.eye(3), drawn(seed, 3, 1)[:, 0]

    assert (A @ exact.inverse(A) == exact.eye(3)).all()
    assert (A @ exact.solve(A, b) == b).all()
    assert (A @ exact.solve(A, A) == A).all()


def test_a_singular_matrix_has_no_inverse() -> None:
    with pytest.raises(ZeroDivisionError):
        exact.inverse([[1, 1], [1, 1]])


@pytest.mark.parametrize("seed", range(4))
def test_an_orthogonal_matrix_is_made_of_any_square_one(seed: int) -> None:
    Q = exact.orthogonal(drawn(seed, 4, 4))

    assert (exact.eye(4) == Q.T @ Q).all()
    assert (exact.eye(4) != Q).any()


@pytest.mark.parametrize("shape", [(4, 2), (2, 4), (3, 3)])
def test_least_squares_leave_a_residual_across_the_columns_and_are_shortest(shape: tuple[int, int]) -> None:
    A, b = drawn(7, *shape), drawn(8, shape[0], 1)[:, 0]
    A[:, -1] = A[:, 0]
    x = exact.least_squares(A, b)

    assert not (A.T @ (A @ x - b)).any()
    assert x[0] == x[-1]
    assert not exact.least_squares(0 * A, b).any()


def test_eigenvalues_that_are_fractions_are_their_own_bounds() -> None:
    near = 1 - Fraction(15, 10**10)

    assert exact.eigenvalue_bounds(np.diag([Fraction(1, 3), 2, 5])) == (Fraction(1, 3), 5)
    assert exact.eigenvalue_bounds([[near]]) == (near, near)
    assert exact.eigenvalue_bounds([[Fraction(9009, 10000)]]) == (Fraction(9009, 10000),) * 2
    assert exact.eigenvalue_bounds([[0, 0], [0, near]]) == (0, near)
    assert exact.eigenvalue_bounds([[1, 1, 0], [1, 2, 0], [0, 0, near]])[0] < near  # though it is the only fraction


@pytest.mark.parametrize("size", [Fraction(10) ** k for k in (-3, -30, -400, 400)], ids=range(4))
def test_bounds_of_eigenvalues_are_as_close_whatever_their_size(size: Any) -> None:
    low, high = exact.eigenvalue_bounds([[2 * size, size], [size, 2 * size]])

    assert (1 - Fraction(1, 10**8)) * size <= low <= size
    assert 3 * size <= high <= (3 + Fraction(1, 10**8)) * size


@pytest.mark.parametrize("seed", range(4))
def test_eigenvalues_are_bounded_closely_and_surely(seed: int) -> None:
    Z = drawn(seed, 4, 3)
    A = Z.T @ Z
    low, high = exact.eigenvalue_bounds(A)
    real = np.linalg.eigvalsh(A.astype(float))

    assert real[0] - 1e-6 < float(low) <= real[0] + 1e-9
    assert real[-1] - 1e-9 <= float(high) < real[-1] + 1e-6
    for bound in (A - low * exact.eye(3), high * exact.eye(3) - A):
        assert all(np.linalg.eigvalsh(bound.astype(float)) >= -1e-9)
        for k in (1, 2, 3):
            assert determinant(bound[:k, :k]) >= 0


def determinant(A: Any) -> Fraction:
    if len(A) == 1:
        return Fraction(A[0, 0])
    minors = (np.delete(A[1:], j, axis=1) for j in range(len(A)))
    return sum(((-1) ** j * A[0, j] * determinant(minor) for j, minor in enumerate(minors)), Fraction(0))


def test_the_least_point_of_a_simplex_meets_its_conditions() -> None:
    Z = drawn(3, 5, 2) + 3
    q = exact.simplex_qp(Z)
    point = Z.T @ q

    assert min(q) >= 0
    assert sum(q) == 1
    assert min(Z @ point) >= point @ point


@pytest.mark.parametrize("wrong", [[[0.5]], [1, 2], []])
def test_what_is_no_exact_matrix_is_refused(wrong: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="expected"):
        exact.inverse(wrong)


def test_eigenvalues_of_a_matrix_that_is_not_symmetric_are_refused() -> None:
    with pytest.raises(ValueError, match="expected A = Aᵀ"):
        exact.eigenvalue_bounds([[1, 2], [3, 4]])


@pytest.mark.parametrize("seed", range(12))
def test_a_linear_program_has_the_value_of_its_dual(seed: int) -> None:
    rng = np.random.default_rng(seed)
    A = np.vectorize(Fraction, otypes=[object])(rng.integers(-3, 4, (4, 3)))
    inside, slack, y = (np.vectorize(Fraction, otypes=[object])(rng.integers(0, 4, k)) for k in (3, 4, 4))
    b, c = A @ inside + slack, slack[:3] - A.T @ y  # both programs have a point: x = inside, and y
    x, dual = exact.linear_program(c, A, b), exact.linear_program(b, -A.T, c)

    assert min(*x, *dual, *(b - A @ x), *(c + A.T @ dual)) >= 0
    assert c @ x == -b @ dual


@pytest.mark.parametrize(("c", "A", "b", "x"), [
    ([-1], [[1]], [Fraction(1, 2)], [Fraction(1, 2)]),
    ([-1], [[1]], [0], [0]),
    ([-1], [[-1], [1]], [-1, 1], [1]),
    ([1], [[-1], [-1], [1]], [-1, -1, 2], [1]),
    ([0, -1], [[-1, 0], [-1, 1], [1, 0], [0, 1]], [-1, -1, 1, 3], [1, 0]),  # of x = 1, twice and thrice
])  # fmt: skip
def test_a_linear_program_with_one_minimum_has_it(c: list[int], A: list[list[int]], b: list[Any], x: list[Any]) -> None:
    assert exact.linear_program(c, A, b).tolist() == x


@pytest.mark.parametrize(("c", "A", "b"), [([1], [[1]], [-1]), ([-1], [[-1]], [1])], ids=["no x", "no minimum"])
def test_a_linear_program_without_a_solution_divides_by_0(c: list[int], A: list[list[int]], b: list[int]) -> None:
    with pytest.raises(ZeroDivisionError, match="a linear program"):
        exact.linear_program(c, A, b)


@pytest.mark.parametrize(("A", "b"), [([[1]], [5, 1]), ([[1, 3]], [5])], ids=["a bound too many", "a cost too few"])
def test_a_linear_program_has_a_bound_for_each_row_and_a_cost_for_each_column(A: list[list[int]], b: list[int]) -> None:
    with pytest.raises(ValueError, match="expected a bound for each row and a cost for each column"):
        exact.linear_program([-1], A, b)
