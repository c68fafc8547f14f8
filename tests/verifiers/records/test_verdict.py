"""Protects what a record says and how it is read: its words, what an old line leaves out, and what no line may hold."""

from fractions import Fraction
from typing import Any

import pytest
from lemmacheck.verifiers.records.verdict import (
    FAILS,
    OUTCOME,
    Axes,
    Condition,
    Contradiction,
    Curve,
    Header,
    Level,
    Origin,
    Reach,
    Record,
    Scope,
    Table,
    Teeth,
    Verdict,
    Witness,
    Worst,
    join,
)

NO_SHARES = (True, "1", -0.1, 1.1, 2, float("nan"))
NO_FILES = ("Claim.vo", "/etc/a.v", "a b.v", "-a.v", 7, ["a.v"])
LEAST = {"id": "a", "verdict": "certified", "scope": {"instances": 1, "steps": 2}}


def test_each_word_of_a_record_has_its_meaning() -> None:
    """Scripts read the words, and people the meanings."""
    assert [(word.value, word.meaning) for kind in (Verdict, Reach, Level) for word in kind] == [
        ("proved", "all runs: every symbolic step discharged"),
        ("certified", "these runs: in balls or rationals, hypotheses and relation sure at every index"),
        ("supported", "these runs: up to rounding, or up to a stated confidence"),
        ("refuted", "a certified counterexample is attached"),
        ("not-applicable", "no run that was tried surely met the hypotheses"),
        ("undecided", "neither shown to hold nor to fail; the reason says why"),
        ("not-checkable", "no numerical content"),
        ("ill-formed", "the printed statement does not parse"),
        ("degenerate", "no counterexample was found but"),
        ("slip", "a sign, an index, a factor or a condition is wrong; the correction changes only that"),
        ("false", "it fails on data and at steps that are in no way degenerate"),
        ("float", "fitted to floats or to sampled paths"),
        ("ball", "enclosures of both sides"),
        ("exact", "both sides are exact numbers"),
        ("proof", "algebra on arbitrary sequences"),
        ("kernel", "Rocq's kernel accepts its witness, its tightest run or its proof"),
    ]


def test_what_a_line_leaves_out_says_nothing() -> None:
    record = Record.from_dict(LEAST)
    nothing: dict[str, Any] = {
        "worst": None, "witness": None, "reason": "", "corrects": None, "teeth": None, "seconds": 0.0, "statement": "",
        "latex": "", "source": "", "place": "", "kind": "", "about": "", "fault": "", "hypotheses": [], "uses": [],
        "curves": [], "chapter": "", "code": "", "reach": None, "degenerate": [], "convincing": None,
        "informative": None, "level": None, "kernel": "", "rests_on": [], "read": [],
    }  # fmt: skip

    scope = {"instances": 1, "steps": 2, "screened": 0, "bits": 0}
    assert record.to_dict() == {"id": "a", "verdict": "certified", "scope": scope, **nothing}
    assert type(record.verdict) is Verdict
    assert Witness([["1"]], 1, "2", "3") == Witness([["1"]], 1, "2", "3", "", 0, "", {}, "", False, "", False, False)
    assert Worst(1.0, 0.5, 1, "x") == Worst(1.0, 0.5, 1, "x", [], "", 0, "", "", False, False)
    assert Condition("h", "said", 1, 2) == Condition("h", "said", 1, 2, False, None, 0)
    assert Teeth(1, 2) == Teeth(1, 2, [], [])
    assert (FAILS, OUTCOME) == ("fails here", " (outcome)")


def test_a_header_is_read_as_it_was_written() -> None:
    table, curve, origin = Table("t", ["c"], [["1"]]), Curve("v", [0], [1.0]), Origin("report", {"steps": 3})
    full = Header("of", ["a"], [table], [curve], Axes("of", "t", "γ"), origin, "mine")

    for header in (full, Header("of")):
        assert Header.from_dict(header.to_dict()) == header
    assert Header.from_dict({"title": "of"}) == Header("of")
    assert (Header("of").axes.title, Header("of").axes.x, Header("of").axes.y) == ("", "t (steps)", "value")
    assert (Header("of").variant, Origin("report").checker) == ("", "")
    for wrong in ({"title": "of", "more": 1}, [], {"title": "of", "origin": {"none": 1}}):
        with pytest.raises(ValueError, match="not a header: "):
            Header.from_dict(wrong)


@pytest.mark.parametrize(("field", "value", "read"), [
    *(("informative", share, float(share)) for share in (0, 0.5, 1, 1.0)),
    ("informative", None, None),
    ("reach", "slip", Reach.SLIP),
    ("level", "ball", Level.BALL),
    *(("kernel", name, name) for name in ("", "Claim.v", "../../r/kernel/Claims/A-1_b.v")),
    ("teeth", {"killed": 1, "of": 2}, Teeth(1, 2)),
    ("curves", [{"name": "v", "t": [0], "value": [1.0]}], [Curve("v", [0], [1.0])]),
    ("witness", {"Z": [["1"]], "t": 1, "lhs": "2", "rhs": "3"}, Witness([["1"]], 1, "2", "3")),
    ("convincing", {"Z": [["1"]], "t": 1, "lhs": "2", "rhs": "3"}, Witness([["1"]], 1, "2", "3")),
    ("worst", {"slack": None, "ratio": 0.5, "t": 1, "instance": "x"}, Worst(None, 0.5, 1, "x")),
    (
        "hypotheses",
        [{"name": "h", "statement": "s", "met": 1, "of": 2, "need": {"Z": [], "t": 0, "lhs": "", "rhs": ""}},
            {"name": "h", "statement": "s", "met": 1, "of": 2, "need": None}],
        [Condition("h", "s", 1, 2, need=Witness([], 0, "", "")), Condition("h", "s", 1, 2)],
    ),
])  # fmt: skip
def test_a_field_is_read_as_what_it_is(field: str, value: Any, read: Any) -> None:
    found = getattr(Record.from_dict({**LEAST, field: value}), field)

    assert (found, type(found)) == (read, type(read))


@pytest.mark.parametrize(("changed", "wrong"), [
    *(({"informative": share}, "expected a share from 0 to 1") for share in NO_SHARES),
    *(({"kernel": name}, "expected the name of a .v file") for name in NO_FILES),
    ({"reach": "far"}, "'far' is not a valid Reach"),
    ({"level": "sure"}, "'sure' is not a valid Level"),
    ({"verdict": "true"}, "'true' is not a valid Verdict"),
    ({"zone": 1, "colour": 1}, "unknown field 'colour'"),
])  # fmt: skip
def test_what_no_record_holds_is_refused(changed: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=f"^not a record: .*{wrong}"):
        Record.from_dict({**LEAST, **changed})


@pytest.mark.parametrize("line", ["[]", "7", '{"id": "a"}', '{"verdict": "proved"}'])
def test_what_names_no_claim_or_no_verdict_is_no_record(line: str) -> None:
    with pytest.raises(ValueError, match=r"^not a record: expected a JSON object with at least 'id' and 'verdict'$"):
        Record.from_json(line)


def test_what_a_witness_shows_is_where_it_fails_and_the_data_that_it_reads() -> None:
    def witness(**more: Any) -> Witness:
        return Witness([["1/2", "-3"]], 4, "2", "1", steps=7, **more)

    assert [witness(of_length=said).when for said in (False, True)] == ["t = 4", "t = 4, T = 7"]
    assert [witness(whole=True, forever=said).when for said in ("", "it comes back")] == ["T = 7", ""]
    assert Witness([], 4, "2", "1", whole=True).when == ""
    assert (witness().data, witness(unread=True).data) == ([["1/2", "-3"]], [])
    assert witness().exact == [[Fraction(1, 2), Fraction(-3)]]


def test_a_record_tells_its_reach_its_level_and_what_no_placebo_breaks() -> None:
    def record(**more: Any) -> Record:
        return Record("a", Verdict.REFUTED, Scope(1, 2), **more)

    assert (record().reach_text, record().level_text, record().caveat) == ("", "", "")
    assert record(level=Level.BALL).level_text == "ball: enclosures of both sides"
    assert record(reach=Reach.FALSE).reach_text == f"false: {Reach.FALSE.meaning}"
    alone, of_its_own = "no counterexample was found but", "degenerate ones, each in a way of its own"
    for ways, told in (
        (["at t = 0"], f"at the start: {alone} at t = 0"),
        (["at t = 0", "for n = 1"], f"degenerate: {alone} at t = 0 and for n = 1"),
        ([], f"degenerate: {alone} {of_its_own}"),
    ):
        assert record(reach=Reach.DEGENERATE, degenerate=ways).reach_text == told
    assert [record(informative=share).caveat for share in (0.0, 1.0)] == ["uninformative on these runs", ""]
    assert record(uses=["b", "c"], rests_on=["c", "d"]).premises == ["b", "c", "d"]
    told = "refutes 1 of 3 mutants\n    not refuted: λ + 1\n    not refuted: β"
    assert repr(Teeth(1, 3, ["λ + 1", "β"])) == told


def test_a_line_of_a_record_is_the_same_on_every_machine_and_plain_to_read() -> None:
    record = Record("a", Verdict.PROVED, Scope(1, 2), seconds=7.0, statement="γ̄ ≤ 1")

    assert '"statement": "γ̄ ≤ 1"' in record.to_json()
    assert Record.from_json(record.to_json()) == Record("a", Verdict.PROVED, Scope(1, 2), statement="γ̄ ≤ 1")


def test_a_proof_and_a_refutation_of_one_claim_are_a_contradiction() -> None:
    told = r"^one claim is proved and refuted; one is wrong: report this, and trust neither$"
    for others in ([], [Verdict.CERTIFIED]):
        with pytest.raises(Contradiction, match=told):
            join([*others, Verdict.PROVED, Verdict.REFUTED])
    for decisive in (Verdict.PROVED, Verdict.REFUTED):
        assert join([Verdict.CERTIFIED, decisive]) == decisive
    assert join([]) == join([Verdict.NOT_APPLICABLE]) == Verdict.NOT_APPLICABLE
