"""Protects how an author may write numbers: a step in Fractions and integers is the same in every arithmetic."""

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide.exact_subject import exact_subject
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import problem_of, run_on
from lemmacheck.verifiers.numbers.ball import fraction
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import writer

ONE = Instance.from_json("one", [["1", "2"]])
TEXT = '''@problem(mu=[Fraction(2, 3)])
class Line:
    def of(Z, mu):
        return dict(z=Z[0], mu=mu, k=3)


class State(NamedTuple):
    t: int
    x: Any
    y: Any


@dataclass(frozen=True)
class Written:
    c: Any = Fraction(1, 2)

    def start(self, p):
        return State(0, 1, p.z)

    def step(self, p, s):
        return State(s.t + 1, NUMBER, VECTOR)


@claim("L.1", about=Written)
def stated(run):
    """As it is written."""
    return at_most(STATED, 10**9)


METHOD = Method(Written, on=Line)
'''
NUMBERS = [
    *("s.x * Fraction('0.1')", "Fraction(1, 3) * p.mu", "1 / (s.t + Fraction(1, 2))", "Fraction(1, 2) - s.x"),
    *("self.c * Fraction(1, 2)", "2**s.t", "(-1) ** s.t", "p.mu**s.t", "Fraction(1, 2) ** s.t", "p.mu**-2"),
    *("s.t % 2", "s.t // 2 + s.x", "p.k % 2 + s.t", "abs(s.x) - p.k", "Fraction(1, 3) + p.z[0] * s.x"),
    *("p.number(Fraction(1, 2)) ** s.t", "Fraction(1, 3) * p.inner(p.z, s.y)", "sum(s.y) * Fraction(1, 3)"),
]
VECTORS = [
    *("p.z * Fraction(1, 3)", "Fraction(1, 3) * s.y", "s.y * s.x * Fraction(1, 3)", "s.y * (Fraction(1, 3) * s.x)"),
    *("s.y * Fraction(1, 2) ** s.t", "s.y * (-1) ** s.t", "s.y**2 * Fraction(1, 2)", "s.y / p.k + Fraction(1, 7)"),
]
STATED = [
    *("run.x * Fraction(1, 3)", "run.problem.mu * Fraction(1, 3)", "Fraction(1, 2) * run.norm(run.y)"),
    *("run.exp(run.x * Fraction(1, 3))", "run.each(lambda s: Fraction(1, 2) * s.x)", "2**run.t * Fraction(1, 2)"),
    *("run.sqrt(abs(run.x) * Fraction(1, 3))", "run.maximum(run.y * Fraction(1, 3))", "run.problem.mu**run.t"),
    *("run.each(lambda s: s.t % 3 * Fraction(1, 2))", "run.t % 2 * Fraction(1, 3)", "run.x % 1", "-run.t % 3 / 7"),
]


def by_hand(number: str, vector: str, steps: int) -> list[tuple[Fraction, list[Fraction]]]:
    """The states, in Python's Fractions."""
    z, half = np.array([Fraction(1), Fraction(2)], dtype=object), SimpleNamespace(c=Fraction(1, 2))
    p = SimpleNamespace(z=z, mu=Fraction(2, 3), k=3, number=Fraction, inner=lambda a, b: (a * b).sum())
    states = [(Fraction(1), z)]
    for t in range(steps):
        s = SimpleNamespace(t=t, x=states[-1][0], y=states[-1][1])
        names = {"s": s, "p": p, "self": half, "Fraction": Fraction}
        states.append((eval(number, names), eval(vector, names)))
    return [(Fraction(x), [Fraction(entry) for entry in y]) for x, y in states]


def exactly(side: Any) -> Any:
    return [fraction(entry) for entry in np.atleast_1d(inside(side))]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_of_a_step_is_the_same_in_every_arithmetic(tmp_path: Path, number: str) -> None:
    check(tmp_path, number, "s.y")


@pytest.mark.parametrize("vector", VECTORS)
def test_a_vector_of_a_step_is_the_same_in_every_arithmetic(tmp_path: Path, vector: str) -> None:
    check(tmp_path, "s.x * p.mu", vector)


def check(folder: Path, number: str, vector: str) -> None:
    one = writer(folder)(TEXT, ("NUMBER", number), ("VECTOR", vector), ("STATED", "run.x")).claims["L.1"]
    method, expected = one.bound, by_hand(number, vector, 4)
    algorithm = method.usual[next(iter(method.usual))]

    for bits in (128, 256, 512):  # the first is guarded; bare numbers serve the others, where they can
        run = exact_subject(ONE, algorithm, 4, bits, method=method)
        assert [(*exactly(s.x), exactly(s.y)) for s in run.states] == [(x, y) for x, y in expected]
    floats = run_on(problem_of(ONE, Float64(), algorithm, Exponential(), method), algorithm, 4)
    for s, (x, y) in zip(floats.states, expected, strict=True):
        assert float(s.x) == pytest.approx(float(x))
        assert [*map(float, s.y)] == pytest.approx([*map(float, y)])


@pytest.mark.parametrize("side", STATED)
def test_a_side_of_a_statement_is_decided_with_its_mutants(tmp_path: Path, side: str) -> None:
    one = writer(tmp_path)(TEXT, ("NUMBER", "s.x"), ("VECTOR", "s.y"), ("STATED", side)).claims["L.1"]

    for steps in (4, 5):
        assert decide(one, ONE, one.usual[next(iter(one.usual))], steps).verdict == Verdict.CERTIFIED
    teeth = teeth_of(one, [ONE])  # which asks it of wrong runs too, and in other words
    assert 0 < teeth.killed <= teeth.of
