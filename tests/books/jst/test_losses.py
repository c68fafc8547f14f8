"""Protects ψ and ∇ψ where floats are strained: large scores overflow nowhere, small ones cancel nothing.

The logistic ψ and ∇ψ are held against ψ = S + ln(1 − e⁻ˢ), ∇ψ_i = e^{ξ_i}/((1 + e^{ξ_i})(1 − e⁻ˢ)) at 400 bits, with
S = Σ ln(1 + e^{ξ_j}). Floats: to a relative (n + 4)ε for ψ and (2n + 800)ε for ∇ψ (its exponents are above −800, each
rounded to their size times ε, after sums of n terms). Balls: by meeting it.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.piecewise import positive_part
from lemmacheck.theory.core.run import run
from lemmacheck.theory.margins.losses import Exponential, Logistic, Loss, OwnLoss
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball, as_ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.rational import Rational
from mpmath.ctx_mp import MPContext

from tests.multiprecision import Multiprecision
from tests.sampled import sampled
from tests.shipped import subject_of

EPSILON = 2.0**-52
SIZES = (1, 2, 3, 5, 20, 200)
SCALES = (0.0, 1e-8, 1e-3, 1.0, 10.0, 40.0, 700.0, 1e3, 1e5)
CTX = MPContext()
CTX.prec = 400


@pytest.mark.parametrize("size", [1.0, 1e3, 1e5, 1e300])
def test_psi_of_large_scores_is_finite_and_at_the_largest(size: float) -> None:
    psi = Exponential().psi(Float64(), np.array([size, -size, 0.0]))

    assert psi == pytest.approx(size, abs=1.0)


@pytest.mark.parametrize("size", [50.0, 1e3, 1e5, 1e300])
def test_the_soft_max_of_large_scores_is_their_largest(size: float) -> None:
    q = Exponential().psi_gradient(Float64(), np.array([size, -size, 0.0]))

    assert q.tolist() == pytest.approx([1.0, 0.0, 0.0])


def test_the_soft_max_of_very_negative_scores_is_on_the_simplex() -> None:
    q = Exponential().psi_gradient(Float64(), np.array([-1e5, -1e5, -1e5 - 1]))

    assert q.sum() == pytest.approx(1.0)
    assert q[0] == pytest.approx(1 / (2 + np.exp(-1)))


def test_a_long_normalised_descent_outlives_its_risk() -> None:
    num = Float64()
    with num.active():
        problem = Problem(num.array([[-1]]), num, None)  # type: ignore[arg-type]
        long = run(NormalizedGD(), problem, 2000)

    assert long.risk(long.w)[-1] == 0.0
    assert long.w[-1].tolist() == [2000.0]


def drawn_scores(n: int, scale: float) -> Iterator[list[float]]:
    """Both signs, positive, negative, and of mixed sizes."""
    rng = random.Random(f"{n}:{scale}")
    for _ in range(3):
        xi = [rng.uniform(-1, 1) * scale for _ in range(n)]
        yield from (xi, [abs(x) for x in xi], [-abs(x) - scale for x in xi])
        yield [x * 10.0 ** rng.randint(-8, 0) for x in xi]


def literal_logistic(xi: list[float]) -> tuple[Any, list[Any]]:
    exact = [CTX.mpf(x) for x in xi]
    losses = [CTX.log1p(CTX.exp(x)) for x in exact]
    total = CTX.fsum(losses)
    rest = -CTX.expm1(-total)
    slopes = [CTX.exp(x - loss) for x, loss in zip(exact, losses, strict=True)]
    return total + CTX.log(rest), [slope / rest for slope in slopes]


@pytest.mark.parametrize(("n", "scale"), sampled(product(SIZES, SCALES), 16))
def test_the_logistic_psi_and_its_gradient_are_accurate_in_floats(n: int, scale: float) -> None:
    for xi in drawn_scores(n, scale):
        psi, gradient = literal_logistic(xi)
        with Float64().active():
            found = Logistic().psi(Float64(), np.array(xi))
            slopes = Logistic().psi_gradient(Float64(), np.array(xi))

        assert abs(found - psi) <= (n + 4) * EPSILON * max(1, abs(psi))
        for value, expected in zip(slopes, gradient, strict=True):
            assert abs(value - expected) <= (2 * n + 800) * EPSILON * expected + 1e-290


def enclosed(value: Any) -> arb:
    """A number of the 400-bit context, widened by its error."""
    sign, man, exp, _ = value._mpf_
    ball = arb(-int(man) if sign else int(man)) * arb(2) ** int(exp)
    return ball + arb(0, 2.0**-300) * (abs(ball) + arb(2) ** -500)


@pytest.mark.parametrize(("n", "scale"), sampled(product(SIZES[:-1], SCALES), 16))
def test_balls_of_the_logistic_psi_and_gradient_are_tight_and_true(n: int, scale: float) -> None:
    for xi in drawn_scores(n, scale):
        psi, gradient = literal_logistic(xi)
        with Ball(128).active():
            exact = Ball(128).array([Fraction(x) for x in xi])
            found = as_ball(Logistic().psi(Ball(128), exact))
            slopes = [as_ball(slope) for slope in Logistic().psi_gradient(Ball(128), exact)]
        with Ball(500).active():
            assert found.overlaps(enclosed(psi))
            assert all(slope.overlaps(enclosed(value)) for slope, value in zip(slopes, gradient, strict=True))

        assert float(found.rad()) <= 1e-35 * max(1.0, abs(float(found.mid())))
        assert all(float(slope.rad()) <= 1e-32 * abs(float(slope.mid())) + 1e-300 for slope in slopes)


def test_one_score_is_its_own_logistic_psi_exactly() -> None:
    xi = Ball(128).array([Fraction(-7, 3)])
    with Ball(128).active():
        psi, gradient = Logistic().psi(Ball(128), xi), Logistic().psi_gradient(Ball(128), xi)

    assert isinstance(psi, fmpq)
    assert psi == fmpq(-7, 3)
    assert isinstance(gradient[0], fmpq)
    assert gradient[0] == 1


@pytest.mark.parametrize("shift", [0.0, -40.0, -1e3, -1e5])
def test_shares_of_the_logistic_risk_stay_apart_where_the_risk_underflows(shift: float) -> None:
    """Both over the same factor: far down, the loss and its slope are e^ξ."""
    values, slopes = Logistic().shares(Float64(), np.array([shift, shift - 1, shift - 2]))

    assert np.isfinite(values).all()
    assert values[0] > 0.5
    if shift <= -40:
        assert values.tolist() == pytest.approx(slopes.tolist(), rel=1e-15)
        assert (values[1:] / values[:-1]).tolist() == pytest.approx([np.exp(-1)] * 2, rel=1e-14)


@pytest.mark.parametrize("s", [1e-300, 1e-12, 0.1, 1.0, 50.0, 1e5])
def test_the_inverse_of_the_logistic_loss_undoes_it(s: float) -> None:
    loss, num = Logistic(), Float64()

    assert float(loss.value(num, loss.inverse(num, s))) == pytest.approx(s, rel=1e-13)


@pytest.mark.parametrize("loss", [Exponential(), Logistic()], ids=lambda loss: loss.name)
@pytest.mark.parametrize("scale", SCALES)
def test_the_excess_is_the_sum_of_the_gradient_over_1(loss: Loss, scale: float) -> None:
    for xi in drawn_scores(5, scale):
        with Float64().active():
            gradient = loss.psi_gradient(Float64(), np.array(xi))
            excess = loss.excess(Float64(), np.array(xi))

        assert float(1 + excess) == pytest.approx(float(gradient.sum()), rel=1e-12)


@pytest.mark.parametrize("loss", [Exponential(), Logistic()], ids=lambda loss: loss.name)
def test_the_divergence_is_that_of_the_conjugate(loss: Loss) -> None:
    """D_{ψ*}(q, ∇ψ(p)) = ψ*(q) − ψ*(∇ψ(p)) − ⟨p, q − ∇ψ(p)⟩, and 0 at its own point of the simplex."""
    num = Multiprecision(200)
    problem = Problem(num.array([[1], [1], [1]]), num, None, loss)  # type: ignore[arg-type]
    p, q = num.array([[1, -2, 0], [0, 0, 0]]), num.array([Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)])
    own = problem.psi_gradient(p)
    written = problem.conjugate(q) - problem.conjugate_of_gradient(p) - problem.inner(p, q[None] - own)

    assert all(abs(a - b) < 1e-50 for a, b in zip(problem.divergence(q, p), written, strict=True))
    assert all(entry >= 0 for entry in problem.divergence(q, p))
    assert abs(Problem(problem.Z, num, None).divergence(problem.softmax(p[0]), p[0])) < 1e-50  # type: ignore[arg-type]


SQUARE = OwnLoss("e^{2z}", value=lambda num, z: num.exp(2 * z), derivative=lambda num, z: 2 * num.exp(2 * z),
    inverse=lambda num, s: num.log(s) / 2, smoothness=lambda n: 2,
    conjugate_on_simplex=lambda num, q: num.xlogx(q).sum(-1) / 2)  # fmt: skip
BENT = OwnLoss(
    "1/(1 − z) for z ≤ 0, 1 + z for z ≥ 0",
    value=lambda num, z: (1 + positive_part(num, z)) / (1 + positive_part(num, -z)),
    derivative=lambda num, z: 1 / (1 + positive_part(num, -z)) ** 2,
    inverse=lambda num, s: positive_part(num, s - 1) - positive_part(num, 1 / s - 1),
    smoothness=lambda n: Fraction(2 * n, 1),
)
SMALL = Instance("small", ((Fraction(-3, 5), Fraction(-4, 5)), (Fraction(-1, 2), Fraction(1, 4))))


@pytest.mark.parametrize("loss", [SQUARE, BENT], ids=lambda loss: loss.name)
def test_a_loss_of_ones_own_is_run_in_floats_and_in_balls_alike(loss: OwnLoss) -> None:
    with Float64().active():
        floats = subject_of(SMALL, Float64(), GeneralDual(loss=loss), 6)
    with Ball(192).active():
        balls = subject_of(SMALL, Ball(192), GeneralDual(loss=loss), 6)
        pairs = list(zip(floats.w.ravel(), balls.w.ravel(), strict=True))

        assert all(abs(as_ball(b) - float(a)) < 1e-13 for a, b in pairs)
    assert (floats.psi(floats.scores(floats.w))[1:] < floats.psi(floats.scores(floats.w))[0]).all()


def test_a_rational_loss_keeps_a_run_rational() -> None:
    found = subject_of(SMALL, Rational(), GeneralDual(loss=BENT), 3)

    assert all(isinstance(entry, fmpq) for entry in found.w.ravel())


def test_a_loss_without_a_conjugate_says_what_to_give() -> None:
    with pytest.raises(NotImplementedError, match="conjugate_on_simplex"):
        BENT.conjugate(Float64(), np.array([1.0]))
