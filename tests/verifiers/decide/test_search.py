"""Protects the search: known false claims are found, and found small; what is shown for them is a proof."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import takewhile
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck import Claim, Relation, at_most
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.decide import counterexamples as searching
from lemmacheck.verifiers.decide.counterexamples import (
    LONG,
    Counterexample,
    attempt,
    complexity,
    number_text,
    refutation,
    shortest,
    shrink,
    simpler,
    simpler_numbers,
    smallest,
)
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.instances.families import structured, tiny
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import Place
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import THOROUGH, sampled, soon
from tests.shipped import ILL_FORMED, configurations, made
from tests.verifiers.stating import off_by

TWO_ROWS = Instance.from_json("two", [["-1"], ["1"]])
# Of some false claims the smallest Z, the t, both sides there (of a ball the first digits), the steps.
SMALLEST = {
    "P.S2.psi-wd": ([["-1"], ["-1"]], 0, "1", "==", "2", 0),
    "P.3.1.dualvec": ([["-1"]], 0, "-1", "==", "1", 0),
    "P.S3.3.enough": ([["-1"], ["-1"], ["1"]], 1, "-1", ">=", "[-0.3899281576", 1),
    "P.5.2.z": ([["-1"]], 1, "-1·√(1/2)", "==", "1·√(1/2)", 1),
    "P.B.9.2": ([["-1"]], 1, "5/2", "==", "3", 1),
    "P.C.7b2": ([["-1"], ["0"]], 2, "[29.8942125509", ">=", "[33.6104170500", 2),
    "P.D.2.p1.2": ([["-1", "0"], ["0", "-1"]], 3, "[0.33133814838", "==", "[0.68420510604", 3),
    "S.Union": ([["-1"], ["-1"], ["-1"]], 2, "0", ">=", "3/4", 2),
    "S.Lem7.exp.2": ([["-1"], ["-1"], ["-1"]], 1, "1·e^(-1/18)", "==", "1·e^(1/18)", 1),
    "W.DualAcc": ([["-1", "0"], ["0", "-1"]], 57, "[0.4924005903067", ">=", "[0.492793087186421", 57),
}
# Runs longer than 6 steps.
LATE = {
    "P.S1.rates.6": 31, "P.T4.1": 52, "P.5.2.T4": 33, "P.D.T.p2.1": 31, "W.FISTAacc": 8, "W.ALTacc": 9,
    "W.DualAcc": 57, "N.DA.gap": 8, "N.DA.margin": 57,
}  # fmt: skip
FALSE = [claim for claim in LIBRARY.claims.values() if claim.fault and claim.id not in ILL_FORMED]
DEAR = ["N.DA.margin", "W.Ada.margin"]  # seconds each
SOME = sampled([claim for claim in FALSE if THOROUGH or not (claim.is_rate or claim.id in DEAR)], 12)
each_false = pytest.mark.parametrize("claim", SOME, ids=[claim.id for claim in SOME])


def counterexamples(claim: Claim) -> Iterator[Counterexample]:
    """Refutations on the structured families, the largest data first, then on tiny data, with all parameters."""
    for instance in (*reversed(structured()), *tiny()):
        for label in claim.usual:
            found = refutation(claim, instance, label, LATE.get(claim.id, 6))
            if found:
                yield found


@cache
def first(claim: Claim) -> Counterexample:
    return next(counterexamples(claim))


@cache
def least(claim: Claim) -> Counterexample:
    return smallest(claim, first(claim))


@pytest.mark.slow
@pytest.mark.parametrize("id", soon(SMALLEST, ["W.DualAcc"]))
def test_the_smallest_counterexample_of_a_false_claim_is_known_exactly(id: str) -> None:
    (Z, t, lhs, op, rhs, steps), claim = SMALLEST[id], LIBRARY.claims[id]
    witness = least(claim).witness()

    assert (witness.Z, witness.t, witness.relation, witness.steps) == (Z, t, op, steps)
    for shown, expected in ((witness.lhs, lhs), (witness.rhs, rhs)):
        assert shown.startswith(expected) if expected.startswith("[") else shown == expected


@pytest.mark.slow
@each_false
def test_no_smaller_data_refute_the_claim_with_any_parameters(claim: Claim) -> None:
    found = least(claim)
    earlier = list(takewhile(lambda instance: instance.rows != found.instance.rows, tiny()))

    refuted = [
        (instance.to_json(), label)
        for instance in earlier
        for label, algorithm in claim.usual.items()
        if decide(claim, instance, algorithm, LATE.get(claim.id, 4)).verdict == Verdict.REFUTED
    ]

    assert refuted == []


@pytest.mark.parametrize("claim", soon(SOME, [LIBRARY.claims["S.Thm3.cond"]]), ids=lambda claim: claim.id)
def test_a_counterexample_is_decided_with_sure_hypotheses_and_by_the_shortest_run(claim: Claim) -> None:
    found = first(claim)
    again = decide(claim, found.instance, found.algorithm, found.steps)

    assert found.decision.verdict == again.verdict == Verdict.REFUTED
    assert again.met == {hypothesis.name: True for hypothesis in claim.given}
    assert found.algorithm == claim.usual[found.label]
    assert (found.steps == 0) == (not moves(found.algorithm))
    if found.steps > 1:
        shorter = decide(claim, found.instance, found.algorithm, found.steps - 1)
        assert shorter.verdict != Verdict.REFUTED


def shrunk(claim: Claim, known: Counterexample) -> Counterexample:
    return shrink(known, lambda data, steps: refutation(claim, data, known.label, steps))


@pytest.mark.slow
@each_false
def test_no_one_step_simplification_of_a_shrunk_counterexample_refutes(claim: Claim) -> None:
    found = shrunk(claim, first(claim))
    still = [one for one in simpler(found.instance) if refutation(claim, one, found.label, max(found.steps, 1))]

    assert found.decision.verdict == Verdict.REFUTED
    assert still == []


def test_shrinking_drops_rows_and_columns_and_simplifies_numbers() -> None:
    def small(p: Any) -> Relation:
        return at_most(p.squared(p.Z).sum(), 1)

    Z = [["3/7", "5/11", "-1/9"], ["-2/13", "7/9", "1/3"], ["5/17", "-1/7", "8/9"], ["3/5", "4/5", "0"]]
    messy = Instance.from_json("messy", Z)
    known = refutation(made(small), messy, "", 0)
    assert known is not None
    found = shrunk(made(small), known)

    assert found.instance.shape[0] == 2
    assert {abs(x) for row in found.instance.rows for x in row} <= {0, 1}
    assert sum(x * x for row in found.instance.rows for x in row) == 2


def test_data_that_no_tiny_set_matches_are_shrunk_instead() -> None:
    def few(p: Any) -> Relation:
        return at_most(p.num.number(p.n), 3)

    Z = [["1/3", "2/7"], ["-1/2", "1/2"], ["1/9", "0"], ["1/3", "2/7"], ["0", "-1"]]
    known = refutation(made(few), Instance.from_json("five", Z), "", 0)
    assert known is not None
    found = smallest(made(few), known)

    assert found.instance.to_json() == [["0"]] * 4
    assert found.decision.verdict == Verdict.REFUTED


def test_tiny_data_are_preferred_also_where_they_need_a_longer_run() -> None:
    claim = made(lambda run: at_most(run.t, 2), about=NormalizedGD)
    known = refutation(claim, Instance.from_json("two", [["1/2", "1/3"], ["0", "1/7"]]), "θ=1/2", 7)
    assert known is not None
    found = smallest(claim, known)

    assert (found.instance.to_json(), found.label, found.steps) == ([["-1"]], "θ=1/2", 3)


def test_a_refutation_takes_the_shortest_run_and_needs_enough_steps() -> None:
    claim = made(lambda run: at_most(run.t, 2), about=NormalizedGD)
    instance = Instance.from_json("one", [["1/2"]])
    found = refutation(claim, instance, "θ=1", 7)

    assert (found.steps, found.witness().t, found.witness().lhs) == (3, 3, "3")
    assert refutation(claim, instance, "θ=1", 3) == found
    assert refutation(claim, instance, "θ=1", 2) is None
    late = made(lambda run: at_most(run.t, 70), about=NormalizedGD)
    assert getattr(refutation(late, instance, "θ=1", 80), "steps", None) == 71
    of_the_end = made(lambda run: at_most(run.t[-1:], 2), about=NormalizedGD)
    assert getattr(refutation(of_the_end, instance, "θ=1", 7), "steps", None) == 3
    of_the_data = made(lambda p: at_most(p.num.number(1), 0))
    assert getattr(refutation(of_the_data, instance, "", 7), "steps", None) == 0


@pytest.mark.parametrize(("fewest", "t"), [(700, 690), (700, 700), (301, 0), (999, 5), (1000, 999), (40, 2)])
def test_of_long_runs_the_shortest_that_refutes_is_found_in_a_few_tries(fewest: int, t: int) -> None:
    asked: list[int] = []

    def decided(steps: int) -> Decision | None:
        asked.append(steps)
        place = Place(0, t, fmpq(2), fmpq(1), "<=", -1.0, 2.0)
        return Decision(Verdict.REFUTED, worst=place, steps=steps) if steps >= fewest else None

    known = decided(1000)
    assert known is not None
    steps, decision = shortest(1000, known, decided)

    assert (steps, decision.steps) == (fewest, fewest)
    assert len(asked) <= 12 + LONG


def test_where_a_claim_speaks_of_no_row_of_a_run_it_is_not_refuted_and_another_error_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raised: list[Exception] = []

    def decide(*_: Any) -> Any:
        raise raised[-1]

    monkeypatch.setattr(searching, "decide", decide)
    for error in (Undecided("too wide"), IndexError("index 3 is out of bounds")):
        raised.append(error)
        assert attempt(made(lambda p: at_most(p.n, 5)), TWO_ROWS, None, 3) is None
    raised.append(IndexError("list index out of range"))
    with pytest.raises(IndexError, match="list index"):
        attempt(made(lambda p: at_most(p.n, 5)), TWO_ROWS, None, 3)


def test_what_is_true_or_undecided_or_not_applicable_is_no_refutation() -> None:
    instance, long = Instance.from_json("unit", [["1"]]), Instance.from_json("long", [["2"]])
    wide = made(lambda p: at_most(guarded(arb(0, 1)), 0))
    corrected = LIBRARY.claims["P.P3.7"]
    label = next(iter(configurations(corrected.about)))

    assert refutation(wide, instance, "", 0) is None
    assert refutation(corrected, Instance.from_json("one", [["-1"]]), label, 4) is None
    assert refutation(corrected, long, label, 4) is None
    below_doubles = made(off_by(-140)[1])  # which takes more bits than a search has for each of many data
    found = [attempt(below_doubles, instance, None, 0, *ties) for ties in ((), (True,))]
    assert [one and one.verdict for one in found] == [Verdict.SUPPORTED, Verdict.REFUTED]
    assert refutation(below_doubles, instance, "", 0) is None


def test_tiny_data_are_listed_once_each_and_fewest_numbers_first() -> None:
    listed = list(tiny())
    sizes = [n * d for n, d in (instance.shape for instance in listed)]

    assert sizes == sorted(sizes)
    assert len({instance.rows for instance in listed}) == len(listed)
    assert [i.to_json() for i in listed[:3]] == [[["-1"]], [["0"]], [["1"]]]
    assert all(sum(x * x for x in row) <= 1 for instance in listed for row in instance.rows)


@given(st.fractions(max_denominator=50))
def test_a_simpler_number_has_a_smaller_denominator_or_a_smaller_numerator(x: Fraction) -> None:
    found = simpler_numbers(x)

    assert len(set(found)) == len(list(found))
    assert all(complexity(y) < complexity(x) for y in found)
    assert (x == 0) == (not found)
    assert complexity(x) <= (2, 1) or Fraction(1 if x > 0 else -1, 2) in found


def test_the_simpler_numbers_are_these() -> None:
    assert simpler_numbers(Fraction(-355, 113)) == [Fraction(x) for x in ("0", "-1", "-1/2", "-3", "-16/5", "-22/7")]
    assert simpler_numbers(Fraction(17, 12)) == [Fraction(x) for x in ("0", "1", "1/2", "3/2", "7/5", "10/7")]
    assert simpler_numbers(Fraction(-9)) == [Fraction(x) for x in ("0", "-1", "-5", "-7", "-8")]
    assert simpler_numbers(Fraction(3, 7)) == [Fraction(x) for x in ("0", "1", "1/2", "2/5")]


def test_many_rows_are_halved_first_and_copies_are_counted_down() -> None:
    many = Instance("many", tuple((Fraction(k),) for k in range(21)))
    fewer = replace(many, rows=many.rows[1:])
    assert [one.rows for one in simpler(many)][:3] == [many.rows[:10], many.rows[10:], many.rows[1:]]
    assert next(simpler(fewer)).rows == fewer.rows[1:]
    for count, counts in ((25, [1, 12, 20]), (2, [1]), (1, [])):
        assert [one.n for one in simpler(Instance("zero", ((Fraction(0),),), (count,)))] == counts


@given(st.lists(st.lists(st.fractions(-1, 1, max_denominator=9), min_size=2, max_size=2), min_size=1, max_size=3))
def test_every_simplification_has_fewer_rows_or_columns_or_one_simpler_entry(Z: list[list[Fraction]]) -> None:
    rows = tuple(map(tuple, Z))
    for other in (one.rows for one in simpler(Instance("drawn", rows))):
        if len(other) == len(rows) and len(other[0]) == len(rows[0]):
            pairs = [(a, b) for r, s in zip(rows, other, strict=True) for a, b in zip(r, s, strict=True) if a != b]
            assert [complexity(b) < complexity(a) for a, b in pairs] == [True]
        else:
            assert (len(rows) - len(other), len(rows[0]) - len(other[0])) in {(1, 0), (0, 1)}


def test_exact_numbers_are_shown_whole_and_balls_with_their_radius() -> None:
    assert number_text(fmpq(-1, 3)) == "-1/3"
    assert [number_text(arb(x)) for x in (0.5, -2, 1e20)] == ["0.5", "-2", "1e+20"]
    with Ball(128).active():
        assert number_text(arb(1) / 3) == "[0.33333333333333333333 +/- 3.34e-21]"
