"""Protects verdicts on probabilities: a listed law encloses them, a sample bounds them, and neither overstates."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck import Chance, Hypothesis, above, at_least, at_most
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import HorizonSampling
from lemmacheck.verifiers.decide import sampling
from lemmacheck.verifiers.decide.ladder import decide, weigh
from lemmacheck.verifiers.decide.sampling import (
    Sampled,
    decide_sampled,
    estimates,
    sampled_runs,
    sampling_method,
    within_listing,
)
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import QUICK
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import CONFIDENCE, Estimate, estimate, probability, relations_of
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Record, Verdict
from lemmacheck.verifiers.replay.replay import replay
from scipy import stats

from tests.sampled import sampled
from tests.shipped import subject_of

CLAIMS = LIBRARY.claims
CHANCES = [claim for claim in CLAIMS.values() if claim.is_chance and claim.id.startswith("P.")]
CORNER = Instance.from_json("corner", [["-1", "0"], ["0", "-1"]])
SLANTED = Instance.from_json("slanted", [["-1", "0"], ["-3/5", "4/5"]])
WIDE = Instance.from_json("wide", [["-1/2", str(k) + "/20"] for k in range(-8, 8)])


def numbers(*values: Any) -> np.ndarray:
    return np.array([fmpq(value) if isinstance(value, int) else value for value in values], dtype=object)


def chance(sides: np.ndarray, bound: Any, weight: np.ndarray | None = None) -> Chance:
    """P(side ≥ 0) ≥ bound, on equally likely paths."""
    weight = numbers(*[fmpq(1, len(sides))] * len(sides)) if weight is None else weight
    return Chance((at_least(sides, 0),), weight, bound)


def verdict(stated: Chance) -> Verdict:
    return weigh(relations_of(stated), 64, {}).verdict


def test_a_fair_coin_shows_heads_with_probability_one_half_and_no_more() -> None:
    coin = numbers(1, -1)

    assert verdict(chance(coin, fmpq(1, 2))) == Verdict.CERTIFIED
    assert verdict(chance(coin, fmpq(1, 2) + fmpq(1, 10**30))) == Verdict.REFUTED
    assert probability(chance(coin, fmpq(1, 3))).lhs[0] == fmpq(1, 2)


def test_a_tie_that_a_probability_turns_on_supports_it_and_decides_nothing() -> None:
    tie, open_ = arb(0, 1e-40), arb(0, 1)

    assert verdict(chance(numbers(1, tie), fmpq(3, 4))) == Verdict.SUPPORTED
    assert verdict(chance(numbers(1, tie), fmpq(1, 2))) == Verdict.CERTIFIED
    assert verdict(chance(numbers(-1, tie), fmpq(3, 4))) == Verdict.REFUTED
    assert verdict(chance(numbers(1, open_, tie, tie), fmpq(4, 5))) == Verdict.UNDECIDED
    assert verdict(chance(numbers(1, open_, tie, tie), fmpq(3, 4))) == Verdict.SUPPORTED
    strict = chance(numbers(1, tie), fmpq(3, 4))
    assert verdict(strict._replace(event=(above(numbers(1, tie), 0),))) == Verdict.UNDECIDED


def test_an_undecided_path_counts_neither_for_nor_against() -> None:
    unknown = numbers(1, arb(0, 1), -1, -1)

    assert verdict(chance(unknown, fmpq(1, 5))) == Verdict.CERTIFIED
    assert verdict(chance(unknown, fmpq(3, 8))) == Verdict.UNDECIDED
    assert verdict(chance(unknown, fmpq(3, 4))) == Verdict.REFUTED
    enclosure = probability(chance(unknown, fmpq(1, 2))).lhs[0]
    assert enclosure.contains(arb(fmpq(1, 4)))
    assert enclosure.contains(arb(fmpq(1, 2)))


def test_an_undefined_side_never_counts_as_holding() -> None:
    assert verdict(chance(numbers(arb("nan"), 1), fmpq(3, 4))) == Verdict.UNDECIDED
    floats = Chance((at_least(np.array([np.nan, 1.0]), 0),), np.array([0.5, 0.5]), 0.75)
    assert probability(floats).lhs.tolist() == [0.5]


def test_an_event_of_two_relations_holds_where_both_do() -> None:
    sides = numbers(1, 2, 3, 4)
    both = Chance((at_least(sides, 2), at_most(sides, 3)), numbers(*[fmpq(1, 4)] * 4), fmpq(1, 2))

    assert probability(both).lhs[0] == fmpq(1, 2)


def test_paths_count_by_their_weight_and_the_bound_keeps_its_t() -> None:
    loaded = chance(numbers(1, -1), fmpq(9, 10), numbers(fmpq(9, 10), fmpq(1, 10)))

    assert verdict(loaded) == Verdict.CERTIFIED
    assert relations_of(loaded._replace(start=7))[0].start == 7


@pytest.mark.parametrize(("held", "paths"), [(0, 10), (5, 10), (10, 10), (3990, 4000)])
def test_the_lower_bound_is_the_probability_that_makes_so_many_successes_improbable(held: int, paths: int) -> None:
    lower = Estimate(held, paths, 0.5).lower

    assert 0 <= lower <= held / paths
    assert lower == 0 if held == 0 else stats.binom.sf(held - 1, paths, lower) == pytest.approx(1 - CONFIDENCE)


def test_few_paths_support_no_bound_close_to_one() -> None:
    assert not Estimate(10, 10, 0.9).supported
    assert Estimate(4000, 4000, 0.99).supported
    assert not Estimate(3800, 4000, 0.99).supported


def test_sampled_paths_are_drawn_as_often_as_their_probabilities_say() -> None:
    with Float64().active():
        paths = sampled_runs(HorizonSampling(Sampled(0)), SLANTED, 3)
        rows = [tuple(int(e.argmax()) for e in steps) for steps in paths.e[:3].transpose(1, 0, 2)]
        for path in set(rows):
            k = rows.index(path)
            expected, found = float(paths.chance[3][k]), rows.count(path)

            assert stats.binomtest(found, len(rows), expected).pvalue > 1e-4
    assert len(set(rows)) == 8


def test_weights_that_rounding_leaves_below_1_draw_the_last_row() -> None:
    with Float64().active():
        drawn_rows = Sampled(0, 50)(margin_problem(CORNER, Float64()), 0, np.array([0.0, 0.5]))

    assert drawn_rows.tolist() == [[0, 1]] * 50


def test_two_samples_with_one_seed_are_the_same_and_with_another_not() -> None:
    with Float64().active():
        first, again, other = (sampled_runs(HorizonSampling(Sampled(seed, 50)), WIDE, 5).w for seed in (0, 0, 1))

    assert (first == again).all()
    assert not (first == other).all()


def test_of_several_probabilities_each_is_borne_out_and_the_tightest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sure, open_ = Estimate(4000, 4000, 0.3), Estimate(10, 10, 0.9)
    claim, algorithm = next((c, a) for c in CHANCES for a in c.usual.values() if sampling_method(c, a) is not None)

    for found, expected in (
        ((sure,), Verdict.SUPPORTED),
        ((sure, open_), Verdict.UNDECIDED),
        ((open_, sure), Verdict.UNDECIDED),
    ):
        monkeypatch.setattr(sampling, "estimates", lambda *_, found=found: found)
        decision = decide_sampled(claim, CORNER, algorithm, 4)
        assert (decision.verdict, decision.sampled, decision.exact, decision.worst) == (expected, True, False, None)
        tightest = open_ if open_ in found else sure
        assert decision.reason == f"holds {tightest.text()}, in runs of 4 steps"


def test_where_a_hypothesis_fails_no_paths_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    claim, algorithm = next((c, a) for c in CHANCES for a in c.usual.values() if sampling_method(c, a) is not None)
    monkeypatch.setattr(sampling, "estimates", lambda *_: pytest.fail("paths are sampled"))
    false = Hypothesis("h", "1 ≤ 0", lambda run: at_most(1, 0))
    decision = decide_sampled(replace(claim, given=(false,)), CORNER, algorithm, 4)

    assert (decision.verdict, decision.reason, decision.sampled) == (Verdict.NOT_APPLICABLE, "fails: 1 ≤ 0", False)


@pytest.mark.parametrize("claim", CHANCES, ids=[claim.id for claim in CHANCES])
def test_a_sample_supports_what_listing_certifies_and_refutes_nothing(claim: Any) -> None:
    (algorithm,) = list(claim.usual.values())[:1]
    if sampling_method(claim, algorithm) is None:
        undecided = decide_sampled(claim, WIDE, algorithm, 4)

        assert undecided.verdict == Verdict.UNDECIDED
        where = "not asked: its paths are listed, on data of at most 2 x 2, not drawn, and these data are 16 x 2"
        assert undecided.reason == where
        return
    listed = decide(claim, CORNER, algorithm, 4)
    sampled = decide_sampled(claim, CORNER, algorithm, 4)

    assert listed.verdict == Verdict.CERTIFIED
    assert sampled.verdict == Verdict.SUPPORTED
    assert "sampled paths" in sampled.reason
    assert sampled.reason.endswith("in runs of 4 steps")
    assert (sampled.sampled, sampled.exact, sampled.worst, sampled.steps) == (True, False, None, 4)
    assert within_listing(claim, CORNER)
    assert not within_listing(claim, WIDE)
    assert all(found.lower < 1 for found in estimates(claim, sampling_method(claim, algorithm), CORNER, 4))


def test_a_sample_is_of_the_method_that_the_claim_is_about() -> None:
    claim = CLAIMS["P.D.1"]
    printed, uphill = claim.bound.usual["all paths"], claim.bound.wrong["uphill"]

    with Float64().active():
        right, wrong = (sampled_runs(sampling_method(claim, paths), SLANTED, 3).w for paths in (printed, uphill))

    assert not (right == wrong).all()


def test_a_claim_that_sampling_does_not_bear_out_is_undecided() -> None:
    claim = CLAIMS["P.D.2.p2.2"]
    wrong = replace(claim, function=lambda run: tuple(reversed_event(c) for c in claim(run)))
    (algorithm,) = claim.usual.values()

    assert decide(wrong, CORNER, algorithm, 1).verdict == Verdict.REFUTED
    undecided = replace(claim, function=lambda run: tuple(reversed_event(c) for c in claim(run) if run.steps > 1))
    assert decide_sampled(undecided, WIDE, algorithm, 6).verdict == Verdict.UNDECIDED


def reversed_event(stated: Chance) -> Chance:
    return stated._replace(event=tuple(relation._replace(op=">") for relation in stated.event))


@pytest.mark.slow
def test_theorem_4_1_is_certified_at_a_length_where_it_says_something() -> None:
    """With 200 steps the claimed margin is positive for δ = 9/10."""
    claim = CLAIMS["P.T4.1.corrected"]
    (algorithm,) = claim.usual.values()
    decision = decide(claim, SLANTED, algorithm, 200)
    with Float64().active():
        stated = claim(subject_of(SLANTED, Float64(), algorithm, 200))

    assert decision.verdict == Verdict.CERTIFIED
    assert decision.steps == 200
    assert float(np.ravel(stated[0].event[0].rhs)[0]) > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(["P.D.2.p1.2", "P.D.T.p2.1", "P.D.1"], 1))
def test_a_record_about_paths_stands_when_it_is_decided_again(id: str) -> None:
    """Of a claim that holds and of a false one; P.D.T.p2.1, whose run is the longest, under `thorough`."""
    (record,) = examine([CLAIMS[id]], QUICK, lambda told: None, workers=1)

    assert record.scope.screened == 0
    assert 1 <= record.scope.steps <= QUICK.steps
    assert replay(Record.from_json(record.to_json())).stands
    wrong = Verdict.CERTIFIED if record.verdict == Verdict.REFUTED else Verdict.REFUTED
    assert not replay(replace(record, verdict=wrong)).stands


def test_balls_enclose_the_probability_that_floats_approximate() -> None:
    claim = CLAIMS["P.D.2.p2.2"]
    (algorithm,) = claim.usual.values()
    with Ball(128).active():
        exact = [r.lhs[0] for r in relations_of(claim(subject_of(CORNER, Ball(128), algorithm, 5)))]
    with Float64().active():
        floats = [float(r.lhs[0]) for r in relations_of(claim(subject_of(CORNER, Float64(), algorithm, 5)))]

    assert [float(arb(x).mid()) for x in exact] == pytest.approx(floats, abs=1e-12)


def test_an_estimate_counts_each_sampled_path_once_whatever_its_probability() -> None:
    found = estimate(chance(numbers(1, 1, -1), Fraction(1, 2), numbers(0, 0, 1)))

    assert (found.held, found.paths) == (2, 3)


def test_a_bound_that_is_just_reached_is_supported() -> None:
    lower = Estimate(3, 5, 0).lower

    assert Estimate(3, 5, lower).supported
    assert not Estimate(3, 5, float(np.nextafter(lower, 1))).supported
