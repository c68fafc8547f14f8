"""Protects the words and formulas of report.tex: Unicode becomes commands, and nothing in a record is a command."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.grammar import DEEPEST, LONGEST, is_formula
from lemmacheck.reports.typeset import number, statement, words
from lemmacheck.verifiers.library.shipped import LIBRARY

from tests.reports.conftest import text

LATEX = sorted({claim.latex for claim in LIBRARY.claims.values()})
COMMAND = re.compile(r"\\[A-Za-z]+|\\.")


@pytest.mark.parametrize(("said", "typeset"), [
    ("γ̄ū ≥ ‖Zᵀν_j‖", r"$\bar{\gamma}\bar{u}$ $\ge$ $\|$Z\textsuperscript{T}$\nu$\textsubscript{j}$\|$"),
    ("w_{t−1} ∈ ℝᵈ", r"w\textsubscript{t$-$1} $\in$ $\mathbb{R}$\textsuperscript{d}"),
    ("‖Z‖_F²", r"$\|$Z$\|$\textsubscript{F}\textsuperscript{2}"),
    ("λ_max-smooth, x_iy_i", r"$\lambda$\textsubscript{max}-smooth, x\textsubscript{i}y\textsubscript{i}"),
    ("K_i1K_1j, ∇_w", r"K\textsubscript{i1}K\textsubscript{1j}, $\nabla$\textsubscript{w}"),
    ("own_j of file_name_2.npy", r"own\textsubscript{j} of file\_name\_2.npy"),
    ("E_{v_{1:t}}", r"E\textsubscript{v\textsubscript{1:t}}"),
    ("½ ≠ 1²", r"$\tfrac{1}{2}$ $\ne$ 1\textsuperscript{2}"),
    ("a_name 50% & #1 {x} ~ \\input", r"a\_name 50\% \& \#1 \{x\} \textasciitilde{} \textbackslash{}input"),
    ("§3, “so”, it’s --out",
        r"$\mathsection$3, \textquotedblleft{}so\textquotedblright{}, it\textquoteright{}s -{}-out"),
    ("語\x07", "[U+8A9E][U+0007]"),
    ("two\n lines", "two lines"),
])  # fmt: skip
def test_words_are_set_letter_by_letter(said: str, typeset: str) -> None:
    assert words(said) == typeset


def test_no_sentence_of_the_books_keeps_a_raw_script() -> None:
    claims = LIBRARY.claims.values()
    said = {sentence for c in claims for sentence in (c.statement, c.fault or "", *(h.statement for h in c.given))}
    assert [sentence for sentence in sorted(said) if re.search(r"\\_|\\textasciicircum", words(sentence))] == []


@given(text | st.text())
def test_words_are_ascii_and_every_brace_and_dollar_in_them_is_closed(said: str) -> None:
    typeset = words(said)
    bare = COMMAND.sub("", typeset)

    assert typeset.isascii()
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert not set(bare) & set("#%&~_^\n")


def test_every_statement_of_the_book_is_set_as_formulas() -> None:
    assert [latex for latex in LATEX if r"\texttt" in statement(latex)] == []


@pytest.mark.parametrize("latex", [
    "",
    r"\frac12+\frac{a}{b}",
    r"x_\frac12^{n}",
    r"\left(\frac1n\middle|q\right]",
    r"\begin{cases}1&x>0\\0&\text{if not}\end{cases}",
    r"\sum_{i=1}^n\|z_i\|_2^2\le1",
    r"\gamma_{\rm m}",
    r"\big\|w\big\|",
])  # fmt: skip
def test_what_pdflatex_sets_is_a_formula(latex: str) -> None:
    assert is_formula(latex)


@pytest.mark.parametrize("latex", [
    r"\input{/etc/passwd}",
    r"\begin{document}",
    "{",
    "}",
    "a$b",
    "50%",
    r"a\\b",
    "x^",
    "q_t_t",
    r"\frac1",
    r"{\frac1}2",
    r"\left(",
    r"\right)",
    r"\left(x}\right)",
    r"\middle|",
    r"\begin{cases}x",
    r"\begin{cases}x\end{matrix}",
    r"\text{a_b}",
    r"\frac\bar a2",
    "\\",
    "ℝ",
    "x" * (LONGEST + 1),
    "{" * (DEEPEST + 1) + "}" * (DEEPEST + 1),
])  # fmt: skip
def test_what_pdflatex_would_stumble_over_is_none(latex: str) -> None:
    assert not is_formula(latex)


def test_a_formula_that_is_none_is_shown_as_its_source() -> None:
    assert statement(r"\input{x}") == r"\texttt{\textbackslash{}input\{x\}}"


def test_the_words_beside_a_formula_keep_their_spaces() -> None:
    assert statement("with probability $1-δ$, $γ≥0$") == r"with probability $1-\delta$, $\gamma \ge 0$"


def test_a_number_is_a_fraction_and_anything_else_is_words() -> None:
    assert [number(x) for x in ("-3/4", "17", "[1 +/- 2]", "")] == [r"$-\tfrac{3}{4}$", "$17$", "[1 +/- 2]", ""]


@given(text | st.text("\\{}_^&$%#ab\\frac\\left(\\right)", max_size=12))
def test_no_string_makes_the_grammar_fail(latex: str) -> None:
    assert is_formula(latex) in (True, False)


def test_a_space_command_at_the_end_does_not_swallow_the_dollar() -> None:
    assert statement("a\\ ") == r"\texttt{a\textbackslash{} }"
