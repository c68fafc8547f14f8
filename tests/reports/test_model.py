"""Protects the order of a report: findings beside their corrections, chapters as given, uses inverted."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.html import by_source
from lemmacheck.reports.model import CONTRIBUTED, FACTS, Book, leading_part
from lemmacheck.verifiers.records.inert import inert_fields
from lemmacheck.verifiers.records.verdict import Reach, Record, Scope, Verdict

from tests.sampled import draws

RUNS = Scope(3, 10)


def record(id: str, verdict: Verdict = Verdict.CERTIFIED, **more: Any) -> Record:
    return Record(id, verdict, RUNS, **more)


@pytest.mark.slow
@draws(2)
@given(st.lists(st.from_type(Record), max_size=6))
def test_every_record_has_one_entry_one_count_and_one_chapter(records: list[Record]) -> None:
    book = Book.of(records)

    assert [entry.record for entry in book.entries] == inert_fields(records)
    assert [entry.line for entry in book.entries] == list(range(1, len(records) + 1))
    assert sum(book.counts.values()) == len(records)
    assert sorted(e.line for c in book.chapters for e in c.entries) == [e.line for e in book.entries]


def test_counts_name_every_verdict_in_its_order() -> None:
    assert list(Book.of([]).counts) == list(Verdict)


def test_a_refuted_statement_stands_beside_the_records_that_correct_it() -> None:
    book = Book.of(
        [
            record("a"),
            record("b'", corrects="b"),
            record("b", Verdict.REFUTED),
            record("b''", Verdict.UNDECIDED, corrects="b"),
        ]
    )

    (finding,) = book.findings
    assert finding.printed.record.id == "b"
    assert [entry.record.id for entry in finding.corrections] == ["b'", "b''"]
    assert finding.printed.corrected_by == ("b'", "b''")
    assert [entry.record.id for entry in book.undecided] == ["b''"]


def test_a_refuted_statement_without_a_correction_is_a_finding_all_the_same() -> None:
    (finding,) = Book.of([record("a", Verdict.REFUTED)]).findings

    assert finding.corrections == ()


def test_a_statement_that_does_not_parse_stands_apart_from_the_false_ones() -> None:
    book = Book.of([record("a", Verdict.ILL_FORMED), record("a'", corrects="a")])

    assert book.findings == ()
    assert [f.printed.record.id for f in book.ill_formed] == ["a"]
    assert [entry.record.id for entry in book.ill_formed[0].corrections] == ["a'"]


def test_the_outcome_of_a_claim_that_does_not_apply_and_a_fact_are_no_statements_counted_anywhere() -> None:
    records = [
        record("a", Verdict.NOT_APPLICABLE, source="J"),
        record("a (outcome)", Verdict.REFUTED, source="J"),
        record("F.a", source=CONTRIBUTED, chapter=FACTS),
    ]
    book = Book.of(records)

    assert {verdict: count for verdict, count in book.counts.items() if count} == {Verdict.NOT_APPLICABLE: 1}
    assert [entry.record.id for entry in book.counted] == ["a"]
    assert by_source(book.counted) == {"J": book.counts}


def test_used_by_is_the_inverse_of_uses_and_names_each_user_once() -> None:
    book = Book.of([record("a"), record("b", uses=["a", "a"]), record("c", uses=["b", "a", "elsewhere"])])

    assert [entry.used_by for entry in book.entries] == [("b", "c"), ("c",), ()]


def test_what_holds_though_its_proof_uses_something_false_has_a_gap() -> None:
    book = Book.of(
        [
            record("false", Verdict.REFUTED),
            record("garbled", Verdict.ILL_FORMED),
            record("open", Verdict.UNDECIDED, uses=["false"]),
            record("direct", uses=["fine", "garbled"]),
            record("by way", Verdict.PROVED, uses=["open", "direct"]),
            record("fine", uses=["elsewhere", "fine"]),
            record("refuted itself", Verdict.REFUTED, uses=["false"]),
        ]
    )

    assert [entry.record.id for entry in book.gaps] == ["direct"]
    assert book.further == 1
    assert [(entry.record.id, entry.gap) for entry in book.entries if entry.gap] == [
        ("direct", ("garbled",)),
        ("by way", ("open", "false")),
    ]


def test_chapters_stand_as_their_documents_come_and_their_sections_are_numbered() -> None:
    places = [("J", "§3.1"), ("J", "Lemma 2.1"), ("W", "§3"), ("J", "Lemma 3.2"), ("", "")]
    records = [record(str(i), source=source, place=place) for i, (source, place) in enumerate(places)]

    chapters = Book.of(records).chapters

    assert [c.title for c in chapters] == ["J, Section 2", "J, Section 3", "W, Section 3", "Elsewhere"]
    assert [e.record.id for e in chapters[1].entries] == ["0", "3"]


def test_a_section_may_have_any_number_for_a_record_may_be_anybodys() -> None:
    nines = "9" * 5000  # Python reads no longer integers than of 4300 digits
    said = [
        {"chapter": f"Section {nines}"},
        {"place": f"§{nines}8.1"},
        {"place": "Lemma 010.1"},
        {"place": "Lemma 9.1"},
    ]
    chapters = Book.of([record(str(i), source="M", **one) for i, one in enumerate(said)]).chapters

    assert [c.title for c in chapters] == [f"M, Section {n}" for n in ("9", "10", nines, f"{nines}8")]


def test_an_id_that_stands_for_a_place_names_no_appendix() -> None:
    assert [c.title for c in Book.of([record("H.1", source="M", place="H.1")]).chapters] == ["M"]
    assert [c.title for c in Book.of([record("L", source="M", place="H.1")]).chapters] == ["M, Appendix H"]


def test_lemmas_of_a_document_without_sections_stand_as_they_come_and_figures_by_their_numbers() -> None:
    places = ["Lemma 1", "Theorem 2", "Lemma 2", "Figure 2", "Figure 1"]
    records = [record(str(i), source="M", place=place) for i, place in enumerate(places)]
    (chapter,) = Book.of(records).chapters
    order = [e.record.place for e in chapter.entries]

    assert chapter.title == "M"
    assert order == ["Lemma 1", "Theorem 2", "Lemma 2", "Figure 1", "Figure 2"]


def test_findings_are_listed_by_reach_and_the_gravest_are_theorems_before_steps() -> None:
    places = {
        "false step": ("§2, first display", Reach.FALSE),
        "false in a proof": ("Theorem 1, proof, first display", Reach.FALSE),
        "slip in a lemma": ("Lemma 3", Reach.SLIP),
        "degenerate theorem": ("§4, Theorem 4", Reach.DEGENERATE),
        "remark": ("§4, after Theorem 4", Reach.FALSE),
        "false theorem": ("Theorem 2", Reach.FALSE),
    }
    records = [
        record(id, Verdict.REFUTED, place=place, reach=reach, source=id) for id, (place, reach) in places.items()
    ]
    book = Book.of(records)
    found, first = ([one.printed.record.id for one in some] for some in (book.findings, book.gravest))

    assert found == [
        "false theorem", "false step", "remark", "false in a proof", "slip in a lemma", "degenerate theorem",
    ]  # fmt: skip
    assert first == ["false theorem", "degenerate theorem", "slip in a lemma", "false step", "remark"]


@pytest.mark.parametrize(("place", "part"), [
    ("Lemma 3.2 (Lemma 3.1 in the preprint)", "Section 3"),
    ("§3.1, last sentence", "Section 3"),
    ("eq. (2.1); Appendix C", "Appendix C"),
    ("App. E second display, first equality", "Appendix E"),
    ("Proposition 10.12", "Section 10"),
    ("Theorem 10", "Theorem 10"),
    ("Theorem 11 item 2a", "Theorem 11 item 2a"),
    ("Algorithm 1, line 3", "Algorithm 1"),
    ("Abstract; Section 1", "Section 1"),
    ("", ""),
])  # fmt: skip
def test_a_place_lies_in_its_section_or_appendix(place: str, part: str) -> None:
    assert leading_part(place) == part


def test_a_document_that_names_no_section_is_one_chapter_and_one_that_does_is_divided() -> None:
    of_mine = [record(f"M{k}", source="M", place=f"Lemma {k}") for k in (1, 2, 3)]
    of_theirs = [record("a", source="T", place="Theorem 1"), record("b", source="T", place="§2, first display")]

    assert [c.title for c in Book.of([*of_mine, *of_theirs]).chapters] == ["M", "T, Section 2", "T, Theorem 1"]
