"""Protects what a record shows against t: the values at their indices, from the run the record names."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from lemmacheck.theory.core.relation import Decay, Relation, at_most
from lemmacheck.verifiers.decide.curves import (
    POINTS,
    ROUNDING,
    cleared,
    curve,
    indices,
    of_rate,
    of_record,
    of_relation,
)
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.comparison import nearest
from lemmacheck.verifiers.records.verdict import FAILS, Verdict, Witness, Worst

from tests.shipped import CORNER

CLAIMS = LIBRARY.claims
WORST = Worst(None, None, 0, "two rows", [["-1", "0"], ["0", "-1"]], "λ=2/(t+2), θ=1", 6)


@pytest.mark.parametrize("length", [1, 2, 10, POINTS, 1000])
def test_the_indices_rise_from_the_first_to_the_last(length: int) -> None:
    chosen = indices(length)

    assert chosen[0] == 0
    assert chosen[-1] == length - 1
    assert (np.diff(chosen) > 0).all()
    assert len(chosen) <= POINTS


def test_a_curve_keeps_finite_values_with_their_own_t() -> None:
    found = curve("x", [1.0, np.nan, 3.0, np.inf, 5.0], start=2)

    assert (found.t, found.value) == ([2, 4, 6], [1.0, 3.0, 5.0])


def test_exact_numbers_of_any_kind_are_drawn_as_floats() -> None:
    found = nearest(np.array([fmpq(1, 2), fmpq(3, 2), 7, 10**400], dtype=object))
    assert found[:3].tolist() == [0.5, 1.5, 7.0]
    assert not np.isfinite(found[3])


def test_a_single_point_is_no_curve() -> None:
    assert curve("x", [1.0, np.nan], start=0) is None


@pytest.mark.parametrize(("logs", "order"), [(0, "∝ t^−2"), (3, "∝ t^−2 ln^3 t")])
def test_a_rate_shows_quartiles_and_the_order_it_claims(logs: int, order: str) -> None:
    t = np.arange(1, 101, dtype=float)
    measured = [(f"{c}", Decay(c * np.log(t + 1) ** logs / t**2, 2, logs)) for c in (1, 2, 3, 4, 5)]
    curves = {found.name: found for found in of_rate(measured)}

    assert list(curves) == ["median", "lower quartile", "upper quartile", order]
    assert curves["median"].value[0] == pytest.approx(3 * np.log(2) ** logs, rel=1e-5)
    assert curves["lower quartile"].value[0] == pytest.approx(2 * np.log(2) ** logs, rel=1e-5)
    assert curves[order].value == pytest.approx(curves["median"].value, rel=1e-5)
    assert [(one.t[0], one.t[-1]) for one in curves.values()] == [(1, 100)] * 4
    soon = ("soon at its limit", measured[0][1]._replace(sequence=0 * t))
    assert of_rate([*measured, soon]) == list(curves.values())


def test_no_order_is_drawn_of_what_has_none_or_ends_at_0() -> None:
    t = np.arange(1, 101, dtype=float)
    for sequence, power in ((1 / t, None), (0 * t, 2), (np.where(t < 100, 1 / t, 0), 2)):
        assert [one.name for one in of_rate([("one", Decay(sequence, power))])] == [
            "median", "lower quartile", "upper quartile",
        ]  # fmt: skip


def test_a_rate_on_one_run_is_its_own_median() -> None:
    t = np.arange(1, 51, dtype=float)
    median, lower, upper, order = of_rate([("alone", Decay(3 / t, 1))])

    assert median.value == lower.value == upper.value == pytest.approx(order.value, rel=1e-5)


def test_a_rate_is_drawn_as_far_as_all_of_its_sequences_go() -> None:
    t = np.arange(1, 101, dtype=float)
    measured = [(f"{end}", Decay(1 / t[:end], 1)) for end in (60, 50, 100)]

    assert {one.name: one.t[-1] for one in of_rate(measured)}["median"] == 50


def test_a_bound_shows_both_sides_on_its_tightest_run() -> None:
    """φ(μ_t) − φ(q̄) is 0 on two orthogonal rows, where q̄ = q_0; the bound is 4 ln 2/(t+1)²."""
    left, right, slack = of_relation(CLAIMS["P.L3.2"], "two rows", WORST)

    assert left.t == right.t == slack.t == [1, 2, 3, 4, 5, 6]
    assert left.value == pytest.approx([0] * 6, abs=1e-12)
    assert right.value == pytest.approx([4 * np.log(2) / (t + 1) ** 2 for t in range(1, 7)], rel=1e-5)
    assert slack.value == pytest.approx(right.value, rel=1e-5)


def test_the_slack_of_a_lower_bound_is_what_the_left_side_has_over() -> None:
    left, right, slack = of_relation(CLAIMS["P.P3.7"], "two rows", WORST)

    assert slack.name == "slack"
    assert slack.value == pytest.approx(np.subtract(left.value, right.value), abs=1e-5)


def test_where_a_claim_holds_with_equality_rounding_is_no_slack() -> None:
    """On one row Lemma 3.5 is an equality, of both sides floats make 10⁴ at the end."""
    one = Worst(None, None, 0, "one row", [["-1"]], "λ=2/(t+2), θ=1", 200)
    *_, slack = of_record(CLAIMS["P.L3.5"], replace(blank(CLAIMS["P.L3.5"], Verdict.PROVED), worst=one))
    *_, raw = of_relation(CLAIMS["P.L3.5"], "one row", one)

    assert min(raw.value) < 0
    assert set(slack.value) == {0.0}
    assert cleared(np.array([ROUNDING, -ROUNDING, 2 * ROUNDING]), np.array([1, 0, 1])).tolist() == [0, 0, 2 * ROUNDING]
    assert cleared(np.array([-1e-9, -1e-17, 1e-17, np.inf]), np.array([1, 0, 0, np.inf])).tolist() == [
        -1e-9, 0, 1e-17, np.inf,
    ]  # fmt: skip


def test_an_identity_and_a_claim_about_the_data_alone_show_nothing() -> None:
    assert of_relation(CLAIMS["P.3.3eq.3"], "two rows", WORST) == []
    assert of_relation(CLAIMS["P.3.1.dualvec"], "two rows", WORST) == []


def test_what_is_refuted_shows_its_witness_with_a_mark_where_it_fails() -> None:
    worst = replace(WORST, algorithm=next(iter(CLAIMS[CORNER].runs)))
    witness = Witness([["-1"]], 0, "1", "2", worst.algorithm, 4)
    record = replace(blank(CLAIMS[CORNER], Verdict.REFUTED), witness=witness, worst=worst)
    *both, slack, fails = of_record(CLAIMS[CORNER], record)

    assert [one.t for one in both] == [[0, 1, 2, 3, 4]] * 2
    assert slack.value[0] < 0
    assert (fails.name, fails.t, fails.value) == (FAILS, [0], both[0].value[:1])
    assert of_record(CLAIMS[CORNER], replace(record, witness=None))[0].t[-1] == WORST.steps


def test_a_record_without_a_run_shows_nothing() -> None:
    assert of_record(CLAIMS["P.L3.2"], blank(CLAIMS["P.L3.2"], Verdict.UNDECIDED)) == []


@pytest.mark.parametrize(("since", "first"), [(None, 0), (1, 1)])
def test_a_relation_of_each_step_and_the_next_shows_the_t_that_its_verdict_names(since: int | None, first: int) -> None:
    def statement(run: Any) -> Relation:
        falls = at_most(run.t[1:], 2 * run.t[:-1])
        return falls if since is None else falls.since(since)

    claim = replace(CLAIMS["P.3.2.upd"], function=statement, given=(), uses=(), proof=None)
    run = Witness(WORST.Z, first, "1", "0", WORST.algorithm, WORST.steps)
    left, right, _, fails = of_relation(claim, "two rows", run)

    assert left.t == right.t == list(range(first, first + WORST.steps))
    assert (left.value, right.value) == ([1, 2, 3, 4, 5, 6], [0, 2, 4, 6, 8, 10])
    assert (fails.t, fails.value) == ([first], [1])
