"""Protects corrections: each mends what is wrong in the print, is no other statement, and not a far weaker one.

Both are asked of the same runs, those that the correction speaks of. Where degenerate data alone refute the print, its
correction has another range or hypothesis, and the same sides. Of a slip a side stays, be it turned, or all but two
symbols of the display. Of what a corrected bound gives beyond the print, the closest run takes a tenth or more. And
what holds rests on nothing that is false of its own method.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.verifiers.decide.counterexamples import LONG
from lemmacheck.verifiers.decide.reach import STEPS, corners, crowds, refutation_by, ways
from lemmacheck.verifiers.instances.families import structured, tiny
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import within_reach
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.placebos import entries, meets, right, tried_on
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict

from tests.sampled import sampled
from tests.shipped import KNOWN

ROUNDING, SYMBOLS, RUNS = 1e-9, 2, 12
LEAST = 0.1  # of what a correction gives, its closest run takes
CORRECTIONS = {claim.corrects: claim for claim in LIBRARY.claims.values() if claim.corrects}
DATA = [*tiny(), *structured()][::7]
REFUTED = {id: correction for id, correction in CORRECTIONS.items() if KNOWN[id] == Verdict.REFUTED}


class Said(NamedTuple):
    """What a claim says of a run: a comparison and its sides in floats, with the t of their first rows."""

    op: str
    start: int
    lhs: np.ndarray
    rhs: np.ndarray

    def since(self, t: int) -> "Said":
        lhs, rhs = (side[max(t - self.start, 0) :] if len(side) > 1 else side for side in (self.lhs, self.rhs))
        return Said(self.op, max(t, self.start), lhs, rhs)


def said(claim: Claim, subject: Any) -> list[Said]:
    """What a claim says of a subject; nothing where that is a limit or not defined."""
    if claim.is_rate or claim.is_limit:
        return []
    try:
        stated = relations_of(claim(subject))
    except (ArithmeticError, AttributeError, IllFormed, TypeError, ValueError):  # of a method that is not its own
        return []
    pairs = [(one, [np.asarray(side, dtype=float) for side in sides(one)]) for one in stated]
    return [Said(one.op, claim.first if one.start is None else one.start, *pair) for one, pair in pairs]


def within(correction: Claim, data: list[Instance]) -> list[Instance]:
    """Of some data, those on which the method of a correction is run."""
    return [one for group in within_reach(correction.method, [[one] for one in data]) for one in group]


def both(correction: Claim, data: list[Instance] | None = None) -> Iterator[tuple[list[Said], list[Said]]]:
    """What the print and the correction say of runs that meet what the correction assumes."""
    printed = LIBRARY.claims[correction.corrects or ""]
    asked = tried_on(correction) if data is None else within(correction, data)
    with Float64().active():
        for instance in asked:
            for algorithm in correction.usual.values():
                subject = right(instance, algorithm, correction.method)
                if meets(correction, subject):
                    yield said(printed, subject), said(correction, subject)


def same(one: np.ndarray, other: np.ndarray) -> bool:
    fits = one.shape == other.shape or 1 in (one.size, other.size)
    return fits and np.allclose(one, other, rtol=ROUNDING, atol=ROUNDING, equal_nan=True)


def kept(one: Said, other: Said) -> int:
    """How many of its sides another relation has, at the t of both; one that is turned counts as half kept."""
    a, b = one.since(other.start), other.since(one.start)
    stays = [same(*pair) for pair in ((a.lhs, b.lhs), (a.rhs, b.rhs))]
    turned = [same(-x, y) for x, y in ((a.lhs, b.lhs), (a.rhs, b.rhs))]
    return 2 if all(stays) and a.op == b.op else min(1, sum(stays) + sum(turned))


def least_kept(found: list[Said], among: list[Said]) -> int:
    """Of each relation, how many sides one of the others has; the least of these."""
    return min((max((kept(one, other) for other in among), default=0) for one in found), default=0)


@cache
def stays(correction: Claim) -> int:
    """How many sides all relations of one of both, the print and its correction, have of some of the other."""
    found = [(least_kept(p, c), least_kept(c, p)) for p, c in islice(both(correction), RUNS) if p]
    return max(map(min, zip(*found, strict=True)), default=0)


def symbols(display: str) -> list[str]:
    return re.findall(r"\\[A-Za-z]+|\\.|\S", display)


def lost(printed: str, corrected: str) -> int:
    """How many symbols of a display another one does not have in their place."""
    blocks = SequenceMatcher(None, symbols(printed), symbols(corrected), autojunk=False).get_matching_blocks()
    return len(symbols(printed)) - sum(block.size for block in blocks)


def mends(correction: Claim) -> bool:
    """Whether it is the print with a side, or a symbol or two, in the place of another."""
    printed = LIBRARY.claims[correction.corrects or ""]
    return stays(correction) > 0 or lost(printed.latex, correction.latex) <= SYMBOLS


@pytest.mark.slow
def test_the_correction_of_a_slip_differs_by_what_slipped() -> None:
    slips = {id: correction for id, correction in REFUTED.items() if LIBRARY.claims[id].slip}

    assert [id for id, correction in slips.items() if not mends(correction)] == []


def convinces(claim: Claim) -> bool:
    """Whether some data refute a claim that are degenerate in no way, after t = 0."""
    plain = [instance for instance in (*tiny(), *structured()) if claim.dataless or not corners(instance)]
    tried = [*((one, LONG) for one in plain), *((one, STEPS) for one in crowds())]
    found = (refutation_by(claim, one, label, steps) for one, steps in tried for label in claim.runs)
    return any(one and not ways(claim, one) for one in found)


@pytest.mark.parametrize("id", sampled(REFUTED, 12))
def test_what_degenerate_data_alone_refute_keeps_its_formula(id: str) -> None:
    assert stays(REFUTED[id]) == 2 or convinces(LIBRARY.claims[id])


def taken(correction: Claim) -> float | None:
    """What the closest run takes of what a corrected bound gives beyond a print that fails; else of the whole."""
    beyond, whole = [-1.0], [-1.0]
    for printed, corrected in both(correction, DATA):
        changed = [one for one in corrected if one.op != "==" and max((kept(p, one) for p in printed), default=0) < 2]
        for one in changed:
            low, high = (one.lhs, one.rhs) if one.op[0] == "<" else (one.rhs, one.lhs)
            whole.append(share(low, high))
            beyond += [room(p, one) for p in printed if kept(p, one) == 1]
    return next((most for most in (max(beyond), max(whole)) if most > 0), None)


def room(printed: Said, corrected: Said) -> float:
    """How far the print fails, beside how far the correction moves the side that is changed."""
    p, c = printed.since(corrected.start), corrected.since(printed.start)
    sign = 1 if c.op[0] == "<" else -1
    if same(p.lhs, c.lhs):
        return share(sign * (p.lhs - p.rhs), sign * (c.rhs - p.rhs))
    return share(sign * (p.lhs - p.rhs), sign * (p.lhs - c.lhs)) if same(p.rhs, c.rhs) else -1.0


def share(part: np.ndarray, whole: np.ndarray) -> float:
    """The largest of part/whole where both are positive."""
    part, whole = np.broadcast_arrays(part, whole)
    some = (part > ROUNDING) & (whole > ROUNDING)
    return float(np.max(part[some] / whole[some], initial=-1.0))


@pytest.mark.parametrize("id", sampled(REFUTED, 6, always=["P.C.8a"]))
def test_a_correction_gives_no_more_than_ten_times_what_is_taken(id: str) -> None:
    most = taken(REFUTED[id])

    assert most is None or most >= LEAST


def rests_on_false() -> list[tuple[str, str]]:
    """What holds of a special case of a method, with what it uses that holds of the method and fails in that case.

    What is refuted anyway and used all the same is a gap, which the report tells.
    """
    holding = [claim for id, claim in LIBRARY.claims.items() if KNOWN[id] in HOLDING and claim.about]
    pairs = [(one, LIBRARY.claims[used]) for one in holding for used in one.uses if KNOWN[used] in HOLDING]
    special = [pair for pair in pairs if one_of(*(claim.about for claim in pair))]
    with Float64().active():
        return [(one.id, used.id) for one, used in special if any(fails(used, run) for run in runs(one))]


def one_of(special: type, general: type | None) -> bool:
    return general is not None and special is not general and issubclass(special, general)


def runs(claim: Claim) -> Iterator[Any]:
    """Runs of its method that meet what it assumes."""
    found = (right(one, each, claim.method) for one in tried_on(claim) for each in claim.usual.values())
    return (run for run in found if meets(claim, run))


def fails(claim: Claim, run: Any) -> bool:
    return meets(claim, run) and any(one.any() for one in entries(claim, run) or [])


@pytest.mark.slow
def test_what_holds_of_a_special_case_rests_on_nothing_that_fails_there() -> None:
    assert rests_on_false() == []


@pytest.mark.slow
def test_what_is_false_once_the_sign_is_turned_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A product with the printed z is the turned one's with the other sign."""
    turned = LIBRARY.claims["P.E.2.6.corrected"]
    monkeypatch.setitem(LIBRARY.claims, turned.id, replace(turned, uses=(*turned.uses, "P.E.2.2")))

    assert rests_on_false() == [(turned.id, "P.E.2.2")]


def test_another_statement_is_no_correction_of_a_slip() -> None:
    """That −Zᵀq_t tends to γ̄ū was the whole correction of ⟨Zᵀq_t, ū⟩ > 0, in which a sign is wrong."""
    whole = REFUTED["P.3.1.dir.1"]
    beside = replace(whole, function=lambda run: whole(run)[1:])

    assert (mends(whole), mends(beside)) == (True, False)


@pytest.mark.slow
def test_another_formula_is_not_the_same_for_larger_t() -> None:
    whole = REFUTED["P.S1.1.quarter"]
    halved = replace(whole, function=lambda run: whole(run)._replace(rhs=whole(run).rhs / 2))

    assert (stays(whole), stays(halved)) == (2, 1)
    assert not convinces(LIBRARY.claims["P.S1.1.quarter"])


@pytest.mark.slow
def test_a_correction_that_gives_too_much_is_found() -> None:
    whole = REFUTED["P.C.norm.2"]
    weak = replace(whole, function=lambda run: whole(run)._replace(rhs=20 * whole(run).rhs))

    assert taken(whole) == pytest.approx(1)
    assert (taken(weak) or 1) < LEAST
