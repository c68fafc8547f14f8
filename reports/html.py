"""index.html: the report as one page that needs nothing but itself.

Every claim has a section and a permanent link, `#P.L3.2`; a character that an address cannot carry is its code point
between tildes. The template escapes all text. The page holds its script, its style and its data; its policy lets the
browser run that script, use that style and load nothing.

The findings, and a row for each claim, stand in the page as they are. The sections of a chapter are packed, and the
script unpacks them when a reader opens them. Without scripts the rows are in the chapters.
"""

import re
from base64 import b64encode, b85encode
from collections import Counter
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import compress

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from lemmacheck.reports import words
from lemmacheck.reports.graph import layers, of_print, premises
from lemmacheck.reports.mathml import math, prose
from lemmacheck.reports.model import CONTRIBUTED, Book, Entry, Finding, Rendering
from lemmacheck.reports.plot import plot
from lemmacheck.verifiers.records.verdict import Header, Record, Verdict
from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"
STYLES = ("colours.css", "style.css", "claim.css", "plot.css", "graph.css", "media.css")
FONT = "math.woff2"  # a part of Latin Modern Math, for machines that have no font for mathematics
SCRIPTS = ("table.js", "folding.js", "layout.js", "drawing.js", "graph.js", "page.js")
SOONEST = 20  # the letters that stand on one line of an id
UNESCAPED = str.maketrans("&<>", ".,:")
UNSAFE = re.compile(r"[^A-Za-z0-9.@-]")
MARKS = {
    Verdict.PROVED: "■", Verdict.CERTIFIED: "●", Verdict.SUPPORTED: "◐", Verdict.REFUTED: "✕",
    Verdict.NOT_APPLICABLE: "○", Verdict.UNDECIDED: "?", Verdict.NOT_CHECKABLE: "–", Verdict.ILL_FORMED: "▲",
}  # fmt: skip


def render(records: Sequence[Record], header: Header | None = None, rendering: Rendering | None = None) -> str:
    """The whole report as one HTML document."""
    book = Book.of(records, header, rendering)
    links = _first_lines(book.entries)

    def name(entry: Entry) -> str:
        """The anchor of an entry: that of its id, or one of its own where an earlier line has the same id."""
        own = anchor(entry.record.id)
        return own if links[entry.record.id] == entry.line else f"{own}~{entry.line}"

    style, script = _style(), _together(SCRIPTS)
    data = graph_data(book, [name(entry) for entry in book.entries])
    shown, sources = chapters_in_graph(data), by_source(book.counted)
    contributed = [entry for entry in book.counted if entry.record.source == CONTRIBUTED]
    return _template().render(
        book=book,
        links=links,
        name=name,
        anchor=anchor,
        words=words,
        math=math,
        prose=prose,
        plot=plot,
        broken=broken,
        packed=packed,
        Verdict=Verdict,
        marks=MARKS,
        shares=shares,
        counts_text=counts_text,
        sources=sources,
        contributed=contributed,
        grouped=lambda findings: grouped(findings, list(sources)),
        data=data,
        drawn=shown,
        sections=_sections(book, len(contributed), len(shown)),
        title=book.header.title if book.header else "lemmacheck report",
        style=style,
        script=script,
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; "
        "font-src data:; base-uri 'none'; form-action 'none'",
    )


@cache
def _template() -> Template:
    """The page's template, compiled once."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("index.html.j2")


def anchor(id: str) -> str:
    """An id as part of an address; different ids have different anchors."""
    return UNSAFE.sub(lambda match: f"~{ord(match[0]):x}~", id) or "~~"


def broken(id: str) -> Markup:
    """An id, which may be broken after its dots if it is long, and nowhere else."""
    return Markup("<wbr>").join(re.split(r"(?<=[.@])", id) if len(id) > SOONEST else [id])


def packed(text: str) -> str:
    """A part of the page, compressed, in digits to the base 85 that no page escapes, for its script to unpack."""
    return b85encode(compress(text.encode(errors="backslashreplace"), 9)).decode().translate(UNESCAPED)


def shares(counts: dict[Verdict, int]) -> list[tuple[Verdict, int, float, float]]:
    """Each verdict that occurs, with its count and the beginning and the length of its part of a bar, in percent."""
    total, parts, begin = sum(counts.values()), [], 0.0
    for verdict, count in counts.items():
        if count:
            width = 100 * count / total
            parts.append((verdict, count, begin, width))
            begin += width
    return parts


def counts_text(counts: dict[Verdict, int]) -> str:
    """The parts of a bar in words."""
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)


def by_source(entries: Sequence[Entry]) -> dict[str, dict[Verdict, int]]:
    """For each document the number of its claims of each verdict."""
    seen: dict[str, Counter[Verdict]] = {}
    for entry in entries:
        seen.setdefault(_document(entry), Counter())[entry.record.verdict] += 1
    return {source: {verdict: counter[verdict] for verdict in Verdict} for source, counter in seen.items()}


def grouped(findings: Sequence[Finding], sources: Sequence[str]) -> dict[str, list[Finding]]:
    """The findings of each document that has some, in the order of the documents."""
    groups = {source: [found for found in findings if _document(found.printed) == source] for source in sources}
    return {source: group for source, group in groups.items() if group}


def _document(entry: Entry) -> str:
    return entry.record.source or "elsewhere"


def graph_data(book: Book, names: Sequence[str]) -> dict[str, Any]:
    """What the script draws the graph from: per claim its id, its anchor if it differs, verdict, chapter, layer,
    what it uses, what its document calls it, whether its printed proof uses something false, and how many it uses."""
    records = [entry.record for entry in book.entries]
    uses = premises(records)
    chapter_of = {entry.line: number for number, chapter in enumerate(book.chapters) for entry in chapter.entries}
    known = [
        (
            entry.record.id,
            name * (name != entry.record.id),
            list(Verdict).index(entry.record.verdict),
            chapter_of[entry.line],
        )
        for entry, name in zip(book.entries, names, strict=True)
    ]
    rows = [
        (words.numbered(entry.record), int(len(entry.gap) == 1), printed)
        for entry, printed in zip(book.entries, of_print(records, uses), strict=True)
    ]
    claims = [
        [*one, layer, used, *more] for one, layer, used, more in zip(known, layers(uses), uses, rows, strict=True)
    ]
    verdicts = [[verdict.value, MARKS[verdict]] for verdict in Verdict]
    chapters = [(words.chapter(one, book), one.part or one.title) for one in book.chapters]
    return {"verdicts": verdicts, "chapters": chapters, "claims": claims}


def chapters_in_graph(data: dict[str, Any]) -> list[int]:
    """The chapters with an edge in the graph: those with a claim that uses another."""
    return sorted({chapter for _, _, _, chapter, _, uses, *_ in data["claims"] if uses})


def _sections(book: Book, contributed: int, drawn: int) -> list[tuple[str, str, int]]:
    """The table of contents: anchor, name and size of each section."""
    return [
        ("findings", "Findings", len(book.findings)),
        ("ill-formed", "Do not parse", len(book.ill_formed)),
        ("gaps", "Gaps", len(book.gaps)),
        ("undecided", "Undecided", len(book.undecided)),
        ("contributed", "Contributed", contributed),
        ("claims", "All claims", len(book.entries)),
        ("graph", "Graph", drawn),
        ("chapters", "Chapters", len(book.chapters)),
        ("mutants", "Mutants", len(book.with_teeth)),
    ]


def _style() -> str:
    face = '@font-face {{ font-family: "lemmacheck math"; src: url(data:font/woff2;base64,{}); }}\n'
    rule = '.{0}::before {{ content: "{1} "; content: "{1} " / ""; }}\n'
    marks = "".join(rule.format(verdict, mark) for verdict, mark in MARKS.items())
    return _together(STYLES) + marks + face.format(b64encode((TEMPLATES / FONT).read_bytes()).decode())


def _together(names: Sequence[str]) -> str:
    return "\n".join((TEMPLATES / name).read_text(encoding="utf-8") for name in names)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _first_lines(entries: Sequence[Entry]) -> dict[str, int]:
    lines: dict[str, int] = {}
    for entry in entries:
        lines.setdefault(entry.record.id, entry.line)
    return lines
