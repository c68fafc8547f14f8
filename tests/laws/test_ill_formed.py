"""A printed statement that does not parse, or names what nothing binds, is ill-formed, and is mended."""

import re
from collections.abc import Iterator

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


def unbound(display: str) -> Iterator[str]:
    """What a display moves by a step and names without its index too; the index of a minimum that nothing has; and the
    second of a pair of indices that stands nowhere else, where a sum runs over the first."""
    for moved in set(re.findall(r"([a-z])_\{t\+1\}(?::?=|\\leftarrow)|^([a-z])_t-", display)):
        letter = "".join(moved)
        binds = rf"_\{{?{letter}|{letter}\\mapsto|\({letter}\):?=|\\bar {letter}"
        plain = re.sub(r"\\[A-Za-z]+", " ", display)
        if re.search(rf"{letter}(?![_'])(?!\^\*)", plain) and not re.search(binds, display):
            yield letter
    for over in re.finditer(r"\\(?:min|max)_\{?(?:1\\le )?([a-z])\b", display):
        if over[1] not in re.sub(r"\\[A-Za-z]+", " ", display[over.end() :]):
            yield over[1]
    for first, second in re.findall(r"\(([a-z]),([a-z])\)", display):
        if re.search(rf"\\sum_\{{?{first}\b", display) and len(re.findall(rf"(?<![A-Za-z]){second}\b", display)) == 1:
            yield second


@pytest.mark.parametrize(("display", "found"), [
    (r"w_{t+1}=w_t-\eta_t\nabla R(w)", "w"),
    (r"w_t-\eta_tV^*a_t=w_t-\eta_tV^*\partial L(Vw)", "w"),
    (r"\gamma=\max_{\|u\|\le1}\min_i\langle u,xy\rangle", "i"),
    (r"q_{t+1}=\arg\min_{q\in C}\langle g,q\rangle", ""),
    (r"R=\sum_{i=1}^n\ell(z_{\pi(i,j)})", "j"),
    (r"R=\sum_{i=1}^n\sum_{j=1}^k\ell(z_{\pi(i,j)})", ""),
    (r"w_{t+1}=w_t-\eta\nabla f(w_t),\quad f(w^*)=0,\quad\bar w=\frac1T\sum_{t=1}^Tw_t", ""),
])  # fmt: skip
def test_what_nothing_binds_is_found(display: str, found: str) -> None:
    assert "".join(unbound(display)) == found


def test_every_display_binds_what_it_names_or_is_ill_formed() -> None:
    assert {id for id, claim in CLAIMS.items() if [*unbound(claim.latex)]} <= ILL_FORMED


def test_what_nothing_binds_is_ill_formed() -> None:
    unbound = ("bound by nothing", "stands for nothing")
    assert {id for id, claim in CLAIMS.items() if any(words in claim.fault for words in unbound)} <= ILL_FORMED


def test_a_symbol_stands_for_what_is_defined() -> None:
    assert meaning("w_t", {"w_t": 1}) == 1
    with pytest.raises(IllFormed, match="w stands for nothing: defined are w_t, η"):
        meaning("w", {"w_t": 1, "η": 2})
