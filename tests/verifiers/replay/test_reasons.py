"""Protects the reason of a record made again: in its words where the named run shows it, else left to other runs."""

from dataclasses import replace
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.cause import CAMPAIGN, ENCLOSED, EQUAL, HERE, Cause
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.result_text import whose, whose_run
from lemmacheck.verifiers.records.verdict import Record, Verdict, Worst
from lemmacheck.verifiers.replay.made_again import Setting, reason

from tests.books.written import LEAST, WRITE
from tests.shipped import CORNER
from tests.verifiers.replay.test_made_again import ALONE, DUAL, LABEL, REPORT
from tests.verifiers.replay.test_rules import CERTIFIED, UNREAD, made, refuted


def said(verdict: Verdict, words: str, **changes: Any) -> Record:
    return replace(made(CERTIFIED), verdict=verdict, reason=words, **changes)


def test_a_reason_that_the_named_run_shows_is_made_again() -> None:
    claim, decision = LIBRARY.claims[CERTIFIED], decide(DUAL, structured()[0], DUAL.usual[LABEL], 2)
    here, name = replace(decision, reason="too close"), whose(made(CERTIFIED).worst)  # type: ignore[arg-type]
    of = made(CERTIFIED).scope.instances
    of_runs = f"({of} of {of} runs, first on …)"

    def again(verdict: Verdict, words: str, setting: Setting = ALONE, **changes: Any) -> str | None:
        return reason(claim, said(verdict, words, **changes), here, setting)

    assert again(Verdict.CERTIFIED, "forged") == ""
    assert (
        again(Verdict.REFUTED, f"fails on 1 of {of} runs.")
        is again(Verdict.REFUTED, f"fails on {of} of {of} runs.")
        is None
    )
    for k, runs in ((0, of), (of + 1, of), (1, of + 1), ("x", of), ("01", of), ("\u0661", of), ("9" * 5000, of)):
        assert again(Verdict.REFUTED, f"fails on {k} of {runs} runs.") == f"fails on … of {of} runs."
    assert again(Verdict.REFUTED, f"fails on 1 of {of} runs.{ENCLOSED}") is None
    for forged in ("forged", f"fails on 1 of {of} runs. forged", f"{ENCLOSED}fails on 1 of {of} runs."):
        assert again(Verdict.REFUTED, forged) == f"fails on … of {of} runs."
    assert again(Verdict.ILL_FORMED, "forged") == f"{claim.fault} On {name}, too close.".strip()
    assert again(Verdict.ILL_FORMED, "forged", worst=None) == f"{claim.fault} On a run, too close.".strip()
    assert again(Verdict.SUPPORTED, f"too close ({of} of {of} runs, first on a)") is None
    for form in EQUAL:
        assert again(Verdict.SUPPORTED, f"{form.format(77)} ({of} of {of} runs, first on a)") is None
        assert again(Verdict.SUPPORTED, f"{form.format('x')} ({of} of {of} runs, first on a)") is not None
    for forged in (
        f"too close ({of + 1} of {of} runs, first on a)",
        f"too close ({of} of {of + 1} runs, first on a)",
        f"too close (x of {of} runs, first on a)",
        f"too close (0{of} of {of} runs, first on a)",
        f"too close ({'9' * 5000} of {of} runs, first on a)",
        EQUAL[0].format("\u0661") + f" ({of} of {of} runs, first on a)",
        f"forged ({of} of {of} runs, first on a)",
        "too close",
    ):
        assert again(Verdict.SUPPORTED, forged) == f"too close {of_runs}"
    assert again(Verdict.UNDECIDED, f"on another run ({of} of {of} runs, first on a)") is None
    for forged, worst in ((name, made(CERTIFIED).worst), ("a", None)):
        words = f"on this run ({of} of {of} runs, first on {forged})"
        assert again(Verdict.UNDECIDED, words, worst=worst) == f"too close {of_runs}"
    no_decision = reason(claim, said(Verdict.SUPPORTED, "forged"), None, ALONE)
    assert no_decision == f" {of_runs}"
    unread = LIBRARY.claims[UNREAD]
    assert reason(unread, said(Verdict.CERTIFIED, "forged"), here, ALONE) == "too close"


def test_of_an_authors_problem_the_words_of_other_runs_are_left_to_them(opened: WRITE) -> None:
    claim = opened(LEAST).claims["L.1"]

    assert reason(claim, said(Verdict.CERTIFIED, "on 7 matrices"), None, ALONE) is None
    for verdict in (Verdict.CERTIFIED, Verdict.SUPPORTED, Verdict.UNDECIDED):
        words = "too close (1 of 1 runs, first on a); searched 2 s"
        assert reason(claim, said(verdict, words), None, ALONE) is None
        assert verdict == Verdict.CERTIFIED or reason(claim, said(verdict, "forged"), None, ALONE) is not None
    ours = LIBRARY.claims[CERTIFIED]
    assert reason(ours, said(Verdict.CERTIFIED, "; searched 2 s"), None, ALONE) == ""


def test_what_fails_off_the_points_is_made_again_whatever_run_it_tells_of() -> None:
    """Protects a record whose reason begins with its data: the sentence after them, and its counts, are compared."""
    unless = f"{Cause.OFF_THE_POINTS.text()}: l is convex"
    here = Decision(Verdict.UNDECIDED, unless, cause=Cause.OFF_THE_POINTS)
    of = made(CERTIFIED).scope.instances
    told = unless.replace(HERE, "on Z = [1], t = 0: 2 ≤ 1 is false")

    def again(words: str) -> str | None:
        return reason(LIBRARY.claims[CERTIFIED], said(Verdict.UNDECIDED, words), here, ALONE)

    assert again(f"{told} (1 of {of} runs)") is again(f"{told} ({of} of {of} runs)") is None
    for forged in (
        told,
        f"{told} ({of + 1} of {of} runs)",
        f"{told} (1 of {of + 1} runs)",
        f"{told[:-1]} (1 of {of} runs)",
    ):
        assert again(forged) == f"…{unless.removeprefix(HERE)}"


def test_of_an_open_limit_the_worst_run_is_told() -> None:
    claim = LIBRARY.claims["S.Margin"]
    record = made(CERTIFIED)
    assert record.worst is not None
    here = Decision(Verdict.UNDECIDED, "a limit is only seen")
    of, on = record.scope.instances, whose_run(record.worst)

    def again(words: str, verdict: Verdict = Verdict.UNDECIDED, claim: Claim = claim, **changes: Any) -> str | None:
        return reason(claim, said(verdict, words, **changes), here, ALONE)

    told = f"a limit is only seen, on {on}, the worst of these runs (7 of {of} are open)"
    first = f"a limit is only seen ({of} of {of} runs, first on …)"
    assert again(told) == again(told.replace("only", "not")) == told
    assert again("forged") == again(told, worst=None) == again(told, Verdict.SUPPORTED) == first
    assert again(told, claim=LIBRARY.claims[CERTIFIED]) == first


def test_data_are_told_in_numbers_where_they_are_few_else_by_their_size_and_who_made_them() -> None:
    many = [["1"] * 7] * 2
    told = {name: whose(Worst(None, None, 0, name, many)) for name in ("drawn-2x7-3", "found-2x7", "iris")}

    assert list(told.values()) == ["a 2 x 7 instance", "a 2 x 7 instance that the search found", "iris"]
    assert whose(Worst(None, None, 0, "found-1x1", [["1"]])) == "Z = [1]"


def test_what_a_campaign_says_is_left_to_the_campaign() -> None:
    claim, told = LIBRARY.claims[CERTIFIED], CAMPAIGN.format(12, 9, 9, 0, 0, 3, before="")

    for words in (told, f"before; {told}"):
        assert reason(claim, said(Verdict.CERTIFIED, words), None, ALONE) is None
        assert reason(claim, said(Verdict.CERTIFIED, words), None, REPORT) == ""
    for forged in (f"{told}!", told.replace("12", "many"), f"x{told}"):
        assert reason(claim, said(Verdict.CERTIFIED, forged), None, ALONE) == ""


def test_a_fault_is_told_in_the_claims_words_and_perhaps_of_one_run_more() -> None:
    claim = LIBRARY.claims[CORNER]
    assert claim.fault

    def again(words: str) -> str | None:
        return reason(claim, replace(refuted(), reason=words), None, ALONE)

    assert again(f"{claim.fault} On a square, it fails.") is None
    for forged in ("", "forged", claim.fault, f"{claim.fault} forged", f"{claim.fault} On a, b", " On a, b."):
        assert again(forged) == claim.fault
