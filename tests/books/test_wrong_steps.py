"""A method without wrong ones gets those that are made of its step's own source."""

from fractions import Fraction
from typing import Any

import pytest
from lemmacheck import Method, problem
from lemmacheck.theory.core.own import Posed
from lemmacheck.verifiers.library.new_book import TEXT
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.probe.wrong_steps import wrong_steps

from tests.books.written import WRITE, claim_text, method_text, problem_text

WRONG = '            wrong={"uphill": Descent(Fraction(-1)), "too long a step": Descent(Fraction(3))},\n'


@problem
class Line:
    """Nothing but numbers."""

    @staticmethod
    def of() -> dict[str, Any]:
        return {}


class Base:
    """t + 1 and x + 1."""

    def step(self, p: Any, s: Any) -> tuple[Any, Any]:
        return State(s.t + 1, s.x + 1)


def State(t: Any, x: Any) -> tuple[Any, Any]:
    return t, x


class Mine(Base):
    """Something of everything."""

    def __init__(self) -> None:
        self.h = Fraction(1, 3)

    def step(self, p: Any, s: Any) -> tuple[Any, Any]:
        _, x = super().step(p, s)
        return State(s.t + 1, x - 2 * self.h / (s.t + 2))


class At:
    """A state."""

    t, x = Fraction(3), Fraction(7)


def test_each_place_of_a_step_is_changed_but_for_its_counter() -> None:
    found = wrong_steps(Method(Mine, on=Line))
    values = {name: mutant.step(None, At)[1] for name, mutant in found.items()}
    right = Fraction(8) - Fraction(2, 15)

    assert values == {
        "x for x - 2 * self.h / (s.t + 2)": 8,
        "x + 2 * self.h / (s.t + 2) for x - 2 * self.h / (s.t + 2)": 16 - right,
        "s.t for s.t + 2": 8 - Fraction(2, 9),
        "s.t + 1 for s.t + 2": 8 - Fraction(1, 6),
        "2 * self.h / 2 for 2 * self.h": 8 - Fraction(1, 15),
    }
    assert all(mutant.step(None, At)[0] == 4 and mutant.h == Fraction(1, 3) for mutant in found.values())
    assert Mine().step(None, At)[1] == right


def test_wrong_methods_that_are_given_are_the_only_ones() -> None:
    assert wrong_steps(Method(Mine, on=Line, wrong={"base": Base()})) == {}
    assert wrong_steps(None) == {}


@pytest.mark.slow
def test_a_method_without_wrong_ones_has_teeth(opened: WRITE) -> None:
    given, made = opened(TEXT).claims["Me.L1"], opened(TEXT, (WRONG, "")).claims["Me.L1"]
    mutants = wrong_steps(made.method)
    found = teeth_of(made)

    assert all(isinstance(mutant, Posed) for mutant in mutants.values())
    assert found.of > len(mutants) > 1
    assert "s.x + self.c * p.gradient(s.x) / p.L for s.x - self.c * p.gradient(s.x) / p.L" in mutants
    assert not {name for name in found.survivors if "+" in name}
    assert teeth_of(given).of >= 6


TWO_RUNS = (
    problem_text("Line", "a=1 + abs(Z[0, 0])")
    + "@dataclass(frozen=True)\n"
    + method_text("Staying", "State(self.c * p.a)", "State(s.x)").replace(":\n", ":\n    c: Any\n\n", 1)
    + claim_text("X", "Staying", "at_most(run.x, 3 * p.a / 2)", "x_t ≤ 3a/2")
    + "RUNS = {'half': Staying(Fraction(1, 2)), 'whole': Staying(Fraction(1))}\n"
    + "METHOD = Method(Staying, on=Line, usual=RUNS, steps=3)\n"
)


def test_a_changed_statement_is_asked_of_long_runs_at_each_of_an_author_s_parameters(opened: WRITE) -> None:
    assert "lhs doubled" not in teeth_of(opened(TWO_RUNS).claims["X"]).survivors
