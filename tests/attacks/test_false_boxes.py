"""An attack on what is said to be so for ever: false boxes, false courses, statements that are no direction's, records.

Protects limits.kept_away and never.led_back: no box is believed that the steps leave, or that the run is not in; of a
statement that reads more than the direction of w at one t nothing is concluded; no forged certificate stands.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.books.lecture.algorithms.adaboost import LongBoosting, largest_error, least_error
from lemmacheck.theory.books.lecture.problems.hypothesis_classes import RUDIN
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.relation import Limit, at_most
from lemmacheck.verifiers.decide import limits, never
from lemmacheck.verifiers.decide.ladder import ball_run, decide
from lemmacheck.verifiers.decide.recording import Settled, write_record
from lemmacheck.verifiers.instances.families import tiny
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.records.verdict import Record, Verdict
from lemmacheck.verifiers.replay.replay import replay

from tests.sampled import sampled

BITS, STEPS = 128, 8
ONE = next(iter(tiny()))
CLAIM = LIBRARY.claims["S.Margin"]
((LABEL, RIGHT),) = CLAIM.usual.items()


@cache
def course() -> never.Course:
    found = never.course(ball_run(ONE, RIGHT, STEPS, BITS, CLAIM.method))
    assert found is not None
    return found


@cache
def stay() -> never.Stay:
    """The first box of AdaBoost on the table of Rudin, Daubechies and Schapire."""
    return next(never.stays(course()))


def believed(**changes: Any) -> bool:
    """Whether the box is believed with these changes."""
    box, one = replace(stay().box, **changes), course()
    return never.led_back(one.problem, one.algorithm, one.turns[box.since], box) is not None


def moved(by: Fraction, of: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    return tuple(x + by for x in of)


def test_the_right_box_is_believed() -> None:
    with Ball(BITS).active():
        assert believed()


@pytest.mark.parametrize(
    "changes",
    [
        lambda box: {"period": 1},
        lambda box: {"period": 2},
        lambda box: {"since": box.since + 1},
        lambda box: {"since": 0},
        lambda box: {"kinds": (0, 0, 1, 1, 2, 2, 2, 3)},
        lambda box: {"kinds": (0, 1, 1, 1, 1, 2, 2, 3)},
        lambda box: {"low": moved(Fraction(1, 100), box.low)},
        lambda box: {"high": moved(Fraction(-1, 100), box.high)},
        lambda box: {"low": moved(Fraction(-1, 8), box.low), "high": moved(Fraction(1, 8), box.high)},
        lambda box: {"low": moved(Fraction(1, 20), box.low), "high": moved(Fraction(1, 20), box.high)},
        lambda box: {"low": box.high, "high": box.low},
    ],
    ids=[
        "period 1", "period 2", "a step later", "from the start", "a kind that is none", "kinds that differ", "low",
        "high", "wide", "elsewhere", "upside down",
    ],
)  # fmt: skip
def test_a_false_box_is_not_believed(changes: Callable[[never.Box], dict[str, Any]]) -> None:
    with Ball(BITS).active():
        assert not believed(**changes(stay().box))


class Refusing(LongBoosting):
    """Its turn is not what its steps make: the weights stay as they are."""

    def turn(self, p: Any, D: Array) -> tuple[Array, Array]:
        return super().turn(p, D)[0], D


class Changing(LongBoosting):
    """A method that does not say that its steps are the same for ever."""

    unchanging = False


@pytest.mark.parametrize("algorithm", [Refusing(hypotheses=RUDIN), Changing(hypotheses=RUDIN)])
def test_a_course_is_taken_from_no_turn_but_that_of_the_steps(monkeypatch: pytest.MonkeyPatch, algorithm: Any) -> None:
    monkeypatch.setattr(never, "of_ours", lambda _: True)
    with Ball(BITS).active():
        assert never.course(ball_run(ONE, algorithm, STEPS, BITS, CLAIM.method)) is None


def test_a_method_that_says_nothing_and_a_run_without_a_period_have_no_course(monkeypatch: pytest.MonkeyPatch) -> None:
    with Ball(BITS).active():
        assert never.course(ball_run(ONE, NormalizedGD(), STEPS, BITS)) is None
        monkeypatch.setattr(never, "LOOKED", 3)
        assert never.course(ball_run(ONE, RIGHT, STEPS, BITS, CLAIM.method)) is None


class Late(LongBoosting):
    """A method of an author's who says that its steps are the same for ever."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s)


def late(p: Any, t: Any, D: Array) -> Array:
    """Another hypothesis after t = 1000, where that t is known."""
    try:
        return largest_error(p, t, D) if t > 1000 else least_error(p, t, D)
    except (TypeError, ValueError, ArithmeticError):
        return least_error(p, t, D)


@pytest.mark.parametrize("algorithm", [Late(hypotheses=RUDIN), LongBoosting(late, RUDIN)])
def test_no_authors_word_is_taken_for_what_is_done_for_ever(algorithm: Any) -> None:
    assert decide(CLAIM, ONE, algorithm, STEPS).verdict == Verdict.UNDECIDED


def test_what_counts_is_not_said_to_hold_for_ever() -> None:
    claim = LIBRARY.claims["N6.plateau"]
    (algorithm,) = claim.usual.values()

    def counting(run: Any) -> Any:
        said = claim.function(run)
        return at_most(said.lhs + max(len(run.w) - 1000, 0), said.rhs)

    right, wrong = (decide(one, ONE, algorithm, 40) for one in (claim, replace(claim, function=counting)))
    assert "for ever" not in decide(claim, ONE, algorithm, 1).reason
    assert (right.verdict, wrong.verdict) == (Verdict.CERTIFIED, Verdict.CERTIFIED)
    assert "for ever" in right.reason
    assert "for ever" not in wrong.reason


def margin(run: Any) -> Any:
    w = run.w
    return run.minimum(run.labels * run.predictions(w)) / run.l1(w)


TURNING: dict[str, Callable[[Any], Any]] = {
    "it turns after the run": lambda x: np.concatenate([x[:1000], 10 + x[1000:]]),
    "it says what turns of one t": lambda x: np.concatenate([x[:1000], 10 + 0 * x[1000:1001]]),
    "it reads the first two rows": lambda x: np.stack([x[1], x[0]]),
}


@pytest.mark.parametrize("name", TURNING)
def test_what_may_turn_after_the_run_is_not_said_to_hold_for_ever(name: str) -> None:
    claim = LIBRARY.claims["N6.plateau"]
    (algorithm,) = claim.usual.values()
    turned = TURNING[name]

    def turning(run: Any) -> Any:
        said = claim.function(run)
        return at_most(turned(said.lhs), said.rhs)

    found = decide(replace(claim, function=turning), ONE, algorithm, 40)
    assert (found.verdict, found.reason) == (Verdict.CERTIFIED, "")


UNTOLD: dict[str, Callable[[Any], Limit]] = {
    "a length": lambda run: Limit(run.l1(run.w)),
    "a length beside a direction": lambda run: Limit(margin(run) + 1 / run.l1(run.w)),
    "two steps": lambda run: Limit((margin(run)[1:] + margin(run)[:-1]) / 2),
    "the first step": lambda run: Limit(margin(run) + 0 * margin(run)[:1] + 1),
    "the number of steps": lambda run: Limit(margin(run) + 1 / (run.t + 1)),
    "the weights": lambda run: Limit(run.D.sum(-1)),
    "an exponential": lambda run: Limit(run.exp(run.l1(run.w))),
    "what is its limit": lambda run: Limit(0 * margin(run)),
    "what tends to its limit": lambda run: Limit(margin(run), run.num.number(1) / 3),
}


@pytest.mark.parametrize("name", UNTOLD)
def test_nothing_is_concluded_of_what_no_direction_tells(name: str) -> None:
    claim = replace(CLAIM, function=UNTOLD[name], given=())
    with Ball(BITS).active():
        assert limits.kept_away(claim, ball_run(ONE, RIGHT, STEPS, BITS, CLAIM.method)) is None


@pytest.mark.slow
def test_a_margin_elsewhere_is_refuted_and_a_bound_on_it_holds_for_ever() -> None:

    run = ball_run(ONE, RIGHT, STEPS, BITS, CLAIM.method)
    with Ball(BITS).active():
        away = limits.kept_away(replace(CLAIM, function=lambda r: Limit(margin(r), r.num.number(3) / 8)), run)
        *_, smallest = never.stays(course())
        held = [
            never.everywhere(smallest, lambda w, f=f: limits.holds(replace(CLAIM, function=f), limits.alone(run, w)))
            for f in (
                lambda run: at_most(margin(run)[1:], run.num.number(7) / 20),
                lambda run: at_most(margin(run)[1:], run.num.number(8) / 25),
            )
        ]

    assert away is not None
    assert away.in_balls
    assert (away.relation.op, away.relation.rhs) == ("<=", 0)
    assert 0 < float(away.relation.lhs[0].p) / float(away.relation.lhs[0].q) < 1 / 24
    assert held == [True, False]


@cache
def record() -> Record:
    return write_record(CLAIM, [Settled(ONE, LABEL, decide(CLAIM, ONE, RIGHT, STEPS))], STEPS, 0)


FORGED = {
    "another box": lambda w: {"forever": w.forever.replace("0.1909", "0.1901")},
    "farther away": lambda w: {"forever": w.forever.replace("0.0375", "0.05")},
    "a larger distance": lambda w: {"lhs": "1/20"},
    "another t": lambda w: {"t": w.t + 3},
    "other parameters": lambda w: {"algorithm": ""},
}


@pytest.mark.slow
def test_a_record_of_a_box_stands() -> None:
    assert record().verdict == Verdict.REFUTED
    assert replay(record()).stands


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(FORGED, 2))
def test_a_forged_certificate_does_not_stand(name: str) -> None:
    known = record().witness
    assert known is not None

    assert not replay(replace(record(), witness=replace(known, **FORGED[name](known)))).stands
