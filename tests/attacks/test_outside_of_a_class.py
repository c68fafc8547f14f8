"""Answers about a class of matrices that a run outside of it, or one that was left out, would make wrong."""

from pathlib import Path

import pytest
from lemmacheck.verifiers.library.plan import QUICK, screen_group
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.probe.need import need
from lemmacheck.verifiers.probe.tightness import EXCEEDED, Sharpness, screen, sharpen
from lemmacheck.verifiers.records.result_text import teeth_text

from tests.attacks.conftest import Count
from tests.books.written import writer
from tests.commands import silent

TEXT = '''@problem(shapes=(3, 3), smallest=(2, 2))
class Square:
    def of(Z):
        return dict(a=1 + abs(Z[0, 0]))


class Half:
    def start(self, p):
        return State(p.a)

    def step(self, p, s):
        return State(s.x / 2)


@claim("O.1", about=Half)
def few_rows(run):
    """n ≤ 3."""
    return at_most(run.problem.number(run.problem.n), run.problem.number(3))


@claim("O.2", about=Half)
def few_numbers(run):
    """n + d ≤ 5: false of three rows and columns, attained by fewer."""
    return at_most(run.problem.number(run.problem.n + run.problem.d), run.problem.number(5))


@claim("O.3", about=Half)
def below_a_difference(run):
    """1 ≤ 3 − n: false of three rows, where the bound is 0, and attained by two."""
    return at_most(run.problem.number(1), run.problem.number(3 - run.problem.n))


@hypothesis("n ≥ 4")
def many_rows(run):
    return at_least(run.problem.number(run.problem.n), run.problem.number(4))


@claim("O.4", about=Half, given=[many_rows])
def of_none(run):
    """x_t ≤ a, where n ≥ 4: there is no such matrix."""
    return at_most(run.x, run.problem.a)


@claim("O.5", about=Half)
def decreasing(run):
    """x_t ≤ 2a."""
    return at_most(run.x, 2 * run.problem.a)


METHOD = Method(Half, on=Square, wrong={"none": Half()}, steps=3)
'''


YIELDED = """        return dict(a=1 + abs(Z[0, 0]))

    def families():
        yield [[1, 2, 3, 4, 5], [0, 0, 0, 0, 1]]

    def unused(p):
        return dict(a"""  # the author's own matrix has more columns than those that are drawn
OF_COLUMNS = '''@hypothesis("d ≤ 4")
def narrow(run):
    return at_most(run.problem.number(run.problem.d), run.problem.number(4))


@claim("O.6", about=Half, given=[narrow])
def narrower(run):
    """d ≤ 9/2."""
    return at_most(run.problem.number(2 * run.problem.d), run.problem.number(9))


@claim("O.7", about=Half)
def of_three(run):
    """d ≤ 3: false of the author's own matrix."""
    return at_most(run.problem.number(run.problem.d), run.problem.number(3))


METHOD'''


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
