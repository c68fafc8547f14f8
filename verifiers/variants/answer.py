"""The result of a variant's examination, as plain data that passes between processes; it imports verdicts alone."""

from dataclasses import dataclass, field, replace
from typing import Any

from lemmacheck.verifiers.records.verdict import OUTCOME, Record, Verdict
from lemmacheck.verifiers.search.report import SearchReport

OF_OUTCOME = ("verdict", "worst", "witness")
OWN = "the author's"  # the source of a claim that is not in the book


@dataclass(frozen=True)
class Answer:
    """A claim as a theorem about the variant, and as an outcome (None where a run does not determine it).

    `needed` are the constants that would make its inequalities true, where one fails or the claim is the author's own;
    `until` is the t up to which its hypotheses about the schedule are decided (None: for all t, or by the runs alone).
    """

    theorem: Record
    outcome: Record | None
    why_not: str = ""
    needed: tuple[dict[str, Any], ...] = ()
    headline: bool = False  # whether its book tells it first
    until: int | None = None

    @property
    def contradicts(self) -> bool:
        """Whether a claim that applies is refuted."""
        return self.theorem.verdict == Verdict.REFUTED

    @property
    def fails(self) -> bool:
        """Whether the printed relation is refuted, whether or not the claim applies."""
        return self.outcome is not None and self.outcome.verdict == Verdict.REFUTED

    @property
    def proved(self) -> bool:
        """Whether the printed relation is proved for every run of the variant."""
        return self.outcome is not None and self.outcome.verdict == Verdict.PROVED

    def to_dict(self) -> dict[str, Any]:
        outcome = self.outcome and {key: value for key, value in self.outcome.to_dict().items() if key in OF_OUTCOME}
        return {**self.theorem.to_dict(), "outcome": outcome, "needed": list(self.needed)}

    def records(self) -> list[Record]:
        """The record of the theorem, and that of the outcome under an id of its own where it is another."""
        if self.outcome is None or self.outcome is self.theorem:
            return [self.theorem]
        return [self.theorem, replace(self.outcome, id=f"{self.theorem.id}{OUTCOME}", uses=[], corrects=None)]


@dataclass(frozen=True)
class Description:
    """A variant: its name and form, λ_t and θ_t in words, its loss, the tier of its verdicts, and notes.

    `schedule` lists its sequences and their consequences, a line each; `drawn` names the data that it could not know.
    """

    name: str
    form: str
    lam: str | None
    theta: str | None
    loss: str
    tier: str = ""
    notes: tuple[str, ...] = ()
    schedule: tuple[str, ...] = ()
    drawn: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "form": self.form, "lambda": self.lam, "theta": self.theta, "loss": self.loss}


@dataclass(frozen=True)
class Doubt:
    """A claim to be decided: its place among the asked claims, its record while undecided, and the data to decide it
    on.

    `found` are data on which a search refuted it, with the steps of the run.
    """

    claim: int
    blank: Record
    room: float
    screened: int
    data: tuple[tuple[str, list[list[str]]], ...]
    found: tuple[tuple[str, list[list[str]], int], ...] = ()


@dataclass(frozen=True)
class Checked:
    """A variant with all its answers, the measurements of its speed, and the time that all this took.

    `lacking` says why rates are missing, or a search ended early.
    """

    variant: Description
    answers: tuple[Answer, ...]
    rates: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    search: SearchReport = SearchReport()
    lacking: tuple[str, ...] = ()

    @property
    def broken(self) -> tuple[Answer, ...]:
        """The claims that apply and are refuted."""
        return tuple(answer for answer in self.answers if answer.contradicts)

    def to_dict(self) -> dict[str, Any]:
        """The document of `lemmacheck variant --json`."""
        one = self.variant
        return {
            "variant": one.to_dict(),
            "preflight": [*filter(None, [one.tier, *one.notes, *self.lacking, *one.schedule, one.drawn])],
            "claims": [answer.to_dict() for answer in self.answers],
            "rates": self.rates,
            "sought": {name: getattr(self.search, name) for name in ("instances", "steps", "n", "share", "closest")},
            "seconds": self.seconds,
        }

    def records(self) -> list[Record]:
        return [record for answer in self.answers for record in answer.records()]
