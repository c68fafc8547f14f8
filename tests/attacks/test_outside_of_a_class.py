"""Answers about a class of matrices that a run outside of it, or one that was left out, would make wrong."""

from pathlib import Path

import pytest
from lemmacheck.verifiers.library.plan import QUICK, screen_group
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.probe.need import need
from lemmacheck.verifiers.probe.tightness import EXCEEDED, Sharpness, screen, sharpen
from lemmacheck.verifiers.records.result_text import teeth_text

from tests.attacks.conftest import Count
from tests.books.written import claim_text, hypothesis_text, method_text, problem_text, writer
from tests.commands import silent

TEXT = (
    problem_text("Square", "a=1 + abs(Z[0, 0])", "shapes=(3, 3), smallest=(2, 2)")
    + method_text("Half", "State(p.a)", "State(s.x / 2)")
    + claim_text("O.1", "Half", "at_most(p.number(p.n), p.number(3))", "n ≤ 3.")
    # false of three rows and columns, attained by fewer
    + claim_text("O.2", "Half", "at_most(p.number(p.n + p.d), p.number(5))", "n + d ≤ 5.")
    # false of three rows, where the bound is 0, and attained by two
    + claim_text("O.3", "Half", "at_most(p.number(1), p.number(3 - p.n))", "1 ≤ 3 − n.")
    + hypothesis_text("many_rows", "at_least(p.number(p.n), p.number(4))", "n ≥ 4")  # there is no such matrix
    + claim_text("O.4", "Half", "at_most(run.x, p.a)", "x_t ≤ a, where n ≥ 4.", "[many_rows]")
    + claim_text("O.5", "Half", "at_most(run.x, 2 * p.a)", "x_t ≤ 2a.")
    + 'METHOD = Method(Half, on=Square, wrong={"none": Half()}, steps=3)\n'
)
YIELDED = """        return dict(a=1 + abs(Z[0, 0]))

    def families():
        yield [[1, 2, 3, 4, 5], [0, 0, 0, 0, 1]]

    def unused(p):
        return dict(a"""  # the author's own matrix has more columns than those that are drawn
OF_COLUMNS = (
    hypothesis_text("narrow", "at_most(p.number(p.d), p.number(4))", "d ≤ 4")
    + claim_text("O.6", "Half", "at_most(p.number(2 * p.d), p.number(9))", "d ≤ 9/2.", "[narrow]")
    + claim_text("O.7", "Half", "at_most(p.number(p.d), p.number(3))", "d ≤ 3: false of the author's own matrix.")
    + "METHOD"
)


def noted(found: Sharpness) -> bool:
    return found.note == EXCEEDED and not found.lower


def test_no_larger_matrix_than_the_shapes_allow_is_decided_on(tmp_path: Path, counted: Count) -> None:
    claims = writer(tmp_path)(TEXT).claims
    few = claims["O.1"]

    chosen = screen_group([few], QUICK)["O.1"].shortlist.values()
    asked = [one.shape for some in chosen for one in some], [one.instance.shape for one in screen(few)]
    wrong = [not shapes or max(map(max, shapes)) > 3 for shapes in asked]
    assert not any(wrong), wrong
    assert "lhs moved by 1" not in teeth_of(few).survivors  # n + 1 ≤ 3 fails of three rows
    counted("larger matrices than a class has", tried=2, wrong=sum(wrong))


def test_a_bound_that_a_run_exceeds_is_not_sharp(tmp_path: Path, counted: Count) -> None:
    claims = writer(tmp_path)(TEXT).claims
    found = [sharpen(claims[id], silent) for id in ("O.2", "O.3")]

    assert all(map(noted, found)), found
    counted("sharp bounds that are false", tried=2, wrong=sum(not noted(one) for one in found))


def test_the_authors_own_matrices_are_asked_how_sharp_a_bound_is_and_what_it_needs(tmp_path: Path) -> None:
    opened = writer(tmp_path)(TEXT, ("        return dict(a", YIELDED), ("METHOD", OF_COLUMNS)).claims

    assert noted(sharpen(opened["O.7"], silent))
    assert [len(one.found.Z[0]) for one in need(opened["O.6"]).needs if one.found] == [5]


@pytest.mark.slow
def test_the_tightest_run_is_as_long_as_the_method_allows(tmp_path: Path) -> None:
    found = sharpen(writer(tmp_path)(TEXT).claims["O.5"], silent)

    assert (found.steps, found.t) == (3, 0)


def test_no_mutant_survives_where_no_run_was_asked(tmp_path: Path) -> None:
    of_none = writer(tmp_path)(TEXT).claims["O.4"]
    teeth = teeth_of(of_none)

    assert (teeth.killed, teeth.of) == (0, 0)
    assert teeth_text([(of_none, teeth)]).splitlines() == [
        "O.4  no mutant was asked: no run that was tried meets its hypotheses",
        "1 claim: 0 of 0 mutants refuted",
    ]
