"""Protects what hypotheses grant a reading: that a term is positive, near its row, at the end of a run, or anywhere."""

from typing import Any

import pytest
from lemmacheck import Hypothesis, above, at_least, equal
from lemmacheck.verifiers.prove.context import Later, Need
from lemmacheck.verifiers.prove.end_of_run import ends
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.squares import noted
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import Term

from tests.verifiers.prove.own_problems import Stay, is_proved, own, plainly
from tests.verifiers.prove.sequences import given

Mine = own(plainly)


def sums(s: Setting, row: Any) -> Term:
    return s.run.w.sum(-1).at(row)


def apart(s: Setting, row: Any) -> Term:
    return s.run.lam.at(row) - s.run.theta.at(row)


def grants(s: Setting, term: Term, row: Any, end: int) -> bool:
    return not s.unmet({("> 0", term.key()): ("> 0", term)}, row, end)


def test_a_hypothesis_grants_the_rows_beside_the_one_that_is_read() -> None:
    s = given(lambda r: above(r.w.sum(-1), 0), lambda r: above(r.lam - r.theta, 0))

    assert [grants(s, apart(s, Later(k)), Later(0), 1) for k in (-2, -1, 0, 1, 2)] == [False, True, True, True, False]
    assert [grants(s, sums(s, Later(k)), Later(0), 1) for k in (0, 1, 2)] == [True, True, False]
    assert not grants(s, sums(s, Later(1)), Later(0), 0)  # a row that the run need not have
    assert grants(s, apart(s, 0), 0, 0)


def test_a_hypothesis_grants_what_speaks_of_no_step_at_every_row_and_without_one() -> None:
    s = given(lambda r: above(r.optimum.gamma_squared, 1), lambda r: above(r.n, 7))

    for term in (s.run.optimum.gamma_squared.at(None) - 1, s.run.n - 7):
        assert [grants(s, term, row, 0) for row in (None, 0, Later(0))] == [True] * 3


def test_at_the_end_of_a_run_a_hypothesis_grants_its_last_rows() -> None:
    s = given(lambda r: above(r.lam - r.theta, 0))
    rows = [apart(s, Later(k)) for k in (-1, 0, 1)]
    s.context.horizon = s.context.universe.symbol("N", positive=True)

    assert [grants(s, substituted(term, ends(s.context)), None, 0) for term in rows] == [True, True, False]
    assert not any(grants(s, term, None, 0) for term in rows)
    assert grants(s, rows[1], Later(0), 0)


def test_what_a_sum_divides_by_is_granted_at_the_rows_of_its_own_steps() -> None:
    s = given(lambda r: above(r.w.sum(-1), 0))

    def defined(term: Term, own: tuple[int, int] | None) -> bool:
        return s.meets(Need(0, {("≠ 0", term.key(), own): ("≠ 0", term)}), Later(0), 0)

    assert [defined(sums(s, Later(0)), own) for own in (None, (0, 0), (1, 0))] == [True] * 3
    assert [defined(sums(s, Later(1)), own) for own in (None, (0, 0), (1, 0))] == [False, False, True]
    assert not defined(sums(s, Later(2)), (1, 0))


@pytest.mark.parametrize(("true", "false"), [
    (lambda p: at_least(p.squared(p.a), 0), lambda p: at_least(p.a.sum(), 0)),
    (lambda p: equal(p.a - p.a, 0), lambda p: equal(p.a, 0)),
    (lambda p: equal(p.squared(p.a) / (1 + p.d), p.squared(p.a) / (p.d + 1)), lambda p: equal(p.d / p.a.sum(), 0)),
])  # fmt: skip
def test_a_lemma_about_a_problem_alone_is_read_on_the_problem(true: Any, false: Any) -> None:
    assert is_proved(true, Mine, Mine)
    assert not is_proved(false, Mine, Mine)


def test_what_a_hypothesis_says_of_each_entry_of_a_vector_is_known_of_its_sums() -> None:
    def shown(op: Any, statement: Any) -> bool:
        says = Hypothesis("h", "a ≥ 0, or > 0", lambda run: op(run.problem.a, 0))
        return is_proved(statement, own(lambda Z: {"a": Z[0], "b": Z[-1]}), Stay, given=[says])

    assert shown(at_least, lambda run: at_least(run.problem.a.sum(), 0))
    assert shown(above, lambda run: above(run.problem.a.sum(), 0))
    assert not shown(at_least, lambda run: above(run.problem.a.sum(), 0))
    assert not shown(above, lambda run: at_least(run.problem.b.sum(), 0))
    assert not shown(above, lambda run: at_least(run.problem.inner(run.problem.a, run.problem.b), 0))
    assert not shown(above, lambda run: at_least(run.problem.a.sum(), 1))


def test_a_square_may_be_0() -> None:
    at = given()
    x = at.context.universe.symbol("x")
    square = noted((x - 1) ** 2, x - 1, "F.square")

    assert at.exceeds(square, strictly=False)
    assert not at.exceeds(square, strictly=True)
