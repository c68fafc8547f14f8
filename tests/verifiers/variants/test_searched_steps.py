"""Protects those who propose a step: runs that break a bound are searched for it too, and what is found is not lost."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.variants import bench
from lemmacheck.verifiers.variants.answer import Answer, Doubt
from lemmacheck.verifiers.variants.author import Author
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.checking import once_broken
from lemmacheck.verifiers.variants.home import Home, Steps, answer_of
from lemmacheck.verifiers.variants.workers import Reply

HEAVY_BALL = """\
import numpy as np
from types import SimpleNamespace

class HeavyBall:
    def start(self, p):
        return SimpleNamespace(w=np.zeros(p.Z.shape[1]), v=np.zeros(p.Z.shape[1]))

    def step(self, p, s):
        q = np.exp(p.Z @ s.w)
        v = 0.9 * s.v - p.Z.T @ (q / q.sum())
        return SimpleNamespace(w=s.w + v, v=v)

variant = HeavyBall()
"""
CLAIMS = LIBRARY.claims
FALSE, STEPS = "N1.rate", 40


@pytest.fixture
def heavy_ball(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A bench whose author answers in this process."""
    path = tmp_path / "hb.py"
    path.write_text(HEAVY_BALL, encoding="utf-8")
    author = Author(str(path))

    def ask(self: Home, do: str, *arguments: Any) -> Any:
        self.spent += 1e-3
        return answer_of(author.reply({"do": do, "arguments": arguments, "second": False}))

    def ask_each(self: Home, do: str, *arguments: Any, limit: float) -> tuple[list[Any], str]:
        return self.ask(do, *arguments), ""

    monkeypatch.setattr(Home, "ask", ask)
    monkeypatch.setattr(Home, "ask_each", ask_each)
    return Bench(str(path), home=Home((), str(path), left=60.0))


def doubt_about(id: str, place: int) -> Doubt:
    return Doubt(place, blank(CLAIMS[id], Verdict.UNDECIDED), 0.0, 0, ())


@pytest.mark.slow
def test_a_bound_is_refuted_by_a_search(heavy_ball: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "Budget", lambda **_: Budget(steps=60_000))
    group = heavy_ball.groups(0, STEPS).index("DualNesterov")
    report = heavy_ball.search(0, group, STEPS, 20.0, (), FALSE)
    ((place, found),) = report.found
    after = heavy_ball.answer(0, replace(doubt_about(FALSE, place), found=(found,)), STEPS)

    assert after.fails
    assert after.needed, "its constant is told, though on some data the method leaves the floats"


def test_the_time_of_a_search_is_given_to_the_groups_that_have_claims_to_break(heavy_ball: Bench) -> None:
    """Whoever asks one bound has the whole budget spent on it."""
    names = heavy_ball.groups(0, STEPS)
    group, known = names.index("DualNesterov"), [heavy_ball.places(0, STEPS)[FALSE]]

    assert heavy_ball.to_search(0, STEPS, (), FALSE) == {group: "DualNesterov"}
    assert heavy_ball.to_search(0, STEPS, known, FALSE) == {}
    assert {group} < set(heavy_ball.to_search(0, STEPS, known, "*")) <= set(range(len(names)))


def test_a_run_that_leaves_the_floats_is_none_of_a_batch_and_the_others_stand(heavy_ball: Bench) -> None:
    method = heavy_ball.variants[0].algorithm
    assert isinstance(method, Steps)
    batch = np.array([[[1.0]], [[-1 / 4]]])
    w = [state.w for state in method.side_by_side(batch, 100).states]

    assert np.isnan(w[100][0]).all()
    assert abs(w[1][1][0] - 1 / 4) < 1e-15
    assert np.isfinite(w[100][1]).all()


def test_for_a_step_that_is_slow_no_more_runs_are_made_than_there_is_time_for(heavy_ball: Bench) -> None:
    method, home = heavy_ball.variants[0].algorithm, heavy_ball.home
    method.pace, home.left = 1e-3, 8.5
    states = method.side_by_side(np.full((6, 1, 1), -1 / 4), 100).states

    assert np.isfinite(states[1].w[:5]).all()


def test_a_run_that_hangs_and_those_after_it_are_none_of_a_batch_and_those_before_it_stand(
    heavy_ball: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask_each(self: Home, do: str, *arguments: Any, limit: float) -> tuple[list[Any], str]:
        *others, jobs = arguments
        return self.ask(do, *others, jobs[:2]), "hb.py:9, in step: did not return" if len(jobs) > 2 else ""

    method = heavy_ball.variants[0].algorithm
    monkeypatch.setattr(Home, "ask_each", ask_each)
    method.pace = 1e-6
    w = method.side_by_side(np.full((6, 1, 1), -1 / 4), 4).states[1].w

    assert np.isfinite(w[:2]).all()
    assert np.isnan(w[2:]).all()


@pytest.mark.parametrize("reply", [Reply(failure="it took too long"), Reply()])
def test_what_a_search_has_refuted_is_not_said_to_hold_whatever_comes_of_deciding_it_again(reply: Reply) -> None:
    doubt = replace(doubt_about(FALSE, 0), found=(("found", [["-1"]], 9),))
    holds = replace(doubt.blank, verdict=Verdict.CERTIFIED)
    for theorem in (holds, replace(holds, verdict=Verdict.NOT_APPLICABLE)):
        before = Answer(theorem, holds)
        after = once_broken(doubt, before, replace(reply, value=before))

        assert after.outcome.verdict == Verdict.UNDECIDED
        assert after.outcome.reason.startswith("a search refutes it on Z = [-1] within 9 steps, but ")
        assert after.theorem.verdict != Verdict.CERTIFIED
