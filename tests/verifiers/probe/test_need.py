"""Protects the needs: each witness breaks one hypothesis alone and surely, is small, and stands when decided again."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck import Hypothesis, Method, Relation, above, at_least, at_most, equal, problem
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.margins.hypotheses import rates_in_range, separable, unit_rows
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.probe.at_zero import alike
from lemmacheck.verifiers.probe.breaking import by_shape, screen, settings, size, standing
from lemmacheck.verifiers.probe.need import (
    RANGE,
    Failure,
    Need,
    Needs,
    confirm,
    fails_without,
    lengths,
    need,
    unanswerable,
    witness,
)
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import sampled
from tests.shipped import made

pytestmark = pytest.mark.usefixtures("tiny_data")
CLAIMS = LIBRARY.claims
ABOUT = [None, DualNesterov, PrimalMomentum, NormalizedGD, GradientDescent]

# The smallest violations that were found, where they are rational: Z, the parameters, t (None: it counts
# comparators) and both sides there.
NEEDED = {
    ("P.phi.smooth", "unit_rows"): ([["-2"], ["0"]], "", None, "4 <= 2"),
    ("P.3.1.min0", "nonseparable"): ([["-1"]], "", None, "1/2 == 0"),
    ("P.L3.4a", "starts_at_one"): ([["-1"]], "λ drawn, θ=1", 0, "8/7 == 1"),
    ("P.L3.5", "starts_at_one"): ([["-1"]], "λ drawn, θ=1", 1, "8/7 >= 60/49"),
    ("P.L3.5", "unit_steps"): ([["-1"]], "λ=2/(t+2), θ=1/2", 1, "1/2 >= 1"),
    ("P.L3.6l", "unit_steps"): ([["-1"]], "λ=2/(t+2), θ=1/2", 1, "1 <= 1/2"),
    ("P.T3.1.2u", "standard_momentum"): ([["-1"]], "β from a drawn λ, θ drawn", 1, "1 <= 0"),
    ("P.P3.7.b.2", "standard_lambda"): ([["-1"]], "λ drawn from 1, θ=1", 2, "2 >= 9/4"),
    ("P.P3.7.b.2", RANGE): ([["-1"]], "λ=2/(t+2), θ=1", 0, "0 >= 1/4"),
    ("P.P3.7", RANGE): ([["-1"]], "λ=2/(t+2), θ=1", 0, "0 >= 1/2"),
}
UNDEFINED = {
    ("P.T3.1.1", "separable"): [["0"]],
    ("P.3.1.dualvec.corrected", "separable"): [["0"]],
    ("P.P3.7", "positive_margin"): [["0"]],
    ("P.T3.1.2u", RANGE): [["0"]],
}
NOT_SEEN = [
    ("P.T3.1.2u", "unit_rows"), ("P.L3.4a", "rates_in_range"), ("P.L3.5", "exponential_loss"),
    ("P.3.1.min0", "unit_rows"), ("P.T3.1.1", RANGE),
]  # fmt: skip
SOME = sorted({id for id, _ in [*NEEDED, *UNDEFINED, *NOT_SEEN]})


@cache
def found_of(id: str) -> Needs:
    return need(CLAIMS[id])


def needs(id: str) -> dict[str, Need]:
    return {each.hypothesis: each for each in found_of(id).needs}


@pytest.mark.slow
@pytest.mark.parametrize(("id", "name"), sampled(NEEDED, 3))
def test_the_smallest_run_that_fails_without_a_hypothesis_is_known(id: str, name: str) -> None:
    Z, label, t, sides = NEEDED[id, name]
    found = needs(id)[name].found

    assert (found.Z, found.algorithm) == (Z, label)
    assert t in (None, found.t)
    assert f"{found.lhs} {found.relation} {found.rhs}" == sides
    assert not needs(id)[name].undefined


@pytest.mark.slow
@pytest.mark.parametrize(("id", "name"), UNDEFINED)
def test_a_statement_that_divides_by_zero_without_a_hypothesis_needs_it_to_be_defined(id: str, name: str) -> None:
    found = needs(id)[name]

    assert found.undefined
    assert (found.found.Z, found.found.lhs) == (UNDEFINED[id, name], "undefined")


def test_a_run_that_is_undefined_is_so_at_its_end_or_where_that_is_said() -> None:
    claim = made(lambda run: at_most(1 / run.t[1:], 1), unit_rows, about=DualNesterov)
    setting, one = next(iter(settings(claim.method).values())), Instance.from_json("one", [["-1"]])
    for t, expected in ((None, 5), (0, 0), (3, 3)):
        found = witness(claim, Failure(None, 5), one, setting, t)
        assert (found.t, found.steps, found.lhs, found.rhs) == (expected, 5, "undefined", "")
        assert found.algorithm == setting.label


@pytest.mark.parametrize(("steps", "fails"), [(4, True), (5, False)])
def test_what_only_many_bits_tell_is_asked_of_short_runs(steps: int, fails: bool) -> None:
    """(e²⁰⁰⁰ + 1) − e²⁰⁰⁰ ≤ 1/2, which is not said to be false in fewer than 2886 bits."""
    large = cache(lambda run: run.exp(2000 + 0 * run.t))
    claim = made(lambda run: at_most(2 * ((large(run) + 1) - large(run)), 1), unit_rows, about=DualNesterov)
    setting, long = next(iter(settings(claim.method).values())), Instance.from_json("long", [["-2"]])

    assert (fails_without(claim, unit_rows, long, setting, steps) is not None) == fails


class Losing(DualNesterov):
    loss = Exponential()


def test_a_method_with_a_loss_of_its_own_has_no_other_and_those_beside_it_have() -> None:
    both: Any = type("Both", (), {"usual": {"its own": Losing(), "plain": DualNesterov()}, "unusual": {"more": None},
                                  "above_one": {"large": DualNesterov()}, "on": None})()  # fmt: skip
    found = settings(both)

    assert list(found) == [
        "its own", "plain", "more", "large", "plain, logistic loss", "more, logistic loss", "large, logistic loss",
    ]  # fmt: skip
    assert [one.above_one for one in found.values()] == [False, False, False, True, False, False, True]


def test_a_hypothesis_that_only_larger_data_break_is_broken_there() -> None:
    rows = sorted({group[0].shape[0] for group in by_shape()})
    least, most = rows[0], rows[-1]
    few = Hypothesis("few", "n is less than of the largest data", lambda p: at_most(p.n, most - 1))
    tally = screen(made(lambda p: at_most(p.n, most - 1), few), [few], settings(None).values(), 0)["few"]
    sizes = [suspect[3].shape[0] for suspect in tally.suspects]

    assert least < most
    assert set(sizes) == {most}
    assert tally.tried == len(sizes)
    assert tally.labels == set(settings(None))


UNANSWERABLE: dict[str, tuple[Callable[[Any], bool], str]] = {
    "no number": (lambda claim: bool(claim.not_checkable), "not checkable: "),
    "no hypotheses": (lambda claim: not claim.given and not claim.first and not claim.not_checkable, "it has no hyp"),
    "a rate": (lambda claim: claim.is_rate and bool(claim.given), "a rate is fitted"),
    "all paths": (lambda claim: claim.lists_all_paths and bool(claim.given or claim.first), "it speaks of all paths"),
    "false": (lambda claim: bool(claim.fault and claim.given) and not claim.lists_all_paths, "refuted with all its"),
    "true": (lambda claim: claim.id == "P.L3.2", ""),
}


@pytest.mark.parametrize("which", UNANSWERABLE)
def test_a_claim_of_which_the_question_makes_no_sense_says_why(which: str) -> None:
    such, words = UNANSWERABLE[which]
    why = unanswerable(next(claim for claim in CLAIMS.values() if such(claim)))

    assert why.startswith(words)
    assert bool(why) == bool(words)


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(SOME, 5))
def test_every_hypothesis_of_a_claim_is_asked_about(id: str) -> None:
    names = [hypothesis.name for hypothesis in CLAIMS[id].given]
    extra = [RANGE] if CLAIMS[id].first == 1 and not found_of(id).note else []

    assert list(needs(id)) == names + extra


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(SOME, 5))
def test_a_witness_stands_when_it_is_decided_again_from_its_rows(id: str) -> None:
    found = [each for each in needs(id).values() if each.found is not None]

    assert [each.hypothesis for each in found if confirm(CLAIMS[id], each.hypothesis, each.found) != each.found] == []


@pytest.mark.parametrize(("id", "name"), sampled([key for key in NEEDED if key[1] != RANGE], 4))
def test_the_ladder_agrees_that_one_hypothesis_alone_fails_and_the_claim_without_it(id: str, name: str) -> None:
    claim, w = CLAIMS[id], needs(id)[name].found
    run = Instance.from_json("witness", w.Z), settings(claim.method)[w.algorithm].algorithm, w.steps
    dropped = next(h for h in claim.given if h.name == name)
    with_it = decide(claim, *run)
    without = decide(replace(claim, given=tuple(h for h in claim.given if h is not dropped)), *run)

    assert settings(claim.method)[w.algorithm].loss == Exponential()
    assert (with_it.verdict, with_it.reason) == (Verdict.NOT_APPLICABLE, f"fails: {dropped.statement}")
    assert without.verdict == Verdict.REFUTED
    assert all(without.met.values())


def test_a_witness_that_is_changed_does_not_stand() -> None:
    said = needs("P.L3.5")["starts_at_one"]
    assert said.found is not None
    changed = [
        replace(said.found, Z=[["1/2"]]),
        replace(said.found, algorithm="λ=1, θ=1"),
        replace(said.found, t=2),
        replace(said.found, rhs="60/59"),
    ]

    assert [w for w in changed if confirm(CLAIMS["P.L3.5"], said.hypothesis, w) == w] == []


def test_no_smaller_data_break_the_smoothness_of_phi() -> None:
    claim, found = CLAIMS["P.phi.smooth"], needs("P.phi.smooth")["unit_rows"].found
    witness = Instance.from_json("witness", found.Z)
    smaller = [i for group in by_shape() for i in group if size(i) < size(witness)]
    plain = settings(None)[""]

    assert len(smaller) > 10
    assert [i.to_json() for i in smaller if fails_without(claim, unit_rows, i, plain, 0)] == []


def test_the_logistic_loss_is_what_breaks_the_exponential_one() -> None:
    found = needs("P.2.3.1")["exponential_loss"].found

    assert (found.Z, found.algorithm) == ([["-1"]], "logistic loss")


def test_runs_that_are_the_same_are_tried_once() -> None:
    """Five steps at most make a run of forty and of two hundred one run; a problem of one's own has no loss of ours."""

    @problem(shapes=(2, 1))
    class Row:
        def of(Z: Any) -> dict[str, Any]:
            return {"x": Z[0, 0]}

    given = Hypothesis("h", "x ≥ 0", lambda run: at_least(run.x, 0))
    one = made(lambda run: at_least(run.t, 0), given, about=DualNesterov)
    one = replace(one, method=Method(DualNesterov, usual={"": DualNesterov()}, on=Row, steps=5))

    assert lengths(one) == [4, 40]
    assert list(settings(one.method)) == [""]


def test_a_claim_that_its_hypothesis_makes_true_needs_it_and_one_that_it_does_not_touch_does_not() -> None:
    def rows(p: Any) -> Relation:
        return at_most(p.squared(p.Z)[None], 2)

    short, long = need(made(rows, unit_rows, separable)).needs

    assert short.found.Z == [["-2"]]
    assert (long.found, long.undefined) == (None, False)


def test_only_runs_that_meet_all_other_hypotheses_count() -> None:
    never = Hypothesis("never", "0 > 1", lambda p: above(p.num.number(0), 1))
    first, second = need(made(lambda p: at_most(p.squared(p.Z)[None], 1), unit_rows, never)).needs

    assert (first.found, first.tried) == (None, 0)
    assert second.found is None


@pytest.mark.slow
def test_a_hypothesis_about_rates_is_broken_by_rates_above_one_and_only_then() -> None:
    claim = made(lambda run: at_most(run.lam, 1), rates_in_range, unit_rows, about=DualNesterov)
    rates, rows = need(claim).needs

    assert rates.found.algorithm in LIBRARY.methods[DualNesterov].above_one
    assert rows.found is None


@pytest.mark.thorough
def test_a_side_that_overflows_is_not_undefined() -> None:
    def tower(p: Any) -> Relation:
        return at_least(p.exp(p.exp(p.exp(p.exp(20 * p.squared(p.Z)[None])))), 0)

    (only,) = need(made(tower, unit_rows)).needs

    assert (only.found, only.undefined) == (None, False)
    assert needs("P.3.1.GD.1")["unit_rows"].found is None


@pytest.mark.slow
def test_what_has_no_run_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stated = made(lambda run: at_most(run.lam, 1), unit_rows, about=DualNesterov)
    setting = next(iter(settings(stated.method).values()))
    monkeypatch.setattr("lemmacheck.verifiers.probe.need.exact_subject", lambda *_: 1 / 0)

    assert fails_without(stated, unit_rows, Instance.from_json("far", [["2"]]), setting, 3) is None


def test_an_undecided_side_is_no_need() -> None:
    def wide(p: Any) -> Relation:
        side = guarded(arb(0, 10)) if p.num.name == "ball" else 5.0
        return at_most(side + 0 * p.squared(p.Z)[None], 1)

    (only,) = need(made(wide, unit_rows)).needs

    assert only.found is None


def first_row_of(statement: Callable[[Any], Any]) -> Any:
    return need(made(statement, about=DualNesterov, first=1))


def test_the_range_is_read_from_the_same_formula_at_zero() -> None:
    (early,) = first_row_of(lambda run: at_least(run.t[1:], 1)).needs
    (summed,) = first_row_of(lambda run: at_least(run.sums(1 + 0 * run.t)[1:], 1)).needs

    for found in (early, summed):
        assert (found.hypothesis, found.statement) == (RANGE, "t ≥ 1")
        assert (found.found.t, found.found.lhs, found.found.rhs) == (0, "0", "1")


def test_a_formula_that_divides_by_t_needs_the_range_to_be_defined() -> None:
    (found,) = first_row_of(lambda run: at_most(1 / run.t[1:], 1)).needs

    assert found.undefined


@pytest.mark.parametrize("statement", [
    lambda run: at_most(run.t[:-1], run.t[1:]),
    lambda run: equal(run.squared(run.w[:1]), 0 * run.t[1:]),
    lambda run: at_least(run.per_step(lambda t: t)[1:], run.again(run.algorithm).t[1:] - run.lam[:-1]),
    lambda run: at_least(run.steps, 0),
], ids=["the t before", "the first w", "another run", "no row for t"])  # fmt: skip
def test_a_formula_that_reads_an_index_before_zero_is_not_asked_for_its_range(statement: Callable[[Any], Any]) -> None:
    answer = first_row_of(statement)

    assert answer.needs == []
    assert "not asked" in answer.note


@pytest.mark.parametrize(("id", "said"), [
    ("P.S1.best", "not checkable"),
    ("N.DA.typical.dual", "a rate"),
    ("P.3.1.dualvec", "refuted with all its hypotheses"),
    ("N4.form", "no hypotheses"),
    ("F.markov", "no hypotheses"),
])  # fmt: skip
def test_what_cannot_be_asked_is_said(id: str, said: str) -> None:
    answer = need(CLAIMS[id])

    assert answer.needs == []
    assert said in answer.note


def test_of_what_is_false_with_its_hypotheses_nothing_is_needed() -> None:
    answer = need(made(lambda p: at_most(2 * p.squared(p.Z)[None], 1), unit_rows))

    assert answer.needs == []
    assert answer.note.startswith("with all its hypotheses it is refuted on Z = [")


def test_floats_that_clearly_hold_are_no_suspects_and_those_without_a_number_are_apart() -> None:
    """2 against 1, 2 and 3, against nearly 2, and without a number on either side."""
    rhs = np.array([1, 2, 3, 2 + 1e-9, 2 - 1e-9, np.nan, np.inf])
    seen = {op: standing(Relation(np.full(7, 2.0), op, rhs)).tolist() for op in ("<=", "<", ">=", ">", "==")}

    assert seen == {
        "<=": [-1, 1, 1, 1, 1, 0, 0], "<": [-1, -1, 1, 1, -1, 0, 0], ">=": [1, 1, -1, 1, 1, 0, 0],
        ">": [1, -1, -1, -1, 1, 0, 0], "==": [-1, 1, -1, 1, 1, 0, 0],
    }  # fmt: skip
    assert standing(Relation(np.array([np.inf, np.nan, 1e12]), "<=", 1e12 - 1)).tolist() == [0, 0, 1]
    exact = np.array([fmpq(1, 3), fmpq(2, 3), 10**400], dtype=object)
    assert standing(Relation(exact, "<=", np.array([fmpq(1, 2)] * 3, dtype=object))).tolist() == [1, -1, 0]


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [(1, 1, True), (1, 2, False), (arb(1, 1), 2, True), ("nan", "nan", False), (1, "nan", False), ("nan", 1, False)],
)
def test_rows_are_alike_where_they_are_finite_and_not_apart(a: Any, b: Any, same: bool) -> None:
    one, other = (np.array([arb(0), arb(x)], dtype=object) for x in (a, b))

    assert alike(one, other) is same
    with pytest.raises(ValueError, match="shorter"):
        alike(one, other[:1])


@pytest.mark.parametrize("about", ABOUT, ids=lambda about: about.__name__ if about else "data")
def test_every_setting_has_a_name_of_its_own_and_a_loss_of_each_kind(about: type | None) -> None:
    known = settings(LIBRARY.methods[about] if about else None)

    assert len({(s.algorithm, s.loss) for s in known.values()}) == len(known)
    assert all(label == setting.label for label, setting in known.items())
    assert sum(s.loss == Exponential() for s in known.values()) * 2 == len(known)
