"""A checked variant as a short text: broken claims first, then failing relations, then what holds."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from lemmacheck.theory.core.source import in_the_first
from lemmacheck.verifiers.records import decimals
from lemmacheck.verifiers.records.text import columns, counted, cut
from lemmacheck.verifiers.records.text import matrix as in_brackets
from lemmacheck.verifiers.records.verdict import HOLDING, Record, Verdict, Witness
from lemmacheck.verifiers.search.report import RefutingData
from lemmacheck.verifiers.variants.answer import Answer, Checked, Description
from lemmacheck.verifiers.variants.tables import speeds

WIDTH = 110
INDENTED: Any = {"initial_indent": "  ", "subsequent_indent": "    ", "break_on_hyphens": False}
KNOWN, PROMISED = "Algorithm 1", -2  # and the power of t in the bounds on its gaps
IDENTITIES = {"identity", "equivalence", "algorithm", "definition"}  # of the method that they are about


def header(variant: Description) -> str:
    """The variant, the consequences of its schedule, and the notes of the pre-flight."""
    lines = [f"{variant.name}: {variant.form}, {variant.loss} loss", *variant.schedule, variant.tier, variant.drawn]
    return "\n".join([*filter(None, lines), *(f"note: {note}" for note in variant.notes)])


def checked_text(checked: Checked) -> str:
    """The verdict of the whole, the headlines, the broken claims, the other refuted relations, what holds, how fast the
    variant is, how it was read, and how hard what breaks it was looked for."""
    parts = [
        summary(checked),
        headlines(checked.answers),
        slower(checked),
        broken_claims_text(checked.broken, any(a.theorem.verdict != Verdict.NOT_APPLICABLE for a in checked.answers)),
        failing_relations_text(checked),
        *holding(checked.answers),
        speed(checked.rates),
        header(checked.variant),
        "\n".join(f"note: {text}" for text in checked.lacking),
        checked.search.text(),
    ]
    return "\n\n".join(filter(None, parts))


def headlines(answers: Sequence[Answer]) -> str:
    """The main statements of each book, a line each: whether one applies, and how far it holds."""
    first = sorted((answer for answer in answers if answer.headline), key=lambda answer: answer.theorem.place)
    rows = [(in_the_first(one.theorem.place), one.theorem.id, outcome(one)) for one in first]
    width = max((len(place) + len(id) for place, id, _ in rows), default=0) + 4
    lines = [f"{place} ({id})".ljust(width) + does for place, id, does in rows]
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent=" " * width) for line in lines)


def outcome(answer: Answer) -> str:
    """Whether a claim applies, and whether its printed relation holds on the runs that were tried."""
    record = answer.outcome or answer.theorem
    applies = answer.theorem.verdict != Verdict.NOT_APPLICABLE
    why = re.sub("^fails: ", "it asks ", answer.theorem.reason)
    if record.verdict == Verdict.REFUTED and (w := record.witness):
        does = f"fails: Z = {in_brackets(w.Z, 40)}, {w.when}: {false(w)}"
    elif answer.proved:
        does = "is proved for every run of it"
    elif record.verdict in HOLDING:
        runs, steps = counted(record.scope.instances, "run"), counted(record.scope.steps, "step")
        does = f"holds on {runs} of up to {steps}"
    else:
        does = answer.why_not or f"{record.verdict}: {record.reason}"
    if answer.theorem.verdict == Verdict.UNDECIDED:  # perhaps its hypotheses too
        return does
    extent = f" as far as t ≤ {answer.until}" if answer.until is not None else ""
    return f"applies{extent}, and {does}" if applies else f"does not apply ({why}); the printed relation {does}"


def slower(checked: Checked) -> str:
    """Fitted exponents that contradict bounds on short runs: where a gap of Algorithm 1 falls faster."""
    lines = []
    for gap in checked.rates.get("gaps", []):
        fits = {(fit["method"], fit["data"]): fit for fit in gap["fits"] if None not in (fit["lower"], fit["upper"])}
        pairs = [(fits.get((checked.variant.name, on)), fits.get((KNOWN, on)), on) for _, on in fits]
        behind = [
            (own["exponent"], known["exponent"], on)
            for own, known, on in pairs
            if own and known and own["lower"] > max(known["upper"], PROMISED)
        ]
        if behind:
            own, known, on = max(behind, key=lambda found: found[0] - found[1])
            goes = "falls" if own < 0 else "rises"
            lines.append(
                f"note: {gap['statement']} {goes} like t^{own:.2f} on {on}, with {KNOWN} like t^{known:.2f}: "
                "if that goes on, a bound in 1/t² holds on short runs only"
            )
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent="      ") for line in lines)


def broken_claims_text(answers: Sequence[Answer], any_applies: bool) -> str:
    """The claims that apply and are refuted, each with its witness."""
    if not answers:
        return "Of the claims that apply, none is refuted." if any_applies else "None of these claims applies."
    lines = [f"BROKEN, although every hypothesis holds: {counted(len(answers), 'claim')}"]
    return "\n".join([*lines, *(line for answer in answers for line in explained(answer))])


def explained(answer: Answer) -> Iterator[str]:
    """A broken claim with its witness, and the constants that would be true."""
    yield from witnessed(answer.theorem)
    yield from (f"      {line}" for line in constants(answer))


def constants(answer: Answer) -> list[str]:
    """The constants with which its failing inequalities would be true."""
    return [one["told"] for one in failing_with_constant(answer)]


def constant(answer: Answer) -> str:
    """The largest of them, which all its inequalities would need."""
    ends = [one["constant"]["upper"] for one in failing_with_constant(answer)]
    return f"c = {max(ends, key=float)}" if ends else ""


def failing_with_constant(answer: Answer) -> list[dict[str, Any]]:
    return [one for one in answer.needed if not one["holds"] and one["constant"] is not None]


def witnessed(record: Record) -> Iterator[str]:
    """A refuted statement with its witness."""
    yield f"  {record.id}  {cut(record.statement, WIDTH - len(record.id))}"
    if record.witness is not None:
        yield textwrap.indent(data(record.witness), "      ")
        yield f"      {record.witness.when}:  {false(record.witness)}"


def data(witness: Witness) -> str:
    """Z whole, in brackets."""
    return textwrap.fill(f"Z = {in_brackets(witness.Z)}", WIDTH, subsequent_indent="     ", break_long_words=False)


def false(witness: Witness) -> str:
    return decimals.false_in_decimals(witness.lhs, witness.relation, witness.rhs)


def failing_relations_text(checked: Checked) -> str:
    """The relations that fail where the claim does not apply, those with the same witness together."""
    answers = [answer for answer in checked.answers if answer.fails and not answer.contradicts]
    if not answers:
        return ""
    lines = [
        f"The printed relation fails, in {counted(len(answers), 'claim')} whose hypotheses the variant does not meet:"
    ]
    others = [answer for answer in answers if answer.theorem.kind not in IDENTITIES]
    found = sorted(others, key=lambda answer: (len(str(matrix(answer))), matrix(answer)))
    for _, group in groupby(found, matrix):
        together = list(group)
        first = together[0].outcome
        if first is None or first.witness is None:
            continue
        lines.append(textwrap.indent(data(first.witness), "  "))
        lines += rows(together)
    if any(map(constant, others)):
        lines.append("  c: the bound times c would hold on the closest runs tried")
    identities = [answer.theorem.id for answer in answers if answer not in others]
    if identities:
        lines.append(ids_text(f"  and, as the method is another, {len(identities)} identities", identities))
    return "\n".join(lines)


def matrix(answer: Answer) -> list[list[str]]:
    return answer.outcome.witness.Z if answer.outcome and answer.outcome.witness else []


def rows(answers: Iterable[Answer]) -> list[str]:
    """A line an answer: id, t, both sides, a constant that suffices, statement."""
    found = [
        (
            answer.theorem.id,
            witness.when,
            false(witness).replace(" is false", ""),
            constant(answer),
            cut(answer.theorem.statement, WIDTH - 50),
        )
        for answer in answers
        if answer.outcome and (witness := answer.outcome.witness)
    ]
    return textwrap.indent(columns(found), "    ").splitlines()


def holding(answers: Sequence[Answer]) -> Iterator[str]:
    """The ids of what holds, of what does not apply and holds all the same, of the rest, and why some are undecided."""
    groups = {
        "Proved for every run of it": [a for a in answers if a.theorem.verdict == Verdict.PROVED],
        "Hold on these runs": [a for a in answers if a.theorem.verdict in HOLDING and not a.proved],
        "Do not apply, and the printed relation is proved for every run of it": [
            a for a in answers if a.theorem.verdict == Verdict.NOT_APPLICABLE and a.proved
        ],
        "Do not apply, and the printed relation holds on these runs": [
            a
            for a in answers
            if not (a.contradicts or a.proved) and a.outcome is not a.theorem and verdict(a) in HOLDING
        ],
        "Neither apply nor can be read off a run of it": [a for a in answers if a.outcome is None],
    }
    for name, some in groups.items():
        yield ids_text(f"{name} ({len(some)})", [answer.theorem.id for answer in some])
    yield undecided([a for a in answers if verdict(a) == Verdict.UNDECIDED and not a.contradicts])


def undecided(answers: Sequence[Answer]) -> str:
    """The claims that are undecided, those for one reason together."""
    reasons: dict[str, list[str]] = {}
    for answer in answers:
        reasons.setdefault(answer.outcome.reason if answer.outcome else "", []).append(answer.theorem.id)
    lines = [textwrap.fill(f"{' '.join(ids)}: {why}", WIDTH, **INDENTED) for why, ids in reasons.items()]
    return "\n".join([f"Undecided ({len(answers)}):", *lines]) if answers else ""


def ids_text(name: str, ids: Iterable[str]) -> str:
    """Ids under a name; nothing where there are none."""
    text = " ".join(sorted(set(ids)))
    return textwrap.fill(f"{name}: {text}", WIDTH, subsequent_indent="  ", break_on_hyphens=False) if text else ""


def speed(rates: Mapping[str, Any]) -> str:
    """The fitted exponents of both gaps, and how soon shares of γ̄ are reached, a line a method."""
    return "\n".join(columns([[table.title, *table.columns[1:]], *table.rows]) for table in speeds(rates))


def verdict(answer: Answer) -> Verdict | None:
    """The outcome's verdict."""
    return answer.outcome.verdict if answer.outcome else None


def summary(checked: Checked) -> str:
    """One line: how many claims have which verdict, and how many of those that do not apply hold all the same."""
    verdicts = Counter(answer.theorem.verdict for answer in checked.answers)
    others = [answer for answer in checked.answers if answer.theorem.verdict == Verdict.NOT_APPLICABLE]
    held, for_ever = sum(verdict(a) in HOLDING for a in others), sum(a.proved for a in others)
    parts = [f"{verdicts[v]} {v}" for v in Verdict if verdicts[v]]
    of_these = f", proved for every run in {for_ever}" if for_ever else ""
    tail = f" (their printed relation holds in {held}{of_these})" if others else ""
    number = counted(len(checked.answers), "claim")
    return f"{checked.variant.name}: {number}: {', '.join(parts)}{tail}; {checked.seconds:.1f} s"


def crossing(answer: Answer, found: RefutingData) -> str:
    """One line on data that a search has found, if the claim applied till then or is a headline."""
    if answer.theorem.verdict == Verdict.NOT_APPLICABLE and not answer.headline:
        return ""
    _, rows, steps = found
    return f"{answer.theorem.id} fails on Z = {in_brackets(rows, 60)} within {steps} steps; a smaller run is looked for"


def finding(answer: Answer) -> str:
    """One line on an answer as it comes, if its claim applies and is refuted, or if it is a headline that fails."""
    record = answer.theorem if answer.contradicts else answer.outcome if answer.fails and answer.headline else None
    if record is None or record.witness is None:
        return ""
    kind = "broken" if answer.contradicts else "does not apply, and fails"
    w = record.witness
    return f"{record.id} {kind}: Z = {in_brackets(w.Z, 60)}, {w.when}: {false(w)}"
