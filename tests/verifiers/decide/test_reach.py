"""Protects what a refutation is said to reach: computed from what refutes, replayed, and told beside the verdict."""

from dataclasses import replace

import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.reach import reach_of, refuted
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.telling import told
from lemmacheck.verifiers.records.verdict import Reach, Record
from lemmacheck.verifiers.replay.replay import replay

from tests.shipped import CORNER

Book = dict[str, Record]
SIGN, LOSS = "P.3.1.dualvec", "P.S5.1.two"


def test_a_wrong_sign_is_a_slip_and_two_different_rows_convince_of_it(quick_book: Book) -> None:
    found = quick_book[SIGN]

    assert (found.reach, found.degenerate) == (Reach.SLIP, [])
    assert found.witness is not None
    assert found.witness.Z == [["-1"]]
    assert found.convincing is not None
    assert found.convincing.Z == [["-1", "0"], ["0", "-1"]]
    assert f"    {found.reaching}" in told(found).split("\n")


def test_what_fails_at_the_start_alone_is_degenerate_whatever_its_author_says(quick_book: Book) -> None:
    found = quick_book[CORNER]

    assert LIBRARY.claims[CORNER].slip
    assert (found.reach, found.degenerate, found.convincing) == (Reach.DEGENERATE, ["at t = 0", "for n = 1"], None)
    assert found.reaching.endswith("at t = 0 and for n = 1")


def test_what_the_horizon_1_alone_refutes_is_degenerate() -> None:
    """With one vote T log T is 0, of a class that shows both signs."""
    claim = LIBRARY.claims["S.LC"]
    smallest = refuted(claim, Instance.from_json("", [["-1"]]), next(iter(claim.usual)), 0)

    assert smallest is not None
    found = reach_of(claim, smallest)
    assert (found.reach, found.degenerate) == (Reach.DEGENERATE, ("for T = 1",))


def test_what_no_author_calls_a_slip_is_false(quick_book: Book) -> None:
    found = quick_book[LOSS]

    assert (found.reach, found.degenerate) == (Reach.FALSE, [])


def test_only_what_is_false_as_printed_is_called_a_slip() -> None:
    def honest(claim: Claim) -> bool:
        return bool(claim.fault) or not claim.slip

    assert [id for id, claim in LIBRARY.claims.items() if not honest(claim)] == []


@pytest.mark.parametrize("id", [SIGN, CORNER, LOSS])
def test_a_record_stands_with_the_reach_that_it_says_and_an_old_one_without(id: str, quick_book: Book) -> None:
    found = Record.from_json(quick_book[id].to_json())

    assert found.to_json() == quick_book[id].to_json()
    assert replay(found).stands
    without = replay(replace(found, reach=None, degenerate=[], convincing=None))
    assert without.stands
    assert "reach" in without.unchecked
    assert "reach" not in replay(found).unchecked


def test_a_record_that_says_another_reach_falls(quick_book: Book) -> None:
    sign, corner = quick_book[SIGN], quick_book[CORNER]
    said = [
        replace(sign, reach=Reach.FALSE),
        replace(sign, reach=Reach.DEGENERATE),
        replace(sign, convincing=sign.witness),
        replace(corner, reach=Reach.FALSE, degenerate=[]),
        replace(corner, degenerate=["for d = 1"]),
    ]

    assert [replay(one).stands for one in said] == [False] * len(said)
