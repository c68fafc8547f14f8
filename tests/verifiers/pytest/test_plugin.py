"""Protects pytest as a front end: one test a claim; a contradicted verdict fails and shows its witness."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck.reports.published import write_verdicts
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.pytest.plugin import ClaimItem, Contradiction
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import LEAST, writer
from tests.commands import LITTLE_EFFORT, spawn
from tests.sampled import sampled
from tests.shipped import CORNER
from tests.verifiers.outcomes import outcomes

CLAIMS = LIBRARY.claims
LEMMAS = [id for id in CLAIMS if id.startswith("P.L3.4b")]
Pytest = Callable[..., Any]

CONFTEST = f"""
from pathlib import Path

import lemmacheck.reports.published
{LITTLE_EFFORT}
lemmacheck.reports.published.published_path = lambda: Path(__file__).with_name("published.json")
"""


@pytest.fixture
def run_pytest(tmp_path: Path) -> Pytest:
    """pytest in a folder with one ordinary test and a table of published verdicts of its own."""
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    pass\n")
    (tmp_path / "conftest.py").write_text(CONFTEST)

    def call(*arguments: str, **published: Verdict | None) -> Any:
        held = {id: Verdict.REFUTED if claim.fault else Verdict.CERTIFIED for id, claim in CLAIMS.items()} | published
        write_verdicts({id: verdict for id, verdict in held.items() if verdict}, tmp_path / "published.json")
        return spawn("-m", "pytest", "-v", "--color=no", "-p", "no:cacheprovider", *arguments, cwd=tmp_path)

    return call


def test_each_matching_claim_is_one_test_named_by_its_id_also_in_a_folder_without_tests(
    tmp_path: Path, run_pytest: Pytest
) -> None:
    """A claim that is not checkable is skipped with its reason."""
    (tmp_path / "test_mine.py").unlink()
    result = run_pytest(
        "--lemmacheck", "--lemmacheck-only", "P.L3.4b*,P.S1.best", "-rs", **{"P.S1.best": Verdict.NOT_CHECKABLE}
    )

    assert result.status == 0
    assert outcomes(result.out) == {**dict.fromkeys(LEMMAS, "PASSED"), "P.S1.best": "SKIPPED"}
    assert CLAIMS["P.S1.best"].not_checkable.split(";")[0][:40] in result.out


@pytest.mark.slow
def test_a_contradicted_verdict_fails_with_the_witness_in_the_message(run_pytest: Pytest) -> None:
    """So does a refuted claim of which none was published."""
    changed = {CORNER: Verdict.CERTIFIED, "P.P3.7.b.1": Verdict.REFUTED}
    only = f"{CORNER},P.P3.7.b*,P.A.1b.2*"
    result = run_pytest("--lemmacheck", "--lemmacheck-only", only, **changed, **{"P.A.1b.2": None})
    found = outcomes(result.out)
    others = [id for id in CLAIMS if id.startswith("P.P3.7.b") and id not in changed]

    assert result.status == 1
    assert found == {
        **dict.fromkeys([*changed, "P.A.1b.2"], "FAILED"), **dict.fromkeys([*others, "P.A.1b.2.corrected"], "PASSED")
    }  # fmt: skip
    assert "found refuted, recorded as certified." in result.out
    assert "Z = [-1], β=t/(t+1), θ=1, t = 0: 0 ≥ 1/4 is false" in result.out
    assert "recorded as refuted." in result.out
    assert "Traceback" not in result.out


@pytest.mark.slow
def test_without_the_option_nothing_changes(run_pytest: Pytest) -> None:
    result = run_pytest("--lemmacheck-only", "P.L3.*")

    assert result.status == 0
    assert outcomes(result.out) == {"test_mine": "PASSED"}


@pytest.mark.slow
@pytest.mark.parametrize("processes", sampled([(), ("-n", "2")], 2))
def test_the_claims_of_a_book_stand_beside_its_authors_tests(
    tmp_path: Path, run_pytest: Pytest, processes: tuple[str, ...]
) -> None:
    """A change of its method is asked against its claims; a shipped claim stands beside a file that is named."""
    (tmp_path / "paper.py").write_text(LEAST)
    (tmp_path / "change.py").write_text("from paper import Shrinking\n\nvariant = Shrinking()\n")
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    assert False\n")
    of_book = run_pytest("--lemmacheck-book", "paper.py", *processes)
    of_change = run_pytest(
        "--lemmacheck-book", "paper.py", "--lemmacheck-variant", "change.py", "-k", "L.1", *processes
    )
    named = run_pytest("--lemmacheck", "--lemmacheck-only", "P.L3.5", "test_mine.py", *processes)

    assert "1 failed, 1 passed" in of_book.out
    assert "FAILED test_mine.py::test_mine" in of_book.out
    assert "1 passed" in of_change.out
    assert "1 failed, 1 passed" in named.out


@pytest.mark.slow
def test_a_pattern_that_matches_no_claim_is_a_usage_error(run_pytest: Pytest) -> None:
    result = run_pytest("--lemmacheck", "--lemmacheck-only", "P.L3.5,Q.*")

    assert result.status == pytest.ExitCode.USAGE_ERROR
    assert "--lemmacheck-only 'Q.*' matches no claim" in result.out + result.err
    assert "Traceback" not in result.out + result.err


@pytest.mark.parametrize(("found", "before", "outcome"), [
    ("not-applicable", "not-applicable", pytest.skip.Exception),
    ("not-applicable", "certified", Contradiction),
    ("not-applicable", None, Contradiction),
    ("not-checkable", "not-checkable", pytest.skip.Exception),
    ("not-checkable", None, pytest.skip.Exception),
    ("not-checkable", "proved", Contradiction),
    ("not-checkable", "refuted", Contradiction),
    ("undecided", "undecided", pytest.xfail.Exception),
    ("undecided", "supported", Contradiction),
])  # fmt: skip
def test_what_was_not_decided_is_no_pass(found: str, before: str | None, outcome: type[BaseException]) -> None:
    record = SimpleNamespace(verdict=Verdict(found), reason="why", id="L.1", statement="x", witness=None)
    item = object.__new__(ClaimItem)
    item.name, item.user_properties = "L.1", []
    item.answers = SimpleNamespace(known={"L.1": before and Verdict(before)}, record=lambda name: record)  # type: ignore

    with pytest.raises(outcome):
        item.runtest()


def test_a_book_that_changes_how_tests_pass_is_no_book(tmp_path: Path) -> None:
    changes = "import _pytest.runner\n\n_pytest.runner.CallInfo.from_call = None\n"
    with pytest.raises(BookError, match=r"paper1\.py: CallInfo\.from_call is changed, with which other code computes"):
        writer(tmp_path)(
            LEAST, ("from typing import Any, NamedTuple\n", f"from typing import Any, NamedTuple\n{changes}")
        )


@pytest.mark.slow
def test_a_table_that_is_a_folder_and_a_book_without_a_name_are_usage_errors(
    tmp_path: Path, run_pytest: Pytest
) -> None:
    (tmp_path / "paper.py").write_text(LEAST)
    (tmp_path / "paper.verdicts.json").mkdir()
    for book in ("paper.py", ""):
        result = run_pytest("--lemmacheck-book", book)

        assert result.status == pytest.ExitCode.USAGE_ERROR
        assert "INTERNALERROR" not in result.out + result.err
