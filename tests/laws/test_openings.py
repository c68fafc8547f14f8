"""Protects what a section assumes where it opens: it is said once, and no claim of the section goes without it."""

import sys
from collections.abc import Iterator

from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.core.book import collected
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.margins.hypotheses import exponential_loss, unit_rows
from lemmacheck.verifiers.library.shipped import LIBRARY

from tests.shipped import made

PAPER, OURS = LIBRARY.books[:2]


def told(claim: Claim) -> set[str]:
    """What a claim is given, with what that implies."""
    return {each.name for one in claim.given for each in (one, *one.implies)}


def without_its_opening(claims: Iterator[Claim]) -> list[str]:
    """The claims that lack something their section assumes."""
    opening = {one: getattr(sys.modules[one.function.__module__], "OPENING", ()) for one in claims}
    return [one.id for one, assumed in opening.items() if not {h.name for h in assumed} <= told(one)]


def test_every_section_of_the_paper_says_what_it_assumes() -> None:
    sections = {one.function.__module__ for one in PAPER.claims.values() if not one.not_checkable}

    assert [name for name in sections if not getattr(sys.modules[name], "OPENING", ())] == []


def test_no_claim_goes_without_what_its_section_assumes() -> None:
    asked = (one for book in (PAPER, OURS) for one in book.claims.values() if not one.not_checkable)

    assert without_its_opening(asked) == []


def test_a_claim_that_goes_without_it_is_found() -> None:
    claim = LIBRARY.claims["P.3.2.alg"]
    forgetful = made(claim.function)

    assert without_its_opening(iter([forgetful])) == [forgetful.id]


def test_a_module_gives_its_opening_before_what_a_claim_is_given_and_once() -> None:
    one, two = made(lambda run: None), made(lambda run: None, exponential_loss)
    module = {"__name__": one.function.__module__, "OPENING": openings.EXPONENTIAL, "claims": [one, two]}

    assert [each.given for each in collected(module)] == [(unit_rows, exponential_loss)] * 2
