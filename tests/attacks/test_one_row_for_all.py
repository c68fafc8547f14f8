"""Protects every row: what is shown from t = 1 on, of the first row, or of some lengths is not taken for the rest."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import (
    Book,
    Library,
    Method,
    Source,
    above,
    at_least,
    at_most,
    by,
    claim,
    equal,
    for_all,
    hypothesis,
    opaque,
    problem,
)
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.records.verdict import Verdict

from tests.quick import check

SOURCE = Source("R", "A. Author", "Rows", "draft")


@problem(shapes=(2, 2))
class Entry:
    """c = (z_11 − 7)² − 1, which is below 0 for few z_11, and F(u) = 1 − u_1."""

    def of(Z: Any) -> Any:
        return {"c": (Z[0, 0] - 7) ** 2 - 1, "a": Z[0, 0] * Z[0, 0] / 8}

    @opaque
    def F(p: Any, u: Any) -> Any:
        return 1 - u[0]


class Roots(NamedTuple):
    x: Any
    y: Any
    w: Any


@dataclass(frozen=True)
class Rooting:
    """x' = x² + 1, y' = √x, w' = x from x = c, y = w = 0: after the first step x is at least 1."""

    def start(self, p: Any) -> Any:
        return Roots(p.c, p.number(0), p.number(0))

    def step(self, p: Any, s: Any) -> Any:
        return Roots(s.x * s.x + 1, p.sqrt(s.x), s.x)


class Point(NamedTuple):
    x: Any


@dataclass(frozen=True)
class Moving:
    """x_{t+1} = x_t + z_11²/8 from 0."""

    def start(self, p: Any) -> Any:
        return Point(p.zero())

    def step(self, p: Any, s: Any) -> Any:
        return Point(s.x + p.a)


class Pair(NamedTuple):
    x: Any
    y: Any


@dataclass(frozen=True)
class Turning:
    """(x, y) is turned by the angle of (3, 4)."""

    def start(self, p: Any) -> Any:
        return Pair(p.number(1), p.number(0))

    def step(self, p: Any, s: Any) -> Any:
        return Pair((3 * s.x - 4 * s.y) / 5, (4 * s.x + 3 * s.y) / 5)


@hypothesis("x_t > 0 for t ≥ 1")
def later(run: Any) -> Any:
    return above(run.x[1:], 0)


@hypothesis("x_t > 0")
def always(run: Any) -> Any:
    return above(run.x, 0)


def of_one(where: Any, points: Any = lambda run: (run.x,)) -> Any:
    @for_all("F(u) ≥ 0 where |u_1| ≤ 1", points=points, where=where)
    def nonnegative(p: Any, u: Any) -> Any:
        return at_least(p.F(u), 0)

    return nonnegative


OF_EACH = of_one(lambda p, u: at_most(u[..., 0] ** 2, 1))
OF_THE_FIRST = of_one(lambda p, u: at_most(p.squared(u[:1]), 1))
OF_ONE_POINT = of_one(lambda p, u: at_most(u[0] ** 2, 1), lambda run: (run.x[0],))
OF_THE_SECOND = of_one(lambda p, u: at_most(u[1] ** 2, 1))


def stated(method: Any, relation: Any, **more: Any) -> Claim:
    one = claim("R.1", SOURCE.at("1"), about=method, **more)(relation)
    methods = [Method(method, on=Entry, usual={"": method()}, steps=4 if method is Rooting else 12)]
    return Library(Book(SOURCE, methods=methods, claims=[one]), origin=__name__).claims["R.1"]


def not_negative(run: Any) -> Any:
    return at_least(run.w, 0)


def by_its_root(run: Any) -> Any:
    return [equal(run.y**2, run.w), at_least(run.w, 0)]


def test_a_root_in_the_first_step_is_asked_for_too() -> None:
    """On Z = [7] the hypothesis for t ≥ 1 holds, and w_1 = x_0 = −1."""
    false = stated(Rooting, not_negative, given=[later], proof=by_its_root)

    assert proof_of(false) is None
    assert proof_of(stated(Rooting, not_negative, given=[always], proof=by_its_root)) is not None
    assert decide(false, Instance.from_json("7", [["7"]]), Rooting(), 3).verdict == Verdict.REFUTED


@pytest.mark.parametrize("given", [OF_EACH, OF_THE_FIRST, OF_ONE_POINT])
def test_a_condition_of_one_row_is_not_that_of_each(given: Any) -> None:
    """F(x_t) ≥ 0 fails as soon as x_t has left the set."""
    one = stated(Moving, lambda run: at_least(run.problem.F(run.x), 0), given=[given], proof=lambda r: [by(given, r.x)])
    found = decide(one, Instance.from_json("4", [["4"]]), Moving(), 2)

    assert proof_of(one) is None
    assert found.verdict not in (Verdict.CERTIFIED, Verdict.NOT_APPLICABLE)


@pytest.mark.parametrize("given", [OF_ONE_POINT, OF_THE_SECOND])
def test_a_condition_is_not_read_of_the_rows_before(given: Any) -> None:
    """u_2 is an entry of one point, and the second row of a sequence, which is x_0 here."""
    one = stated(
        Moving,
        lambda run: at_least(run.problem.F(run.x), 0),
        given=[given],
        proof=lambda run: [by(given, np.concatenate([run.x[:1], run.x]))],
    )

    assert prove(one) is None


def test_a_condition_of_each_row_is_what_it_says() -> None:
    inside = stated(
        Moving,
        lambda run: at_least(run.problem.F(0 * run.x), 0),
        given=[OF_EACH],
        proof=lambda run: [by(OF_EACH, 0 * run.x)],
    )

    assert proof_of(inside) is not None


@pytest.mark.parametrize(("bound", "verdict"), [(Fraction(9, 10), "refuted"), (1, "certified")])
def test_what_is_said_of_the_last_row_is_asked_of_each_length(bound: Any, verdict: str) -> None:
    """x_7 = 0.978…, and at T = 1, 2, 3, 4, 8 and 12 it is at most 9/10."""
    one = stated(Turning, lambda run: at_most(run.x[-1], bound))

    assert check(one).verdict == verdict
