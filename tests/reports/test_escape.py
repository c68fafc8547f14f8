"""Protects report.md from its own contents: no text, code or formula leaves the place it was put in."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.escape import code, formula, line, table, text

from tests.sampled import draws

PIECES = ["|", "`", "``", "\\", "\\|", "$", "<", ">", "](", "*", "_", "\n", "\r\n", " ", "\u2028", "a", "é", r"\vert"]
HOSTILE = st.lists(st.sampled_from(PIECES) | st.text(max_size=2), max_size=8).map("".join)


@pytest.mark.slow
@draws(4)
@given(HOSTILE)
def test_nothing_ends_a_line_or_a_table_cell(string: str) -> None:
    for escaped in (text(string), code(string), formula(string)):
        assert len(escaped.splitlines()) <= 1
        assert not re.search(r"(?<!\\)(?:\\\\)*\|", escaped)


@draws(4)
@given(HOSTILE)
def test_text_opens_no_tag_no_code_no_formula_and_no_link(string: str) -> None:
    assert not re.search(r"<|>|(?<!\\)(?:\\\\)*[`$*\[\]|]", text(string))


@draws(4)
@given(HOSTILE)
def test_unescaping_text_gives_it_back_on_one_line(string: str) -> None:
    back = re.sub(r"\\([^\w\s])", r"\1", text(string).replace("\\_", "_"))
    for character, entity in {"<": "&lt;", ">": "&gt;", "&": "&amp;"}.items():
        back = back.replace(entity, character)

    assert line(string).replace("\\", "") == back.replace("\\", "")


def test_an_underscore_inside_a_word_stays_readable() -> None:
    assert text("θ_t and _this_") == r"θ_t and \_this\_"


def test_code_with_backticks_is_fenced_by_longer_ones() -> None:
    assert code("a``b") == "``` a``b ```"
    assert code("lemmacheck replay x:1") == "`lemmacheck replay x:1`"
    assert code("a|b") == "`a∣b`"
    assert code(" ") == ""


@pytest.mark.parametrize(("latex", "expected"), [
    (r"\phi(q)", r"$\phi(q)$"),
    ("|x| < 1", r"$\vert x\vert \lt 1$"),
    (r"\|x\|", r"$\Vert x\Vert$"),
    ("with $q$, $p$", "with $q$, $p$"),
    ("a\nb", "$a b$"),
    ("$q", "`$q`"),
    ("x\\", "`x\\`"),
    ("  ", ""),
])  # fmt: skip
def test_a_formula_keeps_its_latex_but_no_bar_and_no_tag(latex: str, expected: str) -> None:
    assert formula(latex) == expected


def test_a_table_has_a_rule_under_its_header() -> None:
    assert table(("a", "b"), [["1", "2"]]) == ["| a | b |", "| --- | --- |", "| 1 | 2 |"]
