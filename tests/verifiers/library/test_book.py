"""Protects the decided book: its verdicts are the published ones, each with its evidence, the same every time.

By default a spread of the claims is decided, `ASKED`; `make report` compares the verdicts of all.
"""

import json
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import assume, given
from hypothesis import strategies as st
from lemmacheck import Claim, Hypothesis, Method, problem
from lemmacheck.reports import published as publishing
from lemmacheck.reports.published import known_verdicts
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.relation import Relation, at_most, equal, same_space
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.decide import lengths
from lemmacheck.verifiers.decide.ladder import rungs
from lemmacheck.verifiers.decide.recording import write_record
from lemmacheck.verifiers.decide.screening import Screened
from lemmacheck.verifiers.instances.families import structured, surveyed
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import some_within_reach
from lemmacheck.verifiers.library import deciding as book
from lemmacheck.verifiers.library import plan as planning
from lemmacheck.verifiers.library.deciding import examine, settle
from lemmacheck.verifiers.library.plan import QUICK, Plan, shortlist
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.probe.need import RANGE
from lemmacheck.verifiers.probe.needed import with_needs
from lemmacheck.verifiers.records.text import time_left
from lemmacheck.verifiers.records.verdict import Record, Verdict, join

from tests.commands import silent
from tests.sampled import soon
from tests.shipped import ASKED, CORNER, ILL_FORMED, configurations, made

CLAIMS = LIBRARY.claims
FALSE = sorted(id for id in ASKED if CLAIMS[id].fault)
BROKEN = {Verdict.REFUTED, Verdict.ILL_FORMED}
A_FEW = soon([CORNER, "P.3.8", "N.DA.typical.dual"], ["N.DA.typical.dual"])
ONE = Instance.from_json("one", [["1/2"]])
TWO = Instance.from_json("two", [["1/2"], ["-1/3"]])

each_false = pytest.mark.parametrize("id", FALSE)


def test_every_verdict_is_the_published_one_or_stronger_for_want_of_runs(quick_book: dict[str, Record]) -> None:
    """Fewer runs may miss the one that only rounding supports, and can change nothing else."""
    published = known_verdicts(publishing.published_path())
    changed = {(published[id], r.verdict) for id, r in quick_book.items() if r.verdict != published[id]}

    assert published.keys() == CLAIMS.keys()
    assert changed <= {(Verdict.SUPPORTED, Verdict.CERTIFIED)}


def test_a_claim_is_refuted_or_does_not_parse_exactly_if_it_has_a_fault(quick_book: dict[str, Record]) -> None:
    assert sorted(id for id, record in quick_book.items() if record.verdict in BROKEN) == FALSE
    assert sorted(id for id, record in quick_book.items() if record.witness or record.fault) == FALSE


def test_nothing_is_left_vacuous_and_only_rates_are_undecided(quick_book: dict[str, Record]) -> None:
    open_verdicts = {Verdict.UNDECIDED, Verdict.NOT_APPLICABLE}

    assert [id for id, r in quick_book.items() if r.verdict in open_verdicts and not CLAIMS[id].is_rate] == []
    assert {id for id, record in quick_book.items() if record.verdict == Verdict.NOT_CHECKABLE} == {
        id for id in ASKED if CLAIMS[id].not_checkable
    }


@each_false
def test_a_false_record_has_a_fault_a_correction_that_holds_and_if_it_parses_a_witness(
    id: str, quick_book: dict[str, Record]
) -> None:
    record = quick_book[id]
    corrections = [other for other in quick_book.values() if other.corrects == id]

    assert (record.witness is None) == (record.verdict == Verdict.ILL_FORMED)
    if record.witness is not None:
        algorithms = configurations(CLAIMS[id].about)
        assert record.witness.Z
        assert record.witness.algorithm in algorithms
        assert (record.witness.steps > 0) == moves(algorithms[record.witness.algorithm])
    assert record.fault == CLAIMS[id].fault
    assert record.reason.startswith(record.fault)
    assert [other.verdict in {Verdict.PROVED, Verdict.CERTIFIED, Verdict.SUPPORTED} for other in corrections] == [True]


def test_the_scope_says_how_many_runs_were_decided_and_screened(quick_book: dict[str, Record]) -> None:
    for id, record in quick_book.items():
        claim, scope = CLAIMS[id], record.scope
        screened = sum(map(len, some_within_reach(claim.method, surveyed(QUICK.per_shape))))
        if claim.not_checkable:
            assert (scope.instances, scope.steps, scope.screened, scope.bits) == (0, 0, 0, 0)
        elif claim.is_rate and record.verdict != Verdict.REFUTED:
            assert (scope.instances, scope.steps, scope.screened) == (QUICK.rate_instances, QUICK.rate_steps, screened)
        else:
            others = len(claim.usual) - 1
            shorter = len(claim.usual) * lengths.DATA * len(lengths.SHORT)
            assert 1 <= scope.instances <= QUICK.certified + others * QUICK.elsewhere + shorter
            listed = claim.lists_all_paths
            moving = any(map(moves, claim.usual.values()))
            assert (scope.steps > 0) == moving
            fixed = claim.about is not None and LIBRARY.methods[claim.about].horizon is not None
            assert scope.steps <= QUICK.steps or fixed
            dataless = claim.about is not None and LIBRARY.methods[claim.about].dataless
            unscreened = listed or dataless or record.verdict == Verdict.PROVED
            assert scope.screened == (0 if unscreened else screened)
            assert scope.bits in {*rungs(QUICK.steps), *rungs(0)}


def test_every_hypothesis_is_counted_over_the_decided_runs(quick_book: dict[str, Record]) -> None:
    for id, record in quick_book.items():
        given = [] if record.verdict == Verdict.NOT_CHECKABLE else CLAIMS[id].given
        counted = [h for h in record.hypotheses if h.name != RANGE]
        assert [(h.name, h.statement, h.tacit) for h in counted] == [(h.name, h.statement, h.tacit) for h in given]
        assert all(record.scope.instances <= h.met <= h.of for h in record.hypotheses)


def test_every_published_need_is_decided_again_into_its_record(quick_book: dict[str, Record]) -> None:
    published = publishing.known_needs(publishing.needs_path())

    for id, record in quick_book.items():
        told = {h.name: h.tried if h.need is None else h.need for h in record.hypotheses}
        assert {name: said for name, said in told.items() if said} == {
            name: said for name, said in published.get(id, {}).items() if said
        }


def test_every_decided_record_names_its_tightest_run_and_its_teeth(quick_book: dict[str, Record]) -> None:
    for record in quick_book.values():
        if record.verdict == Verdict.NOT_CHECKABLE:
            assert (record.worst, record.teeth) == (None, None)
        else:
            assert record.worst.algorithm in CLAIMS[record.id].runs
            assert record.worst.ratio is None or 0 < record.worst.ratio <= 1 or record.verdict == Verdict.REFUTED
            failed_rate = CLAIMS[record.id].is_rate and record.verdict == Verdict.REFUTED
            assert (record.teeth is None) == (record.verdict == Verdict.UNDECIDED or failed_rate)
            assert record.teeth is None or record.teeth.killed >= (record.id not in ILL_FORMED)


def test_every_record_survives_the_round_trip_through_json(quick_book: dict[str, Record]) -> None:
    for record in quick_book.values():
        text = record.to_json()

        assert Record.from_json(text) == record
        assert text == json.dumps(json.loads(text), ensure_ascii=False, allow_nan=False)
        assert len(text.splitlines()) == 1


def untimed(records: Any) -> list[Record]:
    return [replace(record, seconds=0) for record in records]


@pytest.mark.slow
def test_deciding_again_alone_or_in_company_without_the_published_verdicts_gives_the_same_records(
    monkeypatch: pytest.MonkeyPatch, quick_book: dict[str, Record]
) -> None:
    def refuse(*arguments: Any) -> Any:
        raise AssertionError("the published verdicts were read")

    needs = publishing.known_needs(publishing.needs_path())
    monkeypatch.setattr("lemmacheck.reports.published.known_verdicts", refuse)
    monkeypatch.setattr(publishing, "published_path", refuse)
    few = [CLAIMS[id] for id in A_FEW]
    once, again = (untimed(examine(some, QUICK, silent, workers=1)) for some in (few, few[:1]))

    assert once[:1] == again
    told = [with_needs(LIBRARY.claims[record.id], record, needs.get(record.id, {}))[0] for record in once]
    assert told == untimed(quick_book[id] for id in A_FEW)


def test_a_true_claim_said_to_be_at_fault_is_certified_all_the_same() -> None:
    accused = replace(CLAIMS["P.P3.7.b.2"], fault="it is wrong")
    plan = Plan(0, {label: [ONE, TWO] for label in configurations(accused.about)})
    record = write_record(accused, settle(accused, plan, QUICK), QUICK.steps, 0)

    assert (record.verdict, record.fault, record.witness) == (Verdict.CERTIFIED, "", None)


def written(claim: Claim, *instances: Instance) -> Record:
    plan = Plan(len(instances), {"": list(instances)})
    return write_record(claim, settle(claim, plan, QUICK), QUICK.steps, plan.screened)


several = Hypothesis("several", "n ≥ 2", lambda p: at_most(p.num.number(2), p.n))


def test_hypotheses_that_no_run_meets_are_named_and_nothing_is_decided() -> None:
    record = written(made(lambda p: at_most(p.num.number(0), 1), several), ONE)

    assert (record.verdict, record.scope.instances, record.worst) == (Verdict.NOT_APPLICABLE, 0, None)
    assert record.reason == "fails: n ≥ 2"
    assert [(h.met, h.of) for h in record.hypotheses] == [(0, 1)]


def test_one_undecided_run_makes_the_record_undecided_and_one_refuted_run_refutes_it() -> None:
    def by_size(one: Any, two: Any) -> Claim:
        return made(lambda p: at_most(one if p.n == 1 else two, 1))

    sure, wide, over = fmpq(0), guarded(arb(0, 9)), fmpq(2)

    assert written(by_size(sure, sure), ONE, TWO).verdict == Verdict.CERTIFIED
    assert written(by_size(sure, wide), ONE, TWO).verdict == Verdict.UNDECIDED
    assert written(by_size(wide, over), ONE, TWO).verdict == Verdict.REFUTED
    assert written(by_size(guarded(arb("nan")), sure), ONE, TWO).verdict == Verdict.UNDECIDED


def test_a_statement_that_does_not_parse_somewhere_is_ill_formed_unless_it_is_refuted_elsewhere() -> None:
    def misprinted(allowed: int) -> Claim:
        def statement(p: Any) -> Relation:
            lhs, rhs = same_space(p.Z[:1, 0], p.Z[:, 0])
            return equal(lhs - rhs, allowed)

        return made(statement)

    record = written(misprinted(0), ONE, TWO)

    assert record.verdict == Verdict.ILL_FORMED
    assert "the left side lies in ℝ^1, the right side in ℝ^2" in record.reason
    assert written(misprinted(1), ONE, TWO).verdict == Verdict.REFUTED


def test_the_closest_call_of_each_shape_comes_first_then_structured_families_mixed_with_a_spread() -> None:
    claim = made(lambda p: at_most(p.num.number(0), 1))
    rows = (ONE.rows, ONE.rows, TWO.rows, ONE.rows * 3)
    entries = [Screened(float(k), Instance(f"i{k:03}", rows[min(k, 3)])) for k in range(200)]
    chosen = shortlist(claim, entries, QUICK, QUICK.certified)
    close = 3
    rest = chosen[close:]
    spread = [i.name for i in rest if i not in structured()]

    assert [i.name for i in chosen[:close]] == ["i000", "i002", "i003"]
    assert [i for i in rest if i in structured()] == list(structured())
    assert QUICK.certified <= len(spread) <= 2 * QUICK.certified
    assert spread == sorted(spread)
    assert spread[-1] > "i180"
    assert rest[3].name == spread[0]
    none = shortlist(claim, [], QUICK, QUICK.certified)
    assert none
    assert set(none) <= set(structured())


def test_about_as_many_structured_data_as_are_asked_for_are_taken_evenly() -> None:
    every = planning.families(None, 10**6)

    assert every == planning.reachable(None, structured())
    assert planning.families(None, len(every)) == planning.families(None, len(every) // 2 + 1) == every
    assert planning.families(None, len(every) // 3) == every[::3]


class Line:
    def of(Z: Any) -> dict[str, Any]:  # type: ignore[misc]
        return {"a": Z[0]}


def test_what_is_open_is_screened_on_the_whole_survey_and_small_data_are_those_of_an_authors_problem(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim, effort = CLAIMS["P.P3.7.b.2"], replace(QUICK, per_shape=1, steps=2)
    monkeypatch.setattr(planning, "proofs_of", lambda claims: ({claim.id: None}, {}))
    plan = planning.screen_group([claim], effort)[claim.id]

    assert plan.screened == sum(map(len, some_within_reach(claim.method, surveyed(1)))) > 0
    theirs = Method(DualNesterov, on=problem(shapes=(2, 1), smallest=(2, 1))(Line))
    small = planning.smallest(replace(claim, method=theirs), 3)
    assert [one.shape for one in small] == [(2, 1)] * 3
    assert small == planning.matrices.all_small((2, 1))[:3]
    assert planning.smallest(claim, 3) == planning.smallest(replace(claim, method=None), 3) == []


def test_our_own_claims_are_searched_where_that_is_asked_for_alone() -> None:
    assert [effort.search for effort in (planning.Effort(), QUICK, planning.THOROUGH)] == [0, 0, 0]


def test_no_data_are_surveyed_where_every_claim_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "surveyed", lambda _: pytest.fail("nothing is to be screened"))
    plan = planning.screen_group([CLAIMS["P.3.8"]], QUICK)["P.3.8"]

    assert plan.proof is not None
    assert plan.screened == 0
    assert all(plan.shortlist[label] for label in CLAIMS["P.3.8"].usual)


def test_what_reads_no_data_is_decided_on_one_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = next(claim for claim in CLAIMS.values() if claim.dataless and not claim.lists_all_paths)
    monkeypatch.setattr(planning, "proofs_of", lambda claims: ({claim.id: None}, {}))
    plan = planning.screen_group([claim], QUICK)[claim.id]

    assert plan.screened == 0
    assert {label: len(chosen) for label, chosen in plan.shortlist.items()} == dict.fromkeys(claim.usual, 1)


def test_settling_stops_at_so_many_applicable_runs_and_decides_fewer_with_other_parameters() -> None:
    claim = CLAIMS["P.3.9.3"]
    starts = {label: list(structured()) for label in claim.usual}
    effort = replace(QUICK, steps=2, certified=5, elsewhere=2)
    settled = settle(claim, Plan(0, starts), effort)
    applied = [s for s in settled if s.decision.verdict != Verdict.NOT_APPLICABLE]

    assert [s.label for s in applied] == ["λ=2/(t+2), θ=1"] * 5
    every = settle(replace(claim, given=()), Plan(0, starts), effort)
    assert [sum(s.label == label for s in every) for label in starts] == [5] + [2] * (len(starts) - 1)


OTHERS = [verdict for verdict in Verdict if verdict not in (Verdict.PROVED, Verdict.REFUTED)]
DECIDED = st.sampled_from([Verdict.PROVED, Verdict.REFUTED]).flatmap(lambda v: st.lists(st.sampled_from([v, *OTHERS])))
WINS_FIRST = ["refuted", "proved", "ill-formed", "undecided", "supported", "certified"]


@given(DECIDED)
def test_a_refutation_or_a_proof_wins_then_the_weakest(verdicts: list[Verdict]) -> None:
    joined = join(verdicts)
    ranked = [v for v in WINS_FIRST if v in verdicts]

    assert joined == (ranked[0] if ranked else Verdict.NOT_APPLICABLE)
    assert (joined == Verdict.REFUTED) == (Verdict.REFUTED in verdicts)
    assert joined not in {Verdict.CERTIFIED, Verdict.SUPPORTED} or Verdict.UNDECIDED not in verdicts


@given(DECIDED, DECIDED)
def test_joining_is_the_same_in_parts_and_in_any_order(a: list[Verdict], b: list[Verdict]) -> None:
    assume(not {Verdict.PROVED, Verdict.REFUTED} <= {*a, *b})

    assert join([*a, *b]) == join([join(a), join(b)]) == join([*b, *a])
    assert {join(order) for order in permutations(a[:4])} == {join(a[:4])}


def test_on_one_data_set_a_rate_stays_undecided_and_other_claims_are_decided_under_all_parameters() -> None:
    claims = [CLAIMS[id] for id in ("N.DA.typical.dual", "P.P3.7", "P.S1.best")]
    rate, bound, sentence = book.in_order(claims, book.decided_on(claims, TWO, 3, silent))

    assert (rate.verdict, sentence.verdict) == (Verdict.UNDECIDED, Verdict.NOT_CHECKABLE)
    assert "without --data" in rate.reason
    assert (bound.verdict, bound.scope.instances) == (Verdict.NOT_APPLICABLE, 0)
    (separable,) = book.decided_on([claims[1]], ONE, 3, silent)
    assert (separable.verdict, separable.scope.instances, separable.scope.steps) == (Verdict.CERTIFIED, 1, 3)


def test_the_time_left_is_what_the_rest_takes_at_this_pace() -> None:
    told = [time_left(done, 100, 60.0) for done in (1, 5, 25, 90, 100)]

    assert told == ["", ", about 19 min left", ", about 3 min left", ", less than a minute left", ""]
