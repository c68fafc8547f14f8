"""Verdicts and records: plain data, importing nothing of ours, so that anything can read a result.

A record is one JSON line: what was stated, what was decided, on which runs, the tightest of them, and, for a
refutation, the exact witness. A header says what a file of records is about and what it was computed from. `join` makes
one verdict of many: a refutation or a proof, else the weakest of the applicable ones. Both are a `Contradiction`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any


class Word(StrEnum):
    """A word of a record, with its meaning."""

    meaning: str

    def __new__(cls, word: str, meaning: str = "") -> Word:
        found = str.__new__(cls, word)
        found._value_, found.meaning = word, meaning
        return found


class Verdict(Word):
    """What is decided of a claim, and over which runs."""

    PROVED = "proved", "all runs: every symbolic step discharged"
    CERTIFIED = "certified", "these runs: in balls or rationals, hypotheses and relation sure at every index"
    SUPPORTED = "supported", "these runs: up to rounding, or up to a stated confidence"
    REFUTED = "refuted", "a certified counterexample is attached"
    NOT_APPLICABLE = "not-applicable", "no run that was tried surely met the hypotheses"
    UNDECIDED = "undecided", "neither shown to hold nor to fail; the reason says why"
    NOT_CHECKABLE = "not-checkable", "no numerical content"
    ILL_FORMED = "ill-formed", "the printed statement does not parse"


class Reach(Word):
    """How far a refutation reaches."""

    DEGENERATE = "degenerate", "no counterexample was found but"
    SLIP = "slip", "a sign, an index, a factor or a condition is wrong; the correction changes only that"
    FALSE = "false", "it fails on data and at steps that are in no way degenerate"


class Level(Word):
    """What holds a verdict, from the weakest up."""

    FLOAT = "float", "fitted to floats or to sampled paths"
    BALL = "ball", "enclosures of both sides"
    EXACT = "exact", "both sides are exact numbers"
    PROOF = "proof", "algebra on arbitrary sequences"
    KERNEL = "kernel", "Rocq's kernel accepts its witness, its tightest run or its proof"


AT_THE_START = "at t = 0"  # where alone a counterexample fails; its data need not be degenerate
UNINFORMATIVE = "uninformative on these runs"
HOLDING = (Verdict.PROVED, Verdict.CERTIFIED, Verdict.SUPPORTED)
WEAKEST_FIRST = (Verdict.ILL_FORMED, Verdict.UNDECIDED, Verdict.SUPPORTED, Verdict.CERTIFIED)


class Contradiction(Exception):
    """A claim has a proof and a refutation: one of them is wrong."""


def join(verdicts: Iterable[Verdict]) -> Verdict:
    """One verdict for one claim from its verdicts on single runs."""
    seen = set(verdicts)
    if {Verdict.REFUTED, Verdict.PROVED} <= seen:
        raise Contradiction("one claim is proved and refuted; one is wrong: report this, and trust neither")
    for decisive in (Verdict.REFUTED, Verdict.PROVED, *WEAKEST_FIRST):
        if decisive in seen:
            return decisive
    return Verdict.NOT_APPLICABLE


Parameters = dict[str, list[str] | list[list[str]]]


@dataclass(frozen=True)
class Witness:
    """A counterexample: exact rows of Z as fractions, the run, the index and both sides there.

    `parameters` are the numbers of a variant's run, a list over t each; of the book's algorithms the label says all.
    `shown` is the problem in its author's words, of a book of one's own; where no data are read, Z is `unread`, and
    the parameters in `algorithm` are all there is. `forever` is what keeps the run from a limit: the state that comes
    back, or the box of weights that the steps do not leave. `whole`: the statement has one number a run; `of_length`:
    one a step, and it reads T too.
    """

    Z: list[list[str]]
    t: int
    lhs: str
    rhs: str
    algorithm: str = ""
    steps: int = 0
    relation: str = ""
    parameters: Parameters = field(default_factory=dict)
    shown: str = ""
    unread: bool = False
    forever: str = ""
    whole: bool = False
    of_length: bool = False

    @property
    def when(self) -> str:
        """The index at which an entry fails: its t; where the statement has one number, the T of its run. A statement
        about all later steps has neither."""
        if not self.whole:
            return f"t = {self.t}{f', T = {self.steps}' * self.of_length}"
        return f"T = {self.steps}" if self.steps and not self.forever else ""

    @property
    def data(self) -> list[list[str]]:
        """The rows of Z, as far as the problem reads them."""
        return [] if self.unread else self.Z

    @property
    def exact(self) -> list[list[Fraction]]:
        """Z in exact numbers, to compute with: posed(Mine, witness.exact)."""
        return [[Fraction(x) for x in row] for row in self.Z]


@dataclass(frozen=True)
class Worst:
    """The tightest entry: slack = allowed − found, ratio = found/allowed, and where it occurred. `unread` and `whole`
    are as in a witness."""

    slack: float | None
    ratio: float | None
    t: int
    instance: str
    Z: list[list[str]] = field(default_factory=list)
    algorithm: str = ""
    steps: int = 0
    lhs: str = ""
    rhs: str = ""
    unread: bool = False
    whole: bool = False


@dataclass(frozen=True)
class Condition:
    """A hypothesis with the number of examined runs that surely met it.

    `need` is a run on which this hypothesis alone fails, and the claim with it. `tried` counts the runs that were tried
    for one in vain.
    """

    name: str
    statement: str
    met: int
    of: int
    tacit: bool = False
    need: Witness | None = None
    tried: int = 0


@dataclass(frozen=True)
class Scope:
    """What the verdict covers: the decided runs and their steps; `screened` counts the instances that only floats
    ranked."""

    instances: int
    steps: int
    screened: int = 0
    bits: int = 0


@dataclass(frozen=True)
class Teeth:
    """Mutants of the claim or of its algorithm: how many were refuted, of how many.

    `equivalent` lists, with the reason, the mutants that say no more than the claim; they are not counted.
    """

    killed: int
    of: int
    survivors: list[str] = field(default_factory=list)
    equivalent: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        survive = "".join(f"\n    not refuted: {survivor}" for survivor in self.survivors)
        return f"refutes {self.killed} of {self.of} mutants{survive}"


FAILS = "fails here"  # the curve that is a witness's place alone


@dataclass(frozen=True)
class Curve:
    """A sequence to be drawn against t, at some of its indices."""

    name: str
    t: list[int]
    value: list[float]


@dataclass(frozen=True)
class Table:
    """Rows of plain text under column heads."""

    title: str
    columns: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Axes:
    """What the curves of a file are about, and its axes with their units."""

    title: str = ""
    x: str = "t (steps)"
    y: str = "value"


@dataclass(frozen=True)
class Origin:
    """What the records of a file were computed from, as far as that is common to all of them.

    `effort` is how much was tried, by the names of `plan.Effort` where it was a report; `seeds` are those
    that the data and paths were drawn from; `checker` is a digest of the code that decided, `versions` are those of
    this package, of Python and of the libraries, `books` names the documents by the keys of their claims. `made` says
    when and where: the date, the commit, the machine; nothing else depends on it.
    """

    command: str
    effort: dict[str, int] = field(default_factory=dict)
    seeds: dict[str, int] = field(default_factory=dict)
    books: dict[str, str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    checker: str = ""
    made: dict[str, str] = field(default_factory=dict)


KERNEL_FILE = re.compile(r"(\.\./)*[A-Za-z0-9_][A-Za-z0-9_./-]*\.v")
OUTCOME = " (outcome)"  # ends the id of a record of what a variant does, where the claim does not apply


@dataclass(frozen=True)
class Header:
    """The subject of a file of records: a title, lines of text, and tables and curves that belong to no single claim.

    `variant` names the method whose runs were examined, where it is not the method of the printed statements.
    """

    title: str
    lines: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    axes: Axes = Axes()
    origin: Origin | None = None
    variant: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_dict(data: Any) -> Header:
        """The header of its JSON form; a ValueError says what is wrong with it."""
        try:
            parts = {"tables": Table, "curves": Curve}
            lists = {name: [part(**one) for one in data.get(name, [])] for name, part in parts.items()}
            origin = data.get("origin")
            known = {"axes": Axes(**data.get("axes", {})), "origin": None if origin is None else Origin(**origin)}
            return Header(**data | lists | known)
        except (TypeError, AttributeError) as error:
            raise ValueError(f"not a header: {error}") from None


@dataclass(frozen=True)
class Record:
    """One claim's result; `code` is a digest of the source of the claim and of what it calls.

    Of a claim that holds, `informative` is the share of its entries, on some runs, that a placebo breaks: something
    else in the place of what it speaks of. Of a refuted one `witness` is the smallest counterexample. `degenerate` says
    in which ways all that were found are so. `convincing` is one that is in no way degenerate, where the smallest is.
    `level` is what holds the verdict; records of older versions do not say. `kernel` is the file that Rocq's kernel
    accepted. `rests_on` are the facts and claims that a proof was found from, and `read` the formulas it speaks of.
    """

    id: str
    verdict: Verdict
    scope: Scope
    worst: Worst | None = None
    witness: Witness | None = None
    reason: str = ""
    corrects: str | None = None
    teeth: Teeth | None = None
    seconds: float = 0.0
    statement: str = ""
    latex: str = ""
    source: str = ""
    place: str = ""
    kind: str = ""
    about: str = ""
    fault: str = ""
    hypotheses: list[Condition] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    chapter: str = ""
    code: str = ""
    reach: Reach | None = None
    degenerate: list[str] = field(default_factory=list)
    convincing: Witness | None = None
    informative: float | None = None
    level: Level | None = None
    kernel: str = ""
    rests_on: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)

    @property
    def premises(self) -> list[str]:
        """The claims and facts that the printed proof uses, and those that the found proof rests on."""
        return list(dict.fromkeys((*self.uses, *self.rests_on)))

    @property
    def citation(self) -> str:
        """The document of the statement and the place there."""
        return ", ".join(filter(None, (self.source, self.place)))

    @property
    def reach_text(self) -> str:
        """How far a refutation reaches, in a phrase; empty where the record has no reach."""
        if self.reach != Reach.DEGENERATE:
            return f"{self.reach}: {self.reach.meaning}" if self.reach else ""
        where = " and ".join(self.degenerate or ["degenerate ones, each in a way of its own"])
        return f"{'at the start' if where == AT_THE_START else self.reach}: {self.reach.meaning} {where}"

    @property
    def level_text(self) -> str:
        """The level of the verdict, in a phrase; empty where the record has none."""
        return f"{self.level}: {self.level.meaning}" if self.level else ""

    @property
    def caveat(self) -> str:
        """The caveat beside a verdict that no placebo could have changed; else empty."""
        return UNINFORMATIVE if self.informative == 0 else ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def to_json(self) -> str:
        """The record as one line of a file. It leaves out the seconds, so that it is the same on every machine."""
        data = self.to_dict()
        del data["seconds"]
        return json.dumps(data, ensure_ascii=False)

    @staticmethod
    def from_json(line: str) -> Record:
        """The record of one JSON line; a ValueError where it is none."""
        return Record.from_dict(json.loads(line))

    @staticmethod
    def from_dict(data: Any) -> Record:
        if not isinstance(data, dict) or "id" not in data or "verdict" not in data:
            raise ValueError("not a record: expected a JSON object with at least 'id' and 'verdict'")
        known = {f.name for f in fields(Record)}
        unknown = sorted(set(data) - known)
        if unknown:
            raise ValueError(f"not a record: unknown field {unknown[0]!r}")
        try:
            return Record(**{name: _field(name, value) for name, value in data.items()})
        except (TypeError, ValueError) as error:
            raise ValueError(f"not a record: {error}") from None


def _field(name: str, value: Any) -> Any:
    """A field of a record from its JSON form."""
    nested = {"scope": Scope, "worst": Worst, "witness": Witness, "convincing": Witness, "teeth": Teeth}
    words: dict[str, Callable[[Any], Any]] = {"reach": Reach, "level": Level, "informative": _share}
    if name == "verdict":
        return Verdict(value)
    if name in words:
        return None if value is None else words[name](value)
    if name == "kernel" and value and not (isinstance(value, str) and KERNEL_FILE.fullmatch(value)):
        raise ValueError(f"'kernel' is {value!r:.60}; expected the name of a .v file")
    if name in nested:
        return None if value is None else nested[name](**value)
    if name == "hypotheses":
        return [_condition(condition) for condition in value]
    if name == "curves":
        return [Curve(**curve) for curve in value]
    return value


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"'informative' is {value!r:.40}; expected a share from 0 to 1")
    return float(value)


def _condition(data: Any) -> Condition:
    condition = Condition(**data)
    return replace(condition, need=Witness(**data["need"])) if data.get("need") is not None else condition
