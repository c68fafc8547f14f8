"""report.md: a summary, the findings, then chapter by chapter a table and the details of each claim.

Written to be read as it is and as any Markdown viewer shows it; formulas stand between dollars. A line
never begins with a record's text, which could start with the mark of a heading or a list.
"""

from collections.abc import Iterator, Sequence

from lemmacheck.reports import words
from lemmacheck.reports.escape import code, formula, table, text
from lemmacheck.reports.model import Book, Chapter, Entry, Finding, Rendering
from lemmacheck.verifiers.records.verdict import Condition, Header, Record, Teeth, Verdict, Witness

TITLE = "lemmacheck report"
COLUMNS = ("id", "verdict", "level", "statement", "scope", "largest share", "teeth", "informative")


def render(records: Sequence[Record], header: Header | None = None, rendering: Rendering | None = None) -> str:
    """The whole report as one Markdown document."""
    book = Book.of(records, header, rendering)
    remarks = [line for sentence in book.sentences for line in _paragraph(f"**{text(sentence)}**")]
    opening = _opening(book.header) if book.header else []
    lines = [f"# {TITLE}", "", *remarks, *opening, text(words.summary(book)), "", *_legend(book), *_documents(book)]
    lines += _findings("Findings", words.false(book), book.findings, words.asked_of(book))
    lines += _findings("Statements that do not parse", "", book.ill_formed, words.asked_of(book))
    lines += _gaps(book)
    lines += _undecided(book.undecided)
    for chapter in book.chapters:
        lines += _chapter(chapter)
    lines += _mutants(book)
    return "\n".join(lines).rstrip() + "\n"


def _opening(header: Header) -> Iterator[str]:
    """What the records are about; the curves are on the page."""
    if header.title != TITLE:
        yield from (f"## {text(header.title)}", "")
    lines = [*header.lines, *words.origin(header.origin)]
    yield from (*(f"- {text(line)}" for line in lines), "") if lines else ()
    for each in header.tables:
        if each.columns:
            width = len(each.columns)
            rows = [[*map(text, row), *[""] * width][:width] for row in each.rows]
            yield from (f"### {text(each.title)}", "", *table([*map(text, each.columns)], rows), "")


def _legend(book: Book) -> list[str]:
    rows = [[verdict.value, str(count), text(verdict.meaning)] for verdict, count in book.counts.items()]
    return [*table(("verdict", "claims", "which means"), rows), ""]


def _documents(book: Book) -> Iterator[str]:
    """Which document each key stands for."""
    named = [f"- **{text(key)}**: {text(name)}" for key, name in words.keys(book)]
    yield from (*named, "") if named else ()


def _findings(heading: str, opening: str, findings: Sequence[Finding], asked: str) -> Iterator[str]:
    if not findings:
        return
    yield from (f"## {heading}", "")
    if opening:
        yield from (opening, "")
    for finding in findings:
        yield from _finding(finding, asked)


def _finding(finding: Finding, asked: str) -> Iterator[str]:
    record = finding.printed.record
    yield from (f"### {text(record.id)}: {record.verdict}", "")
    where = f" in {text(record.citation)}" if record.citation else ""
    yield from _paragraph(f"{asked}{where}: {_printed(record)}")
    if record.fault or record.reason:
        yield from _paragraph(f"Fault: {text(record.fault or record.reason)}")
    if record.reach:
        yield from _paragraph(f"Reach: {text(record.reach_text)}.")
    if record.convincing:
        yield from _witness(record.convincing, "A counterexample that is in no way degenerate")
    if record.witness:
        yield from _witness(record.witness)
    for correction in finding.corrections:
        right = correction.record
        label = "Corrected" if record.verdict is Verdict.REFUTED else "The reading that is meant"
        yield from _paragraph(f"{label}, {text(right.id)}, **{words.verdict(right)}**: {_printed(right)}")
    yield from _paragraph(f"Replay: {code(words.replay(finding.printed))}")


def _witness(witness: Witness, found: str = "Smallest counterexample found") -> Iterator[str]:
    rows, remark = words.matrix(witness.data)
    yield from _paragraph(f"{found}: {text(words.occurrence(witness))}.")
    if rows:
        header = ["row of Z", *(str(column) for column in range(1, len(rows[0]) + 1))]
        yield from table(header, [[str(i), *map(text, row)] for i, row in enumerate(rows, start=1)])
        yield ""
    yield from _paragraph(remark)
    relation = [["relation", text(words.sign(witness.relation))]] if witness.relation else []
    left, right = map(text, words.sides(witness))
    sides = [["left side", left], ["right side", right]]
    yield from (*table((f"at {witness.when}" if witness.when else "side", "value"), [*relation, *sides]), "")


def _gaps(book: Book) -> Iterator[str]:
    if not book.gaps:
        return
    yield from ("## Gaps in proofs", "", text(words.gaps(book)), "")
    for entry in book.gaps:
        yield f"- **{text(entry.record.id)}**, {entry.record.verdict}: {text(words.gap(entry))}"
    yield ""


def _mutants(book: Book) -> Iterator[str]:
    if not book.with_teeth:
        return
    yield from ("## Mutants", "", text(words.all_teeth(book)), "")
    rows = []
    for entry in book.with_teeth:
        teeth = entry.record.teeth or Teeth(0, 0)
        names = (text(", ".join(teeth.survivors)), text(", ".join(teeth.equivalent)))
        rows.append([text(entry.record.id), words.killed(teeth), *names])
    yield from (*table(("claim", "refuted", "survivors", "true too"), rows), "")


def _undecided(entries: Sequence[Entry]) -> Iterator[str]:
    if not entries:
        return
    yield from ("## Undecided", "")
    for entry in entries:
        record = entry.record
        reason = record.reason or record.verdict.meaning
        yield f"- **{text(record.id)}** ({text(record.citation)}): {text(reason)}"
    yield ""


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield from (f"## {text(chapter.title)}", "")
    yield from (*table(COLUMNS, [_row(entry.record) for entry in chapter.entries]), "")
    for entry in chapter.entries:
        yield from _details(entry)
    yield ""


def _row(record: Record) -> list[str]:
    return [
        text(record.id),
        words.verdict(record),
        words.level(record),
        text(record.statement) or formula(record.latex),
        text(words.scope(record.scope, record.verdict)),
        words.ratio(record.worst),
        words.killed(record.teeth),
        words.share(record.informative),
    ]


def _details(entry: Entry) -> Iterator[str]:
    record = entry.record
    yield f"- **{text(record.id)}**, {words.verdict(record)}: {record.verdict.meaning}"
    items = [
        ("**but**", text(entry.remark)),
        ("statement", _printed(record)),
        ("where", text(record.citation)),
        ("kind", text(words.nature(record))),
        ("level", _level(record)),
        *(("given", _condition(condition)) for condition in record.hypotheses),
        ("reason", text(words.reason(record))),
        ("proof", text(words.gap(entry))),
        ("fault", text(record.fault)),
        ("corrects", text(record.corrects or "")),
        ("corrected by", text(", ".join(entry.corrected_by))),
        ("scope", text(words.scope(record.scope, record.verdict))),
        ("fails most" if record.witness else "tightest", text(words.tightest(record.worst)) if record.worst else ""),
        ("teeth", text(words.mutants(record.teeth))),
        ("informative", text(words.informative(record))),
        ("uses", text(", ".join(record.uses))),
        ("read as", "; ".join(map(code, record.read))),
        ("proved from", text(", ".join(record.rests_on))),
        ("used by", text(", ".join(entry.used_by))),
        ("source", f"the digest of its code is {code(record.code)}" if record.code else ""),
        ("replay", code(words.replay(entry))),
    ]
    yield from (f"  - {label}: {remarks}" for label, remarks in items if remarks)


def _level(record: Record) -> str:
    return f"{record.level_text}, in [{text(record.kernel)}]({record.kernel})" if record.kernel else record.level_text


def _condition(condition: Condition) -> str:
    remarks = "; ".join(filter(None, (words.met(condition), words.needed(condition))))
    return f"{text(condition.statement or condition.name)} ({text(remarks)})"


def _printed(record: Record) -> str:
    """The statement as a formula, or in words where there is none."""
    return formula(record.latex) or text(record.statement)


def _paragraph(words: str) -> list[str]:
    return [words, ""] if words else []
