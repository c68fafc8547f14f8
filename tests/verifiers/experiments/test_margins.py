"""Protects what is sure of margins of floats: balls that hold the exact numbers, and orders that can be refuted."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.verifiers.experiments.dual import Descent, descent, length
from lemmacheck.verifiers.experiments.margins import Standing, margins
from lemmacheck.verifiers.records.verdict import Verdict


def exact_square(numbers: list[Fraction]) -> Fraction:
    return sum((x * x for x in numbers), Fraction(0))


def ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def fractions(Z: np.ndarray) -> list[list[Fraction]]:
    return [[Fraction(x) for x in row] for row in Z.tolist()]


@pytest.mark.parametrize("seed", range(5))
def test_the_ball_of_a_margin_holds_it_and_is_narrow(seed: int) -> None:
    rng = np.random.default_rng(seed)
    Z, w = rng.normal(size=(30, 6)) * 10.0 ** rng.integers(-3, 3, 6), rng.normal(size=(4, 6))
    for found, one in zip(margins(Z, w), fractions(w), strict=True):
        top = max(sum(z * x for z, x in zip(row, one, strict=True)) for row in fractions(Z))
        exact = -ball(top) / ball(exact_square(one)).sqrt()
        assert found.overlaps(exact)
        assert float(found.rad()) < 1e-12 * np.abs(Z).max()


def test_a_vector_without_direction_has_no_known_margin() -> None:
    (found,) = margins(np.eye(2), np.zeros((1, 2)))

    assert not found > 0
    assert not found <= 0


@pytest.mark.parametrize("seed", range(5))
def test_the_ball_of_a_dual_vector_holds_its_length_on_the_simplex(seed: int) -> None:
    rng = np.random.default_rng(seed)
    Z, mu = rng.normal(size=(30, 4)), rng.random(30) ** 3
    weights = [Fraction(x) / sum(map(Fraction, mu.tolist())) for x in mu.tolist()]
    columns = zip(*fractions(Z), strict=True)
    square = exact_square([sum(q * z for q, z in zip(weights, column, strict=True)) for column in columns])
    found = length(Z, mu)

    assert (found**2).overlaps(ball(square))
    assert float(found.rad()) < 1e-12


def standing(**given: list[float | arb]) -> Standing:
    return Standing([1, 10, 100], {name: [arb(x) for x in values] for name, values in given.items()})


def test_who_is_ahead_at_the_end_is_certified_refuted_or_not_known() -> None:
    found = standing(first=[0, 5, 9], second=[1, 6, 8], third=[0, 4, arb(8.5, 1)], fourth=[0, 4, 9])

    assert found.ahead(["first"], ["second"]) == Verdict.CERTIFIED
    assert found.ahead(["second"], ["first"]) == Verdict.REFUTED
    assert found.ahead(["first"], ["fourth"]) == Verdict.REFUTED
    assert found.ahead(["first"], ["third"]) == Verdict.UNDECIDED
    assert found.ahead(["first"], ["second", "third"]) == Verdict.UNDECIDED
    assert found.since(["first"], ["second"]) == 100
    assert found.since(["first", "second"], ["fourth"]) is None
    assert found.since(["second"], ["third"]) is None


def test_the_dual_objective_falls_below_every_bound_where_the_margin_is_zero_and_not_elsewhere() -> None:
    cross = np.array([[1.0, 0], [-0.5, 0.1], [0, -0.7]])

    assert descent(cross, 60).verdict == Verdict.CERTIFIED
    assert descent(cross + 2, 60).verdict == Verdict.REFUTED
    assert Descent([1], [arb(1, 0.125)], [arb(1)]).verdict == Verdict.UNDECIDED
