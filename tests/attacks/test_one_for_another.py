"""Attacks on what is remembered: two values that have a name, an address or an == in common, and are not the same."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import Hypothesis, Method, at_least, equal, opaque, problem
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.methods.variants import schedule
from lemmacheck.theory.core.claim import Claim, Kind
from lemmacheck.theory.core.run import Run, run, sequence
from lemmacheck.theory.core.shared import Impure
from lemmacheck.theory.core.source import Citation
from lemmacheck.verifiers.decide.ladder import ball_run, decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.instances.memory import identity, remembering
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count

INSTANCE = Instance.from_json("three rows", [["-3/5", "-4/5"], ["-4/5", "3/5"], ["-1/2", "-1/2"]])
STEPS = 5


def claim(function: Callable[[Any], Any], *given: Hypothesis) -> Claim:
    return Claim("own", Citation("an author", ""), Kind.EVERY_T, "", function, DualNesterov, given)


def to_the(power: int) -> Callable[[Any], Any]:
    """Sequences t ↦ t^power: functions of one name in one module."""

    @sequence
    def values(run: Any) -> Any:
        return run.t**power

    return values


def test_an_opaque_function_does_not_see_in_which_array_its_vector_stands() -> None:
    x = np.array([Fraction(1), Fraction(2)])
    f = opaque(lambda p, u: int(u is x) + int(np.shares_memory(u, x)))

    assert [f(None, x), *f(None, np.stack([x, x])), *f(None, x[None])] == [0, 0, 0, 0]


def test_two_sequences_of_one_name_are_two() -> None:
    first, second = to_the(1), to_the(2)

    decision = decide(claim(lambda run: equal(first(run), second(run))), INSTANCE, DualNesterov(), STEPS)

    assert decision.verdict == Verdict.REFUTED


class Named:
    """A schedule that calls itself equal to any other of its name."""

    def __init__(self, value: Fraction) -> None:
        self.name, self.value = "λ", value

    def __call__(self, t: Any) -> Any:
        return (1 + 0 * t) * self.value.numerator / self.value.denominator

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


@pytest.mark.parametrize("make", [DualNesterov, lambda lam: schedule(lam).algorithm])
def test_a_schedule_that_calls_itself_equal_to_another_gets_a_run_of_its_own(make: Callable[..., Any]) -> None:
    half, third = make(Named(Fraction(1, 2))), make(Named(Fraction(1, 3)))
    at_half = claim(lambda run: equal(2 * run.lam, 1))

    assert half == third
    assert decide(at_half, INSTANCE, half, STEPS).verdict == Verdict.CERTIFIED
    assert decide(at_half, INSTANCE, third, STEPS).verdict == Verdict.REFUTED


class Told(Named):
    def __str__(self) -> str:
        return str(self.value)


def test_a_parameter_of_a_problem_that_calls_itself_equal_to_another_makes_a_problem_of_its_own() -> None:
    values = [Told(Fraction(1, 2)), Told(Fraction(1, 3))]
    made = problem(f=values)(type("Taking", (), {"of": lambda Z, f: {"taken": f.value}}))
    claims = [replace(claim(lambda p: equal(p.taken, p.f.value)), method=Method(made, on=made))]

    for label, taking in claims[0].runs.items():
        assert decide(claims[0], INSTANCE, taking, STEPS).verdict == Verdict.CERTIFIED, label


class Always:
    """A hypothesis' function that calls itself equal to any other."""

    def __init__(self, least: int) -> None:
        self.least = least

    def __call__(self, run: Any) -> Any:
        return at_least(run.t, self.least)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Always)

    def __hash__(self) -> int:
        return 0


def test_a_hypothesis_that_calls_itself_equal_to_another_is_asked_by_itself() -> None:
    true, false = (Hypothesis("h", "h", Always(least)) for least in (0, 1))

    assert true.function == false.function
    assert true != false
    decisions = [
        decide(claim(lambda run: at_least(run.t, 0), h), INSTANCE, DualNesterov(), STEPS) for h in (true, false)
    ]
    assert [decision.verdict for decision in decisions] == [Verdict.CERTIFIED, Verdict.NOT_APPLICABLE]


def test_equal_parameters_of_ours_share_a_run_and_other_kinds_of_number_do_not() -> None:
    assert ball_run(INSTANCE, DualNesterov(), STEPS, 128) is ball_run(INSTANCE, DualNesterov(), STEPS, 128)
    assert identity(1) != identity(True) != identity(Fraction(1)) != identity(1.0)
    assert identity((1, Fraction(1, 2))) == identity((1, Fraction(1, 2)))


def test_what_is_remembered_is_not_mistaken_for_what_got_its_address() -> None:
    lengths = remembering(None)(lambda x: len(x.parts))

    class Parts:
        def __init__(self, count: int) -> None:
            self.parts = range(count)

    assert [lengths(Parts(count)) for count in range(1000)] == list(range(1000))


class State(NamedTuple):
    t: Any
    a: Any
    b: Any


@dataclass(frozen=True)
class Two:
    """a_t = (t, t, …) and b_t = a_t + 1."""

    def start(self, p: Any) -> State:
        return State(p.num.number(0), p.zero(), p.zero() + 1)

    def step(self, p: Any, s: State) -> State:
        return State(s.t + 1, s.a + 1, s.b + 1)


VIEWS: list[Callable[[Any], Any]] = [
    lambda x: x,
    lambda x: x[1:],
    lambda x: x[:-1],
    lambda x: x[2:2],
    lambda x: x[len(x) :],
    lambda x: x[::-1],
    lambda x: x[::2],
    lambda x: x[..., :1],
    lambda x: x[2],
    lambda x: x.T,
    lambda x: x.reshape(-1),
    lambda x: x.ravel()[1:],
    lambda x: np.broadcast_to(x[1], x.shape),
    lambda x: np.lib.stride_tricks.as_strided(x, (3, 2), (x.strides[1], x.strides[1])),
    lambda x: x.copy(),
    lambda x: 2 * x,
    lambda x: x[1:] - x[:-1],
]


@pytest.mark.parametrize("num", [Float64(), Ball(128)])
def test_every_view_of_a_sequence_has_the_value_that_it_has_anew(num: Any, counted: Count) -> None:
    """Whatever was evaluated before it: overlapping, reversed, broadcast, empty, and of other arrays at its address."""
    wrong, tried = [], 0
    with num.active():
        p = margin_problem(INSTANCE, num)
        found = run(Two(), p, STEPS)
        for _ in range(3):
            for name in ("a", "b"):
                for k, view in enumerate(VIEWS):
                    for ask in ("squared", "norm", "linf"):
                        x = view(getattr(found, name))
                        remembered, anew = getattr(found, ask)(x), getattr(p, ask)(np.array(x))
                        tried += 1
                        if repr(np.asarray(remembered).tolist()) != repr(np.asarray(anew).tolist()):
                            wrong.append((name, k, ask))

    counted("values taken for another's", tried=tried, wrong=len(wrong))
    assert wrong == []


def test_numbers_read_as_of_another_kind_are_other_numbers() -> None:
    with Float64().active():
        found = run(Two(), margin_problem(INSTANCE, Float64()), STEPS)
        known = found.squared(found.a)

        assert found.squared(found.a.view(np.int64)).dtype != known.dtype


@pytest.mark.parametrize(("draw", "told"), [
    (lambda: np.random.default_rng().integers(10**9), "b differs when the run is made again; a step may not draw"),
    (lambda: time.time_ns(), "time is of the module time, which may answer differently each time"),
])  # fmt: skip
def test_a_step_that_draws_makes_no_run(draw: Callable[[], Any], told: str) -> None:
    class Drawing(Two):
        def step(self, p: Any, s: State) -> State:
            return State(s.t + 1, s.a, s.b * int(draw()))

    with pytest.raises(Impure, match=told):
        decide(claim(lambda run: at_least(run.b, 0)), INSTANCE, Drawing(), STEPS)


def test_a_run_is_for_reading_only() -> None:
    with Float64().active():
        found = run(DualNesterov(), margin_problem(INSTANCE, Float64()), STEPS)

    assert isinstance(found, Run)
    assert isinstance(found.states, tuple)
    with pytest.raises(Impure, match=r"run\.w is set"):
        found.w = 0
    for x in (found.mu, found.t, found.problem.Z, found.problem.optimum.q, found.psi(found.p), found.states[1].q):
        with pytest.raises(ValueError, match="read-only"):
            x[...] = 0
        if x is not found.problem.Z and x is not found.problem.optimum.q and x is not found.states[1].q:
            with pytest.raises(ValueError, match="WRITEABLE"):
                x.setflags(write=True)
