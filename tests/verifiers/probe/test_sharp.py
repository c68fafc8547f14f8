"""Protects the sharpness: the share found is certified, is reached where it says, and is no less than what is known."""

from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck import Claim, Hypothesis, Relation, above, at_least, at_most, below, equal
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.run import run
from lemmacheck.theory.margins.hypotheses import unit_rows
from lemmacheck.verifiers.decide.copies import data_for
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.probe import tightness
from lemmacheck.verifiers.probe.tightness import EXCEEDED, NO_SHARE, STEPS, Candidate, climb, decimal, rank, sharpen

from tests.commands import silent
from tests.sampled import soon
from tests.shipped import made

CLAIMS = LIBRARY.claims
ATTAINED = soon(["P.T3.1.2u", "P.L3.6l", "P.phi.smooth", "P.3.10.2"], ["P.3.10.2", "P.L3.6l"])
FOUND = ["P.L3.2", "P.T3.1.1"]
RECTANGLE = Instance.from_json("rectangle", [["-1/2", "1/3"], ["-2/3", "-1/2"], ["-1/4", "3/4"]])


@pytest.fixture
def short_climb(monkeypatch: pytest.MonkeyPatch) -> None:
    """The climb ends soon: nothing that is drawn is tighter than what is surveyed."""
    monkeypatch.setattr(tightness, "CLIMB", tightness.CLIMB // 20)


@cache
def sharp(id: str) -> tightness.Sharpness:
    return sharpen(CLAIMS[id], silent)


def level(found: Any, allowed: Any, compared: Callable[[Any, Any], Relation] = at_most) -> Claim:
    """A comparison of two numbers, on every problem."""
    return made(lambda p: compared(p.num.number(found) + 0 * p.Z[None], p.num.number(allowed)))


@pytest.mark.slow
@pytest.mark.parametrize("id", ATTAINED)
def test_equality_is_found_to_be_attained_exactly_on_one_or_two_rows(id: str) -> None:
    found = sharp(id)

    assert found.attained
    assert (found.lower, found.upper) == ("1", "1")
    assert (found.lhs, len(found.Z) <= 2, found.climbed) == (found.rhs, True, 0)


@pytest.mark.slow
def test_the_sharp_side_of_the_interval_is_reached_by_a_single_row_at_every_t() -> None:
    for id in ("P.T3.1.2u", "P.L3.6l"):
        found = sharp(id)

        assert (found.Z, found.t) == ([["-1"]], 1)
        assert {share for _, share in found.course} == {1.0}


@pytest.mark.slow
@pytest.mark.parametrize("id", FOUND)
def test_a_share_is_certified_again_from_the_rows_it_names(id: str) -> None:
    claim, found = CLAIMS[id], sharp(id)
    instance = data_for(claim, Instance.from_json("named", found.Z), claim.usual[found.algorithm])
    with Ball(2048).active():
        subject = run(claim.usual[found.algorithm], margin_problem(instance, Ball(2048)), found.t)
        assert all(int(row @ row <= 1) for row in subject.Z)
        lhs, rhs = (as_ball(side[-1]) for side in sides(claim(subject)))
        share = lhs / rhs if found.op == "<=" else rhs / lhs

        assert share > to_arb(found.lower)
        assert share < to_arb(found.upper)


def to_arb(number: str) -> arb:
    exact = Fraction(number)
    return arb(fmpq(exact.numerator, exact.denominator))


@pytest.mark.slow
@pytest.mark.parametrize("id", FOUND)
def test_the_course_runs_through_powers_of_two_to_the_last_t_and_through_the_tightest(id: str) -> None:
    found = sharp(id)
    times = [t for t, _ in found.course]

    assert times == sorted(set(times))
    assert {64, 128, STEPS, found.t} <= set(times) <= {2**k for k in range(8)} | {STEPS, found.t}
    assert max(share for _, share in found.course) == dict(found.course)[found.t]
    assert dict(found.course)[found.t] == pytest.approx(float(found.lower), rel=1e-12)


@pytest.mark.slow
@pytest.mark.usefixtures("short_climb")
def test_a_share_is_the_same_every_time() -> None:
    assert sharpen(CLAIMS["P.2.2.3"], silent) == sharpen(CLAIMS["P.2.2.3"], silent)


@pytest.mark.slow
def test_a_climb_goes_up_and_stays_in_the_unit_ball() -> None:
    claim, label = CLAIMS["P.L3.2"], "λ=2/(t+2), θ=1"
    (start,) = rank(claim, [RECTANGLE], label)
    best, tried, refuted = climb(claim, label, [RECTANGLE])

    assert min(one.share for one in best) > start.share
    assert (tried > 100, refuted) == (True, False)
    assert all(sum(x * x for x in row) <= 1 for one in best for row in one.instance.rows)


def test_the_climb_of_a_bound_that_fails_says_so() -> None:
    """2 gap ≤ 4 ln n / (t+1)²: the adversary refutes it, so that no share of it is told."""
    claim = CLAIMS["P.L3.2"]
    twice = replace(claim, function=lambda run: at_most(2 * claim.function(run).lhs, claim.function(run).rhs))

    assert climb(twice, "λ=2/(t+2), θ=1", [])[2]


def test_of_a_bound_that_a_climb_breaks_no_share_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = level(3, 4)
    seen = Candidate(0.75, RECTANGLE, next(iter(claim.usual)))
    monkeypatch.setattr(tightness, "screen", lambda claim: [seen])
    monkeypatch.setattr(tightness, "searchable", lambda claim: True)
    found = {}
    for broken in (True, False):
        monkeypatch.setattr(tightness, "climb", lambda claim, label, seeds, broken=broken: ([], 7, broken))
        found[broken] = sharpen(claim, silent)

    assert (found[True].note, found[True].screened, found[True].climbed, found[True].lower) == (EXCEEDED, 1, 7, "")
    assert (found[False].note, found[False].screened, found[False].climbed, found[False].lower) == ("", 1, 7, "0.75")


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "share"), [
    (level(3, 4), "0.75"),
    (level(4, 3, at_least), "0.75"),
    (level(1, 8, below), "0.125"),
    (level(8, 1, above), "0.125"),
    (made(lambda p: at_most(p.squared(p.Z)[None], 2), unit_rows), "0.5"),
], ids=["≤", "≥", "<", ">", "unit rows"])  # fmt: skip
@pytest.mark.usefixtures("short_climb")
def test_a_share_is_what_is_found_over_what_is_allowed(claim: Claim, share: str) -> None:
    found = sharpen(claim, silent)

    assert (found.lower, found.upper, found.attained) == (share, share, False)


@pytest.mark.slow
@pytest.mark.usefixtures("short_climb")
def test_a_conjunction_is_as_tight_as_the_tightest_of_its_inequalities() -> None:
    parts = [level(1, 4), level(3, 4), level(1, 1, equal), level(1, 2)]
    found = sharpen(made(lambda p: tuple(part(p) for part in parts)), silent)

    assert (found.relation, found.lower) == (1, "0.75")


@pytest.mark.parametrize(("claim", "note"), [
    (CLAIMS["P.L3.4a"], "an identity: nothing to sharpen"),
    (CLAIMS["N.DA.typical.dual"], "a rate has no constant"),
    (CLAIMS["P.S1.best"], "not checkable"),
    (CLAIMS["P.3.1.dualvec"], "refuted as it stands"),
    (level(-1, 1), NO_SHARE),
    (level(0, 0), NO_SHARE),
    (level(2, 1), EXCEEDED),
    (made(lambda p: at_most(np.nan + 0 * p.Z[None].astype(float), 1)), NO_SHARE),
    (made(level(1, 2).function, Hypothesis("never", "0 > 1", lambda p: above(p.num.number(0), 1))), NO_SHARE),
], ids=["identity", "rate", "sentence", "refuted", "negative", "zero", "false", "nan", "never"])  # fmt: skip
def test_where_there_is_no_share_a_note_says_why(claim: Claim, note: str) -> None:
    found = sharpen(claim, silent)

    assert found.note.startswith(note)
    assert (found.lower, found.Z) == ("", [])


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_bounds_are_rounded_outwards(p: int, q: int) -> None:
    with Ball(256).active():
        share = arb(p) / q
        lower, upper = Fraction(decimal(share.lower(), ROUND_FLOOR)), Fraction(decimal(share.upper(), ROUND_CEILING))

    assert lower <= Fraction(p, q) <= upper
    assert upper - lower < Fraction(p, q) / 10**13


def test_a_share_is_told_on_rows_of_thousands_of_copies() -> None:
    """`sharp P.L3.2` ended with a traceback, as it wrote out each copy of a row."""
    rows = [["3400 x 17/22", "-27/70"], ["3300 x 17/22", "-27/70"], ["101/131", "-27/70"]]
    claim = CLAIMS["P.L3.2"]
    best = tightness.enclose(claim, Candidate(0.9, Instance.from_json("copies", rows), next(iter(claim.usual)), 8))

    assert best is not None
    told = tightness.document(claim, best, screened=1, climbed=0)
    assert (told.Z, told.steps, told.ends) == (rows, 8, False)


@pytest.mark.parametrize(
    ("id", "share"), [("S.Prefer", "0.89479653151364"), ("S.LB.sc", "1"), ("N.DA.kink", "0.24999998437500")]
)
def test_what_reads_no_data_is_asked_of_one_run(id: str, share: str) -> None:
    """Protects statements that are written for one problem: of many side by side `sharp` told of shapes alone."""
    found = sharp(id)

    assert (found.lower.startswith(share), found.Z) == (True, [])
    assert found.screened <= len(CLAIMS[id].usual)


def test_floats_near_zero_are_no_share() -> None:
    tiny = made(lambda p: at_most(p.num.number(1) / 10**14 + 0 * p.Z[None], p.num.number(1)))

    assert rank(tiny, [RECTANGLE], "") == [Candidate(-1.0, RECTANGLE, "")]


def exactly(*numbers: Any) -> Any:
    return np.array([fmpq(x) if isinstance(x, int) else x for x in numbers], dtype=object)


TAKEN = [
    (0, at_most(exactly(1, 2, -5, 0), exactly(4, 3, 1, 1))),
    (2, at_least(exactly(8, 10), exactly(7, -9))),
    (3, below(exactly(arb(1), 1), exactly(arb(1, 1e-9), -2))),
]


def test_the_tightest_entry_is_that_with_the_largest_share_of_positive_sides() -> None:
    top = tightness.tightest(TAKEN[:2])
    assert top is not None
    assert (top.relation, top.flat, top.exact, float(top.share.mid())) == (2, 0, False, 7 / 8)
    even = tightness.tightest([*TAKEN, (5, at_most(exactly(6), exactly(6))), (6, at_most(exactly(7), exactly(7)))])
    assert even is not None
    assert (even.relation, even.flat, even.exact, even.share) == (5, 0, True, arb(1))
    assert tightness.tightest([(0, at_most(exactly(-1, 0, 1), exactly(3, 3, 0)))]) is None
    assert [side.tolist() for side in tightness.ordered(TAKEN[1][1])] == [[7, -9], [8, 10]]
    assert next(iter(tightness.ordered(TAKEN[0][1]))).tolist() == [1, 2, -5, 0]


def test_the_course_of_a_relation_is_told_with_the_t_of_its_first_row() -> None:
    claim = made(lambda run: at_most(run.t, 1), about=DualNesterov)
    found, allowed = exactly(*range(1, 12)), exactly(*[20] * 11)
    relation = at_most(found, allowed).since(3)
    seen = Candidate(0.5, RECTANGLE, "")

    def courses(flat: int, relation: Relation = relation) -> list[tuple[int, float]]:
        top = tightness.Tightest(arb(1), 0, flat, False)
        return tightness.course(claim, tightness.Enclosed(seen, top, relation, 13, False))

    assert courses(4) == [(t, pytest.approx((t - 2) / 20)) for t in (4, 7, 8, 13)]
    assert courses(10) == [(t, pytest.approx((t - 2) / 20)) for t in (4, 8, 13)]
    assert tightness.course(replace(claim, about=None), None) == []  # type: ignore[arg-type]
    assert courses(0, at_most(exactly(-1, 1, 2), exactly(2, 2, 0))) == [(1, 0.5)]
    enclosed = tightness.Enclosed(seen, tightness.Tightest(arb(1), 0, 4, False), relation, 13, False)
    assert tightness.place_of(enclosed) == (7, 5, 20)


def test_the_largest_share_of_each_of_many_runs_is_read_in_floats() -> None:
    num = Float64()
    three = SimpleNamespace(num=num, x=np.array([[0.5, 3.0, -1.0], [1.0, 1.0, 1e-14]]))
    claim = made(lambda run: (at_most(run.x, 2), equal(run.x, 9), at_least(4 + 0 * run.x, 3 * run.x[:1])))
    with num.active():
        found = tightness.shares(claim, three, 3)
        alone = tightness.shares(made(lambda run: at_most(run.x, np.inf)), three, 3)
        even = tightness.shares(made(lambda run: at_most(tightness.FLAT + 0 * run.x, 0)), three, 3)

    assert found.tolist() == [0.5, np.inf, -1.0]
    assert alone.tolist() == even.tolist() == [-1.0, -1.0, -1.0]


def test_a_climb_begins_with_the_best_runs_of_a_few_shapes() -> None:
    shapes = [Instance.from_json(str(n), [["1"]] * n) for n in (2, 1, 2, 3, 4)]
    seen = [Candidate(0.9 - k / 10, one, "") for k, one in enumerate(shapes)]

    assert [one.share for one in tightness.starts(seen)] == pytest.approx([0.9, 0.8, 0.6])


def test_runs_are_ranked_by_their_share_and_all_that_take_the_whole_of_it_are_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares = [0.5, 1.0, np.inf, 1 - 1e-10, 0.0, -1.0, 0.7]
    entries = [Candidate(share, RECTANGLE, "") for share in shares]
    monkeypatch.setattr(tightness, "some_within_reach", lambda *_: [[RECTANGLE]])
    monkeypatch.setattr(tightness, "yours", lambda method: [])
    monkeypatch.setattr(tightness, "short_too", lambda *_: ())
    monkeypatch.setattr(tightness, "rank", lambda *_: entries)

    assert [entry.share for entry in tightness.screen(level(1, 2))] == [1.0, np.inf, 1 - 1e-10, 0.7, 0.5]
