"""The answers of a store on each claim, as plain data: the same for the same chunks, whoever computed them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from lemmacheck.verifiers.campaigns.store import Store
from lemmacheck.verifiers.records.verdict import Verdict, join

COUNTS = "SUM(instances), SUM(met), SUM(held), SUM(close), SUM(suspected)"
PLACE = "k, t, lhs, op, rhs, slack, ratio, bits, steps, reason"
REFUTED = "AND verdict = 'refuted' ORDER BY k"
TIGHTEST = """ORDER BY verdict = 'refuted' DESC, verdict IN ('certified', 'supported') DESC,
    ratio IS NULL, ratio DESC, slack, k"""


@dataclass(frozen=True)
class Place:
    """An entry decided in balls: on instance k at index t, or of one number a run, which has no t."""

    instance: int
    t: int | None
    lhs: str
    relation: str
    rhs: str
    slack: float | None
    ratio: float | None
    bits: int
    steps: int
    reason: str

    @property
    def whole(self) -> bool:
        """Whether it is the one number of its run."""
        return self.t is None and bool(self.relation)

    @property
    def when(self) -> str:
        """The t of the entry, or the length of the run."""
        return f"t = {self.t}" if not self.whole else f"T = {self.steps}" if self.steps else ""


@dataclass(frozen=True)
class Answer:
    """The answer on a claim: floats on all instances, balls on some of them.

    `verdict` is that of the decided instances, undecided where these meet no hypotheses and others may. `worst` is
    the one with the largest share of what is allowed, or else the least slack, among the refuted ones where there are
    any; `witness` is the first refuted one.
    """

    id: str
    instances: int
    met: int
    held: int
    close: int
    suspected: int
    decided: dict[str, int]
    verdict: Verdict
    worst: Place | None
    witness: Place | None

    @property
    def sure(self) -> int:
        """On how many instances the claim was decided, its hypotheses sure."""
        undecided = (Verdict.NOT_APPLICABLE, Verdict.UNDECIDED)
        return sum(count for verdict, count in self.decided.items() if verdict not in undecided)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def answers(store: Store, ids: tuple[str, ...]) -> list[Answer]:
    """The answers to these claims, in this order."""
    return [answer(store, id) for id in ids]


def answer(store: Store, id: str) -> Answer:
    (counts,) = store.rows(f"SELECT {COUNTS} FROM screened WHERE claim = ?", (id,))
    instances, met, held, close, suspected = (count or 0 for count in counts)
    verdicts = "SELECT verdict, COUNT(*) FROM decided WHERE claim = ? GROUP BY verdict ORDER BY verdict"
    decided = dict(store.rows(verdicts, (id,)))
    verdict, worst, witness = joined(decided, met), first(store, id, TIGHTEST), first(store, id, REFUTED)
    return Answer(id, instances, met, held, close, suspected, decided, verdict, worst, witness)


def joined(decided: Mapping[str, int], met: int) -> Verdict:
    """The verdict of the decided instances."""
    found = join(map(Verdict, decided))
    open_ones = found == Verdict.NOT_APPLICABLE and met > sum(decided.values())
    return Verdict.UNDECIDED if open_ones else found


def first(store: Store, id: str, which: str) -> Place | None:
    """The first of such decided instances of a claim."""
    found = store.rows(f"SELECT {PLACE} FROM decided WHERE claim = ? {which} LIMIT 1", (id,))
    return Place(*found[0]) if found else None
