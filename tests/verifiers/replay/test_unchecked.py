"""Protects what a replay lists as not checked: what a record, or its age, leaves out, and nothing else."""

from dataclasses import replace
from typing import Any

import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.counterexamples import refutation
from lemmacheck.verifiers.decide.recording import in_full
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Level, Origin, Scope, Teeth, Verdict, Worst
from lemmacheck.verifiers.replay.made_again import Setting
from lemmacheck.verifiers.replay.replay import COUNTS, SMALLEST, Knowledge, name_of_data, replay

from tests.books.written import LEAST, WRITE
from tests.verifiers.replay.test_rules import (
    CERTIFIED,
    HERE,
    SENTENCE,
    SUPPORTED,
    UNREAD,
    WHOLE,
    empty,
    made,
    of_worst,
    proved,
    refuted,
)


def test_of_a_claim_that_is_not_here_the_book_is_to_be_given_before_its_records(opened: WRITE) -> None:
    of_another = replace(empty(CERTIFIED, Verdict.CERTIFIED), id="Me.L1")
    text, other = (replay(of_another, known).text for known in (HERE, Knowledge(library=opened(LEAST))))

    assert text.endswith("of a book of yours, give the book before its records, as mypaper.py records.jsonl")
    assert other.endswith("no claim is called 'Me.L1'; `lemmacheck claims` lists them")


def test_what_rocq_accepted_is_listed_as_not_checked() -> None:
    marked = replace(refuted(), level=Level.KERNEL, kernel="kernel/Claims/Claim.v")
    found = replay(marked, HERE)

    assert found.stands is True
    assert {"level", "kernel"} <= set(found.unchecked)
    assert found.text.endswith("; what Rocq accepted is not checked here: run lemmacheck kernel")
    assert replay(replace(marked, kernel=""), HERE).stands is False
    assert replay(replace(marked, level=refuted().level), HERE).stands is False
    assert replay(replace(made(SUPPORTED), level=Level.KERNEL, kernel="Claim.v"), HERE).stands is False


def test_of_an_older_record_that_names_no_level_the_rest_is_checked() -> None:
    for record in (made(CERTIFIED), refuted(), replace(proved(), reason="told in other words", rests_on=[], read=[])):
        found = replay(replace(record, level=None), HERE)
        assert found.stands is True
        assert {"level", "rests_on"} <= set(found.unchecked)
    assert replay(replace(proved(), level=None, rests_on=["F.CS"]), HERE).stands is False  # no older record has these
    assert replay(replace(made(CERTIFIED), level=None, reason="told in other words"), HERE).stands is False


def test_what_a_proof_speaks_of_is_checked_where_a_record_says_it() -> None:
    assert "read" not in replay(proved(), HERE).unchecked
    assert replay(replace(proved(), read=["1 = 0"]), HERE).stands is False
    older = replay(replace(proved(), read=[]), HERE)
    assert older.stands is True
    assert "read" in older.unchecked
    assert replay(replace(made(CERTIFIED), read=["1 = 0"]), HERE).stands is False


def test_what_is_not_checked_is_listed_and_nothing_else() -> None:
    assert replay(made(CERTIFIED), HERE).unchecked == (*COUNTS, "informative")
    assert replay(made(SUPPORTED), HERE).unchecked == (*COUNTS, "reason", "informative")
    assert replay(proved(), HERE).unchecked == (*COUNTS, "informative")
    assert replay(empty(SENTENCE, Verdict.NOT_CHECKABLE), HERE).unchecked == ("seconds",)
    assert replay(replace(made(CERTIFIED), code="", chapter=""), Knowledge()).unchecked == (
        *COUNTS,
        "informative",
        "code",
        "chapter",
    )
    whole = of_worst(made(WHOLE), whole=False)  # older records do not say it
    assert (replay(whole, HERE).unchecked, made(WHOLE) != whole) == ((*COUNTS, "worst.whole", "informative"), True)
    false = made("P.3.1.dualvec", (1, 1))
    assert false.witness is not None
    without = replace(false, witness=replace(false.witness, whole=False))
    assert "witness.whole" in replay(without, HERE).unchecked
    assert "witness.whole" not in replay(false, HERE).unchecked
    alone = replay(replace(false, convincing=None), HERE)  # as if no other run were known to refute it
    assert (false.convincing is None, alone.stands, "convincing" in alone.unchecked) == (False, True, True)
    assert "convincing" not in replay(false, HERE).unchecked
    unread = of_worst(made(UNREAD, (1, 1)), unread=False)
    assert "worst.unread" in replay(unread, HERE).unchecked
    assert "worst.unread" not in replay(made(UNREAD, (1, 1)), HERE).unchecked
    of_a_witness = (*COUNTS, "witness.forever", "convincing.forever", "degenerate", SMALLEST)
    assert replay(refuted(), HERE).unchecked == of_a_witness
    older = replay(replace(refuted(), reach=None, degenerate=[]), HERE)
    assert (older.stands, older.unchecked) == (
        True,
        (*COUNTS, "reach", "witness.forever", "convincing.forever", SMALLEST),
    )
    without = replay(replace(made(CERTIFIED), code=""), Knowledge())
    assert (without.stands, without.unchecked) == (True, (*COUNTS, "informative", "code"))
    mine = replay(of_worst(made(CERTIFIED), instance="mine"), HERE)
    assert mine.unchecked == (*COUNTS, "worst.instance", "informative")


def test_another_true_witness_stands_and_that_none_is_smaller_is_listed() -> None:
    claim, record = LIBRARY.claims["P.3.1.dualvec"], made("P.3.1.dualvec", (1, 1))
    assert record.witness is not None
    other = refutation(claim, Instance.from_json("other", [["-1/2"]]), record.witness.algorithm, 0)
    assert other is not None
    found = replay(replace(record, witness=in_full(claim, other)), HERE)

    assert (record.witness.Z, other.instance.to_json()) == ([["-1"]], [["-1/2"]])
    assert (found.stands, SMALLEST in found.unchecked) == (True, True)


@pytest.mark.parametrize("steps", [7, 6, 3])
def test_of_a_run_that_a_search_made_longer_the_length_is_listed(steps: int) -> None:
    known = replace(HERE, origin=Origin("report", {"per_shape": 1, "steps": 6}))
    refuted, certified = made("P.3.1.dualvec"), made(CERTIFIED)
    assert known.setting(refuted).of_report

    assert ("worst.steps" in replay(of_worst(refuted, steps=steps), known).unchecked) == (steps == 7)
    assert "worst.steps" not in replay(of_worst(certified, steps=steps), known).unchecked


def test_how_much_was_tried_is_not_checked() -> None:
    record = made(CERTIFIED)
    hypotheses = [replace(h, met=h.met + 1, of=h.of + 1) for h in record.hypotheses]
    changes: list[dict[str, Any]] = [{"scope": Scope(7, 7)}, {"hypotheses": hypotheses}, {"seconds": 7.0}]
    changes += [{"teeth": Teeth(killed, 2, ["forged"])} for killed in range(3)]

    for changed in changes:
        assert replay(replace(record, **changed), HERE).stands is True
    assert COUNTS == ("scope", "hypotheses.met", "hypotheses.of", "teeth", "seconds")


@pytest.mark.parametrize("name", ["found-2x7", "shrunk", "small-1", "mine", "lost-found"])
def test_data_that_a_report_found_for_a_problem_of_ones_own_need_no_name(name: str, opened: WRITE) -> None:
    claim, own = LIBRARY.claims[CERTIFIED], opened(LEAST).claims["L.1"]
    worst = Worst(None, None, 0, name, [["1"]])

    def unchecked(of: Claim, effort: dict[str, int]) -> tuple[str, ...]:
        return name_of_data(worst, of, Setting(effort))

    assert unchecked(claim, {}) == unchecked(own, {}) == ("worst.instance",)
    searched = {"per_shape": 1, "own": 1}
    if name.partition("-")[0] in ("found", "shrunk", "small"):
        assert unchecked(own, searched) == ("worst.instance",)
    else:
        with pytest.raises(ValueError, match="the survey has no such data"):
            unchecked(own, searched)
    for of, effort in ((claim, searched), (own, {"per_shape": 1}), (own, {"per_shape": 1, "own": 0})):
        with pytest.raises(ValueError, match="the survey has no such data"):
            unchecked(of, effort)
