"""Protects counted copies: a claim says of a row that stands for m equal ones what it says of m rows, or is given m."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from lemmacheck import Chance, Claim, Decay, Limit, Relation, at_most
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.verifiers.decide.copies import LEAST, alike, counts_copies, data_for, of_member
from lemmacheck.verifiers.decide.counterexamples import Counterexample, refutation, shrink
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Counted, Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.library.strategies import with_copies
from lemmacheck.verifiers.optima import solve
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import draws

CLAIMS = LIBRARY.claims
HEAVY = Instance("heavy", ((Fraction(-1), Fraction(0)), (Fraction(1, 3), Fraction(-2, 3))), (5, 2))
COUNTING = ["P.L3.2", "P.T3.1.1", "P.L3.5", "P.L3.6u", "P.P3.7", "N1.margin", "N2.gap", "P.S3.3.psimax.3"]
BY_ROW = ["P.3.2.upd", "P.psi.q0.1", "N5.gap", "P.S1.rates.1", "P.T4.1", "T.Batch", "P.C.1"]


def usual(claim: Claim) -> Any:
    return next(iter(claim.usual.values()))


@pytest.mark.parametrize("id", COUNTING)
def test_a_claim_that_counts_copies_is_decided_as_on_the_rows_written_out(id: str) -> None:
    claim = CLAIMS[id]
    counted, written = (decide(claim, data, usual(claim), 6) for data in (HEAVY, HEAVY.written_out))

    assert counts_copies(claim, usual(claim))
    assert (counted.verdict, counted.met) == (written.verdict, written.met)
    assert counted.worst.t == written.worst.t
    assert counted.worst.slack == pytest.approx(written.worst.slack, rel=1e-12)


@pytest.mark.parametrize("id", BY_ROW)
def test_a_claim_that_tells_rows_apart_is_given_each_copy(id: str) -> None:
    assert data_for(CLAIMS[id], HEAVY, usual(CLAIMS[id])) == HEAVY.written_out


def test_relations_are_alike_where_each_t_compares_the_same_pairs() -> None:
    """However often each pair stands there; a part, a t, a side or a sign that differs tells them apart."""
    one = Relation(np.array([[1.0, 2.0, 2.0], [3.0, 4.0, np.nan]]), "<=", 5.0)
    fewer = Relation(np.array([[2.0, 1.0], [np.nan, 3.0]]), "<=", 5.0)
    turned = Relation(np.array([[2.0, 1.0, 1.0], [4.0, np.nan, 3.0]]), "<=", 5.0)
    infinite = [one._replace(lhs=np.array([[x], [x]])) for x in (np.nan, np.inf, -np.inf)]

    assert alike([one, one], [one, turned], LEAST)
    assert alike([], [], LEAST)
    for other in (
        [fewer], [one, one], [], [one._replace(op="<")], [one._replace(lhs=one.lhs[:1])], [one._replace(rhs=6.0)],
        [one._replace(lhs=one.lhs + 1e-7)], [one._replace(lhs=one.lhs[::-1])],
    ):  # fmt: skip
        assert not alike([one], other, LEAST)
        assert not alike(other, [one], LEAST)
    assert alike([one], [one._replace(lhs=one.lhs + 1e-12)], LEAST)
    assert [[alike([a], [b], LEAST) for b in infinite] for a in infinite] == np.eye(3, dtype=bool).tolist()


def test_of_a_batch_each_problem_has_its_column_and_what_all_share_is_each_ones() -> None:
    table = Relation(np.array([[1.0, 2.0], [3.0, 4.0]]), "<=", np.array([[5.0], [6.0]]))

    assert [of_member(table, k).lhs.tolist() for k in (0, 1, 2)] == [[1, 3], [2, 4], [2, 4]]
    assert of_member(table, 1).rhs.tolist() == [5, 6]
    assert of_member(Relation(np.array([1.0, 2.0]), "<=", 3.0), 1).lhs.tolist() == [1, 2]


def changed(function: Any) -> Claim:
    return replace(CLAIMS["P.L3.2"], function=function)


def test_sums_over_rows_that_a_claim_makes_by_itself_are_found_out() -> None:
    wrong = {
        "squares of weights": lambda run: at_most(run.squared(run.q), 1),
        "the largest weight": lambda run: at_most(run.maximum(run.q), 1),
        "the first weight": lambda run: at_most(run.q[..., 0], 1),
        "a sum of scores": lambda run: at_most(run.scores(run.w).sum(-1), 1),
        "the number of rows held": lambda run: at_most(run.t * 0 + run.q.shape[-1], 1),
        "squares of weights from t = 6 on": lambda run: at_most(run.squared(run.q[6:]), 1),
        "squares of weights from t = 200 on": lambda run: at_most(run.squared(run.q[200:]), 1),
        "squares of weights, times 0 up to t = 6": lambda run: at_most(
            run.positive_part(run.t - 6) * run.squared(run.q), 1
        ),
        "squares of weights, divided by 10²⁴": lambda run: at_most(run.squared(run.q) / 10**24, 1),
    }

    assert [name for name, function in wrong.items() if counts_copies(changed(function), DualNesterov())] == []
    assert counts_copies(changed(lambda run: at_most(run.inner(run.q, run.p), 1)), DualNesterov())


@pytest.mark.parametrize("returns", [Decay, Limit, Chance])
def test_of_what_is_no_relation_each_copy_is_a_row(returns: type) -> None:
    assert counts_copies(CLAIMS["P.L3.2"], DualNesterov())
    assert not counts_copies(replace(CLAIMS["P.L3.2"], returns=returns), DualNesterov())


class Authors(DualNesterov):
    """What an author's method makes of the rows is not known."""


def test_an_authors_method_and_one_that_follows_all_paths_are_given_each_copy() -> None:
    drawing = next(claim for claim in CLAIMS.values() if claim.lists_all_paths)

    assert not counts_copies(CLAIMS["P.L3.2"], Authors())
    assert not counts_copies(replace(CLAIMS["P.L3.2"], method=drawing.method), DualNesterov())


def test_a_claim_about_another_problem_than_that_of_the_rows_is_given_each_copy() -> None:
    others = [one for one in CLAIMS.values() if one.method is not None and one.method.problem_of is not None]
    plain = [one for one in others if not (one.tends or one.is_chance or one.lists_all_paths)]

    assert len(plain) > 10
    assert not any(counts_copies(one, usual(one)) for one in plain)


def test_a_million_copies_are_decided_without_being_written_out() -> None:
    many = Instance("many", ((Fraction(-1),), (Fraction(29, 30),)), (10**6, 1))

    assert decide(CLAIMS["P.L3.2"], many, DualNesterov(), 40).verdict == Verdict.CERTIFIED


def test_copies_are_written_out_unless_they_are_counted_and_not_by_the_million() -> None:
    many = Instance("many", ((Fraction(-1),), (Fraction(29, 30),)), (10**6, 1))
    decision = decide(CLAIMS["P.3.2.upd"], many, DualNesterov(), 2)

    assert decision.verdict == Verdict.UNDECIDED
    assert "1000001 rows" in decision.reason
    assert isinstance(data_for(CLAIMS["P.L3.2"], many, DualNesterov()), Counted)


def test_a_row_says_in_its_first_entry_for_how_many_it_stands() -> None:
    recorded = [["5 x -1", "0"], ["2 x 1/3", "-2/3"]]

    assert HEAVY.to_json() == recorded
    assert Instance.from_json("heavy", recorded) == HEAVY
    assert Instance.from_json("old", HEAVY.written_out.to_json()) == Instance("old", HEAVY.written_out.rows)
    with pytest.raises(ValueError, match="not an entry"):
        Instance.from_json("none", [["0 x 1"]])


def test_a_counterexample_keeps_no_more_copies_than_it_needs() -> None:
    false = changed(lambda run: at_most(run.log(run.n) + 0 * run.t, run.log(run.num.number(7))))
    found = decide(false, Instance("many", ((Fraction(-1, 2),),), (90,)), DualNesterov(), 2)
    known = Counterexample(Instance("many", ((Fraction(-1, 2),),), (90,)), "λ_t = 2/(t+2)", DualNesterov(), 2, found)
    runs = {known.label: DualNesterov()}
    least = shrink(known, lambda data, steps: refutation(false, data, known.label, steps, runs))

    assert found.verdict == Verdict.REFUTED
    assert least.instance.to_json() == [["8 x 0"]]


@draws(2)
@given(with_copies())
def test_the_optimum_of_counted_rows_is_that_of_the_rows_written_out(instance: Instance) -> None:
    assert instance.optimum.gamma_squared == solve(instance.written_out.rows).gamma_squared
    assert instance.n == len(instance.written_out.rows)
