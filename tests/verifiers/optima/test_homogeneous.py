"""Protects how the optimum goes between floats and whole numbers: what floats leave open is decided exactly."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq, fmpz
from hypothesis import example, given
from hypothesis import strategies as st
from lemmacheck.verifiers.optima import certify, solve
from lemmacheck.verifiers.optima.enclosure import root
from lemmacheck.verifiers.optima.homogeneous import exponent, floats, homogeneous
from lemmacheck.verifiers.optima.lowest import over
from lemmacheck.verifiers.optima.wolfe import FEW

from tests.sampled import draws

F = Fraction
drawn = draws(2)

small = st.builds(F, st.integers(-4, 4), st.sampled_from([1, 1, 2, 3, 7, 10**9]))
anything_finite = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=True)
float_rows = st.integers(1, 4).flatmap(
    lambda d: st.lists(st.lists(anything_finite, min_size=d, max_size=d), min_size=1)
)
rational_rows = st.integers(1, 4).flatmap(
    lambda d: st.lists(st.lists(small, min_size=d, max_size=d), min_size=1, max_size=7)
)


@drawn
@example([[2.0**63, 1.0], [2.0**62, 0.5], [1.5, -(2.0**64)]])
@given(float_rows)
def test_an_array_of_floats_has_the_rows_of_its_fractions(Z):
    rows = [[F(x) for x in row] for row in Z]

    assert homogeneous(np.array(Z)) == homogeneous(rows) == homogeneous(Z)


def over_a_power_of_two(Z):
    """Z / 2ᵉ with ½ ≤ max |z_ij| / 2ᵉ < 1, exactly."""
    largest = max(abs(F(x)) for row in Z for x in row)
    e = largest.numerator.bit_length() - largest.denominator.bit_length()
    e += largest >= F(2) ** e
    return [[F(x) / F(2) ** e for x in row] for row in Z]


def near(found, Z):
    expected = [x for row in over_a_power_of_two(Z) for x in row]
    return all(
        abs(F(x) - y) <= 3 * F(1, 2**53) * abs(y) + F(1, 2**1070)
        for x, y in zip(found.ravel().tolist(), expected, strict=True)
    )


@drawn
@given(float_rows)
def test_floats_of_an_array_of_floats_are_the_array_over_a_power_of_two(Z):
    rows = homogeneous(Z)

    assert near(floats(rows), Z)
    assert near(floats(rows, np.array(Z)), Z)


@drawn
@example([[F(1), F(0)]], F(1, 17 * 10**307 + 1 * 10**300 + 1))
@given(rational_rows, st.sampled_from([F(1), F(10) ** 400, F(1, 10**400), F(10**400, 10**399 + 1)]))
def test_floats_of_rationals_are_within_three_roundings_of_them(Z, scale):
    Z = [[scale * x for x in row] for row in Z]

    assert near(floats(homogeneous(Z)), Z)


@drawn
@given(rational_rows, st.sampled_from([F(1), F(10) ** 400, F(1, 10**400)]), st.data())
def test_what_floats_cannot_decide_is_decided_exactly(Z, scale, data):
    """Many rows, as few are not shown to floats at all; some are moved by less than a float can hold."""
    towards = data.draw(st.sampled_from([F(1, 10**40), F(-1, 10**40)]))
    moved = [[x * (1 + towards) for x in row] for row in Z]
    whole = [[scale * x for x in row] for row in [*Z * (1 + FEW // (len(Z) * len(Z[0]))), *moved]]

    certify(whole, solve(whole))


@drawn
@given(st.integers(1, 10**9), st.lists(st.integers(-30, 30) | st.integers()))
def test_fractions_over_one_denominator_are_in_lowest_terms(total, numerators):
    found = over(fmpz(total), [fmpz(x) for x in numerators])

    assert [F(x, total) for x in numerators] == found
    assert {int} >= {type(part) for x in found for part in x.as_integer_ratio()}


def test_whole_numbers_at_the_end_of_the_machine_s_range_are_read_as_they_are():
    assert homogeneous(np.array([[2.0**63, -(2.0**63)], [2.0**62, 1.0]])) == [[2**63, -(2**63), 1], [2**62, 1, 1]]


def test_the_exponent_is_that_of_the_largest_entry_and_0_where_there_is_none():
    assert [exponent(rows) for rows in ([[0, 0, 1]], [[8, -1, 1], [0, 0, 5]], [[0, -1, 8]])] == [0, 3, -3]


@drawn
@given(rational_rows)
def test_two_to_the_exponent_is_about_the_largest_entry(Z):
    rows, largest = homogeneous(Z), max(abs(x) for row in Z for x in row)

    assert largest == 0 or F(2) ** (exponent(rows) - 2) < largest < F(2) ** (exponent(rows) + 1)


@pytest.mark.parametrize("square", [F(2), F(2, 10**60), F(2 * 10**60), F(9, 4), F(1, 4**70)], ids=str)
def test_a_root_is_rounded_outwards_to_its_bits_whatever_its_size(square):
    low, high = (root(fmpq(square.numerator, square.denominator), 64, up) for up in (False, True))

    assert low**2 <= square <= high**2
    assert high - low <= high * F(1, 2**62)
    assert (low == high) == (square in (F(9, 4), F(1, 4**70)))
