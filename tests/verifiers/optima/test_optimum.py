"""Protects the optimum: γ̄², q̄ and ū are exact and certified for any rational data; floats only propose."""

import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from flint import fmpq_mat, fmpz_mat
from hypothesis import assume, given
from hypothesis import strategies as st
from lemmacheck.verifiers.optima import Enclosure, active_set, certify, enclose, proposals, solve, vertices
from lemmacheck.verifiers.optima.homogeneous import homogeneous
from lemmacheck.verifiers.optima.proposals import LARGE, nonnegative
from scipy.optimize import nnls

from tests.benchmarks.plain import margin_by_cvxpy
from tests.sampled import draws

F = Fraction
TINY = F(1, 10**9)
drawn = draws(2)

entries = st.builds(F, st.integers(-4, 4), st.sampled_from([1, 1, 2, 3, 7, 10**9]))


SPOILERS = {
    "none": lambda Z: Z,
    "equal rows": lambda Z: [Z[0]] * len(Z),
    "every row twice": lambda Z: Z + Z,
    "antipodes": lambda Z: [*Z, [-x for x in Z[0]]],
    "a zero row": lambda Z: [*Z, [F(0)] * len(Z[0])],
    "a common face": lambda Z: [[F(1), *row[1:]] for row in Z],
    "a tiny margin": lambda Z: [[TINY, *row[1:]] for row in Z],
    "one heavy row": lambda Z: [[1000 * x for x in Z[0]], *([x / 10**6 for x in row] for row in Z[1:])],
}


@st.composite
def matrices(draw):
    """Small rational matrices, many with repeated, opposite, zero, equal or almost opposite rows."""
    n, d = draw(st.integers(1, 7)), draw(st.integers(1, 4))
    row = st.lists(entries, min_size=d, max_size=d)
    Z = draw(st.lists(row, min_size=n, max_size=n))
    return SPOILERS[draw(st.sampled_from(list(SPOILERS)))](Z)


def simplex(n):
    """Rational points of the simplex with n weights."""
    counts = st.lists(st.integers(0, 5), min_size=n, max_size=n).filter(any)
    return counts.map(lambda c: tuple(F(x, sum(c)) for x in c))


def inner(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def combine(Z, q):
    return tuple(inner(column, q) for column in zip(*Z, strict=True))


FAMILIES = {
    "one row": [[3, 4]],
    "one column, both signs": [[2], [-3]],
    "zero": [[0, 0], [0, 0]],
    "a zero row": [[1, 2], [0, 0]],
    "orthogonal": [[1, 0], [0, 1]],
    "antipodes": [[1, 2], [-1, -2]],
    "identical rows": [[1, 2, 2]] * 6,
    "square face": [[1, 1, 1], [1, -1, 1], [1, -1, -1], [1, 1, -1]],
    "more rows than the simplex needs": [[1, x, y] for x in (-1, 0, 1) for y in (-1, 0, 1)],
    "tiny margin": [[1, TINY], [-1, TINY]],
    "unequal scales": [[3000, 1000], [F(-1, 10**6), F(2, 10**6)]],
    "one heavy row, many light ones": [[1000, 0]] + [[F(1, 1000), F(k, 1000)] for k in range(-3, 9)],
    "nearly dependent": [[1, 0], [1, TINY], [1, -TINY], [1 + TINY, 0]],
    "beyond the range of floats": [[10**400, 1], [1, 10**400]],
    "below the range of floats": [[F(1, 10**400), 0], [0, F(1, 10**400)]],
}
families = pytest.mark.parametrize("Z", FAMILIES.values(), ids=FAMILIES.keys())


def test_ints_floats_strings_and_arrays_are_read_alike():
    expected = solve([[F(1, 2), F(-1)], [F(3), F(1, 4)]])

    assert expected == solve([[0.5, -1], [3, "1/4"]])
    assert expected == solve(np.array([[0.5, -1], [3, 0.25]]))
    assert expected == solve(np.array([[F(1, 2), -1], [3, F(1, 4)]], dtype=object))
    assert expected == solve(fmpq_mat(fmpz_mat([[2, -4], [12, 1]])) / 4)
    assert solve([[1, -2], [3, 1]]) == solve(np.array([[1, -2], [3, 1]]))


@pytest.mark.parametrize(("Z", "complaint"), [
    ([], "at least one row"),
    ([[]], "one positive length"),
    ([[1, 2], [3]], r"lengths \[1, 2\]"),
    (np.array([1.0, 2.0]), "a row for each example"),
    (np.ones((2, 2, 2)), r"row 0 of Z holds \[1.0, 1.0\]"),
    (np.zeros((0, 3)), "at least one row"),
    (np.zeros((2, 0)), "one positive length"),
    ([[1.0, float("nan")]], "row 0 of Z holds nan"),
    ([[1], [float("inf")]], "row 1 of Z holds inf"),
    ([["x"]], "row 0 of Z holds 'x'"),
])  # fmt: skip
def test_data_that_are_no_rational_matrix_are_refused_with_a_reason(Z, complaint):
    with pytest.raises(ValueError, match=complaint):
        solve(Z)


@families
def test_degenerate_data_have_a_certified_optimum_whatever_the_start(Z):
    optimum = solve(Z)
    certify(Z, optimum)

    for i in range(len(Z)):
        from_one_row = solve(Z, start=[i])
        certify(Z, from_one_row)
        assert optimum.gamma_squared == from_one_row.gamma_squared
        assert optimum.direction == from_one_row.direction
    assert solve(Z, start=range(len(Z))).direction == optimum.direction


@drawn
@given(matrices(), st.data())
def test_the_search_repairs_any_bad_start(Z, data):
    start = data.draw(st.permutations(range(len(Z))))[: data.draw(st.integers(1, len(Z)))]
    optimum = solve(Z, start=start)

    certify(Z, optimum)
    assert optimum.gamma_squared == solve(Z).gamma_squared


@pytest.mark.parametrize("start", [[], [0, 0], [2], [-1]])
def test_a_start_must_be_distinct_rows(start):
    with pytest.raises(ValueError, match="expected distinct row numbers from 0 to 1"):
        solve([[1, 0], [0, 1]], start=start)


@drawn
@given(matrices())
def test_drawn_data_have_a_certified_optimum_on_an_affinely_independent_support(Z):
    optimum = solve(Z)
    certify(Z, optimum)

    assert fmpz_mat([homogeneous(Z)[i] for i in optimum.support]).rank() == len(optimum.support)


Z_GOOD = [[3, 0], [0, 4], [5, 5]]
GOOD = solve(Z_GOOD)


@pytest.mark.parametrize(("wrong", "complaint"), [
    (replace(GOOD, gamma_squared=GOOD.gamma_squared + TINY), "expected ‖Zᵀq‖²"),
    (replace(GOOD, q=(GOOD.q[0] + TINY, *GOOD.q[1:])), "the weights sum to"),
    (replace(GOOD, q=(F(1), F(-1), F(1))), "row 1 has the weight -1"),
    (replace(GOOD, q=(GOOD.q[0] + TINY, GOOD.q[1] - TINY, GOOD.q[2])), "another vector than Zᵀq"),
    (replace(GOOD, direction=(GOOD.direction[0] + TINY, GOOD.direction[1])), "another vector than Zᵀq"),
    (replace(GOOD, gamma_squared=F(9), q=(F(1), F(0), F(0)), direction=(F(3), F(0))), "row 1 of Z"),
    (replace(GOOD, q=GOOD.q[:2]), "2 weights .* expected 3 and 2"),
])  # fmt: skip
def test_a_corrupted_optimum_is_not_certified(wrong, complaint):
    with pytest.raises(ValueError, match=complaint):
        certify(Z_GOOD, wrong)


def test_a_message_shows_a_number_by_fifteen_digits_and_a_small_margin_is_one():
    shown = r"^row 0 has the weight -0\.333333333333333, expected"
    with pytest.raises(ValueError, match=shown):
        certify(Z_GOOD, replace(GOOD, q=(F(-1, 3), F(1), F(1, 3))))

    assert [replace(GOOD, gamma_squared=x).separable for x in (F(0), TINY, F(2))] == [False, True, True]


@drawn
@given(matrices(), st.data())
def test_a_point_of_the_simplex_is_certified_only_if_it_is_as_short_as_the_optimum(Z, data):
    q = data.draw(simplex(len(Z)))
    p = combine(Z, q)
    found = replace(solve(Z), gamma_squared=inner(p, p), q=q, direction=p)

    shortest = inner(p, p) == solve(Z).gamma_squared
    with nullcontext() if shortest else pytest.raises(ValueError, match="expected ≥ at an optimum"):
        certify(Z, found)


SHAPES = [(1, 1), (6, 3), (20, 5), (5, 12), (60, 20)]
IN_RANGE = {name: np.array(Z, dtype=float) for name, Z in FAMILIES.items() if "range" not in name}
RANDOM = {f"{n} x {d}": np.random.default_rng([n, d]).normal(size=(n, d)) for n, d in SHAPES}
SEPARABLE = {f"separable {name}": Z * np.where(Z[:, :1] > 0, 1, -1) for name, Z in RANDOM.items()}
FLOATS = IN_RANGE | RANDOM | SEPARABLE


@pytest.mark.parametrize("Z", FLOATS.values(), ids=FLOATS.keys())
def test_the_interior_point_the_active_set_and_the_exact_answer_agree(Z):
    gamma = float(solve(Z).gamma_squared) ** 0.5
    scale = np.abs(Z).max()

    assert np.linalg.norm(Z.T @ active_set(Z)) == pytest.approx(gamma, abs=1e-9 * scale)
    assert margin_by_cvxpy(Z / (scale or 1)) * scale == pytest.approx(gamma, abs=1e-6 * scale)


@pytest.mark.parametrize("made", ["drawn", "of signs", "doubled", "nearly doubled", "about 0"])
def test_nonnegative_least_squares_leave_no_more_than_those_of_scipy(made):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        Z = rng.normal(size=rng.integers(1, 20, size=2))
        Z = {"of signs": np.sign(Z), "about 0": Z - Z.mean(0)}.get(made, Z)
        if "doubled" in made:
            Z = np.repeat(Z, 2, 0)
            Z += 1e-9 * rng.normal(size=Z.shape) * (made == "nearly doubled")
        A, b = np.vstack([Z.T, np.ones(len(Z))]), np.eye(Z.shape[1] + 1)[-1]
        x = nonnegative(A, b)

        assert x.min() >= 0
        assert np.linalg.norm(A @ x - b) <= nnls(A, b)[1] + 1e-9


@pytest.mark.parametrize(("Z", "sets"), [
    ([[3, 4]], [[0]]),
    ([[1, 2, 2]] * 6, [[0]]),
    ([[1, 0], [0, 1]], [[0], [0, 1]]),
    ([[5, 5], [1, 0], [0, 1]], [[0], [0, 1], [1], [1, 2]]),
], ids=["one row", "equal rows", "rows that join", "a row that falls"])  # fmt: skip
def test_no_set_of_rows_is_tried_where_nothing_more_is_gained(Z, sets, monkeypatch):
    tried, least = [], proposals._least
    monkeypatch.setattr(proposals, "_least", lambda *a: tried.append(np.flatnonzero(a[-1]).tolist()) or least(*a))
    active_set(np.array(Z))

    assert tried == sets


def test_a_large_problem_is_left_to_the_compiled_search(monkeypatch):
    A, b = np.vstack([np.random.default_rng(0).normal(size=(40, 60)), np.ones(60)]), np.eye(41)[-1]
    monkeypatch.setattr(proposals, "_several", None)

    assert np.array_equal(nonnegative(A, b), nnls(A, b)[0])


@pytest.mark.parametrize("fault", ["out of iterations", "not the least"])
def test_where_the_compiled_search_fails_our_own_answers(fault, monkeypatch):
    def failing(A, b):
        if fault == "out of iterations":
            raise RuntimeError(fault)
        return np.ones(A.shape[1]), 0.0

    A, b = np.vstack([np.random.default_rng(0).normal(size=(40, 60)), np.ones(60)]), np.eye(41)[-1]
    residual = nnls(A, b)[1]
    monkeypatch.setattr("scipy.optimize.nnls", failing)

    assert A.size > LARGE
    assert np.linalg.norm(A @ nonnegative(A, b) - b) <= residual + 1e-9


@families
def test_vertices_are_distinct_optima_and_start_with_the_given_one(Z):
    optimum = solve(Z)
    found = vertices(Z, optimum)

    assert found[0] == optimum.q
    assert len(found) == len(set(found)) <= 4
    for q in found:
        certify(Z, replace(optimum, q=q))


def test_identical_rows_have_the_unit_vectors_as_vertices():
    Z = [[1, 2, 2]] * 6

    assert set(permutations([1, 0, 0, 0, 0, 0])) == set(vertices(Z, solve(Z), most=6))
    assert len(vertices(Z, solve(Z))) == 4


def test_a_degenerate_vertex_does_not_hide_the_others():
    Z = FAMILIES["more rows than the simplex needs"]
    opposite_pairs, triangles, centre = 4, 8, 1

    assert len(vertices(Z, solve(Z, start=[4]), 100, 10**4)) == opposite_pairs + triangles + centre

    behind_another_basis = [[1, 0, 0], [1, 2, 1], [1, 0, 2], [1, 1, -2], [1, 1, 1], [1, -1, 2]]
    assert len(vertices(behind_another_basis, solve(behind_another_basis))) == 2


def test_an_optimum_at_the_centre_of_a_square_is_replaced_by_the_two_diagonals():
    Z = FAMILIES["square face"]
    centre = replace(solve(Z), q=(F(1, 4),) * 4)
    certify(Z, centre)

    assert {(F(1, 2), 0, F(1, 2), 0), (0, F(1, 2), 0, F(1, 2))} == set(vertices(Z, centre))


def test_the_vertices_of_an_optimum_that_is_none_of_them_are_found_all_the_same():
    Z = FAMILIES["more rows than the simplex needs"]
    middle = replace(solve(Z), q=(F(1, 9),) * 9)
    found = vertices(Z, middle, 100, 10**4)

    assert len(found) == len(vertices(Z, solve(Z), 100, 10**4))
    for q in found:
        certify(Z, replace(middle, q=q))


def test_no_more_exchanges_are_tried_than_allowed():
    Z = [[1, 2, 2]] * 6

    assert [len(vertices(Z, solve(Z), 6, tries)) for tries in range(4)] == [1, 2, 3, 4]


def test_vertices_of_something_that_is_not_optimal_are_refused():
    with pytest.raises(ValueError, match="weight on row 2, expected weight on tight rows"):
        vertices(Z_GOOD, replace(GOOD, q=(F(0), F(0), F(1))))


def check(Z, enclosure):
    """Every field of an enclosure says what it says, in exact arithmetic."""
    p = combine(Z, enclosure.q)
    margin = min(-inner(z, enclosure.w) for z in Z)
    assert sum(enclosure.q) == 1
    assert min(enclosure.q) >= 0
    assert enclosure.upper**2 >= inner(p, p)
    assert enclosure.lower**2 * inner(enclosure.w, enclosure.w) <= max(margin, 0) ** 2
    assert 0 <= enclosure.lower <= enclosure.upper


@families
def test_enclosures_of_degenerate_data_contain_gamma(Z):
    enclosure = enclose(Z)
    gamma_squared = solve(Z).gamma_squared
    Z = [[F(x) for x in row] for row in Z]

    check(Z, enclosure)
    assert enclosure.lower**2 <= gamma_squared <= enclosure.upper**2
    assert enclosure.separable in (gamma_squared > 0, None)


@drawn
@given(matrices(), st.sampled_from([16, 64, 128]))
def test_enclosures_of_drawn_data_contain_gamma_at_every_precision(Z, bits):
    enclosure = enclose(Z, bits)

    check(Z, enclosure)
    assert enclosure.lower**2 <= solve(Z).gamma_squared <= enclosure.upper**2


@drawn
@given(matrices())
def test_enclosures_of_separable_data_are_tight(Z):
    assume(solve(Z).separable)
    enclosure = enclose(Z)

    assert enclosure.separable is True
    assert enclosure.upper - enclosure.lower <= enclosure.upper * F(1, 10**13)


def test_the_enclosure_of_large_separable_data_is_tight():
    Z = np.random.default_rng(0).normal(size=(500, 20))
    Z *= np.sign(Z[:, :1])
    enclosure = enclose(Z)

    assert enclosure.upper - enclosure.lower <= enclosure.upper * F(1, 10**30)
    assert enclosure.lower**2 <= solve(Z).gamma_squared <= enclosure.upper**2


def test_the_enclosure_does_not_claim_that_data_are_not_separable():
    enclosure = enclose([[1, 0], [-1, 0], [F(1, 3), F(1, 7)]])

    assert enclosure.lower == 0
    assert enclosure.upper <= F(1, 2**128)
    assert enclosure.separable in (None, False)
    assert enclose([[0, 0]]).separable is False
    bounds = (F(0), F(0)), (F(0), TINY), (TINY, F(1))
    assert [Enclosure(*pair, (), ()).separable for pair in bounds] == [False, None, True]


def test_importing_the_optimum_does_not_import_cvxpy():
    program = "import sys, lemmacheck.verifiers.optima; print('cvxpy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert answer.stdout.strip() == "False"
