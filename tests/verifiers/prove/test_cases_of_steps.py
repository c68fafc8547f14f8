"""Protects proofs about what is clamped or cut off at 0: 1[x ≥ 0] is 1 where x ≥ 0, and 0 where x < 0."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Library, Method, Source, above, at_least, at_most, below, claim, equal, problem
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict

SOURCE = Source("S", "A. Author", "Steps", "draft")
DATA = [Instance.from_json(f"a = {a}", [[a]]) for a in ("0", "1", "-1", "1/2", "-1/2", "3", "-3")]


@problem()
class One:
    def of(Z: Any) -> Any:
        return {"a": Z[0, 0]}


class State(NamedTuple):
    t: int
    x: Any


@dataclass(frozen=True)
class Clamped:
    """x_{t+1} is the number nearest to x_t + a in [−1, 1]."""

    def start(self, p: Any) -> Any:
        return State(0, p.number(0))

    def step(self, p: Any, s: Any) -> Any:
        return State(s.t + 1, p.clamp(s.x + p.a, -1, 1))


@dataclass(frozen=True)
class CutOff:
    """x_{t+1} = (x_t + a)⁺."""

    def start(self, p: Any) -> Any:
        return State(0, p.number(0))

    def step(self, p: Any, s: Any) -> Any:
        return State(s.t + 1, p.positive_part(s.x + p.a))


@dataclass(frozen=True)
class Projected:
    """x_{t+1} is the point nearest to x_t + Zᵀ1 of those without a component below 0."""

    def start(self, p: Any) -> Any:
        return State(0, p.zero())

    def step(self, p: Any, s: Any) -> Any:
        return State(s.t + 1, p.positive_part(moved(p, s)))


def moved(p: Any, s: Any) -> Any:
    return s.x + p.Z.T @ p.ones(p.n)


def the_claim(method: type, relation: Callable[[Any], Any]) -> Claim:
    @claim("S.1", SOURCE.at("1"), about=method)
    def stated(run: Any) -> Any:
        """A relation."""
        return relation(run)

    book = Book(SOURCE, methods=[Method(method, on=One, usual={"": method()})], claims=[stated])
    return Library(book, origin=__name__).claims["S.1"]


TRUE: dict[str, tuple[type, Callable[[Any], Any]]] = {
    "at most 1": (Clamped, lambda r: at_most(r.x, 1)),
    "at least −1": (Clamped, lambda r: at_least(r.x, -1)),
    "not negative": (CutOff, lambda r: at_least(r.x, 0)),
    "no smaller than what was cut off": (CutOff, lambda r: at_least(r.x[1:], r.x[:-1] + r.problem.a)),
    "only at 0": (CutOff, lambda r: equal(r.x[1:] * (r.x[1:] - r.x[:-1] - r.problem.a), 0)),
    "of each component": (Projected, lambda r: at_least(r.x, 0)),
    "no smaller than what was projected": (
        Projected,
        lambda r: at_least(r.x[1:], r.each(lambda s: moved(r.problem, s))[:-1]),
    ),
    "by its sign": (CutOff, lambda r: at_least(r.problem.sign(r.x - r.problem.a) * (r.x - r.problem.a), 0)),
}
FALSE: dict[str, tuple[type, Callable[[Any], Any]]] = {
    "below 1": (Clamped, lambda r: below(r.x, 1)),
    "at most 1/2": (Clamped, lambda r: at_most(r.x, r.problem.number(1) / 2)),
    "not negative where it may be": (Clamped, lambda r: at_least(r.x, 0)),
    "positive": (CutOff, lambda r: above(r.x[1:], 0)),
    "what was cut off": (CutOff, lambda r: equal(r.x[1:], r.x[:-1] + r.problem.a)),
    "no larger than what was cut off": (CutOff, lambda r: at_most(r.x[1:], r.x[:-1] + r.problem.a)),
    "no component above 0": (Projected, lambda r: at_most(r.x, 0)),
    "no larger than what was projected": (
        Projected,
        lambda r: at_most(r.x[1:], r.each(lambda s: moved(r.problem, s))[:-1]),
    ),
    "positive by its sign": (CutOff, lambda r: above(r.problem.sign(r.x - r.problem.a) * (r.x - r.problem.a), 0)),
    "by the sign of another": (CutOff, lambda r: at_least(r.problem.sign(r.x) * (r.x - r.problem.a), 0)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_in_each_case_is_proved(name: str) -> None:
    one = the_claim(*TRUE[name])

    assert proof_of(one) is not None
    assert all(decide(one, data, one.usual[""], 6).verdict == Verdict.CERTIFIED for data in DATA)


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_in_one_case_is_not(name: str) -> None:
    one = the_claim(*FALSE[name])

    assert proof_of(one) is None
    assert any(decide(one, data, one.usual[""], 6).verdict == Verdict.REFUTED for data in DATA)
