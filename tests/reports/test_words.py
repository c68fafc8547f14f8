"""Protects what a report says in words: scope, teeth, where a witness strikes, what is cut."""

import math
from dataclasses import replace

import pytest
from lemmacheck.reports import words
from lemmacheck.reports.model import Book
from lemmacheck.verifiers.records.verdict import Condition, Record, Scope, Teeth, Verdict, Witness, Worst


@pytest.mark.parametrize(("scope", "verdict", "said"), [
    (Scope(120, 60, 9, 256), Verdict.CERTIFIED, "120 runs of up to 60 steps, 256 bits; 9 more screened in floats"),
    (Scope(1, 1), Verdict.SUPPORTED, "1 run of up to 1 step"),
    (Scope(5, 0, bits=128), Verdict.CERTIFIED, "5 runs, 128 bits"),
    (Scope(0, 0), Verdict.PROVED, "all runs"),
    (Scope(7, 9), Verdict.PROVED, "all runs; 7 runs of up to 9 steps"),
    (Scope(0, 0), Verdict.NOT_CHECKABLE, "no runs"),
])  # fmt: skip
def test_a_scope_says_over_which_runs_the_verdict_speaks(scope: Scope, verdict: Verdict, said: str) -> None:
    assert words.scope(scope, verdict) == said


def test_the_summary_counts_the_verdicts_that_occur() -> None:
    verdicts = [Verdict.PROVED, Verdict.REFUTED, Verdict.PROVED]
    book = Book.of([Record(str(i), verdict, Scope(1, 1)) for i, verdict in enumerate(verdicts)])

    assert words.summary(book) == "3 statements: 2 proved, 1 refuted."
    assert words.summary(Book.of([])) == "No statements were examined."


@pytest.mark.parametrize(("verdicts", "said"), [
    ([], "No statements were examined"),
    ([Verdict.PROVED], "None of 1 statement is false"),
    ([Verdict.REFUTED, Verdict.PROVED], "1 of 2 statements is false as printed"),
    ([Verdict.ILL_FORMED, Verdict.PROVED], "None of 2 statements is false, 1 is ill-formed"),
    ([Verdict.REFUTED, Verdict.REFUTED, *[Verdict.ILL_FORMED] * 2],
        "2 of 4 statements are false as printed, 2 are ill-formed"),
])  # fmt: skip
def test_the_headline_calls_false_what_is_refuted_alone(verdicts: list[Verdict], said: str) -> None:
    assert words.headline(Book.of([Record(str(i), one, Scope(1, 1)) for i, one in enumerate(verdicts)])) == said


def test_teeth_that_were_never_tried_are_not_a_score() -> None:
    assert words.killed(None) == words.killed(Teeth(0, 0)) == "–"
    assert words.mutants(Teeth(0, 0)) == "no mutant was tried"


def test_surviving_mutants_are_named() -> None:
    assert words.mutants(Teeth(3, 4, ["halve_theta"])) == "3 of 4 mutants refuted; survived: halve_theta"


def test_a_tacit_hypothesis_is_marked() -> None:
    assert words.met(Condition("a", "γ̄ > 0", 1, 2, tacit=True)) == "tacit; surely met on 1 of 2 runs"


def test_a_needed_hypothesis_shows_the_run_that_fails_without_it() -> None:
    fails = Witness([["-1"], ["1/2"]], 1, "1/2", "1/3", "λ=1", 2, "<=")
    undefined = Witness([["0"]], 0, "undefined", "")
    needed, without, tried, unasked = (
        words.needed(Condition("a", "γ̄ > 0", 1, 2, need=need, tried=tries))
        for need, tries in ((fails, 0), (undefined, 0), (None, 684), (None, 0))
    )

    assert needed == "needed: without it, on Z = [-1; 1/2], λ=1, 2 steps, t = 1: 1/2 ≤ 1/3 is false"
    assert without == "needed: without it, on Z = [0], the data alone, t = 0: the statement is undefined"
    assert tried == "none of 684 runs without it failed, which does not say that it is not needed"
    assert unasked == ""


def test_a_ratio_that_is_missing_or_not_a_number_is_never_a_number() -> None:
    assert words.number(None) == "–"
    assert words.ratio(Worst(None, math.nan, 1, "x")) == "nan"


def test_the_tightest_place_names_the_run_and_both_sides() -> None:
    worst = Worst(0.25, 0.5, 3, "antipodes", algorithm="DualNesterov", lhs="1/4", rhs="1/2")

    said = (
        "of the runs decided: 0.5 of what is allowed, slack 0.25 at t = 3 on antipodes with DualNesterov, left side 1/4"
        ", right side 1/2"
    )
    assert words.tightest(worst) == said
    small = replace(worst, instance="balanced-2x1-105", Z=[["1"], ["-1"]], lhs="44020902882469/519437318400", rhs="1/3")
    large = replace(small, instance="balanced-7x2-105", Z=[["1", "-1"]] * 7)
    assert words.tightest(small).endswith("on Z = [1; -1] with DualNesterov, left side 84.7473, right side 1/3")
    assert " on a 7 x 2 instance with " in words.tightest(large)
    assert words.tightest(replace(worst, unread=True)) == said.replace(" on antipodes", "")
    assert words.tightest(replace(worst, whole=True)) == said.replace(" at t = 3", "")


def test_a_counterexample_without_an_algorithm_is_about_the_data() -> None:
    assert words.occurrence(Witness([], 0, "1", "0")) == "the data alone, t = 0"
    assert words.occurrence(Witness([], 2, "1", "0", "Perceptron", 5)) == "Perceptron, 5 steps, t = 2"
    assert words.occurrence(Witness([], 0, "1", "0", "Perceptron", 5, whole=True)) == "Perceptron, 5 steps"
    assert [Witness([], 0, "1", "0", "", steps, whole=True).when for steps in (5, 0)] == ["T = 5", ""]
    assert Witness([], 0, "1", "1", "", 5, "<", forever="a radius of 1", whole=True).when == ""


def test_a_long_number_keeps_both_ends_and_tells_its_length() -> None:
    shown = words.clipped("1" * 50 + "2" * 50)

    assert shown.startswith("1" * 25 + "…" + "2" * 25)
    assert shown.endswith("(100 characters)")
    assert words.clipped("1" * words.LONGEST_NUMBER) == "1" * words.LONGEST_NUMBER


def test_a_large_matrix_is_cut_and_the_cut_is_admitted() -> None:
    rows, remark = words.matrix([["0"] * 100] * 50)

    assert {len(row) for row in rows} == {words.MOST_ROWS} == {len(rows)}
    assert "50 × 100" in remark


def test_ragged_rows_become_a_rectangle() -> None:
    assert words.matrix([["1"], [], ["2", "3"]]) == ([["1", ""], ["", ""], ["2", "3"]], "")


def test_a_slack_of_0_has_no_sign() -> None:
    assert [words.number(x) for x in (-0.0, 0.0, -0.5, None)] == ["0", "0", "-0.5", words.NOTHING]


def test_the_sides_of_a_witness_are_written_for_a_reader() -> None:
    exact = Witness([["1"]], 1, "(1/8 + -1·ln(2))", "1·ln(3)", "", 1, ">=")
    enclosed = replace(exact, rhs="[0.87758256189037271612 +/- 1.97e-20]")

    assert words.sides(exact) == ["1/8 - ln(2)", "ln(3)"]
    assert words.sides(enclosed) == ["-0.568147", "0.877583"]
