"""Protects what is said of a search, and what it may spend: the largest share and where it was, rounded down."""

from typing import Any

import pytest
from lemmacheck.verifiers.search import budget as budgets
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.report import NOTHING, SearchReport

CLOSE = SearchReport(instances=1200, steps=40, n=3, share=0.8765439, closest="P.1", t=7, seconds=2.0)
TAKES = "short of equality, the closest, P.1, takes 0.876543 of what is allowed"
SAID = "searched 1200 instances of up to 3 rows, runs of up to 40 steps, in floats"


@pytest.mark.parametrize(("changes", "text"), [
    ({}, f"{SAID}: {TAKES}, at t = 7"),
    ({"whole": True}, f"{SAID}: {TAKES}"),
    ({"closest": ""}, SAID),
    ({"share": NOTHING / 2}, SAID),
    ({"instances": 0}, ""),
    ({"n": 1, "closest": ""}, SAID.replace("3 rows", "1 row")),
    ({"steps": 0}, f"searched 1200 instances of up to 3 rows, in floats: {TAKES}"),
    ({"n": 0, "closest": ""}, "searched runs of up to 40 steps, in floats"),
    ({"n": 0, "steps": 0, "closest": ""}, "searched its run, in floats"),
])  # fmt: skip
def test_a_search_is_told_in_a_sentence(changes: dict[str, Any], text: str) -> None:
    assert CLOSE._replace(**changes).text() == text


def test_a_sentence_about_one_claim_does_not_name_it_and_a_brief_word_does() -> None:
    assert CLOSE.text(named=False).endswith(
        ": short of equality, the closest takes 0.876543 of what is allowed, at t = 7"
    )
    assert CLOSE.brief() == "1200 instances, P.1 takes 0.876543 of what is allowed"
    assert CLOSE._replace(closest="", instances=1).brief() == "1 instance"


@pytest.mark.parametrize("share", [0.99999999, 0.5, 0.123456, 1 - 1e-12])
def test_a_share_is_rounded_down(share: float) -> None:
    assert float(CLOSE._replace(share=share).part) <= share


def test_two_searches_are_told_as_one_with_the_closer_claim() -> None:
    other = SearchReport(5, 90, 2, 0.9, "P.2", 1, found=((3, "data"),), seconds=0.5)  # type: ignore[arg-type]

    for both in (CLOSE.beside(other), other.beside(CLOSE)):
        assert (both.instances, both.steps, both.n, both.seconds, both.found) == (1205, 90, 3, 2.5, ((3, "data"),))
        assert (both.share, both.closest, both.t) == (0.9, "P.2", 1)
    equal = CLOSE.beside(CLOSE._replace(closest="P.3"))
    assert equal.closest == "P.1"


def test_a_budget_is_spent_by_steps_of_all_data_or_by_seconds_of_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(steps=100)
    budget.spend(3, 10)
    assert (budget.instances, budget.spent, budget.left) == (3, 30, True)
    budget.spend(2, 0, price=8)
    assert (budget.instances, budget.spent) == (5, 46)  # one step at least
    budget.spend(1, 53)
    assert budget.left
    budget.spend(1, 1)
    assert not budget.left
    clock = [5.0]
    monkeypatch.setattr(budgets.time, "process_time", lambda: clock[0])
    elsewhere = [100.0]
    timed = Budget(seconds=3.0, elsewhere=lambda: elsewhere[0])
    clock[0], elsewhere[0] = 6.0, 101.5
    assert (timed.passed, timed.left) == (2.5, True)
    clock[0] = 6.5
    assert not timed.left
    assert Budget().left
