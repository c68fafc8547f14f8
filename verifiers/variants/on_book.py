"""A change of a book's method beside the book's own: what is refuted of the change, and what of that is new.

A claim that is false of the book's own method says nothing about the change. The verdicts of the book's own method are
those on record, or are decided where there are none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lemmacheck.theory.core.book import Library, is_among
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.library import plan
from lemmacheck.verifiers.library.changed import claims_of_change, claims_of_file, steps_of
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.supervision import Progress
from lemmacheck.verifiers.records.result_text import record_text
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.text import columns, cut
from lemmacheck.verifiers.records.verdict import HOLDING, Record, Verdict
from lemmacheck.verifiers.variants.comparing import STATEMENT, word_of
from lemmacheck.verifiers.variants.loading import missing
from lemmacheck.verifiers.variants.summary import ids_text

OWN = "the book's own"
Verdicts = Mapping[str, Verdict]


@dataclass(frozen=True, repr=False)
class OnBook:
    """The records of a change, what was not asked, and what is known of the book's own method."""

    name: str
    claims: tuple[Claim, ...]
    records: tuple[Record, ...]
    notes: tuple[str, ...]
    before: Verdicts

    def ids(self, verdict: Verdict) -> list[str]:
        return [record.id for record in self.records if record.verdict == verdict]

    @property
    def refuted(self) -> list[str]:
        return self.ids(Verdict.REFUTED)

    @property
    def undecided(self) -> list[str]:
        return self.ids(Verdict.UNDECIDED)

    @property
    def inapplicable(self) -> list[str]:
        return self.ids(Verdict.NOT_APPLICABLE)

    @property
    def of_nothing(self) -> bool:
        """Whether no claim was decided: such a change breaks none, and meets none."""
        return len(self.undecided) + len(self.inapplicable) == len(self.records)

    @property
    def new(self) -> list[str]:
        """The claims that the change breaks: they are not refuted of the book's own method."""
        return [id for id in self.refuted if self.before.get(id) != Verdict.REFUTED]

    @property
    def finding(self) -> str:
        """What the change breaks, in one line."""
        both = [id for id in self.refuted if id not in self.new]
        said = f"refuted of {self.name}, not of the book's own method: {', '.join(self.new)}"
        if self.of_nothing:
            said = f"nothing was decided of {self.name}"
        elif not self.new:
            said = f"{self.name} breaks no claim that holds of the book's own method"
            said += ", as far as was decided" if self.undecided or self.inapplicable else ""
        beside = {"refuted of both": both, "undecided": self.undecided, "not applicable": self.inapplicable}
        return "; ".join([said, *(f"{title}: {', '.join(ids)}" for title, ids in beside.items() if ids)])

    def __repr__(self) -> str:
        """The finding, the records with what is new first, and what was not asked."""
        ranked = sorted(self.records, key=lambda record: record.id not in self.new)
        return "\n".join([self.finding, *map(record_text, ranked), *self.notes])

    def to_dict(self) -> dict[str, Any]:
        """The comparison of this change as plain data."""
        return {
            "variant": {"name": self.name},
            "claims": [record.to_dict() for record in self.records],
            "before": {id: str(verdict) for id, verdict in self.before.items()},
            "new": self.new,
        }


def effort_of(steps: int) -> plan.Effort:
    """The effort with which a change is asked: that of a quick report on runs of so many steps, with a whole search."""
    return replace(plan.QUICK, steps=steps, own=plan.CHANGED * plan.QUICK.own, in_balls=1)


def of_file(library: Library, file: str, limit: float, only: str = "*") -> tuple[str, list[Claim], list[str]]:
    """The name of the change in a file, the claims that it is asked, and what it is not asked."""
    if not Path(file).is_file():
        raise InputError(f"{missing(file)}; expected a Python file that defines `variant`")
    claims, notes = claims_of_file(library, Path(file).resolve(), limit)
    return Path(file).stem, wanted(claims, only), notes


def of_object(library: Library, variant: Any, only: str = "*") -> tuple[str, list[Claim], list[str]]:
    """The name, the claims and what is not asked, of an object with start and step."""
    given = "check_variant(…)"
    claims, notes = claims_of_change(library, steps_of(variant, f"{given}: the variant"), "variant", given)
    return "variant", wanted(claims, only), notes


def wanted(claims: list[Claim], only: str) -> list[Claim]:
    found = [claim for claim in claims if is_among(claim.id, *only.split(","))]
    if claims and not found:
        raise InputError(f"only {only!r} matches no claim about the method that is changed")
    return found


def decide_on_book(
    library: Library, change: tuple[str, list[Claim], list[str]], steps: int, progress: Progress, known: Verdicts
) -> OnBook:
    """The claims decided on the change; what it fails is decided on the book's own method too, if not on record."""
    name, claims, notes = change
    records = examine(claims, effort_of(steps), progress)
    failed = [record.id for record in records if record.verdict == Verdict.REFUTED]
    before = {**known, **own_verdicts(library, [id for id in failed if id not in known], steps, progress)}
    asked = {claim.id for claim in claims}
    kept = {id: verdict for id, verdict in before.items() if id in asked}
    most = min((claim.method.steps for claim in claims if claim.method and claim.method.steps), default=steps)
    fewer = [f"not asked beyond t = {most}: the book's Method has steps={most}"] if most < steps else []
    return OnBook(name, tuple(claims), tuple(records), (*notes, *fewer), kept)


def own_verdicts(library: Library, ids: Sequence[str], steps: int, progress: Progress) -> Verdicts:
    """The verdicts of claims of the book's own method."""
    found = examine([library.claims[id] for id in ids], effort_of(steps), progress)
    return {record.id: record.verdict for record in found}


def side_by_side(library: Library, several: Sequence[OnBook], steps: int, progress: Progress) -> str:
    """A column a change and one for the book's own method, a row a claim on which they differ; below, what is the same
    of all."""
    statements = {record.id: record.statement for one in several for record in one.records}
    before = {id: verdict for one in several for id, verdict in one.before.items()}
    before |= own_verdicts(library, [id for id in statements if id not in before], steps, progress)
    found = [before, *({record.id: record.verdict for record in one.records} for one in several)]
    words = {id: [word_of(verdicts.get(id)) for verdicts in found] for id in statements}
    found_of = {id: {alike(verdicts.get(id)) for verdicts in found} for id in statements}
    apart = [id for id in statements if len(found_of[id]) > 1]
    head = ["claim", OWN, *(one.name for one in several), "statement"]
    rows = [[id, *words[id], cut(statements[id], STATEMENT)] for id in apart]
    same = [
        ids_text(f"{text} of all", [id for id, texts in found_of.items() if texts == {text}])
        for text in dict.fromkeys(map(alike, Verdict))
    ]
    notes = dict.fromkeys(note for one in several for note in one.notes)
    table = (
        columns([head, *rows]) if rows else "They differ in no claim, from each other and from the book's own method."
    )
    return "\n\n".join(filter(None, [table, "\n".join(filter(None, same)), "\n".join(notes)]))


def alike(verdict: Verdict | None) -> str:
    """What counts as the same of several methods: a change is not proved, so that what holds does, proved or not."""
    return "hold" if verdict in HOLDING else word_of(verdict)
