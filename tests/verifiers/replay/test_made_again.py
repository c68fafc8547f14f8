"""Protects what a record is held against: the shortest refuting run, the named data, and the reason in its words."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from lemmacheck.theory.core.claim import Claim, Kind
from lemmacheck.theory.core.relation import Chance, Decay, at_least, at_most
from lemmacheck.verifiers.decide import tiny_data
from lemmacheck.verifiers.decide.counterexamples import MANY
from lemmacheck.verifiers.decide.curves import of_record
from lemmacheck.verifiers.decide.ladder import Decision, rungs
from lemmacheck.verifiers.decide.tiny_data import decision_text, refuted_on_tiny_data
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import planted_on
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.comparison import Place
from lemmacheck.verifiers.probe.need import RANGE
from lemmacheck.verifiers.probe.placebos import informative
from lemmacheck.verifiers.records.verdict import Condition, Origin, Verdict, Witness, Worst
from lemmacheck.verifiers.replay import made_again
from lemmacheck.verifiers.replay.made_again import Setting, index_of, names_these_data, without_a_row_or_column
from lemmacheck.verifiers.replay.replay import Knowledge, replay
from lemmacheck.verifiers.variants.answer import OUTCOME

from tests.books.written import LEAST, RELATION, WRITE
from tests.verifiers.decide.test_ties import COLLINEAR, tied
from tests.verifiers.replay.test_rules import CERTIFIED, SUPPORTED, UNREAD, made

DUAL, DATA = LIBRARY.claims["P.3.2.upd"], LIBRARY.claims["P.2.1"]
LABEL = next(iter(DUAL.usual))
ALONE, REPORT = Setting(), Setting({"per_shape": 1, "steps": 6, "rate_steps": 60})


def stated(function: Callable[[Any], Any], of: Claim = DUAL) -> Claim:
    return replace(of, function=function, given=(), uses=(), fault="")


def turned(steps: int, Z: list[list[str]] | None = None, label: str = LABEL) -> Witness:
    return Witness(Z or [["1"]], 0, "", "", label, steps)


@pytest.mark.parametrize("k", [1, 2, 4])
def test_a_witness_is_decided_on_the_shortest_run_that_refutes(k: int) -> None:
    claim = stated(lambda run: at_most(run.t, k - 1))
    found, decision = made_again.witness(claim, turned(6), ALONE)

    assert decision.verdict == Verdict.REFUTED
    assert found == replace(turned(k), t=k, lhs=str(k), rhs=str(k - 1), relation="<=")


def test_a_run_of_the_witnesss_length_must_refute() -> None:
    found, decision = made_again.witness(stated(lambda run: at_least(0 * run.t + run.t[-1], 5)), turned(6), ALONE)
    assert (found, decision.verdict) == (None, Verdict.CERTIFIED)
    with pytest.raises(ValueError, match="a run of no steps"):
        made_again.witness(stated(lambda run: at_most(run.t, 0)), turned(0), ALONE)


def test_the_numbers_of_a_variant_are_decided_and_not_the_run_of_their_label() -> None:
    claim = stated(lambda run: at_most(run.theta, 1))
    for theta, verdict in (("2", Verdict.REFUTED), ("1", Verdict.CERTIFIED)):
        numbers = replace(turned(1), parameters={"lambda": ["1"] * 3, "theta": [theta] * 3})
        assert made_again.witness(claim, numbers, ALONE)[1].verdict == verdict


def test_a_witness_of_data_alone_has_no_steps() -> None:
    claim = stated(lambda p: at_most(p.squared(p.Z), 0), DATA)
    found, _ = made_again.witness(claim, turned(3, label=next(iter(DATA.usual))), ALONE)

    assert found is not None
    assert found.steps == 0


def test_a_reports_witness_is_the_smallest() -> None:
    claim = stated(lambda run: at_most(run.t, 0))
    for Z in ([["1"], ["2"]], [["1", "2"]]):
        with pytest.raises(ValueError, match="not the smallest"):
            made_again.witness(claim, turned(2, Z), REPORT)
        assert made_again.witness(claim, turned(2, Z), ALONE)[0] is not None
    assert made_again.witness(claim, turned(2), REPORT)[0] is not None


def test_the_parts_of_data_lack_one_row_or_one_column() -> None:
    def of(*rows: tuple[int, ...]) -> list[list[list[int]]]:
        instance = Instance("x", tuple(tuple(map(Fraction, row)) for row in rows))
        return [[[int(x) for x in row] for row in part.rows] for part in without_a_row_or_column(instance)]

    assert of((5,)) == []
    assert of((5, 7)) == [[[7]], [[5]]]
    assert of((5,), (7,)) == [[[7]], [[5]]]
    assert of((5, 7), (8, 9)) == [[[8, 9]], [[5, 7]], [[7], [9]], [[5], [8]]]
    for copies in ((2, 1), (1, 3)):
        kept = [
            part.copies for part in without_a_row_or_column(Instance("x", ((Fraction(5),), (Fraction(8),)), copies))
        ]
        assert kept == [tuple(count for count in (copies[k],) if count > 1) for k in (1, 0)]
    many = of(*[(5, 7)] * (MANY + 1))
    assert many[-2:] == [[[7]] * (MANY + 1), [[5]] * (MANY + 1)]


def test_the_tightest_run_of_a_report_is_as_long_as_its_runs() -> None:
    def worst(steps: int, setting: Setting) -> Any:
        tightest = Worst(None, None, 0, "x", [["-1"]], LABEL, steps)
        return made_again.worst(stated(lambda run: at_most(run.t, 99)), tightest, setting, Verdict.CERTIFIED)[0]

    for steps, setting in ((6, REPORT), (3, REPORT), (4, ALONE)):
        assert worst(steps, setting).steps == steps
    with pytest.raises(ValueError, match="a tightest run of 4 steps; those of the report have 6 or 3"):
        worst(4, REPORT)


@pytest.mark.parametrize(
    ("own", "said", "verdict", "steps", "accepted"),
    [
        (False, RELATION, Verdict.REFUTED, 9, True),  # a search goes further than the report
        (False, RELATION, Verdict.REFUTED, 5, False),
        (False, RELATION, Verdict.CERTIFIED, 9, False),
        (True, RELATION, Verdict.REFUTED, 5, True),
        (True, RELATION, Verdict.CERTIFIED, 5, False),
        (True, "at_most(run.x[-1:], 9)", Verdict.CERTIFIED, 4, True),  # it is asked of short runs
        (True, "at_most(run.x[-1:], 9)", Verdict.CERTIFIED, 5, False),
        (True, RELATION, Verdict.CERTIFIED, 4, False),
    ],
)
def test_a_tightest_run_of_another_length_is_one_that_a_report_makes(
    opened: WRITE, own: bool, said: str, verdict: Verdict, steps: int, accepted: bool
) -> None:
    claim = opened(LEAST, (RELATION, said)).claims["L.1"] if own else stated(lambda run: at_most(run.t, 99))
    tightest = Worst(None, None, 0, "x", [["1"]], next(iter(claim.usual)), steps)
    if accepted:
        found, decision, _ = made_again.worst(claim, tightest, REPORT, verdict)
        assert found is not None
        assert found.steps == decision.steps == steps
    else:
        with pytest.raises(ValueError, match=f"a tightest run of {steps} steps; those of the report have 6 or 3"):
            made_again.worst(claim, tightest, REPORT, verdict)


def test_a_method_for_a_fixed_number_of_steps_takes_these(opened: WRITE) -> None:
    claim = opened(LEAST, ("on=Line", "on=Line, horizons=[5]"), (RELATION, "at_most(2, run.x)")).claims["L.1"]
    label = next(iter(claim.usual))
    tightest = Worst(None, None, 0, "x", [["1"]], label, 5)
    found, _ = made_again.witness(claim, turned(9, label=label), ALONE)

    assert found is not None
    assert found.steps == 5
    assert made_again.worst(claim, tightest, REPORT, Verdict.CERTIFIED)[1].steps == 5
    with pytest.raises(ValueError, match="a tightest run of 4 steps"):
        made_again.worst(claim, replace(tightest, steps=4), REPORT, Verdict.CERTIFIED)


def test_a_run_on_data_that_are_made_for_it_has_the_steps_that_its_method_says() -> None:
    claim = next(c for c in LIBRARY.claims.values() if c.method and "on three columns" in " ".join(c.method.planted))
    assert claim.method is not None
    ((label, one),) = claim.method.planted.items()
    tightest = Worst(None, None, 0, "x", planted_on(claim.method)[label].to_json(), label, one.steps)

    assert names_these_data(f"made for {label}", tightest.Z, claim)
    assert made_again.worst(claim, tightest, REPORT, Verdict.CERTIFIED)[1].steps == one.steps
    with pytest.raises(ValueError, match="a tightest run of 6 steps; those of the report have 40 or 40"):
        made_again.worst(claim, replace(tightest, steps=6), REPORT, Verdict.CERTIFIED)
    with pytest.raises(ValueError, match="a tightest run of 41 steps; those of the report have 40 or 40"):
        made_again.worst(claim, replace(tightest, steps=41), REPORT, Verdict.REFUTED)


def test_a_tie_is_decided_as_the_recorded_verdict_left_it() -> None:
    """By normal forms, with the most bits, or with the least."""
    claim = LIBRARY.claims["P.L3.6u"]
    label = next(label for label, algorithm in claim.usual.items() if tied(claim, algorithm))
    tightest = Worst(None, None, 0, "x", COLLINEAR.to_json(), label, 6)
    found = {
        verdict: made_again.worst(claim, tightest, ALONE, verdict)[1]
        for verdict in (Verdict.CERTIFIED, Verdict.SUPPORTED, Verdict.PROVED)
    }

    assert {recorded: one.verdict for recorded, one in found.items()} == {
        Verdict.CERTIFIED: Verdict.CERTIFIED, Verdict.SUPPORTED: Verdict.SUPPORTED, Verdict.PROVED: Verdict.SUPPORTED,
    }  # fmt: skip
    assert found[Verdict.SUPPORTED].bits == rungs(6)[-1]
    assert found[Verdict.PROVED].bits == rungs(6)[0]


def test_on_data_whose_paths_are_too_many_to_list_the_tightest_run_is_sampled() -> None:
    claim = LIBRARY.claims["P.D.2.p2.2"]
    data = [[f"-1/{k + 2}", "1/2"] for k in range(40)]
    for Z, sampled in ((data, True), (data[:1], False)):
        tightest = Worst(None, None, 0, "x", Z, next(iter(claim.usual)), 3)
        assert made_again.worst(claim, tightest, ALONE, Verdict.SUPPORTED)[1].sampled is sampled


def test_a_rates_run_is_as_long_as_those_of_its_report() -> None:
    claim = replace(stated(lambda run: Decay(1 / run.t[1:] ** 2, Fraction(1))), returns=Decay)
    run = Worst(None, None, 0, "x", [["-1", "1/2"], ["-1/2", "-1"]], LABEL, 60)
    found = made_again.slowest(claim, run, REPORT)

    assert (found.steps, found.instance, found.Z) == (60, "x", run.Z)
    assert abs(float(found.lhs) + 2) < 0.01
    assert found == made_again.slowest(claim, run, ALONE)
    assert made_again.slowest(claim, replace(run, steps=64), ALONE).steps == 64
    with pytest.raises(ValueError, match="a run of 64 steps; those of the report's rates have 60"):
        made_again.slowest(claim, replace(run, steps=64), REPORT)
    rounded = f"{float(found.lhs) + 1e-6:.7f}"
    assert made_again.slowest(claim, replace(run, lhs=rounded), REPORT).lhs == rounded
    assert made_again.slowest(claim, replace(run, lhs="7"), REPORT).lhs == found.lhs


def test_curves_are_drawn_again_where_the_record_has_some() -> None:
    claim, record = LIBRARY.claims[CERTIFIED], made(CERTIFIED)

    assert made_again.curves_again(claim, replace(record, curves=[])) == []
    assert made_again.curves_again(claim, replace(record, curves=["any"])) == of_record(claim, record) != []


def test_data_are_named_as_the_survey_names_them() -> None:
    one, other = structured()[:2]

    claim = LIBRARY.claims["P.L3.2"]

    assert names_these_data(one.name, one.to_json(), claim)
    assert not names_these_data(one.name, other.to_json(), claim)
    assert not names_these_data("mine", one.to_json(), claim)
    assert list(map(index_of, ["a-b-7", "a-123", "a-b-1234", "a-12345", "a", "a-b", "12-a"])) == [
        100, 1000, 10000, 100, 100, 100, 100,
    ]  # fmt: skip


def test_what_is_not_checkable_and_a_rate_without_a_run_have_no_hypotheses() -> None:
    def of(claim: Claim, **changes: Any) -> list[str]:
        record = replace(made(CERTIFIED), hypotheses=[], **changes)
        return [h.name for h in made_again.from_the_library(claim, record).hypotheses]

    claim, rate = LIBRARY.claims[CERTIFIED], LIBRARY.claims["N.DA.typical.dual"]
    names, of_the_rate = [h.name for h in claim.given], [h.name for h in rate.given]
    assert (of(claim), of(rate)) == (of(claim, worst=None), of_the_rate) == (names, of_the_rate)
    assert of(rate, worst=None) == of(replace(claim, not_checkable="no number")) == []


def test_parameters_that_no_run_of_the_claim_has_are_refused() -> None:
    with pytest.raises(ValueError, match="no parameters are called 'mine'; known are λ"):
        made_again.algorithm_of(DUAL, "mine")


def test_data_on_which_a_claim_is_not_decided_are_refused(opened: WRITE) -> None:
    claim, own, large = LIBRARY.claims[UNREAD], opened(LEAST).claims["L.1"], [["1"] * 9] * 9

    for wide in (own, replace(claim, returns=Chance)):
        assert made_again.instance_of(wide, "x", large, 1).shape == (9, 9)
    assert made_again.instance_of(claim, "x", [["1"]], 1).shape == (1, 1)
    with pytest.raises(ValueError, match=r"N4.form is not decided on data of shape \(9, 9\): they are out of reach"):
        made_again.instance_of(claim, "x", large, 1)


def test_a_record_takes_from_the_library_what_the_claim_says_of_itself() -> None:
    corrected = next(c for c in LIBRARY.claims.values() if c.corrects and c.uses)
    record = replace(made(CERTIFIED), id=corrected.id)

    again = made_again.from_the_library(corrected, record)
    assert (again.corrects, again.uses) == (corrected.corrects, list(corrected.uses))
    again = made_again.from_the_library(corrected, replace(record, id=corrected.id + OUTCOME))
    assert (again.corrects, again.uses) == (None, [])


def test_hypotheses_keep_their_counts_and_that_of_the_range_its_place() -> None:
    claim = LIBRARY.claims[CERTIFIED]
    record = made(CERTIFIED)
    names = [h.name for h in claim.given]
    counted = [replace(h, met=5, of=7) for h in record.hypotheses]

    def of(hypotheses: list[Condition], claim: Claim = claim) -> list[tuple[str, int, int]]:
        again = made_again.from_the_library(claim, replace(record, hypotheses=hypotheses))
        return [(h.name, h.met, h.of) for h in again.hypotheses]

    assert of(counted) == [(name, 5, 7) for name in names]
    assert of([]) == [(name, 0, 0) for name in names]
    ranged = Condition(RANGE, "forged", 5, 7)
    assert of([*counted, ranged], replace(claim, first=1)) == [*((name, 5, 7) for name in names), (RANGE, 5, 7)]
    again = made_again.from_the_library(replace(claim, first=1), replace(record, hypotheses=[*counted, ranged]))
    assert again.hypotheses[-1].statement == "t ≥ 1"
    assert of([*counted, ranged], replace(claim, first=0)) == [(name, 5, 7) for name in names]
    assert of([*counted, replace(ranged, name="forged")], replace(claim, first=1)) == [(name, 5, 7) for name in names]


def test_needs_are_those_of_the_record_or_those_that_are_published_of_a_report() -> None:
    claim, record = LIBRARY.claims[SUPPORTED], made(SUPPORTED)
    name = claim.given[0].name
    again = made_again.from_the_library(claim, record)

    def tried(recorded: int, published: int, setting: Setting) -> int:
        conditions = [replace(record.hypotheses[0], tried=recorded), *record.hypotheses[1:]]
        told = replace(record, hypotheses=conditions)
        found = made_again.with_needs(claim, again, told, replace(setting, needs={name: published}))
        assert all(h.tried == 0 for h in found.hypotheses[1:])
        return found.hypotheses[0].tried

    assert tried(7, 5, ALONE) == 7
    assert tried(7, 5, REPORT) == 5
    assert tried(7, 0, REPORT) == 0
    assert tried(0, 5, ALONE) == 0


def test_how_many_runs_were_tried_for_a_need_is_listed_as_not_checked_where_no_report_says_it() -> None:
    record = made(SUPPORTED)
    told = replace(record, hypotheses=[replace(record.hypotheses[0], tried=7), *record.hypotheses[1:]])

    assert "hypotheses.tried" in replay(told, Knowledge(Origin("check"))).unchecked
    assert "hypotheses.tried" not in replay(record, Knowledge(Origin("check"))).unchecked
    assert replay(told, Knowledge(Origin("report", {"per_shape": 1, "steps": 6}))).stands is False


def test_a_share_of_placebos_is_computed_of_what_holds_and_states_one() -> None:
    claim, record = LIBRARY.claims[CERTIFIED], made(CERTIFIED)

    def again(verdict: Verdict, share: float | None) -> float | None:
        stated = replace(record, verdict=verdict, informative=share)
        return made_again.with_informative(claim, stated, stated).informative

    assert record.informative is None
    assert again(Verdict.CERTIFIED, None) is again(Verdict.REFUTED, 0.5) is None
    assert again(Verdict.CERTIFIED, 0.5) == informative(claim) is not None


def test_a_run_that_needs_a_hypothesis_is_decided_again() -> None:
    claim, name = LIBRARY.claims["P.3.2.phimu.1"], "standard_schedule"
    record = replace(made(CERTIFIED), id=claim.id, hypotheses=[Condition(name, "", 0, 0, need=turned(1, label="none"))])
    again = made_again.from_the_library(claim, record)
    found = {h.name: h.need for h in made_again.with_needs(claim, again, record, ALONE).hypotheses}

    assert found[name] is None  # no method is called that, and the run shows nothing
    without, need = LIBRARY.claims["P.3.1.min0"], Witness([["-1"]], 0, "1/2", "0", relation="==", whole=True)
    bare = made_again.from_the_library(without, made(CERTIFIED))
    given = next(h for h in bare.hypotheses if h.name == "nonseparable")
    for recorded, setting in ((need, ALONE), (None, replace(REPORT, needs={given.name: need}))):
        told = replace(record, hypotheses=[replace(given, need=recorded)])
        found_again = made_again.with_needs(without, bare, told, setting).hypotheses
        assert found_again == [replace(h, need=need if h is given else None) for h in bare.hypotheses]
    huge = replace(record, hypotheses=[Condition(name, "", 0, 0, need=turned(10**9))])
    with pytest.raises(ValueError, match="a run of 1000000000 steps"):
        made_again.with_needs(claim, again, huge, ALONE)


def test_small_data_refute_what_is_false_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    false = stated(lambda run: at_most(run.t, 7))
    found = refuted_on_tiny_data(false)

    assert found is not None
    assert found[0].verdict == Verdict.REFUTED
    assert found[0].worst is not None
    assert found[0].worst.t == 8
    assert Instance.from_json("tiny", found[1]).shape[0] >= 1
    assert refuted_on_tiny_data(stated(lambda run: at_least(run.squared(run.Z)[None], 0))) is None
    for true in (lambda run: at_most(run.t, 8), lambda run: at_most(run.t, run.t + 10**20 - 10**20)):
        assert refuted_on_tiny_data(stated(true)) is None  # floats suspect the second
    monkeypatch.setattr(tiny_data, "screen", lambda *_: pytest.fail("asked"))
    for silent in ("is_rate", "is_chance", "lists_all_paths", "dataless"):
        for claim in [c for c in LIBRARY.claims.values() if getattr(c, silent)]:
            assert refuted_on_tiny_data(claim) is None


def test_a_refutation_is_told_with_its_data_its_place_and_both_sides() -> None:
    there = Place(0, 3, fmpq(2), fmpq(1), "<=", -1.0, 2.0)
    refuted = Decision(Verdict.REFUTED, worst=there, steps=4)

    assert decision_text(refuted, [["1", "2"], ["3", "4"]]) == "refuted on Z = [1 2; 3 4] at t = 3: 2 ≤ 1 is false"
    assert decision_text(refuted, []) == "refuted at t = 3: 2 ≤ 1 is false"
    whole = replace(refuted, worst=replace(there, whole=True))
    assert decision_text(whole, []) == "refuted at T = 4: 2 ≤ 1 is false"
    assert decision_text(replace(whole, steps=0), []) == "refuted: 2 ≤ 1 is false"
    assert decision_text(Decision(Verdict.UNDECIDED, "too wide", worst=there), [["1"]]) == "undecided too wide"
    assert decision_text(Decision(Verdict.REFUTED), [["1"]]) == "refuted"


@pytest.mark.parametrize(("kind", "stays"), [(Kind.EVERY_T, True), (Kind.ALL_Q, False)])
def test_earlier_records_spell_one_kind_otherwise(kind: Kind, stays: bool) -> None:
    before = replace(made(CERTIFIED), kind="inequality every t")

    again = made_again.from_the_library(replace(LIBRARY.claims[CERTIFIED], kind=kind), before)

    assert again.kind == (before.kind if stays else kind)
