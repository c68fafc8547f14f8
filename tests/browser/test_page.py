"""Protects what a reader does with the page in a browser: filter, sort, follow, narrow, by hand or by address."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from browser.chromium import Page
from browser.chromium import page as browsing
from browser.records import BOOK, HOSTILE, claim, large
from lemmacheck.reports.html import anchor, render
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

At = Callable[..., Page]
IDS = [record.id for record in BOOK]
SHOWN = "return [...document.querySelectorAll('#page\\\\:claims tbody th')].map((c) => c.innerText)"
DRAWN = "return [...document.querySelectorAll('.sheet .node > a:first-child')].map((a) => a.getAttribute('href'))"
CHOOSE = (
    "const control = document.getElementById('page:{}').querySelector('[name={}]'); control.value = {!r};"
    "control.dispatchEvent(new Event('input', {{ bubbles: true }}));"
    "control.dispatchEvent(new Event('change', {{ bubbles: true }}))"
)
WITHOUT_MATHEMATICS = (
    "<fontconfig><dir>/usr/share/fonts</dir><cachedir>{}</cachedir>"
    "<selectfont><rejectfont><glob>*Math*</glob><glob>*math*</glob></rejectfont></selectfont></fontconfig>"
)
VISIBLE = (
    "const box = document.getElementById({!r}).getBoundingClientRect();"
    "return box.top < innerHeight && box.bottom > 0 && box.height > 0"
)


def links(*ids: str) -> set[str]:
    return {f"#{anchor(id)}" for id in ids}


@pytest.mark.parametrize(("name", "value", "left"), [
    ("verdict", "certified", ["L.2", "T.1"]),
    ("source", "Post", ["T.2", HOSTILE, "alone"]),
    ("chapter", "Book, Section 2", ["T.1"]),
    ("kind", "identity", ["L.1", "L.10"]),
    ("q", "CORRECTED statement", ["L.10.corrected"]),
    ("q", "no such words", []),
    ("q", "mu_t", ["alone"]),
    ("q", "THE SIGN", ["L.10"]),
    ("q", "section 3", ["alone"]),
])  # fmt: skip
def test_a_filter_leaves_what_it_says(at: At, name: str, value: str, left: list[str]) -> None:
    page = at("page:claims")
    page.run(CHOOSE.format("claims", name, value))

    assert page.run(SHOWN) == left
    assert page.run("return document.querySelector('#page\\\\:claims [role=status]').innerText") == (
        f"{len(left)} of {len(IDS)} claims"
    )


def test_filters_hold_together_and_all_of_them_can_be_cleared(at: At) -> None:
    page = at("page:claims?verdict=certified&kind=rate")

    assert page.run(SHOWN) == ["T.1"]
    page.run("document.querySelector('.clear').click()")
    assert page.run(SHOWN) == IDS


def test_a_head_sorts_by_keyboard_first_up_then_down_and_says_so(at: At) -> None:
    page = at("page:claims?source=Book")
    page.run("document.querySelectorAll('#page\\\\:claims thead button')[4].focus()")
    sort = "return document.querySelectorAll('#page\\\\:claims th')[4].getAttribute('aria-sort')"

    page.press("Enter", 13)
    assert page.run(SHOWN) == ["L.10.corrected", "L.2", "L.1", "L.10", "T.1"]
    assert page.run(sort) == "ascending"
    page.press("Enter", 13)
    assert page.run(SHOWN) == ["L.2", "L.10.corrected", "L.1", "L.10", "T.1"]
    assert page.run(sort) == "descending"


@pytest.mark.parametrize(("column", "order"), [
    ("id", ["L.1", "L.2", "L.10", "L.10.corrected", "T.1"]),
    ("-id", ["T.1", "L.10.corrected", "L.10", "L.2", "L.1"]),
    ("verdict", ["L.1", "L.2", "T.1", "L.10.corrected", "L.10"]),
    ("mutants", ["L.1", "L.2", "L.10", "L.10.corrected", "T.1"]),
])  # fmt: skip
def test_an_address_sorts_ids_by_their_numbers_verdicts_by_strength_and_gaps_last(
    at: At, column: str, order: list[str]
) -> None:
    assert at(f"page:claims?source=Book&sort={column}").run(SHOWN) == order


def test_the_address_keeps_what_was_chosen(at: At) -> None:
    page = at("page:claims")
    page.run(CHOOSE.format("claims", "verdict", "refuted"))

    assert page.run("return location.hash") == "#page:claims?verdict=refuted"


def test_a_verdict_of_the_summary_leads_to_its_claims(at: At) -> None:
    page = at()
    page.run("document.querySelector('.legend a[data-verdict=refuted]').click()")

    assert page.run(SHOWN) == ["L.10"]
    assert page.run(VISIBLE.format("page:claims"))


@pytest.mark.parametrize("id", ["L.2", "alone", HOSTILE])
def test_a_permanent_link_leads_to_its_claim(at: At, id: str) -> None:
    page = at(anchor(id))

    assert page.run(VISIBLE.format(anchor(id)))
    assert page.run("return document.querySelector('.reached h3').innerText").startswith(id)


def test_a_claim_of_the_graph_leads_to_its_section_by_keyboard(at: At) -> None:
    page = at("page:graph")
    page.run("document.querySelector('.sheet .node > a[href=\"#L.2\"]').focus()")
    told = "return document.querySelector('.told').innerText"

    assert page.run(told).startswith("L.2, certified.")
    page.press("Enter", 13)
    assert page.run("return location.hash") == "#L.2"
    assert page.run(VISIBLE.format("L.2"))


def test_the_graph_opens_with_the_first_chapter_and_what_that_uses(at: At) -> None:
    assert set(at("page:graph").run(DRAWN)) == links("L.1", "L.2", "L.10", "L.10.corrected")


def test_a_fraction_stands_off_what_is_beside_it_as_in_tex(at: At) -> None:
    page = at("page:claims")
    styled = "const { paddingLeft, fontSize } = getComputedStyle(document.querySelector('mfrac'))"

    assert page.run(f"{styled}; return parseFloat(paddingLeft) / parseFloat(fontSize)") == pytest.approx(0.12, abs=0.01)


def test_formulas_are_whole_on_a_machine_without_a_font_for_mathematics(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every letter and sign comes from the font that the page carries: γ̄ and μ were empty boxes."""
    fonts, file = tmp_path / "fonts.conf", tmp_path / "index.html"
    fonts.write_text(WITHOUT_MATHEMATICS.format(tmp_path / "cache"), encoding="utf-8")
    latex = r"\bar\gamma\mu_t^2\le\left(\frac{\sqrt{4\ln(n)}}{\|Z\|}\right)\sum_{i\in A}\hat q_i\psi"
    file.write_text(render([claim("A.1", Verdict.REFUTED, latex=latex, fault="no such μ.")]), encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts))
    with browsing(program, tmp_path / "profile") as plain:
        plain.open(f"{file.as_uri()}#A.1")
        plain.wait(".reached math")
        plain.run("return document.fonts.ready.then(() => 0)")
        assert plain.fonts(".reached .formula *") == {"lemmacheck math"}


def test_no_formula_of_the_gravest_findings_is_cut_on_a_phone(tab: Page, tmp_path: Path) -> None:
    said = LIBRARY.claims["W.Straight"].latex
    printed = claim("A.1", Verdict.REFUTED, "Theorem 1", latex=said, fault="no such L.")
    file = tmp_path / "index.html"
    file.write_text(render([printed, claim("A.2", Verdict.PROVED, corrects="A.1", latex=said)]), encoding="utf-8")
    tab.resize(390)
    tab.open(file.as_uri())
    shown = "[...document.querySelectorAll('.sides .formula')].filter((one) => one.clientWidth)"
    try:
        assert set(tab.run(f"return {shown}.map((one) => one.scrollWidth - one.clientWidth)")) == {0}
    finally:
        tab.resize(1280)


@pytest.mark.parametrize(
    ("places", "first"),
    [(["Lemma 1", "Theorem 2", "Lemma 3"], "Theorem 2"), (["Lemma 1", "Section 2", "Lemma 3"], "Lemma 3")],
)
def test_the_graph_opens_with_the_claim_that_was_chosen_or_else_the_headline(
    tab: Page, tmp_path: Path, places: list[str], first: str
) -> None:
    used = [["ground"], ["A.0"], ["A.1"]]
    chain = [claim(f"A.{k}", Verdict.PROVED, place, uses=used[k]) for k, place in enumerate(places)]
    file = tmp_path / "index.html"
    file.write_text(render([claim("ground", Verdict.PROVED, "Section 1"), *chain]), encoding="utf-8")
    chosen = "return document.querySelector('.sheet .chosen').textContent"

    tab.open(f"{file.as_uri()}#page:graph")
    tab.wait(".sheet .chosen")
    assert first in tab.run(chosen)
    for address, shown in (("page:graph?of=A.2", "Lemma 3"), ("A.0", "Lemma 3"), ("page:graph", "Lemma 1")):
        tab.run(
            "const moved = new Promise((done) => addEventListener('hashchange', done, { once: true }));"
            f"location.hash = '#{address}'; return moved.then(() => null)"
        )
        assert shown in tab.run(chosen)


def test_the_graph_narrows_to_what_a_claim_rests_on_and_widens_to_all(at: At) -> None:
    page = at("page:graph")
    page.run(CHOOSE.format("graph", "of", "T.1"))

    assert set(page.run(DRAWN)) == links("T.1", "L.10.corrected", "L.1", "L.2")
    page.run(CHOOSE.format("graph", "steps", "1"))
    assert set(page.run(DRAWN)) == links("T.1", "L.10.corrected", "L.1")
    page.run(CHOOSE.format("graph", "chapter", "all"))
    assert set(page.run(DRAWN)) == links(*IDS) - links("alone")
    page.run("document.querySelector('.narrow[href$=\"of=L.10\"]').focus()")
    page.press("Enter", 13)
    assert set(page.run(DRAWN)) == links("L.10", "L.2", "L.1")
    page.run(
        "const moved = new Promise((done) => addEventListener('hashchange', done, { once: true }));"
        "history.back(); return moved.then(() => null)"
    )
    assert set(page.run(DRAWN)) == links(*IDS) - links("alone")


def test_the_section_of_a_claim_leads_to_the_graph_of_what_it_rests_on(at: At) -> None:
    page = at(anchor(HOSTILE))
    page.run("document.querySelector('.reached [data-narrow]').click()")

    assert unquote(page.run("return location.hash")) == f"#page:graph?of={anchor(HOSTILE)}"
    assert set(page.run(DRAWN)) == links(*IDS) - links("alone", "L.10")
    assert page.run(VISIBLE.format("page:graph"))


def test_an_id_that_is_none_is_told_so(at: At) -> None:
    page = at("page:graph")
    page.run(CHOOSE.format("graph", "of", "L.99"))

    assert "No claim here is called “L.99”" in page.run("return document.querySelector('.told').innerText")


def test_every_line_of_the_graph_runs_from_left_to_right_and_no_two_claims_overlap(at: At) -> None:
    page = at("page:graph?chapter=all")
    boxes = page.run(
        "return [...document.querySelectorAll('.sheet .node rect:first-child')].map((r) => r.getBoundingClientRect())"
        ".filter((r) => r.width > 60).map((r) => [r.left, r.top, r.right, r.bottom])"
    )
    ends = page.run(
        "return [...document.querySelectorAll('.edge')].map((e) => [e.getPointAtLength(0).x, "
        "e.getPointAtLength(e.getTotalLength()).x])"
    )

    assert len(boxes) == len(IDS) - 1
    assert len(ends) == sum(len(record.uses) for record in BOOK)
    assert all(x < to for x, to in ends)
    for k, (left, top, right, bottom) in enumerate(boxes):
        assert all(right <= a or c <= left or bottom <= b or d <= top for a, b, c, d in boxes[k + 1 :])


def test_a_line_is_dashed_that_only_the_proof_found_here_makes_and_what_is_numbered_is_round(
    tab: Page, tmp_path: Path
) -> None:
    file = tmp_path / "index.html"
    proved = claim("L", Verdict.PROVED, "Lemma 1", uses=["F", "S"], rests_on=["F", "N"])
    others = (claim(id, Verdict.PROVED, "Section 1") for id in "FSN")
    file.write_text(render([proved, *others]), encoding="utf-8")
    tab.open(f"{file.as_uri()}#page:graph?chapter=all")
    tab.wait(".edge")

    dashed = "return [...document.querySelectorAll('.edge.found')].map(({ ends }) => ends.map(({ id }) => id))"
    assert tab.run(dashed) == [["N", "L"]]
    assert tab.run("return document.querySelectorAll('.edge').length") == 3
    round_ends = "return [...document.querySelectorAll('.node')].filter((g) => g.querySelector('[rx=\"12\"]'))"
    assert tab.run(f"{round_ends}.map(({{ claim }}) => claim.id)") == ["L"]


def test_every_claim_of_the_graph_is_marked_with_a_sign_beside_its_colour(at: At) -> None:
    page = at("page:graph?chapter=all")
    signs = page.run(
        "return [...document.querySelectorAll('.sheet .node')]"
        ".map((node) => [node.classList[1], node.querySelector('.sign').textContent])"
    )

    assert len(set(map(tuple, signs))) == len({verdict for verdict, _ in signs}) == len({sign for _, sign in signs})


@pytest.mark.parametrize("width", [390, 768, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_wider_than_the_window(at: At, width: int, dark: bool) -> None:
    page = at()
    page.resize(width, dark=dark)
    try:
        page.open(page.run("return location.href"))
        assert page.run("return [innerWidth, document.documentElement.scrollWidth]") == [width, width]
    finally:
        page.resize(1280)


def test_an_address_that_leads_nowhere_is_told_so_and_leads_to_the_search(at: At) -> None:
    page = at("L.99")

    assert "is called “L.99”" in page.run("return document.querySelector('.unknown').innerText")
    page.run("document.querySelector('.unknown a').click()")
    assert page.run("return document.querySelector('[name=q]').value") == "L.99"
    assert page.run("return document.querySelector('.unknown').hidden")


def test_text_of_a_record_is_text(at: At) -> None:
    page = at("page:claims")

    assert page.run("return document.images.length") == 0
    assert HOSTILE in page.run(SHOWN)


def test_paper_shows_what_is_folded_and_every_row(at: At) -> None:
    page = at()
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert page.run("return document.querySelectorAll('details:not([open], .aside, .chapter)').length") == 0
    assert page.run(SHOWN) == IDS
    assert page.run("return document.querySelectorAll('.finding .statement').length") == 3

    page.run("dispatchEvent(new Event('afterprint'))")
    assert page.run("return document.querySelectorAll('.finding[open]').length") == 0


def test_without_scripts_every_claim_is_a_row_in_its_chapter_where_its_link_leads_and_no_control_is_shown(
    tab: Page, address: str
) -> None:
    tab.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        tab.open(address)
    finally:
        tab.ask("Emulation.setScriptExecutionDisabled", value=False)

    rows = "return [...document.querySelectorAll('.chapter tbody tr')].map((row) => row.id)"
    assert set(tab.run(rows)) == {anchor(id) for id in IDS}
    assert tab.run("return document.querySelectorAll('.finding .statement').length") == 3
    assert tab.run("return [...document.querySelectorAll('[data-scripted]')].every((part) => part.hidden)")


@pytest.mark.slow
def test_the_page_of_all_documents_together_is_light_and_whole(
    tab: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    records = large(800)
    page = render(records)
    file = tmp_path_factory.mktemp("large") / "index.html"
    file.write_text(page, encoding="utf-8")
    tab.open(file.as_uri())

    assert len(page.encode()) < 1.5e6
    assert tab.run("return document.querySelectorAll('*').length") < 8_000
    tab.open(f"{file.as_uri()}#page:claims")
    tab.wait("#page\\:claims tbody tr")
    assert tab.run("return document.querySelector('#page\\\\:claims [role=status]').innerText") == "800 of 800 claims"
    assert len(
        tab.run("return [...document.querySelectorAll('.bar')[0].querySelectorAll('rect')].map(() => 1)")
    ) == len(Verdict)
    assert tab.complaints == []
    assert tab.sheets() <= 100  # a quarter of these claims are false; of the documents an eighth, and 40 pages do


def test_a_large_drawing_folds_chapters_but_no_theorem_nothing_false_and_no_gap(
    tab: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    steps = [claim(f"s{k}", Verdict.PROVED, f"Section {k % 3}", uses=[f"s{k - 1}"] if k else []) for k in range(60)]
    wrong = claim("wrong", Verdict.REFUTED, "Section 1", uses=["s20"])
    gap = claim("gap", Verdict.CERTIFIED, "Section 1", uses=["wrong", "s40"])
    theorem = claim("top", Verdict.CERTIFIED, "Theorem 7", uses=["gap", "s59"])
    file = tmp_path_factory.mktemp("folded") / "index.html"
    file.write_text(render([*steps, wrong, gap, theorem]), encoding="utf-8")
    tab.open(f"{file.as_uri()}#page:graph")
    tab.wait(".sheet .node")

    assert {"#top", "#wrong", "#gap"} <= set(tab.run(DRAWN))
    assert tab.run("return document.querySelector('.chosen').textContent").startswith("●Theorem 7top")
    assert tab.run("return document.querySelectorAll('.edge.back').length") == 0
    assert tab.run("return document.querySelectorAll('.edge.wrong').length") == 1
    tab.run("document.querySelector('.unfold').click()")
    tab.wait(".unfold:disabled")
    assert len(tab.run(DRAWN)) == 63
