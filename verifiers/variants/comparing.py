"""Variants side by side: a column a variant, a row a claim on which they differ, and below how fast they are."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lemmacheck.verifiers.records.text import columns, cut
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict
from lemmacheck.verifiers.variants.answer import Answer, Checked
from lemmacheck.verifiers.variants.summary import header, ids_text, speed, summary, verdict

NONE = "–"
STATEMENT = 60


def compared(checked: Sequence[Checked]) -> str:
    """The whole comparison: a claim that some variants fail is a row; a claim that applies only to some is named."""
    by_id = [{answer.theorem.id: answer for answer in one.answers} for one in checked]
    ids = sorted({id for answers in by_id for id in answers})
    words = {id: [word(answers.get(id)) for answers in by_id] for id in ids}
    apart = [id for id in ids if len({*words[id]} - {NONE}) > 1]
    failed = [id for id in apart if any(fails(answers.get(id)) for answers in by_id)]
    others = [id for id in apart if id not in failed]
    alike = [id for id in ids if len({*words[id]}) == 1]
    asked = [id for id in ids if id not in apart and id not in alike]
    head = ["claim", *(one.variant.name for one in checked), "statement"]
    rows = [[id, *words[id], cut(statement(id, by_id), STATEMENT)] for id in failed]
    parts = [
        "\n\n".join(header(one.variant) for one in checked),
        columns([head, *rows]) if rows else "There is no claim that fails for some of them only.",
        "n/a (b): the claim does not apply; its printed relation is b for this variant." if rows else "",
        ids_text(f"Hold wherever they can be asked; apply to, or are proved of, some only ({len(others)})", others),
        ids_text(f"The same of all ({len(alike)})", alike),
        ids_text(f"Asked of some only, and the same of these ({len(asked)})", asked),
        speed(merged_measurements(checked)),
        "\n".join(map(summary, checked)),
    ]
    return "\n\n".join(filter(None, parts))


def fails(answer: Answer | None) -> bool:
    """Whether a claim or its printed relation is not known to hold."""
    return answer is not None and verdict(answer) is not None and verdict(answer) not in HOLDING


def word(answer: Answer | None) -> str:
    """A verdict in one or two words: as a theorem, and as an outcome."""
    if answer is None:
        return NONE
    if answer.theorem.verdict != Verdict.NOT_APPLICABLE:
        return word_of(answer.theorem.verdict)
    return f"n/a ({answer.outcome.verdict})" if answer.outcome else "n/a"


def word_of(verdict: Verdict | None) -> str:
    """A verdict, a refutation in capitals."""
    return NONE if verdict is None else verdict.upper() if verdict == Verdict.REFUTED else str(verdict)


def statement(id: str, by_id: Iterable[Mapping[str, Answer]]) -> str:
    return next(answers[id].theorem.statement for answers in by_id if id in answers)


def merged_measurements(checked: Sequence[Checked]) -> dict[str, Any]:
    """The measurements of all variants together: first the variants, then each known method once."""
    measured = [one.rates for one in checked if one.rates]
    return {
        "gaps": [
            {**gaps[0], "fits": distinct([fit for gap in gaps for fit in gap["fits"]], "method", "data")}
            for gaps in zip(*(one["gaps"] for one in measured), strict=True)
        ],
        "races": [
            {**races[0], "methods": distinct([method for race in races for method in race["methods"]], "name")}
            for races in zip(*(one["races"] for one in measured), strict=True)
        ],
    }


def distinct(entries: Sequence[dict[str, Any]], *keys: str) -> list[dict[str, Any]]:
    """The entries with each key once; those of the known methods come last."""
    found = {tuple(entry[key] for key in keys): entry for entry in entries}
    often = Counter(tuple(entry[key] for key in keys) for entry in entries)
    return [found[key] for key in sorted(found, key=lambda key: often[key])]
