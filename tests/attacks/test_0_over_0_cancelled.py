"""Protects PROVED where ux/u is read as x though u may be 0: there it is 0, in a state and in a hypothesis."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Library, Method, Source, above, at_least, claim, equal, hypothesis, problem
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict

SOURCE = Source("V", "A. Author", "Quotients", "draft")
SEVEN = Instance("7 and −1", ((Fraction(7), Fraction(-1)),))


@problem(shapes=(2, 2))
class Entry:
    """v = z_1, and u = (z_11 − 7)² with more = u + 1."""

    def of(Z: Any) -> Any:
        u = (Z[0, 0] - 7) ** 2
        return {"v": Z[0], "u": u, "more": u + 1}


class State(NamedTuple):
    x: Any


class Kept:
    def start(self, p: Any) -> Any:
        return State(p.v * p.v + 1)

    def step(self, p: Any, s: Any) -> Any:
        return State(p.num.ratio(p.u * s.x, p.u))


class Rooted(Kept):
    def step(self, p: Any, s: Any) -> Any:
        return State(p.sqrt(p.num.ratio(p.u * (s.x + 2), p.u) - 1))


class KeptByMore(Kept):
    def step(self, p: Any, s: Any) -> Any:
        return State(p.num.ratio(p.more * s.x, p.more))


class RootedByMore(Kept):
    def step(self, p: Any, s: Any) -> Any:
        return State(p.sqrt(p.num.ratio(p.more * (s.x + 2), p.more) - 1))


@hypothesis("uv/u ≥ 0")
def not_negative(run: Any) -> Any:
    return at_least(run.problem.num.ratio(run.problem.u * run.problem.v, run.problem.u), 0)


@hypothesis("uv/u > −1")
def above_minus_1(run: Any) -> Any:
    return above(run.problem.num.ratio(run.problem.u * run.problem.v, run.problem.u) + 1, 0)


@hypothesis("(u + 1)v/(u + 1) > −1")
def above_minus_1_by_more(run: Any) -> Any:
    return above(run.problem.num.ratio(run.problem.more * run.problem.v, run.problem.more) + 1, 0)


def stated(kind: type, says: Any, *given: Hypothesis) -> Claim:
    one = claim("V.1", about=kind, given=given)(says)
    return Library(Book(SOURCE, methods=[Method(kind, on=Entry)], claims=[one]), origin="").claims["V.1"]


def of_v(run: Any) -> Any:
    return at_least(run.problem.v, 0)


def over_v(run: Any) -> Any:
    return equal((run.problem.v + 1) / (run.problem.v + 1), 1)


def of_x(run: Any) -> Any:
    return above(run.x, 0)


def of_a_square(run: Any) -> Any:
    return at_least(run.x**2, 0)


@pytest.mark.parametrize("one", [
    stated(Kept, of_x),  # 0 > 0 at t = 1
    stated(Rooted, of_a_square),  # √(0 − 1)
    stated(Kept, of_v, not_negative),
    stated(Kept, over_v, above_minus_1),
], ids=["a sign is kept", "a root", "a sign is supposed", "a divisor"])  # fmt: skip
def test_where_u_may_be_0_nothing_is_proved(one: Claim) -> None:
    assert decide(one, SEVEN, one.about(), 3).verdict != Verdict.CERTIFIED
    assert not proof_of(one)


@pytest.mark.parametrize("one", [
    stated(KeptByMore, of_x),
    stated(RootedByMore, of_a_square),
    stated(Kept, over_v, above_minus_1_by_more),
], ids=["a sign is kept", "a root", "a divisor"])  # fmt: skip
def test_where_signs_show_that_what_divides_is_not_0_it_is_proved(one: Claim) -> None:
    assert proof_of(one)
