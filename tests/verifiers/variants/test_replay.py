"""Protects a variant's counterexample: its record alone decides it again, and so does a pasted test."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace as State
from typing import Any

import numpy as np
import pytest
from lemmacheck import assert_holds, check_variant
from lemmacheck.reports.json_ import write_records
from lemmacheck.theory.books.jst.methods.variants import Variant, momentum, schedule, steps
from lemmacheck.theory.books.jst.problems.general_losses import Reciprocal
from lemmacheck.theory.margins.losses import Logistic
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Header, Record, Verdict, Witness
from lemmacheck.verifiers.replay.replay import OF_NUMBERS, replay
from lemmacheck.verifiers.variants.answer import OUTCOME, Answer
from lemmacheck.verifiers.variants.asking import claims_for
from lemmacheck.verifiers.variants.outcome import answer
from lemmacheck.verifiers.variants.paste import module
from lemmacheck.verifiers.variants.preflight import preflight
from lemmacheck.verifiers.variants.unseen import Trial

from tests.commands import Command
from tests.sampled import sampled

STEPS = 12
DATA = structured()[::2]
TRIALS = [Trial(data, STEPS) for data in DATA]


class LongSteps:
    """Steps written with the problem's own operations: its iterates are balls."""

    def start(self, p: Any) -> State:
        return State(t=0, w=p.zeros(), q=p.softmax(p.zeros()))

    def step(self, p: Any, s: State) -> State:
        w = s.w - 3 * p.gradient(s.w)
        return State(t=s.t + 1, w=w, q=p.softmax(w))


class InFloats:
    """The same in plain NumPy: its iterates are dyadic rationals."""

    def start(self, p: Any) -> State:
        return State(w=np.zeros(p.d))

    def step(self, p: Any, s: State) -> State:
        Z = np.asarray(p.Z, dtype=float)
        q = np.exp(Z @ s.w)
        return State(w=s.w - 3 * (q / q.sum()) @ Z)


def mine(run: Any) -> Any:
    """w_t = 0."""
    from lemmacheck.theory.core.relation import equal

    return equal(run.w, 0)


VARIANTS = {
    "schedule": (schedule(theta=lambda t: 4), {"P.L3.6u", "P.3.8", "P.L3.5"}, {"lambda", "theta"}),
    "floats for λ": (schedule(lam=lambda t: 2.0 / (t + 3.3)), {"N1.psi", "P.L3.5"}, {"lambda", "theta"}),
    "momentum": (momentum(beta=lambda t: 2 * t / (t + 1)), {"P.T3.1.2l"}, {"beta", "theta"}),
    "implied λ": (momentum(beta=lambda t: t, theta=lambda t: 3), {"P.L3.6u"}, {"beta", "theta"}),
    "a first push": (momentum(beta=lambda t: Fraction(1, 2)), {"N1.psi", "P.3.8", "P.C.4"}, {"beta", "theta"}),
    "without a dual form": (momentum(beta=lambda t: t - 1), {"N1.psi", "P.T3.1.2l"}, {"beta", "theta"}),
    "logistic loss": (schedule(theta=lambda t: 6, loss=Logistic()), {"P.C.4", "P.C.5"}, {"lambda", "theta", "loss"}),
    "another loss": (schedule(theta=lambda t: 6, loss=Reciprocal()), {"P.C.5", "N1g.psi"}, {"lambda", "theta", "loss"}),
    "exact steps": (steps(LongSteps()), {"P.3.1.R", "N1.psi", "P.3.10.2"}, {"w", "q"}),
    "float steps": (steps(InFloats()), {"P.3.1.R", "N1.psi", "P.3.10.2"}, {"w"}),
}


def answered(variant: Variant, ids: set[str]) -> list[Answer]:
    ready = preflight(replace(variant, name="mine")).variant
    return [answer(claim, ready, TRIALS) for claim in claims_for(ready) if claim.id in ids]


def refutations(variant: Variant, ids: set[str]) -> list[Record]:
    found = [record for one in answered(variant, ids) for record in one.records() if record.witness]
    return [Record.from_json(record.to_json()) for record in found]


def witness(record: Record) -> Witness:
    assert record.witness is not None
    return record.witness


@pytest.fixture(scope="module", params=sampled(VARIANTS, 4))
def refuted(request: pytest.FixtureRequest) -> tuple[list[Record], set[str]]:
    variant, ids, names = VARIANTS[request.param]
    found = refutations(variant, ids)
    assert {record.id.removesuffix(OUTCOME) for record in found} == ids
    return found, names


def test_every_counterexample_stands_by_its_record_alone(refuted: tuple[list[Record], set[str]]) -> None:
    for record in refuted[0]:
        again = replay(record)
        assert again.stands, (record.id, again.text)
        assert again.text.startswith("refuted on Z = ")


def test_a_record_keeps_the_numbers_that_its_run_needs_and_no_more(refuted: tuple[list[Record], set[str]]) -> None:
    for record in refuted[0]:
        w = witness(record)
        assert set(w.parameters) - {"loss"} == refuted[1] - {"loss"}
        assert all(len(values) <= w.steps + 2 for values in w.parameters.values())


def test_a_tampered_counterexample_does_not_stand(refuted: tuple[list[Record], set[str]]) -> None:
    for record in refuted[0]:
        w = witness(record)
        others = [replace(w, t=w.t + 1), replace(w, lhs="7"), replace(w, relation="<")]
        for changed in others:
            assert not replay(replace(record, witness=changed)).stands
        assert not replay(replace(record, verdict=Verdict.CERTIFIED)).stands


def test_the_pasted_test_fails_with_the_same_witness(refuted: tuple[list[Record], set[str]]) -> None:
    records, _ = refuted
    space: dict[str, Any] = {}
    exec(compile(module(records), "pasted", "exec"), space)
    tests = [value for name, value in space.items() if name.startswith("test_")]

    assert len(tests) == len(records)
    for test, record in zip(tests, records, strict=True):
        with pytest.raises(AssertionError) as failure:
            test()
        assert replay(record).text.removesuffix(OF_NUMBERS) in str(failure.value)
        assert str(failure.value).startswith(f"{record.id}: {record.statement}")


def test_what_breaks_late_is_recorded_by_the_momentum_whose_implied_fractions_are_too_long() -> None:
    """After 362 steps λ_t has 6000 digits where β_t is 99/100: the refutation was lost, and its message 20 pages."""
    ready = preflight(replace(momentum(beta=lambda t: min(t / (t + 1), 0.99)), name="mine")).variant
    rows = [["500000 x -6/11", "1/15", "1/8"], ["-1/10", "-13/17", "-4/7"], ["200000 x 19/20", "1/19", "-1/13"]]
    trial = Trial(Instance.from_json("late", rows), 362)
    (found,) = [answer(claim, ready, [trial]) for claim in claims_for(ready) if claim.id == "P.P3.7"]
    (record,) = [one for one in found.records() if one.verdict == Verdict.REFUTED]

    assert {*witness(record).parameters} == {"beta", "theta"}
    assert replay(record).stands


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mine", "gentle"])
def test_a_loss_of_the_authors_own_is_said_not_to_be_in_the_record(name: str) -> None:
    own = schedule(theta=lambda t: 6, loss=Logistic(name=name))
    (found,) = refutations(own, {"P.C.4"})
    told = f"the loss '{name}' is its author's own: records do not hold it, and so cannot decide its runs again"

    assert preflight(own).notes[-1] == told
    assert witness(found).parameters == {"own loss": [name]}
    assert (replay(found).stands, replay(found).text) == (None, told)
    assert module([found]) == ""
    with pytest.raises(ValueError, match=told):
        assert_holds("P.C.4", witness(found).Z, steps=2, parameters=witness(found).parameters)


def test_the_assertion_passes_where_the_claim_holds() -> None:
    lam = {"lambda": ["1", "2/3", "1/2", "2/5"], "theta": ["1", "1", "1", "1"]}
    assert_holds("P.L3.2", [["-1"], ["1/2"]], steps=2, parameters=lam)

    with pytest.raises(AssertionError, match=r"not-applicable fails: θ_t = 1 and λ_t = 2/\(t\+2\)"):
        assert_holds("P.L3.2", [["-1"]], steps=2, parameters={**lam, "theta": ["1", "1/2", "1", "1"]})


@pytest.mark.parametrize(("parameters", "told"), [
    ({}, "describe no method"),
    ({"lambda": ["1", "2/3", "1/2"]}, "lack theta"),
    ({"lambda": ["1", "x", "1/2"], "theta": ["1"] * 3}, "'lambda' at t = 1 is 'x': expected a fraction such as '3/5'"),
    ({"lambda": ["1", "1", "9" * 5000], "theta": ["1"] * 3}, "it has 5000 digits in a row; expected at most 4300"),
    ({"lambda": ["1"], "theta": ["1"] * 3}, "end before t = 1"),
    ({"lambda": [], "theta": ["1"] * 3}, "'lambda' is empty"),
    ({"lambda": ["1"] * 3, "theta": ["1"] * 3, "loss": ["hinge"]}, "no loss is called 'hinge'"),
])  # fmt: skip
def test_parameters_that_decide_nothing_are_a_sentence(parameters: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        assert_holds("P.L3.2", [["-1"]], steps=1, parameters=parameters)


LAMBDA = {"lambda": ["1"] * 4, "theta": ["1"] * 4}


@pytest.mark.parametrize(("given", "told"), [
    ({"parameters": ""}, "parameters= of assert_holds is ''; expected a dict"),
    ({"parameters": None}, "parameters= of assert_holds is None"),
    ({"parameters": {3: ["1"]}}, "a label in parameters= of assert_holds is 3"),
    ({"parameters": {"lambda": 1, "theta": 1}}, "lambda= of the parameters= of assert_holds is 1; expected a list"),
    ({"parameters": {"lambda": "1111", "theta": "1111"}}, "lambda= of the parameters= of assert_holds is '1111'"),
    ({"parameters": {**LAMBDA, "beta": ["1"] * 4}}, "the parameters hold beta beside lambda"),
    ({"parameters": {**LAMBDA, "loss": ["exponential", "logistic"]}}, "no loss is called 'exponential and logistic'"),
    ({"parameters": {**LAMBDA, "loss": [["a"]]}}, "no loss is called \"['a']\""),
    ({"parameters": {"own loss": ["x", "y"]}}, "the loss 'x' is its author's own"),
    ({"parameters": {"w": [["a"]] * 4}}, "'a' is no number of a run"),
    ({"parameters": {"w": [[None]] * 4}}, "None is no number of a run"),
    ({"parameters": {"w": [[0.5]] * 4}}, "0.5 is no number of a run"),
    ({"parameters": {"w": [["0"]] * 4}}, "P.L3.2 is not decided on these parameters: run.theta"),
    ({"Z": None}, "Z= of assert_holds is None"),
    ({"Z": ["1"]}, "Z= of assert_holds holds '1'"),
    ({"steps": "1"}, "steps= of assert_holds is '1'; expected a whole number from 0 on"),
    ({"steps": 1.0}, "steps= of assert_holds is 1.0"),
    ({"steps": 10**10}, "P.L3.2: the parameters end before t = 10000000000"),
    ({"steps": -1}, "steps= of assert_holds is -1"),
    ({"id": None}, "id= of assert_holds is None"),
    ({"id": "S.Thm3.lin"}, "S.Thm3.lin is not decided on these parameters"),
])  # fmt: skip
def test_an_argument_of_another_type_or_about_another_method_is_a_sentence(given: dict[str, Any], told: str) -> None:
    """Protects an author's test from an error that tells of this package's own lines."""
    with pytest.raises((ValueError, TypeError)) as raised:
        assert_holds(**{"id": "P.L3.2", "Z": [["-1"]], "steps": 1, "parameters": LAMBDA, **given})
    assert str(raised.value).startswith(told)


@pytest.mark.parametrize("given", [{"steps": "4"}, {"steps": 0}, {"steps": 2.5}, {"only": 3}, {"only": ["P.L3.2"]}])
def test_check_variant_refuses_an_argument_of_another_type_by_its_name(given: dict[str, Any]) -> None:
    (name,) = given
    with pytest.raises(TypeError, match=f"{name}= of check_variant is"):
        check_variant(schedule(), **given)


def test_a_claim_that_is_not_in_the_book_is_a_sentence() -> None:
    for id in ("P.X", "P.S3.gamma.corrected (outcome)", "P.X (outcome)"):
        with pytest.raises(ValueError, match=r"no claim is called .*; of a book of yours, assert check\(library"):
            assert_holds(id, [["-1"]], steps=1, parameters={"w": [["0"], ["0"]]})


@pytest.mark.slow
def test_a_whole_report_of_a_variant_is_replayed_what_is_no_refutation_as_open(
    tmp_path: Path, lemmacheck: Command
) -> None:
    variant = schedule(theta=lambda t: 4, claims=[mine])
    records = [
        record for one in answered(variant, {"P.L3.6u", "P.L3.4a", "P.L3.2", "mine"}) for record in one.records()
    ]
    write_records(records, tmp_path / "records.jsonl", Header("a variant"))
    result = lemmacheck("replay", str(tmp_path / "records.jsonl"))
    first = {line.split("  ")[0] for line in result.out.splitlines()}

    assert (result.status, result.err) == (0, "")
    assert first == {"stands", "open"}
    assert module(answered(variant, {"mine"})[0].records()) == ""


@pytest.mark.parametrize(("variant", "id", "why_not"), [
    (schedule(lam=lambda t: 2 / (t + 3)), "N1g.standard", ""),
    (schedule(lam=lambda t: 2 / (t + 3)), "P.C.1", ""),
    (schedule(lam=lambda t: 2 / (t + 3), loss=Logistic()), "P.C.1.KL.1", "it is about another loss"),
])  # fmt: skip
def test_a_claim_is_about_another_loss_if_that_hypothesis_fails_in_whatever_order(
    variant: Variant, id: str, why_not: str
) -> None:
    """A hypothesis that is not asked, as one before it fails, does not fail."""
    ready = preflight(replace(variant, name="mine")).variant
    (claim,) = (one for one in claims_for(ready) if one.id == id)
    for k in range(len(claim.given)):
        turned = replace(claim, given=(*claim.given[k:], *claim.given[:k]))
        found = answer(turned, ready, TRIALS[:2])

        assert found.theorem.verdict == Verdict.NOT_APPLICABLE
        assert found.why_not == why_not
        assert (found.outcome is None) == bool(why_not)
