"""Protects Wolfe's search: it ends at the least point from any start, and floats only spare it work."""

from fractions import Fraction as F

import numpy as np
import pytest
from flint import fmpz, fmpz_mat
from lemmacheck.verifiers.optima import certify, solve
from lemmacheck.verifiers.optima.enclosure import rounded
from lemmacheck.verifiers.optima.homogeneous import floats, homogeneous
from lemmacheck.verifiers.optima.proposals import support
from lemmacheck.verifiers.optima.wolfe import Tolerance, _doubtful, _point, exact, independent, least_point

MANY = {
    "denominators of all sizes": [[F(7 + i * i % 11, 3 + i), F(i % 7 - 3, 1 + i * i), F(1, 2)] for i in range(50)],
    "ties within 10⁻³⁰": [[F(1), F((i * i) % 53, 10**30) - F(1, 10**29)] for i in range(60)],
    "a heavy row, and light ones below the range of floats": [[1, 0]]
    + [[F(2 + i % 5, 2**600), F(i - 30, 2**600)] for i in range(60)],
}
MANY["light rows, and two heavy ones that cancel"] = [[3, F(1, 1000)], [-7, F(1, 1000)]] + [
    [0, F(1, 1000) - F(k, 10**23)] for k in range(1, 60)
]


@pytest.mark.parametrize("Z", MANY.values(), ids=MANY.keys())
def test_floats_that_pass_over_rows_of_many_pass_over_none_that_matters(Z):
    found = [solve(Z, start=[i]) for i in (0, len(Z) // 2, len(Z) - 1)]

    for optimum in found:
        certify(Z, optimum)
    assert len({optimum.gamma_squared for optimum in found}) == 1


HEAVY = [[F(1), F(1)]] * 60
ALONG = [F((-1) ** i * i, 13) for i in range(60)]  # at right angles to (1/3, 1/7)
TIED = [[F(1, 3) + x / 7, F(1, 7) - x / 3, F(1, 11) - F(i % 5, 10**25)] for i, x in enumerate(ALONG)]

WIDE = [[F(1, 3) + F((-1) ** j * i, 13) for j in range(40)] for i in range(3)]


@pytest.mark.parametrize(("Z", "doubtful"), [
    (TIED, range(60)),
    (WIDE, range(3)),
    ([[F(13, 10 * 2**537), F(9, 10 * 2**537)], [F(8, 5 * 2**537), F(7, 20 * 2**537)], *HEAVY], [0, 1]),
], ids=["roundings", "roundings of many columns", "products below the range of floats"])  # fmt: skip
def test_floats_leave_in_doubt_every_row_that_a_rounding_may_have_moved(Z, doubtful):
    """No row is surely beyond the first, whose size they have but for 10⁻²⁵, or a little less."""
    rows = homogeneous(Z)
    point = _point(fmpz_mat(rows[:1]), [0], [fmpz(1)])

    assert all(np.dot(Z[i], Z[0]) <= np.dot(Z[0], Z[0]) for i in doubtful)
    assert _doubtful(rows, floats(rows), point) == list(doubtful)


def test_a_row_of_weight_0_leaves_the_support():
    assert least_point([[1, 0, 1], [1, 1, 1]], [0, 1]).support == [0]
    assert _point(fmpz_mat([[1, 0, 1], [1, 1, 1]]), [4, 7], [fmpz(0), fmpz(2)])[:2] == ([7], [2])


def test_rows_too_nearly_dependent_for_an_inexact_minimiser_are_solved_exactly():
    rows = [[1000, 0, 1], [1001, 0, 1]]
    with pytest.raises(ZeroDivisionError, match="too nearly dependent for 32 bits"):
        rounded(32)(fmpz_mat(rows))
    with pytest.raises(ZeroDivisionError, match="too nearly dependent for 3 bits"):
        rounded(3)(fmpz_mat([[1, 2, 2], [2, 3, 2], [3, 0, 2]]))  # whose y weigh 0 together

    assert least_point(rows, [0, 1], rounded(32), Tolerance(16, 20)).support == [0]


def test_dependent_rows_have_no_exact_weights_and_the_search_goes_on_with_independent_ones():
    twice = [[1, 0, 1], [1, 0, 1], [0, 1, 1]]
    with pytest.raises(ZeroDivisionError, match="the rows of the corral are dependent"):
        exact(fmpz_mat(twice))

    assert exact(fmpz_mat([twice[0], twice[2]])) == [1, 1]
    found = least_point(twice, [0, 1, 2])
    assert (found.support, found.y, found.p, found.total) == ([0, 2], [1, 1], [1, 1], 2)


def test_an_inexact_search_ends_after_the_corrals_it_is_given():
    rows = [[5, 5, 1], [1, 0, 1], [0, 1, 1]]

    found = {corrals: least_point(rows, [0], rounded(64), Tolerance(32, corrals)).support for corrals in (1, 2, 9)}
    assert found == {1: [0], 2: [1], 9: [1, 2]}


@pytest.mark.parametrize(
    ("rows", "support"),
    [
        ([[1, 0, 2**8], [0, 1, 2**8]], [0]),
        ([[1, 0, 2**7], [0, 1, 2**7]], [0, 1]),
        ([[2**9, 0, 2**9], [2**9 - 1, 2**9, 2**9]], [0]),
        ([[2**9, 0, 2**9], [2**9 - 3, 2**9, 2**9]], [0, 1]),
    ],
    ids=["a point 2⁻⁸ from 0", "a point 2⁻⁷ from 0", "a row below by 2⁻⁹ of the point", "a row below by 3 · 2⁻⁹"],
)
def test_an_inexact_search_goes_on_to_its_accuracy_and_no_further(rows, support):
    """To 8 bits: what is no longer than 2⁻⁸ is 0, and no row that is lower by less than 2⁻⁸ of ‖Zᵀq‖² joins."""
    assert [least_point(rows, [0], by, Tolerance(8, 50)).support for by in (rounded(64), exact)] == [support] * 2
    assert least_point(rows, [0]).support == [0, 1]


def test_independent_rows_are_found_when_a_prime_divides_one_of_them():
    prime = 2**61 - 1

    assert independent(fmpz_mat([[prime, 0, 0], [1, 0, 1], [2, 0, 2], [0, 0, prime]])) == [0, 1]
    assert independent(fmpz_mat([[1, 2], [2, 4], [1, 3]])) == [0, 2]


def test_the_rows_that_floats_propose_are_those_in_use_the_heaviest_first():
    assert support(np.array([[5.0, 5.0], [0.0, 4.0], [3.0, 0.0]])) == [2, 1]
