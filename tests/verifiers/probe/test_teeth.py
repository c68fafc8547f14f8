"""Protects the teeth: every claim refutes a mutant, every mutant is wrong, and what cannot fail kills none."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck import Hypothesis, Relation, above, at_least, at_most, below, equal
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.lecture.algorithms.neighbours import Neighbours
from lemmacheck.theory.books.lecture.algorithms.sgd import SGD, RiskSGD
from lemmacheck.theory.books.lecture.algorithms.statistical_queries import StatisticalQueries
from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import (
    AcceleratedAdaBoost,
    CorneredAdaBoost,
    PlainAdaBoost,
)
from lemmacheck.theory.core.run import moves, run
from lemmacheck.verifiers.decide.ladder import least_truth
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, compare
from lemmacheck.verifiers.probe.mutants import STATEMENT_MUTANTS, STEPS, planted, teeth_of, weaker
from lemmacheck.verifiers.records.verdict import Record

from tests.shipped import ILL_FORMED, configurations, made, subject_of

FEW = structured()[:24]
INSTANCE = Instance.from_json("three rows", [["-1/2", "1/3"], ["-2/3", "-1/2"], ["-1/4", "3/4"]])
NO_SIDES = ILL_FORMED - {"P.L3.4c@000", "S.Ex2.1", "S.KR.obj0"}  # whose sides are of spaces that differ
MUTANTS = [(kind, name) for kind, method in LIBRARY.methods.items() for name in method.wrong]
WRONG_AT_ONCE = {  # what the first state holds of the first step, or of a start that is itself the mistake
    (AcceleratedAdaBoost, "uphill"): {"u"},
    (AcceleratedAdaBoost, "Algorithm 1"): {"u"},
    (CorneredAdaBoost, "Algorithm 1"): {"u"},
    (CorneredAdaBoost, "steps of 1/√t"): {"u"},
    (PlainAdaBoost, "uphill"): {"u"},
    (PlainAdaBoost, "uphill, θ=1/√t"): {"u"},
    (PlainAdaBoost, "q from w_t, θ=4"): {"u"},
    (SGD, "half the gradient"): {"v"},
    (SGD, "a loaded coin"): {"odds"},
    (SGD, "noise of length 8"): {"v"},
    (RiskSGD, "half the gradient"): {"v"},
    (RiskSGD, "a loaded coin"): {"w", "v", "odds", "chance"},  # of other paths: it has no coin that is fair
    (RiskSGD, "noise of length 8"): {"w", "v", "odds", "chance"},
    (Neighbours, "another start"): {"other"},
    (StatisticalQueries, "answers that miss by 8τ"): {"v"},
}


def test_every_claim_refutes_at_least_one_of_its_mutants(quick_book: dict[str, Record]) -> None:
    for id, record in quick_book.items():
        claim, teeth = LIBRARY.claims[id], record.teeth
        if claim.not_checkable or claim.is_rate:
            continue
        assert teeth is not None, id
        if id in NO_SIDES:
            assert teeth.killed == 0, id
            continue

        assert teeth.killed >= 1, id
        assert teeth.killed + len(teeth.survivors) == teeth.of, id
        mutants = set(LIBRARY.methods[claim.about].wrong if claim.about else {})
        mutants |= {"limit moved by 1"} if claim.is_limit else set(STATEMENT_MUTANTS)
        assert set(teeth.survivors) < mutants, id
        assert teeth.of + len(teeth.equivalent) in {len(mutants), len(mutants) - 1}, id


def test_every_algorithm_that_takes_steps_has_mutants() -> None:
    assert all(method.usual for method in LIBRARY.methods.values())
    assert all(method.wrong for method in LIBRARY.methods.values() if any(map(moves, method.usual.values())))


def differing(a: Any, b: Any) -> set[str]:
    """The fields in which two states surely differ; numbers of another shape, as of other paths, do."""
    pairs = {field: (np.asarray(getattr(a, field)), np.asarray(getattr(b, field))) for field in a._fields}
    return {field for field, (x, y) in pairs.items() if x.shape != y.shape or least_truth((equal(x, y),)) == FAILS}


def alike(a: Any, b: Any) -> bool:
    """Whether the first states of two runs have the same shapes."""
    return all(np.shape(x) == np.shape(y) for x, y in zip(a.states[0], b.states[0], strict=True))


def right_and_wrong(kind: type, name: str) -> tuple[Any, Any]:
    """The first usual run that has the shapes of the mutant's on its problem, or else the first; and the mutant's."""
    pairs = []
    for algorithm in configurations(kind).values():
        right = subject_of(INSTANCE, Ball(128), algorithm, STEPS)
        pairs.append((right, run(LIBRARY.methods[kind].wrong[name], right.problem, right.steps)))
        if alike(*pairs[-1]):
            return pairs[-1]
    return pairs[0]


@pytest.mark.parametrize(("kind", "name"), MUTANTS, ids=[f"{kind.__name__}: {name}" for kind, name in MUTANTS])
def test_a_mutant_of_an_algorithm_surely_differs_from_it_at_some_step(kind: type, name: str) -> None:
    with Ball(128).active():
        right, wrong = right_and_wrong(kind, name)
        first, *later = map(differing, right.states, wrong.states)

    assert any(later) != ("the sign of the print" in name)  # which changes the rows alone
    assert first == WRONG_AT_ONCE.get((kind, name), set())
    assert len(right.states) == len(wrong.states)
    assert right.states[0]._fields == wrong.states[0]._fields


@pytest.mark.parametrize(("name", "lhs", "rhs"), [
    ("rhs negated", [1, 2, 3], [-4, -5, -6]),
    ("lhs doubled", [2, 4, 6], [4, 5, 6]),
    ("lhs moved by 1", [2, 3, 4], [4, 5, 6]),
    ("lhs one index late", [3, 1, 2], [4, 5, 6]),
    ("lhs halved", [fmpq(1, 2), 1, fmpq(3, 2)], [4, 5, 6]),
])  # fmt: skip
def test_a_mutant_of_a_statement_changes_one_thing(name: str, lhs: list[Any], rhs: list[Any]) -> None:
    sides = (np.array([fmpq(x) for x in side], dtype=object) for side in ([1, 2, 3], [4, 5, 6]))
    mutant = STATEMENT_MUTANTS[name](at_most(*sides).since(7))

    assert (list(mutant.lhs), mutant.op, list(mutant.rhs), mutant.start) == (lhs, "<=", rhs, 7)
    assert STATEMENT_MUTANTS["lhs one index late"](at_most(np.array([1, 2]), 3)).lhs.tolist() == [2, 1]


@pytest.mark.parametrize("compared", [at_most, at_least, below, above])
@pytest.mark.parametrize(("lhs", "rhs"), [(1, 2), (2, 1), (1, 1)])
def test_the_reverse_of_an_inequality_is_its_negation(
    compared: Callable[[Any, Any], Relation], lhs: int, rhs: int
) -> None:
    relation = compared(fmpq(lhs), fmpq(rhs))
    back = STATEMENT_MUTANTS["reversed"](relation)

    assert {int(compare(r)[0]) for r in (relation, back)} == {HOLDS, FAILS}
    assert STATEMENT_MUTANTS["reversed"](back) == relation


@pytest.mark.parametrize(("compared", "moved"), [(at_most, 2), (below, 2), (at_least, 0), (above, 0)])
def test_a_side_is_moved_towards_what_bounds_it(compared: Callable[[Any, Any], Relation], moved: int) -> None:
    assert STATEMENT_MUTANTS["lhs moved by 1"](compared(fmpq(1), fmpq(5))).lhs == moved


def test_a_bound_with_no_content_kills_only_what_turns_it_around() -> None:
    teeth = teeth_of(made(lambda p: at_most(p.num.number(0), 1)), FEW)

    same = [f"lhs {change} (changes no side)" for change in ("doubled", "halved", "one index late")]
    assert teeth.equivalent == same
    assert teeth.survivors == ["lhs moved by 1"]
    assert (teeth.killed, teeth.of) == (2, 3)


def test_a_bound_that_is_close_late_in_a_run_catches_a_factor() -> None:
    teeth = teeth_of(made(lambda run: at_most(run.t / (run.t + 30), 1), about=DualNesterov), FEW)

    assert STEPS < 30  # where twice as much is allowed
    assert "lhs doubled" not in teeth.survivors
    assert "lhs halved (follows from the claim)" in teeth.equivalent


@pytest.mark.slow
def test_a_claim_that_does_not_read_the_run_kills_no_mutant_of_its_algorithm() -> None:
    teeth = teeth_of(made(lambda run: at_most(run.num.number(0), 1), about=DualNesterov), FEW)
    names = [entry.rpartition(" (")[0] for entry in teeth.equivalent]

    assert set(LIBRARY.methods[DualNesterov].wrong) < set(names)


def test_an_exact_identity_of_the_run_kills_the_mutants_that_break_it() -> None:
    def average(run: Any) -> Relation:
        lam = run.lam[:-1, None]
        return equal(run.mu[1:], (1 - lam) * run.mu[:-1] + lam * run.q[1:])

    teeth = teeth_of(made(average, about=DualNesterov), FEW)

    assert teeth.survivors == []
    assert teeth.equivalent == [
        "gradient at q_t (satisfies the identity too)",
        "uphill (satisfies the identity too)",
        "λ_t = 2/(t+3) (meets the hypotheses)",
        "θ_t = 4 (meets the hypotheses)",
    ]
    assert teeth.of == len(STATEMENT_MUTANTS) - 1 + len(LIBRARY.methods[DualNesterov].wrong) - 4


def lone(lhs: Any, op: str, rhs: Any) -> Relation:
    return Relation(np.array([lhs], dtype=object), op, np.array([rhs], dtype=object))


@pytest.mark.parametrize(("mutant", "claimed", "follows"), [
    (lone(1, "<=", 3), lone(2, "<=", 3), True),
    (lone(2, "<=", 4), lone(2, "<=", 3), True),
    (lone(3, "<=", 3), lone(2, "<=", 3), False),
    (lone(2, "<=", 2), lone(2, "<=", 3), False),
    (lone(3, ">=", 1), lone(2, ">=", 1), True),
    (lone(1, ">=", 1), lone(2, ">=", 1), False),
    (lone(1, "<", 3), lone(2, "<", 3), True),
    (lone(3, "<", 4), lone(2, "<", 4), False),
    (lone(3, ">", 1), lone(2, ">", 1), True),
    (lone(1, ">", 0), lone(2, ">", 0), False),
    (lone(1, ">", 3), lone(2, "<=", 3), False),
    (lone(arb(1, 2), "<=", 3), lone(2, "<=", 3), False),
    (lone(1, "==", 1), lone(2, "==", 2), False),
])  # fmt: skip
def test_a_mutant_follows_only_if_it_surely_leaves_more_room(
    mutant: Relation, claimed: Relation, follows: bool
) -> None:
    assert weaker(mutant, claimed) == follows


def test_a_run_made_for_a_method_has_no_mutant_that_its_author_does_not_give() -> None:
    claim = next(one for one in LIBRARY.claims.values() if one.method and one.method.planted)
    with Ball(128).active():
        assert next(planted(claim)) is not None
        assert list(planted(claim, "a name of none")) == []


def test_a_looser_bound_is_named_and_a_tighter_one_that_no_run_refutes_survives() -> None:
    teeth = teeth_of(made(lambda p: at_most(p.squared(p.Z[None, 0]) + 1, 9)), FEW)

    assert teeth.equivalent == ["lhs halved (follows from the claim)", "lhs one index late (changes no side)"]
    assert teeth.survivors == ["lhs doubled", "lhs moved by 1"]


def test_a_wrong_method_that_breaks_the_hypotheses_or_an_inequality_is_not_excused() -> None:
    teeth = teeth_of(LIBRARY.claims["P.T3.1.1"], FEW)

    assert not [entry for entry in teeth.equivalent if entry.startswith(tuple(LIBRARY.methods[PrimalMomentum].wrong))]


def test_a_mutant_is_refuted_only_where_the_hypotheses_surely_hold() -> None:
    never = Hypothesis("never", "0 > 1", lambda p: above(p.num.number(0), 1))
    teeth = teeth_of(made(lambda p: at_most(p.num.number(0), 1), never), FEW)

    assert teeth.killed == 0


def test_an_undefined_or_undecided_mutant_is_not_a_kill() -> None:
    for side in (arb("nan"), arb(0, 10)):
        teeth = teeth_of(made(lambda p, side=side: at_most(side, 1)), FEW)

        assert teeth.killed == 0
        assert teeth.survivors == [name for name in STATEMENT_MUTANTS if name != "lhs one index late"]


def test_an_instance_on_which_a_mutant_divides_by_zero_is_passed_over() -> None:
    def inverse(p: Any) -> Relation:
        return at_most(p.num.number(0), 1 / p.squared(p.Z[None, 0]))

    data = [Instance.from_json("one", [["1/2"]]), Instance.from_json("zero", [["0"]])]

    assert set(teeth_of(made(inverse), data).survivors) == set(STATEMENT_MUTANTS) - {"reversed", "rhs negated"}
