"""Protects what is proved of a parameter: it may be any number between the least and the largest of its values."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Library, Method, Source, above, at_least, at_most, below, claim, hypothesis, problem
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.prove import prove

SOURCE = Source("R", "A. Author", "Ranges", "draft")
QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)


@problem(eta=[QUARTER, HALF], s=[-1, 2])
class Two:
    def of(Z: Any, eta: Any, s: Any) -> Any:
        return {"a": Z[0], "c": Z[0, 0]}


class State(NamedTuple):
    x: Any


@dataclass(frozen=True)
class Shrinking:
    """x_{t+1} = (1 − η)x_t."""

    def start(self, p: Any) -> Any:
        return State(p.a)

    def step(self, p: Any, s: Any) -> Any:
        return State(s.x - p.eta * s.x)


def stated(relation: Callable[[Any], Any], **more: Any) -> Claim:
    one = claim("R.1", SOURCE.at("1"), about=Shrinking, **more)(relation)
    return Library(Book(SOURCE, methods=[Method(Shrinking, on=Two)], claims=[one]), origin=__name__).claims["R.1"]


def squares(r: Any) -> Any:
    return r.problem.squared(r.x)


TRUE: dict[str, Callable[[Any], Any]] = {
    "η ≤ 3/4": lambda r: at_most(r.problem.eta, 3 * QUARTER),
    "η < 1": lambda r: below(r.problem.eta, 1),
    "η > 1/8": lambda r: above(r.problem.eta, QUARTER / 2),
    "η² ≤ η/2": lambda r: at_most(r.problem.eta**2, r.problem.eta / 2),
    "(η − 1/4)(1/2 − η) ≥ 0": lambda r: at_least((r.problem.eta - QUARTER) * (HALF - r.problem.eta), 0),
    "1/(1 − η) ≤ 2": lambda r: at_most(1 / (1 - r.problem.eta), 2),
    "1/(1 − η) > 1": lambda r: above(1 / (1 - r.problem.eta), 1),
    "ln(1 − η) has a value": lambda r: at_least(0 * r.problem.log(1 - r.problem.eta), 0),
    "√(1/2 − η) ≥ 0": lambda r: at_least(r.problem.sqrt(HALF - r.problem.eta), 0),
    "the squares fall": lambda r: at_most(squares(r)[1:], squares(r)[:-1]),
    "by 9/16": lambda r: at_most(squares(r)[1:], 9 * squares(r)[:-1] / 16),
    "sη ≤ 1": lambda r: at_most(r.problem.s * r.problem.eta, 1),
    "2 − s + η > 0": lambda r: above(2 - r.problem.s + r.problem.eta, 0),
    "(2 − s)(s + 1) ≥ 0": lambda r: at_least((2 - r.problem.s) * (1 + r.problem.s), 0),
}
FALSE: dict[str, Callable[[Any], Any]] = {
    "η < 1/2": lambda r: below(r.problem.eta, HALF),
    "η > 1/4": lambda r: above(r.problem.eta, QUARTER),
    "η ≤ 0.49": lambda r: at_most(r.problem.eta, Fraction(49, 100)),
    "η² ≥ η/3": lambda r: at_least(r.problem.eta**2, r.problem.eta / 3),
    "(η − 1/4)(1/2 − η) > 0": lambda r: above((r.problem.eta - QUARTER) * (HALF - r.problem.eta), 0),
    "1/(1 − η) < 2": lambda r: below(1 / (1 - r.problem.eta), 2),
    "1/(1 − 2η) > 0": lambda r: above(1 / (1 - 2 * r.problem.eta), 0),
    "ln(1 − 2η) has a value": lambda r: at_least(0 * r.problem.log(1 - 2 * r.problem.eta), 0),
    "√(1/2 − η) > 0": lambda r: above(r.problem.sqrt(HALF - r.problem.eta), 0),
    "√(1/3 − η) ≥ 0": lambda r: at_least(r.problem.sqrt(HALF / 2 + QUARTER / 3 - r.problem.eta), 0),
    "the squares fall by a half": lambda r: at_most(squares(r)[1:], squares(r)[:-1] / 2),
    "2 − s > 0": lambda r: above(2 - r.problem.s, 0),
    "2 − s + 4η > 1": lambda r: above(2 - r.problem.s + 4 * r.problem.eta, 1),
    "(2 − s)(s + 1) > 0": lambda r: above((2 - r.problem.s) * (1 + r.problem.s), 0),
    "s/(2 − s) ≥ −1": lambda r: at_least(r.problem.s / (2 - r.problem.s), -1),
    "s ≥ 0": lambda r: at_least(r.problem.s, 0),
    "of the sign of what may be 0": lambda r: at_least(r.problem.where(HALF - r.problem.eta, ">", 0, 1, -1), 0),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_between_the_ends_of_a_range_is_proved(name: str) -> None:
    assert proof_of(stated(TRUE[name])) is not None


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_at_an_end_or_between_is_not(name: str) -> None:
    assert prove(stated(FALSE[name])) is None


@pytest.mark.parametrize(("factor", "proved"), [(HALF, False), (QUARTER * 3, True)])
def test_a_factor_that_may_be_0_is_not_cancelled(factor: Fraction, proved: bool) -> None:
    """(1/2 − η)a_1 ≥ 0 says nothing of a_1 where η = 1/2."""

    @hypothesis("(c − η)a_1 ≥ 0")
    def known(run: Any) -> Any:
        return at_least((factor - run.problem.eta) * run.problem.c, 0)

    assert (prove(stated(lambda run: at_least(run.problem.c, 0), given=[known])) is not None) == proved


@pytest.mark.parametrize(("least", "proved"), [(HALF, False), (QUARTER * 3, True)])
def test_what_holds_at_an_end_alone_leaves_that_end(least: Fraction, proved: bool) -> None:
    @hypothesis("η ≥ c")
    def known(run: Any) -> Any:
        return at_least(run.problem.eta, least)

    assert (prove(stated(lambda run: at_most(1 + 0 * run.problem.eta, 0), given=[known])) is not None) == proved
