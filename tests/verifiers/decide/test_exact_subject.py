"""Protects how a run is made: under guard first, bare where that says nothing new, and twice of an author's method."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck import Book, Library, Method, Source, at_most, claim, problem
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.paths import Paths
from lemmacheck.theory.core.schedules import Constant, Scaled
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide import exact_subject as asking
from lemmacheck.verifiers.decide.exact_subject import Exact, exact_subject, shielded
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.guarded import Guarded, guarded
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.refusal import Inexact, watched
from lemmacheck.verifiers.numbers.sealed import opened
from lemmacheck.verifiers.records.verdict import Verdict

DATA = Instance.from_json("two", [["-1", "1/2"], ["-1/2", "-1"]])
OTHER = Instance.from_json("two others", [["-1", "1/3"], ["-1/3", "-1"]])
WIDER = Instance.from_json("wider", [["-1", "1/2", "0"], ["-1/2", "-1", "1"]])


class State(NamedTuple):
    w: Any


@dataclass(eq=False)
class Halving:
    """w_t = w_{t−1}/2 + Zᵀ1/n."""

    def start(self, p: Any) -> State:
        return State(p.zero())

    def step(self, p: Any, s: State) -> State:
        return State(s.w / 2 + p.combine(p.uniform()))


Made = Callable[[Any, Instance, int], list[str]]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Of the runs that one question makes, whether they are guarded or bare."""
    runs: list[str] = []
    run_on = asking.run_on

    def noted(problem: Any, algorithm: Any, steps: int) -> Any:
        runs.append("guarded" if type(problem.Z) is Guarded else "bare")
        return run_on(problem, algorithm, steps)

    monkeypatch.setattr(asking, "run_on", noted)

    def ask(method: Any, instance: Instance, steps: int) -> list[str]:
        runs.clear()
        run = exact_subject(instance, method, steps, 128)
        assert [type(state.w) for state in run.states] == [Guarded] * (steps + 1)
        return list(runs)

    return ask


class TheirLoss(Exponential):
    """An author's loss."""


ONCE, TWICE, BARE = ["guarded"], ["guarded"] * 2, ["bare"]


@pytest.fixture
def method() -> Halving:
    return Halving()


def test_the_first_run_on_data_of_a_shape_is_guarded_and_those_as_long_are_bare(method: Halving, made: Made) -> None:
    assert made(method, DATA, 4) == TWICE  # for it is an author's
    assert made(method, DATA, 4) == made(method, OTHER, 3) == made(method, OTHER, 4) == BARE
    assert made(method, WIDER, 4) == ONCE  # as long as that it has been made twice
    assert made(method, WIDER, 5) == TWICE
    assert made(method, DATA, 5) == ONCE


def test_a_run_of_no_steps_says_nothing_of_a_longer_one(method: Halving, made: Made) -> None:
    assert made(method, DATA, 0) == made(method, DATA, 1) == TWICE
    assert made(Halving(), DATA, 1) == TWICE


def test_a_method_of_ours_is_made_once(made: Made) -> None:
    method = DualNesterov(lam=Constant(1, 7))

    assert made(method, DATA, 3) == ONCE
    assert made(method, DATA, 3) == BARE


def test_another_method_on_the_same_data_is_guarded_at_first_and_bare_where_it_is_ours_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Any] = []
    bare_run = asking.bare_run
    monkeypatch.setattr(asking, "bare_run", lambda *given: made.append(bare_run(*given)) or made[-1])
    runs = {steps: exact_subject(DATA, DualNesterov(), steps, 128) for steps in (3, 4)}
    found = {}
    for method in (PrimalMomentum(Scaled(Constant(1), fmpq(1, 7))), Halving()):
        made.clear()
        found[method] = [runs[steps].again(method) for steps in (3, 3, 4, 4)]

        ours = [False, True, False, True]
        assert [other is not None for other in made] == ([] if isinstance(method, Halving) else ours)
        assert [type(one) is Exact for one in found[method]] == ([False] * 4 if isinstance(method, Halving) else ours)
    theirs = exact_subject(DATA, DualNesterov(), 3, 128, TheirLoss())
    made.clear()
    assert [type(theirs.again(DualNesterov())) is Exact for _ in range(2)] == [False] * 2
    assert made == []
    for first, second, *_ in found.values():
        assert [type(state.w) for state in (*first.states, *second.states)] == [Guarded] * 8
        for state, again in zip(first.states, second.states, strict=True):
            assert list(map(str, state.w.view(np.ndarray))) == list(map(str, again.w.view(np.ndarray)))


def test_a_method_that_holds_a_guarded_number_is_run_under_guard_again() -> None:
    run = exact_subject(DATA, DualNesterov(), 3, 128)
    method = PrimalMomentum(Scaled(Constant(1), run.num.array([Fraction(1, 7)])[0]))
    with watched():
        found = [run.again(method) for _ in range(2)]

    assert {type(state.w) for one in found for state in one.states} == {Guarded}


def test_a_problem_that_may_be_asked_of_its_data_is_guarded_on_each(
    method: Halving, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "Own", object)

    assert made(method, DATA, 2) == TWICE
    assert made(method, OTHER, 2) == ONCE
    assert made(method, DATA, 2) == BARE


def test_bare_and_guarded_runs_are_the_same_and_know_their_method(method: Halving) -> None:
    first, second = (exact_subject(DATA, method, 5, 128) for _ in range(2))

    assert first.algorithm is second.algorithm is method
    for one, other in zip(first.states, second.states, strict=True):
        assert list(one.w.view(np.ndarray)) == list(other.w.view(np.ndarray))
    exact = [Fraction(-3, 4), Fraction(-1, 4)]
    assert [Fraction(int(x.p), int(x.q)) for x in first.states[1].w.view(np.ndarray)] == exact


def test_a_step_that_leaves_exact_arithmetic_is_refused_though_it_hides_it() -> None:
    class Hiding(Halving):
        def step(self, p: Any, s: State) -> State:
            try:
                return State(s.w * 0.5)
            except Inexact:
                return s

    with pytest.raises(Inexact, match=r"test_exact_subject.py:\d+: the float 0.5 meets an exact number"):
        exact_subject(DATA, Hiding(), 2, 128)


def test_where_there_are_no_steps_the_problem_is_asked() -> None:
    problem = exact_subject(DATA, None, 4, 128)

    assert type(problem.Z) is Guarded
    assert problem.n == 2


class Line:
    """A number and its square."""

    def of(Z: Any) -> Any:
        return {"a": Z.ravel()[0]}


class Dividing:
    """x_t = x_{t−1}/a."""

    def start(self, p: Any) -> State:
        return State(p.ones(p.d))

    def step(self, p: Any, s: State) -> State:
        return State(s.w / p.a)


def test_a_method_that_divides_by_0_has_no_run_however_often_it_is_asked() -> None:
    at = {number: Instance.from_json(number, [[number]]) for number in ("0", "2")}
    on = Method(Dividing, on=problem(Line), usual={"": Dividing()})
    found = [exact_subject(at[number], on.usual[""], 2, 128, method=on) for number in ("0", "0", "2", "0")]

    assert [isinstance(run, NoRun) for run in found] == [True, True, False, True]


class Tossing:
    """x_t = x_{t−1} ± a, each with probability 1/2."""

    def start(self, p: Any) -> State:
        return State(p.a)

    def draws(self, p: Any, s: State) -> Any:
        return p.ones(2) / 2

    def step(self, p: Any, s: State, i: int) -> State:
        return State(s.w + (1, -1)[i] * p.a)


def test_a_run_on_all_paths_stays_one_with_its_probabilities() -> None:
    on = Method(Tossing, on=problem(Line), usual={"": Tossing()})
    third = Instance.from_json("a third", [["1/3"]])
    for run in (exact_subject(third, on.usual[""], 2, 128, method=on) for _ in range(2)):
        assert type(run) is Paths
        assert [[str(one.weight) for one in level] for level in run.states] == [
            ["1"],
            ["1/2"] * 2,
            ["1/4", "1/2", "1/4"],
        ]
        assert {type(one.state.w) for level in run.states for one in level} == {Guarded}


def test_another_method_that_draws_makes_no_run_of_one_path() -> None:
    on = Method(Dividing, on=problem(Line), usual={"": Dividing()})
    run = exact_subject(Instance.from_json("a third", [["1/3"]]), on.usual[""], 2, 128, method=on)

    assert type(run) is Exact
    with pytest.raises(TypeError, match="Tossing draws, so that it has many runs and no single one"):
        run.again(Tossing())


def test_every_number_of_a_state_is_guarded_and_nothing_else() -> None:
    table = np.array([fmpq(1), arb(2)], dtype=object)
    state = SimpleNamespace(inner=(fmpq(1), State(table)), number=arb(3), t=4, name="x", nothing=None)
    found = shielded(state)

    assert type(found.inner) is tuple
    assert type(found.inner[0]) is Guarded
    assert type(found.inner[1]) is State
    assert type(found.inner[1].w) is Guarded
    assert type(found.number) is Guarded
    assert (found.t, found.name, found.nothing) == (4, "x", None)
    assert type(state.inner[1].w) is np.ndarray
    assert shielded(np.arange(2)).tolist() == [0, 1]
    kept = guarded(table)
    assert shielded(kept) is kept
    number = GuardedBall(128).number(4)
    for one in (number, np.array([number])):
        assert type(shielded(one)) is Guarded
        assert {type(entry) for entry in shielded(one).view(np.ndarray).ravel()} == {fmpq}


SOURCE = Source("X", "X", "A title", "draft")


@problem(shapes=(1, 1))
class Root:
    """a ≥ 1."""

    def of(Z: Any) -> dict[str, Any]:  # type: ignore[misc]
        return {"a": Z[0, 0] ** 2 + 1}


class X(NamedTuple):
    x: Any


class Heron:
    """x_{t+1} = (x_t + a/x_t)/2, whose fractions double in length."""

    def start(self, p: Any) -> X:
        return X(p.a)

    def step(self, p: Any, s: X) -> X:
        return X((s.x + p.a / s.x) / 2)


def test_a_longer_run_to_tell_rows_from_entries_encloses_its_fractions_too() -> None:
    @claim("X.1", about=Heron)
    def too_good(run: Any) -> Any:
        p = run.problem
        return at_most(run.x[1:] - p.sqrt(p.a), (run.x[:-1] - p.sqrt(p.a)) ** 2 / (3 * p.sqrt(p.a)))

    book = Book(SOURCE, claims=[too_good], methods=[Method(Heron, on=Root, usual={"": Heron()}, steps=40)])
    found = Library(book, origin="here").claims["X.1"]

    assert decide(found, Instance.from_json("one", [["1/2"]]), Heron(), 40).verdict == Verdict.REFUTED


def test_another_run_on_a_problem_of_ones_own_encloses_its_long_fractions_too() -> None:
    on = Method(Heron, on=Root, usual={"": Heron()}, steps=40)
    run = exact_subject(Instance.from_json("one", [["1/2"]]), on.usual[""], 20, 128, method=on)

    for one in (run, run.again(Heron())):
        assert [type(x) for x in opened(one.x)[[0, -1]]] == [fmpq, arb]
