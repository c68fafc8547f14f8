"""Records in words: counts, scope, teeth, witnesses, the command that replays one.

All renderers take their sentences from here. The text is plain; the renderers escape it. A text too long for a page is
cut, and the cut states how much is missing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from lemmacheck.reports.model import CONTRIBUTED, Book, Chapter, Entry
from lemmacheck.verifiers.records import decimals
from lemmacheck.verifiers.records.result_text import what_fails, whose
from lemmacheck.verifiers.records.text import columns, counted, unsaid
from lemmacheck.verifiers.records.text import matrix as bracketed
from lemmacheck.verifiers.records.verdict import (
    UNINFORMATIVE,
    Condition,
    Level,
    Origin,
    Record,
    Scope,
    Teeth,
    Verdict,
    Witness,
    Worst,
)

RECORDS = "records.jsonl"
NUMBERED = re.compile(
    r"(?:§+[\d.]+, |Appendix [A-Z], )?((?:Theorem|Proposition|Lemma|Corollary|Conjecture) \w+(?:\.\w+)*)"
)
LONGEST_NUMBER = 60
MOST_ROWS, IN_A_LINE = 24, 16  # of a matrix; entries of one in a sentence
NOTHING = "–"


EFFORT = {
    "per_shape": "instances screened of each shape",
    "steps": "most steps",
    "certified": "runs decided, most",
    "elsewhere": "runs decided at other parameters, most",
    "rate_steps": "steps for a rate",
    "rate_instances": "runs for a rate",
    "search": "steps of search",
    "own": "steps of search on a problem of one's own",
}
SUPPOSED = re.compile(r"(?<=\[)\w+(?=[ ,\]])|\b\w+_\w+\b")  # the name of a hypothesis in a proof
STEP = re.compile(r"; (?!at row)|(?<=\.) (?=From )")


def summary(book: Book) -> str:
    """How many statements, and how many of each verdict that occurs."""
    if not book.entries:
        return "No statements were examined."
    parts = [f"{count} {verdict}" for verdict, count in book.counts.items() if count]
    hollow = sum(bool(entry.record.caveat) for entry in book.entries if entry not in book.facts)
    beside = f" Of those that hold {hollow} are {UNINFORMATIVE}: no placebo breaks them." if hollow else ""
    return (
        f"{counted(len(book.entries) - len(book.facts), 'statement')}: {', '.join(parts)}.{beside}{beside_these(book)}"
    )


def beside_these(book: Book) -> str:
    """The levels of the verdicts, and the number of facts from which proofs start, as sentences that follow others."""
    levels = Counter(entry.record.level for entry in book.entries if entry.record.level)
    held = ", ".join(f"{levels[level]} by {level} ({level.meaning})" for level in Level if levels[level])
    facts = Counter(entry.record.verdict for entry in book.facts)
    text = ", ".join(f"{count} {verdict}" for verdict, count in facts.items())
    return (f" Held: {held}." if held else "") + (
        f" Proofs cite {counted(len(book.facts), 'fact')} besides: {text}." if facts else ""
    )


def headline(book: Book) -> str:
    """The message of a report, in one sentence."""
    false, without, of = book.counts[Verdict.REFUTED], book.counts[Verdict.ILL_FORMED], sum(book.counts.values())
    if not of:
        return "No statements were examined"
    beside = f" of {variant(book)}" if variant(book) else " as printed" if false else ""
    ill = f", {without} {'is' if without == 1 else 'are'} ill-formed" if without else ""
    return f"{false or 'None'} of {counted(of, 'statement')} {'are' if false > 1 else 'is'} false{beside}{ill}"


def imprint(title: str, book: Book) -> str:
    """The title of a report, the versions that made it, and when and on which machine."""
    origin = book.header.origin if book.header else None
    if not origin:
        return title
    versions = [f"{name} {origin.versions[name]}" for name in ("lemmacheck", "python") if name in origin.versions]
    commit = [f"commit {origin.made['commit']}"] if origin.made.get("commit") else []
    return ", ".join([title, *versions, *commit, *filter(None, map(origin.made.get, ("date", "machine")))])


def begun(text: str) -> str:
    """A sentence with a capital, unless it begins with a symbol or the name of a function."""
    first = text.split(" ", 1)[0]
    word = len(first) > 1 and first.isascii() and first.isalpha() and first not in ("ln", "log", "exp", "min", "max")
    return text[:1].upper() + text[1:] if word or re.match(r"a [a-z]{2}", text) else text


def variant(book: Book) -> str:
    return book.header.variant if book.header else ""


def asked_of(book: Book) -> str:
    """The reading of a statement: as its documents print it, or on the runs of a variant."""
    return f"Of {variant(book)}" if variant(book) else "As printed"


def false(book: Book) -> str:
    """What it means that a finding fails."""
    if not variant(book):
        return "As printed, these are false."
    return (
        f"These fail on runs of {variant(book)}. Where an id ends in (outcome), {variant(book)} does not meet what the "
        "claim supposes: the printed relation fails for it, and the claim is not refuted."
    )


def document(source: str, book: Book) -> str:
    """The name of a document, or its key where the records have no name."""
    return book.documents.get(source, source)


def keys(book: Book) -> list[tuple[str, str]]:
    """The keys by which this report calls its documents, each with the name of the document."""
    sources = dict.fromkeys(entry.record.source for entry in book.entries)
    return [(source, book.documents[source]) for source in sources if source in book.documents]


def authors(source: str, book: Book) -> str:
    """The authors of a document, or its key."""
    return document(source, book).split(":")[0]


def chapter(of: Chapter, book: Book) -> str:
    """The name of a chapter: who wrote its document, and its part."""
    return ", ".join(filter(None, (authors(of.source, book), of.part))) or of.title


def documents(sources: Iterable[str], book: Book) -> list[str]:
    """The documents that are judged, the versions of one together."""
    versions: dict[str, list[str]] = {}
    for source in sources:
        if source != CONTRIBUTED:
            name, parenthesis, version = document(source, book).rpartition(" (")
            versions.setdefault(name if parenthesis else version, []).extend([version[:-1]] if parenthesis else [])
    return [f"{name} ({'; '.join(these)})" if these else name for name, these in versions.items()]


def origin(origin: Origin | None) -> list[str]:
    """The origin of the records of a file."""
    if origin is None:
        return []
    parts: dict[str, Mapping[str, object]] = {
        "effort": {EFFORT.get(name, name): amount for name, amount in origin.effort.items()},
        "seeds": origin.seeds,
        "versions": origin.versions,
    }
    lines = [
        f"{name}: {', '.join(f'{key} {value}' for key, value in part.items())}" for name, part in parts.items() if part
    ]
    return [f"computed by lemmacheck {origin.command}, whose code is {origin.checker or 'not stated'}", *lines]


def reason(record: Record) -> str:
    """The reason of a verdict; a proof's names of hypotheses are replaced by their statements."""
    statements = {given.name: given.statement or given.name for given in record.hypotheses}
    return SUPPOSED.sub(lambda match: statements.get(match[0], match[0]), record.reason)


def steps(record: Record) -> list[str]:
    """The reason of a verdict; that of a proof step by step."""
    return STEP.split(reason(record)) if record.verdict == Verdict.PROVED else [reason(record)]


def sentence(witness: Witness) -> str:
    """A counterexample in one line: its rows, its run, what is false."""
    rows, _ = matrix(witness.Z)
    few = rows[: IN_A_LINE // max(1, len(rows[0]))] if rows else rows
    size = f" …, {len(witness.Z)} × {len(witness.Z[0])}" if len(few) < len(witness.Z) else ""
    shown = witness.shown or f"Z = {bracketed(few)}{size}"
    where = ", ".join(filter(None, (shown, unsaid(witness.algorithm, witness.shown), witness.when)))
    return f"{where}: {what_fails(witness)}"


def numbered(record: Record) -> str:
    """The number of a statement in its document, as Lemma 3.5; '' where it has none, and for the steps of a proof."""
    match = NUMBERED.match(record.place)
    return f"{match[1]}{' corrected' if record.corrects else ''}" if match and "proof" not in record.place else ""


def proved(book: Book) -> dict[str, dict[str, Entry]]:
    """By authors, the theorems and lemmas that are proved as printed, in all their parts."""
    parts: dict[tuple[str, str], list[Entry]] = {}
    for entry in book.entries:
        record, name = entry.record, numbered(entry.record)
        if name and record.source != CONTRIBUTED and not record.corrects:
            parts.setdefault((authors(record.source, book), name), []).append(entry)
    found: dict[str, dict[str, Entry]] = {}
    for (who, name), these in parts.items():
        if all(entry.record.verdict is Verdict.PROVED for entry in these):
            found.setdefault(who, {})[name] = these[0]
    return found


def nature(record: Record) -> str:
    """The kind of a statement, and the algorithm that it is about; one of one number a run says nothing of every t."""
    about = f"about {record.about}" if record.about else ""
    whole = any(place is not None and place.whole for place in (record.witness, record.worst))
    return ", ".join(filter(None, (record.kind.removesuffix(" at every t") if whole else record.kind, about)))


def scope(scope: Scope, verdict: Verdict) -> str:
    """The runs that the verdict covers."""
    parts = ["all runs"] if verdict is Verdict.PROVED else []
    if scope.instances:
        bits = f", {scope.bits} bits" if scope.bits else ""
        steps = f" of up to {counted(scope.steps, 'step')}" if scope.steps else ""
        parts.append(f"{counted(scope.instances, 'run')}{steps}{bits}")
    if scope.screened:
        parts.append(f"{scope.screened} more screened in floats")
    return "; ".join(parts) or "no runs"


def caption(record: Record) -> str:
    """What the curves of a record show."""
    if record.curves[0].name == "median":
        return f"{record.id}: what the rate speaks of, over {counted(record.scope.instances, 'instance')}, against t"
    if record.witness:
        return f"{record.id}: both sides against t, on the {'convincing ' if record.convincing else ''}witness"
    return f"{record.id}: both sides against t, on {whose(record.worst) if record.worst else 'the tightest run'}"


def number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:z.4g}"


def ratio(worst: Worst | None) -> str:
    return NOTHING if worst is None or worst.ratio is None else decimals.share(worst.ratio, 4, (worst.lhs, worst.rhs))


def tightest(worst: Worst) -> str:
    """The decided run on which the statement is closest to failing, or fails most. The result of a search is not among
    them."""
    right = f", right side {decimals.short(worst.rhs)}" if worst.rhs else ""
    sides = f", left side {decimals.short(worst.lhs)}{right}" if worst.lhs else ""
    data = "" if worst.unread else f" on {whose(worst) or 'an unnamed instance'}"
    run = f" with {worst.algorithm}" if worst.algorithm else ""
    text = "" if worst.ratio is None else f"{ratio(worst)} of what is allowed, "
    at = "" if worst.whole else f" at t = {worst.t}"
    return f"of the runs decided: {text}slack {number(worst.slack)}{at}{data}{run}{sides}"


def killed(teeth: Teeth | None) -> str:
    return f"{teeth.killed}/{teeth.of}" if teeth and teeth.of else NOTHING


def mutants(teeth: Teeth | None) -> str:
    """How many mutants the claim refutes, and which it does not."""
    if teeth is None or not teeth.of:
        return "no mutant was tried"
    survivors = f"; survived: {', '.join(teeth.survivors)}" if teeth.survivors else ""
    equivalent = f"; not counted: {', '.join(teeth.equivalent)}" if teeth.equivalent else ""
    return f"{teeth.killed} of {counted(teeth.of, 'mutant')} refuted{survivors}{equivalent}"


def share(informative: float | None) -> str:
    """The share of a claim's entries that a placebo breaks."""
    return NOTHING if informative is None else f"{100 * informative:.3g} %"


def informative(record: Record) -> str:
    """How informative a verdict is: the share of the claim that holds of nothing else."""
    if record.informative is None:
        return ""
    text = record.caveat or f"placebos break {share(record.informative)} of it"
    return f"{text}; a placebo is something else in the place of what the claim speaks of"


def verdict(record: Record) -> str:
    """The verdict, with its caveat."""
    return ", ".join(filter(None, (record.verdict, record.caveat)))


def level(record: Record) -> str:
    """The level of the verdict, by its name."""
    return record.level or NOTHING


def all_teeth(book: Book) -> str:
    """The mutants of all claims together."""
    with_teeth = [entry.record.teeth for entry in book.with_teeth if entry.record.teeth]
    killed, of = sum(teeth.killed for teeth in with_teeth), sum(teeth.of for teeth in with_teeth)
    none = sum(len(teeth.equivalent) for teeth in with_teeth)
    unasked = sum(teeth.of == 0 and not teeth.equivalent for teeth in with_teeth)
    if not of:
        return f"Of {counted(len(with_teeth), 'claim')} no mutant was asked, so that what they refute is unknown."
    more = f" {counted(unasked, 'claim')} of these were asked none." if unasked else ""
    more += f" {none} more that say no more than the claim are named with the reason." if none else ""
    return (
        f"{killed} of {counted(of, 'mutant')} of {counted(len(with_teeth), 'claim')} refuted.{more} "
        "A survivor is a stronger statement, or a claim about a wrong method, that no run refuted."
    )


def gaps(book: Book) -> str:
    """What a gap is, and how far the gaps reach."""
    further = f" {book.further} more rest on these; each says by which way." if book.further else ""
    return f"These hold as far as was decided, but something that their proofs use is false.{further}"


def gap(entry: Entry) -> str:
    """Why the printed proof does not show what holds."""
    if not entry.gap:
        return ""
    *between, false = entry.gap
    by_way = f" by way of {', '.join(between)}" if between else ""
    return f"holds, but its printed proof rests{by_way} on {false}, which is false"


def met(condition: Condition) -> str:
    tacit = "tacit; " if condition.tacit else ""
    return f"{tacit}surely met on {condition.met} of {counted(condition.of, 'run')}"


def needed(condition: Condition) -> str:
    """The result without a hypothesis, where that was tried."""
    w, tried = condition.need, counted(condition.tried, "run")
    if w is None:
        return f"none of {tried} without it failed, which does not say that it is not needed" if condition.tried else ""
    rows, remark = matrix(w.data)
    Z = f"Z = [{'; '.join(' '.join(row) for row in rows)}]{' …' if remark else ''}, " if rows else ""
    false = decimals.false_in_decimals(w.lhs, w.relation, w.rhs)
    return f"needed: without it, on {Z}{occurrence(w)}: {false if w.relation else 'the statement is undefined'}"


def occurrence(witness: Witness) -> str:
    """The place of a counterexample: the problem in its author's words, the algorithm, its steps, the index."""
    steps = counted(witness.steps, "step") if witness.steps else ""
    run = unsaid(witness.algorithm, witness.shown) or ("" if steps or witness.algorithm else "the data alone")
    shown = f"{witness.shown}; " if witness.shown else ""
    at = "" if witness.whole else f"t = {witness.t}"
    place = ", ".join(filter(None, (run, steps, at)))
    return f"{shown}{place}{f'; {witness.forever}' if witness.forever else ''}"


def sign(relation: str) -> str:
    """A relation as it is printed: ≤ for <=."""
    return decimals.SIGNS.get(relation, relation)


def replay(entry: Entry) -> str:
    return f"lemmacheck replay {entry.after}{RECORDS}:{entry.line}"


def sides(found: Witness) -> list[str]:
    """Both sides of a witness as a reader takes them in; of a ball its decimals, as many as tell it from the other."""
    return [clipped(decimals.common_form(side)) for side in decimals.without_balls(found.lhs, found.rhs)]


def clipped(text: str) -> str:
    """A number as it stands, or its two ends when it is too long to read."""
    if len(text) <= LONGEST_NUMBER:
        return text
    end = LONGEST_NUMBER // 2 - 5
    return f"{text[:end]}…{text[-end:]} ({len(text)} characters)"


def rows(Z: Sequence[Sequence[str]]) -> str:
    """The rows that fit a page, a line each, in columns."""
    shown, remark = matrix(Z)
    return "\n".join(filter(None, (columns(shown, str.rjust), remark)))


def matrix(Z: Sequence[Sequence[str]]) -> tuple[list[list[str]], str]:
    """The rows that fit a page, all of one length, and a remark on those that do not."""
    width = max(map(len, Z), default=0)
    shown = [[clipped(x) for x in row[:MOST_ROWS]] for row in Z[:MOST_ROWS]]
    rows = [row + [""] * (min(width, MOST_ROWS) - len(row)) for row in shown]
    cut = len(Z) > MOST_ROWS or width > MOST_ROWS
    return rows, f"The matrix is {len(Z)} × {width}; the record has all of it." if cut else ""
