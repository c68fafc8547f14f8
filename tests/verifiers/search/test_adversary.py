"""Protects the search: what is false is found, in floats that only rank, and refuted in balls; what holds is not."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.methods.variants import schedule
from lemmacheck.verifiers.decide.copies import counts_copies
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.optima import solve
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.aims import Aim
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search, searchable
from lemmacheck.verifiers.search.points import MOST, SHAPES, Points, as_instances, draw, mutate, optimum
from lemmacheck.verifiers.search.report import SearchReport
from lemmacheck.verifiers.search.shares import BROKEN, NEARER, Bound, broken, closest, shares_of
from lemmacheck.verifiers.variants import bench
from lemmacheck.verifiers.variants.bench import report_of
from lemmacheck.verifiers.variants.constants import needed_constants
from lemmacheck.verifiers.variants.derived import farthest
from lemmacheck.verifiers.variants.outcome import answer, as_outcome
from lemmacheck.verifiers.variants.unseen import Trial

CLAIMS = LIBRARY.claims


def standard(t: Any) -> Any:
    return Fraction(2) / (t + 2)


HALF = schedule(standard, lambda t: Fraction(1, 2))
ENOUGH = 400_000  # steps, all data together: a second or two


def searched(variant: Any, *ids: str, budget: int = ENOUGH) -> list[Aim]:
    claims = [as_outcome(CLAIMS[id]) for id in ids]
    return Search(claims, variant.forms[DualNesterov], 40, Budget(steps=budget)).run()


def test_a_bound_that_half_steps_break_is_refuted_in_balls_by_small_fractions() -> None:
    (aim,) = searched(HALF, "P.L3.2")

    assert aim.crossing is not None
    assert decide(aim.claim, aim.crossing.instance, HALF.forms[DualNesterov], aim.crossing.steps).verdict == (
        Verdict.REFUTED
    )
    assert max(x.denominator for row in aim.crossing.instance.rows for x in row) <= 60


@pytest.mark.slow
def test_a_bound_that_only_many_copies_break_is_refuted_and_answered_on_these_data() -> None:
    (aim,) = searched(HALF, "P.P3.7", budget=4 * ENOUGH)
    assert aim.crossing is not None
    found = answer(CLAIMS["P.P3.7"], HALF, [Trial(aim.crossing.instance, aim.crossing.steps)])

    assert aim.crossing.instance.n > len(aim.crossing.instance.rows)
    assert found.fails
    assert found.outcome is not None
    assert found.outcome.witness is not None
    assert " x " in found.outcome.witness.Z[0][0] + found.outcome.witness.Z[-1][0]


@pytest.mark.slow
def test_what_a_schedule_does_late_is_seen_and_no_theorem_that_forbids_it_applies() -> None:
    late = schedule(standard, lambda t: 1 if t < 700 else Fraction(6, 5))
    claim = CLAIMS["P.L3.6u"]
    asked = [as_outcome(claim)]
    (aim,) = Search(asked, late.forms[DualNesterov], 40, Budget(steps=ENOUGH), far=2 * farthest(late)).run()
    assert aim.crossing is not None
    early, found = (answer(claim, late, [Trial(aim.crossing.instance, t)]) for t in (40, aim.crossing.steps))

    assert farthest(late) == 700
    assert aim.crossing.steps == 701
    assert early.theorem.verdict == Verdict.NOT_APPLICABLE
    assert early.theorem.reason == "fails: λ_t, θ_t ∈ (0, 1], at t = 700"
    assert not early.fails
    assert found.fails


@pytest.mark.slow
def test_what_is_proved_is_not_refuted_and_its_share_is_told() -> None:
    right = schedule(standard, lambda t: Fraction(1))
    search = Search([CLAIMS["P.L3.2"]], right.forms[DualNesterov], 40, Budget(steps=ENOUGH // 3))
    told = report_of(search, {"P.L3.2": 7})

    assert told.found == ()
    assert 0.5 < told.share < 1
    assert ", in floats: short of equality, the closest, P.L3.2, takes" in told.text()
    assert f"searched {told.instances} instances of up to {told.n} rows" in told.text()


@pytest.mark.slow
def test_a_search_is_the_same_for_the_same_steps() -> None:
    first, again = (searched(HALF, "N1.margin", budget=60_000)[0] for _ in range(2))

    assert [(one.share, one.t) for one in first.near] == [(one.share, one.t) for one in again.near]


def test_short_runs_come_before_long_ones_and_what_broke_one_claim_is_tried_on_the_next() -> None:
    claims = [as_outcome(CLAIMS[id]) for id in ("N2.gap", "P.L3.2")]
    search = Search(claims, HALF.forms[DualNesterov], 40, Budget(steps=5000), far=2048)
    wider, narrower = (aim.crossing for aim in search.run())

    assert search.horizon == 40
    assert wider is not None
    assert narrower is not None
    assert wider.instance == narrower.instance


def test_a_search_ends_with_its_budget() -> None:
    budget = Budget(steps=1000)
    Search([CLAIMS["P.L3.2"]], DualNesterov(), 40, budget).run()

    assert 1000 <= budget.spent <= 1000 + 42 * 40


@pytest.mark.parametrize("shape", SHAPES)
def test_the_optimum_in_floats_is_the_exact_one(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    points = draw(rng, shape, 14)
    points = mutate(rng, points, np.full(14, 0.1))
    found = optimum(points.Z).gamma_squared[0]

    assert found == pytest.approx([float(solve(Z.tolist()).gamma_squared) for Z in points.Z], abs=1e-10)
    assert (np.linalg.norm(points.Z, axis=-1) <= 1 + 1e-12).all()
    assert ((points.copies >= 1) & (points.copies <= MOST)).all()


def test_rounded_data_stay_in_the_ball() -> None:
    points = draw(np.random.default_rng(5), (3, 2), 7)

    assert all(sum(x * x for x in row) <= 1 for k in range(7) for one in as_instances(points, k) for row in one.rows)


def test_a_share_exceeds_one_exactly_where_more_is_found_than_allowed() -> None:
    found, allowed = np.array([1.0, 2.0, -1.0, -2.0, 1.0, -1.0, 1.0, 0.0]), np.array([2.0, 1.0, -2, -1, -1, 1, 1, 1])

    assert shares_of(found, allowed).tolist() == [0.5, 2.0, 2.0, 0.5, BROKEN, -1.0, -1.0, NEARER / 2]


def test_of_what_is_not_to_fall_below_0_the_least_is_the_closest() -> None:
    least = shares_of(np.zeros(3), np.array([0.1, 1.0, 100.0]))

    assert (np.diff(least) < 0).all()
    assert 0 < least.max() < 1e-6


def test_a_term_that_both_sides_have_is_left_out_of_the_share() -> None:
    """−ψ(Zw_0) = −ln 2 on both sides of Lemma 3.5: beside it, what a step adds seemed to be almost all that it may."""
    claims = [as_outcome(CLAIMS[id]) for id in ("P.L3.5", "N1.psi", "P.L3.2", "P.L3.6l")]
    search = Search(claims, DualNesterov(), 40, Budget(steps=1))
    points = Points(np.array([[[-1.0], [0.98]]]), np.ones((1, 2)))
    with Float64().active():
        subject = search.subject(points, 1)
        whole = closest(broken(claims[0], subject), 1)[0].share
        rest = closest(search.bounds_of(claims[0], subject, points), 1)[0].share
        first, second = (float(side[0, 0]) for side in sides(claims[0].function(subject)))

    assert search.common == {"P.L3.5", "N1.psi"}
    assert whole == pytest.approx(first / second)
    assert rest == pytest.approx((second + np.log(2)) / (first + np.log(2)))
    assert 1 - rest > 100 * (1 - whole)


def test_what_is_within_the_rounding_of_a_term_that_both_sides_have_is_no_share() -> None:
    bound = Bound(0, "<=", np.array([[-1 + 3e-9, -1 + 2e-9]]), np.array([[-1 + 2e-9, -1 + 2e-9 - 1e-15]]), 0, -1.0)

    assert bound.shares == pytest.approx(np.array([[1.5, -1.0]]), rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("id", "excess"), [("P.L3.5", Fraction(1, 1000)), ("N1.psi", Fraction(1, 100))])
def test_steps_that_are_a_little_too_long_are_found_where_almost_nothing_moves(id: str, excess: Fraction) -> None:
    """θ_t = 1.001 breaks Lemma 3.5 by less than 10^−12, on two antipodes of which one has a copy more."""
    long = schedule(standard, lambda t: 1 + excess)
    (aim,) = searched(long, id, budget=3 * ENOUGH)

    assert aim.crossing is not None
    assert decide(aim.claim, aim.crossing.instance, long.forms[DualNesterov], aim.crossing.steps).verdict == (
        Verdict.REFUTED
    )


def test_rates_limits_and_sentences_are_not_searched() -> None:
    ids = ("P.L3.2", "S.Margin", "N.DA.typical.dual", "P.S1.best")
    assert [id for id in ids if searchable(CLAIMS[id])] == ["P.L3.2"]


@pytest.mark.slow
def test_a_bound_broken_by_many_copies_says_which_constant_would_do() -> None:
    flat = schedule(lambda t: Fraction(3) / (t + 3), lambda t: Fraction(1))
    data = Instance.from_json("many", [["6000 x -19/20"], ["-4/5"]])
    (found,) = needed_constants(CLAIMS["P.L3.2"], flat, [Trial(data, 17)])

    assert answer(CLAIMS["P.L3.2"], flat, [Trial(data, 17)]).fails
    assert float(found["constant"]["lower"]) > 1


def test_a_claim_about_the_data_alone_is_searched_too() -> None:
    told = Search([CLAIMS["P.phi.smooth"]], None, 40, Budget(steps=10_000)).report()

    assert 0.9 < told.share < 1
    assert told.text().endswith("of what is allowed")


def test_a_claim_that_does_not_count_copies_is_not_asked_of_a_million_of_them() -> None:
    """Data that broke other claims are tried first: these may have more copies than can be written out."""
    many = Instance("many", ((Fraction(1),), (Fraction(-1),)), (10**6, 1))
    claims = [as_outcome(one) for one in CLAIMS.values() if one.about is DualNesterov and searchable(one)]
    asked = [one for one in claims if not counts_copies(one, DualNesterov())]
    search = Search(asked[:3], DualNesterov(), 8, Budget(steps=1))

    assert asked
    assert all(search.first(one, [many], 8, 1.0) is None for one in asked[:3])


def test_rows_that_touch_their_bound_are_passed_over_if_nothing_else_is_as_close() -> None:
    aim = Aim(CLAIMS["P.L3.2"], True)
    points, t = Points(np.ones((2, 1, 1)), np.ones((2, 1))), np.array([3, 4])

    aim.learn(points, np.array([1 - 1e-7, 0.5]), t, 4)
    aim.look_past()
    seen = (aim.blind, aim.near, aim.best is not None)
    aim.learn(points, np.array([0.9, 0.5]), t, 4)
    aim.look_past()

    assert seen == (1, [], True)
    assert (aim.blind, aim.share) == (1, 0.9)


def test_a_search_says_what_it_finds_while_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[SearchReport] = []
    monkeypatch.setattr(bench, "rarely", lambda do: do)
    monkeypatch.setattr(bench, "Budget", lambda **_: Budget(steps=ENOUGH // 4))
    constant = schedule(lambda t: Fraction(1, 2), lambda t: 1)
    at = bench.Bench("it", [constant], say=said.append)
    last = at.search(0, at.groups(0, 9).index("DualNesterov"), 9, 20.0, (), "P.L3.2,P.L3.5")
    first = next(k for k, report in enumerate(said) if report.found)

    assert len(said[first].found) == 1
    assert said[first].found[0] in last.found
    assert 0 < said[0].instances <= said[first].instances < last.instances
    assert said[first].seconds < last.seconds


@pytest.mark.slow
def test_a_schedule_that_ends_is_searched_as_far_as_it_goes() -> None:
    known = [Fraction(2, t + 2) for t in range(100)]
    listed = schedule(lambda t: known[int(t)], lambda t: Fraction(1, 2))
    search = Search([as_outcome(CLAIMS["P.L3.6u"])], listed.forms[DualNesterov], 40, Budget(steps=ENOUGH // 2), far=400)
    report = search.report()

    assert report.steps == 98
    assert 0 < report.share < 1
