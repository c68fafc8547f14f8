"""Protects `pytest --lemmacheck-variant`: one test a claim, the witness in the message, in any project."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands import spawn
from tests.verifiers.outcomes import outcomes

VARIANT = """\
from typing import Any, NamedTuple
from lemmacheck.theory.core.relation import at_least, at_most

class State(NamedTuple):
    t: int
    w: Any

def grows(run):
    \"\"\"‖w_t‖ ≥ t for every t ≥ 1.\"\"\"
    return at_least(run.norm(run.w[1:]), run.t[1:]).since(1)

def is_bounded(run):
    \"\"\"‖w_t‖ ≤ t for every t.\"\"\"
    return at_most(run.norm(run.w), run.t)

class Mine:
    name, claims = "mine", [grows, is_bounded]

    def start(self, p):
        return State(0, p.zeros())

    def step(self, p, s):
        return State(s.t + 1, s.w - p.gradient(s.w) / 2)

variant = Mine()
"""
ASKED = "grows,is_bounded,P.T3.1.1"
Pytest = Callable[..., Any]


@pytest.fixture
def run_pytest(tmp_path: Path) -> Pytest:
    """pytest in a project with one ordinary test and a variant file."""
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    pass\n")
    (tmp_path / "mine.py").write_text(VARIANT, encoding="utf-8")

    def call(*arguments: str) -> Any:
        flags = ("-v", "--color=no", "-p", "no:cacheprovider", "--lemmacheck-timeout", "60", "--lemmacheck-only", ASKED)
        return spawn("-m", "pytest", *flags, *arguments, cwd=tmp_path)

    return call


@pytest.mark.slow
def test_each_claim_is_a_test_and_a_broken_one_shows_its_witness(run_pytest: Pytest, tmp_path: Path) -> None:
    result = run_pytest("--lemmacheck-variant", "mine.py", "--junitxml", "junit.xml", "-rs")
    found = outcomes(result.out)

    assert result.status == 1
    assert set(found) == set(ASKED.split(","))
    assert {id for id, outcome in found.items() if outcome == "FAILED"} == {"grows"}
    assert found["is_bounded"] in ("PASSED", "FAILED")
    assert found["P.T3.1.1"] == "SKIPPED"
    assert "grows  ‖w_t‖ ≥ t for every t ≥ 1." in result.out
    assert re.search(r"Z = .*\n +t = 1:  \S+ ≥ 1 is false", result.out)
    assert "its printed relation is" in result.out
    assert "Traceback" not in result.out + result.err
    assert '<property name="outcome" value="refuted"' in (tmp_path / "junit.xml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_beside_a_file_that_is_named_its_tests_run_too(run_pytest: Pytest) -> None:
    result = run_pytest("test_mine.py", "--lemmacheck-variant", "mine.py", "--lemmacheck-only", "is_bounded")

    assert outcomes(result.out)["test_mine"] == "PASSED"
    assert set(outcomes(result.out)) == {"test_mine", "is_bounded"}


@pytest.mark.slow
def test_outcomes_are_judged_on_request(run_pytest: Pytest) -> None:
    some = ("--lemmacheck-only", "P.T3.1.1,P.3.10.2")
    result = run_pytest("--lemmacheck-variant", "mine.py", "--lemmacheck-outcomes", *some)
    found = outcomes(result.out)

    assert found["P.T3.1.1"] == "PASSED"
    assert found["P.3.10.2"] == "FAILED"


@pytest.mark.slow
def test_a_file_that_does_not_load_is_a_usage_error_of_one_line(run_pytest: Pytest, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("variant = (\n")
    result = run_pytest("--lemmacheck-variant", "mine.py")

    assert result.status == pytest.ExitCode.USAGE_ERROR
    assert "mine.py:1: '(' was never closed" in result.out + result.err
    assert "Traceback" not in result.out + result.err
