"""What may not decide: rounding in a hypothesis, what was asked before, a name, a second try, a promise."""

from dataclasses import replace

import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.shared import Impure
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.deciding import examine_claim
from lemmacheck.verifiers.library.plan import QUICK, screen_group
from lemmacheck.verifiers.records.verdict import Reach, Record, Verdict

from tests.books.written import WRITE

ONE = Instance.from_json("one", [["1"]])
TEXT = '''@problem
class Sums:
    def of(Z):
        return dict(u=Fraction(1, 10), v=Fraction(1, 5), w=Fraction(3, 10), a=1 + abs(Z[0, 0]))

    def squared(p, x):
        return ((x - x[:1]) * (x - x[:1])).sum(-1)


class Counting:
    def start(self, p):
        return State(p.zeros(1))

    def step(self, p, s):
        return State(s.x + 1)


@hypothesis("u + v = w")
def split(p):
    return equal(p.u + p.v, p.w)


@claim("V.false", about=Sums, given=[split])
def doubles(p):
    """a = 2a, if u + v = w: false."""
    return equal(p.a, 2 * p.a)


@claim("V.corners", about=Sums)
def corners(p):
    """(n − 1)(d − 1) ≥ 1: false of one row, and of one column."""
    return at_least(p.number((p.n - 1) * (p.d - 1)), 1)


@claim("V.squares", about=Counting)
def squares(run):
    """|x_t − x_1|² = (t − 1)² for t ≥ 1."""
    return equal(run.squared(run.x[1:]), (run.t[1:] - 1) ** 2).since(1)


@claim("V.squares.after", about=Counting)
def squares_after(run):
    """The same, after the squares of all states were asked for."""
    run.squared(run.x)
    return equal(run.squared(run.x[1:]), (run.t[1:] - 1) ** 2).since(1)


COUNTING = Method(Counting, on=Sums)
'''


def record(claim: Claim) -> Record:
    effort = replace(QUICK, own=500)
    return examine_claim(claim, screen_group([claim], effort)[claim.id], effort)


@pytest.mark.slow
def test_a_hypothesis_that_fails_by_rounding_alone_screens_nothing(opened: WRITE) -> None:
    """In floats 1/10 + 1/5 is not 3/10."""
    assert record(opened(TEXT).claims["V.false"]).verdict == Verdict.REFUTED


def test_a_function_that_an_author_writes_anew_is_not_taken_for_one_that_reads_row_by_row(opened: WRITE) -> None:
    claims = opened(TEXT).claims
    for id in ("V.squares", "V.squares.after"):
        assert decide(claims[id], ONE, claims[id].usual[""], 8).verdict == Verdict.CERTIFIED, id


@pytest.mark.slow
def test_counterexamples_that_are_degenerate_in_different_ways_are_all_degenerate(opened: WRITE) -> None:
    found = record(opened(TEXT).claims["V.corners"])

    assert (found.verdict, found.reach, found.convincing) == (Verdict.REFUTED, Reach.DEGENERATE, None)
    assert found.reach_text == "degenerate: no counterexample was found but degenerate ones, each in a way of its own"


def test_a_parameter_is_not_called_as_something_that_every_problem_has(opened: WRITE) -> None:
    with pytest.raises(BookError, match="a parameter of Sums is called 'n', which every problem has; rename it"):
        opened(TEXT, ("@problem\nclass Sums:\n    def of(Z)", "@problem(n=[7])\nclass Sums:\n    def of(Z, n)"))


def test_a_method_that_draws_is_refused_as_often_as_it_is_asked(opened: WRITE) -> None:
    library = opened(TEXT)
    one = library.claims["V.squares"]
    drawn = [0]

    class Drawing:
        def start(self, p: object) -> object:
            return one.usual[""].start(p)

        def step(self, p: object, s: object) -> object:
            drawn[0] += 1
            return s._replace(x=s.x + drawn[0])  # type: ignore[attr-defined]

    for _ in range(2):
        with pytest.raises(Impure):
            decide(one, ONE, Drawing(), 8)
