"""Protects the ladder: each verdict is earned by sure comparisons alone, and no precision takes back another's."""

from collections.abc import Callable
from typing import Any

import flint
import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, below, equal, same_space
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import decide, rungs
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import draws
from tests.verifiers.stating import (
    INSTANCE,
    NAN,
    WIDE,
    Statement,
    decided,
    fails,
    holds,
    irrational,
    made,
    off_by,
    pinned,
    precisions,
    undecidable,
    undefined,
)


@pytest.mark.parametrize("statement", [holds, fails, undecidable, undefined])
def test_a_hypothesis_that_surely_fails_makes_any_claim_not_applicable_and_is_named(statement: Statement) -> None:
    decision = decided(statement, holds, fails)

    assert decision.verdict == Verdict.NOT_APPLICABLE
    assert decision.reason == "fails: condition 1"
    assert decision.met == {"h0": True, "h1": False}
    assert decision.worst is None


@pytest.mark.parametrize("hypothesis", [undecidable, undefined, pinned, off_by(-600)[0]])
@pytest.mark.parametrize("statement", [holds, fails])
def test_an_undecided_hypothesis_neither_certifies_nor_refutes(hypothesis: Statement, statement: Statement) -> None:
    decision = decided(statement, holds, hypothesis)

    assert decision.verdict == Verdict.UNDECIDED
    assert decision.reason == "a hypothesis is not decided: condition 1"
    assert decision.met == {"h0": True}
    assert decision.bits == rungs(0)[-1]


def test_a_hypothesis_that_only_a_higher_rung_decides_is_decided_there() -> None:
    true, false = off_by(-300)

    assert (decided(holds, true).verdict, decided(holds, true).bits) == (Verdict.CERTIFIED, 512)
    assert (decided(holds, false).verdict, decided(holds, false).bits) == (Verdict.NOT_APPLICABLE, 512)


def test_a_small_difference_is_decided_at_the_rung_that_can_see_it() -> None:
    found = {power: [decided(s).bits for s in off_by(power)] for power in (-60, -120, -200, -300, -500)}

    assert found == {-60: [128, 128], -120: [128, 128], -200: [256, 256], -300: [512, 512], -500: [512, 512]}
    for power in found:
        true, false = off_by(power)
        assert decided(true).verdict == Verdict.CERTIFIED
        assert decided(false).verdict == Verdict.REFUTED


@pytest.mark.parametrize("statement", off_by(-600))
def test_a_difference_below_the_last_rung_is_supported_as_a_near_equality(statement: Statement) -> None:
    decision = decided(statement)

    assert decision.verdict == Verdict.SUPPORTED
    assert decision.reason == Cause.NEAR_EQUALITY.text(510)
    assert decision.bits == 512


def test_an_equality_of_exact_sides_is_certified_or_refuted() -> None:
    assert decided(lambda p: equal(p.sqrt(p.num.number(8)), 2 * p.sqrt(p.num.number(2)))).verdict == Verdict.CERTIFIED
    assert decided(lambda p: equal(p.sqrt(p.num.number(8)), 3 * p.sqrt(p.num.number(2)))).verdict == Verdict.REFUTED
    assert decided(lambda p: equal(irrational(p), irrational(p) + fmpq(1, 2**100))).verdict == Verdict.REFUTED


def test_a_wide_ball_is_undecided_at_the_last_rung_and_says_where() -> None:
    entries = np.stack([fmpq(-1), fmpq(-1), WIDE])
    decision = decide(made(lambda p: at_most(entries, 0), first=5), INSTANCE, None, 0)

    assert decision.verdict == Verdict.UNDECIDED
    assert decision.reason == "undecided at t = 7 with 512 bits"
    assert decision.worst.t == 7


@pytest.mark.parametrize("compared", [at_most, at_least, below, above, equal])
@pytest.mark.parametrize("sides", [(NAN, 1), (1, NAN), (NAN, NAN)])
def test_a_nan_never_passes(compared: Callable[..., Relation], sides: tuple[Any, Any]) -> None:
    decision = decided(lambda p: (holds(p), compared(*sides)))

    assert decision.verdict == Verdict.UNDECIDED


@pytest.mark.parametrize(("statement", "expected"), [
    (holds, [128]),
    (fails, [128]),
    (pinned, [128, 512]),
    (off_by(-200)[0], [128, 256]),
    (off_by(-300)[1], [128, 256, 512]),
    (undecidable, [128, 256, 512]),
    (lambda p: at_most(0, 1 / p.num.number(0)), [128]),
])  # fmt: skip
def test_climbing_raises_the_bits_until_the_claim_is_decided(statement: Statement, expected: list[int]) -> None:
    before = flint.ctx.prec
    seen, decision = precisions(statement)

    assert seen == expected
    assert decision.bits == expected[-1]
    assert flint.ctx.prec == before


def test_sides_of_different_spaces_are_ill_formed_once_the_hypotheses_hold() -> None:
    def misprinted(p: Any) -> Relation:
        return equal(*same_space(np.zeros(2), np.zeros(3)))

    decision = decided(misprinted, holds)

    assert decision.verdict == Verdict.ILL_FORMED
    assert decision.reason == "the left side lies in ℝ^2, the right side in ℝ^3"
    assert decided(misprinted, fails).verdict == Verdict.NOT_APPLICABLE
    assert decided(misprinted, undecidable).verdict == Verdict.UNDECIDED


# An entry of a relation lhs ≤ 1, by what it must do to the verdict.
ENTRIES = {
    "holds": [fmpq(1), fmpq(-7), arb(0, 0.5)],
    "fails": [fmpq(2), arb(3, 0.5)],
    "near": [1 + arb(0, 2.0**-60)],
    "wide": [1 + arb(0, 2.0**-50), arb(0, 9), arb("nan")],
}
ONE_ENTRY = st.sampled_from([(kind, k) for kind, values in ENTRIES.items() for k in range(len(values))])


@draws(4)
@given(st.lists(st.lists(ONE_ENTRY, min_size=1, max_size=4), min_size=1, max_size=3))
def test_a_conjunction_is_refuted_by_its_first_failure_and_certified_by_sure_entries_alone(parts: list[Any]) -> None:
    sides = [[ENTRIES[kind][k] for kind, k in part] for part in parts]
    relations = tuple(at_most(guarded(np.array(side, dtype=object)), 1) for side in sides)
    kinds = [(k, t, kind) for k, part in enumerate(parts) for t, (kind, _) in enumerate(part)]
    decision = decide(made(lambda p: relations), INSTANCE, None, 0)

    order = [("fails", Verdict.REFUTED), ("wide", Verdict.UNDECIDED), ("near", Verdict.SUPPORTED)]
    for kind, verdict in order:
        places = [(k, t) for k, t, found in kinds if found == kind]
        if places:
            assert decision.verdict == verdict
            assert decision.worst is not None
            if kind != "near":
                assert (decision.worst.relation, decision.worst.t) == places[0]
            return
    assert decision.verdict == Verdict.CERTIFIED


def test_the_tightest_entry_is_that_of_an_inequality_with_the_least_relative_room() -> None:
    lhs = np.array([fmpq(1, 2), fmpq(9, 10), fmpq(1, 10)], dtype=object)
    equality, bounds = equal(fmpq(3), 3), at_most(lhs, np.array([fmpq(1), fmpq(1), fmpq(1)], dtype=object))
    decision = decide(made(lambda p: (equality, bounds), first=1), INSTANCE, None, 0)

    assert (decision.worst.relation, decision.worst.t) == (1, 2)
    assert decision.worst.slack == pytest.approx(0.1)
    assert decision.worst.ratio == pytest.approx(0.9)


@pytest.mark.parametrize(("first", "second", "tightest"), [("1/2", "9/10", 1), ("9/10", "1/2", 0)])
def test_the_tightest_of_several_inequalities_is_named_whatever_their_order(
    first: str, second: str, tightest: int
) -> None:
    bounds = tuple(at_most(fmpq(*map(int, share.split("/"))), 1) for share in (first, second))
    decision = decided(lambda p: bounds)

    assert (decision.worst.relation, decision.worst.lhs) == (tightest, fmpq(9, 10))


@pytest.mark.parametrize(("compared", "lhs", "slack", "ratio"), [
    (at_most, fmpq(1, 4), 0.75, 0.25),
    (below, fmpq(1, 4), 0.75, 0.25),
    (at_most, fmpq(3), -2, 3),
    (at_least, fmpq(4), 3, 0.25),
    (above, fmpq(4), 3, 0.25),
    (at_least, fmpq(1, 2), -0.5, 2),
    (equal, fmpq(1), 0, None),
    (equal, fmpq(3), -2, None),
    (at_least, fmpq(-1), -2, None),
])  # fmt: skip
def test_slack_is_what_is_left_and_ratio_the_share_of_what_is_allowed(
    compared: Callable[..., Relation], lhs: fmpq, slack: float, ratio: float | None
) -> None:
    decision = decided(lambda p: compared(lhs, fmpq(1)))

    assert (decision.worst.slack, decision.worst.ratio) == (slack, ratio)
    assert decision.verdict == (Verdict.CERTIFIED if slack >= 0 else Verdict.REFUTED)


def test_a_claim_about_an_algorithm_is_read_from_its_run_of_so_many_steps() -> None:
    claim = made(lambda run: at_most(run.t, 3), about=NormalizedGD)

    certified = decide(claim, INSTANCE, NormalizedGD(), 3)
    assert (certified.verdict, certified.reason, certified.steps) == (Verdict.CERTIFIED, "", 3)
    refuted = decide(claim, INSTANCE, NormalizedGD(), 5)
    assert refuted.verdict == Verdict.REFUTED
    assert (refuted.worst.t, refuted.reason, refuted.steps) == (4, "", 5)


def test_a_relation_that_names_its_first_t_keeps_it_and_another_has_the_claims() -> None:
    late = np.array([fmpq(0), fmpq(2)], dtype=object)

    for relation, t in ((at_most(late, 1), 4), (at_most(late, 1).since(0), 1), (at_most(late, 1).since(7), 8)):
        worst = decide(made(lambda p, r=relation: r, first=3), INSTANCE, None, 0).worst
        assert worst.t == t
