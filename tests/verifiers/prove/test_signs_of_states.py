"""Protects proofs about methods that take roots of what they add up: a sign of a state is shown, never supposed."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Library, Method, Source, at_least, claim, problem
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.states import kept_signs


@problem()
class Rows:
    def of(Z: Any) -> Any:
        return {"x0": Z[0]}

    def pull(p: Any, x: Any) -> Any:
        return p.Z.T @ (p.Z @ x)


class State(NamedTuple):
    t: int
    x: Any
    G: Any
    y: Any


def ada_grad(p: Any, s: Any) -> Any:
    G = s.G + p.squared(p.pull(s.x))
    return State(s.t + 1, s.x - p.pull(s.x) / p.sqrt(G), G, s.y)


def rms_prop(p: Any, s: Any) -> Any:
    G = s.G / 2 + p.squared(p.pull(s.x)) / 2
    return State(s.t + 1, s.x - p.pull(s.x) / p.sqrt(G), G, s.y)


def by_turns(p: Any, s: Any) -> Any:
    return State(s.t + 1, s.x, s.y, s.G + p.sqrt(s.y))


def falls(p: Any, s: Any) -> Any:
    return State(s.t + 1, s.x, s.G - p.number(1) / 5000, p.sqrt(s.G))


def holds_each_other(p: Any, s: Any) -> Any:
    """Each would be positive if the other were always above 1, which nothing says."""
    return State(s.t + 1, s.x, p.sqrt(s.y - 1), p.sqrt(s.G - 1))


def falls_behind(p: Any, s: Any) -> Any:
    """G is what y was, and y falls."""
    return State(s.t + 1, s.x, s.y, s.y - p.number(1) / 5000 + 0 * p.sqrt(s.G))


def library(step: Callable[[Any, Any], Any], first: Any = 1) -> Any:
    @dataclass(frozen=True)
    class Adding:
        def start(self, p: Any) -> Any:
            return State(0, p.x0, p.number(first), p.number(1))

        def step(self, p: Any, s: Any) -> Any:
            return step(p, s)

    @claim("S.1", SOURCE.at("1"), about=Adding)
    def not_negative(run: Any) -> Any:
        """G_t ≥ 0."""
        return at_least(run.G, 0)

    return Library(Book(SOURCE, methods=[Method(Adding, on=Rows)], claims=[not_negative]), origin=__name__).claims[
        "S.1"
    ]


SOURCE = Source("S", "A. Author", "Signs", "draft")


@pytest.mark.parametrize(
    ("step", "first", "signs"),
    [
        (ada_grad, 1, {"G": "> 0", "y": "> 0"}),
        (ada_grad, 0, {"G": "≥ 0", "y": "> 0"}),
        (rms_prop, Fraction(1, 7), {"G": "> 0", "y": "> 0"}),
        (by_turns, 2, {"G": "> 0", "y": "> 0"}),
        (falls, 1, {"y": "≥ 0"}),
        (falls_behind, 1, {}),
    ],
)
def test_a_sign_is_kept_that_the_start_has_and_each_step_keeps(step: Any, first: Any, signs: dict[str, str]) -> None:
    found = kept_signs(library(step, first), None)

    assert {name: sign for name, sign in found.items() if name in "Gy"} == signs


@pytest.mark.parametrize("step", [ada_grad, rms_prop, by_turns])
def test_what_adds_up_is_proved_not_to_be_negative(step: Any) -> None:
    assert proof_of(library(step)) is not None


@pytest.mark.parametrize("step", [falls, falls_behind, holds_each_other])
def test_nothing_is_proved_of_what_may_become_no_number(step: Any) -> None:
    assert proof_of(library(step)) is None


def test_a_run_supposes_no_sign_by_itself() -> None:
    run = Setting(library(ada_grad), None).run

    assert not any(atom.positive or atom.nonnegative for atom in run.current.G.at(None).atoms())
