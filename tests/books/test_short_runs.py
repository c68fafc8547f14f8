"""What reads the end of its run has its needs and its share on short runs; much larger data break a bound on them."""

from fractions import Fraction

import pytest
from lemmacheck.verifiers.probe.need import need
from lemmacheck.verifiers.probe.tightness import sharpen

from tests.books.written import SHRINKING, WRITE
from tests.commands import silent

TEXT = f"""{SHRINKING}

@hypothesis("T ≥ 3")
def long(run):
    return at_least(run.problem.number(run.steps), 3)


@hypothesis("a ≤ 100")
def bounded(run):
    return at_most(run.problem.a, 100)


@hypothesis("a ≥ 1")
def at_least_one(run):
    return at_least(run.problem.a, 1)


@claim("L.long", about=Shrinking, given=[long])
def is_small_in_the_end(run):
    '''x_T ≤ a/4.'''
    return at_most(run.last(lambda s: s.x), run.problem.a / 4)


@claim("L.end", about=Shrinking)
def is_smaller_in_the_end(run):
    '''x_T ≤ a.'''
    return at_most(run.last(lambda s: s.x), run.problem.a)


@claim("L.bounded", about=Shrinking, given=[bounded, at_least_one])
def is_bounded(run):
    '''x_t ≤ 100/(t + 1).'''
    return at_most(run.x, 100 / (run.t + 1))


METHOD = Method(Shrinking, on=Line)
"""


@pytest.mark.slow
def test_what_reads_the_end_is_as_tight_as_on_its_shortest_run(opened: WRITE) -> None:
    claims = opened(TEXT).claims
    long, end = (sharpen(claims[id], silent) for id in ("L.long", "L.end"))

    assert (long.attained, long.whole, long.steps, long.lower) == (True, True, 3, "1")
    assert (end.attained, end.whole, end.steps, end.lower, end.upper) == (False, True, 1, "0.5", "0.5")


def test_a_length_that_is_supposed_is_needed_where_short_runs_fail(opened: WRITE) -> None:
    (one,) = need(opened(TEXT).claims["L.long"]).needs

    assert (one.hypothesis, one.found.when, one.found.lhs, one.found.rhs) == ("long", "T = 1", "1/2", "1/4")


def test_a_bound_that_small_data_meet_is_needed_where_much_larger_ones_break_it(opened: WRITE) -> None:
    bounded, at_least_one = need(opened(TEXT).claims["L.bounded"]).needs

    assert (bounded.found.t, bounded.found.rhs) == (0, "100")
    assert Fraction(bounded.found.lhs) > 100
    assert (at_least_one.found, at_least_one.tried) == (None, 0)
