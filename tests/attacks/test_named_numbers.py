"""Claims that are false at a number of their own text alone, far out, or after a t that their method names."""

from fractions import Fraction
from pathlib import Path

import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.aims import Crossing
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search
from lemmacheck.verifiers.search.named import numbers_of, refuted_at_named

from tests.attacks.conftest import Count
from tests.books.written import writer

TEXT = '''SEVENTH, LATE = Fraction(1, 7), 3000
HALF = "0.5"


def near(b, c=Fraction(3, 11)):
    return (b - c) ** 2


def later(p, t):
    return p.positive_part(t - 2500)


@problem(shapes=(2, 2))
class Number:
    def of(Z):
        return dict(b=Z[0, 0], v=Z[0])

    def bent(p, x):
        return p.where(x, ">=", 10**9, 1 + 0 * x, 0 * x)


class Counted(NamedTuple):
    t: Any
    x: Any


@dataclass(frozen=True)
class Turning:
    c: Any = Fraction(5, 13)

    def start(self, p):
        return Counted(0, p.number(1))

    def step(self, p, s):
        return Counted(s.t + 1, p.where(s.t, ">=", LATE, s.x + 1, s.x))


@hypothesis("b ≥ 1000003")
def large(run):
    return at_least(run.problem.b, 1000003)


@claim("N", about=Turning, given=[GIVEN])
def stated(run):
    """A relation."""
    p = run.problem
    return RELATION


METHOD = Method(Turning, on=Number, steps=40)
'''
FALSE = {
    "at a fraction": "above((p.b - Fraction(2, 7)) ** 2, 0)",
    "at the negative of one": "above((p.b + Fraction(2, 7)) ** 2, 0)",
    "at a number of the module": "above((p.b - SEVENTH) ** 2, 0)",
    "at a number of a function that it calls": "above(near(p.b), 0)",
    "at a default": "above((p.b - run.algorithm.c) ** 2, 0)",
    "at a decimal": 'above((p.b - Fraction("0.07")) ** 2, 0)',
    "at its double": "above((2 * p.b - Fraction(4, 7)) ** 2, 0)",
    "from a number on": "equal(p.bent(p.b), 0)",
    "where it is clamped": "equal(p.clamp(p.b, -(10**9), 10**9), p.b)",
    "far out": "at_most(p.log(1 + p.b * p.b), 50)",
    "far in": "above(p.b ** 2 + p.vertex(0, 2)[1], Fraction(1, 10**15)) if p.d == 1 else at_least(p.b * p.b, 0)",
    "at two whole numbers": "above((p.b**2 + p.squared(p.v) - 57) ** 2, 0)",
    "of two columns": "above(p.squared(p.v - Fraction(2, 7)), 0)",
}
LATE = {
    "after the t that its method names": "equal(run.x, 1)",
    "after the t that a function names": "equal(later(p, run.t), 0)",
}
TRUE = {"nowhere": "at_least((p.b - Fraction(2, 7)) ** 2, 0)", "at no rational": "above((p.b * p.b - 2) ** 2, 0)"}


def opened(folder: Path, relation: str, given: str = "") -> Claim:
    text = TEXT.replace("RELATION", relation).replace("GIVEN", given)
    return writer(folder)(text).claims["N"].as_long_as(2048)


def found(claim: Claim) -> tuple[Search, Crossing | None]:
    search = Search([claim], claim.usual[""], 40, Budget(steps=3_000))
    (aim,) = search.run()
    assert aim.crossing is None
    return search, refuted_at_named(search, aim, claim, 40)


@pytest.mark.parametrize("where", [*FALSE, *(pytest.param(name, marks=pytest.mark.slow) for name in LATE)])
def test_what_is_false_at_a_number_of_its_text_is_refuted(tmp_path: Path, where: str, counted: Count) -> None:
    claim = opened(tmp_path, {**FALSE, **LATE}[where])
    search, crossing = found(claim)

    counted("claims that are false at a number of their text", tried=1, wrong=int(crossing is None))
    assert crossing is not None
    assert decide(claim, crossing.instance, search.algorithm, crossing.steps).verdict == Verdict.REFUTED


@pytest.mark.parametrize("where", TRUE)
def test_what_is_true_there_is_not(tmp_path: Path, where: str) -> None:
    assert found(opened(tmp_path, TRUE[where]))[1] is None


@pytest.mark.parametrize(("relation", "fails"), [("at_most(p.b, 1000)", True), ("at_least(p.b, 1000)", False)])
def test_a_hypothesis_is_met_at_a_number_that_it_names(tmp_path: Path, relation: str, fails: bool) -> None:
    assert (found(opened(tmp_path, relation, "large"))[1] is not None) == fails


def test_the_numbers_of_a_text_are_those_of_all_functions_that_it_calls_each_once(tmp_path: Path) -> None:
    claim = opened(tmp_path, "above(near(p.b) + later(p, 5 * run.t) + Fraction(HALF), 10**50)", "large")
    numbers = list(numbers_of(claim, claim.usual[""]))

    assert {*map(Fraction, (5, 2500, 3000, 1000003, 10**9)), Fraction(3, 11), Fraction(5, 13)} <= {*numbers}
    assert len(numbers) == len({*numbers})
    assert Fraction(10) ** 50 not in numbers
    assert not {Fraction(0), Fraction(1), Fraction(1, 2)} & {*numbers}
