"""Proofs for all runs: a claim's own function, read on the arbitrary run, one relation at a time.

    at once      the sides differ by 0 as terms at τ + k for an arbitrary τ, and at each earlier row by itself
    induction    the relations at a row, solved for accumulated sequences, make those at the next row hold; the first
                 rows hold by themselves
    lemmas       relations of claims the statement uses, themselves proved, whose hypotheses hold here

An inequality is discharged if its difference is a sum of nonnegative terms, or grows by such from row to row.
Hypotheses that are equations of the schedule are substituted; those that give signs are used as such; the others are
not needed. The engine refuses a statement that it cannot read, and then nothing is proved.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from math import inf
from pathlib import Path
from traceback import walk_tb
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.instances.memory import CLEARED, identity
from lemmacheck.verifiers.prove.algorithms import read_as
from lemmacheck.verifiers.prove.argument import Argument
from lemmacheck.verifiers.prove.as_read import as_read
from lemmacheck.verifiers.prove.chances import Likely, statement_parts
from lemmacheck.verifiers.prove.combination import Spent, at_most
from lemmacheck.verifiers.prove.context import Index, Later
from lemmacheck.verifiers.prove.evidence import Evidence
from lemmacheck.verifiers.prove.facts import called
from lemmacheck.verifiers.prove.lemmas import Shown, granted, lemmas_of, nearest, of_own_problems, of_the_same_runs
from lemmacheck.verifiers.prove.loops import read_twice
from lemmacheck.verifiers.prove.quotients import NONZERO, OR_ZERO
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.solving import follow, solved
from lemmacheck.verifiers.prove.sources import Near, Source
from lemmacheck.verifiers.prove.stated import Stated, in_step, relations_of, stated
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.states import settings
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import Condition, Term
from lemmacheck.verifiers.prove.values import Value
from lemmacheck.verifiers.prove.wording import reason_text, rows_text, signs_text, with_sequences

MOST_BASE_ROWS = 6
BEYOND = (RecursionError, OverflowError, MemoryError)  # terms nested too deeply, coefficients that no float has
UNREADABLE = (  # what a statement may raise
    TypeError, ValueError, LookupError, AttributeError, NotImplementedError, ZeroDivisionError,
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class Proof:
    """The proof in words, one sentence a relation; the claims and facts that it rests on; the formulas it speaks of."""

    steps: tuple[str, ...]
    rests_on: tuple[str, ...] = ()
    read: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        rests = f". From {', '.join(map(called, self.rests_on))}" if self.rests_on else ""
        return "; ".join(self.steps) + rests

    def __repr__(self) -> str:
        return f"proved: {self.text}"


class Prover:
    """One claim on its arbitrary run."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.context = setting, setting.context
        self.arrays: list[Value] = []  # that the statement makes
        setting.run  # noqa: B018  # is made before, and makes arrays of its own
        with self.context.collected(self.arrays):
            self.relations = read_twice(setting, setting.claim.function, statement_parts)
        self.lemmas: list[Claim] = []
        self.arguments: dict[Any, Argument] = {}
        self.used: dict[Any, Argument] = {}  # those of them that showed something
        self.resting = False  # whether a lemma was needed
        self.unshown: int  # the number of the relation at which a proof ended

    def proof(self) -> Proof | None:
        lacking = (one for one in self.arrays if not self.has_all_entries(one))
        if authored(self.setting.claim.function) and (array := next(lacking, None)) is not None:
            for row in [Later(0), Later(1)] if array.time else [None]:
                array.at(row)  # refused in its own words, if that is why
            raise Refused("an array of the statement is perhaps divided by 0 at some t, be it read there or not")
        words: dict[int, str | None] = dict.fromkeys(range(len(self.relations)))
        if self.setting.claim.proof is None and all(isinstance(one, Stated) for one in self.relations):
            self.by_itself(words)
        for n in (n for n in words if words[n] is None):
            words[n] = self.by_argument(self.relations[n])
            if words[n] is None:
                self.unshown = n
                return None
        steps = [step for step in words.values() if step is not None]
        if len(steps) > 1:
            steps = [f"relation {n}: {step}" for n, step in enumerate(steps, 1)]
        first = [f"for any {' and '.join(self.context.any)}"] if self.context.any else []
        first += signs_text(self.setting.signs)
        first += [step for argument in self.used.values() for step in argument.steps]
        rests = [lemma.id for lemma in self.lemmas if self.resting]
        rests += [id for argument in self.used.values() for id in argument.rests_on]
        said = with_sequences(self.context, dict.fromkeys((*first, *steps)))
        return Proof(said, tuple(dict.fromkeys(rests)), as_read(self.setting, self.relations))

    def has_all_entries(self, array: Value) -> bool:
        """Whether no entry of an array that is made is divided by 0: numbers refuse that, whoever reads the entry."""
        relation, context = Stated("==", array), self.context
        before = context.least, context.steps
        rows = [Later(0), Later(1)] if array.time else [None]
        with context.universe.quietly():
            found = any(self._has_entries_from(relation, row) for row in rows)
        context.least, context.steps = before
        return found

    def _has_entries_from(self, relation: Stated, row: Later | None) -> bool:
        least = self.tried_from(lambda: self.divides(relation, row))
        first = range(0 if row is None else (least or 0) + row.k)
        return least is not None and all(self.tried_from(partial(self.divides, relation, i)) is not None for i in first)

    def divides(self, relation: Stated, row: Index | None) -> bool:
        """Whether what is divided by at a row is surely not 0."""
        with self.context.measured() as need:
            relation.gap.at(row)
        need.conditions = {key: one for key, one in need.conditions.items() if one[0] == "≠ 0"}
        end = relation.beyond(row)
        return self.setting.meets(need, row, end, partial(self.meets, row, end))

    def meets(self, row: Index | None, end: int, condition: Condition) -> bool:
        """Whether the evidence shows a condition, on which the proof then rests."""
        argument = self.used[True, ()] = self.argument(True)
        met = argument.evidence.meets(row, end, condition)
        argument.evidence.name_in(argument.rests_on)
        return met

    def missing(self) -> str:
        """What a proof lacks that has ended."""
        which = f"relation {self.unshown + 1} of {len(self.relations)}" if len(self.relations) > 1 else "the relation"
        steps = [name for argument in self.arguments.values() for name in argument.unshown]
        step = f", nor its proof's step {', '.join(dict.fromkeys(steps))}" if steps else ""
        loose = [one.id for one in nearest(self.setting.claim) if attempt(one, self.setting.algorithm) is None]
        lemmas = f"; no proof rests on {' and '.join(loose)}, not proved either" if loose else ""
        where = "at an arbitrary step or from a step to the next"
        return f"{which} does not follow from what it uses, {where}{step}{lemmas}"

    def by_itself(self, words: dict[int, str | None]) -> None:
        """The relations that need no argument: by signs and by lemmas that are equations."""
        for number, relation in enumerate(self.relations):
            words[number] = self.at_once(relation)
        pending = [number for number in words if words[number] is None]
        equalities = [n for n in pending if self.relations[n].op == "=="]
        if equalities:
            step = self.by_induction([self.relations[n] for n in equalities])
            words.update((n, step) for n in equalities)
        for n in pending:
            if words[n] is None:
                words[n] = self.by_growth(self.relations[n])

    def by_argument(self, relation: Stated | Likely) -> str | None:
        """By the claim's argument, read at the points that the relation speaks of: with the lemmas that the claim uses,
        or, where the lemmas hide it, only with what the argument cites."""
        again = self.points_of(relation) if self.context.points else {}
        points = tuple((name, letter.key()) for name, letter in again.items())
        self.context.again = again
        try:
            for with_lemmas in (True, False):
                argument = self.argument(with_lemmas, points)
                words = argument.proof_text(relation)
                if words is not None:
                    self.used[with_lemmas, points] = argument
                    return words
                if self.setting.claim.proof is None or not argument.has_lemmas:
                    break
            return None
        finally:
            self.context.again = {}

    def argument(self, with_lemmas: bool, points: tuple[Any, ...] = ()) -> Argument:
        key = with_lemmas, points
        if key not in self.arguments:
            self.arguments[key] = Argument(self.setting, lent, with_lemmas)
        return self.arguments[key]

    def points_of(self, relation: Stated | Likely) -> dict[str, Term]:
        """The points of loops in a relation, by the names of their kinds."""
        rows: list[Index] = [Later(0), Later(1), 0]
        with self.context.measured(), self.context.universe.quietly():
            gaps = [tried(lambda one=one, row=row: one.gap.at(row)) for one in relation.parts for row in rows]  # type: ignore[misc]
        found = [gap for gap in gaps if gap is not None]
        return {name: letter for name, letter in self.context.points if any(occurs(letter, gap) for gap in found)}

    def at_once(self, relation: Stated) -> str | None:
        """The relation at an arbitrary step and at the rows before, each by itself."""
        if not relation.per_step:
            held = tried(lambda: self.holds(relation, None))
            return reason_text(relation.op) if held else None
        for k in (0, 1, 2):
            least = self.tried_from(lambda k=k: self.holds(relation, Later(k)))  # type: ignore[misc]
            if least is not None and self.hold_by_themselves([relation], rows := range(least + k)):
                return f"{reason_text(relation.op)} for an arbitrary t{rows_text(rows)}"
        return None

    def tried_from(self, shown: Callable[[], bool]) -> int | None:
        """The τ from which on a relation is shown; None where it is not shown, or its reading is refused."""
        with self.context.measured() as need:
            held = tried(shown)
        return need.least if held else None

    def by_induction(self, relations: list[Stated]) -> str | None:
        """Equations whose row τ + k, solved for accumulated sequences, gives the row τ + k + 1."""
        if not in_step(relations):
            return None
        for k in (-1, 0, 1):
            for resting in (False, True):
                known = self.equations_of_lemmas if resting else lambda end: []
                least = self.tried_from(lambda k=k, known=known: follow(self.setting, relations, k, known))  # type: ignore[misc]
                if least is not None and self.hold_by_themselves(relations, rows := range(least + k + 1)):
                    self.resting = self.resting or resting
                    return f"both sides agree by induction: from a step to the next{rows_text(rows)}"
        return None

    def by_growth(self, relation: Stated) -> str | None:
        """An inequality whose difference does not decrease from row τ + k to the next."""
        if relation.op == "==" or not relation.per_step:
            return None
        start = tried(lambda: relation.gap.at(0).all_atoms())
        if start is None or any(atom.kind in ("max", NONZERO, OR_ZERO) for atom in start):
            return None

        def grows(k: int) -> bool:
            later, now = self.setting.gap(relation, Later(k + 1)), self.setting.read(relation, Later(k))[0]
            return later is not None and self.follows(">=", later - now, relation.beyond(Later(k + 1)))

        for k in (-1, 0, 1):
            least = self.tried_from(lambda k=k: grows(k))  # type: ignore[misc]
            if least is not None and self.hold_by_themselves([relation], rows := range(least + k + 1)):
                return f"the difference grows from a step to the next{rows_text(rows)}"
        return None

    def hold_by_themselves(self, relations: list[Stated], rows: range) -> bool:
        """Whether the first rows hold, computed from the start."""
        if len(rows) > MOST_BASE_ROWS:
            return False
        return self.tried_from(lambda: all(self.holds(r, i) for r in relations for i in rows)) == 0

    def holds(self, relation: Stated, row: Index | None) -> bool:
        """Whether the relation is defined and true at a row; at the arbitrary step also by lemmas and hypotheses."""
        gap = self.setting.gap(relation, row)
        if gap is None:
            return False
        if isinstance(row, int):
            return self.setting.surely(relation.op, gap)
        return self.follows(relation.op, gap, None if row is None else relation.beyond(row))

    def follows(self, op: str, gap: Term, end: int | None) -> bool:
        """The same, or by the claim's hypotheses, or by lemmas, at a row that is so far from the end of every run."""
        if self.setting.surely(op, gap):
            return True
        if op != "==" and any(self.setting.exceeds(gap - h, op == ">") for h in self.usable(self._supposed, end)):
            return True
        rules = solved(self.setting, self.equations_of_lemmas(end))
        if rules and self.setting.surely(op, substituted(gap, rules)):
            self.resting = True
            return True
        return False

    def usable(self, known: list[Near], end: int | None) -> list[Term]:
        """The gaps known at an arbitrary row that also hold at the row to be shown."""
        found = [one for one in known if one.end is None or (end is not None and one.end <= end)]
        for one in found:
            self.context.require(one.least)
        return [one.known.gap for one in found]

    def equations_of_lemmas(self, end: int | None) -> list[Term]:
        """Terms that are 0 at the arbitrary step by claims the statement uses."""
        return self.usable(self._equations, end)

    @cached_property
    def _supposed(self) -> list[Near]:
        """What the claim's hypotheses make nonnegative at the arbitrary step."""
        with self.context.universe.quietly():
            relations = [one for one in self.setting.supposed() if one.op in (">=", ">") and one.per_step]
        return [one for one in self._at_rows(relations, [Later(0)]) if len(one.known.gap.atoms()) > 1]

    def _at_rows(self, relations: list[Stated], rows: list[Later]) -> list[Near]:
        """What relations say at arbitrary rows; those that cannot be read are left out."""
        known = Evidence(self.setting, [Source("", relation) for relation in relations])
        return [one for source in known.sources for one in known.at(source, rows)]

    @cached_property
    def _equations(self) -> list[Near]:
        found = []
        for lemma in lemmas_of(self.setting.claim):
            by_lemma = self._equations_of(lemma)
            self.lemmas += [lemma] if by_lemma else []
            found += by_lemma
        return found

    def _equations_of(self, lemma: Claim) -> list[Near]:
        if attempt(lemma, self.setting.algorithm) is None or not granted(self.setting, lemma, self.setting.run):
            return []
        with self.context.universe.quietly():
            read = tried(lambda: [stated(self.context, r) for r in relations_of(lemma.function(self.setting.run))])
        return self._at_rows([r for r in read or [] if r.op == "=="], [Later(-1), Later(0)])


def occurs(letter: Term, gap: Term) -> bool:
    """Whether a letter stands anywhere in a term."""
    (atom,) = letter.atoms()
    return substituted(gap, {atom.number: gap.universe.symbol("✓", atom.space)}) is not gap


def prove(claim: Claim, most: float = inf) -> Proof | None:
    """The proof of a claim for all its runs, found with at most so many combinations, those of other claims' proofs not
    counted; or None: then nothing is proved."""
    try:
        return attempt(claim, None, most)
    except Spent:
        return None


def attempt(claim: Claim, algorithm: Any, most: float = inf) -> Proof | None:
    """The proof for another algorithm in place of the claim's own."""
    if claim.not_checkable or claim.is_rate:
        return None
    if claim.id in UNDER_WAY:  # a proof goes in a circle
        CIRCLES.append(UNDER_WAY.index(claim.id))
        return None
    asked, circles = identity((claim, algorithm)), len(CIRCLES)
    if asked not in REMEMBERED:
        UNDER_WAY.append(claim.id)
        try:
            with at_most(most):
                found = readable(claim, algorithm)
        finally:
            UNDER_WAY.pop()
        within = [start for start in CIRCLES[circles:] if start < len(UNDER_WAY)]
        CIRCLES[circles:] = within
        if within:  # asked by itself, it may be shown otherwise
            return found
        REMEMBERED[asked] = found
    return REMEMBERED[asked]


UNDER_WAY: list[str] = []
CIRCLES: list[int] = []  # where in what is under way those begin that were met
REMEMBERED: dict[Any, Proof | None] = {}  # by what a proof is made of: other proofs ask for it again
CLEARED.append(REMEMBERED.clear)


def lent(setting: Setting, claim: Claim, run: Any, shown: Shown) -> bool:
    """Whether a claim, read on a run, may serve the setting's claim; `shown` decides on its hypotheses."""
    own = run is setting.run
    if own and not of_the_same_runs(claim, setting.claim):
        return False
    if not own and (read_as(claim.about) is not type(run.algorithm) or of_own_problems(claim, setting.claim)):
        return False
    if not own and (run.problem is not setting.run.problem or of_another_loss(run)):
        return False
    proved = attempt(claim, setting.algorithm if own else run.algorithm)
    return proved is not None and granted(setting, claim, run, shown)


def of_another_loss(run: Any) -> bool:
    """Whether an algorithm names a loss other than that of its data: a proof about it holds for its own loss."""
    loss = run.problem.loss
    return getattr(run.algorithm, "loss", loss) is not loss


def readable(claim: Claim, algorithm: Any) -> Proof | None:
    """The proof, if the engine can read the statement and all that it uses."""
    before, Refused.hidden = Refused.hidden, 0
    try:
        found = tried(lambda: proof_of(claim, algorithm))
        return found if Refused.hidden == 0 else None
    except BEYOND:
        return None
    except UNREADABLE as error:
        if own_fault(error):
            raise
        return None
    finally:
        Refused.hidden = before


def own_fault(error: Exception) -> bool:
    """Whether an error is the engine's own. A mistake in the statement shows on its runs."""
    raised = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    return raised[-1].startswith(str(Path(__file__).parent))


def proof_of(claim: Claim, algorithm: Any) -> Proof | None:
    plain(claim.function)
    found = (tried(lambda one=one: Prover(one).proof()) for one in settings(claim, algorithm))  # type: ignore[misc]
    return next(filter(None, found), None)
