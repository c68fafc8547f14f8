"""Protects the head of a variant's report: what it is, how fast beside known methods, which constants would be true."""

from typing import Any

import pytest
from lemmacheck import Run, at_most, schedule
from lemmacheck.verifiers.records.verdict import Curve, Header
from lemmacheck.verifiers.variants.answer import Checked, Description
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.heading import heading
from lemmacheck.verifiers.variants.summary import slower, speed

STEPS = 4
FIT = {"method": "mine", "data": "random", "exponent": -2.0, "lower": None, "upper": -1.5}
RACE: dict[str, Any] = {
    "data": "iris:0v1",
    "gamma": {"lower": 0.5, "upper": 0.5},
    "methods": [{"name": "mine", "reached": {"50%": {"t": 7, "seconds": 0.002}, "90%": None},
        "curve": {"t": [1, 2, 4], "margin": [-0.5, 0.25, 0.5]}}],
}  # fmt: skip
RATES = {
    "gaps": [{"statement": "γ̄ − γ(w_t)", "fits": [FIT, FIT | {"data": "iris", "exponent": None}]}],
    "races": [RACE],
}


def shrinks(run: Run) -> Any:
    """φ(μ_t) ≤ φ(μ_0)/t for every t ≥ 1."""
    return at_most(run.phi(run.mu[1:]), run.phi(run.mu[:1]) / run.t[1:]).since(1)


@pytest.fixture(scope="module")
def head() -> Header:
    bench = Bench("mine", [schedule(theta=lambda t: 2, name="mine", claims=[shrinks])])
    description, groups = bench.describe(0, STEPS)
    doubts = [
        doubt for group in range(groups) for doubt in bench.doubts(0, group, STEPS) if doubt.blank.id == "shrinks"
    ]
    return heading(Checked(description, tuple(bench.answer(0, doubt, STEPS) for doubt in doubts), RATES, 1.5))


@pytest.mark.slow
def test_it_opens_with_what_the_variant_is_and_closes_with_what_was_found(head: Header) -> None:
    assert head.title == "mine: schedule, exponential loss"
    assert head.lines[:2] == ["λ_t = 2/(t + 2)", "θ_t = 2"]
    assert any(line.startswith("(B.8)") and line.endswith("proved for all t") for line in head.lines)
    assert "note: θ_0 = 2 is outside (0, 1], which most statements ask of it" in head.lines
    assert head.lines[-1] == "mine: 1 claim: 1 refuted; 1.5 s"


@pytest.mark.slow
def test_exponents_and_shares_of_the_margin_are_tables_told_alike_on_a_terminal(head: Header) -> None:
    exponents, shares, _ = head.tables

    assert (exponents.title, exponents.columns) == (
        "p in γ̄ − γ(w_t) ~ t^p, with its 99 % interval",
        ["method", "random", "iris"],
    )
    assert exponents.rows == [["mine", "-2.00 [?, -1.50]", "–"]]
    assert (shares.title, shares.columns) == ("first t on iris:0v1", ["method", "50% of γ̄", "90% of γ̄"])
    assert shares.rows == [["mine", "7 (2 ms)", "–"]]
    for table in (exponents, shares):
        assert all(cell in speed(RATES) for cell in [table.title, *table.columns[1:], *table.rows[0]])


@pytest.mark.slow
def test_the_constant_that_a_failing_claim_needs_is_there_with_its_run(head: Header) -> None:
    ((id, relation, c, where),) = head.tables[-1].rows

    assert (id, relation) == ("shrinks", "lhs ≤ c · rhs")
    assert float(c) > 1
    assert where.startswith("t = 12, Z = [")  # of the longest run


@pytest.mark.slow
def test_the_curves_are_the_gaps_that_are_left(head: Header) -> None:
    assert head.curves == [Curve("mine, iris:0v1", [1, 2], [1.0, 0.25])]


@pytest.mark.slow
def test_without_rates_there_are_no_tables_of_speed_nor_curves(head: Header) -> None:
    bench = Bench("mine", [schedule(name="mine")])
    bare = heading(Checked(bench.describe(0, STEPS)[0], ()))

    assert (bare.tables, bare.curves) == ([], [])


def test_a_gap_that_falls_slower_than_that_of_algorithm_1_is_told_beside_bounds_that_hold_on_short_runs() -> None:
    def fits(own: float, known: float) -> dict[str, Any]:
        both = {"mine": own, "Algorithm 1": known}
        return {
            "statement": "γ̄ − γ(w_t)",
            "fits": [
                FIT | {"method": name, "exponent": p, "lower": p - 0.1, "upper": p + 0.1} for name, p in both.items()
            ],
        }

    mine = Description("mine", "step", None, None, "exponential")
    assert slower(Checked(mine, (), {"gaps": [fits(-1.9, -2.0)]})) == ""
    assert "falls like t^-1.00 on random, with Algorithm 1 like t^-2.00" in slower(
        Checked(mine, (), {"gaps": [fits(-1.0, -2.0)]})
    )
