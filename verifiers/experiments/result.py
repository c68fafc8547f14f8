"""The result of an experiment: the setting in words, a record for each sentence of the text, and the pictures."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from lemmacheck.verifiers.records.verdict import Axes, Curve, Header, Record, Scope, Table, Verdict


@dataclass(frozen=True)
class Options:
    """The options of a run: the iterations, if not the experiment's own number, and the observer of each stage."""

    steps: int | None = None
    tell: Callable[[str], object] = lambda stage: None


@dataclass(frozen=True)
class Figure:
    """A picture: its file's name, its title, its axes with their units, its curves."""

    file: str
    title: str
    x: str
    y: str
    curves: list[Curve]
    linear: bool = False


@dataclass(frozen=True)
class Experiment:
    """An experiment; `setting` lists the methods, data, parameters and seeds, line by line."""

    name: str
    setting: list[str]
    claims: list[Record]
    figures: list[Figure]
    seconds: float
    tables: list[Table] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    def header(self) -> Header:
        """The header of its records in a report, which draws on logarithmic axes."""
        shown = min(self.figures, key=lambda figure: figure.linear)
        axes = Axes(shown.title, shown.x, shown.y)
        return Header(f"Experiment {self.name}", self.setting, self.tables, shown.curves, axes)


def record_on(
    id: str,
    part: str,
    statement: str,
    data: str,
    verdict: Verdict,
    reason: str,
    scope: Scope | None = None,
    curves: Sequence[Curve] = (),
) -> Record:
    """The record of the book's claim, or of a part of it, on these data."""
    from lemmacheck.verifiers.decide.recording import blank
    from lemmacheck.verifiers.library.shipped import LIBRARY

    record = blank(LIBRARY.claims[id], verdict, reason=reason, scope=scope or Scope(1, 0), curves=list(curves))
    return replace(record, id=f"{id}{part}", statement=statement, place=f"{record.place}, on {data}", latex="")


def over_seeds(shown: Sequence[bool], sure: bool) -> Verdict:
    """SUPPORTED where every seed shows it, REFUTED where surely none does."""
    refuted = sure and not any(shown)
    return Verdict.SUPPORTED if all(shown) else Verdict.REFUTED if refuted else Verdict.UNDECIDED
