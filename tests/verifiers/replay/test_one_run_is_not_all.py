"""Protects what a replay makes of a record that its own run bears out: other data may refute it, and are asked."""

from dataclasses import replace

import pytest
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.probe.placebos import informative
from lemmacheck.verifiers.records.verdict import Reach, Verdict
from lemmacheck.verifiers.replay.replay import Knowledge, replay

from tests.verifiers.replay.test_rules import CERTIFIED, HERE, HIDDEN, SENTENCE, empty, made, refuted


def test_a_claim_of_which_nothing_is_known_is_asked_of_tiny_data_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the run of the record it holds, on one row it does not."""
    monkeypatch.setitem(LIBRARY.claims, HIDDEN, replace(LIBRARY.claims[HIDDEN], fault=""))
    record = replace(made(HIDDEN), fault="")
    found = replay(record, HERE)

    assert record.verdict == Verdict.CERTIFIED
    assert found.stands is False
    assert "; but it is refuted" in found.text
    assert replay(made(CERTIFIED), HERE).stands is True


def test_what_is_known_of_a_claim_goes_before_tiny_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemmacheck.verifiers.replay.replay.refuted_on_tiny_data", lambda claim: pytest.fail("asked"))
    known = Knowledge(HERE.origin, verdicts={CERTIFIED: Verdict.CERTIFIED})

    assert replay(made(CERTIFIED), known).stands is True
    for record in (refuted(), empty(SENTENCE, Verdict.NOT_CHECKABLE)):  # these need no other data
        assert replay(record, HERE).stands is True


def test_the_ways_in_which_a_witness_is_degenerate_are_those_of_its_data() -> None:
    record = refuted()
    assert record.reach == Reach.DEGENERATE

    assert "degenerate" in replay(record, HERE).unchecked  # others that were found may be degenerate in more ways
    assert replay(replace(record, degenerate=["n = 7"]), HERE).stands is False
    assert "degenerate" not in replay(replace(record, reach=Reach.FALSE), HERE).unchecked


def test_what_applies_nowhere_says_nothing_of_its_level_or_of_what_it_rests_on() -> None:
    nowhere = replace(made(CERTIFIED), verdict=Verdict.NOT_APPLICABLE, worst=None)

    for changes in ({}, {"rests_on": ["F.CS"]}, {"level": None}, {"kernel": "Claim.v"}, {"seconds": 7.0}):
        assert replay(replace(nowhere, **changes), HERE).stands is None  # type: ignore[arg-type]
    unchecked = replay(replace(nowhere, statement="forged"), HERE).unchecked
    assert unchecked == ("seconds", "level", "kernel", "rests_on", "read")


def test_the_share_that_placebos_break_is_made_again() -> None:
    share = informative(LIBRARY.claims[CERTIFIED])
    assert share is not None

    for stated, of, stands in ((share, made(CERTIFIED), True), (share / 2, made(CERTIFIED), False)):
        assert replay(replace(of, informative=stated), HERE).stands is stands
    assert replay(replace(refuted(), informative=share), HERE).stands is False  # of what is false nobody asks it


def test_a_witness_may_name_fewer_of_the_ways_in_which_it_is_degenerate() -> None:
    record = refuted()

    assert len(record.degenerate) == 2
    for ways in (*([way] for way in record.degenerate), record.degenerate[::-1]):
        assert replay(replace(record, degenerate=ways), HERE).stands is True


def test_what_convinces_must_refute_and_must_not_be_degenerate() -> None:
    smallest = refuted()
    assert smallest.convincing is None

    forged = replace(smallest, reach=Reach.FALSE, degenerate=[], convincing=smallest.witness)
    assert replay(forged, HERE).stands is False
    assert replay(replace(smallest, convincing=smallest.witness), HERE).stands is False


def test_what_convinces_is_decided_again_with_how_far_it_reaches() -> None:
    record = made("P.3.1.dualvec", (2, 2))
    other = record.convincing
    assert (record.reach, record.degenerate) == (Reach.SLIP, [])
    assert other is not None

    assert replay(record, HERE).stands is True
    assert replay(replace(record, reach=None, convincing=None), HERE).stands is True  # as older records are
    forged = [replace(other, lhs="1/3"), replace(other, t=1), replace(other, steps=7), replace(other, Z=[["-1"]])]
    for changes in (*({"convincing": one} for one in forged), {"reach": Reach.FALSE}, {"reach": None}):
        assert replay(replace(record, **changes), HERE).stands is False  # type: ignore[arg-type]
    harmless = replay(replace(record, convincing=replace(other, Z=[["0", "0"]])), HERE)
    assert harmless.text.endswith("what is to convince does not refute it")
