"""Protects the rules of the replay, on records of single runs made here: which stand, which fall, which stay open."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from lemmacheck.verifiers.decide import gate as hurting
from lemmacheck.verifiers.decide import recording
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.recording import Settled, blank, write_record
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.library.supervision import Lost
from lemmacheck.verifiers.numbers.comparison import Place
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.records.provenance import code_of
from lemmacheck.verifiers.records.verdict import (
    Condition,
    Level,
    Origin,
    Reach,
    Record,
    Scope,
    Teeth,
    Verdict,
    Witness,
    Worst,
)
from lemmacheck.verifiers.replay import replay as replaying
from lemmacheck.verifiers.replay.replay import (
    COUNTS,
    SMALLEST,
    TIGHTEST,
    Knowledge,
    in_words,
    replay,
    unlike_the_library,
    worst_text,
)
from lemmacheck.verifiers.variants.answer import OWN
from lemmacheck.verifiers.variants.parameters import OWN_LOSS, own_loss

from tests.shipped import CORNER

STEPS = 6
HERE = Knowledge(Origin("check"))
REPORT = Knowledge(Origin("report", {"per_shape": 1, "steps": STEPS}))
CERTIFIED, SUPPORTED, REFUTED, SENTENCE = "P.3.8", "P.2.1", CORNER, "P.S1.RP@003"
EXACT = "P.3.1.dualvec.corrected"
WHOLE, HIDDEN = "P.S2.margin", "S.Thm1"  # refuted on one row, and certified on four
UNREAD = "N4.form"  # its runs read no data


@cache
def made(id: str, shape: tuple[int, int] = (4, 3)) -> Record:
    """A record of one claim on one run."""
    claim = LIBRARY.claims[id]
    instance = next(i for i in structured() if i.shape == shape)
    label, algorithm = next(iter(claim.usual.items()))
    record = write_record(claim, [Settled(instance, label, decide(claim, instance, algorithm, STEPS))], STEPS, 0)
    return replace(record, code=code_of(claim))


@cache
def proved() -> Record:
    proof = prove(LIBRARY.claims[SUPPORTED])
    assert proof is not None
    return recording.proved(made(SUPPORTED), proof)


def refuted() -> Record:
    return made(REFUTED, (1, 1))


def empty(id: str, verdict: Verdict) -> Record:
    claim = LIBRARY.claims[id]
    return blank(claim, verdict, scope=Scope(0, 0), reason=claim.not_checkable or "")


def of_worst(record: Record, **changes: Any) -> Record:
    assert record.worst is not None
    return replace(record, worst=replace(record.worst, **changes))


def test_records_of_every_kind_stand_as_they_are() -> None:
    assert (made(CERTIFIED).verdict, made(SUPPORTED).verdict) == (Verdict.CERTIFIED, Verdict.SUPPORTED)
    assert refuted().verdict == Verdict.REFUTED
    for record in (made(CERTIFIED), made(SUPPORTED), proved(), refuted(), empty(SENTENCE, Verdict.NOT_CHECKABLE)):
        again = replay(record, HERE)
        assert again.stands is True, again.text


def test_a_record_stands_at_the_level_that_holds_it_and_at_no_other() -> None:
    """A verdict that rests on enclosures is not passed off as exact, or as a proof."""
    levels = [record.level for record in (made(CERTIFIED), made(EXACT), made(SUPPORTED), proved(), refuted())]

    assert levels == [Level.BALL, Level.EXACT, Level.BALL, Level.PROOF, Level.EXACT]
    for record in (made(CERTIFIED), made(SUPPORTED), proved(), refuted()):
        for level in {Level.FLOAT, Level.EXACT, Level.PROOF} - {record.level}:
            assert replay(replace(record, level=level), HERE).stands is False
    assert replay(replace(made(EXACT), level=Level.BALL), HERE).stands is True  # another run may be one of balls
    assert replay(replace(proved(), rests_on=["F.CS"]), HERE).stands is False


@pytest.mark.parametrize("name", ["statement", "latex", "source", "place", "kind", "about", "fault", "chapter"])
def test_a_word_that_the_claim_does_not_say_lets_a_record_fall(name: str) -> None:
    for record in (made(CERTIFIED), proved(), refuted()):
        again = replay(replace(record, **{name: "forged"}), HERE)
        assert again.stands is False
        assert f"{name} is" in again.text


def test_a_forged_run_lets_a_record_fall() -> None:
    worst = made(CERTIFIED).worst
    assert worst is not None
    outside = [["7"] * 3] * 4  # rows of norm above 1
    forged = {"slack": 0.5, "ratio": 0.5, "t": worst.t + 1, "lhs": "1", "rhs": "1", "Z": outside}

    for name, value in forged.items():
        assert replay(of_worst(made(CERTIFIED), **{name: value}), HERE).stands is False, name
    assert replay(replace(made(CERTIFIED), worst=None), HERE).text == "names no run to decide again"
    assert replay(replace(made(CERTIFIED), worst=None), HERE).stands is False


def test_a_verdict_other_than_the_one_found_again_lets_a_record_fall() -> None:
    for record in (made(CERTIFIED), made(SUPPORTED), refuted()):
        others = [replace(record, verdict=verdict) for verdict in Verdict if verdict != record.verdict]
        assert [other.verdict for other in others if replay(other, HERE).stands] == []
    assert replay(replace(proved(), reason="it is plain"), HERE).stands is False
    assert replay(replace(made(CERTIFIED), verdict=Verdict.PROVED), HERE).stands is False
    assert "; not proved again; " in replay(replace(made(WHOLE), verdict=Verdict.PROVED), HERE).text


def test_a_refutation_has_a_witness_and_nothing_else_has_one() -> None:
    record = refuted()
    assert record.witness is not None

    assert replay(replace(record, witness=None), HERE).text == "a refutation without a witness"
    assert replay(replace(made(CERTIFIED), witness=record.witness), HERE).text == "a witness, but no refutation"
    harmless = replace(record.witness, Z=[["0"]])
    again = replay(replace(record, witness=harmless), HERE)
    assert again.stands is False
    assert again.text.startswith("the witness does not refute it: ")
    for name, value in {"t": 1, "lhs": "1/3", "rhs": "1/3", "relation": "<=", "forever": "it comes back"}.items():
        assert replay(replace(record, witness=replace(record.witness, **{name: value})), HERE).stands is False, name


@pytest.mark.parametrize(
    "forged",
    [{"reach": Reach.FALSE}, {"degenerate": ["for n = 1"]}, {"convincing": Witness([["-1"]], 0, "0", "1/4")}],
    ids=str,
)
def test_what_is_not_refuted_has_no_reach(forged: dict[str, Any]) -> None:
    for record in (made(CERTIFIED), made(SUPPORTED), proved()):
        assert replay(replace(record, **forged), HERE).stands is False


def test_a_witness_with_a_loss_of_its_authors_own_is_not_decided_again() -> None:
    record = refuted()
    assert record.witness is not None
    mine = replace(record, witness=replace(record.witness, parameters={OWN_LOSS: ["mine"]}))
    again = replay(mine, HERE)

    assert (again.stands, again.text) == (None, own_loss("mine"))
    assert replay(replace(mine, statement="forged"), HERE).stands is False


def test_another_source_leaves_a_record_open_and_says_so() -> None:
    again = replay(replace(made(CERTIFIED), code="0"), HERE)

    assert again.stands is None
    other, here = "; the record was computed from another source than is here", code_of(LIBRARY.claims[CERTIFIED])
    assert again.text.endswith(f"{other}: code 0, {here} here")
    none = replay(replace(made(CERTIFIED), code=""), HERE)
    assert (none.stands, none.text.endswith(f"{other}: code none, {here} here")) == (None, True)


RATE = next(id for id, claim in LIBRARY.claims.items() if claim.is_rate and claim.about)


def rate(**changes: Any) -> Record:
    """A record of the one rate whose slowest data set reaches its limit."""
    claim = LIBRARY.claims[RATE]
    instance = next(i for i in structured() if i.shape == (2, 1))
    worst = Worst(None, None, 0, instance.name, instance.to_json(), next(iter(claim.usual)), 20, "reaches its limit")
    found = blank(claim, Verdict.SUPPORTED, scope=Scope(1, 20))
    given = [Condition(h.name, h.statement, 0, 0, h.tacit) for h in claim.given]
    return replace(found, **{"worst": worst, "hypotheses": given, "code": code_of(claim), "reason": "any", **changes})


BELOW = "counts or seconds below 0"
MORE = "more runs that meet a hypothesis, or mutants that are refuted, than were tried"


@pytest.mark.parametrize(("impossible", "why"), [
    ({"seconds": -1.0}, BELOW),
    ({"seconds": float("nan")}, BELOW),
    ({"scope": Scope(-1, STEPS)}, BELOW),
    ({"scope": Scope(1, STEPS, screened=-2)}, BELOW),
    ({"hypotheses": [Condition("h", "n ≥ 2", 3, 2)]}, MORE),
    ({"hypotheses": [Condition("h", "n ≥ 2", -1, 2)]}, MORE),
    ({"teeth": Teeth(5, 4)}, MORE),
    ({"teeth": Teeth(-1, 4)}, MORE),
])  # fmt: skip
def test_counts_that_contradict_each_other_let_a_record_fall(impossible: dict[str, Any], why: str) -> None:
    for record in (made(CERTIFIED), empty(SENTENCE, Verdict.NOT_CHECKABLE)):
        again = replay(replace(record, **impossible), HERE)
        assert (again.stands, again.text) == (False, why)


def test_a_rate_is_fitted_again_and_supported_at_most() -> None:
    def again(record: Record, before: Verdict | None = None) -> Any:
        return replay(record, replace(HERE, verdicts={} if before is None else {RATE: before}))

    for verdict in (Verdict.SUPPORTED, Verdict.UNDECIDED):
        level = Level.FLOAT if verdict == Verdict.SUPPORTED else None
        found = again(rate(verdict=verdict, level=level), verdict)
        asked = ["informative"] if verdict == Verdict.SUPPORTED else []
        assert (found.stands, found.unchecked) == (True, (*COUNTS, "verdict", "reason", "curves", TIGHTEST, *asked))
        assert found.text.startswith("exponent reaches its limit on ")
        alone = again(rate(verdict=verdict))
        assert alone.stands is None
        assert alone.text.endswith("; whether all instances bear out the rate, one does not tell")
    assert not any(again(rate(verdict=v), Verdict.SUPPORTED).stands for v in Verdict if v != Verdict.SUPPORTED)
    for verdict in (Verdict.CERTIFIED, Verdict.PROVED):
        found = again(rate(verdict=verdict), verdict)
        assert found.stands is False
        assert found.text.startswith("a rate is supported at most; exponent reaches its limit on ")
    forged = again(of_worst(rate(), lhs="-2.000000"), Verdict.SUPPORTED)
    assert forged.stands is False
    assert forged.text.startswith("worst.lhs is '-2.000000', found 'reaches its limit'")


def test_a_fault_of_the_claim_is_told_where_one_run_hides_it() -> None:
    again = replay(made(HIDDEN), HERE)

    assert again.text.endswith(f"; but another run refutes the claim: {LIBRARY.claims[HIDDEN].fault}")
    for sentence in (empty(SENTENCE, Verdict.CERTIFIED), replace(made(CERTIFIED), verdict=Verdict.NOT_CHECKABLE)):
        assert "; not checkable: " in replay(sentence, HERE).text


def test_what_is_known_of_a_claim_is_weighed_against_one_run() -> None:
    def stands(record: Record, before: Verdict | None) -> bool | None:
        known = {} if before is None else {record.id: before}
        return replay(record, replace(HERE, verdicts=known)).stands

    assert [stands(made(CERTIFIED), x) for x in (None, Verdict.CERTIFIED, Verdict.SUPPORTED)] == [True] * 3
    assert stands(made(CERTIFIED), Verdict.REFUTED) is False
    assert stands(made(CERTIFIED), Verdict.ILL_FORMED) is False
    known = replace(HERE, verdicts={CERTIFIED: Verdict.REFUTED})
    assert replay(made(CERTIFIED), known).text.endswith("; but another run refutes the claim")
    assert [stands(made(CERTIFIED), x) for x in (Verdict.PROVED, Verdict.UNDECIDED)] == [None] * 2
    assert stands(refuted(), Verdict.CERTIFIED) is True
    assert stands(made(HIDDEN), None) is False  # certified on this run, and refuted on others


def test_what_applies_nowhere_stays_open_and_what_names_no_run_falls() -> None:
    nowhere = replace(made(CERTIFIED), verdict=Verdict.NOT_APPLICABLE, worst=None)

    again = replay(nowhere, HERE)
    assert (again.stands, again.unchecked, again.text) == (None, (), "names no run to decide again")
    assert replay(replace(nowhere, verdict=Verdict.UNDECIDED), HERE).stands is False
    assert replay(replace(nowhere, statement="forged"), HERE).stands is False


def test_steps_that_are_not_in_the_record_leave_it_open() -> None:
    again = replay(of_worst(made(CERTIFIED), algorithm="mine"), HERE)

    assert again.stands is None
    assert again.text == "no refutation, and the steps of mine are not in the record"
    assert replay(replace(of_worst(made(CERTIFIED), algorithm="mine"), kind="forged"), HERE).stands is False


def test_a_variants_witness_refutes_by_its_numbers_or_falls() -> None:
    record = of_worst(refuted(), algorithm="mine")
    assert record.witness is not None
    numbers = {"beta": ["0", "1/2"], "theta": ["1", "1"]}
    with_numbers = replace(record.witness, parameters=numbers, steps=1)

    assert replay(record, HERE).stands is None
    assert replay(replace(record, witness=with_numbers), HERE).stands is True
    found = replay(replace(of_worst(record, slack=7.0, t=7), witness=with_numbers, reason="any"), HERE)
    assert (found.stands, found.unchecked) == (True, (*COUNTS, "worst", "curves", "reason", SMALLEST))
    harmless = replay(replace(record, witness=replace(with_numbers, Z=[["0"]])), HERE)
    assert harmless.stands is False
    assert harmless.text.startswith("the witness does not refute it: ")


def test_in_a_report_data_of_no_survey_and_a_missing_run_are_errors() -> None:
    again = replay(of_worst(made(CERTIFIED), instance="mine"), REPORT)

    assert (again.stands, again.text) == (False, "cannot be decided again: the survey has no such data called 'mine'")
    assert replay(replace(refuted(), worst=None), REPORT).text == "cannot be decided again: names no tightest run"
    assert replay(replace(refuted(), worst=None), HERE).stands is True


def test_whatever_goes_wrong_is_one_line_and_no_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    for record in (replace(made(CERTIFIED), id="none"), of_worst(made(CERTIFIED), Z=[["x"]])):
        again = replay(record, HERE)
        assert again.stands is False
        assert again.text.startswith("cannot be decided again: ")
        assert "\n" not in again.text
    own = replay(replace(made(CERTIFIED), id="none", source=OWN), HERE)
    assert (own.stands, own.text) == (None, "a claim of the variant's author, which is not in the book")
    assert replay(rate(), REPORT).text == "cannot be decided again: KeyError 'rate_steps'"
    monkeypatch.setattr(replaying, "ask", lambda claim, *asked: Lost(f"{claim.id} does not return"))
    assert replay(made(CERTIFIED), HERE) == replaying.Replay(made(CERTIFIED), None, f"{CERTIFIED} does not return")


def test_the_run_is_told_with_its_t_and_its_slack() -> None:
    record = made(CERTIFIED)
    assert record.worst is not None

    text = replay(record, HERE).text
    assert text == f"certified on {record.worst.instance}, tightest at t = 1 with slack {record.worst.slack:.6g}"
    assert replay(refuted(), HERE).text == "refuted on Z = [-1] at t = 0: 0 ≥ 1/4 is false"
    found = Decision(Verdict.SUPPORTED)
    assert worst_text(record.worst, found) == f"supported on {record.worst.instance}"
    for at in ("", " at t = 3"):
        found = replace(found, worst=Place(0, 3, None, None, "<=", -0.0, None, whole=not at))
        assert worst_text(record.worst, found) == f"supported on {record.worst.instance}, tightest{at} with slack 0"
    assert replay(proved(), HERE).text.startswith("proved again for all runs; supported on ")


def test_differences_are_told_up_to_a_few_and_then_counted() -> None:
    assert in_words(list("abc")) == "a; b; c"
    assert in_words(list("abcde")) == "a; b; c; and 2 more"


def test_a_record_is_held_against_the_library_before_it_is_shown() -> None:
    assert unlike_the_library(made(CERTIFIED)) == ""
    assert unlike_the_library(replace(made(CERTIFIED), code="", chapter="")) == ""
    needing = [replace(h, tried=7, need=refuted().witness) for h in made(CERTIFIED).hypotheses]
    assert unlike_the_library(replace(made(CERTIFIED), hypotheses=needing)) == ""
    assert unlike_the_library(replace(made(CERTIFIED), statement="forged")).startswith("statement is")
    assert unlike_the_library(replace(made(CERTIFIED), code="0")).startswith("code is")
    assert unlike_the_library(replace(made(CERTIFIED), chapter="")).startswith("chapter is")
    assert unlike_the_library(replace(made(CERTIFIED), source=OWN)).startswith("source is")
    assert unlike_the_library(replace(made(CERTIFIED), id="none")) == "the library has no claim of this name"
    own = replace(made(CERTIFIED), id="none", source=OWN)
    assert unlike_the_library(own) == "a claim of the variant's author: the library has none of this name"


def test_a_proof_that_a_run_made_to_hurt_refutes_does_not_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hurting, "refuted", lambda found: "on two rows at t = 501, where 1 <= 0 fails")
    again = replay(proved(), HERE)

    assert again.stands is False
    assert "on two rows at t = 501" in again.text


def test_a_proof_that_the_named_run_refutes_does_not_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = prove(LIBRARY.claims[SUPPORTED])
    assert proof is not None
    monkeypatch.setattr(replaying, "proof_of", lambda claim: proof)
    false = recording.proved(replace(refuted(), witness=None, reach=None, degenerate=[], fault=""), proof)

    assert false.worst is not None
    assert replay(false, HERE).text.endswith(
        f"; not proved again; refuted on {false.worst.instance}, tightest at t = 0 with slack -0.25"
    )
