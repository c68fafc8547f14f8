"""Protects what is said of a schedule for ever: where its steps add up, w_t stays where it is, and nowhere else."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.methods.variants import momentum, schedule
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.variants.derived import derived
from lemmacheck.verifiers.variants.standstill import Standstill, in_ball, on, standstill, tail


def standard(t: Any) -> Any:
    return 2 / (t + 2)


STOPS = schedule(standard, lambda t: 1 / (t + 1) ** 3)
ROWS = Instance.from_json("two rows", [["-1", "0"], ["0", "-1/10"]])


def test_a_schedule_whose_steps_add_up_stays_below_the_margin_for_ever() -> None:
    found = standstill(STOPS)
    since, radius = tail(*(derived(STOPS).sequences[name] for name in ("lambda", "theta"))) or (0, Fraction(0))
    num = Float64()
    with num.active():
        run = subject_of(ROWS, num, STOPS.forms[DualNesterov], 900)
        moved = np.linalg.norm(run.w[since:] - run.w[since], axis=-1)
        shares = run.margin(run.w[since:]) / run.optimum.gamma
    stays = on(ROWS, STOPS.forms[DualNesterov], since, radius)

    assert "for ever from t = 64 on" in stays.text()
    assert found.share <= stays.share
    assert 0 < shares.max() <= stays.share < 1
    assert 0 < moved.max() <= radius


@pytest.mark.parametrize(
    "variant",
    [
        schedule(standard, lambda t: 1 / (t + 1) ** 2),
        schedule(lambda t: 1 / (t + 1) ** 2, lambda t: 1 / (t + 1) ** 3),
        schedule(lambda t: 3 / (t + 2), lambda t: 1 / (t + 1) ** 3),
        schedule(lambda t: 1 + 1 / (t + 1), lambda t: 1 / (t + 1) ** 3),
        schedule(standard, lambda t: 1 / (t + 1) ** 3 if t < 2000 else 1),
        schedule(standard, lambda t: -1 / (t + 1) ** 3),
        schedule(standard, lambda t: Fraction(1, 2) ** int(t)),
        momentum(lambda t: Fraction(1, 2), lambda t: 1),
    ],
    ids=[
        "a logarithm", "small rates", "a rate above 1 at first", "rates above 1", "starts again", "backwards",
        "no closed form", "no closed form in t",
    ],
)  # fmt: skip
def test_nothing_is_said_of_steps_that_are_not_known_to_add_up(variant: Any) -> None:
    assert standstill(variant) is None


def test_rows_longer_than_1_and_margins_that_may_be_reached_say_nothing() -> None:
    assert in_ball(ROWS)
    assert not in_ball(Instance.from_json("long", [["-1", "1/100"]]))
    assert on(ROWS, STOPS.forms[DualNesterov], 64, Fraction(2)) is None
    assert on(Instance.from_json("one row", [["-1"]]), STOPS.forms[DualNesterov], 64, Fraction(1, 112)) is None


def test_what_steps_add_up_to_at_most_is_told_rounded_upwards() -> None:
    assert "at most 0.0318, certified" in Standstill(ROWS, 64, Fraction(2, 63), Fraction(1, 2)).text()
    assert "at most 0.0124, certified" in Standstill(ROWS, 64, Fraction(12341, 10**6), Fraction(1, 2)).text()
