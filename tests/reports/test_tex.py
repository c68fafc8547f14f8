"""Protects report.tex: the table of an appendix, which pdflatex sets whatever is in the records.

LEMMACHECK_PDFLATEX=required makes a missing pdflatex a failure.
"""

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.tex import RULE, render
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Condition, Header, Origin, Record, Scope, Table, Verdict, Witness

from tests.reports.conftest import HOSTILE

RUNS = Scope(3, 10)
WITNESS = Witness([["1", "-2/3"]], 1, "1/2", "0", "λ=1", 2, "<=")
REFUTED = Record("P.a_b", Verdict.REFUTED, RUNS, latex=r"x\le0", place="Lemma 1", fault="ε < 1 & more", witness=WITNESS,
    hypotheses=[Condition("h", "‖z_i‖ ≤ 1", 3, 3, need=WITNESS), Condition("k", "n ≥ 2", 3, 3)])  # fmt: skip
CORRECTED = Record("P.a_b.corrected", Verdict.CERTIFIED, RUNS, latex=r"x\le1", corrects="P.a_b")


def typeset(document: str, folder: Path) -> None:
    """Set a document; the first error stops it and fails the test."""
    if shutil.which("pdflatex") is None:
        assert os.environ.get("LEMMACHECK_PDFLATEX") != "required", "pdflatex is required and not there"
        pytest.skip("there is no pdflatex")
    (folder / "report.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)

    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]
    assert (folder / "report.pdf").read_bytes().startswith(b"%PDF")


def test_a_row_has_the_statement_its_hypotheses_its_verdict_and_its_scope() -> None:
    lines = render([CORRECTED, REFUTED]).splitlines()
    row = next(line for line in lines if line.startswith(r"{}P.\allowbreak{}a\_b\newline"))

    assert r"a\_b\newline refuted\newline 3 runs of up to 10 steps & \emph{Lemma 1}\newline $x\le0$\newline " in row
    assert r"Given $\|$z\textsubscript{i}$\|$ $\le$ 1 (needed); n $\ge$ 2." in row


def test_a_refuted_statement_has_its_fault_its_witness_and_its_correction() -> None:
    document = render([CORRECTED, REFUTED])

    assert r"\emph{Fault:} $\epsilon$ \textless{} 1 \& more" in document
    assert r"\emph{Counterexample:} $\lambda$=1, 2 steps, t = 1: $\tfrac{1}{2}$ $\le$ $0$ is false" in document
    assert r"$Z=\begin{bmatrix}{}\mbox{$1$} & \mbox{$-\tfrac{2}{3}$}\end{bmatrix}$" in document
    assert r"\emph{Corrected,} P.\allowbreak{}a\_b.\allowbreak{}corrected, certified: $x\le1$" in document


def test_a_row_says_why_its_statement_is_undecided_and_shows_a_ball_by_its_decimals() -> None:
    balls = replace(WITNESS, lhs="[0.00111955210570049 +/- 4.05e-23]", rhs="[1.43736579701964e-5 +/- 3.95e-25]")
    document = render([Record("P.b", Verdict.UNDECIDED, RUNS, reason="no end."), replace(REFUTED, witness=balls)])

    assert r"\emph{Undecided:} no end. " in document
    assert r": 0.00111955 $\le$ 1.43737e-05 is false" in document


def test_the_table_stands_between_two_rules() -> None:
    _, table, end = render([REFUTED]).split(RULE)

    assert table.strip().startswith(r"\begin{longtable}")
    assert table.strip().endswith(r"\end{longtable}")
    assert end.strip() == r"\end{document}"


@pytest.mark.parametrize("style", ["article", "amsart"])
def test_the_table_is_an_appendix_of_a_paper_of_a_usual_class_in_which_nothing_sticks_out(
    style: str, tmp_path: Path
) -> None:
    fence = r"\mathbb E\left[" + r"\theta_j\langle r_{t-1},z_{i_{t-1}}\rangle+" * 4 + r"\|z_i-Z^\top q_t\|^2\right]"
    wide = [
        r"\quad".join([r"f(x_t)\frac{1+\ln n}{(t+1)^2},"] * 7),
        r"\omega^*\text{ is smooth, and thus defined and differentiable on the whole space, as is every other one}",
        f"{fence}={fence}",
    ]
    long = [Record(f"Q{k}", Verdict.PROVED, RUNS, latex=latex) for k, latex in enumerate(wide)]
    preamble, table, _ = render([CORRECTED, REFUTED, *long]).split(RULE)
    packages = preamble.partition(r"\begin{document}")[0].split("\n", 2)[2]
    paper = rf"\documentclass{{{style}}}{packages}\begin{{document}}\appendix\section{{Lemmas}}\footnotesize{table}"
    typeset(rf"{paper}\end{{document}}", tmp_path)

    assert "Overfull" not in (tmp_path / "report.log").read_text(encoding="latin-1")


# What acmart has of newtxmath, where that is installed: symbols that amssymb would declare again, which is an error.
OWN_SYMBOLS = r"\ifdefined\Bbbk\else\usepackage{amsfonts}\newcommand\Bbbk{k}\fi"


@pytest.mark.parametrize("style", ["acmart", "elsarticle", "[onecolumn]IEEEtran", "llncs", "[onecolumn]revtex4-2"])
def test_the_table_is_set_by_the_class_of_a_publisher(style: str, tmp_path: Path) -> None:
    options, _, name = style.rpartition("]")
    kpsewhich = shutil.which("kpsewhich")
    if not (kpsewhich and subprocess.run([kpsewhich, f"{name}.cls"], capture_output=True, check=False).stdout):
        pytest.skip(f"there is no {name}")
    said, latex = "A ≽ 0 ≼ B ∈ ℝᵈ", r"A\succcurlyeq0\preccurlyeq B\in\mathbb R^d"
    order = Record("Q", Verdict.PROVED, RUNS, statement=said, latex=latex)
    preamble, table, _ = render([CORRECTED, REFUTED, order]).split(RULE)
    packages = preamble.partition(r"\begin{document}")[0].split("\n", 2)[2]
    own = OWN_SYMBOLS * (name == "acmart")
    begun = rf"\documentclass{f'{options}]' * bool(options)}{{{name}}}{own}{packages}\begin{{document}}\title{{Lemmas}}"
    typeset(rf"{begun}\footnotesize{table}\end{{document}}", tmp_path)


def test_the_keys_of_the_documents_stand_with_the_table_by_their_names() -> None:
    origin = Origin("lemmacheck check", books={"JST21": "Ji, Srebro, Telgarsky: Margins & rates"})
    table = render([replace(REFUTED, source="JST21")], Header("A book", origin=origin)).split(RULE)[1]

    assert "\\textbf{JST21}: Ji, Srebro, Telgarsky: Margins \\& rates\n\n" in table


def test_a_header_opens_the_document() -> None:
    header = Header("A variant", ["θ_t = 2"], [Table("Rates", ["method", "p"], [["mine", "1.9"]])])
    document = render([REFUTED], header)

    assert r"\section*{A variant}" in document
    assert r"$\theta$\textsubscript{t} = 2" in document
    assert r"{}mine & 1.9 \\" in document


@pytest.mark.slow
def test_every_statement_of_the_book_is_set(tmp_path: Path) -> None:
    records = []
    for claim in LIBRARY.claims.values():
        said = f"{claim.statement} {' '.join(h.statement for h in claim.given)}"
        formulas = Record(claim.id, Verdict.SUPPORTED, RUNS, latex=claim.latex, place=claim.source.place)
        records += [formulas, Record(f"{claim.id}, in words", Verdict.SUPPORTED, RUNS, statement=said)]

    typeset(render(records), tmp_path)
    assert "Overfull" not in (tmp_path / "report.log").read_text(encoding="latin-1")


@pytest.mark.slow
def test_what_breaks_pages_breaks_no_document(tmp_path: Path) -> None:
    """Every hostile text in every place, with tables and matrices of all shapes."""
    odd: list[Any] = [*HOSTILE, "[x]", "*", "", "\ud800", "ﷺ", "a" * 300, "\\" * 9, "9" * 200, "\0", "--"]
    records = [
        Record(
            text,
            Verdict.REFUTED,
            RUNS,
            statement=text,
            latex=latex,
            place=text,
            source=text,
            fault=text,
            witness=Witness([[text] * 30, [], ["1/3"]], 1, text, text, text, 2, text),
            hypotheses=[Condition(text, text, 1, 1)],
        )
        for text in odd
        for latex in ("", text)
    ]
    tables = [Table(text, [text] * k, [[text] * 3, []]) for k, text in enumerate(odd[:4])]

    typeset(render(records, Header(odd[0], odd, tables)), tmp_path)


@pytest.mark.slow
@given(st.lists(st.from_type(Record), max_size=3), st.none() | st.from_type(Header))
def test_any_records_are_told_in_ascii(records: list[Record], header: Header | None) -> None:
    document = render(records, header)

    assert document.isascii()
    assert document.count(r"\begin{") == document.count(r"\end{")
