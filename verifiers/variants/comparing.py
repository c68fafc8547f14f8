"""Variants side by side: a column a variant, a row a claim on which they differ, and below how fast they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from verifiers.variants.answer import Answer, Checked
from verifiers.variants.telling import counted, cut, header, summary
from verifiers.verdict import Verdict

NONE = "–"
STATEMENT = 60


def compared(checked: Sequence[Checked]) -> str:
    """All of it."""
    ids = list(dict.fromkeys(answer.theorem.id for one in checked for answer in one.answers))
    by_id = [{answer.theorem.id: answer for answer in one.answers} for one in checked]
    words = {id: [word(answers.get(id)) for answers in by_id] for id in ids}
    different = [id for id in sorted(ids) if len({*words[id]}) > 1]
    names = [one.variant.name for one in checked]
    told = [[id, *words[id], cut(statement(id, by_id), STATEMENT)] for id in different]
    parts = [
        "\n".join(header(one.variant) for one in checked),
        columns([["claim", *names, "statement"], *told]) if told else "They differ on no claim.",
        f"{counted(len(ids) - len(different))} with the same verdicts.",
        "a (b): the claim does not apply; its printed relation is b for this variant." if told else "",
        columns([["rate", *names], *rates(checked)]) if any(one.rates for one in checked) else "",
        "\n".join(map(summary, checked)),
    ]
    return "\n\n".join(filter(None, parts))


def word(answer: Answer | None) -> str:
    """A verdict in a word, or two: as a theorem, and as an outcome."""
    if answer is None:
        return NONE
    verdict = answer.theorem.verdict
    if verdict != Verdict.NOT_APPLICABLE:
        return verdict.upper() if verdict == Verdict.REFUTED else str(verdict)
    return f"n/a ({answer.outcome.verdict})" if answer.outcome else "n/a"


def statement(id: str, by_id: Iterable[Mapping[str, Answer]]) -> str:
    return next(answers[id].theorem.statement for answers in by_id if id in answers)


def rates(checked: Sequence[Checked]) -> Iterator[list[str]]:
    """A row for each number that was measured of any of them."""
    flat = [dict(entries(one.rates)) for one in checked]
    for name in dict.fromkeys(name for one in flat for name in one):
        yield [name, *(one.get(name, NONE) for one in flat)]


def entries(measured: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """The numbers and words in nested mappings, by their path."""
    for name, value in measured.items():
        if isinstance(value, Mapping):
            yield from entries(value, f"{before}{name} ")
        elif isinstance(value, float):
            yield f"{before}{name}", f"{value:.4g}"
        elif isinstance(value, int | str):
            yield f"{before}{name}", str(value)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows with their columns aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(x.ljust(k) for x, k in zip(row, widths, strict=True)).rstrip() for row in rows)
