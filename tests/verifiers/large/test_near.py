"""Protects the bounds of vectors: each operation of floats is within what it says of the exact one, and hardly less."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.verifiers.large.near import Near, near, plus, times
from lemmacheck.verifiers.large.rounding import TINY, UNIT, within
from lemmacheck.verifiers.numbers.ball import Ball

EXACT = Near(arb(0), arb(0))
SINGLE = arb(2) ** -24
VECTORS = st.tuples(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from([1.0, 1e-3, 1e12, 1e-150, 1e-307]))


def drawn(vector: tuple[int, int, float]) -> np.ndarray:
    seed, d, scale = vector
    return np.random.default_rng(seed).standard_normal(d) * scale


def length(x: list[Fraction]) -> arb:
    total = sum((y * y for y in x), Fraction(0))
    return arb(fmpq(total.numerator, total.denominator)).sqrt()


def exactly(x: np.ndarray) -> list[Fraction]:
    return [Fraction(y) for y in x.tolist()]


def computed(x: np.ndarray) -> arb:
    return within(float(x @ x), len(x) + 1).sqrt()


@given(VECTORS, st.integers(0, 99), st.booleans())
def test_a_sum_is_off_by_no_more_than_its_bound(vector: tuple[int, int, float], seed: int, single: bool) -> None:
    x = drawn(vector)
    y = np.random.default_rng(seed).standard_normal(len(x)) * vector[2]
    total = (x + y).astype(np.float32).astype(float) if single else x + y
    exact = [a + b for a, b in zip(exactly(x), exactly(y), strict=True)]
    if single and vector[2] not in (1.0, 1e-3, 1e12):
        return
    with Ball(200).active():
        found = plus(EXACT, EXACT, computed(total), 8 * TINY, SINGLE if single else UNIT)
        off = length([a - b for a, b in zip(exactly(total), exact, strict=True)])

        assert off <= found.error
        assert found.norm.overlaps(length(exact))


@given(VECTORS, st.integers(1, 99), st.integers(1, 99))
def test_a_multiple_is_off_by_no_more_than_its_bound(vector: tuple[int, int, float], p: int, q: int) -> None:
    x = drawn(vector)
    product = (p / q) * x
    exact = [Fraction(p, q) * a for a in exactly(x)]
    with Ball(200).active():
        found = times(fmpq(p, q), near(computed(x), arb(0)), 8 * TINY)
        off = length([a - b for a, b in zip(exactly(product), exact, strict=True)])

        assert off <= found.error
        assert found.norm.overlaps(length(exact))


def test_what_vectors_are_off_by_goes_on_into_what_is_made_of_them() -> None:
    with Ball(200).active():
        x = Near(arb(1), arb(0.25))

        assert plus(x, x, arb(2), arb(0)).error >= 0.5
        assert times(fmpq(-3), x, arb(0)).error >= 0.75
        assert times(fmpq(-3), x, arb(0)).norm == 3


@pytest.mark.parametrize(("size", "least"), [(1.0, 0.1), (1e12, 0.1)])
def test_the_bound_of_a_sum_is_not_far_from_what_may_happen(size: float, least: float) -> None:
    worst = 0.0
    with Ball(200).active():
        for seed in range(300):
            x, y = np.random.default_rng(seed).uniform(0.5, 1, (2, 1)) * size
            off = length([Fraction(float(x[0] + y[0])) - Fraction(float(x[0])) - Fraction(float(y[0]))])
            worst = max(worst, float(off / plus(EXACT, EXACT, computed(x + y), arb(0)).error))

    assert least < worst <= 1


@given(st.integers(0, 10**6), st.integers(1, 40), st.sampled_from([1.0, 1e-154, 1e-160, 1e-200, 1e150]))
def test_a_computed_square_is_within_its_ball(seed: int, d: int, scale: float) -> None:
    x = np.random.default_rng(seed).standard_normal(d) * scale
    with Ball(200).active():
        exact = sum((y * y for y in exactly(x)), Fraction(0))
        assert within(float(x @ x), d + 1).overlaps(arb(fmpq(exact.numerator, exact.denominator)))
