"""Protects index.html: everything is in it, findings come first, nothing is loaded, nothing breaks out."""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from html import unescape

import pytest
from browser.unpacking import unpacked
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports import markdown, words
from lemmacheck.reports.html import CONTRIBUTED, MARKS, TEMPLATES, anchor, render, shares
from lemmacheck.reports.mathml import ATTRIBUTES, ELEMENTS, prose
from lemmacheck.verifiers.records.inert import inert
from lemmacheck.verifiers.records.verdict import (
    OUTCOME,
    Axes,
    Condition,
    Curve,
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
from markupsafe import escape

from tests.reports.test_mathml import Tags
from tests.sampled import draws

RUNS = Scope(3, 10, bits=64)
VOID = {"meta", "link", "input", "col", "wbr"}
OUR_TAGS = (
    "html head title style body header nav main section div span p a b h1 h2 h3 h4 ul li dl dt dd script noscript "
    "table colgroup thead tbody tr th td code details summary figure figcaption svg g rect path polyline polygon text "
    "label select option button datalist article sub sup pre"
)
OUR_NAMES = (
    "id class href role tabindex scope lang charset name content rel http-equiv aria-label aria-labelledby mathvariant "
    "viewbox d points transform x y type value hidden open list autocomplete placeholder aria-live data-scripted "
    "data-chapter data-verdict data-narrow data-words data-kind data-source"
)
TAGS = {*ELEMENTS, *VOID, *OUR_TAGS.split()}
NAMES = {*ATTRIBUTES, *OUR_NAMES.split()}
PRINTED = Record("P.L9.9@000", Verdict.REFUTED, RUNS, latex=r"\mathcal R(w)\le0", source="JST21", place="Lemma 9.9",
    fault="the right side must be φ(q̄).", worst=Worst(-0.5, 2.0, 1, "one_row", [["3/7"]]), teeth=Teeth(1, 2, ["half"]),
    witness=Witness([["1/2", "-1/3"]], 1, "1/8", "0", "DualNesterov", 4, "lhs ≤ rhs"),
    hypotheses=[Condition("separable", "γ̄ > 0", 2, 3, True)])  # fmt: skip
CORRECTED = Record("P.L9.9'", Verdict.PROVED, RUNS, latex="x", corrects="P.L9.9@000", uses=["P.L9.9@000", "gone"])


def opened(records: list[Record], header: Header | None = None) -> str:
    """The page with all of its chapters unpacked."""
    return unpacked(render(records, header))


PAGE = opened([CORRECTED, PRINTED])


class Reader(Tags):
    """The ids and links of a page too; it fails if a tag is closed out of turn."""

    def __init__(self, page: str) -> None:
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        super().__init__(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()


@pytest.mark.slow
@draws(2)
@given(st.lists(st.from_type(Record), max_size=4))
def test_any_records_make_a_whole_page_that_only_we_wrote_the_tags_of(records: list[Record]) -> None:
    page = opened(records)
    reader = Reader(page)

    assert all(str(escape(inert(record.id))) in page for record in records)
    assert reader.open == []
    assert reader.tags <= TAGS
    assert reader.names <= NAMES
    assert len(set(reader.ids)) == len(reader.ids)
    files = {record.kernel for record in records if record.level} - {""}  # which lie beside the page
    assert {link for link in reader.links if not link.startswith("#")} == {"data:,", *files}
    assert {link[1:] for link in reader.links if link.startswith("#")} <= set(reader.ids)


@pytest.mark.parametrize("rendered", [opened, markdown.render], ids=["html", "markdown"])
@draws(2)
@given(verdicts=st.lists(st.sampled_from(Verdict), min_size=1, max_size=8))
def test_refuted_claims_stand_before_all_others(rendered: Callable[..., str], verdicts: list[Verdict]) -> None:
    page = rendered([Record(f"claim{i}.", verdict, RUNS) for i, verdict in enumerate(verdicts)])
    first = {i: page.index(f"claim{i}.") for i in range(len(verdicts))}

    refuted = [first[i] for i, verdict in enumerate(verdicts) if verdict is Verdict.REFUTED]
    others = [first[i] for i, verdict in enumerate(verdicts) if verdict is not Verdict.REFUTED]
    assert max(refuted, default=-1) < min(others, default=len(page))


@draws(6)
@given(st.text(), st.text())
def test_different_ids_have_different_anchors_that_an_address_can_carry(one: str, other: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9.@~-]+", anchor(one))
    assert (anchor(one) == anchor(other)) == (one == other)


def test_an_ordinary_id_is_its_own_anchor() -> None:
    assert [anchor(id) for id in ("P.L3.2", "P.S2.argmax@000", "P.L3.2'")] == [
        "P.L3.2",
        "P.S2.argmax@000",
        "P.L3.2~27~",
    ]


def test_two_lines_with_one_id_keep_two_places() -> None:
    ids = Reader(opened([Record("a", Verdict.PROVED, RUNS), Record("a", Verdict.REFUTED, RUNS)])).ids

    assert {"a", "a~2"} <= set(ids)


def test_a_claim_shows_all_that_its_record_says() -> None:
    section = unescape(PAGE.split('<section class="claim" id="P.L9.9@000"')[1].split("</section>")[0])

    for said in (
        "JST21, Lemma 9.9",
        "<mi>ℛ</mi>",
        "refuted: a certified counterexample is attached",
        "the right side must be φ(q̄).",
        "3 runs of up to 10 steps, 64 bits",
        "γ̄ > 0",
        "tacit; surely met on 2 of 3 runs",
        "of the runs decided: 2 of what is allowed, slack -0.5 at t = 1",
        '<pre tabindex="0">3/7</pre>',
        "1 of 2 mutants refuted; survived: half",
        ">1/2  -1/3</pre>",
        "lhs ≤ rhs",
        "1/8",
        """<a href="#P.L9.9~27~">P.L9.9'</a>""",
        "lemmacheck replay records.jsonl:2",
    ):
        assert said in section


def test_a_finding_stands_beside_its_correction_before_the_table_and_the_chapters() -> None:
    finding = PAGE.split('<details class="finding"')[1].split("</details>")[0]

    assert "Corrected" in finding
    assert "#P.L9.9~27~" in finding
    assert PAGE.index('<details class="finding"') < PAGE.index('id="page:claims"') < PAGE.index('id="page:chapters"')


def test_what_a_hypothesis_is_needed_for_is_shown_with_the_run_that_fails_without_it() -> None:
    need = Witness([["4/5"]], 7, "2", "1", "Fast", 9, "<=")
    given = [Condition("unit", "‖z‖ ≤ 1", 2, 2, need=need), Condition("positive", "γ̄ > 0", 2, 2, tried=40)]
    page = unescape(opened([Record("P.1", Verdict.CERTIFIED, RUNS, hypotheses=given)]))

    assert "needed: without it, on Z = [4/5], Fast, 9 steps, t = 7: 2 ≤ 1 is false" in page
    assert "40 runs" in page


def test_a_header_names_the_page_and_is_shown_on_its_top() -> None:
    curves = [Curve("gap of mine", [1, 2], [1.0, 0.5])]
    header = Header("Mine & yours", ["λ_t = 2/(t+2)"],
        [Table("p in φ(μ_t) ~ t^p", ["what", "γ(w_T)"], [["margin", "t^−2"]])], curves,
        Axes("How far", "iterations", "gap of w_t"))  # fmt: skip
    top = opened([PRINTED], header).split("<nav")[0]

    assert "<h1>1 of 1 statement is false as printed</h1>" in top
    assert '<p class="faint">Mine &amp; yours</p>' in top
    assert "<title>Mine &amp; yours</title>" in top
    assert "<p>λ<sub>t</sub> = 2/(t+2)</p>" in top
    assert "<b>p in φ(μ<sub>t</sub>) ~ t<sup>p</sup></b>" in top
    assert '<th scope="col">γ(w<sub>T</sub>)</th>' in top
    assert [
        word for word in (">How far</figcaption>", ">iterations</text>", ">gap of w_t</text>") if word not in top
    ] == []
    assert "<td>margin</td><td>t^−2</td>" in top
    assert ">gap of mine</text>" in top


def test_the_imprint_says_which_versions_made_the_report_when_and_where() -> None:
    made = {"date": "2026-01-02", "commit": "abc123+", "machine": "Linux"}
    header = Header("Mine", origin=Origin("report", versions={"lemmacheck": "9.9", "numpy": "1"}, made=made))

    assert '<p class="faint">Mine, lemmacheck 9.9, commit abc123+, 2026-01-02, Linux</p>' in opened([PRINTED], header)


def test_what_is_contributed_is_listed_as_such() -> None:
    page = opened([PRINTED, Record("N1", Verdict.PROVED, RUNS, source=CONTRIBUTED, statement="all is well")])

    assert "all is well" in page.split('id="page:contributed"')[1].split("</details>")[0]
    assert "page:contributed" not in PAGE


def test_the_bar_is_divided_as_the_verdicts_are() -> None:
    parts = shares({Verdict.PROVED: 3, Verdict.REFUTED: 0, Verdict.UNDECIDED: 1})

    assert parts == [(Verdict.PROVED, 3, 0, 75), (Verdict.UNDECIDED, 1, 75, 25)]


def test_gaps_in_proofs_and_mutants_have_sections_of_their_own() -> None:
    bitten = Teeth(1, 2, ["half"], ["double: changes no side"])
    page = opened([PRINTED, Record("P.T9", Verdict.CERTIFIED, RUNS, uses=[PRINTED.id], teeth=bitten)])

    assert f"""rests on\n<a href="#{PRINTED.id}">{PRINTED.id}</a>, which is false""" in page
    assert '<h2 id="page:gaps">' in page
    assert "<td>half</td>" in page
    assert "<td>double: changes no side</td>" in page


def test_the_contents_say_what_is_counted_where_the_name_does_not() -> None:
    bitten = Teeth(2, 3, ["half"])
    page = opened([PRINTED, CORRECTED, Record("P.T9", Verdict.CERTIFIED, RUNS, uses=[PRINTED.id], teeth=bitten)])
    contents = page.split('aria-label="contents"')[1].split("</nav>")[0]

    assert re.findall(r">([^<]+)</a>\s*<span class=\"faint\">([^<]+)<", contents) == [
        ("Findings", "1"), ("Gaps", "2"), ("All claims", "3"), ("Graph", "1 chapter"), ("Chapters", "2"),
        ("Mutants", "2 claims"),
    ]  # fmt: skip


def test_a_claim_that_is_not_in_the_records_is_named_but_not_linked() -> None:
    assert ", gone\n" in PAGE
    assert "#gone" not in PAGE


def test_the_first_screen_has_the_gravest_finding_as_printed_corrected_and_refuted() -> None:
    top = PAGE.split("<nav")[0]

    assert '<a href="#P.L9.9@000">Lemma 9.9</a>' in top
    assert "The right side must be φ(q̄)." in top
    assert top.count('<div class="formula">') == 2
    assert "Z = [1/2 -1/3], DualNesterov, t = 1: 1/8 lhs ≤ rhs 0 is false" in top


def test_the_first_screen_has_a_finding_that_nothing_corrects_with_its_witness() -> None:
    top = opened([PRINTED]).split("<nav")[0]

    assert top.count('<div class="formula">') == 1
    assert top.index("<h3>A counterexample</h3>") < top.index("Z = [1/2 -1/3]") < top.index("</article>")
    assert top.count('class="refuting"') == 1
    assert "Z = [1/2 -1/3], DualNesterov, t = 1: 1/8 lhs ≤ rhs 0 is false" in top


def test_the_first_screen_names_the_documents_and_what_is_proved_before_it_counts() -> None:
    one, other = "Ji: Margins (ICML 2021)", "Ji: Margins (arXiv, 2021)"
    origin = Origin("report", books={"JST21": one, "JST21-preprint": other, "Tel": "Telgarsky: Lecture 9 (notes)"})
    proved = Record("P.T1", Verdict.PROVED, RUNS, source="JST21", place="Theorem 1")
    records = [
        *(proved, replace(PRINTED, source="Tel")),
        *(replace(proved, id=f"P.T2.{k}", place=f"Theorem 2, part {k}", verdict=v) for k, v in enumerate(Verdict)),
        replace(proved, id="P.L3", place="Lemma 3, in the preprint", source="JST21-preprint"),
    ]
    top, counts = opened(records, Header("mine", origin=origin)).split("<nav")[0].split('<ul class="legend">')

    assert re.findall("<li>(.*)</li>", top) == ["Ji: Margins (ICML 2021; arXiv, 2021)", "Telgarsky: Lecture 9 (notes)"]
    assert 'as Ji prints it: <a href="#P.T1">Theorem 1</a>, <a href="#P.L3">Lemma 3</a>.' in top
    assert "<b>JST21-preprint</b>" in counts


def test_chapters_stand_under_the_name_of_their_document() -> None:
    origin = Origin("report", books={"T": "Telgarsky: Lecture 9 (notes)"})
    given = (("A.1", "T", "Section 2"), ("A.2", "T", "Section 3"), ("B.1", "U", "Section 1"), ("C.1", "", ""))
    records = [Record(id, Verdict.CERTIFIED, RUNS, source=key, chapter=part) for id, key, part in given]

    chapters = opened(records, Header("mine", origin=origin)).split('id="page:chapters"')[1]
    headings = re.findall(r"<h3[^>]*>([^<]*)</h3>|<summary>([^<]*) <span", chapters)
    assert [name or f"- {part}" for name, part in headings] == [
        "Telgarsky: Lecture 9 (notes)", "- Section 2", "- Section 3", "U", "- Section 1", "- Elsewhere"
    ]  # fmt: skip


def test_the_graph_offers_the_chapters_by_who_wrote_them() -> None:
    origin = Origin("report", books={"T": "Telgarsky: Lecture 9 (notes)"})
    given = (("A.1", "T", "Section 2", "B.1"), ("B.1", "U", "Section 1", "C.1"), ("C.1", "", "", "A.1"))
    records = [Record(id, Verdict.CERTIFIED, RUNS, source=key, chapter=part, uses=[it]) for id, key, part, it in given]

    page = render(records, Header("mine", origin=origin))
    assert re.findall(r'<option value="\d">(.*?)</option>', page)[:3] == [
        "Telgarsky, Section 2", "U, Section 1", "Elsewhere"
    ]  # fmt: skip
    assert '"chapters": [["Telgarsky, Section 2", "Section 2"], ["U, Section 1", "Section 1"]' in page


def test_a_report_of_a_variant_speaks_of_it_and_counts_each_claim_once() -> None:
    records = [replace(PRINTED, verdict=Verdict.NOT_APPLICABLE), replace(PRINTED, id=f"{PRINTED.id}{OUTCOME}")]
    page = opened(records, Header("mine: schedule", variant="mine"))

    assert "<h1>None of 1 statement is false of mine</h1>" in page
    assert "does not meet what the claim supposes" in page
    assert "s printed" not in page


def test_scripts_of_letters_are_set_and_nothing_else_is() -> None:
    assert prose("w_t ≤ λ_{t−1}² < x^{k+1}, q_0 of file_name_2, e_{v_{1:t}} = x_iy_i − e_iᵀZ, own_j, ∂_jℓ") == (
        "w<sub>t</sub> ≤ λ<sub>t−1</sub>² &lt; x<sup>k+1</sup>, q<sub>0</sub> of file_name_2, "
        "e<sub>v<sub>1:t</sub></sub> = x<sub>i</sub>y<sub>i</sub> − e<sub>i</sub>ᵀZ, "
        "own<sub>j</sub>, ∂<sub>j</sub>ℓ"
    )


def test_a_proof_says_what_it_supposes_in_words() -> None:
    reason = "the difference is (2)·[mass at t + 1] + [(1), of the row] + [mass, of the row]"
    record = Record(
        "P.L1", Verdict.PROVED, RUNS, reason=reason, hypotheses=[Condition("mass", "‖q_t‖₁ ≥ 1", 1, 1, True)]
    )

    assert words.steps(record) == [reason.replace("mass", "‖q_t‖₁ ≥ 1")]


def test_every_verdict_that_occurs_is_named_with_its_meaning() -> None:
    page = opened([Record(str(verdict), verdict, RUNS) for verdict in Verdict])

    assert all(f'<span class="verdict {verdict}">{verdict}</span>' in page for verdict in Verdict)
    assert all(verdict.meaning in page for verdict in Verdict)


def test_every_verdict_has_a_mark_of_its_own_beside_its_colour() -> None:
    assert len(set(MARKS.values())) == len(Verdict)
    assert all(f'.{verdict}::before {{ content: "{mark} "' in PAGE for verdict, mark in MARKS.items())


def test_the_style_loads_nothing_and_knows_the_dark_the_phone_and_paper() -> None:
    style = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.css"))

    assert not re.search(r"url\(|@import|@font-face|https?:", style)
    assert all(query in style for query in ("prefers-color-scheme: dark", "max-width: 48rem", "@media print"))


def test_the_policy_lets_this_script_run_and_this_style_hold_and_nothing_else() -> None:
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="([^"]*)"', PAGE)
    (style,), (script,) = (re.findall(f"<{tag}>(.*?)</{tag}>", PAGE, re.S) for tag in ("style", "script"))
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in (style, script)]

    assert unescape(policy).split("; ") == [
        "default-src 'none'", f"style-src 'sha256-{hashes[0]}'", f"script-src 'sha256-{hashes[1]}'", "img-src data:",
        "font-src data:", "base-uri 'none'", "form-action 'none'",
    ]  # fmt: skip
    assert " style=" not in PAGE
    assert not re.search(r" on[a-z]+=", PAGE)


@draws(2)
@given(st.text() | st.sampled_from(["</script><script>alert(1)</script>", "<!--<script>", "\u2028"]))
def test_the_data_for_the_script_are_what_the_records_say_and_end_no_script(id: str) -> None:
    page = opened(
        [Record(id, Verdict.PROVED, RUNS, source=id, uses=[id]), Record("b", Verdict.REFUTED, RUNS, uses=[id])]
    )
    (data,) = re.findall('<script type="application/json" id="page:data">([^<]*)</script>', page)
    first, second = json.loads(data)["claims"]

    assert (first[0], second[0]) == (inert(id), "b")
    assert second[-1] == [] if id == "b" else [0]
    assert page.count("<script") == 2
