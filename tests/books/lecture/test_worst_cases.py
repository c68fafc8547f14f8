"""Protects the worst cases over a class: PEPit's are the published ones, and those of exact runs."""

from fractions import Fraction
from math import exp, sqrt

import pytest
from lemmacheck.verifiers.library.shipped import LIBRARY

from tests.books.lecture import by_pepit
from tests.books.lecture.by_pepit import QUESTIONS, compare

KAPPAS = [Fraction(3, 2), Fraction(2), Fraction(9), Fraction(30), Fraction(1000)]
each_kappa = pytest.mark.parametrize("kappa", KAPPAS, ids=str)


@pytest.mark.parametrize("T", [1, 2, 4])
def test_gradient_descent_on_convex_functions_has_the_worst_case_of_drori_and_teboulle(T: int) -> None:
    """βB²/(4T+2)."""
    assert by_pepit.descent(T, None) == pytest.approx(1 / (4 * T + 2), rel=1e-4)


@pytest.mark.parametrize("T", [1, 2, 4])
def test_the_accelerated_method_has_its_known_worst_case(T: int) -> None:
    """2βB²/((T+2)(T+3)), as N4.upper proves."""
    assert by_pepit.acceleration(T, None) == pytest.approx(2 / ((T + 2) * (T + 3)), rel=1e-3)


@pytest.mark.parametrize("kappa", [2, 9])
def test_the_distance_contracts_by_the_known_factor_and_the_gap_too(kappa: int) -> None:
    factor = ((kappa - 1) / (kappa + 1)) ** 2

    assert by_pepit.contraction(1, kappa) == pytest.approx(factor, rel=1e-4)
    assert by_pepit.contraction(2, kappa) == pytest.approx(factor**2, rel=1e-4)
    assert by_pepit.fall(1, kappa) == pytest.approx(factor, rel=1e-4)


@pytest.mark.parametrize("T", [1, 4])
def test_averaged_subgradient_steps_have_the_worst_case_of_the_bound(T: int) -> None:
    assert by_pepit.subgradients(T, None) == pytest.approx(1 / sqrt(T), rel=1e-3)


@pytest.mark.parametrize("id", QUESTIONS)
def test_the_worst_case_exceeds_the_bounds_of_false_claims_alone(id: str) -> None:
    exceeded = any(comparison.exceeded for comparison in compare(id))

    assert exceeded == bool(LIBRARY.claims[id].fault)


def test_theorem_1_as_printed_fails_from_two_steps_on_where_the_condition_is_bad() -> None:
    beyond = {(found.kappa, found.steps) for found in compare("S.Thm1") if found.exceeded}

    assert beyond == {(9, 2), (9, 3), (30, 2), (30, 3)}


def worst_quadratic(steps: int, kappa: Fraction) -> Fraction:
    """2(f(w_T) − f(w*))/‖w_0 − w*‖² for f = βx²/2 and η = 2/(β + λ) by the method itself, β − λ = 1."""
    beta, lam = kappa / (kappa - 1), 1 / (kappa - 1)
    x = Fraction(1)
    for _ in range(steps):
        x -= 2 / (beta + lam) * beta * x
    return beta * x * x


@each_kappa
@pytest.mark.parametrize("T", range(6))
def test_a_quadratic_attains_the_bound_that_is_proved_of_every_function(T: int, kappa: Fraction) -> None:
    """S.Thm1.corrected has ((κ−1)/(κ+1))^{2T} B²β/2."""
    assert worst_quadratic(T, kappa) == kappa / (kappa - 1) * ((kappa - 1) / (kappa + 1)) ** (2 * T)


@pytest.mark.parametrize("kappa", [2, 9, 30])
@pytest.mark.parametrize("T", [1, 3])
def test_pepit_agrees_with_the_worst_quadratic(T: int, kappa: int) -> None:
    share = worst_quadratic(T, Fraction(kappa)) * Fraction(kappa - 1, kappa)

    assert by_pepit.descent(T, kappa) == pytest.approx(float(share) / 2, rel=1e-4)


@pytest.mark.parametrize("kappa", [Fraction(9), Fraction(30)])
def test_the_printed_bound_is_below_the_worst_case(kappa: Fraction) -> None:
    assert worst_quadratic(2, kappa) > kappa / (kappa - 1) * Fraction(exp(-2 / kappa)) / 2
