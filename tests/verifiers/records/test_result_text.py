"""What reads no data is told by its parameters: in place of the matrix on which it happens to be run."""

import pytest
from lemmacheck.reports.words import sentence
from lemmacheck.verifiers.probe.tightness import Sharpness
from lemmacheck.verifiers.records.result_text import record_text, sharpness_text, witness_text
from lemmacheck.verifiers.records.verdict import Record, Scope, Verdict, Witness, Worst


def test_a_tightest_run_without_data_is_told_by_its_parameters() -> None:
    runs = {"a=1/2": "a=1/2", "": "the only one"}
    for label, on in runs.items():
        worst = Worst(0.5, 0.25, 1, "one row", [["-1"]], label, 3, "1/4", "1", unread=True)
        assert (
            f"    tightest of the runs decided: 0.25 of what is allowed, on {on}\n"
            in f"{record_text(Record('a', Verdict.CERTIFIED, Scope(1, 3), worst=worst))}\n"
        )


def test_the_sharpest_run_without_data_is_told_by_its_parameters() -> None:
    sharp = Sharpness(
        "a", "x ≤ 1", lower="0.25", upper="0.25", t=3, op="<=", lhs="1/4", rhs="1", algorithm="a=1/2", steps=4
    )

    assert "    on a=1/2, t = 3: 1/4 ≤ 1\n" in sharpness_text(sharp)


@pytest.mark.parametrize(("shown", "run"), [
    ("f(x) = x², γ = 1/3", "half"),
    ("f(x) = x², gamma=1/3, lam = 1", "half"),
    ("f(x) = x², γ = 1/30", "half, gamma=1/3"),
    ("f(x) = 1/3", "half, gamma=1/3"),
    ("", "half, gamma=1/3"),
])  # fmt: skip
def test_a_parameter_that_the_problem_in_words_says_is_not_said_again(shown: str, run: str) -> None:
    said = witness_text(Witness([["1"]], 2, "2", "1", "half, gamma=1/3", 2, "<=", shown=shown))

    assert said == f"{shown}{': ' if shown else ''}Z = [1], {run}, t = 2: 2 ≤ 1 is false"


def test_what_keeps_a_run_from_its_limit_is_said_before_the_numbers_that_show_it() -> None:
    radius = Witness([["-20"]], 0, "1", "1", "", 3, "<", forever="a linear iteration of spectral radius 1")

    assert witness_text(radius).endswith("a linear iteration of spectral radius 1: 1 < 1 is false")
    assert sentence(radius) == witness_text(radius)
