"""What reads the end of its run has its needs and its share on short runs; much larger data break a bound on them."""

from fractions import Fraction

import pytest
from lemmacheck.verifiers.probe.need import need
from lemmacheck.verifiers.probe.tightness import sharpen

from tests.books.written import SHRINKING, WRITE, claim_text, hypothesis_text
from tests.commands import silent

TEXT = (
    f"{SHRINKING}\n\n"
    + hypothesis_text("long", "at_least(p.number(run.steps), 3)", "T ≥ 3")
    + hypothesis_text("bounded", "at_most(p.a, 100)", "a ≤ 100")
    + hypothesis_text("at_least_one", "at_least(p.a, 1)", "a ≥ 1")
    + claim_text("L.long", "Shrinking", "at_most(run.last(lambda s: s.x), p.a / 4)", "x_T ≤ a/4.", "[long]")
    + claim_text("L.end", "Shrinking", "at_most(run.last(lambda s: s.x), p.a)", "x_T ≤ a.")
    + claim_text("L.bounded", "Shrinking", "at_most(run.x, 100 / (run.t + 1))", given="[bounded, at_least_one]")
    + "METHOD = Method(Shrinking, on=Line)\n"
)


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
