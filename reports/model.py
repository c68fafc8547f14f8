"""A book made of records: the findings first, then every claim in its chapter.

A chapter is a document and the section of a claim; if a record has no section, its place gives one: "Lemma 3.2" and
"§3.1, last sentence" stand in Section 3, "eq. (B.2)" in Appendix B, "Theorem 10" on its own. A refuted statement stands
beside the records that correct it, and `used_by` is the inverse of `uses`. A statement that holds although its proof
uses a false one has a gap in its proof. These are pure functions of the records.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from shlex import quote

from lemmacheck.verifiers.records.inert import inert_fields
from lemmacheck.verifiers.records.verdict import HOLDING, OUTCOME, Curve, Header, Reach, Record, Verdict

SECTION = re.compile(r"(?:§+\s*|\bSec(?:tion|t?\.)\s*)(\d+)", re.IGNORECASE)
APPENDIX = re.compile(r"\bApp(?:endix|\.)\s*([A-Z])\b")
DOTTED = re.compile(r"(?<![\w.])([A-Z]|\d+)\.\d")
LETTERED = re.compile(r"[A-Z]\.\d")
END_OF_LEADING_PART = re.compile(r"[,;:(]")


FALSE = (Verdict.REFUTED, Verdict.ILL_FORMED)
LONGEST_WAY = 12
CONTRIBUTED = "lemmacheck"  # the source of what no document prints
FACTS = "Facts"  # the chapter there of what proofs cite
NUMBERED = re.compile(
    r"(?<!of )(?<!after )(?<!before )(?:Theorem|Proposition|Lemma|Corollary|Conjecture) \w(?!.*\bproof)"
)
GRAVEST = 5
OF_ONE_DOCUMENT = 2


@dataclass(frozen=True)
class Rendering:
    """Pages made from a file of records: sentences about the file, and remarks on records by their place in it."""

    sentences: list[str]
    remarks: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """A record, its line in records.jsonl, the claims that use it and those that correct it.

    `gap` leads from what its proof uses to the nearest false statement; it is empty without a gap. `remark` contradicts
    the record, on a page that was rendered from a file; `after` are the files of the books that a replay takes before
    the records.
    """

    line: int
    record: Record
    used_by: tuple[str, ...]
    corrected_by: tuple[str, ...]
    gap: tuple[str, ...] = ()
    remark: str = ""
    after: str = ""


@dataclass(frozen=True)
class Finding:
    """A statement that fails as printed, and the entries that correct it."""

    printed: Entry
    corrections: tuple[Entry, ...]


@dataclass(frozen=True)
class Chapter:
    """The claims of one section of one document, in the given order."""

    source: str
    part: str
    entries: tuple[Entry, ...]

    @property
    def title(self) -> str:
        return ", ".join(filter(None, (self.source, self.part))) or "Elsewhere"

    @property
    def trends(self) -> tuple[Curve, ...]:
        """The medians of the sequences whose rates are claimed here, each under its claim's id, if several are."""
        rates = [entry.record for entry in self.entries if [c.name for c in entry.record.curves[:1]] == ["median"]]
        medians = tuple(Curve(record.id, record.curves[0].t, record.curves[0].value) for record in rates)
        return medians if len(medians) > 1 else ()


@dataclass(frozen=True)
class Book:
    """All entries in the given order, counted and grouped, under the header of their file if it has one.

    An outcome of a variant where a claim does not apply is an entry that is not counted. `gaps` are the proofs that use
    something false; `further` counts the proofs that rest on such proofs. `sentences` are about the file from which a
    page was rendered. No text of a book steers a terminal or a page.
    """

    entries: tuple[Entry, ...]
    counts: dict[Verdict, int]
    findings: tuple[Finding, ...]
    ill_formed: tuple[Finding, ...]
    gaps: tuple[Entry, ...]
    further: int
    undecided: tuple[Entry, ...]
    chapters: tuple[Chapter, ...]
    header: Header | None = None
    sentences: tuple[str, ...] = ()

    @property
    def documents(self) -> dict[str, str]:
        """The keys of the documents, each with its name."""
        return self.header.origin.books if self.header and self.header.origin else {}

    @property
    def gravest(self) -> tuple[Finding, ...]:
        """The few findings to show first, by their gravity, corrected ones before others, at most two of a document."""
        chosen: list[Finding] = []
        of: Counter[str] = Counter()
        for found in sorted(self.findings, key=lambda found: (not found.corrections, gravity(found.printed))):
            source = found.printed.record.source
            if source != CONTRIBUTED and of[source] < OF_ONE_DOCUMENT:
                of[source] += 1
                chosen.append(found)
        return tuple(chosen[:GRAVEST])

    @property
    def counted(self) -> tuple[Entry, ...]:
        """The statements of documents, without outcomes and facts."""
        return tuple(entry for entry in self.entries if is_counted(entry.record))

    @property
    def facts(self) -> tuple[Entry, ...]:
        """The facts from which proofs start; they are no statements of a document, and are not counted among them."""
        return tuple(entry for entry in self.entries if is_fact(entry.record))

    @property
    def with_teeth(self) -> tuple[Entry, ...]:
        """The entries whose mutants were tried."""
        return tuple(entry for entry in self.entries if entry.record.teeth)

    @classmethod
    def of(cls, records: Sequence[Record], header: Header | None = None, rendering: Rendering | None = None) -> Book:
        records, header = inert_fields(list(records)), inert_fields(header)
        rendering = inert_fields(rendering or Rendering([]))
        entries = _entries(records, header, rendering.remarks)
        seen = Counter(record.verdict for record in records if is_counted(record))
        return cls(
            entries=entries,
            counts={verdict: seen[verdict] for verdict in Verdict},
            findings=_findings(entries, Verdict.REFUTED),
            ill_formed=_findings(entries, Verdict.ILL_FORMED),
            gaps=tuple(entry for entry in entries if len(entry.gap) == 1),
            further=sum(len(entry.gap) > 1 for entry in entries),
            undecided=tuple(entry for entry in entries if entry.record.verdict is Verdict.UNDECIDED),
            chapters=_chapters(entries),
            header=header,
            sentences=tuple(rendering.sentences),
        )


def is_fact(record: Record) -> bool:
    """Whether a record is that of a fact that proofs cite."""
    return (record.source, record.chapter) == (CONTRIBUTED, FACTS)


def is_counted(record: Record) -> bool:
    """Whether a record is that of a statement, and not of an outcome or of a fact."""
    return not (record.id.endswith(OUTCOME) or is_fact(record))


def printed_place(record: Record) -> str:
    """The place of a record; none where its id stands for it: the letter of "H.1" is no appendix."""
    return "" if record.place == record.id and LETTERED.match(record.id) else record.place


def names_a_section(place: str) -> bool:
    """Whether a place names its section or appendix; where none of a document does, the document is one chapter."""
    return any(pattern.search(place) for pattern in (SECTION, APPENDIX, DOTTED))


def leading_part(place: str) -> str:
    """The section or appendix of a place, else its words before the first punctuation."""
    for pattern in (SECTION, APPENDIX, DOTTED):
        if match := pattern.search(place):
            name = match[1]
            return f"Appendix {name}" if name.isalpha() else f"Section {name.lstrip('0') or '0'}"
    return " ".join(END_OF_LEADING_PART.split(place, maxsplit=1)[0].split())


def _entries(records: Sequence[Record], header: Header | None, remarks: Mapping[int, str]) -> tuple[Entry, ...]:
    origin, first_line = header and header.origin, 1 if header is None else 2
    files = [word for word in origin.command.split() if word.endswith(".py")] if origin else []
    after = "".join(f"{quote(file)} " for file in files)
    used_by = _inverse((record.id, used) for record in records for used in record.premises)
    corrected_by = _inverse((record.id, record.corrects) for record in records if record.corrects)
    gaps = _gaps(records)
    return tuple(
        Entry(
            first_line + k,
            record,
            used_by.get(record.id, ()),
            corrected_by.get(record.id, ()),
            gaps(record) if record.verdict in HOLDING else (),
            remarks.get(k, ""),
            after,
        )
        for k, record in enumerate(records)
    )


def _gaps(records: Sequence[Record]) -> Callable[[Record], tuple[str, ...]]:
    """For a record the shortest way along `uses` to one that is false, and of a long way its beginning and its end."""
    known = {record.id: record for record in records}
    users = _inverse((id, used) for id, record in known.items() for used in record.uses)
    false = [id for id, record in known.items() if record.verdict in FALSE]
    distance = dict.fromkeys(false, 0)
    for id in (reached := list(false)):
        for user in users.get(id, ()):
            if user not in distance:
                distance[user] = distance[id] + 1
                reached.append(user)

    def nearest(record: Record) -> str | None:
        return min((used for used in record.uses if used in distance), key=distance.__getitem__, default=None)

    end = {id: id for id in false}
    for id in reached[len(false) :]:
        below = nearest(known[id])
        end[id] = id if below is None else end[below]

    def gap(record: Record) -> tuple[str, ...]:
        way: list[str] = []
        at = nearest(record)
        while at is not None and distance[at] and len(way) < LONGEST_WAY:
            way.append(at)
            at = nearest(known[at])
        if at is None:
            return ()
        return (*way, *(["…"] if distance[at] else []), end[at])

    return gap


def _inverse(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """From pairs (a, b): for each b, every a once, in order of appearance."""
    inverse: dict[str, dict[str, None]] = {}
    for one, other in pairs:
        inverse.setdefault(other, {})[one] = None
    return {other: tuple(ones) for other, ones in inverse.items()}


def _findings(entries: Sequence[Entry], verdict: Verdict) -> tuple[Finding, ...]:
    corrections: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.record.corrects:
            corrections.setdefault(entry.record.corrects, []).append(entry)
    found = sorted((entry for entry in entries if entry.record.verdict is verdict), key=by_reach)
    return tuple(Finding(entry, tuple(corrections.get(entry.record.id, ()))) for entry in found)


def by_reach(entry: Entry) -> tuple[int, tuple[int, int, int]]:
    """The order of all findings: false ones, then slips, then those that fail on degenerate data alone; in each the
    gravest first."""
    return gravity(entry)[1], gravity(entry)


def gravity(entry: Entry) -> tuple[int, int, int]:
    """The gravity of a finding, the least number first: its weight, its reach, and how much rests on it. A false step
    is no graver than a slip in a theorem."""
    record = entry.record
    reach = [Reach.FALSE, Reach.SLIP, Reach.DEGENERATE, None].index(record.reach)
    return weight(record.kind, record.place), reach, -len(entry.used_by)


def weight(kind: str, place: str) -> int:
    """The weight of a statement, the least number first: theorems and conjectures, lemmas, text, proofs."""
    numbered = NUMBERED.search(place)
    main = kind == "conjecture" or (numbered and not numbered[0].startswith("Lemma"))
    return [bool(one) for one in (main, numbered, "roof" not in place, True)].index(True)


def _chapters(entries: Sequence[Entry]) -> tuple[Chapter, ...]:
    groups: dict[tuple[str, str], list[Entry]] = {}
    divided = {
        entry.record.source for entry in entries if entry.record.chapter or names_a_section(printed_place(entry.record))
    }
    for entry in entries:
        key = (entry.record.source, entry.record.chapter or leading_part(printed_place(entry.record)))
        groups.setdefault(key, []).append(entry)
    documents = list(dict.fromkeys(source for source, _ in groups))

    def standing(key: tuple[str, str]) -> tuple[int, tuple[int, int, str]]:
        """Where it stands: its document, the numbered sections, what else there is as it comes, algorithms and figures
        by their numbers, the appendices."""
        kind, _, number = key[1].partition(" ")
        count = number.lstrip("0") if number.isdecimal() else ""
        size = len(count)  # before the digits: a number of more of them is larger
        listed = count and kind in ("Algorithm", "Figure")
        place = (0, size, count) if kind == "Section" and count else (1, 0, "")
        place = (2, size, f"{count} {kind}") if listed else place
        place = (3, 0, number) if kind == "Appendix" else place
        return documents.index(key[0]), place

    together: dict[tuple[str, str], list[Entry]] = {}
    for source, part in sorted(groups, key=standing):
        key = (source, part if source in divided or not source else "")
        together.setdefault(key, []).extend(groups[source, part])
    return tuple(Chapter(*key, tuple(some)) for key, some in together.items())
