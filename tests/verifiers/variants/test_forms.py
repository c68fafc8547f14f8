"""Protects the two forms of a method: momentum β_t and the λ_t that it implies make the same w_t, whatever β_0 is.

In exact numbers, for any vectors v_t in the place of Zᵀq_t and m_t of Zᵀμ_t: g_t = (1/λ_t − 1) m_t. In balls, for the
algorithms themselves.
"""

from collections.abc import Sequence
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.general_momentum import GeneralMomentum
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.variants import Variant, implied_lambda, momentum, schedule
from lemmacheck.theory.core.relation import equal
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.schedules import Exactly, Implied, Table
from lemmacheck.theory.margins.losses import Logistic
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import FAILS, compare
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.variants.preflight import DATA, preflight

STEPS = 8
factors = st.lists(st.fractions(-2, 3, max_denominator=6), min_size=STEPS + 2, max_size=STEPS + 2)
vectors = st.lists(st.integers(-9, 9), min_size=STEPS + 1, max_size=STEPS + 1)
FRACTIONS = SimpleNamespace(number=Fraction)


def defined(beta: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """λ_0, λ_1, … of momentum for which they are defined."""
    try:
        return implied_lambda(lambda t: beta[int(t)], FRACTIONS, STEPS).values
    except ZeroDivisionError:
        assume(False)
        raise


@given(factors, vectors)
def test_the_momentum_is_the_average_scaled_for_any_first_factor(beta: list[Fraction], v: list[int]) -> None:
    lam = defined(beta)
    g, average = Fraction(0), Fraction(v[0])
    for t in range(STEPS + 1):
        g = beta[t] * (g + v[t])
        average = (1 - lam[t - 1]) * average + lam[t - 1] * v[t] if t else average
        assert g == (1 / lam[t] - 1) * average


@given(factors)
def test_the_implied_lambda_implies_the_momentum_it_comes_from(beta: list[Fraction]) -> None:
    implied = Implied(Table(defined(beta)))

    assert [implied(Fraction(t)) for t in range(STEPS + 2)] == beta


PUSHED: dict[str, Variant] = {
    "(t − 1)/(t + 2)": momentum(beta=lambda t: (t - 1) / (t + 2)),
    "1/2": momentum(beta=lambda t: Fraction(1, 2), theta=lambda t: Fraction(1, 3)),
    "2 at first": momentum(beta=lambda t: t / (t + 1) if t else 2),
    "logistic": momentum(beta=lambda t: Fraction(2, 3), loss=Logistic()),
    "λ = 2/(t + 3)": schedule(lam=lambda t: 2 / (t + 3)),
    "λ = 2/(t + 3), logistic": schedule(lam=lambda t: 2 / (t + 3), loss=Logistic()),
}


@pytest.mark.parametrize("variant", PUSHED.values(), ids=list(PUSHED))
def test_every_form_of_a_variant_with_a_first_push_makes_its_iterates(variant: Variant) -> None:
    ready = preflight(variant)
    num = Ball(256)

    assert ready.variant.forms.keys() == variant.forms.keys()
    with num.active():
        for data in DATA:
            p = margin_problem(data, num, variant.loss)
            own, *others = (run(form, p, STEPS).w for form in variant.forms.values())
            assert all(as_ball(x).rad() < 1e-60 for x in own.flat)
            assert not any((compare(equal(own, other)) == FAILS).any() for other in others)


@pytest.mark.parametrize("loss", [None, Logistic()], ids=["exponential", "logistic"])
def test_a_lambda_that_starts_at_one_is_another_method(loss: Logistic | None) -> None:
    beta = Exactly(lambda t: Fraction(1, 2))
    own = momentum(beta=beta, loss=loss)
    late = Exactly(Table((1, Fraction(2, 3), *[Fraction(1, 2)] * STEPS)))
    kind = PrimalMomentum if loss is None else GeneralMomentum
    other = DualNesterov(late) if loss is None else GeneralDual(late, loss=loss)
    num = Ball(128)
    with num.active():
        p = margin_problem(DATA[1], num, own.loss)
        differing = compare(equal(run(own.forms[kind], p, 2).w, run(other, p, 2).w)) == FAILS

    assert np.array_equal(differing.any(-1), [False, True, True])


def test_momentum_without_a_lambda_is_asked_in_its_primal_form_alone() -> None:
    ready = preflight(momentum(beta=lambda t: t - 1))

    assert list(ready.variant.forms) == [PrimalMomentum]
    assert ready.notes[0].startswith("not asked as DualNesterov and GeneralDual: ")


def test_a_number_in_place_of_a_function_of_t_is_the_same_at_every_t() -> None:
    beta, theta = momentum(beta=0.9, theta=Fraction(1, 2)).algorithm, schedule(lam=1, theta=2).algorithm

    assert [beta.beta(Fraction(t)) for t in (0, 7)] == [Fraction(0.9)] * 2
    assert [beta.theta(Fraction(t)) for t in (0, 7)] == [Fraction(1, 2)] * 2
    assert [(theta.lam(Fraction(t)), theta.theta(Fraction(t))) for t in (0, 7)] == [(1, 2)] * 2
