"""A printed statement that does not parse, or names what nothing binds, is ill-formed, and is mended."""

import pytest
from lemmacheck.theory.core.relation import IllFormed, meaning, paired
from lemmacheck.verifiers.library.shipped import LIBRARY

from tests.shipped import ILL_FORMED

CLAIMS = {id: claim for id, claim in LIBRARY.claims.items() if not claim.not_checkable}


def parses(display: str) -> bool:
    try:
        paired(display)
    except IllFormed:
        return False
    return True


@pytest.mark.parametrize("display", [r"|a|b|\le c", r"\{i:1[a\le0\}", r"(a", r"a]", r"\|a|\|", r"\langle0,b)"])
def test_brackets_and_bars_that_do_not_pair_are_refused(display: str) -> None:
    with pytest.raises(IllFormed):
        paired(display)


def test_every_display_pairs_its_brackets_or_is_ill_formed() -> None:
    assert {id for id, claim in CLAIMS.items() if not parses(claim.latex)} <= ILL_FORMED


def test_what_nothing_binds_is_ill_formed() -> None:
    unbound = ("bound by nothing", "stands for nothing")
    assert {id for id, claim in CLAIMS.items() if any(words in claim.fault for words in unbound)} <= ILL_FORMED


def test_a_symbol_stands_for_what_is_defined() -> None:
    assert meaning("w_t", {"w_t": 1}) == 1
    with pytest.raises(IllFormed, match="w stands for nothing: defined are w_t, η"):
        meaning("w", {"w_t": 1, "η": 2})
