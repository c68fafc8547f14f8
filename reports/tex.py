r"""report.tex: the verdicts as a longtable for the appendix of a paper, which pdflatex sets.

The document stands on its own. For a paper, take its preamble's packages and commands, and the part between the two
lines of percent signs. False statements come with their witness and their corrections.
"""

from collections.abc import Iterable, Iterator, Sequence

from lemmacheck.reports import words
from lemmacheck.reports.model import Book, Chapter, Entry, Rendering
from lemmacheck.reports.typeset import name, number, statement
from lemmacheck.reports.typeset import words as text
from lemmacheck.verifiers.records import decimals
from lemmacheck.verifiers.records.verdict import Condition, Header, Record, Table, Verdict, Witness

PREAMBLE = r"""\documentclass[10pt]{article}
\usepackage[a4paper,margin=20mm]{geometry}
\usepackage{amsmath,array,booktabs,graphicx,longtable}
\ifdefined\Bbbk\else\usepackage{amssymb}\fi % some classes define what it does, and clash with it
\providecommand\preccurlyeq{\preceq}
\providecommand\succcurlyeq{\succeq}
\setcounter{MaxMatrixCols}{30}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
\newsavebox\wide
\newcommand\fitted[1]{\savebox\wide{#1}%
  \ifdim\wd\wide>\linewidth\resizebox{\linewidth}{!}{\usebox\wide}\else\usebox\wide\fi}
% For a paper: what is above but for the first two lines and, in one column, what the two long lines below enclose.
\begin{document}
\footnotesize
\emergencystretch=2em
"""
COLUMNS = {"id, verdict, scope": 0.22, "place and statement": 0.74}
RULE = "%" * 60


def render(records: Sequence[Record], header: Header | None = None, rendering: Rendering | None = None) -> str:
    """The whole report as one LaTeX document."""
    book = Book.of(records, header, rendering)
    remarks = [line for sentence in book.sentences for line in (rf"\textbf{{{text(sentence)}}}", "")]
    lines = [PREAMBLE, *remarks, *(_opening(book.header) if book.header else []), text(words.summary(book)), "", RULE]
    lines += [line for key, name in words.keys(book) for line in (rf"\textbf{{{text(key)}}}: {text(name)}", "")]
    lines += [*_longtable(list(COLUMNS), list(COLUMNS.values()), _rows(book)), RULE, r"\end{document}"]
    return "\n".join(lines) + "\n"


def _opening(header: Header) -> Iterator[str]:
    """The subject of the records; the curves are on the page."""
    yield rf"\section*{{{text(header.title)}}}"
    for line in [*header.lines, *words.origin(header.origin)]:
        yield from (text(line), "")
    for table in header.tables:
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield from (rf"\paragraph{{{text(table.title)}}}", "")
    rows = [_cells(map(text, row[: len(table.columns)])) for row in table.rows]
    yield from _longtable(table.columns, [0.9 / len(table.columns)] * len(table.columns), rows) if table.columns else ()


def _longtable(heads: Sequence[str], widths: Sequence[float], rows: Sequence[str]) -> Iterator[str]:
    shape = "".join(rf"L{{{width:.4g}\linewidth}}" for width in widths)
    yield rf"\begin{{longtable}}{{@{{}}{shape}@{{}}}}"
    yield from (r"\toprule", _cells(map(text, heads)), r"\midrule", r"\endhead", *rows, r"\bottomrule")
    yield from (r"\end{longtable}", "")


def _cells(cells: Iterable[str]) -> str:
    """A row; it begins with a brace, for a bracket or a star there would belong to the end of the row above."""
    return "{}" + " & ".join(cells) + r" \\"


def _rows(book: Book) -> list[str]:
    return [line for chapter in book.chapters for line in _chapter(chapter, book)]


def _chapter(chapter: Chapter, book: Book) -> Iterator[str]:
    yield rf"\multicolumn{{{len(COLUMNS)}}}{{@{{}}l@{{}}}}{{\textbf{{{text(chapter.title)}}}}} \\*"
    known = {entry.record.id: entry.record for entry in book.entries}
    for entry in chapter.entries:
        yield _row(entry, [known[id] for id in entry.corrected_by])
    yield r"\addlinespace"


def _row(entry: Entry, corrections: Sequence[Record]) -> str:
    record = entry.record
    remark = [rf"\textbf{{But}} {text(entry.remark)}"] if entry.remark else []
    remarks = [
        *remark,
        _statement(record),
        *_given(record),
        *_reason(record),
        *_fault(record),
        *map(_corrected, corrections),
    ]
    scope = text(words.scope(record.scope, record.verdict))
    cells = [[name(record.id), text(_verdict(record)), scope], [rf"\emph{{{text(record.place)}}}", *remarks]]
    return _cells(r"\newline ".join(lines) for lines in cells) + r"\addlinespace"


def _verdict(record: Record) -> str:
    return ", ".join(filter(None, (words.verdict(record), record.level)))


def _statement(record: Record) -> str:
    """The statement as a formula, or in words where there is none."""
    return statement(record.latex) or text(record.statement)


def _given(record: Record) -> list[str]:
    given = "; ".join(map(_condition, record.hypotheses))
    return [f"Given {given}."] if given else []


def _reason(record: Record) -> list[str]:
    """How it is proved, or why it is not decided."""
    named = {Verdict.PROVED: "Proved", Verdict.UNDECIDED: "Undecided"}.get(record.verdict)
    return [rf"\emph{{{named}:}} {text(words.reason(record).removesuffix('.'))}."] if named and record.reason else []


def _condition(condition: Condition) -> str:
    return text(condition.statement or condition.name) + (" (needed)" if condition.need else "")


def _fault(record: Record) -> list[str]:
    fault = [rf"\emph{{Fault:}} {text(record.fault)}"] if record.fault else []
    reach = [rf"\emph{{Reach:}} {text(record.reach_text)}"] if record.reach else []
    shown = record.convincing or record.witness
    return [*fault, *reach, *(_witness(shown) if shown else [])]


def _witness(witness: Witness) -> list[str]:
    rows, remark = words.matrix(witness.data)
    body = r" \\ ".join("{}" + " & ".join(rf"\mbox{{{number(x)}}}" for x in row) for row in rows)
    data = [rf"\fitted{{$Z=\begin{{bmatrix}}{body}\end{{bmatrix}}$}}"] if body else []
    sides = [number(words.clipped(side)) for side in decimals.without_balls(witness.lhs, witness.rhs)]
    false = f"{sides[0]} {text(words.sign(witness.relation))} {sides[1]} is false"
    return [
        rf"\emph{{Counterexample:}} {text(words.occurrence(witness))}: {false}",
        *data,
        *filter(None, [text(remark)]),
    ]


def _corrected(record: Record) -> str:
    return rf"\emph{{Corrected,}} {name(record.id)}, {text(words.verdict(record))}: {_statement(record)}"
