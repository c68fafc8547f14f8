"""Protects powers b^(t + k) in a proof: a sequence that each step multiplies by b."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core import whole_numpy
from lemmacheck.theory.core.relation import above, at_least, equal
from lemmacheck.verifiers.prove.argument import Argument
from lemmacheck.verifiers.prove.refusals import Refused

from tests.verifiers.prove.arguing import argument, nothing, shown
from tests.verifiers.prove.sequences import number


@pytest.fixture
def one() -> Argument:
    return argument(nothing)


def test_a_power_of_t_is_shown_by_induction(one: Argument) -> None:
    run = one.setting.run
    a, b = (number(one.setting, name, **{name: True}) for name in ("positive", "nonnegative"))
    zero = 0 * run.theta[0]

    def powers(c: Any, first: Any = 1) -> Any:
        return run.recurrence(zero + first, lambda t, x: c * x)

    assert shown(one, equal(2**run.t, powers(2))) is not None
    assert shown(one, equal((zero + Fraction(1, 2)) ** (run.t + 2), powers(Fraction(1, 2), Fraction(1, 4)))) is not None
    assert shown(one, equal(a ** run.t[1:], a * a ** run.t[:-1])) is not None
    assert shown(one, equal(a ** (run.t - 1), a**run.t / a)) is not None
    assert shown(one, equal(a ** (2 * run.t + 1), a * (a * a) ** run.t)) is not None
    assert shown(one, equal(a ** (3 - run.t), a**3 / a**run.t)) is not None
    assert shown(one, above(a**run.t, 0)) is not None
    assert shown(one, at_least(b**run.t, 0)) is not None
    assert shown(one, above(1 / 2**run.t, 0)) is not None
    assert shown(one, at_least(2**run.t, run.t + 1)) is not None


def test_what_is_false_of_a_power_of_t_is_not_shown(one: Argument) -> None:
    run = one.setting.run
    b, c = number(one.setting, "b", nonnegative=True), number(one.setting, "c")

    assert shown(one, equal(2**run.t, 2 ** (run.t + 1))) is None
    assert shown(one, equal(2**run.t, 3**run.t)) is None
    assert shown(one, at_least(c**run.t, 0)) is None
    assert shown(one, at_least((0 * c - 1) ** run.t, 0)) is None
    assert shown(one, above(b**run.t, 0)) is None
    assert shown(one, at_least(2**run.t, 2 * run.t + 1)) is None
    for unread in (
        lambda: c ** (run.t / 2),
        lambda: c ** (run.t * run.t),
        lambda: run.theta**run.t,
        lambda: run.mu[0] ** run.t,
        lambda: 2**run.theta,
    ):
        with pytest.raises(Refused, match="a power"):
            unread()
    with pytest.raises(Refused, match="a power whose exponent is no number"):
        c.at(None) ** c.at(None)


def test_a_power_is_that_of_the_exponent_of_each_row(one: Argument) -> None:
    run = one.setting.run
    power = np.concatenate([run.t[:1] + 5, run.t[1:]])

    assert [(2**power).at(i).number() for i in range(4)] == [32, 2, 4, 8]
    assert shown(one, equal(2**power, 2**run.t)) is None


def test_what_an_authors_numpy_joins_is_read_as_what_ours_joins(one: Argument) -> None:
    run = one.setting.run
    t, power = (whole_numpy.concatenate([run.t[:1] + first, run.t[:-1] + 1]) for first in (0, 5))

    assert shown(one, equal(2**t, 2**run.t)) is not None
    assert shown(one, equal(2**power, 2**run.t)) is None
