"""What fails where both its sides are beyond all floats is refuted, though the search is in floats, and ends there."""

from pathlib import Path

import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.aims import Crossing
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search
from lemmacheck.verifiers.search.doubtful import FURTHER, refuted_in_doubt

from tests.attacks.conftest import Count
from tests.books.written import writer

TEXT = '''@problem(shapes=(1, 1))
class Number:
    def of(Z):
        return dict(a=Z[0, 0])


class Counted(NamedTuple):
    t: Any
    x: Any


class Growing:
    def start(self, p):
        return Counted(0, p.number(1))

    def step(self, p, s):
        return Counted(s.t + 1, STEP)


@hypothesis("x_t ≥ 1")
def large(run):
    return at_least(run.x, 1)


@claim("G", about=Growing, given=[large])
def bound(run):
    """A bound on x_t."""
    p = run.problem
    return RELATION


METHOD = Method(Growing, on=Number, steps=40)
'''
FALSE = {
    "a factorial": ("s.x * (s.t + 1)", "at_most(run.x, 10**500)"),
    "a power": ("s.x * p.a", "at_most(run.x * run.x, 10**400)"),
    "squares": ("s.x * s.x + 1", "at_most(run.x, 10**10000)"),
    "an equation": ("s.x * (s.t + 1)", "equal(run.x + 10**400, run.x + 10**400 + p.positive_part(run.t - 300))"),
    "exponentials": ("s.x * (s.t + 1)", "at_most(p.exp(run.x), p.exp(p.number(10**400)))"),
}
TRUE = {
    "a factorial": ("s.x * (s.t + 1)", "at_least(run.x, 1 - 10**400)"),
    "a method that ends": ("s.x / (s.t - 17)", "at_most(run.x, 10**400)"),
    "floats to the end": ("s.x + 1", "at_most(run.x, 1 + run.t)"),
}


def found(folder: Path, step: str, relation: str, given: bool) -> tuple[Claim, Search, Crossing | None]:
    text = TEXT.replace("STEP", step).replace("RELATION", relation)
    claim = writer(folder)(text if given else text.replace(", given=[large]", "")).claims["G"].as_long_as(2048)
    search = Search([claim], claim.usual[""], 40, Budget(steps=5_000), far=320)
    (aim,) = search.run()
    assert aim.crossing is None
    return claim, search, refuted_in_doubt(search, claim, 40)


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("given", [True, False])
def test_what_fails_beyond_all_floats_is_found(tmp_path: Path, name: str, given: bool, counted: Count) -> None:
    claim, search, crossing = found(tmp_path, *FALSE[name], given)

    counted("claims that fail beyond all floats", tried=1, wrong=int(crossing is None))
    assert crossing is not None
    assert crossing.steps <= FURTHER
    assert decide(claim, crossing.instance, search.algorithm, crossing.steps).verdict == Verdict.REFUTED


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_there_is_not_refuted(tmp_path: Path, name: str) -> None:
    *_, crossing = found(tmp_path, *TRUE[name], given=False)

    assert crossing is None
