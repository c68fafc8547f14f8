"""Protects the two losses that Appendix C admits beside its examples: ψ, ∇ψ, ‖∇ψ‖₁, ψ* and ρ are what is written."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.problems.general_losses import Gentle, Reciprocal
from lemmacheck.theory.margins.losses import Exponential, Logistic, Loss

from tests.multiprecision import Multiprecision

NUM = Multiprecision(300)
TINY = NUM.ctx.mpf(10) ** -60
LOSSES = (Exponential(), Logistic(), Gentle(), Reciprocal())
POINTS = [NUM.array(list(map(Fraction, p))) for p in product(("-40", "-1", "0", "1/3", "7/4", "5"), repeat=2)]
POINTS += [NUM.array([Fraction(-k), Fraction(k, 7), Fraction(2 - k, 3)]) for k in range(-6, 7)]
each_loss = pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)


@each_loss
def test_psi_is_the_inverse_of_the_summed_losses(loss: Loss) -> None:
    for xi in POINTS:
        assert abs(loss.psi(NUM, xi) - loss.inverse(NUM, loss.value(NUM, xi).sum(-1))) < TINY
        assert abs(loss.inverse(NUM, loss.value(NUM, xi)) - xi).max() < TINY


@each_loss
def test_the_gradient_is_a_difference_quotient_and_its_mass_the_sum(loss: Loss) -> None:
    h = NUM.ctx.mpf(2) ** -100
    for xi in POINTS:
        gradient = loss.psi_gradient(NUM, xi)
        for k in range(len(xi)):
            shift = h * NUM.array([int(j == k) for j in range(len(xi))])
            quotient = (loss.psi(NUM, xi + shift) - loss.psi(NUM, xi - shift)) / (2 * h)

            assert abs(gradient[k] - quotient) < NUM.ctx.mpf(10) ** -25
        assert abs(1 + loss.excess(NUM, xi) - gradient.sum()) < TINY


def shortfalls(loss: Loss) -> list[tuple[Any, Any]]:
    """ψ(η) − ψ(ξ) − ⟨∇ψ(ξ), η − ξ⟩ and (ρ/2) ‖η − ξ‖∞², for all pairs of points."""
    pairs = [(a, b) for a in POINTS for b in POINTS if len(a) == len(b)]
    rho = [NUM.number(loss.rho(len(a))) for a, _ in pairs]
    bend = [loss.psi(NUM, b) - loss.psi(NUM, a) - (loss.psi_gradient(NUM, a) * (b - a)).sum() for a, b in pairs]
    return [(x, r / 2 * abs(b - a).max() ** 2) for x, r, (a, b) in zip(bend, rho, pairs, strict=True)]


@pytest.mark.slow
@each_loss
def test_psi_is_convex_and_rho_smooth(loss: Loss) -> None:
    assert all(-TINY < bend <= allowed + TINY for bend, allowed in shortfalls(loss))


@each_loss
def test_the_conjugate_on_the_simplex_is_the_least_upper_bound(loss: Loss) -> None:
    """From above at every point; and reached, or approached far out where it is not, along ξ = ℓ⁻¹ of a multiple."""
    for first in ("1/2", "1/3", "1/9", "7/8"):
        q = NUM.array([Fraction(first), 1 - Fraction(first)])
        value = loss.conjugate(NUM, q)
        for xi in POINTS[:36]:
            assert (q * xi).sum() - loss.psi(NUM, xi) <= value + TINY
        far = NUM.log(q) - 200
        at = {"gentle": 256 * NUM.log(q), "reciprocal": NUM.ctx.e - 1 / NUM.sqrt(q)}.get(loss.name, far)

        assert abs((q * at).sum() - loss.psi(NUM, at) - value) < TINY


def test_the_mass_of_the_reciprocal_loss_is_below_1_and_that_of_a_single_score_is_1() -> None:
    assert Reciprocal().excess(NUM, NUM.array([0, 0])) < 0
    assert [loss.excess(NUM, np.asarray(NUM.array([Fraction(1, 3)]))) for loss in LOSSES] == [0] * 4
