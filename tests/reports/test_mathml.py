"""Protects the page from formulas: what is set is what was printed, and no formula is more than a formula."""

import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lemmacheck.reports.html import FONT, TEMPLATES, render
from lemmacheck.reports.mathml import ATTRIBUTES, ELEMENTS, math, styled

from tests.sampled import draws

SYNTAX = r"""\frac \sqrt { } ^ _ & \\ \text \left( \right) \mathcal
 \href \newcommand \def \begin{matrix} ' < > x 2 $"""
COMMANDS = SYNTAX.split()


class Tags(HTMLParser):
    """Every tag, and every attribute's name, in a piece of markup."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names.update(name for name, _ in attrs)


@draws(6)
@given(st.lists(st.sampled_from(COMMANDS) | st.text(max_size=3), max_size=8).map("".join))
@example(r"\newcommand{\a}{\a\a}\a")
@example("{" * 3000)
def test_no_string_fails_and_none_is_more_than_a_formula(latex: str) -> None:
    seen = Tags(math(latex))

    assert seen.tags <= ELEMENTS | {"code", "wbr", "span", "i"}
    assert seen.names <= ATTRIBUTES | {"mathvariant"}


@pytest.mark.parametrize("latex", [r"\text{<script>}", "<script>", r"\text{&lt;script&gt;}", "$a$ <script> $b$"])
def test_a_tag_in_a_formula_is_text(latex: str) -> None:
    assert Tags(math(latex)).tags <= {"math", "mrow", "mtext", "mo", "mi", "mn", "wbr"}


def test_a_formula_links_to_nothing() -> None:
    assert Tags(math(r"\href{javascript:x}{y}")).names == set()


@pytest.mark.parametrize("latex", [
    r"\nosuchcommand x",
    r"\frac{1",
    r"\frac{1}",
    "x} + {y",
    r"\{x}",
    "x^",
    "a & b",
    "an odd $ dollar",
    r"\text{\foo}",
])  # fmt: skip
def test_what_cannot_be_set_is_shown_as_its_source(latex: str) -> None:
    shown = math(latex)

    assert shown.startswith("<code>")
    assert shown.unescape() == f"<code>{latex}</code>"


def test_letters_of_other_alphabets_are_characters_of_their_own() -> None:
    assert [styled("R", "script"), styled("A", "script"), styled("E", "double-struck")] == ["ℛ", "𝒜", "𝔼"]
    assert [styled("1", "double-struck"), styled("=", "script"), styled("R", "normal")] == ["𝟙", "=", "R"]
    assert "<mi>ℛ</mi>" in math(r"\mathcal R(w)")


def test_relations_and_operators_are_single_symbols() -> None:
    assert "≤" in math(r"a\le b")
    assert "≔" in math("a:=b")
    assert "arg" in math(r"\arg\min_q f")
    assert "\\" not in math(r"\arg\min_q f")


def test_prose_keeps_its_words_around_the_formulas() -> None:
    assert math("for $t$ & all").startswith("for <math")
    assert math("for $t$ & all").endswith("</math> &amp; all")


def test_a_line_may_end_before_a_relation_that_stands_in_no_bracket() -> None:
    assert math("a(x=1)^2<bc=d").count("<wbr>") == 2
    assert math("(x=1)=0").count("<wbr>") == 1
    assert math("0<x").count("<wbr>") == 0
    assert math(r"a\|b+c\|=abcdefghijklmnopqrstuvwxyz+\|b-c\|").count("<wbr>") == 2
    assert [part.count("<wbr>") for part in math(r"abc<d,\quad bcd=e").split("</span><i> </i><span>")] == [1, 1]
    assert "".join(re.findall(r"<m[ion][^>]*>([^<]*)<", math("a(x=1)=c"))) == "a(x=1)=c"
    assert math("") == ""


def test_a_line_may_end_between_the_words_of_a_long_text_and_none_is_lost() -> None:
    long = math(r"$x\text{ is defined for large }n$")

    assert long.count("<wbr>") == 3
    assert "".join(re.findall(r"<mtext>([^<]*)<", long)).split() == ["is", "defined", "for", "large"]
    assert "<wbr>" not in math(r"$x\text{ for large }n$")
    assert "<wbr>" not in math(r"$(x\text{ is defined for large }n)$")


@pytest.mark.parametrize(("latex", "set_so"), [
    ("$2q/t$", '<mo lspace="0" rspace="0">/</mo>'),
    ("$a=-b$", '<mo form="prefix">−</mo>'),
    (r"$a:\quad-b$", '<mo form="prefix">−</mo>'),
    (r"$2\ln n$", '<mn>2</mn><mspace width="0.17em" /><mi>ln</mi><mspace width="0.17em" /><mi>n</mi>'),
    (r"$2\min_{q\in S}f$", '<munder><mo movablelimits="false" lspace="0.17em" rspace="0.17em">min</mo>'),
    (r"$=\max(x)$", '<mo lspace="0" rspace="0">max</mo>'),
    (r"$x_{i=1}$", '<mo lspace="0" rspace="0">=</mo>'),
    (r"$\operatorname*{arg\,min}_q f$", "min</mo><mi>q</mi></munder>"),
    (r"$g_t$", '<msub><mpadded height="0.66em" depth="0"><mi>g</mi></mpadded><mi>t</mi></msub>'),
    (r"$V^*$", '<mrow><mspace width="0.12em" /><mo lspace="0" rspace="0">∗</mo></mrow></msup>'),
    (r"$x'$", '<mi>x</mi><mo lspace="0" rspace="0">′</mo>'),
    (r"$\left(x\right)$", '<mo stretchy="false" form="prefix">(</mo>'),
    (r"$\left(\frac xy\right)$", '<mo stretchy="true" form="prefix">(</mo>'),
    (r"$\big(x$", '<mo stretchy="false">(</mo>'),
    (r"$\partial f(x;y)$", "<mi>∂</mi><mi>f</mi>"),
    (r"$\partial f(x;y)$", '<mo lspace="0" rspace="0.17em">;</mo>'),
    (r"$\Delta_n$", '<mi mathvariant="normal">Δ</mi>'),
])  # fmt: skip
def test_signs_and_limits_stand_where_tex_sets_them(latex: str, set_so: str) -> None:
    assert set_so in math(latex)


def test_the_page_carries_a_font_for_formulas_whose_license_lies_beside_it() -> None:
    (carried,) = re.findall(r"url\(data:font/woff2;base64,([^)]*)\)", render([]))

    assert b64decode(carried) == (TEMPLATES / FONT).read_bytes()
    assert "GUST Font License" in (TEMPLATES / f"{FONT}.license").read_text(encoding="utf-8")
