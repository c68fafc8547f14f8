"""Protects what a verdict is worth: what holds of anything is found out, and what speaks of its method is not."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck import Hypothesis, Limit, Method, at_least, at_most, equal, problem
from lemmacheck.reports import html, markdown, tex
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.margins.hypotheses import standard_schedule
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import identity
from lemmacheck.verifiers.instances.subject import problem_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.placebos import (
    anew,
    informative,
    meets,
    right,
    with_part,
    with_random_states,
    wrong_problems,
)
from lemmacheck.verifiers.records.result_text import record_text
from lemmacheck.verifiers.records.verdict import UNINFORMATIVE, Record, Scope, Verdict
from lemmacheck.verifiers.replay.replay import replay

from tests.shipped import made

ROWS = Instance.from_json("three rows", [["-1/2", "1/3"], ["-2/3", "-1/2"], ["-1/4", "3/4"]])


HOLLOW: dict[str, tuple[Callable[[Any], Any], type | None]] = {
    "for every point of the simplex": (lambda run: at_least(run.phi(run.mu), run.optimum.phi), DualNesterov),
    "for every vector": (lambda run: at_least(run.squared(run.combine(run.nu)), 0), DualNesterov),
    "far below what it bounds": (lambda run: at_least(run.margin(run.combine(-run.mu)), -9), DualNesterov),
    "of a row of the data alone": (lambda p: at_most(p.inner(p.Z, p.Z), 9), None),
}


@pytest.mark.parametrize(("statement", "about"), HOLLOW.values(), ids=list(HOLLOW))
def test_what_holds_of_anything_is_uninformative(statement: Callable[[Any], Any], about: type | None) -> None:
    assert informative(made(statement, about=about)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("id", ["P.3.1.dualvec.corrected", "P.L3.2", "P.T3.1.1", "P.2.2.3", "T.Upd.1"])
def test_what_speaks_of_its_method_or_its_optimum_is_broken_by_a_placebo(id: str) -> None:
    found = informative(LIBRARY.claims[id])

    assert found is not None
    assert found >= 0.2


def test_a_schedule_is_asked_of_other_schedules_although_a_hypothesis_names_it() -> None:
    claim = made(lambda run: equal(run.lam[1:], 2 / (run.t[1:] + 2)), standard_schedule, about=DualNesterov)

    assert informative(claim) == 1


def test_the_share_counts_entries() -> None:
    """One of two relations holds of anything."""
    sure = made(lambda run: at_least(run.squared(run.mu), 0), about=DualNesterov)
    half = made(lambda run: (at_least(run.squared(run.mu), 0), equal(run.lam, 2 / (run.t + 2))), about=DualNesterov)

    assert informative(sure) == 0
    assert informative(half) == 0.5


def test_a_limit_is_broken_by_runs_that_stay_away_from_it() -> None:
    shrinks = made(lambda run: Limit(run.lam), about=DualNesterov)
    hollow = made(lambda run: Limit(0 * run.lam), about=DualNesterov)

    assert informative(shrinks) == 1
    assert informative(hollow) == 0


def test_a_claim_that_no_run_meets_says_nothing_of_itself() -> None:
    never = Hypothesis("never", "0 = 1", lambda run: equal(run.t, run.t + 1))

    assert informative(made(lambda run: equal(run.t, run.t), never, about=DualNesterov)) is None


@pytest.mark.slow
def test_it_comes_out_the_same_again() -> None:
    claims = [LIBRARY.claims[id] for id in ("P.D.2u", "P.B.8", "S.Hess", "T.Pot.corrected")]

    assert [informative(claim) for claim in claims] == [informative(claim) for claim in claims]


def test_drawn_states_keep_the_shape_the_count_of_steps_and_the_simplex() -> None:
    with Float64().active():
        run = right(ROWS, DualNesterov(), LIBRARY.methods[DualNesterov])
        other = with_random_states(run, 1)

    assert np.array_equal(other.t, run.t)
    assert other.mu.shape == run.mu.shape
    assert np.allclose(other.mu.sum(-1), 1)
    assert (other.mu >= 0).all()
    assert not np.isclose(other.mu, run.mu).all(-1).any()


@pytest.mark.parametrize(("values", "in_simplex", "positive"), [
    ([[0.5, 0.5], [0.25, 0.75]], True, True),
    ([[1.0, 0.0], [0.0, 1.0]], True, True),  # vertices stay vertices
    ([[1.5, -0.5], [0.25, 0.75]], False, False),
    ([[0.5, 0.75], [0.25, 0.75]], False, True),
    ([0.5, 0.25], False, True),
    ([-0.5, 1.5], False, False),
])  # fmt: skip
def test_drawn_values_are_points_of_the_simplex_where_all_of_them_were(
    values: list[Any], in_simplex: bool, positive: bool
) -> None:
    found = np.array(anew([np.array(x) for x in values], np.random.RandomState(1)))

    assert found.shape == np.shape(values)
    assert (found.ndim > 1 and bool(np.allclose(found.sum(-1), 1))) == in_simplex
    assert bool((found >= 0).all()) == positive
    if values[0] == [1.0, 0.0]:
        assert set(found.ravel()) == {0.0, 1.0}


def test_a_wrong_problem_is_wrong_in_one_place_and_leaves_the_right_one_alone() -> None:
    with Float64().active():
        p = right(ROWS, None, None)
        before = p.psi(p.Z[:, :1] @ np.ones((1, 3))), p.optimum.gamma_squared.copy()
        wrong = list(wrong_problems(p))

        assert all(np.array_equal(one.Z, p.Z) for one in wrong)
        assert any(one.optimum.gamma_squared != p.optimum.gamma_squared for one in wrong)
        assert any(not np.array_equal(one.psi(p.Z), p.psi(p.Z)) for one in wrong)
        assert np.array_equal(before[0], p.psi(p.Z[:, :1] @ np.ones((1, 3))))
        assert np.array_equal(before[1], p.optimum.gamma_squared)


@problem
class Line:
    def of(Z: Any) -> dict[str, Any]:  # type: ignore[misc]
        return {"a": Z[0], "b": Z[-1]}


def test_a_field_of_a_problem_of_ones_own_is_wrong_in_the_copy_alone_which_is_another_problem() -> None:
    with Float64().active():
        p = problem_of(ROWS, Float64(), None, Exponential(), Method(DualNesterov, on=Line))
        other = with_part(p, "a", 7)

    assert (other.a, other.made["a"], other.b is p.b) == (7, 7, True)
    assert p.a.tolist() == [-0.5, 1 / 3]
    assert identity(other) != identity(p)


def test_what_no_hypothesis_can_be_asked_of_meets_none() -> None:
    def failing(run: Any) -> Any:
        raise ValueError("a placebo may be anything")

    with Float64().active():
        run = right(ROWS, DualNesterov(), LIBRARY.methods[DualNesterov])
        told = [meets(made(HOLLOW["for every vector"][0], *given, about=DualNesterov), run)
            for given in ((), (Hypothesis("h", "…", failing),))]  # fmt: skip

    assert told == [True, False]


def test_a_record_says_beside_its_verdict_that_nothing_breaks_it(quick_book: dict[str, Record]) -> None:
    record = quick_book["P.D.2.p4.1"]

    assert record.informative == 0
    assert record_text(record).splitlines()[0].startswith(f"P.D.2.p4.1  {record.verdict.upper()}, {UNINFORMATIVE}")
    assert json.loads(record.to_json())["informative"] == 0
    for page in (html.render([record]), markdown.render([record]), tex.render([record])):
        assert UNINFORMATIVE in page


@pytest.mark.parametrize("told_share", [0.5, None])
def test_a_replay_asks_the_placebos_again_or_lists_that_it_did_not(
    told_share: float | None, quick_book: dict[str, Record]
) -> None:
    record = replace(quick_book["P.D.2.p4.1"], informative=told_share)
    found = replay(record)

    assert found.stands is (told_share is None)
    assert ("informative" in found.unchecked) is (told_share is None)


@pytest.mark.parametrize("value", ["1", 2, -0.1, True, [0.5]])
def test_a_share_that_is_none_is_refused(value: object) -> None:
    line = json.dumps(Record("T", Verdict.CERTIFIED, Scope(1, 1)).to_dict() | {"informative": value})

    with pytest.raises(ValueError, match="informative"):
        Record.from_json(line)


def test_a_record_of_an_older_version_says_no_share() -> None:
    data = Record("T", Verdict.CERTIFIED, Scope(1, 1)).to_dict()
    del data["informative"]

    assert Record.from_dict(data).informative is None


def test_states_that_numpy_takes_for_objects_are_drawn_anew_too() -> None:
    """Protects a claim about the states of a step such as Fraction(1, 2) * s.x."""
    halved = [np.array([3.0, 1.0]), *(Fraction(1, 2) * np.array([3.0, 1.0]) for _ in range(3))]
    rows = [np.array([0, 1], dtype=object), np.array([2, 3], dtype=object)]

    assert halved[1].dtype == object
    assert not np.isclose(np.stack(anew(halved, np.random.RandomState(1))), np.stack(halved).astype(float)).any()
    assert anew(rows, np.random.RandomState(1)) is rows
