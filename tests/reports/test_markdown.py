"""Protects report.md: everything is in it, findings come first, and its structure is ours alone."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.escape import text
from lemmacheck.reports.markdown import render
from lemmacheck.reports.model import Book
from lemmacheck.verifiers.records.inert import inert
from lemmacheck.verifiers.records.verdict import (
    Condition,
    Header,
    Origin,
    Record,
    Scope,
    Table,
    Teeth,
    Verdict,
    Witness,
    Worst,
)

from tests.sampled import draws

RUNS = Scope(3, 10, bits=64)
PRINTED = Record("P.L9.9", Verdict.REFUTED, RUNS, latex=r"\phi(\mu_t)\le0", source="JST21", place="Lemma 9.9",
    fault="the right side | must be φ(q̄).", worst=Worst(-0.5, 2.0, 1, "one_row"), teeth=Teeth(1, 2, ["half"]),
    witness=Witness([["1/2", "-1/3"], ["0", "1"]], 1, "1/8", "0", "DualNesterov", 4, "lhs ≤ rhs"),
    hypotheses=[Condition("unit_rows", "‖z_i‖₂ ≤ 1", 3, 3), Condition("separable", "γ̄ > 0", 2, 3, True)])  # fmt: skip
CORRECTED = Record("P.L9.9'", Verdict.CERTIFIED, RUNS, latex=r"\phi(\mu_t)\le\phi(\bar q)", corrects="P.L9.9")
OPEN = Record("P.L9.1", Verdict.UNDECIDED, RUNS, statement="ψ ≥ 0", reason="512 bits were not enough", uses=["P.L9.9"])
REPORT = render([OPEN, CORRECTED, PRINTED])


@draws(2)
@given(st.lists(st.from_type(Record), max_size=4), st.none() | st.from_type(Header))
def test_any_records_are_rendered_and_only_we_write_headings_and_tables(
    records: list[Record], header: Header | None
) -> None:
    report = render(records, header)
    book = Book.of(records, header)
    lines = report.split("\n")

    assert report.splitlines() == lines[:-1]
    assert all(text(inert(record.id)) in report for record in records)
    parts = (book.findings, book.ill_formed, book.gaps, book.undecided, book.with_teeth)
    sections = sum(map(bool, parts)) + len(book.chapters) + (header is not None)
    tables = [each for each in header.tables if each.columns] if header else []
    assert sum(line.startswith("## ") for line in lines) == sections
    assert sum(line.startswith("### ") for line in lines) == len([*book.findings, *book.ill_formed, *tables])
    for rule, row in pairwise(lines):
        if rule.startswith("| ---") and row:
            assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == rule.count("|")


def test_the_summary_and_the_meaning_of_each_verdict_open_the_report() -> None:
    assert "3 statements: 1 certified, 1 refuted, 1 undecided." in REPORT.split("## ")[0]
    assert all(f"| {v} | {sum(r.verdict is v for r in (OPEN, CORRECTED, PRINTED))} |" in REPORT for v in Verdict)
    assert all(verdict.meaning in REPORT for verdict in Verdict)


def test_a_finding_shows_the_printed_form_its_fault_the_witness_and_the_correction() -> None:
    finding = REPORT.split("## Findings")[1].split("\n## ")[0]

    for said in (
        "### P.L9.9: refuted",
        r"As printed in JST21, Lemma 9.9: $\phi(\mu_t)\le0$",
        r"Fault: the right side \| must be φ(q̄).",
        "DualNesterov, 4 steps, t = 1",
        "| 1 | 1/2 | -1/3 |",
        "| left side | 1/8 |",
        "| right side | 0 |",
        r"Corrected, P.L9.9', **certified**: $\phi(\mu_t)\le\phi(\bar q)$",
        "`lemmacheck replay records.jsonl:3`",
    ):
        assert said in finding


def test_the_details_of_a_claim_say_what_was_assumed_and_how_sharp_the_check_is() -> None:
    details = REPORT.split("- **P.L9.9**, refuted")[1]

    for said in (
        "given: ‖z_i‖₂ ≤ 1 (surely met on 3 of 3 runs)",
        "given: γ̄ &gt; 0 (tacit; surely met on 2 of 3 runs)",
        "corrected by: P.L9.9'",
        "fails most: of the runs decided: 2 of what is allowed, slack -0.5 at t = 1 on one_row",
        "1 of 2 mutants refuted; survived: half",
        "used by: P.L9.1",
    ):
        assert said in details


def test_a_claim_whose_proof_rests_on_something_false_says_so() -> None:
    report = render([PRINTED, Record("P.T9", Verdict.CERTIFIED, RUNS, uses=["P.L9.9"])])

    assert "## Gaps in proofs" in report
    assert "- **P.T9**, certified: holds, but its printed proof rests on P.L9.9, which is false" in report


def test_the_mutants_of_each_claim_are_told_with_what_excuses_some() -> None:
    bitten = Record("P.T9", Verdict.CERTIFIED, RUNS, teeth=Teeth(1, 2, ["half"], ["double: changes no side"]))

    assert "1 of 2 mutants of 1 claim refuted. 1 more" in render([bitten])
    assert "| P.T9 | 1/2 | half | double: changes no side |" in render([bitten])


def test_an_undecided_claim_says_how_far_it_got() -> None:
    assert "512 bits were not enough" in REPORT.split("## Undecided")[1].split("\n## ")[0]


def test_the_keys_of_the_documents_are_told_by_their_names() -> None:
    origin = Origin("lemmacheck check", books={"JST21": "Ji, Srebro, Telgarsky: Margins", "Tel": "not asked for"})
    report = render([PRINTED], Header("A book", origin=origin))

    assert "\n- **JST21**: Ji, Srebro, Telgarsky: Margins\n\n" in report.split("## Findings")[0]
    assert "not asked for" not in report


def test_no_records_make_a_report_that_says_so() -> None:
    assert "No statements were examined." in render([])


def test_a_header_opens_the_report() -> None:
    report = render(
        [OPEN], Header("A variant", ["θ_t = 2"], [Table("Rates", ["method", "p"], [["mine"], ["a", "1", "x"]])])
    )

    assert "## A variant\n\n- θ_t = 2\n\n### Rates\n\n| method | p |\n| --- | --- |\n| mine |  |\n| a | 1 |\n" in report
    assert "`lemmacheck replay records.jsonl:2`" in report


def test_a_needed_hypothesis_says_what_fails_without_it() -> None:
    need = Witness([["-1"]], 1, "1/2", "1", "θ=1/2", 1, ">=")
    report = render([Record("a", Verdict.CERTIFIED, RUNS, hypotheses=[Condition("h", "θ = 1", 3, 3, need=need)])])

    said = r"needed: without it, on Z = \[-1\], θ=1/2, 1 step, t = 1: 1/2 ≥ 1 is false"
    assert f"  - given: θ = 1 (surely met on 3 of 3 runs; {said})" in report


def test_a_proof_shows_the_formulas_that_it_speaks_of() -> None:
    proved = Record("P.T9", Verdict.PROVED, RUNS, read=["a_t ≤ |b_t| for every t ≥ 0", "a_0 = 1"])

    assert "\n  - read as: `a_t ≤ ∣b_t∣ for every t ≥ 0`; `a_0 = 1`\n" in render([proved])
