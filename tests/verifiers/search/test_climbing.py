"""Protects how a search goes: which runs it asks for, what it keeps, what it does with a run beyond a bound, and when
it gives a claim up. A stand-in says what floats and balls find.
"""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.relation import at_most
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.search import climbing
from lemmacheck.verifiers.search.aims import BLIND, KEPT, LONGEST, Aim, Crossing, Near
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import (
    APART,
    CHILDREN,
    DRAWING,
    FAMILY,
    FEW,
    MAKING,
    SEEN_FAR,
    TIES,
    Search,
    searchable,
)
from lemmacheck.verifiers.search.points import SHAPES, Points
from lemmacheck.verifiers.search.shares import EQUAL, Bound

from tests.shipped import made

CLAIM = replace(made(lambda run: at_most(run.t, 5), about=DualNesterov), id="A")
OTHER = replace(CLAIM, id="B")
ONE, TWO, NINE = (Instance.from_json(x, [[f"-{x}/9"]]) for x in ("1", "2", "9"))


def search(*claims: Any, steps: int = 40, **more: Any) -> Any:
    more = {"budget": Budget(steps=10**6)} | more
    return Search(claims or (CLAIM,), DualNesterov(), steps, **more)


def data(*shares: float, rows: int = 1) -> tuple[Points, np.ndarray, np.ndarray, int]:
    """Data sets with entries 0, 1, …, their shares, t = 0, 1, …, and the steps of their runs."""
    count = len(shares)
    Z = np.broadcast_to(np.arange(float(count))[:, None, None], (count, rows, 1))
    return Points(Z, np.ones((count, rows))), np.array(shares), np.arange(count), count


def shares(aim: Aim) -> list[float]:
    return [one.share for one in aim.near]


def test_the_closest_data_are_kept_a_few_of_each_shape_and_none_twice() -> None:
    aim = Aim(CLAIM, True)

    assert aim.share == -1.0
    assert not aim.learn(*data(-1.0, 0.0))
    assert (aim.near, aim.best) == ([], None)
    assert aim.learn(*data(0.1, 0.5, 0.2, 0.4))  # the three closest
    assert shares(aim) == [0.5, 0.4, 0.2]
    assert [(one.t, float(one.Z[0, 0])) for one in aim.near] == [(1, 1.0), (3, 3.0), (2, 2.0)]
    assert not aim.learn(*data(0.5, 0.3))
    assert shares(aim) == [0.5, 0.4, 0.3, 0.2]
    assert not aim.learn(*data(0.5 * (1 + EQUAL / 2)))
    assert aim.learn(*data(0.6, 0.45))
    assert len(aim.near) == KEPT // 2 == 4
    assert shares(aim)[:2] == [0.6, 0.5 * (1 + EQUAL / 2)]
    for rows in (2, 3):
        aim.learn(*data(0.55, 0.56, 0.57, rows=rows))
    assert len(aim.near) == KEPT
    assert aim.best is not None
    assert aim.best.share == 0.6
    aim.near = []
    aim.learn(*data(0.3))
    assert aim.best.share == 0.6


@pytest.mark.parametrize(("share", "blind", "after"), [
    (1 - 5e-6, 0, 1), (1 - 2e-5, 0, 0), (1 - 5e-3, 1, 2), (1 - 2e-2, 1, 1), (1.0, 2, 2),
])  # fmt: skip
def test_where_all_that_is_close_touches_the_bound_more_is_passed_over(share: float, blind: int, after: int) -> None:
    aim = Aim(CLAIM, True, near=[Near(share, 3, np.zeros((1, 1)), np.ones(1))], blind=blind, stalled=5)
    aim.look_past()

    assert aim.blind == after
    assert len(BLIND) == 3
    assert (aim.near == [], aim.stalled) == ((True, 0) if after > blind else (False, 5))


def test_a_listed_method_a_limit_and_a_sentence_are_not_searched() -> None:
    claims = LIBRARY.claims.values()

    assert searchable(CLAIM)
    assert not searchable(replace(CLAIM, not_checkable="why"))
    assert not any(searchable(one) for one in claims if one.tends and not one.own)
    assert not any(searchable(one) for one in claims if one.method and one.method.longest is not None)


Asked = list[tuple[int, tuple[int, ...], int, str]]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What is looked at: how many data of which shape, of how many steps, for which claims; each look costs 1000."""
    asked: Asked = []

    def look(self: Any, points: Points, aims: Any, length: int) -> bool:
        asked.append((*points.Z.shape[:1], points.Z.shape[1:], length, "".join(aim.claim.id for aim in aims)))
        self.budget.spend(1, 1000)
        return False

    monkeypatch.setattr(Search, "look", look)
    monkeypatch.setattr(Search, "climb", lambda self, aim, length: asked.append((0, (), length, aim.claim.id)))
    return asked


def plainly(monkeypatch: pytest.MonkeyPatch, copies: float = 1.0) -> None:
    """All drawn data have so many copies of each row."""
    drawn = lambda rng, shape, n: Points(np.zeros((n, *shape)), np.full((n, shape[0]), copies))  # noqa: E731
    monkeypatch.setattr(climbing.points, "draw", drawn)


def test_families_of_each_shape_are_followed_by_climbs_and_then_by_runs_twice_as_long(
    looked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    plainly(monkeypatch)
    search(CLAIM, OTHER, steps=10, longest=35, seeds=[ONE, TWO], far=99, budget=Budget(steps=30_000)).run()
    families = [(FAMILY, shape) for shape in SHAPES]

    assert looked[0] == (2, (1, 1), 10, "AB")
    first = looked[1 : 1 + len(SHAPES) + 2 + 2]
    assert first == [
        *((*one, 10, "AB") for one in families), *((FEW, shape, 99, "AB") for shape in SEEN_FAR),
        (0, (), 35, "A"), (0, (), 35, "B"),
    ]  # fmt: skip
    lengths = [one[2] for one in looked[1:] if one[:2] == families[0]]
    assert lengths == [10, 20, 35, 10]  # and short again
    assert sum(one[0] > 0 for one in looked) == 30  # until the budget is spent
    looked.clear()
    search(CLAIM, steps=10, longest=20, budget=Budget(steps=27_000)).run()
    assert [one[2] for one in looked if one[:2] == families[0]] == [10, 20, 10, 20]


def test_copies_are_looked_at_for_claims_that_count_them_and_headlines_and_the_closest_are_climbed_first(
    looked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    plainly(monkeypatch, copies=3.0)
    one = search(CLAIM, OTHER, steps=10, budget=Budget(steps=len(SHAPES) * 1000 + 1))
    for aim, counts, share in zip(one.aims, (False, True), (0.5, 0.7), strict=True):
        aim.counts, aim.near = counts, [Near(share, 1, np.zeros((1, 1)), np.ones(1))]
    one.run()

    assert {row[3] for row in looked if row[0]} == {"B"}
    climbed = [row[3] for row in looked if not row[0]]
    assert climbed[:2] == ["B", "A"]
    monkeypatch.setattr(Search, "is_headline", lambda self, aim: aim.claim.id == "A")
    assert sorted(one.aims, key=one.urgency)[0].claim.id == "A"
    one.aims[0].crossing = Crossing(CLAIM, ONE, 3, 2.0)
    assert [aim.claim.id for aim in one.open] == ["B"]
    one.aims[1].out = True
    assert one.open == []


def test_a_report_names_the_closest_claim_that_holds() -> None:
    one = search(CLAIM, OTHER)
    near = [Near(share, t, np.zeros((1, 1)), np.ones(1)) for share, t in ((0.5, 3), (0.7, 4), (1.0, 5))]
    one.largest, one.horizon, one.budget.instances = 4, 12, 7

    for dataless, rows in ((True, 0), (False, 4)):
        one.dataless = dataless
        found = one.so_far()
        assert (found.closest, found.n, found.steps, found.instances) == ("", rows, 12, 7)
    one.aims[0].best, one.aims[1].best = near[0], near[1]
    one.aims[1].whole = True
    found = one.so_far()
    assert (found.closest, found.share, found.t, found.whole) == ("B", 0.7, 4, True)
    one.aims[1].best = near[2]
    assert one.so_far().closest == "A"
    one.aims[0].crossing = Crossing(CLAIM, ONE, 3, 2.0)
    assert one.so_far().closest == ""


def test_the_price_of_a_run_is_that_of_making_it() -> None:
    one = search()
    assert [one.charged(steps) for steps in (3, 40)] == [3, 40]
    one.on = object()
    assert [one.charged(steps) for steps in (3, 40)] == [MAKING, 40]
    one.on, one.algorithm = None, None
    assert one.charged(3) == MAKING
    assert one.price(object()) == 1
    assert one.price(climbing.Apart([])) == APART
    one.algorithm = SimpleNamespace(draws=None)
    assert [one.charged(steps) for steps in (1, 40)] == [MAKING + DRAWING, MAKING + 40 * DRAWING]


@pytest.fixture
def climbed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A climb in which so many looks come closer; what was looked at."""

    def climb(aim: Aim, closer: list[bool], length: int = 30, crosses: bool = False, **more: Any) -> Any:
        asked: list[tuple[int, int, bool]] = []
        answers = iter(closer)

        def look(self: Any, points: Points, aims: Any, length: int) -> bool:
            asked.append((len(points.Z), length, bool((points.copies == 1).all())))
            if crosses:
                aim.crossing = Crossing(CLAIM, ONE, 3, 2.0)
            return next(answers, False)

        monkeypatch.setattr(Search, "look", look)
        one = search(**more)
        one.climb(aim, length)
        return asked

    return climb


def close(*t: int, copies: float = 1.0, **more: Any) -> Aim:
    near = [Near(0.5, one, np.full((2, 1), -0.5), np.full(2, copies)) for one in t]
    return Aim(CLAIM, True, near=near, **more)


def test_a_climb_ends_after_so_many_generations_that_come_no_closer(climbed: Callable[..., Any]) -> None:
    aim = close(3)
    assert [one[:2] for one in climbed(aim, [])] == [(CHILDREN, 16)] * 4
    assert aim.stalled == 1
    assert aim.reach == pytest.approx(0.3 * 0.8**4)
    assert len(climbed(aim, [])) == 3
    assert len(climbed(close(3, stalled=9), [])) == 1
    aim = close(3, stalled=1)
    assert len(climbed(aim, [True, False, True])) == 5
    assert aim.stalled == 0
    assert aim.reach == pytest.approx(max(1e-5, min(0.5, min(0.5, 0.3 * 1.6) * 0.8 * 1.6) * 0.8**2))
    assert len(climbed(close(), [])) == len(climbed(close(3, out=True), [])) == 0
    assert len(climbed(close(3), [], budget=Budget(steps=0))) == 0
    tiny = close(3, reach=1e-5)
    climbed(tiny, [])
    assert tiny.reach == 1e-5


def test_children_are_run_as_long_as_their_parents_need(climbed: Callable[..., Any]) -> None:
    assert climbed(close(10), [])[0][1] == 20
    assert climbed(close(10, 14), [])[0][1] == 28
    assert climbed(close(20), [])[0][1] == 30  # no longer than is asked
    assert climbed(close(20, trusted=25), [])[0][1] == 25
    assert climbed(close(3, late=True), [], length=99)[0][1] == 40
    seconds = Budget(seconds=10**6)
    assert climbed(close(3), [], length=256, budget=seconds)[0][0] == 3 * CHILDREN
    assert climbed(close(3), [], length=255, budget=seconds)[0][0] == CHILDREN
    assert climbed(close(3), [], length=256)[0][0] == CHILDREN


def test_children_have_copies_where_the_claim_counts_them(climbed: Callable[..., Any]) -> None:
    assert not climbed(close(3, copies=1000.0), [])[0][2]
    aim = close(3, copies=1000.0)
    aim.counts = False
    assert climbed(aim, [])[0][2]


def test_what_breaks_one_claim_is_looked_at_for_the_others(climbed: Callable[..., Any]) -> None:
    assert [one[0] for one in climbed(close(3), [], crosses=True)] == [CHILDREN, 1]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A look at data of which floats say this."""

    def look(one: Any, share: list[float], met: str = "", error: Any = None, parts: Any = None, **more: Any) -> Any:
        met = met or "1" * len(share)
        count = len(share)
        bound = Bound(0, "<=", np.tile(share, (2, 1)), np.ones((2, count)), 0)
        marks = np.array([mark == "1" for mark in met])
        found: dict[str, Any] = {"ties": [], "crossed": []}

        def broken(self: Any, claim: Any, subject: Any, points: Any, ties: bool) -> Any:
            found["ties"].append(ties)
            if error:
                raise error
            return [bound] if parts is None else parts

        def cross(self: Any, aim: Any, points: Any, share: Any, t: Any, length: int) -> Any:
            found["crossed"].append(share.tolist())
            return share < 1.5

        monkeypatch.setattr(Search, "subject", lambda self, points, length: SimpleNamespace())
        monkeypatch.setattr(climbing, "further", lambda horizon, subject, length: max(horizon, length))
        monkeypatch.setattr(climbing, "applicable", lambda *_: marks)
        monkeypatch.setattr(Search, "bounds_of", broken)
        monkeypatch.setattr(Search, "cross", cross)
        points = Points(np.zeros((count, 2, 1)), np.arange(1.0, 2 * count + 1).reshape(count, 2))
        found["closer"] = one.look(points, one.aims if not more else one.aims[:1], more.get("length", 7))
        return found

    return look


def test_a_look_learns_of_data_that_meet_the_hypotheses_and_crosses_what_is_beyond(seen: Callable[..., Any]) -> None:
    heard: list[int] = []
    one = search(CLAIM, OTHER, looked=lambda: heard.append(1))
    found = seen(one, [0.5, 2.0, 0.7], "101")

    assert found["closer"]
    assert found["crossed"] == [[0.5, -1.0, 0.7]] * 2
    assert shares(one.aims[0]) == [0.7, 0.5]
    assert (one.largest, one.horizon, one.budget.spent, one.budget.instances) == (11, 7, 21, 3)
    assert heard == [1]
    assert not seen(one, [0.5, 0.7])["closer"]
    assert found["ties"] == [True, True]
    one.aims[0].failed = TIES
    assert seen(one, [0.5], length=7)["ties"] == [False]
    found = seen(one, [2.0, 0.9])
    assert found["crossed"] == [[2.0, 0.9], [-1.0, 0.9]]  # floats were wrong about the first
    assert max(shares(one.aims[0])) == 1.0


def test_a_look_without_data_that_meet_the_hypotheses_asks_for_longer_runs(seen: Callable[..., Any]) -> None:
    one = search()
    found = seen(one, [2.0, 0.7], "00")

    assert (found["closer"], found["crossed"], found["ties"]) == (False, [], [])
    assert one.aims[0].late
    one = search()
    seen(one, [0.7, 0.5], "01")
    assert not one.aims[0].late


def test_a_claim_that_cannot_be_asked_of_any_shape_is_given_up(seen: Callable[..., Any]) -> None:
    one = search()
    for k in range(len(SHAPES) + 1):
        assert not one.aims[0].out
        assert one.aims[0].missed == k
        seen(one, [0.5], error=IndexError("no such row"))
    assert one.aims[0].out
    assert one.aims[0].late
    known = search()
    known.aims[0].near = [Near(0.5, 1, np.zeros((1, 1)), np.ones(1))]
    for _ in range(20):
        seen(known, [0.5], error=TypeError("rows"))
    assert not known.aims[0].out
    with pytest.raises(KeyError):
        seen(search(), [0.5], error=KeyError("an error of ours"))


def test_a_claim_of_one_number_a_run_has_no_t(seen: Callable[..., Any]) -> None:
    alone = Bound(0, "<=", np.array([[0.5]]), np.ones((1, 1)), 0)
    one = search()
    for parts, length, whole in (
        ([alone], 1, False), ([alone], 7, True), ([alone], 1, True), ([alone._replace(start=2)], 7, False),
        (None, 7, False),
    ):  # fmt: skip
        seen(one, [0.5], parts=parts, length=length)
        assert one.aims[0].whole == whole


def test_rows_that_touch_the_bound_are_passed_over_where_it_is_to_be_broken(seen: Callable[..., Any]) -> None:
    for to_break, learnt in ((True, []), (False, [1 - 5e-7])):
        one = search(to_break=to_break)
        seen(one, [1 - 5e-7])
        assert shares(one.aims[0]) == learnt
        assert one.aims[0].trusted == 2 * LONGEST
