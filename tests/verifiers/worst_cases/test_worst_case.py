"""Protects the worst case of Nesterov's method: certificates decided over ℚ, attained, and refused if wrong."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck import Hypothesis, above, at_least, equal
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.worst_cases import certify, propose, quadrant
from lemmacheck.verifiers.worst_cases.certificate import STAR, accelerated, pivots
from lemmacheck.verifiers.worst_cases.propose import chained

from tests.literal.worst_case import a, huber, s, tau
from tests.sampled import THOROUGH, sampled

STEPS = range(1, 33 if THOROUGH else 9)
ALGEBRA = [id for id, claim in LIBRARY.claims.items() if id.startswith("N4.") and claim.kind.startswith("algebra")]
EXAMPLE = LIBRARY.claims["N4.end"]
A, B = quadrant.A, quadrant.B


def standard(t: int) -> Fraction:
    return Fraction(2, t + 2)


def stars(t: int) -> list[Fraction]:
    """s_0, …, s_t, typed from their formula."""
    return [s(t, j) for j in range(t + 1)]


@pytest.mark.parametrize("t", STEPS)
def test_the_multipliers_certify_the_worst_case(t: int) -> None:
    weights = chained(stars(t))

    assert certify(accelerated(t, standard), tau(t), weights).good
    assert all(weights[j, j + 1] == a(t, j) for j in range(t))
    assert certify(accelerated(t, standard), tau(t), weights | {(t, STAR): Fraction(0)}).good  # one of no weight


@pytest.mark.parametrize("t", STEPS)
def test_nothing_below_the_worst_case_is_certified(t: int) -> None:
    smaller = tau(t) * (1 - Fraction(1, 10**12))

    assert certify(accelerated(t, standard), smaller, chained(stars(t))).fault == "the quadratic form is indefinite"


@pytest.mark.parametrize("t", range(1, 65))
def test_hubers_function_attains_the_worst_case(t: int) -> None:
    assert huber(t, t)[2][t] == tau(t) / 2


@pytest.mark.parametrize(("weights", "fault"), [
    ({(STAR, 0): Fraction(-1), (STAR, 1): Fraction(2), (0, 1): Fraction(-1)}, "a weight is negative"),
    ({(STAR, 1): Fraction(2)}, "the function values do not cancel up to f(x_T) − f(q*)"),
    ({(STAR, 1): Fraction(1)}, "the quadratic form is indefinite"),
])  # fmt: skip
def test_a_certificate_that_proves_nothing_says_why(weights: dict[tuple[int, int], Fraction], fault: str) -> None:
    assert certify(accelerated(1, standard), tau(1), weights).fault == fault


def test_a_zero_pivot_beside_a_nonzero_entry_is_indefinite() -> None:
    points = [[fmpq(1), fmpq(0)]]

    assert certify(points, Fraction(0), {(STAR, 0): Fraction(1)}).fault == "the quadratic form is indefinite"


@pytest.mark.parametrize("t", [1, 2, 3, 4, 6])
def test_the_semidefinite_program_finds_the_worst_case(t: int) -> None:
    found = propose(accelerated(t, standard))

    assert found.good
    assert tau(t) <= found.tau <= tau(t) * (1 + Fraction(1, 1000))


def test_a_schedule_without_theory_has_a_certificate_too() -> None:
    """λ_t = 1 is gradient descent with unit steps: 1/(4t + 2) of ‖q_0 − q*‖²."""
    found = propose(accelerated(2, lambda t: Fraction(1)))

    assert found.good
    assert found.tau >= Fraction(1, 5)
    assert found.tau <= Fraction(1, 4)


rationals = st.fractions(-3, 3, max_denominator=12)
curvatures = st.fractions(0, 1, max_denominator=12)


@given(st.lists(st.tuples(curvatures, rationals), min_size=1, max_size=4), st.integers(1, 12))
def test_no_quadratic_is_worse(parts: list[tuple[Fraction, Fraction]], t: int) -> None:
    """f(x) = ½ Σ d_i x_i² with 0 ≤ d_i ≤ 1, least at 0, from any q_0."""
    value, distance = Fraction(0), Fraction(0)
    for d, start in parts:
        q = mu = start
        for i in range(t):
            lam = standard(i)
            q = q - d * ((1 - lam) * mu + lam * q) / lam
            mu = (1 - lam) * mu + lam * q
        value += d * mu**2 / 2
        distance += start**2 / 2

    assert value <= tau(t) * distance


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(ALGEBRA, 4))
def test_the_algebra_of_the_certificate_is_proved_for_all_j_and_t(id: str) -> None:
    assert prove(LIBRARY.claims[id])


@pytest.mark.parametrize("wrong", [
    lambda run: equal(pair(run)[0], pair(run)[1] + 1),
    lambda run: equal(pair(run)[1] + 1, pair(run)[0]),
    lambda run: at_least(pair(run)[1], pair(run)[0]),
    lambda run: above(pair(run)[1], 0),
    lambda run: at_least(1 / (pair(run)[0] - 2), 0),
    lambda run: at_least(pair(run)[0] - 2, 0),
], ids=["equality", "equality, the other way", "order", "strict at j = 0", "pole at t = 2", "t = 1"])  # fmt: skip
@pytest.mark.usefixtures("ours")
def test_a_false_statement_about_pairs_is_not_proved(wrong: Any) -> None:
    assert prove(replace(EXAMPLE, function=wrong)) is None


@pytest.mark.usefixtures("ours")
def test_a_true_statement_about_pairs_is_proved() -> None:
    assert prove(replace(EXAMPLE, function=lambda run: above(pair(run)[0], pair(run)[1])))


@pytest.mark.usefixtures("ours")
def test_pairs_are_read_of_a_claim_of_their_kind_without_hypotheses_alone() -> None:
    true = replace(EXAMPLE, function=lambda run: above(pair(run)[0], pair(run)[1]))
    given = (Hypothesis("h", "0 ≥ 0", lambda run: at_least(0, 0)),)

    assert quadrant.prove(true)
    assert quadrant.prove(replace(true, given=given)) is None
    assert quadrant.prove(replace(true, kind="algebra")) is None


@pytest.mark.parametrize(
    ("difference", "ops"),
    [
        (0 * A, "== >="), (A, ">="), (-A, ""), (A - B, ""), (A + B, ">="), (A + 1, ">= >"), (1 + 0 * A, ">= >"),
        (A / 2 + B / 3, ">="), (1 / (A + 1), ">= >"), (1 / A, ""), (1 / B, ""), (1 / (A - 1), ""),
        (A / (1 + A - B), ""), (-A / (-1 - B), ">="), (-1 / (1 + A), ""), ((A + 1) * B / (2 * A + 2), ">="),
        (1 / (1 + A * B), ">= >"),
    ],
)  # fmt: skip
def test_a_rational_function_has_a_sign_for_all_a_and_b_from_0_on(difference: Any, ops: str) -> None:
    assert " ".join(op for op in ("==", ">=", ">") if quadrant.quotient(difference, op)) == ops
    assert [bool(quadrant.quotient(difference, op)) for op in ("<=", "<")] == [op in ops.split() for op in (">=", ">")]


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ([0, 1, 1, 0], None), ([0, 2, 2, 5], None), ([0, 0, 0, -1], [0, -1]), ([0, 0, 0, 5], [0, 5]),
        ([2, 1, 1, 0], [2, fmpq(-1, 2)]), ([1, 1, 1, 1], [1, 0]), ([4, 2, 2, 3], [4, 2]),
    ],
)  # fmt: skip
def test_the_pivots_of_a_form_show_its_sign(entries: list[int], found: list[Any] | None) -> None:
    assert pivots(fmpq_mat(2, 2, entries)) == found


def pair(run: Any) -> Any:
    return run.algorithm.pairs(run.problem.num, run.steps)


def test_the_algebra_is_of_every_t_from_the_first_on_and_of_every_j_below_it() -> None:
    a, b = quadrant.A, quadrant.B
    (t,), (after,), (j,) = (quadrant.Quadrant().horizons(None, 0), *quadrant.Quadrant().pairs(None, 0))

    assert {t.subs(a, k) for k in range(3)} == {1, 2, 3}
    assert {(after.subs({a: k, b: m}), j.subs({a: k, b: m})) for k in range(2) for m in range(2)} == {
        (1, 0), (2, 0), (2, 1), (3, 1),
    }  # fmt: skip
