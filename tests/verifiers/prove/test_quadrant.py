"""Protects the algebra of pairs j < t: what is proved holds for all of them, and what is false is not proved."""

from dataclasses import replace
from typing import Any

import pytest
from lemmacheck import Hypothesis, above, at_least, equal
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove, quadrant

from tests.sampled import sampled

ALGEBRA = [id for id, claim in LIBRARY.claims.items() if id.startswith("N4.") and claim.kind.startswith("algebra")]
EXAMPLE = LIBRARY.claims["N4.end"]
A, B = quadrant.A, quadrant.B


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


def pair(run: Any) -> Any:
    return run.algorithm.pairs(run.problem.num, run.steps)


def test_the_algebra_is_of_every_t_from_the_first_on_and_of_every_j_below_it() -> None:
    a, b = quadrant.A, quadrant.B
    (t,), (after,), (j,) = (quadrant.Quadrant().horizons(None, 0), *quadrant.Quadrant().pairs(None, 0))

    assert {t.subs(a, k) for k in range(3)} == {1, 2, 3}
    assert {(after.subs({a: k, b: m}), j.subs({a: k, b: m})) for k in range(2) for m in range(2)} == {
        (1, 0), (2, 0), (2, 1), (3, 1),
    }  # fmt: skip
